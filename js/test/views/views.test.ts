import { describe, expect, test } from "vitest";
import { boardContext } from "../../src/board/board";
import { moments } from "../../src/screens/replay/changes";
import { cardName } from "../../src/board/decks";
import { spoken } from "../../src/board/spoken";
import type { ViewContext, Act, Box, Node, Spot, Stage, GameView } from "../../src/board/layout";
import { click, nextPlaces, optionsOf } from "../../src/board/pick";
import { texts } from "../../src/texts";
import { plain, views } from "../../src/views/index";
import { texts as columnsTexts } from "../../src/views/columns/texts";
import { texts as own } from "../../src/views/kommando/texts";
import type { ColumnsTable, CommanderTable, Dump, FourXTable, KommandoTable, UniversalTable } from "../../src/kernel/messages";
import columns from "../dumps/columns.json";
import commander from "../dumps/commander.json";
import fourx from "../dumps/fourx.json";
import kommando from "../dumps/kommando.json";
import universal from "../dumps/universal.json";

const dumps = [commander, columns, kommando, fourx, universal].flat() as unknown as Dump[];

function about(view: GameView, more: Partial<ViewContext> = {}): ViewContext {
  return {
    card: (text) => cardName(text, view.deck),
    seat: texts.seat,
    whose: (seat) => `${"ABCD"[seat]}'s`,
    who: (seat) => texts.playerNamed(texts.seat(seat)),
    log: [],
    before: null,
    decided: null,
    draft: {},
    picked: [],
    spot: null,
    hint: null,
    memory: "all",
    narrow: false,
    low: false,
    shown: null,
    turned: false,
    ...more,
  };
}

const drawnPlainly = new Map(dumps.map(({ game }) => [game, plain({ game, deck: views[game]?.deck ?? "", groups: {}, script: "" })]));

function viewOf(dump: Dump): GameView {
  const view = views[dump.game];
  if (!view) throw new Error(`no view for ${dump.game}`);
  return view;
}

function nodes(node: Node): Node[] {
  return node.kind === "box" ? [node, ...node.kids.flatMap(nodes)] : [node];
}

/** All spots, boxes that are places, and acts, in reading order. */
function* placesOf(node: Node): Generator<Spot | Act | Box> {
  if (node.kind === "box") {
    if (node.place !== null) yield node;
    for (const kid of node.kids) yield* placesOf(kid);
  } else if ((node.kind === "spot" || node.kind === "act") && node.place !== null) {
    yield node;
  }
}

function spots(node: Node): Spot[] {
  return nodes(node).filter((one) => one.kind === "spot");
}

const named = (dump: Dump) => `${dump.game} for ${dump.seat ?? "all"} at ${dump.ply}`;
const cases = dumps.flatMap((dump) => [
  { name: named(dump), dump, view: viewOf(dump) },
  { name: `${named(dump)}, drawn plainly`, dump, view: drawnPlainly.get(dump.game)! },
]);

describe.each(cases)("$name", ({ dump, view }) => {
  const layout = view.layout(dump, about(view));
  const places = [...placesOf(layout)].map(({ place }) => place);

  test("every place and every moving card is there once", () => {
    expect(new Set(places).size).toBe(places.length);
    const ids = spots(layout).flatMap(({ id }) => (id === null ? [] : [id]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("siblings have different keys", () => {
    for (const node of nodes(layout)) {
      const keys = node.kind === "box" ? node.kids.map(({ key }) => key) : [];
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("every legal move can be picked on the table, in its order and in reverse", () => {
    if (view.compose?.(dump)) return;
    // giving up is no pick: it stands apart
    const placed = dump.legal_moves.filter((move) => move !== view.givesUp?.move);
    const options = optionsOf(placed, view.steps, view.starts);
    for (const { move, steps } of options) {
      expect(places).toEqual(expect.arrayContaining([...steps]));
      let picked: readonly string[] = [];
      for (const step of steps) {
        expect(nextPlaces(options, picked).has(step)).toBe(true);
        const choice = click(options, picked, step);
        if (choice.kind === "picked") picked = choice.picked;
        else expect(choice).toEqual({ kind: "move", move });
      }
    }
  });

  test("all that can be picked has a name, and no sentence has a hole", () => {
    const words = [
      ...nodes(layout).flatMap((node) => ("label" in node ? [node.label, node.note] : [])),
      ...dump.legal_moves.map((move) => view.say(move, dump, about(view))),
    ];
    for (const node of placesOf(layout)) if (node.kind !== "act") expect(node.label).not.toBe("");
    expect(words.filter((text) => text?.match(/undefined|null|NaN|\[object/))).toEqual([]);
  });

  test("shows no card that the dump does not know", () => {
    const known = JSON.stringify(dump.table);
    for (const { card } of spots(layout)) {
      if (card === null || card === "??" || dump.game === "universal" || dump.game === "fourx") continue;
      expect(known).toContain(`"${card}"`);
    }
  });
});

function find(layout: Box, place: string): Spot | undefined {
  return spots(layout).find((spot) => spot.place === place);
}

describe("Kommando", () => {
  const dump = kommando.find(({ seat, ply }) => seat === 0 && ply === 5) as unknown as Dump<KommandoTable>;
  const view = viewOf(dump);
  const layout = view.layout(dump, about(view));

  test("the ends are the outermost cards not yet fought for", () => {
    const open = dump.table.row.flatMap((fight, at) => (fight.attack === null ? [at] : []));
    expect(find(layout, "L")?.id).toBe(`row${open[0]}`);
    expect(find(layout, "R")?.id).toBe(`row${open.at(-1)}`);
  });
  test("of the other hand only the backs are seen", () => {
    const far = nodes(layout).find((node) => node.kind === "box" && node.key === "hand1") as Box;
    expect(spots(far).every(({ card, mute, place }) => card === "??" && mute && place === null)).toBe(true);
  });
  test("steps and attempts take a move apart and put it together", () => {
    expect(view.steps("L:10r")).toEqual(["L", "10r"]);
    expect(view.steps("9y")).toEqual(["9y"]);
    const attacking = kommando.find(({ ply }) => ply === 0) as unknown as Dump;
    expect(view.attempt?.(["9y", "R"], attacking)).toBe("R:9y");
    expect(view.attempt?.(["9y"], attacking)).toBeNull();
    expect(view.attempt?.(["9y"], dump)).toBe("9y");
    expect(view.attempt?.(["R"], { ...dump, legal_moves: ["4r"] }), "an answer picks no end, and the kernel says so").toBe("R:4r");
  });
  test("a card or an end that belongs to no legal move is tried with another one, so that the kernel says why", () => {
    const attacking = { ...kommando.find(({ ply }) => ply === 0), legal_moves: ["R:3b", "R:4b"] } as unknown as Dump;
    expect(view.attempt?.(["9y"], attacking)).toBe("R:9y");
    expect(view.attempt?.(["L"], attacking)).toBe("L:3b");
    expect([["3b"], ["R"]].map((picked) => view.attempt?.(picked, attacking))).toEqual([null, null]);
  });
  test("whoever attacks reads why it is their turn to attack (KO-9)", () => {
    const attacking = (winner: number | null, log: { move: string }[]) => {
      const row = dump.table.row.map((fight, at) => (at === 0 ? { ...fight, attack: [0, "1b"], defence: [1, "2r"], winner } : { ...fight, attack: null, defence: null, winner: null }));
      const legal = { ...dump, legal_moves: ["L:9y"], table: { ...dump.table, row } } as unknown as Dump;
      return view.prompt(legal, [], about(view, { log: log as ViewContext["log"] }));
    };
    const fought = [{ move: "L:1b" }, { move: "2r" }];
    const lacking = [{ move: "L:1b", seat: dump.to_play!, text: "" }, { move: "2b", seat: 1 - dump.to_play!, text: "Bo answers with the blue 2, having no red card; Bo wins the yellow 6." }];
    expect(attacking(1, lacking), "and why a colour that is used was allowed (KO-6)").toMatch(/^\S.* has no red card\. You lost that fight, so you attack/);
    expect(attacking(null, [])).toMatch(/^Attack an end of the row/);
    expect(attacking(1, fought)).toMatch(/^You lost that fight, so you attack/);
    expect(attacking(null, fought)).toMatch(/^A tie: you attack again/);
  });
  test("an end that lies face down says that any card may attack it (KO-5)", () => {
    const row = dump.table.row.map((fight, at) => ({ ...fight, card: at === 0 ? "??" : fight.card, attack: null, defence: null }));
    const legal = { ...dump, legal_moves: ["L:9y", "R:9y"], table: { ...dump.table, row } } as unknown as Dump;
    expect(view.prompt(legal, ["L"], about(view))).toMatch(/^It lies face down: attack it with any card/);
    expect(view.prompt(legal, ["R"], about(view))).toBe("Now pick a lit card.");
  });
  test("a click on a card that is no end says which cards can be attacked (KO-4), where somebody attacks", () => {
    const board = document.createElement("div");
    board.innerHTML = '<div class="cw-b-fight"><i></i></div><b></b>';
    const told = (name: string, legal_moves: string[]) => view.noPlace?.(board.querySelector(name)!, { ...dump, legal_moves });
    expect(told("i", ["L:9y"])).toMatchObject({ rule: "KO-4" });
    expect(told("b", ["L:9y"])).toBeNull();
    expect(told("i", ["9y"]), "whoever answers picks a card of the hand").toBeNull();
  });
  test("whoever answers reads which colour is needed, or that they have no card of it (KO-6)", () => {
    const at = dump.table.row.findIndex(({ defence }) => defence === null);
    const row = dump.table.row.map((fight, place) => (place === at ? { ...fight, card: "5b", attack: [1, "8r"] } : fight));
    const prompt = (legal_moves: string[]) => view.prompt({ ...dump, legal_moves, table: { ...dump.table, row } }, [], about(view));
    expect(prompt(["9y", "3y"])).toContain("Answer with a yellow card:");
    const last = { ...dump, to_play: 0, legal_moves: ["9y"], table: { ...dump.table, row, hands: [["9y"], []] } } as Dump;
    expect(view.prompt(last, [], about(view))).toContain("Answer with your last card:");
    expect(view.prompt({ ...dump, legal_moves: ["L:9y"], table: { ...dump.table, row: dump.table.row.filter(({ attack, defence }) => (attack === null) === (defence === null)) } }, ["L"], about(view))).toContain("a lit card");
    expect(prompt(["3b", "2r"])).toContain("Answer with any card, for you have no yellow card:");
    const hidden = dump.table.row.map((fight, place) => (place === at ? { ...fight, card: "??", attack: [1, "8r"] } : fight));
    const asked = (legal_moves: string[]) => view.prompt({ ...dump, legal_moves, table: { ...dump.table, row: hidden } }, [], about(view));
    expect(asked(["9y", "3b"])).toContain("Answer with a yellow or a blue card:");
    expect(asked(["9y"]), "no colour that the hand has not").toContain("Answer with a yellow card:");
    expect(asked(["9r"])).toContain("Answer with any card, for you have no yellow or blue card:");
  });
  test("the last attack has nothing to choose, and says so", () => {
    const row = dump.table.row.map((fight, place) => (place === 3 ? { ...fight, attack: null, defence: null, winner: null } : { ...fight, attack: [0, "1r"], defence: [1, "2r"], winner: 1 }));
    const last = { ...dump, legal_moves: ["L:9y"], table: { ...dump.table, row } } as unknown as Dump;
    expect(view.prompt(last, [], about(view))).toBe("Attack the last row card with your last card.");
  });
  test("the last row card goes by L alone", () => {
    const [last] = dump.table.row.filter((fight) => fight.attack === null);
    const done = dump.table.row.map((fight) =>
      fight === last ? fight : { ...fight, attack: [0, "1r"], defence: [1, "2r"], winner: 1 },
    );
    const end = view.layout({ ...dump, table: { ...dump.table, row: done } }, about(view));
    expect(find(end, "L")?.label).toBe(own.lastCard);
    expect(find(end, "R")).toBeUndefined();
  });
});

describe("the other games take moves apart", () => {
  test.each([
    ["commander", "1xB2", ["1", "B2"]],
    ["commander", "+5", ["5"]],
    ["commander", "5>C1", ["5", "C1"]],
    ["fourx", "explore c4", ["c4", "explore"]],
    ["fourx", "travel c4 e5", ["c4", "e5"]],
    ["fourx", "capture 8d e5", ["8d", "e5"]],
    ["fourx", "tech 8d", ["8d"]],
    ["fourx", "tech explore c4 row", ["tech", "c4", "row"]],
    ["fourx", "resign", ["resign"]],
    ["universal", "play 5j o3", ["5j", "o3"]],
    ["universal", "bar 1v", ["1v", "bar"]],
    ["universal", "discard 5j", ["5j", "discard"]],
    ["universal", "draw stock", ["stock"]],
    ["universal", "move 2 4", ["2", "4"]],
    ["universal", "end", ["end"]],
  ])("%s %s", (game, move, steps) => {
    expect(views[game]?.steps(move)).toEqual(steps);
  });
});

test("a card over face-down cards is played in vain, unless only the slip behind the top card can be meant (UC-7)", () => {
  const [dump] = universal as unknown as [Dump<object>];
  const board = (up: string[], down: string[]) => ({ ...dump, to_play: 0, table: { ...dump.table, boards: [[{ down, up }], []] } });
  const { attempt } = viewOf(dump);
  expect(attempt?.(["4j", "1"], board(["1m"], ["??"]))).toBe("play 4j 1");
  expect(attempt?.(["2j", "1"], board(["1m"], ["??"]))).toBe("slip 2j 1");
  expect(attempt?.(["4j", "1"], board(["1m"], []))).toBe("slip 4j 1");
});

test("the cards that the loser of Commander still had are drawn where they lay, and not among the lost ones, in the round and after it", () => {
  const dump = (commander as unknown as Dump<CommanderTable>[]).find(({ seat, table }) => seat === 0 && table.formations.length === 2)!;
  const formations = [dump.table.formations[0]!, Array.from({ length: 13 }, () => null)];
  const removed: [number, number, string][] = [[1, 1, "4c"], [1, 13, "9s"], [1, 7, "As"], [1, 9, "??"]];
  const after = (over: boolean) => ({ ...dump, is_over: over, to_play: null, legal_moves: [], table: { ...dump.table, formations, removed, out: [1], war: null } }) as unknown as Dump;
  const drawn = (over: boolean) => spots(views.commander!.layout(after(over), about(views.commander!)));
  const foes = (over: boolean) => drawn(over).filter(({ place }) => /^B\d/.test(place ?? ""));
  const lying = (over: boolean) => foes(over).flatMap(({ place, was }) => (was === null ? [] : [[place, was]]));
  const fallen = (over: boolean) => drawn(over).filter(({ marks }) => marks.includes("mini")).map(({ card }) => card);
  expect(lying(true).sort()).toEqual([["B7", "As"], ["B9", "??"]]);
  expect(foes(true).filter(({ card }) => card !== null), "each place is empty, as in the kernel's table").toEqual([]);
  expect(lying(false).sort(), "one picture while others play on and at the end").toEqual(lying(true).sort());
  expect([fallen(true), fallen(false)]).toEqual([["4c", "9s"], ["4c", "9s"]]);
  const words = foes(true).map((one) => spoken(one, views.commander!));
  expect(words.some((said) => said.includes("here lay ace of spades"))).toBe(true);
});

test("a card of the commanders' that belongs to no legal move is tried all the same, so that the kernel says why", () => {
  const dump = (commander as unknown as Dump<CommanderTable>[]).find(({ seat, table }) => seat === 0 && table.war === null);
  const { attempt } = views.commander!;
  const calm = { ...dump!, legal_moves: ["1xB2", "4xB2"] };
  expect([["5"], ["B13"], ["1"], ["B2"], ["5", "B2"]].map((picked) => attempt?.(picked, calm))).toEqual(["5xB2", "1xB13", null, null, "5xB2"]);
  const war = { ...calm, legal_moves: ["+5"], table: { ...calm.table, war: { attacker: [0, [1]], defender: [1, [2]], choosing: 0 } } };
  expect([["B13"], ["9"]].map((picked) => attempt?.(picked, war as unknown as Dump))).toEqual(["1xB13", "+9"]);
});

test("a card of yours and then one of your partner's is an attack that the kernel refuses; only an empty place of theirs takes a card", () => {
  const four = Array.from({ length: 4 }, () => Array.from({ length: 13 }, () => ({ card: "??" })));
  const formations = four.map((cards, seat) => cards.map((card, at) => (seat === 2 && at === 1 ? null : card)));
  const dump = { seat: 0, to_play: 0, options: { teams: true }, table: { formations, war: null }, legal_moves: [] } as unknown as Dump;
  expect(["C1", "C2", "B1"].map((place) => views.commander?.attempt?.(["1", place], dump))).toEqual(["1xC1", "1>C2", "1xB1"]);
});

test("commander in teams: the prompt says what a gift would leave open to attack, and nothing of a card that hides none", () => {
  const own = Array.from({ length: 13 }, (_, at) => ({ card: "??", uncovered: at < 4 ? "full" : at === 4 ? "partial" : "no" }));
  const legal_moves = ["1>C2", "5>C2", "9>C2", "11>C2", "12>C2"];
  const dump = { seat: 0, to_play: 0, options: { teams: true }, table: { formations: [own, own, own, own], war: null }, legal_moves } as unknown as Dump;
  const bare = (place: string) => / Given away, it leaves your (.*) open to attack\.$/.exec(views.commander?.prompt(dump, [place], {} as ViewContext) ?? "")?.[1];
  expect(["1", "5", "9", "12"].map(bare)).toEqual([undefined, "card 8", "card 12", "commander"]);
});

test("a move in words addresses the player, and calls another by name", () => {
  const seats = ["you", "Greedy"].map((name) => ({ name, kind: "person" as const, level: null }));
  for (const dump of [...commander, ...kommando] as unknown as Dump[]) {
    if (dump.seat !== 0 || dump.options.players !== undefined && dump.options.players !== 2) continue;
    const view = viewOf(dump);
    const said = dump.legal_moves.map((move) => view.say(move, dump, boardContext(view, seats, [], {}, 0)));
    expect(said.filter((words) => /\b[AB]'s|\bseat [AB]|\byou's|position/.test(words))).toEqual([]);
    if (dump.game === "commander" && said.some((words) => words.startsWith("attack"))) expect(said[0]).toMatch(/^attack Greedy's (card \d+|commander) with your (card \d+|commander)$/);
  }
});

test("a column, and an own position by its seat, is lit for everybody", () => {
  const lit = (dump: Dump, spot: string) =>
    nodes(viewOf(dump).layout(dump, about(viewOf(dump), { spot })))
      .flatMap((node) => (node.kind !== "act" && "marks" in node && node.marks.includes("spotlit") ? [node.key] : []));
  for (const dump of columns as unknown as Dump[]) expect(lit(dump, "C")).toEqual(["slotC"]);
  const own = (commander as unknown as Dump[]).find(({ seat }) => seat === 1);
  if (!own) throw new Error("no dump of seat B");
  expect(lit(own, "B6")).toEqual(["6"]);
  expect(lit(own, "A6")).toEqual([]); // a place of its own, which the board lights
});

test("five columns: a placement is put together and shown where it lies", () => {
  const dump = columns.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump;
  const view = viewOf(dump);
  const compose = view.compose?.(dump);
  const [move = ""] = dump.legal_moves;
  const draft: Record<string, string> = {};
  for (const [, slot = "", card = ""] of move.matchAll(/(\w):(\w+)/g)) draft[slot] = card;
  expect(compose?.move(draft)).toBe(move);
  const [first = ""] = Object.values(draft);
  expect(compose?.move({ A: first })).toBeNull();
  const layout = view.layout(dump, about(view, { draft: { A: first } }));
  expect(find(layout, "A")?.card).toBe(first);
  expect(find(layout, first)).toBeUndefined();
});

test("five columns: an empty place shows the card that a hint puts there; the last round is named", () => {
  const dump = columns.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<ColumnsTable>;
  const view = views.columns!;
  const hint = dump.legal_moves[0]!;
  const badges = (more: Partial<ViewContext>) =>
    [...placesOf(view.layout(dump, about(view, more)))].filter((one): one is Spot => one.kind === "spot" && /^[A-E]$/.test(one.place ?? "")).map(({ badge }) => badge);
  expect(badges({})).toEqual(Array(5).fill("+"));
  const short = hint.split(" ").map((pair) => pair.slice(2).replace("T", "10").replace(/c$/, "♣").replace(/d$/, "♦").replace(/h$/, "♥").replace(/s$/, "♠"));
  expect(badges({ hint })).toEqual(short);
  expect(view.prompt(dump, [], about(view))).toMatch(/^Put each of your 5 cards behind a column of its own/);
  expect(view.prompt({ ...dump, table: { ...dump.table, left: [] } }, [], about(view))).toMatch(/^The last round: put each of your 5 cards/);
});

test("five columns: the prompt says which columns an ace keeps from high and low (CO-8), and that a taken column swaps", () => {
  const dump = columns.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<ColumnsTable>;
  const view = views.columns!;
  const slots: ColumnsTable["slots"] = [[["As"], ["7d"]], null, [["Kh"], ["Ks", "Ac"]], [["2c"], ["3c"]], [["2d"], ["3d"]]];
  const [held = ""] = dump.table.hands[0] ?? [];
  const said = (picked: string[], draft: Record<string, string>, options = {}) =>
    view.prompt({ ...dump, options, table: { ...dump.table, slots } }, picked, about(view, { draft }));
  expect(said([], {})).toMatch(/then a column\. Aces in columns 1, 3: only a pair or more wins\.$/);
  expect(said([held], { D: "Ah" })).toBe("Now pick a free column. At one that is taken the two cards change places. Aces in columns 1, 3, 4: only a pair or more wins.");
  expect(view.prompt({ ...dump, table: { ...dump.table, slots } }, [], about(view, { asked: true, narrow: true }))).not.toContain("ace");
  expect(said([held], {}, { aces: "swing" })).toBe("Now pick the column to put it behind.");
  expect(view.prompt({ ...dump, table: { ...dump.table, slots: [null, null, null, [["2c"], ["3c"]], null] } }, [], about(view))).not.toContain("ace");
});

test("five columns: what was decided is shown column by column, nothing ahead of its turn", () => {
  const after = { ...(columns as unknown as Dump[])[0] } as Dump<ColumnsTable>;
  const table = (slots: ColumnsTable["slots"], captured: string[][], left: string[]) =>
    ({ ...after, legal_moves: [], table: { ...after.table, slots, captured, left, placed: [null, null], hands: [[], []] } }) as Dump;
  const before = table([[["2c"], ["7d"]], [["Kh"], ["Ks"]], null, null, null], [[], []], ["3c"]);
  const end = table([null, [["Kh", "4d"], ["Ks", "9s"]], null, null, null], [[], ["2c", "Ac", "7d", "7h"]], []);
  const why = [
    { of: "A", text: "B has the better set, a pair against no set", rule: "CO-6" },
    { of: "B", text: "nobody has a pair", rule: "CO-7" },
  ];
  const log = [{ ply: end.ply, seat: 1, move: "A:7h", text: "", why }];
  const stages = views.columns?.stages?.(before, { ...end, seat: 0 }, log) ?? [];
  expect(stages.map(({ shown }) => [shown?.of, shown?.winner, shown?.why])).toEqual([["A", 1, [why[0]]], ["B", null, [why[1]]], ["", null, []]]);
  expect(stages.map(({ shown }) => shown?.decided?.map(({ of, winner }) => of + String(winner)))).toEqual([["A1"], ["A1", "Bnull"], ["A1", "Bnull"]]);
  expect(stages.at(-1)?.text).toBe("Captured in this round: A 0, B 4; in all: A 0, B 4.");
  const view = viewOf(end);
  const came = ({ dump, shown }: Stage) => nodes(view.layout({ ...dump, seat: 0 }, about(view, { shown }))).flatMap((node) => (node.kind === "note" && node.key === "came" ? [node.text] : []));
  expect(stages.map(came)).toEqual([["▲ +4"], ["▲ +4", "stays"], ["▲ +4", "stays"]]);
  const slots = stages.map(({ dump }) => (dump.table as ColumnsTable).slots.slice(0, 2));
  expect(slots).toEqual([
    [[["2c", "Ac"], ["7d", "7h"]], [["Kh", "4d"], ["Ks", "??"]]],
    [null, [["Kh", "4d"], ["Ks", "9s"]]],
    [null, [["Kh", "4d"], ["Ks", "9s"]]],
  ]);
  const lying = stages.map((stage) => (stage.lying?.table as ColumnsTable | undefined)?.slots.slice(0, 2));
  expect(lying, "no column is up while the cards still move to their places").toEqual([
    [[["2c", "Ac"], ["7d", "??"]], [["Kh", "4d"], ["Ks", "??"]]], undefined, undefined,
  ]);
  expect(stages.map(({ next }) => next)).toEqual(["Next column", "Show the result", "Go on"]);
  expect(stages.map(({ dump }) => dump.points)).toEqual([[0, 0], [0, 4], [0, 4]]);
  expect(views.columns?.stages?.(before, before, [])).toEqual([]);
  expect(stages.map(({ turning }) => turning)).toEqual(["All cards lie behind their columns.", stages[0]?.text, undefined]);
});

test("five columns: the last round of a game is revealed and listed even if it captures nothing", () => {
  const after = { ...(columns as unknown as Dump[])[0] } as Dump<ColumnsTable>;
  const table = (ply: number, slots: ColumnsTable["slots"]) =>
    ({ ...after, ply, legal_moves: [], table: { ...after.table, slots, captured: [[], []], left: [], placed: [null, null], hands: [[], []] } }) as Dump;
  const none = [null, null, null];
  const from = table(7, [[["2c"], ["7d"]], [["Kh"], ["Ks"]], ...none]);
  const to = { ...table(8, [[["2c"], ["7d"]], [["Kh", "4d"], ["Ks", "9s"]], ...none]), is_over: true };
  const why = ["A", "B"].map((of) => ({ of, text: "an ace locks it", rule: "CO-8", brief: "an ace" }));
  const log = [{ ply: 8, seat: 1, move: "B:9s", text: "", why }];
  const view = viewOf(from);
  expect(view.stages?.(from, to, log).map(({ shown }) => [shown?.of, shown?.winner])).toEqual([["A", null], ["B", null], ["", null]]);
  const results = nodes(view.layout(to, about(view, { log, before: from }))).flatMap((node) => (node.kind === "note" && node.key === "result" ? [node.text] : []));
  expect(results).toEqual(["stays: an ace", "stays: an ace"]);
  expect(view.stages?.(to, from, log), "a move that was taken back").toEqual([]);
});

test("five columns: two cards are placed as both", () => {
  expect([1, 2, 3].map((count) => columnsTexts.place(count))).toEqual(["Place the card", "Place both", "Place all three"]);
});

test("five columns: the last round stays with a reason for each column while the next cards are placed", () => {
  const after = { ...(columns as unknown as Dump[])[0] } as Dump<ColumnsTable>;
  const table = (ply: number, slots: ColumnsTable["slots"], captured: string[][], left: string[]) =>
    ({ ...after, ply, legal_moves: [], table: { ...after.table, slots, captured, left, placed: [null, null], hands: [[], []] } }) as Dump;
  const from = table(1, [[["2c"], ["7d"]], [["Kh"], ["Ks"]], null, null, null], [[], []], ["3c"]);
  const to = table(2, [null, [["Kh", "4d"], ["Ks", "9s"]], null, null, null], [[], ["2c", "Ac", "7d", "7h"]], []);
  const why = [
    { of: "A", text: "B has the better set, a pair against no set", rule: "CO-6", brief: "a pair" },
    { of: "B", text: "nobody has a pair", rule: "CO-7", brief: "equal high cards" },
  ];
  const log = [{ ply: 2, seat: 1, move: "A:7h", text: "", why }, { ply: 3, seat: 0, move: null, text: "A has chosen." }];
  const view = viewOf(from);
  const results = (more: Partial<ViewContext>) =>
    nodes(view.layout({ ...to, ply: 3 }, about(view, { log, ...more }))).flatMap((node) => (node.kind === "note" && node.key === "result" ? [node.text] : []));
  expect(results({ before: to, decided: { from, to } })).toEqual(["to Player B: a pair", "stays: equal high cards"]);
  expect(results({ before: to })).toEqual([]);
});

test("five columns: of the captor's cards those are framed by which it captures", () => {
  const after = { ...(columns as unknown as Dump[])[0] } as Dump<ColumnsTable>;
  const table = (ply: number, slots: ColumnsTable["slots"], captured: string[][]) =>
    ({ ...after, ply, legal_moves: [], table: { ...after.table, slots, captured, left: [], placed: [null, null], hands: [[], []] } }) as Dump;
  const from = table(1, [[["2c", "7h", "8d"], ["7d", "4s", "9c"]], [["Kh", "9h", "3s"], ["Ks", "9s", "4c"]], null, null, null], [[], []]);
  const to = table(2, [null, null, null, null, null], [["2c", "7h", "8d", "8s", "7d", "4s", "9c", "5h", "Kh", "9h", "3s", "2s", "Ks", "9s", "4c", "Tc"], []]);
  const why = [{ of: "A", text: "", rule: "CO-6", brief: "a pair" }, { of: "B", text: "", rule: "CO-7", brief: "high and low" }];
  const view = viewOf(from);
  const log = [{ ply: 2, seat: 1, move: "", text: "", why }];
  const [first, second] = view.stages?.(from, to, log) ?? [];
  const framed = (stage: Stage) => nodes(view.layout(stage.dump, about(view, { log, shown: stage.shown }))).flatMap((node) => (node.kind === "spot" && node.marks.includes("won") ? [node] : []));
  const [onBoard, listed] = [framed(first!).filter(({ marks }) => !marks.includes("mini")), framed(second!).filter(({ marks }) => marks.includes("mini"))];
  expect(onBoard.map(({ card }) => card)).toEqual(["8d", "8s"]);
  expect(listed.map(({ card }) => card)).toEqual(["8d", "8s", "Kh", "2s"]);
});

test("commander: a battle shows both cards; turned back, the winner lies face down unless the players keep it open", () => {
  const start = commander.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<CommanderTable>;
  const formations = start.table.formations.map((formation) => [...formation]);
  const attacker = { card: "Kh", uncovered: "full" as const, seen: true };
  formations[0]?.splice(0, 1, attacker);
  formations[1]?.splice(1, 1, null);
  const dump = { ...start, ply: 1, table: { ...start.table, formations, removed: [[1, 2, "3c"]] } } as Dump;
  const why = [{ of: "", text: "A's king of hearts beats B's three of clubs", rule: "CC-5" }];
  const log = [{ ply: 1, seat: 0, move: "1xB2", text: "", why }];
  const view = viewOf(dump);
  const [stage] = view.stages?.(start, dump, log) ?? [];
  expect(stage?.shown?.why).toBe(why);
  expect(view.stages?.(dump, start, log)).toEqual([]);
  const faces = (more: Partial<ViewContext>) => {
    const all = nodes(view.layout(dump, about(view, { log, ...more })));
    const cards = all.filter((node) => node.kind === "spot").filter(({ id }) => ["A1", "shown1A1", "shown1B2"].includes(id ?? ""));
    return [cards.map(({ card }) => card).sort(), all.some(({ kind }) => kind === "verdict")];
  };
  const shown = stage?.shown ?? null;
  expect(faces({ memory: "none", shown })).toEqual([["3c", "Kh", "Kh"], true]);
  expect(faces({ memory: "none", turned: true })).toEqual([["3c", "??", "??"], false]);
  expect(faces({ memory: "last", turned: true })).toEqual([["3c", "??", "??"], false]);
  expect(faces({ memory: "last" })).toEqual([["3c", "Kh", "Kh"], false]);
  expect(faces({ memory: "all", turned: true })).toEqual([["3c", "Kh", "Kh"], false]);
});

test("commander for four: the grounds tell who is to move, and while a battle lies open who attacks whom", () => {
  const two = commander.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<CommanderTable>;
  const formations = [...two.table.formations, ...two.table.formations];
  const dump = { ...two, ply: 1, to_play: 0, points: [0, 0, 0, 0], table: { ...two.table, formations } } as Dump;
  const log = [{ ply: 1, seat: 3, move: "1xA2", text: "", why: [] }];
  const view = viewOf(dump);
  const grounds = (of: Dump, more: Partial<ViewContext>) =>
    Object.fromEntries(
      nodes(view.layout(of, about(view, { log, ...more })))
        .flatMap((node) => (node.kind === "box" && node.name === "army" ? [node] : []))
        .map(({ key, marks }) => [key, marks.filter((mark) => ["moves", "attacks", "attacked"].includes(mark))]),
    );
  expect(grounds(dump, {})).toEqual({ seat0: ["moves"], seat1: [], seat2: [], seat3: [] });
  const shown = { of: "battle", winner: null, why: [] };
  expect(grounds(dump, { shown })).toEqual({ seat0: ["attacked"], seat1: [], seat2: [], seat3: ["attacks"] });
  expect(grounds({ ...dump, is_over: true, to_play: null }, { shown })).toEqual({ seat0: [], seat1: [], seat2: [], seat3: [] });
});

test("commander: the prompt says that one's own commander can be attacked, and the ground that one is out", () => {
  const two = commander.find(({ ply, seat, to_play }) => ply > 0 && seat === to_play) as unknown as Dump<CommanderTable>;
  const me = two.seat as number;
  const [full = []] = two.table.formations;
  const view = viewOf(two);
  const covered = full.map((entry) => entry && { ...entry, uncovered: "no" as const });
  const at = (own: typeof full, out: number[] = [], over = false): Dump => ({ ...two, is_over: over, table: { ...two.table, war: null, out, formations: [0, 1, 2].map((seat) => (seat === me ? own : covered)) } });
  expect(view.prompt(at(covered), [], about(view))).toMatch(/^Pick a card/);
  expect(view.prompt(at(full.map((entry) => entry && { ...entry, uncovered: "partial" as const })), [], about(view))).toMatch(/^Your commander can be attacked! Pick a card/);
  const open = { ...at(covered), legal_moves: [...two.legal_moves, "2xC13"] };
  expect(view.prompt(open, [], about(view))).toMatch(/^An enemy commander can be attacked! Pick a card/);
  expect(view.prompt({ ...open, legal_moves: [...open.legal_moves, "11>D2"] }, [], about(view))).toMatch(/^An enemy commander can be attacked! Attack, or give/);
  expect(view.prompt(open, ["2"], about(view)), "then the step that comes next").toMatch(/^Now pick/);
  const notes = (node: Node): string[] => (node.kind === "box" ? node.kids.flatMap(notes) : node.kind === "note" && node.marks.includes("over") ? [node.text] : []);
  const gone = full.map(() => null);
  expect(notes(view.layout(at(gone, [me]), about(view)))).toEqual(["You are out"]);
  expect(notes(view.layout(at(gone, [me], true), about(view)))).toEqual([]);
});

test("commander in teams: the table tells what each team has left", () => {
  const two = commander.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<CommanderTable>;
  const [full = []] = two.table.formations;
  const formations = [full, full.map(() => null), full.slice(1), full];
  const table = { ...two.table, formations, out: [1], removed: [[2, 1, "3c"], [1, 13, "8h"]] };
  const of = (options: object) => ({ ...two, ply: 9, to_play: 0, points: [0, 0, 0, 0], options: { ...two.options, ...options }, table }) as unknown as Dump;
  const view = viewOf(two);
  const words = (dump: Dump) => nodes(view.layout(dump, about(view))).flatMap((node) => (node.kind === "note" ? [node.text] : []));
  const teams = words(of({ teams: true }));
  expect(teams).toEqual(expect.arrayContaining(["Player A and Player C: 2 commanders, 25 cards", "Player B and Player D: 1 commander, 13 cards"]));
  expect(words(of({})).join()).not.toContain("commanders");
});

/** A game of four in teams in which seat 1 is out: seats 1, 2 and 3 have fought since seat 0 had its turn. */
function afterThreeBattles() {
  const two = commander.find(({ ply, seat }) => ply === 0 && seat === 0) as unknown as Dump<CommanderTable>;
  const [full = []] = two.table.formations;
  const formations = [full.map((entry, at) => (at === 1 ? null : entry)), full.map(() => null), full, full];
  const removed = [[1, 1, "2c"], [0, 2, "Td"], [1, 13, "8h"], [3, 1, "Qs"], [3, 2, "Js"]];
  const table = { ...two.table, formations, out: [1], removed };
  const dump = { ...two, ply: 5, to_play: 0, points: [0, 0, 0, 0], options: { ...two.options, teams: true }, table } as unknown as Dump;
  const log = [
    { ply: 1, seat: 0, move: "1xB1", text: "You attack Ben's card 1 with card 1: your 3 of clubs beats Ben's 2 of clubs." },
    { ply: 2, seat: 1, move: "3xA2", text: "Ben attacks your card 2 with card 3: Ben's ace of clubs beats your 10 of diamonds." },
    { ply: 3, seat: 2, move: "1xB13", text: "Cleo attacks Ben's commander with card 1: Cleo's king beats Ben's 8." },
    { ply: 4, seat: 2, move: "5>A2", text: "Cleo gives you card 5, unseen, for position 2." },
    { ply: 5, seat: 3, move: "1xC1", text: "Dan attacks Cleo's card 1 with card 1: equal." },
    { ply: 6, seat: 3, move: "+2", text: "Dan chooses card 2 for the war." },
    { ply: 7, seat: 2, move: "+2", text: "Cleo chooses card 2 for the war: Cleo's ace beats Dan's jack." },
  ];
  return { dump, log, view: viewOf(dump) };
}

test("commander: a battle in which a commander falls is marked, and no other", () => {
  const { dump, log, view } = afterThreeBattles();
  const marks = (removed: unknown[], last: number) => {
    const table = { ...(dump.table as CommanderTable), removed, war: null } as CommanderTable;
    const shown = { of: "battle", winner: null, why: [] };
    const box = nodes(view.layout({ ...dump, table, ply: last }, about(view, { log: log.slice(0, last), shown }))).find(({ key }) => key === "battles");
    return box?.kind === "box" ? box.marks : [];
  };
  expect(marks([[1, 13, "8h"]], 3)).toContain("falls");
  expect(marks([[0, 2, "Td"]], 2)).not.toContain("falls");
});

test("commander for several: the head says who is out until a card is picked", () => {
  const { dump, log, view } = afterThreeBattles();
  const told = (more: Partial<ViewContext>) => view.news?.(dump, about(view, { log, ...more }));
  expect(told({})).toBe("Player B is out.");
  expect(told({ picked: ["1"] })).toBe("");
});

test("commander for several: each battle or gift since one's own turn is a line with both names, in the order of play", () => {
  const { dump, log, view } = afterThreeBattles();
  const rows = nodes(view.layout(dump, about(view, { log }))).flatMap((node) => (node.kind === "box" && node.name === "battle" ? [node] : []));
  const named = rows.map(({ kids }) => kids.flatMap((kid) => (kid.kind === "note" ? [kid.text] : [])));
  expect(named).toEqual([["Player B", "→", "Player A"], ["Player C", "→", "Player B is out"], ["Player D", "→", "Player C"]]);
  const shown = { of: "battle", winner: null, why: [] };
  const lines = (more: Partial<ViewContext>) =>
    nodes(view.layout(dump, about(view, { log, ...more }))).flatMap((node) => (node.kind === "note" && node.marks.includes("line") ? [node.text] : []));
  // one's own attack is told in a line when nothing is open, too
  expect(lines({}), "the places, by which a card is remembered").toEqual(["Player A A1 → Player B B1: Player B lost 2♣", "Player C → Player A: gave C5 for A2"]);
  expect(lines({ shown }), "one's own places are named here, too").toEqual(["Your card 1 → Player B: Player B lost 2♣", "Player B → your card 2: Player A lost 10♦", "Player C → Player B: Player B lost 8♥; Player B is out"]);
  const between = view.layout(dump, about(view, { log }));
  const told = nodes(between).flatMap((node) => (node.kind === "box" && node.key === "battles" ? node.kids.map(({ key }) => key) : []));
  expect(told).toEqual(["line1", "battle2", "battle3", "gift4", "battle5"]);
  const texts = nodes(between).flatMap((node) => (node.kind === "note" ? [node.text] : []));
  expect(texts).toContain("Player C → Player A: gave C5 for A2");
  const twice = { ply: 5, seat: 2, move: "6>A4", text: "Cleo gives you card 6, unseen, for position 4." };
  const own = { ply: 6, seat: 0, move: "7>C1", text: "You give Cleo card 7, unseen, for position 1." };
  const later = [...log.slice(0, 4), twice, own, ...log.slice(4).map((entry) => ({ ...entry, ply: entry.ply + 2 }))];
  const box = nodes(view.layout({ ...dump, ply: 7 }, about(view, { log: later }))).find(({ key }) => key === "battles");
  expect(box?.kind === "box" && box.kids.flatMap((kid) => (kid.kind === "note" ? [kid.text] : []))).toEqual([lines({})[0], "Player C → Player A: gave C5 for A2, C6 for A4"]);
  expect(box).toMatchObject({ across: 2 });
});

test("commander in teams: a line tells who lost a battle when a gift has filled the place since then and was shown there", () => {
  const { dump, log, view } = afterThreeBattles();
  const table = dump.table as CommanderTable;
  const formations = table.formations.map((cards, seat) => (seat === 0 ? cards.map((one, at) => (at === 1 ? { card: "Jh", uncovered: "full" as const, seen: true } : one)) : cards));
  const shown = { of: "battle", winner: null, why: [] };
  const layout = view.layout({ ...dump, table: { ...table, formations } }, about(view, { log, shown }));
  const lines = nodes(layout).flatMap((node) => (node.kind === "note" && node.marks.includes("line") ? [node.text] : []));
  expect(lines[1]).toBe("Player B → your card 2: Player A lost 10♦");
});

test("commander for several: a line names the place and the card that won, as long as it lies face up", () => {
  const { dump, log, view } = afterThreeBattles();
  const table = dump.table as CommanderTable;
  const formations = table.formations.map((cards, seat) => (seat === 2 ? cards.map((one, at) => (at === 0 ? { card: "Kh", uncovered: "full" as const, seen: true } : one)) : cards));
  const shown = { of: "battle", winner: null, why: [] };
  const line = (memory: ViewContext["memory"]) =>
    nodes(view.layout({ ...dump, table: { ...table, formations } }, about(view, { log, shown, memory }))).find(({ key }) => key === "line3");
  expect(line("last")).toMatchObject({ text: "Player C → Player B: C1 K♥ beats 8♥; Player B is out" });
  expect(line("none")).toMatchObject({ text: "Player C → Player B: Player B lost 8♥; Player B is out" });
});

test("commander: a card lost beside the commander in a war lies with the lost ones, and not where it lay", () => {
  const { dump, log, view } = afterThreeBattles();
  const war = [...log.slice(0, 3), { ply: 4, seat: 2, move: "+2", text: "" }, { ply: 5, seat: 1, move: "+11", text: "" }];
  const table: CommanderTable = { ...(dump.table as CommanderTable), removed: [[1, 1, "2c"], [1, 13, "8h"], [1, 11, "Th"], [1, 7, "??"], [1, 12, "3s"]] };
  const all = nodes(view.layout({ ...dump, table }, about(view, { log: war, memory: "last" }))).filter((node) => node.kind === "spot");
  expect(all.flatMap(({ was, lies }) => (was ? [[lies, was]] : []))).toEqual([["formations/1/11", "3s"], ["formations/1/6", "??"]]);
  expect(all.flatMap(({ marks, card }) => (marks.includes("mini") ? [card] : []))).toEqual(["2c", "8h", "Th"]);
});

test("commander: while one chooses a card for a war nothing can be turned face down, and nobody has won yet", () => {
  const { dump, log, view } = afterThreeBattles();
  const war = { attacker: [0, [1]], defender: [2, [1]] };
  const open = (of: object, legal_moves: string[]) => {
    const now = { ...dump, ply: 1, legal_moves, table: { ...(dump.table as CommanderTable), out: [], removed: [], ...of } } as unknown as Dump;
    const [first] = log;
    const context = about(view, { log: first ? [first] : [], shown: { of: "battle", winner: null, why: [] }, memory: "last" });
    const told = nodes(view.layout(now, context)).find(({ kind }) => kind === "verdict");
    return [told?.kind === "verdict" && told.done !== null, view.news?.(now, context)];
  };
  expect(open({ war }, ["+2", "+5"])).toEqual([false, ""]);
  expect(open({ war }, [])).toEqual([true, ""]);
  expect(open({ war: null }, ["2xB1"])).toEqual([true, "Remember the cards that won."]);
});

test("commander in teams: after a place of the partner the prompt asks for the card to give, after an opponent's for one to attack with", () => {
  const { dump, view } = afterThreeBattles();
  expect(view.prompt(dump, ["C5"], about(view))).toBe("Now pick your own card that you give there.");
  expect(view.prompt(dump, ["B1"], about(view))).toBe("Now pick your own card.");
});

test("commander for several: an open battle marks the card that attacks and the one that is attacked, which an arrow joins", () => {
  const { dump, log, view } = afterThreeBattles();
  const marked = (mark: string, more: Partial<ViewContext>) =>
    nodes(view.layout(dump, about(view, { log, ...more }))).flatMap((node) => (node.kind === "spot" && node.marks.includes(mark) ? [node.lies] : []));
  const shown = { of: "battle", winner: null, why: [] };
  expect([marked("from", { shown }), marked("to", { shown })]).toEqual([["formations/3/0"], ["formations/2/0"]]);
  expect([marked("from", {}), marked("to", {})]).toEqual([[], []]);
  // the next pick ends it
  expect([marked("from", { shown, picked: ["1"] }), marked("to", { shown, picked: ["1"] })]).toEqual([[], []]);
});

test("commander for several: the place of a captured commander is empty and says so, and the seat after the one to move comes next", () => {
  const { dump, log, view } = afterThreeBattles();
  const all = (of: Dump) => nodes(view.layout(of, about(view, { log })));
  const fell = all(dump).flatMap((node) => (node.kind === "spot" && node.marks.includes("fell") ? [[node.lies, node.card, node.note]] : []));
  expect(fell).toEqual([["formations/1/12", null, "out"]]);
  const lost = all(dump).flatMap((node) => (node.kind === "spot" && node.marks.includes("mini") ? [node.card] : []));
  expect(lost).toContain("8h");
  const next = (to_play: number) =>
    all({ ...dump, to_play }).flatMap((node) => (node.kind === "box" && node.name === "army" && node.kids.some((kid) => kid.kind === "note" && kid.key === "next") ? [node.key] : []));
  expect([next(0), next(2), next(3)]).toEqual([["seat2"], ["seat3"], []]);
  const near = all({ ...dump, to_play: 3 }).find((node) => node.kind === "plate" && node.seat === 0);
  expect(near).toMatchObject({ note: "12\u00a0cards · next" });
  const told = (teams: boolean, is_over: boolean) => JSON.stringify(all({ ...dump, is_over, options: { ...dump.options, scoring: true, teams } })).includes("points");
  expect([told(false, false), told(true, false), told(true, true)], "in teams a round brings points only at its end").toEqual([true, false, true]);
});

test("commander: the list of moves tells no rank of battles before the last round, unless all cards stay open or the game is over", () => {
  const { dump, log, view } = afterThreeBattles();
  const long = [{ ply: -1, seat: 3, move: "1xA1", text: "Dan: a name attacks your card 1 with card 1: Dan's 9 beats your 7." }, { ply: 0, seat: 3, move: null, text: "Dan waits." }];
  const all = [...long, { ply: 0, seat: 2, move: "4xA4", text: "Cleo attacks your card 4 with card 4: your 9 of hearts beats Cleo's 7." }, ...log];
  const told = view.listed?.(all, dump, "last").map(({ text }) => text);
  expect(told?.slice(0, 3)).toEqual(["Dan.", "Dan waits.", "Cleo attacks your card 4 with card 4."]);
  expect(told?.slice(3)).toEqual(log.map(({ text }) => text));
  const remembered = view.listed?.(all, dump, "last").map(({ again }) => again ?? "");
  expect(remembered?.findIndex((words) => words.includes("yours to remember"))).toBe(2);
  expect(remembered?.filter((words) => words !== "")).toHaveLength(1);
  expect(view.listed?.(all, dump, "none").map(({ text }) => text)).toEqual(told);
  expect(view.listed?.(all, dump, "all")).toBe(all);
  expect(view.listed?.(all, { ...dump, is_over: true }, "last")).toBe(all);
  expect(view.listed?.(all, { ...dump, seat: null }, "last")).toBe(all);
});

describe("the universal game lays open what is counted (UC-14)", () => {
  const finals = (universal as unknown as Dump<UniversalTable>[]).filter(({ is_over: over }) => over);

  test.each(finals.map((dump) => ({ name: String(dump.seat), dump })))("for $name", ({ dump }) => {
    const view = viewOf(dump);
    const layout = view.layout(dump, about(view));
    const boxes = nodes(layout).filter((one) => one.kind === "box");
    for (const seat of [0, 1]) {
      const hand = boxes.find(({ key }) => key === `hand${seat}`);
      expect(hand?.marks).toContain("open");
      expect((hand ? spots(hand) : []).map(({ card }) => card)).toEqual(dump.table.hands[seat]);
      for (const [at, { down }] of (dump.table.boards[seat] ?? []).entries()) {
        const column = boxes.find(({ key }) => key === `column${seat}${at}`);
        const open = (column ? spots(column) : []).filter(({ marks }) => marks.includes("down"));
        expect(open.map(({ card }) => card)).toEqual(down);
        expect(open.every(({ marks }) => marks.includes("stacked"))).toBe(true);
        for (const card of down) expect(column?.note).toContain(cardName(card, "universal"));
      }
    }
    expect(find(layout, "stock")?.card).toBe("??");
  });

  test("nothing of it before the end", () => {
    const dump = (universal as unknown as Dump<UniversalTable>[]).find(({ seat, ply }) => seat === 0 && ply === 25);
    const view = viewOf(dump as Dump);
    const down = spots(view.layout(dump as Dump, about(view))).filter(({ marks }) => marks.includes("down"));
    expect(down.length).toBeGreaterThan(0);
    expect(down.every(({ card, marks }) => card === "??" && !marks.includes("stacked"))).toBe(true);
  });

  test("there is a final position for every viewer", () => expect(finals).toHaveLength(4));
});

test("4X: who points at a space learns what its mark means", () => {
  const before = fourx.find(({ ply }) => ply === 0) as unknown as Dump<FourXTable>;
  const made = [{ card: "9s", up: true, territory: false }, { card: "Kh", up: true, territory: false }, { card: "5s", up: true, territory: true }];
  const map = before.table.map.map((entry, at) => (entry && made[at] ? { ...entry, ...made[at] } : entry));
  const dump = { ...before, table: { ...before.table, map } } as Dump;
  const titles = spots(views.fourx!.layout(dump, boardContext(views.fourx!, [], [], {}))).filter(({ marks }) => marks.includes("space"));
  expect(titles.slice(0, 4).map(({ title }) => title?.split(/[ :]/)[1] ?? null)).toEqual(["(red", "king", "territory", "down"]);
});

test("4X: territory that is gained is told by its spaces", () => {
  const before = fourx.find(({ ply }) => ply === 0) as unknown as Dump<FourXTable>;
  const map = before.table.map.map((entry, at) => (entry && (at === 0 || at === 8) ? { ...entry, territory: true } : entry));
  const held = before.table.map.filter((entry) => entry?.territory).length;
  const after = { ...before, table: { ...before.table, map } } as Dump;
  expect(views.fourx?.differences?.(before as Dump, after)).toEqual([`Territory gained: a1, b2 (now ${held + 2}).`]);
  expect(views.fourx?.differences?.(after, after)).toEqual([]);
});

describe("the moments of a card are told by where the table of its game has cards", () => {
  const at = (game: string, ...tables: unknown[]) =>
    moments(viewOf({ game } as Dump), tables.map((table, ply) => ({ game, ply, table }) as Dump), "Qh").map(({ kind }) => kind);
  test("columns", () => {
    const slots = [[["Qh"], []]];
    expect(at("columns", { left: ["Qh"] }, { hands: [["Qh"], []] }, { slots }, { captured: [["Qh"]] })).toEqual(["dealt", "dealt", "played", "taken"]);
  });
  test("commander", () => {
    const hidden = { formations: [[{ card: "Qh", seen: false }]] };
    const seen = { formations: [[{ card: "Qh", seen: true }]] };
    expect(at("commander", hidden, seen, { removed: [[0, 1, "Qh"]] })).toEqual(["dealt", "shown", "taken"]);
  });
  test("4X", () => {
    expect(at("fourx", { map: [{ card: "??" }] }, { map: [{ card: "Qh", up: true }] }, { arsenal: ["Qh"] })).toEqual(["shown", "dealt"]);
  });
  test("universal", () => {
    const down = { boards: [[{ down: ["Qh"], up: [] }]] };
    const up = { boards: [[{ down: [], up: ["Qh"] }]] };
    expect(at("universal", { hands: [["Qh"]] }, down, up, { bar: {} })).toEqual(["dealt", "played", "shown", "played"]);
  });
});

describe("the plain drawing", () => {
  const [dump] = kommando.filter(({ seat, ply }) => seat === 0 && ply === 5) as unknown as [Dump<KommandoTable>];
  const groups = { "hands/0": "A's hand", "hands/1": "B's hand", "row/0/attack": "the attack on place 1" };
  const view = plain({ game: "kommando", deck: "kommando", groups, script: "" });
  const layout = view.layout(dump, about(view));
  const heap = (key: string) => nodes(layout).find((node) => node.key === key) as Box;

  test("has every card and every back of the dump, in groups with the kernel's words", () => {
    const texts = JSON.stringify(dump.table).match(/"(\d+[ryb]|\?\?)"/g) ?? [];
    expect(spots(layout).map(({ card }) => JSON.stringify(card)).sort()).toEqual(texts.sort());
    expect(heap("hands/1").label).toBe("B's hand");
    expect(spots(heap("hands/1")).every(({ card, place, id }) => card === "??" && place === null && id === null)).toBe(true);
    expect(spots(heap("row/0/attack"))).toHaveLength(1);
    expect(heap("row/4/card").label).toBe("row 4 card");
  });

  test("says what is no card in words", () => {
    const facts = nodes(layout).find((node) => node.kind === "note" && node.key === "facts");
    expect(facts).toMatchObject({ text: expect.stringContaining("attacker: ") as string });
  });

  test("a card that a move is about is a place, and what is no card is a button", () => {
    const picked = { ...dump, legal_moves: ["L:6y", "R:6y", "pass", "6y 6y"] };
    const acts = nodes(view.layout(picked, about(view))).filter((node) => node.kind === "act");
    expect(acts.map(({ place, text }) => [place, text])).toEqual([["L", "L"], ["R", "R"], ...acts.slice(2).map(({ place, text }) => [place, text])]);
    expect(acts.map(({ place }) => place)).toEqual(expect.arrayContaining(["pass", "6y 6y"]));
    expect(view.say("L:6y", dump, about(view))).toBe("L:yellow 6");
  });

  test("a card that cannot be played is tried all the same where moves are single cards, so that a rule says why", () => {
    expect(view.attempt?.(["6y"], { ...dump, legal_moves: ["7b", "pass"] })).toBe("6y");
    expect(view.attempt?.(["6y"], { ...dump, legal_moves: ["L:7b"] })).toBeNull();
  });
});

test("a spotlight on an end of the row lights the card that is fought for there, and a shown hand lies like one's own", () => {
  const view = views.kommando!;
  const deal = structuredClone(kommando.find(({ seat, ply }) => seat === 0 && ply === 0)) as unknown as Dump<KommandoTable>;
  const lit = (dump: Dump<KommandoTable>, spot: string) => {
    const text = JSON.stringify(view.layout(dump, about(view, { spot })));
    return [...text.matchAll(/"id":"row(\d)"[^[]*"marks":\[([^\]]*)\]/g)].filter(([, , marks]) => marks?.includes("spotlit")).map(([, at]) => at);
  };
  expect([lit(deal, "L"), lit(deal, "R")]).toEqual([["0"], ["9"]]);
  const fought = structuredClone(deal);
  fought.table.row[0]!.attack = [0, "1r"];
  expect([lit(fought, "L"), lit(fought, "R")]).toEqual([["0"], ["9"]]);
  const far = (dump: Dump) => JSON.stringify(view.layout(dump, about(view))).includes('"far","open"]');
  expect(far(deal)).toBe(false);
  deal.table.hands[1] = ["1b", "2b"];
  expect(far(deal)).toBe(true);
});

test("each card of Kommando keeps its place in its owner's hand, and who does not see the hand sees no empty places", () => {
  const keysOf = (dump: Dump, seat: number) =>
    nodes(viewOf(dump).layout(dump, about(viewOf(dump))))
      .filter((node): node is Box => node.kind === "box" && node.key === `hand${seat}`)
      .flatMap(({ kids }) => kids.map(({ key }) => key.replace("gap", "")));
  const games = (kommando as unknown as Dump<KommandoTable>[]).filter(({ seat }) => seat === 0);
  const first = keysOf(games[0]!, 0);
  expect(first).toHaveLength(10);
  for (const dump of games) {
    expect(keysOf(dump, 0)).toEqual(first);
    expect(keysOf(dump, 1)).toHaveLength(dump.table.hands[1]!.length);
  }
});

test("five columns are called decided once the table knows it or somebody has more than half of the cards", () => {
  const dump = (columns as unknown as Dump<ColumnsTable>[])[0]!;
  const bar = (captured: string[][], more: Partial<ViewContext> = {}) => {
    const view = viewOf(dump);
    return JSON.stringify(view.layout({ ...dump, table: { ...dump.table, captured } }, about(view, more)));
  };
  const cards = (n: number) => Array.from({ length: n }, () => "??");
  const said = (drawn: string) => [columnsTexts.settled, columnsTexts.enough(27, 52)].map((words) => drawn.includes(`"${words}"`));
  expect(said(bar([cards(26), cards(20)]))).toEqual([false, true]);
  expect(said(bar([cards(20), cards(27)]))).toEqual([true, false]);
  expect(said(bar([cards(20), cards(20)], { settled: true }))).toEqual([true, false]);
  const shown = { of: "B", winner: 1, why: [] };
  expect(said(bar([cards(20), cards(27)], { shown })), "a reveal keeps it for its end").toEqual([false, true]);
  expect(said(bar([cards(20), cards(20)], { shown, settled: true })), "what was decided before it stays so").toEqual([true, false]);
  const over = viewOf(dump).layout({ ...dump, to_play: null }, about(viewOf(dump)));
  expect(said(JSON.stringify(over)), "and after the game").toEqual([true, false]);
});
