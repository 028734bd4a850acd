import { expect, test } from "vitest";
import { differences } from "../../src/kernel/differences";
import { fold } from "../../src/kernel/fold";
import type { Dump, Frames } from "../../src/kernel/messages";
import kommando from "../dumps/kommando.json";

const first = kommando[0] as unknown as Dump;

test("each patch turns the dump before it into the next; the first one stays as it was", () => {
  const frames: Frames = {
    round: 0,
    dumps: [
      first,
      [
        [["ply"], 1],
        [["table", "row", 0, "attack"], [0, "7b"]],
      ],
      [
        [["ply"], 2],
        [["table", "hands", 1], ["??"]],
      ],
    ],
    last: [[], [], []],
    log: [],
  };
  const dumps = fold(frames);
  const tables = dumps.map((dump) => dump.table as { row: { attack: unknown }[]; hands: string[][] });
  expect(dumps.map(({ ply }) => ply)).toEqual([0, 1, 2]);
  expect(tables.map(({ row }) => row[0]?.attack)).toEqual([null, [0, "7b"], [0, "7b"]]);
  expect(tables[2]?.hands[1]).toEqual(["??"]);
  expect(tables[1]?.hands).toBe(tables[0]?.hands);
});

test("a step of four splices the list at its path", () => {
  const splice: Frames = { round: 0, dumps: [first, [[["points"], 1, 1, [7, 8]], [["points"], 0, 0, [9]]]], last: [], log: [] };
  const [before, after] = fold(splice);
  expect(after?.points).toEqual([9, before?.points[0], 7, 8]);
  expect(() => fold({ ...splice, dumps: [first, [[["table"], 0, 0, []]]] })).toThrow("no list there");
});

test("a patch that leads nowhere is an error, not a silent change", () => {
  expect(() => fold({ round: 0, dumps: [first, [[["ply", "x"], 1]]], last: [], log: [] })).toThrow("no such path");
});

test("differences name the innermost paths", () => {
  expect([...differences({ a: [1, 2], b: { c: 1 } }, { a: [1, 3], b: { c: 1 } })]).toEqual(["a.1"]);
  expect([...differences({ a: 1 }, { a: { b: 1 } })]).toEqual(["a"]);
});
