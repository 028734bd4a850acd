import type { Scene, SeatInfo } from "../src/kernel/messages";

export const person = (name: string): SeatInfo => ({ name, kind: "person", level: null });
export const bot = (name: string, level: string): SeatInfo => ({ name, kind: "bot", level });

/** What stands beside a table where nothing has happened yet, but for what is given. */
export function sceneOf(some: Partial<Scene> = {}): Scene {
  return {
    title: "Kommando",
    seats: [person("you"), bot("Random", "random")],
    acts: [0],
    can: { undo: true, redo: false, new: true, bring_back: false, hint: false, next: false, sit: [0, 1], again: false, open: false, winnable: false, learn: false, skip: false, retry: false },
    settled: null,
    taken_back: 0,
    seen: 0,
    under_way: false,
    kept_in: null,
    thinking: null,
    stopped: false,
    deal: 1,
    cover: null,
    match: null,
    outcome: null,
    says: null,
    after: null,
    par: null,
    share: null,
    day: null,
    last: [],
    beliefs: null,
    lesson: null,
    notice: null,
    teacher: null,
    hinted: null,
    taught: false,
    before: null,
    ...some,
  };
}
