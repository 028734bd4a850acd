// What every click at a table of 4X Solitaire does: it picks what leads to a move, plays it, or is refused; it never picks what leads nowhere.
import { expect, test } from "vitest";
import { boardContext } from "../../src/board/board";
import type { Node } from "../../src/board/layout";
import { click, nextPlaces, optionsOf, type Picked } from "../../src/board/pick";
import { Picking } from "../../src/board/picking";
import type { Dump, FourXTable } from "../../src/kernel/messages";
import { fourx as view } from "../../src/views/fourx/index";
import given from "../dumps/fourx.json";

const dumps = (given as unknown as Dump<FourXTable>[]).filter(({ legal_moves: legal }) => legal.length > 0);
const middle = dumps.filter(({ table }) => table.map.some((entry) => entry?.up && !entry.territory));

/** The places that can be clicked, and what a click on each does after these picks. */
function clicks(dump: Dump<FourXTable>, picked: Picked = []) {
  const flat = (node: Node): Node[] => [node, ...(node.kind === "box" ? node.kids.flatMap(flat) : [])];
  const nodes = flat(view.layout(dump, boardContext(view, [], [], { picked })));
  const places = nodes.flatMap((node) => ("place" in node && node.place !== null ? [node.place] : []));
  const options = optionsOf(dump.legal_moves.filter((move) => move !== "resign"), view.steps, view.starts);
  const lit = nextPlaces(options, picked);
  return places.filter((place) => !picked.includes(place)).map((place) => ({
    place,
    lit: lit.has(place),
    options,
    does: click(options, picked, place, (wider) => view.attempt?.(wider, dump) ?? null),
  }));
}

/** The legal way to say what is refused: so that the kernel knows the words. */
const NOTATION = /^(explore [a-g][1-7]|travel [a-g][1-7] [a-g][1-7]|capture [2-9TJQA][cdhs] [a-g][1-7]|conquer [a-g][1-7]|tech \w+ [a-g][1-7]( row)?)$/;

test("the dumps hold the choice of a king, of a technology, and games under way", () => {
  expect([dumps.some(({ table }) => table.own === null), dumps.some(({ table }) => table.tech !== null), middle.length > 2]).toEqual([true, true, true]);
});

test("a first click picks or plays what is lit, and is refused everywhere else but on the buttons for explorations", () => {
  for (const dump of dumps) {
    for (const { place, lit, does } of clicks(dump)) {
      const told = `${place} at ply ${dump.ply}`;
      if (lit) expect(does.kind, told).not.toBe("attempt");
      else if (does.kind !== "picked") {
        expect([does.kind, dump.legal_moves.includes(does.move)], told).toEqual(["attempt", false]);
        expect(does.move, told).toMatch(NOTATION);
      } else expect(["explore", "row", "column"], told).toContain(place);
    }
  }
});

/** The space of the player's king. */
const kingAt = ({ table: { map, own } }: Dump<FourXTable>) => {
  const at = map.findIndex((entry) => entry?.card === `K${own}`);
  return `${"abcdefg"[at % 7]}${Math.floor(at / 7) + 1}`;
};

test("another card of the arsenal that can capture takes the place of the one that is picked", () => {
  const dump = { ...middle[0]!, legal_moves: ["capture Jc a5", "capture Js b7", "explore a6"] };
  const options = optionsOf(dump.legal_moves, view.steps, view.starts);
  const second = (place: string) => click(options, ["Jc"], place, (wider) => view.attempt?.(wider, dump) ?? null);
  expect(second("Js")).toEqual({ kind: "picked", picked: ["Js"] });
  expect(second("Qh"), "one that captures nothing is refused, as itself").toEqual({ kind: "attempt", move: `capture Qh ${kingAt(dump)}` });
});

test("no second click picks anything from which no move goes on", () => {
  for (const dump of middle) {
    for (const { does: first } of clicks(dump)) {
      if (first.kind !== "picked") continue;
      for (const { place, does, options } of clicks(dump, first.picked)) {
        const told = `${first.picked.join(" ")}, then ${place} at ply ${dump.ply}`;
        if (does.kind === "picked" && does.picked.length > 0) expect(nextPlaces(options, does.picked).size, told).toBeGreaterThan(0);
        if (does.kind === "attempt") expect(does.move, told).toMatch(NOTATION);
      }
    }
  }
});

const DOWN = { card: "??", up: false, territory: false };
const [start] = dumps.filter(({ table }) => table.tech === null && table.own !== null);

/** A position with these cards on the map, by the names of spaces; hearts are the player's. */
function position(cards: Record<string, string | null>, arsenal: string[], legal: string[]): Dump<FourXTable> {
  const map = Array.from({ length: 49 }, (_, at) => {
    const card = cards[`${"abcdefg".charAt(at % 7)}${Math.floor(at / 7) + 1}`];
    return card === undefined ? DOWN : { card, up: card !== null, territory: card === null || card.endsWith("h") };
  });
  return { ...start!, legal_moves: legal, table: { ...start!.table, own: "h", conquered: [], map, arsenal } };
}

const does = (dump: Dump<FourXTable>, place: string, picked: Picked = []) => clicks(dump, picked).find((one) => one.place === place)?.does;

test("each kind of click that can do nothing asks for the reason that fits it", () => {
  const dump = position(
    { c3: "Kh", d3: "4h", e3: null, c4: "Qs", d4: "Kc", e4: "5d" },
    ["2c", "6d", "Jc"],
    ["explore c3", "travel c3 d3", "travel c3 e3", "capture 6d e4", "resign"],
  );
  const asked = (place: string, picked: Picked = []) => {
    const found = does(dump, place, picked);
    return found?.kind === "attempt" ? found.move : found;
  };
  expect(asked("a1"), "face down").toBe("explore a1");
  expect(asked("d3"), "a low card of the own suit").toBe("explore d3");
  expect(asked("e3"), "a vacated space").toBe("explore e3");
  expect(asked("d4"), "an enemy king").toBe("conquer d4");
  expect(asked("c4"), "an enemy that is too high").toBe("capture 2c c4");
  expect(asked("Jc"), "an arsenal card without a target").toBe("capture Jc c3");
  expect(asked("6d", ["c3"]), "another pick begins").toEqual({ kind: "picked", picked: ["6d"] });
  expect(asked("c3", ["6d"])).toEqual({ kind: "picked", picked: ["c3"] });
  expect(asked("d3", ["e4"]), "the pick stays, and the new one is refused").toBe("explore d3");
  expect(asked("a1", ["6d"])).toBe("capture 6d a1");
  expect(asked("a1", ["c3"])).toBe("travel c3 a1");
});

test("a king that can be conquered is, whatever is picked", () => {
  const dump = position({ c3: "Kh", c4: null, d4: "Kc", e4: "5d" }, ["2c", "6d", "Jc"], ["explore c3", "travel c3 c4", "capture 6d e4", "conquer d4", "resign"]);
  for (const picked of [[], ["c3"], ["6d"], ["e4"]]) expect(does(dump, "d4", picked)).toMatchObject({ move: "conquer d4" });
});

test("the button asks why nothing can be explored only where nothing can", () => {
  const some = position({ c3: "Kh" }, ["2c", "6d", "Jc"], ["explore c3", "resign"]);
  expect(does(some, "explore")).toEqual({ kind: "picked", picked: ["explore"] });
  expect(does({ ...some, legal_moves: ["resign"] }, "explore")).toEqual({ kind: "attempt", move: "explore c3" });
});

test("a used technology, or one picked for a space where it does nothing, is refused", () => {
  const of = (card: string, legal: string[]) => {
    const dump = position({ c3: "Kh", d4: "Kc", e4: "5d" }, ["2c", "7s", "Jc"], [...legal, "resign"]);
    return { ...dump, table: { ...dump.table, tech: { card, used: legal.length === 0 } } };
  };
  const used = ["2s", "2h", "2d", "3c"].map((card) => does(of(card, []), "tech"));
  expect(used.map((one) => one?.kind === "attempt" && one.move)).toEqual(["tech flip c3", "tech conquer c3", "tech explore c3 row", "tech capture c3"]);
  expect(does(of("2s", ["tech flip a1"]), "e4", ["tech"])).toEqual({ kind: "attempt", move: "tech flip e4" });
  expect(does(of("3c", ["tech capture e4"]), "d4", ["tech"])).toEqual({ kind: "attempt", move: "tech capture d4" });
});

test("a card that lies face down beside the picked one is turned up with all around it; one farther away is no place to travel to", () => {
  let explored = 0;
  for (const dump of middle) {
    for (const from of dump.legal_moves.flatMap((move) => (move.startsWith("explore ") && move.length === 10 ? [move.slice(8)] : []))) {
      dump.table.map.forEach((entry, at) => {
        if (!entry?.card || entry.up) return;
        const [x, y] = [at % 7, Math.floor(at / 7)];
        const far = Math.max(Math.abs(x - "abcdefg".indexOf(from.charAt(0))), Math.abs(y + 1 - Number(from.charAt(1))));
        const meant = view.attempt?.([from, `${"abcdefg".charAt(x)}${y + 1}`], dump);
        if (far === 1) expect(meant).toBe(`explore ${from}`);
        else expect(meant).not.toMatch(/^explore/);
        explored += Number(far === 1);
      });
    }
  }
  expect(explored).toBeGreaterThan(0);
});

test("exploring can be chosen first, and the prompt then asks for the card", () => {
  const exploring = dumps.filter(({ legal_moves: legal }) => legal.some((move) => move.startsWith("explore ")));
  expect(exploring.length).toBeGreaterThan(2);
  for (const dump of exploring) {
    const first = clicks(dump).find(({ place }) => place === "explore");
    expect([first?.lit, first?.does.kind]).toEqual([true, "picked"]);
    expect(view.prompt(dump, ["explore"], boardContext(view, [], [], { picked: ["explore"] }))).toMatch(/^Explore: now pick /);
    const lit = clicks(dump, ["explore"]).filter((one) => one.lit);
    expect(lit.length).toBeGreaterThan(0);
    for (const { place, does } of lit) expect(does).toEqual({ kind: "move", move: `explore ${place}` });
  }
});

test("with one card that can explore, the button explores at once; with several it asks for the card", () => {
  const explorations = dumps.map(({ legal_moves: legal }) => legal.filter((move) => move.startsWith("explore ")));
  expect(explorations.some((moves) => moves.length === 1)).toBe(true);
  dumps.forEach((dump, at) => {
    for (const moves of [explorations[at]!, explorations[at]!.slice(0, 1), ["explore a1", "explore b1"]]) {
      const played: string[] = [];
      const picks: (readonly string[])[] = [];
      const given = { ...dump, legal_moves: [...moves, "resign"] };
      const nothing = () => undefined;
      const now = { view, dump: given, picked: [], draft: {}, pick: (one: readonly string[]) => picks.push(one), lay: nothing, letGo: nothing, unready: nothing, play: (move: string) => played.push(move) };
      if (moves.length > 0) new Picking(() => now).pickPlace("explore");
      expect([played, picks]).toEqual(moves.length === 0 ? [[], []] : moves.length === 1 ? [moves, []] : [[], [["explore"]]]);
    }
  });
});
