import { beforeEach, expect, test, vi } from "vitest";
import { REVEAL_TIME } from "../../src/kernel/messages/constants";
import type { Dump } from "../../src/kernel/messages";
import { countFinished, finishedGames, KEY } from "../../src/page/finished";
import type { GameView, Stage } from "../../src/board/layout";
import { START, type Ui } from "../../src/panel/ui";
import { NEW_UNTIL, Revealing, stageTime, timesOf, TURNING } from "../../src/screens/table/revealing";
import { stillClock } from "../model";
import { sceneOf } from "../scene";
import columns from "../dumps/columns.json";

stillClock();
beforeEach(() => localStorage.clear());

const dump = columns[0] as unknown as Dump;
const STAGES: Stage[] = [
  { dump, shown: { of: "A", winner: 1, why: [] }, turning: "Column 1 is turned up.", lying: { ...dump, ply: 99 }, text: "Column 1 goes to B.", next: "Next" },
  { dump, shown: null, text: "Cards captured.", next: "Go on" },
];

/** A reveal of two stages, on a board on which cards move or do not. */
function begin(moves: boolean) {
  let at = 0;
  const reveal = { from: dump, to: { ...dump }, of: 2, lasting: false, again: null };
  const ui = (): Ui => ({ ...START, reveal: at < 2 ? { ...reveal, at } : null });
  const board = document.createElement("div");
  if (moves) Object.assign(board, { animate: () => undefined });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const shown = () => ({ view: { stages: () => STAGES } as unknown as GameView, dump, scene: sceneOf(), log: [], settings: { pace: 400 } as never, ui: ui() });
  const next = vi.fn(() => {
    at += 1;
    revealing.start(board, false);
  });
  const revealing: Revealing = new Revealing(shown, () => undefined, next);
  revealing.start(board, false);
  return { revealing, next, at: () => at };
}

test("a column is turned up first, and told when its cards lie face up", () => {
  const { revealing } = begin(true);
  const said = () => [revealing.stage()?.text, revealing.stage()?.shown?.winner, revealing.stage()?.dump.ply];
  expect(said()).toEqual(["Column 1 is turned up.", null, 99]);
  vi.advanceTimersByTime(TURNING);
  expect(said()).toEqual(["Column 1 goes to B.", 1, dump.ply]);
});

test("where nothing moves a column is told at once", () => {
  expect(begin(false).revealing.stage()?.text).toBe("Column 1 goes to B.");
});

test("a click goes on at once: to what the cards decide, then to the next stage", () => {
  const { revealing, at } = begin(true);
  revealing.goOn();
  expect([at(), revealing.stage()?.text]).toEqual([0, "Column 1 goes to B."]);
  revealing.goOn();
  expect([at(), revealing.stage()?.text]).toEqual([1, "Cards captured."]);
  revealing.goOn();
  expect(revealing.stage()).toBeNull();
});

test("left alone a reveal of five columns takes at most six seconds at the usual pace, and the pace scales it", () => {
  const whole = (pace: number) => Math.round(6 * stageTime(6, pace, NEW_UNTIL));
  expect(REVEAL_TIME).toBe(6000);
  expect([0, 400, 800, 2000].map(whole)).toEqual([3600, 6000, 8400, 15600]);
  for (const pace of [0, 400, 800, 2000]) expect(stageTime(6, pace, NEW_UNTIL)).toBeGreaterThan(TURNING);
});

test("it is slower until two games were finished in this browser", () => {
  const game = "a game of this test";
  expect(6 * stageTime(6, 400, finishedGames(game))).toBe(15_000);
  expect(6 * stageTime(6, 400, finishedGames(game), 6), "the third round of a first game").toBeCloseTo(9600);
  expect(6 * stageTime(6, 400, NEW_UNTIL, 2, true), "in a lesson each sentence is new").toBeGreaterThan(15_000);
  countFinished(game);
  countFinished(game);
  expect(6 * stageTime(6, 400, finishedGames(game))).toBe(6000);
  expect(finishedGames("another game")).toBe(0);
  localStorage.setItem(KEY, "no list");
  expect(finishedGames(game)).toBe(2);
});

test("a longer sentence stands longer, and the whole reveal takes no longer", () => {
  const told = (text: string): Stage => ({ dump, shown: null, text, next: "" });
  const [short = 0, long = 0, ...more] = timesOf([told("Column 1 stays."), told(`Column 2 goes to B, ${"a pair ".repeat(10)}`), told("Captured.")]);
  expect(long).toBeGreaterThan(1.4 * short);
  expect(short + long + (more[0] ?? 0)).toBeCloseTo(3);
  expect(timesOf(STAGES.map((stage) => ({ ...stage, text: "the same" })))).toEqual([1, 1]);
});
