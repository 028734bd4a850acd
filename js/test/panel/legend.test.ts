import { expect, test } from "vitest";
import type { LegendEntry } from "../../src/board/layout";
import { entriesFor, pictureOf } from "../../src/board/legend";
import { latest } from "../../src/panel/legend";
import { views } from "../../src/views/index";

const names = (entries: readonly LegendEntry[]) => entries.map(({ name }) => name);

test("4X and Universal have a legend, whose entries follow the options", () => {
  expect(Object.keys(views).filter((slug) => views[slug]?.legend)).toEqual(expect.arrayContaining(["fourx", "universal"]));
  const legend = views.fourx?.legend ?? [];
  expect(names(entriesFor(legend, { explorers: "court" }))).not.toContain("explore any");
  expect(names(entriesFor(legend, { explorers: "any" }))).not.toContain("explore");
});

test("a picture holds the cards of its entry, all of them within it", () => {
  for (const slug of ["fourx", "universal"])
    for (const entry of views[slug]?.legend ?? []) {
      const picture = pictureOf(entry);
      expect(picture?.cards.map(({ card }) => card) ?? []).toEqual(entry.cards);
      for (const { x, y } of picture?.cards ?? []) expect([x + 10 <= picture!.width, y + 14 <= picture!.height]).toEqual([true, true]);
    }
});

test("Universal's legend says that face-down cards count twice and what the sign of an estimate means (UC-14)", () => {
  const count = views.universal?.legend?.find(({ name }) => name === "count")?.text ?? "";
  expect(count).toMatch(/face down count twice/);
  expect(count).toMatch(/≈: until then a card that you cannot see counts 6, face down 12/);
});

test("just now are the moves of others since one's own, else one's own last move", () => {
  const log = [0, 0, 1, 1].map((seat, at) => ({ ply: at + 1, seat, move: "x", text: "" }));
  const plies = (count: number, acts: number[]) => latest(log.slice(0, count), acts).map(({ ply }) => ply);
  expect([plies(0, [0]), plies(2, [0]), plies(4, [0]), plies(4, [])]).toEqual([[], [2], [3, 4], [4]]);
});
