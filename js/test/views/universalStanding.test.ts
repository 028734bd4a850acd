// The figures that a player of Universal follows: what counts against each seat, and what a turn and a move take off it.
import { describe, expect, test, vi } from "vitest";
import { boardContext } from "../../src/board/board";
import { cardName } from "../../src/board/decks";
import type { Node } from "../../src/board/layout";
import type { Dump, LogEntry, UniversalTable } from "../../src/kernel/messages";
import { views } from "../../src/views/index";
import { against, gainOf, lastTurn, UNSEEN, valueOf } from "../../src/views/universal/standing";
import universal from "../dumps/universal.json";

const dumps = universal as unknown as Dump<UniversalTable>[];
const name = (card: string) => cardName(card, "universal");
const entry = (seat: number, move: string, text = ""): LogEntry => ({ ply: 1, seat, move, text });
const opened = dumps.find(({ seat, ply }) => seat === null && ply === 5)!;
const own = dumps.find(({ seat, ply }) => seat === 0 && ply === 5)!;

/** The texts of all notes with a mark, in the order of the board. */
function marked(dump: Dump<UniversalTable>, mark: string, log: LogEntry[], picked: string[] = []): string[] {
  const view = views.universal!;
  const texts = (node: Node): string[] =>
    node.kind === "box" ? node.kids.flatMap(texts) : node.kind === "note" && node.marks.includes(mark) ? [node.text] : [];
  return texts(view.layout(dump, boardContext(view, [], log, { picked }, 0)));
}

/** Every node of the board. */
function boxed(dump: Dump<UniversalTable>, log: LogEntry[], picked: string[] = []): Node[] {
  const view = views.universal!;
  const all = (node: Node): Node[] => [node, ...(node.kind === "box" ? node.kids.flatMap(all) : [])];
  return all(view.layout(dump, boardContext(view, [], log, { picked }, 0)));
}

describe("what counts against a seat (UC-14)", () => {
  test("is its hand once and its down cards twice, where all is known", () => {
    const table = { ...opened.table, hands: [["3e", "Sm"], []], boards: [[{ down: ["5j", "Mv"], up: ["Gm"] }], []] };
    expect(against(table, 0)).toEqual({ points: 3 + 10 + 2 * (5 + 10), exact: true });
    expect(against(table, 1)).toEqual({ points: 0, exact: true });
  });
  test("counts a hidden card as the mean of all cards, to the nearest whole number", () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 10, 10, 10];
    expect(UNSEEN).toBe(Math.round(values.reduce((sum, value) => sum + value) / values.length));
    expect(against(own.table, 1)).toEqual({ points: 11 * 6 + 2 * 10 * 6, exact: false });
  });
});

describe("the last turn", () => {
  test("takes off the figures what it says that it does, whoever's cards they are", () => {
    const table = (seat: number, hand: string[], down: string[]) => ({
      ...opened.table,
      boards: [0, 1].map((one) => (one === seat ? [{ down, up: ["Ss"] }] : [])),
      hands: [0, 1].map((one) => (one === seat ? hand : [])),
    });
    for (const seat of [0, 1]) {
      const hand = seat === 0 ? ["3e", "5j"] : ["??", "??"];
      const before = against(table(seat, hand, ["??", "??"]), seat).points;
      const less = (after: UniversalTable, move: string) => {
        const said = lastTurn(after, [entry(seat, move, "It turns up the Sun of Saturn.")], name, 0).less[`${seat}-0`];
        return [said, before - against(after, seat).points];
      };
      expect(less(table(seat, hand.slice(1), ["??", "??"]), "play 3e 1")).toEqual(seat === 0 ? [3, 3] : [6, 6]);
      expect(less(table(seat, hand, ["??"]), "move 1 2")).toEqual([12, 12]);
    }
  });
  test("is the moves of the seat that moved last, each at its place", () => {
    const log = [entry(0, "draw stock"), entry(1, "play 6v 5"), entry(1, "bar 1e"), entry(1, "play Sj o2")];
    expect(lastTurn(opened.table, log, name, null)).toEqual({ seat: 1, less: { "1-4": 6, e: 1, "0-1": 10 }, unseen: false, turned: [], drew: null, more: 0, changed: ["1-4", "e", "0-1"] });
  });
  test("takes twice the value of each card that was turned up, also if it was built away since", () => {
    const log = [entry(0, "move 3 4", "You move column 3 to column 4 and turn up the 7 of Jupiter."), entry(0, "move 3 1", "You move column 3 to column 1 and turn up the 1 of Mars.")];
    expect(lastTurn(opened.table, log, name, null)).toMatchObject({ less: { "0-2": 2 * (7 + 1) }, turned: ["0-2", "0-2"] });
  });
  test("stands at its places and beside the score until a card is picked", () => {
    const log = [entry(1, "play 6v 5"), entry(1, "discard Gs")];
    expect(marked({ ...own, seat: 1 }, "gain", log).sort()).toEqual(["−10", "−6"]);
    expect(marked(own, "gain", log), "cards that were hidden").toEqual(["B ≈ −6", "B ≈ −6"]);
    expect(marked(own, "gain", [entry(0, "move 3 4", "You turn up the 7 of Neptune."), entry(0, "play 3e 1")])).toContain("−3");
    expect(marked({ ...own, seat: 1 }, "change", log)).toEqual(["−16"]);
    expect(marked(own, "change", [entry(1, "play 6v 5")])).toEqual(["−6"]);
  });
  test("stands beside the score with the card that was drawn, as the two figures tell it", () => {
    const three = ["play 6v 5", "play 6s 4", "play 6m 3"].map((move) => entry(1, move));
    expect(marked(own, "change", [...three, entry(1, "draw stock")]), "108 to 96").toEqual(["−12"]);
    expect(marked(own, "change", [entry(1, "play 6v 5"), entry(1, "draw stock")]), "96 to 96").toEqual([]);
    const [held = ""] = own.table.hands[0]!;
    const drew = (text: string) => marked(own, "change", [entry(0, "play Gs 1"), entry(0, "discard Sj"), entry(0, "draw stock", text)]);
    expect(drew(`You draw the ${name(held)} from the stock.`)).toEqual([`−${20 - valueOf(held)}`]);
    expect(drew("You draw from the stock."), "nothing where the card is not known").toEqual([]);
  });
  test("of the other player has no room at the places of a telephone: its line of figures says it, and a column says one word", () => {
    const view = views.universal!;
    const told = (narrow: boolean, log: LogEntry[], picked: string[] = [], dump = own) => {
      const texts = (node: Node): string[] => (node.kind === "box" ? node.kids.flatMap(texts) : node.kind === "note" && node.marks.some((mark) => mark === "theirs" || mark === "effect") ? [node.text] : []);
      return texts(view.layout(dump, { ...boardContext(view, [], log, { picked }, 0), narrow }));
    };
    const log = [entry(1, "play 6v 5"), entry(1, "discard Gs")];
    expect(told(false, log).sort()).toEqual(["B ≈ −6", "B ≈ −6", "−12"].sort());
    expect(told(true, log)).toEqual(["−12"]);
    const first = dumps.find(({ seat, ply }) => seat === 0 && ply === 0)!;
    const [, card = ""] = first.legal_moves.find((move) => move.startsWith("play "))?.split(" ") ?? [];
    const wide = told(false, [], [card], first).filter((word) => word.startsWith("under "));
    expect(wide).not.toEqual([]);
    expect(told(true, [], [card], first).filter((word) => word === "under")).toHaveLength(wide.length);
  });
  test("stands on the bar at the pile of its suit, and at the hand that drew", () => {
    const bar = (log: LogEntry[], picked: string[] = []) =>
      boxed({ ...own, seat: 1, to_play: 1, legal_moves: ["bar 1s"] }, log, picked).flatMap((node) => (node.kind === "spot" && node.marks.includes("gains") ? [[node.key, node.badge]] : []));
    expect(bar([entry(1, "bar 1s")])).toEqual([["s", "−1"]]);
    expect(bar([entry(1, "bar 1e")], ["1s"]), "an empty pile keeps the name of its suit").toEqual([]);
    expect(marked({ ...own, seat: 1, to_play: 1, legal_moves: ["bar 1s"] }, "gain", [], ["1s"]), "where the picked card would go").toContain("−1");
    const sides = boxed(own, [entry(1, "draw stock")]).filter((node) => node.kind === "box" && node.kids.some((kid) => kid.kind === "note" && kid.text === "+1 card"));
    expect(sides.map((node) => node.kind === "box" && node.marks)).toEqual([["far"]]);
  });
  test("marks every place that it changed, whichever move did", () => {
    const log = [entry(0, "draw stock"), entry(1, "play 6v 5"), entry(1, "move 3 4", "B moves column 3 to column 4."), entry(1, "bar 1e")];
    const recent = boxed(own, log).flatMap((node) => ("marks" in node && node.marks.includes("recent") ? [node.key] : []));
    expect(recent.sort()).toEqual(["column12", "column13", "column14", "e"]);
  });
});

test("a picked card says at each place what it takes off, a picked column what the card was counted as that it turns up", () => {
  expect(marked(own, "gain", [], ["7n"])).toEqual(["−7"]);
  expect(gainOf("2", own.table.boards[0]!)).toEqual({ points: 12, exact: false });
  expect(gainOf("3", own.table.boards[0]!)).toBeNull();
});

test("the score names who leads while the hand goes on; its end has a result", () => {
  expect(marked(own, "lead", [])[0]).toMatch(/^You lead by about \d+$/);
  const final = dumps.find(({ seat, is_over: over }) => seat === 0 && over)!;
  expect(marked(final, "lead", [])).toEqual([]);
  const log = [entry(0, "play 6v 5")];
  expect([marked(final, "change", log), marked(final, "gain", log)], "what counts in the end is no difference").toEqual([[], []]);
});

test("how it is counted says what a card counts that is not seen, while there is one (UC-14)", () => {
  expect(marked(own, "how", [])[0]).toContain(`Unseen cards count ≈ ${UNSEEN}`);
  expect(marked(opened, "how", [])[0]).toMatch(/^Face-down cards count twice; Moon, Sun, Galaxy as 10\.$/);
});

test("an empty column says with which card it may begin (UC-8)", () => {
  const boards = own.table.boards.map((board, seat) => (seat === 0 ? [{ down: [], up: [] }, ...board.slice(1)] : board));
  const found: (string | null)[] = [];
  const collect = (node: Node): void => {
    if (node.kind === "box") node.kids.forEach(collect);
    else if (node.kind === "spot" && node.key === "empty") found.push(node.badge);
  };
  collect(views.universal!.layout({ ...own, table: { ...own.table, boards } }, boardContext(views.universal!, [], [], {}, 0)));
  expect(found).toEqual(["Galaxy"]);
});

test("up to six cards of a column lie in one lane on a telephone, seven on a larger screen, more in two of up to seven", () => {
  const lanes = (count: number) => {
    const up = "7654321".split("").flatMap((rank, at) => [`${rank}${"ejmnsv"[at % 6]}`, `${rank}${"jmnsve"[at % 6]}`]).slice(0, count);
    const boards = own.table.boards.map((board, seat) => (seat === 0 ? [{ down: [], up }, ...board.slice(1)] : board));
    const sizes: number[] = [];
    const collect = (node: Node): void => {
      if (node.kind !== "box") return;
      if (node.name === "strand") sizes.push(node.kids.length);
      else node.kids.forEach(collect);
    };
    const layout = views.universal!.layout({ ...own, table: { ...own.table, boards } }, boardContext(views.universal!, [], [], {}, 0));
    const column = (node: Node): Node | null => (node.kind !== "box" ? null : node.key === "column00" ? node : (node.kids.map(column).find((one) => one !== null) ?? null));
    collect(column(layout)!);
    return sizes;
  };
  expect([5, 6, 7, 9, 14].map(lanes)).toEqual([[5], [6], [7], [5, 4], [7, 7]]);
  vi.stubGlobal("innerWidth", 390);
  expect([5, 6, 7, 9, 14].map(lanes)).toEqual([[5], [6], [4, 3], [5, 4], [7, 7]]);
  vi.unstubAllGlobals();
});

test("a picked card that goes nowhere says why", () => {
  const view = views.universal!;
  const prompt = (picked: string, legal_moves: string[], more: Partial<UniversalTable> = {}) =>
    view.prompt({ ...own, legal_moves, table: { ...own.table, turn: { first: null, played: 0 }, ...more } }, [picked], boardContext(view, [], [], {}, 0));
  expect(prompt("7n", own.legal_moves, own.table)).toMatch(/^Pick a lit place/);
  expect(prompt("7n", ["play 4e 1", "draw stock"])).toMatch(/^The 7 of Neptune goes nowhere now: it fits under a Moon/);
  const hands = [["1e", "7n"], ["1e", "7n"]];
  const bar = { ...own.table.bar, e: 0 };
  expect(prompt("1e", ["draw stock"], { hands, bar }), "before the first card").toMatch(/: it fits under a 2 .*\. Its place on the bar waits until your first card lies on your own board\.$/);
  expect(prompt("7n", ["draw stock"], { hands, bar }), "it would not fit the bar").not.toMatch(/bar/);
  expect(prompt("1e", ["draw stock"], { hands: [["1e"], ["1e"]], bar })).toMatch(/Your last card goes onto your own board only\.$/);
});

test("a picked column says what goes on from it, and that nothing leaves it for the bar", () => {
  const view = views.universal!;
  const prompt = (legal_moves: string[]) => view.prompt({ ...own, legal_moves }, ["2"], boardContext(view, [], [], {}, 0));
  expect(prompt(["move 2 4", "draw stock"])).toBe("Pick the lit column to move it under.");
  expect(prompt(["play 4e 2", "draw stock"])).toBe("Pick what goes here.");
  expect(prompt(["play 2e 4", "draw stock"])).toBe("No card of yours fits here. Only cards from your hand go to the bar.");
});

test("before a pick only what a move begins with can be picked: cards, piles and columns that move", () => {
  expect(["play 5j 3", "bar 1v", "move 2 4", "draw stock", "end"].map((move) => views.universal!.starts!(move))).toEqual([["5j"], ["1v"], ["2"], ["stock"], ["end"]]);
});

test("a lesson says on a telephone why the picked card goes nowhere, for it shows no prompt there", () => {
  const view = views.universal!;
  const said = (held: string, bottoms: string[], first: string | null = null) => {
    const across = bottoms.map((card) => ({ down: [], up: [card] }));
    const boards = own.table.boards.map((board, seat) => (seat === 1 ? across : board));
    const table = { ...own.table, boards, turn: { ...own.table.turn, first } };
    const words: string[] = [];
    const collect = (node: Node): void => {
      if (node.kind === "note" && node.marks.includes("stuck")) words.push(node.text);
      if (node.kind === "box") node.kids.forEach(collect);
    };
    const given = { ...own, seat: 0, to_play: 0, legal_moves: ["play 4e 1", "draw stock"], table };
    collect(view.layout(given, { ...boardContext(view, [], [], {}, 0), picked: [held] }));
    return words;
  };
  expect(said("7m", ["Mm", "1e"])).toEqual(["The 7 of Mars goes nowhere now: it fits under a Moon of another suit."]);
  expect(said("7m", ["Mv"])).toEqual(["The 7 of Mars goes nowhere now: it fits under a Moon of another suit on your own board."]);
  expect(said("Ge", [])).toEqual(["The Galaxy of Earth goes nowhere now: it needs an empty column."]);
  expect(said("7m", [], "own")).toEqual(["The 7 of Mars goes nowhere now."]);
  expect(said("4e", []), "it can be played").toEqual([]);
});

test("beside a picked card those cards are named that could be picked in its place, and no other", () => {
  const given = { ...own, legal_moves: own.legal_moves.filter((move) => move.startsWith("draw")) };
  const [one = "", other = ""] = own.table.hands[0] ?? [];
  const dump = { ...given, legal_moves: [...given.legal_moves, `play ${one} 1`, `bar ${other}`, "move 2 4"] };
  const named = boxed(dump, [], [one]).flatMap((node) => (node.kind === "spot" && node.marks.includes("instead") ? [node.key] : []));
  expect(named.sort()).toEqual([one, other].sort());
});
