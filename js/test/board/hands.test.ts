import { expect, test } from "vitest";
import { gap, withPlayed } from "../../src/board/hands";
import type { Dump, LogEntry } from "../../src/kernel/messages";

const entry = (seat: number, move: string | null) => ({ ply: 1, seat, move, text: "" }) as LogEntry;
const turnOf = (to_play: number) => ({ to_play }) as Dump;

test("the cards played in a turn keep their places in the hand until the turn ends", () => {
  const log = [entry(1, "play 1e 2"), entry(0, "slip 5j o3"), entry(0, "move 2 4")];
  const hand = ["2e", "3j", "Sj", "1m"];
  expect(withPlayed(hand, 0, turnOf(0), log, "universal")).toEqual(["2e", "3j", "5j", "Sj", "1m"]);
  expect(withPlayed(hand, 0, turnOf(1), log, "universal")).toEqual(hand);
  expect(withPlayed(hand, 0, turnOf(0), [...log, entry(1, "draw stock")], "universal")).toEqual(hand);
});

test("a card that was taken back, one that is hidden and a hidden hand leave no gap", () => {
  expect(withPlayed(["2e"], 0, turnOf(0), [entry(0, "play 2e 1"), entry(0, null)], "universal")).toEqual(["2e"]);
  expect(withPlayed(["??", "??"], 0, turnOf(0), [entry(0, "play 1e 2")], "universal")).toEqual(["??", "??"]);
});

test("a gap has no card and is nothing that can be picked or heard", () => {
  expect(gap("7r")).toMatchObject({ card: null, place: null, mute: true, marks: ["gap"] });
});
