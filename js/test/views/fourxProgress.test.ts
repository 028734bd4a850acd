// How far the win of 4X Solitaire is: turns, territory, kings, and what each enemy king still needs.
import { expect, test } from "vitest";
import { boardContext } from "../../src/board/board";
import { pictureOf } from "../../src/board/legend";
import type { Node, Spot } from "../../src/board/layout";
import type { Dump, FourXTable, LogEntry } from "../../src/kernel/messages";
import { views } from "../../src/views/index";
import fourx from "../dumps/fourx.json";

const start = (fourx as unknown as Dump<FourXTable>[]).find(({ ply }) => ply === 1)!;
const HOLE = { card: null, up: false, territory: true };

/** The start with other spaces, by their numbers in reading order. */
function withSpaces(spaces: Record<number, FourXTable["map"][number]>, more: Partial<FourXTable> = {}): Dump<FourXTable> {
  const map = start.table.map.map((entry, at) => (at in spaces ? (spaces[at] ?? null) : entry && { card: "??", up: false, territory: false }));
  return { ...start, table: { ...start.table, ...more, map } };
}

function nodes(dump: Dump<FourXTable>, before: Dump<FourXTable> | null = null, log: LogEntry[] = []): Node[] {
  const flat = (node: Node): Node[] => [node, ...(node.kind === "box" ? node.kids.flatMap(flat) : [])];
  return flat(views.fourx!.layout(dump, boardContext(views.fourx!, [], log, { before })));
}

function spotAt(dump: Dump<FourXTable>, key: string): Spot {
  return nodes(dump).find((node): node is Spot => node.kind === "spot" && node.key === key)!;
}

const KING = { card: "Kh", up: true, territory: false };

test("an enemy king says how many spaces around him are yours, of the least share that conquers him (FX-7)", () => {
  const sieges = [
    spotAt(withSpaces({ 24: KING, 16: HOLE, 17: HOLE }), "d4").badge, // within the map: 5 of 8
    spotAt(withSpaces({ 3: KING, 2: HOLE, 4: HOLE, 11: HOLE, 7: HOLE }), "d1").badge, // at an edge: 3 of 5; a2 is not beside him
    spotAt(withSpaces({ 0: KING, 1: HOLE, 7: HOLE, 8: HOLE }), "a1").badge, // three of two do not count
    spotAt(withSpaces({ 0: KING, 1: HOLE }), "a1").badge, // in a corner: 2 of 3
    spotAt(withSpaces({ 40: KING, 48: null }), "f6").badge, // beside the space off the map: 4 of 7 (FX-11)
  ];
  expect(sieges).toEqual(["2/5", "3/3", "2/2", "1/2", "0/4"]);
  const king = spotAt(withSpaces({ 24: KING, 16: HOLE }), "d4");
  for (const words of [king.note, king.title]) expect(words).toContain("1 of the 5 spaces that conquer him are yours");
});

test("a king, what explores and travels, other own cards and a goal differ in their marks, and the legend has each of them", () => {
  const cards = { 8: "Kd", 9: "Qd", 10: "7d", 11: "Qh", 24: "Kh" };
  const spaces = Object.fromEntries(Object.entries(cards).map(([at, card]) => [at, { card, up: true, territory: card.endsWith("d") }]));
  const signs = (of: Dump<FourXTable>) =>
    ["b2", "c2", "d2", "e2", "d4"].map((name) => spotAt(of, name).marks.filter((mark) => ["own", "crown", "mover", "goal"].includes(mark)).join(" is-"));
  const dump = withSpaces(spaces, { own: "d" });
  expect(signs(dump)).toEqual(["own is-crown", "own is-mover", "own", "", "goal"]);
  const every = { ...dump, options: { ...dump.options, explorers: "any" } };
  expect(signs(every)[2], "every card of the suit explores with this option (FX-4)").toBe("own is-mover");
  const drawn = (views.fourx?.legend ?? []).flatMap((entry) => pictureOf(entry)?.cards.map(({ mark }) => mark) ?? []);
  expect(drawn).toEqual(expect.arrayContaining(["land is-own is-crown", "land is-own is-mover", "land is-own", "foe is-goal"]));
});

test("the line of signs names those that lie on the map, with an enemy king's figure, and what was just turned up", () => {
  const lies = (of: Dump<FourXTable>, before: Dump<FourXTable> = of) => nodes(of, before).flatMap((node) => (node.kind === "note" && node.marks.includes("sign") ? [node.text] : []));
  const seven = { 10: { card: "7d", up: true, territory: true } };
  const dump = withSpaces({ ...seven, 24: KING, 16: HOLE }, { own: "d" });
  expect(lies(dump)).toEqual(["1/5: yours around him", "yours"]);
  expect(lies(withSpaces({ ...seven, 11: { card: "Qd", up: true, territory: true } }, { own: "d" }))).toEqual(["explores", "yours"]);
  expect(lies(withSpaces({ 0: KING, 1: HOLE, 7: HOLE, 8: HOLE }, { own: "d" })), "three of two").toEqual(["2/2: enough are yours"]);
  expect(lies(dump, withSpaces({ 10: { card: "??", up: false, territory: false } }, { own: "d" }))).toContain("new");
  const hidden = { 24: { card: "??", up: false, territory: false } };
  expect(lies(dump, withSpaces({ ...seven, ...hidden, 16: HOLE }, { own: "d" })), "a king turned up has his figure once").toEqual(["1/5: yours around him", "yours", "new"]);
});

test("what was turned up last is named in a game that goes on, too, since its dots lie on the map", () => {
  const dump = withSpaces({ 10: { card: "7d", up: true, territory: true } }, { own: "d" });
  const named = (move: string) => nodes(dump, null, [{ ply: 2, seat: 0, move, text: "" }]).some((node) => node.kind === "note" && node.text === "new");
  expect([named("explore d4"), named("travel d4 e5")]).toEqual([true, false]);
});

test("no other card, and no king of one's own, says so", () => {
  const dump = withSpaces({ 24: { card: "Qh", up: true, territory: false }, 25: { card: "Kd", up: true, territory: true } });
  expect([spotAt(dump, "d4").badge, spotAt(dump, "e4").badge, spotAt(dump, "a1").badge]).toEqual([null, null, null]);
});

test("each king has a place, where his card lies once he is conquered, and his sign until then", () => {
  const dump = withSpaces({}, { own: "d", conquered: ["s"] });
  expect(["c", "d", "h", "s"].map((suit) => [spotAt(dump, `king-${suit}`).card, spotAt(dump, `king-${suit}`).badge])).toEqual([
    [null, "♣"], ["Kd", null], [null, "♥"], ["Ks", null],
  ]);
});

test("territory is told of the whole map, with what the last move added", () => {
  const [before, after] = [withSpaces({ 0: HOLE }), withSpaces({ 0: HOLE, 1: HOLE, 2: HOLE, 48: null })];
  const texts = nodes(after, before).flatMap((node) => (node.kind === "note" ? [node.text] : []));
  expect(texts).toContain("Territory: 3 of 48");
  expect(texts).toContain("+2");
  expect(nodes(after, after).some((node) => node.kind === "note" && node.marks.includes("change"))).toBe(false);
});

test("the prompt says that nothing can be reached any more, where no space of the territory touches a card face down", () => {
  const seen = { card: "Ah", up: true, territory: false };
  const yours = { card: "Kd", up: true, territory: true };
  const all = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [at, seen]));
  const prompt = (spaces: typeof all, more: Partial<FourXTable> = {}) => {
    const dump = { ...withSpaces({ ...all, ...spaces }, { own: "d", ...more }), legal_moves: ["travel a1 b1", "resign"] };
    return views.fourx!.prompt(dump, [], boardContext(views.fourx!, [], [], {}));
  };
  const down = { card: "??", up: false, territory: false };
  const held = { 0: yours, 1: HOLE as unknown as typeof seen };
  expect(prompt({ ...held, 48: down })).toContain("nothing more can be explored");
  expect(prompt({ ...held, 9: down }), "from b1 it can be turned up").toBe("Travel, to explore elsewhere: pick your king.");
  const tech = { card: "4d", used: false };
  expect(prompt({ ...held, 43: down }, { tech }), "a technology of diamonds reaches a whole column").toContain("Travel");
  expect(prompt({ ...held, 43: down }, { tech: { ...tech, used: true } })).toContain("you can give up");
});
