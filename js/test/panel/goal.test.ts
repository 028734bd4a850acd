import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Node } from "../../src/board/layout";
import type { Dump, GameGuide, UniversalTable } from "../../src/kernel/messages";
import { formOfAddress, nameForAnybody, plateName, nameOrSeat } from "../../src/board/names";
import { KEY } from "../../src/panel/goal";
import { views } from "../../src/views/index";
import widget from "../../src/widget";
import commander from "../dumps/commander.json";
import fourx from "../dumps/fourx.json";
import kommando from "../dumps/kommando.json";
import universal from "../dumps/universal.json";
import { fakeModel, stillClock } from "../model";
import { bot, person, sceneOf } from "../scene";

const start = kommando.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump;
const guide: GameGuide = {
  goal: "Win the row.",
  turn: "Lay a card.",
  end: "After ten fights.",
  variants: [{ name: "no_choice", short: "Chosen end", words: "When a card may attack.", rule: "KO-5" }],
};
const greedy = bot("Greedy", "greedy");
const scene = sceneOf({
  seats: [person("Ann"), greedy],
  can: { undo: false, redo: false, new: true, hint: false, next: false, bring_back: false, sit: [0, 1], again: false, open: false, winnable: false, learn: false, skip: false, retry: false },
});
const rules = [
  { id: "KO-5", text: "Another colour." },
  { id: "KO-11", text: "In a match.", unplayed: true },
];

function mount(traits: Record<string, unknown> = {}) {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel({ view: "table", dump: start, scene, rules, guide, bots_info: [], ...traits });
  widget.render({ model: kernel.model, el } as unknown as Parameters<typeof widget.render>[0]);
  const one = (hook: string) => el.querySelector<HTMLElement>(hook)!;
  const { id = -1 } = kernel.sent.find(({ kind }) => kind === "hello") ?? {};
  kernel.answer({ kind: "hello", id });
  return { ...kernel, el, one };
}

const settled = () => vi.advanceTimersByTimeAsync(1);

stillClock();
beforeEach(() => {
  localStorage.clear();
});

describe("a bot that failed", () => {
  test("is asked again by a button that says so, which is there only then", async () => {
    const failed = mount({ scene: { ...scene, can: { ...scene.can, retry: true } } });
    const button = failed.one("[data-mark=retry]");
    expect(button.textContent).toContain("Let it try again");
    button.click();
    await settled();
    expect(failed.sent.map(({ kind }) => kind)).toContain("go");
    expect(mount().el.textContent).not.toContain("Let it try again");
  });
});

describe("the goal", () => {
  test("is in view until it is put away, and one tap away from then on, in this browser", async () => {
    const { one } = mount();
    expect(one("[data-goal]").textContent).toBe("Win the row.");
    expect(one("[data-goal]").hidden).toBe(false);
    one(".cw-goal-close").click();
    await settled();
    expect(one("[data-goal]").hidden).toBe(true);
    expect(document.activeElement).toBe(one("[data-goal-way]"));
    expect(one("[data-goal-way]").getAttribute("aria-expanded")).toBe("false");
    expect(mount().one("[data-goal]").hidden).toBe(true);
    one("[data-goal-way]").click();
    await settled();
    expect(one("[data-goal]").hidden).toBe(false);
    expect(mount().one("[data-goal]").hidden).toBe(false);
  });
  test("on a telephone it and what the table says take each other's place", async () => {
    vi.stubGlobal("innerWidth", 390);
    const { one, model } = mount({ dump: { ...start, legal_moves: [] } });
    const open = () => [!one("[data-goal]").hidden, one("[data-message]").textContent !== ""];
    one("[data-goal-way]").click();
    await settled();
    expect(open()).toEqual([true, false]);
    one("[data-place]").click();
    await settled();
    expect(open()).toEqual([false, true]);
    one("[data-goal-way]").click();
    await settled();
    expect(open()).toEqual([true, false]);
    // whoever goes on playing has read it
    model.set("dump", { ...start, ply: 1, legal_moves: [] });
    await settled();
    expect(open()).toEqual([false, false]);
  });
  test("on a telephone a pick and Escape close it", async () => {
    vi.stubGlobal("innerWidth", 390);
    const { one } = mount();
    const open = async () => {
      one("[data-goal-way]").click();
      await settled();
      return !one("[data-goal]").hidden;
    };
    expect(await open()).toBe(true);
    one(".cw-board [data-place][aria-disabled=false]").click();
    await settled();
    expect(one("[data-goal]").hidden).toBe(true);
    expect(await open()).toBe(true);
    const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    one("[data-goal-way]").dispatchEvent(escape);
    await settled();
    expect([one("[data-goal]").hidden, escape.defaultPrevented]).toEqual([true, true]);
    expect(one(".cw-board [aria-pressed=true]"), "and the pick is let go by the next one only").not.toBeNull();
  });
  test("what the browser keeps is the name of the game and nothing of what is played", async () => {
    const { one } = mount();
    one(".cw-goal-close").click();
    await settled();
    expect([localStorage.length, localStorage.getItem(KEY)]).toEqual([1, '["kommando"]']);
  });
  test("a browser that keeps nothing, or nonsense, shows it", () => {
    localStorage.setItem(KEY, '{"not": "a list"}');
    expect(mount().one("[data-goal]").hidden).toBe(false);
    const kept = vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("not allowed here");
    });
    expect(mount().one("[data-goal]").hidden).toBe(false);
    kept.mockRestore();
  });
  test("G puts it away and brings it back", async () => {
    const { one } = mount();
    const press = () => one(".cw-board").dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true }));
    press();
    await settled();
    expect(one("[data-goal]").hidden).toBe(true);
    press();
    await settled();
    expect(one("[data-goal]").hidden).toBe(false);
  });
});

describe("variants and rules", () => {
  test("a variant says its rule and opens it", async () => {
    const { one } = mount();
    const variant = one("[data-variant=no_choice]");
    expect(variant.textContent).toBe("Chosen end");
    expect(variant.title).toBe("When a card may attack. (KO-5)");
    variant.click();
    await settled();
    expect(one("[data-tab=rules]").getAttribute("aria-selected")).toBe("true");
    expect(one("[data-rule-id=KO-5]").className).toContain("is-here");
  });
  test("rules begin with the goal, a turn and the end, drawn for who sees", () => {
    const { el } = mount();
    const parts = [...el.querySelectorAll<HTMLElement>("[data-about]")];
    expect(parts.map(({ dataset }) => dataset.about)).toEqual(["goal", "turn", "end"]);
    expect(parts.map((part) => part.querySelector("p")?.textContent)).toEqual([guide.goal, guide.turn, guide.end]);
    const drawings = [...el.querySelectorAll(".cw-drawing")];
    expect(drawings.length).toBeGreaterThan(1);
    expect(drawings.every((drawing) => drawing.getAttribute("aria-hidden") === "true")).toBe(true);
    expect(el.querySelector(".cw-rules [data-card]")).toBeNull();
  });
  test("stand among the moves, too, until there is one", async () => {
    const { el, one, model } = mount();
    const told = one("[data-guide]");
    expect([...told.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([guide.goal, guide.turn, guide.end]);
    expect(told.querySelectorAll(".cw-drawing").length).toBeGreaterThan(1);
    expect(one("[data-log]").textContent).toBe("No move has been made yet.");
    model.set("log0", [{ ply: 1, seat: 0, move: "L:7b", text: "A attacks." }]);
    model.set("logged", { count: 1, changes: 1 });
    await settled();
    expect(el.querySelector("[data-guide]")).toBeNull();
    expect(one("[data-log]").textContent).toContain("A attacks.");
  });
  test("a rule of options that are not played is told to who comes upon it", async () => {
    const { el, one, sent, answer } = mount();
    expect(el.querySelector("[data-rule-id=KO-11]")).toBeNull();
    one("[data-move]").click();
    answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: "KO-11", text: "No.", move: "L:7b" });
    await settled();
    one("[data-message] .cw-link").click();
    await settled();
    expect(one("[data-rule-id=KO-11]").textContent).toContain("In a match.");
    expect(one("[data-rule-id=KO-11]").textContent).toContain("does not apply in this game");
  });
});

describe("names", () => {
  const seats = [person("Ann"), greedy, person("C"), person("you")];
  test("stand beside the letter of a seat, which is not said twice", () => {
    expect(seats.map((_, seat) => plateName(seats, seat, 2))).toEqual(["Ann", "Greedy", "You", "you"]);
    expect(plateName(seats, 2, 0)).toBe("Player C");
    expect(plateName(seats, 3, null)).toBe("You");
    expect(seats.map((_, seat) => nameForAnybody(seats, seat))).toEqual(["Ann", "Greedy", "C", "D"]);
    expect(nameOrSeat(seats, 2)).toBe("Player C");
    const three = [person("you"), ...["Beginner Ben", "Beginner Cleo", "Club player"].map((name) => ({ ...greedy, name }))];
    expect(three.map((_, seat) => nameForAnybody(three, seat))).toEqual(["A", "Ben", "Cleo", "Club player"]);
    expect(plateName(three, 1, 0)).toBe("Beginner Ben");
    const taken = [person("Big Ben"), ...three.slice(1)];
    expect(nameForAnybody(taken, 1)).toBe("Beginner Ben");
  });
  test("nobody who plays alone is spoken to by a letter", () => {
    const one = { ...scene, seats: [person("A")] };
    expect(formOfAddress(one, 0)).toBeNull();
    expect(formOfAddress({ ...scene, seats: [person("A"), greedy] }, 0)).toBeNull();
    expect(formOfAddress({ ...scene, seats: [person("A"), person("Ben")] }, 0)).toBe("A");
    expect(formOfAddress({ ...scene, seats: [person("A"), person("Ben")] }, 1)).toBe("Ben");
  });
  test("of a person can be changed where the table may, and the kernel is asked", async () => {
    const { el, one, sent } = mount();
    const field = one("[data-person='0']") as HTMLInputElement;
    expect(field.value).toBe("Ann");
    expect(el.querySelector("[data-person='1']")).toBeNull();
    const write = async (text: string, key: string) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await settled();
      field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await settled();
    };
    await write("Bea", "Escape");
    expect(field.value).toBe("Ann");
    expect(sent.some(({ kind }) => kind === "name")).toBe(false);
    await write("Bea", "Enter");
    expect(sent.at(-1)).toMatchObject({ kind: "name", seat: 0, name: "Bea" });
  });
});

const about = (view: (typeof views)[string]) =>
  ({ card: (text: string) => text, seat: (seat: number) => "ABCD"[seat] ?? "", who: (seat: number) => `seat ${"ABCD"[seat]}`, whose: (seat: number) => `${"ABCD"[seat]}'s`, draft: {}, log: [], before: null, view }) as unknown as Parameters<typeof view.prompt>[2];

function prompt(dump: Dump, picked: readonly string[] = []): string {
  const view = views[dump.game]!;
  return view.prompt(dump, picked, about(view));
}

describe("what can be done is said of what can be done", () => {
  const playing = (dumps: unknown[]) => (dumps as Dump[]).filter(({ legal_moves: legal }) => legal.length > 0);
  const base = playing(commander)[0]!;
  test("a card of Commander that can only be given is not asked to attack", () => {
    const dump = { ...base, legal_moves: ["1xB1", "1>C2", "5>C2"], table: { ...(base.table as object), war: null } };
    expect(prompt(dump, ["5"])).toContain("cannot attack");
    expect(prompt(dump, ["1"])).toMatch(/attack, or an empty place/);
    expect(prompt({ ...dump, legal_moves: ["1xB1"] }, ["1"])).toBe("Now pick the card to attack.");
  });
  const map = playing(fourx).find(({ table }) => (table as { own: string | null }).own !== null)!;
  test("a king of one's own is not said to be captured, nor an enemy to explore", () => {
    const dump = { ...map, legal_moves: ["explore c4", "travel c4 e5", "capture 8d b2", "resign"] };
    expect(prompt(dump, ["c4"])).not.toMatch(/capture/i);
    expect(prompt(dump, ["b2"])).toMatch(/arsenal.*captures/);
    expect(prompt(dump, ["g7"])).toContain("can do nothing now");
  });
  test("a turn of 4X begins with what can be done, in whole words", () => {
    const turn = (...legal_moves: string[]) => prompt({ ...map, legal_moves: [...legal_moves, "resign"] });
    const spaces = (map.table as { map: ({ card: string } | null)[] }).map;
    const king = spaces.findIndex((entry) => entry?.card.startsWith("K"));
    const at = `${"abcdefg".charAt(king % 7)}${Math.floor(king / 7) + 1}`;
    const other = at === "c4" ? "c5" : "c4";
    const beats = "Capture with a higher card of the enemy suit or yours.";
    expect(turn(`explore ${at}`), "one press does it, and says what").toBe("Press Explore to turn up all around your king. A dot then marks each card just turned up.");
    expect(turn(`explore ${at}`, `explore ${other}`)).toBe("Explore: pick one of yours.");
    expect(turn(`explore ${at}`, `travel ${at} e5`, "capture 8d b2")).toBe(`Explore or travel: pick your king. ${beats}`);
    expect(turn(`explore ${other}`, `travel ${at} e5`, "capture 8d b2")).toBe(`Explore or travel: pick one of yours. ${beats}`);
    expect(turn("capture 8d b2"), "what captures, and where").toBe("Capture an enemy near face-down cards or a king, with a higher arsenal card of its suit or yours.");
    expect(turn(`travel ${at} e5`)).toBe("Travel, to explore elsewhere: pick your king.");
    expect(turn(`explore ${at}`, "capture 8d b2", "conquer b2")).toBe("You can conquer a king: pick him. Or explore or capture first.");
    expect(turn("conquer b2")).toBe("You can conquer a king: pick him.");
    expect(turn("conquer b2", "tech spades a1")).toBe("You can conquer a king: pick him. Or use your technology first.");
    expect(turn()).toContain("Nothing else");
  });
  test("after the first turns of 4X one reads what to aim at: what lies face down, and a king", () => {
    const later = (up: boolean, ...legal_moves: string[]) => {
      const table = map.table as { map: ({ up: boolean } | null)[] };
      const shown = table.map.map((entry) => entry && { ...entry, up: up || entry.up });
      return prompt({ ...map, legal_moves: [...legal_moves, "resign"], table: { ...table, turns: 6, map: shown } });
    };
    expect(later(false, "explore c4", "travel c4 e5", "capture 8d b2")).toBe("Aim to turn up more or surround a king. Explore, travel or capture: pick a lit card.");
    expect(later(true, "travel c4 e5", "capture 8d b2")).toBe("Aim to surround a king. Travel or capture: pick a lit card.");
    expect(later(false, "travel c4 e5", "capture 8d b2", "tech clubs e5")).toBe("Aim to turn up more or surround a king. Travel, capture or use your technology.");
  });
  test("a king of 4X that was conquered is told of, once", () => {
    const now = { ...map, legal_moves: ["explore c4", "capture 8d b2", "resign"], table: { ...(map.table as object), conquered: ["c", "s"] } } as Dump;
    const after = (before: Dump) => views.fourx!.prompt(now, [], { ...about(views.fourx!), before });
    expect(after({ ...now, table: { ...(now.table as object), conquered: ["c"] } })).toBe("The king of spades is conquered: his suit is yours. Go on: pick a lit card.");
    expect(after(now)).not.toContain("conquered");
  });
  test("cards of Commander are asked for by where they lie, in words that are not taken for face up", () => {
    const dump = { ...base, ply: 0, legal_moves: ["1xB1"], table: { ...(base.table as object), war: null } };
    expect(prompt(dump)).toMatch(/front row.*Nobody has seen/);
    expect(prompt({ ...dump, ply: 3 })).toContain("no card covers");
    expect(prompt({ ...dump, ply: 3 }) + prompt(dump)).not.toContain("covered");
  });
  test("ko 5, ko 6: which card may attack which end is said before and after the pick, and how the fight is decided", () => {
    const rows = (start.table as { row: { card: string }[] }).row.map((fight) => ({ ...fight, attack: null, defence: null, winner: null }));
    const row = rows.map((fight, at) => ({ ...fight, card: at === 0 ? "7y" : at === 9 ? "8r" : fight.card }));
    const at = (legal_moves: string[], more: object = {}) => ({ ...start, legal_moves, table: { ...(start.table as object), row, hands: [["1r", "6y", "2b"], []], ...more } });
    const dump = at(["L:1r", "R:6y", "L:2b", "R:2b"]);
    expect(prompt(dump)).toMatch(/another colour.*← or →/);
    expect(prompt(dump, ["1r"])).toBe("Now pick the left end of the row.");
    expect(prompt(dump, ["2b"])).toBe("Now pick the end of the row to attack.");
    expect(prompt(at(["L:6y", "R:6y"]))).toContain("any card will do");
    const attacked = row.map((fight, of) => (of === 0 ? { ...fight, attack: [1, "5r"] } : fight));
    expect(prompt(at(["2b"], { row: attacked }))).toContain("Answer with a blue card: the higher of the two wins.");
    expect(prompt(at(["6y"], { row: attacked }))).toMatch(/any card.*the higher of the two wins/);
    const spots: { badge: string | null; note: string | null }[] = [];
    const collect = (node: Node) => (node.kind === "box" ? node.kids.forEach(collect) : node.kind === "spot" && node.marks.includes("held") && spots.push(node));
    collect(views.kommando!.layout(dump, about(views.kommando!)));
    expect(spots.filter(({ note }) => note !== null).map(({ badge }) => badge)).toEqual(["←", "→"]);
  });
  test("giving up is no example of a move", () => {
    expect(views.fourx?.example?.(["resign", "travel c4 e5"])).toBe("travel c4 e5");
    const { one } = mount({ dump: { ...map, seat: 0, legal_moves: ["resign"] }, scene: { ...scene, seats: [person("A")] } });
    expect((one("[data-entry]") as HTMLInputElement).placeholder).not.toContain("resign");
  });
  test("giving up is in the list of legal moves, and not in their number", () => {
    const { one } = mount({ dump: { ...map, seat: 0, legal_moves: ["travel c4 e5", "resign"] }, scene: { ...scene, seats: [person("A")] } });
    expect([one(".cw-legal summary").textContent, one(".cw-legal li:last-child button").dataset.move]).toEqual(["Legal moves (1)", "resign"]);
  });
  test("in the Universal game it says in a line what a turn consists of now", () => {
    const dump = playing(universal)[0]!;
    const turn = (first: string | null, legal_moves: string[]) =>
      prompt({ ...dump, legal_moves, table: { ...(dump.table as object), turn: { first, played: 0 } } });
    expect(turn(null, ["play 5j 3", "bar 1v", "draw stock"])).toBe("Play a card, or draw to end your turn.");
    expect(turn(null, ["play 5j 3", "draw stock"])).toBe("Play a card onto your board, or draw to end your turn.");
    expect(turn(null, ["draw stock"])).toBe("No card of yours fits now. That happens often: draw one, which ends your turn.");
    const bar = { ...(dump.table as { bar: Record<string, number> }).bar, e: 0 };
    const begins = (hand: string[], legal_moves: string[]) =>
      prompt({ ...dump, legal_moves, table: { ...(dump.table as object), bar, hands: [hand, hand], turn: { first: null, played: 0 } } });
    expect(begins(["1e", "5j"], ["play 5j 3", "draw stock"]), "the bar waits for the first card").toBe("Play a card onto your board first, or draw to end your turn.");
    expect(begins(["1e", "7j"], ["draw stock"])).toBe("Your first card goes onto your own board, and none fits there yet: draw one.");
    const hands = (dump.table as { hands: string[][] }).hands.map(() => ["2s"]);
    expect(prompt({ ...dump, legal_moves: ["draw stock"], table: { ...(dump.table as object), hands, turn: { first: null, played: 0 } } }), "it may fit under the other player's cards").toBe(
      "Your last card can only go onto your own board, and does not fit: draw.",
    );
    expect(prompt({ ...dump, legal_moves: ["draw stock"], table: { ...(dump.table as object), hands, turn: { first: "own", played: 1 } } })).toBe(
      "End your turn: draw. Your last card goes onto your own board only.",
    );
    expect(turn("own", ["move 2 4", "bar 1v", "play 5j o3", "discard 5j", "draw stock"])).toBe("Move a column, or end your turn: second card to bar, other board or discard pile, or draw.");
    expect(turn("own", ["move 2 4", "discard 5j", "draw stock"]), "where no card fits is not said").toBe("Move a column, or end your turn: second card to discard pile, or draw.");
    expect(turn("other", ["bar 1v", "discard 5j", "draw stock"])).toBe("End your turn: second card to bar or discard pile, or draw.");
    expect(turn("bar", ["play 5j o3", "discard 5j"])).toBe("End your turn: second card to other board or discard pile.");
    const ends = (hand: string[]) => prompt({ ...dump, legal_moves: ["move 2 4", "end"], table: { ...(dump.table as object), hands: [hand, hand] } });
    expect(ends(["5j"]), "a first turn of one card").toBe("Move a column, or end the turn.");
    expect(ends([]), "the last card is laid").toBe("Move a column, or end the turn and the hand.");
    expect(turn(null, ["pass"]), "with nothing left to draw").toBe("No card of yours fits anywhere: pass.");
    expect(turn("own", ["pass"])).toBe("End your turn: pass.");
  });
  test("in the Universal game the places say what a pick would do, what fits there and what a hand counts", () => {
    const dump = playing(universal)[0]!;
    const columns = [["5j"], ["3n"], ["4n"], ["Sj"], ["Gv"]].map((up) => ({ down: up[0] === "Gv" ? ["??"] : [], up }));
    const table = { ...(dump.table as object), boards: [columns, columns], hands: [["4e", "Mv"], ["??", "??"]] };
    const legal_moves = ["play 4e 1", "slip 4e 2", "bar 4e", "discard 4e", "draw stock"];
    const view = views.universal!;
    const boxes: string[] = [];
    const collect = (node: Node) => {
      if (node.kind === "note" && node.marks.includes("effect")) boxes.push(node.text);
      if (node.kind === "plate") boxes.push(node.note ?? "");
      if (node.kind === "box") node.kids.forEach(collect);
      if (node.kind === "box" && node.place === "4") boxes.push(node.title ?? "");
    };
    collect(view.layout({ ...dump, seat: 0, to_play: 0, legal_moves, table }, { ...about(view), before: null, picked: ["4e"] }));
    expect(boxes).toEqual([
      "2 in hand, 1 face down",
      "Discard it",
      "Put it on the bar",
      "under 5",
      "behind 3",
      "Fits here: a Moon that is not of Jupiter, under the last card; or a Galaxy that is not of Jupiter, behind the top card",
      "2 in hand, 1 face down",
    ]);
  });
  test("every game has drawings for its goal and its turn, within their frame and of its own cards", () => {
    for (const [slug, view] of Object.entries(views))
      for (const options of [{}, { teams: true }, { twos_beat_aces: true }]) {
        const found = view.drawings!(options);
        expect(found.goal.length, slug).toBeGreaterThan(0);
        expect(found.turn.length, slug).toBeGreaterThan(0);
        for (const { width, height, cards } of [...found.goal, ...found.turn, ...found.end]) {
          expect(cards.every(({ x, y }) => x >= 0 && y >= 0 && x + 10 <= width && y + 14 <= height), slug).toBe(true);
          expect(width).toBeLessThanOrEqual(100);
        }
      }
  });
});

test("universal: with the stock used up the head says what ends the hand, and cites the rule, whoever is to move", async () => {
  const dump = universal.find(({ table, is_over: over }) => table.stock.length > 0 && !over) as unknown as Dump<UniversalTable>;
  const { el: root, model } = mount({ dump, rules: [{ id: "UC-13", text: "Used up." }] });
  expect(root.querySelector("[data-ending]")).toBeNull();
  const without = { ...dump.table, stock: [], discard: [] };
  model.set("dump", { ...dump, ply: dump.ply + 1, legal_moves: [], table: without });
  await settled();
  const told = root.querySelector<HTMLElement>('.cw-prompt [data-ending="UC-13"]');
  expect(told?.textContent).toContain("when somebody goes out or, with both piles used up, two turns in a row pass");
  told?.querySelector("button")?.click();
  expect(root.querySelector(".cw-rule.is-here")?.textContent).toContain("Used up.");
  model.set("dump", { ...dump, ply: dump.ply + 2, is_over: true, to_play: null, legal_moves: [], table: without });
  await settled();
  expect(root.querySelector("[data-ending]")).toBeNull();
});
