import { describe, expect, test, vi } from "vitest";
import { facing, nearestIn } from "../../src/board/a11y";
import { PATIENCE } from "../../src/kernel/connection";
import type { CommanderTable, Dump } from "../../src/kernel/messages";
import type { Ui } from "../../src/panel/ui";
import { HastyTaps } from "../../src/screens/table/hasty";
import { texts } from "../../src/texts";
import widget from "../../src/widget";
import commander from "../dumps/commander.json";
import columns from "../dumps/columns.json";
import dumps from "../dumps/kommando.json";
import { fakeModel, stillClock } from "../model";
import { sceneOf } from "../scene";

const start = dumps.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump;
const scene = sceneOf();

function mount(traits: Record<string, unknown> = {}) {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel({ view: "table", dump: start, scene, rules: [{ id: "KO-5", text: "Another colour." }], bots_info: [], ...traits });
  const ending = new AbortController();
  widget.render({ model: kernel.model, el, signal: ending.signal } as unknown as Parameters<typeof widget.render>[0]);
  const root = el.querySelector<HTMLElement>(".capture-widgets");
  if (!root) throw new Error("nothing was drawn");
  const place = (name: string) => root.querySelector<HTMLElement>(`[data-place="${name}"]`)!;
  const hello = kernel.sent.find(({ kind }) => kind === "hello");
  return { ...kernel, el, root, place, ending, hello: () => kernel.answer({ kind: "hello", id: hello?.id ?? -1 }) };
}

function press(node: Element, key: string): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true });
  node.dispatchEvent(event);
  return event;
}

stillClock();

const [move = ""] = start.legal_moves;
const [end = "", card = ""] = move.split(":");

test("what a player knows of the result is said until they pick a card, with the way to the end", async () => {
  const settled = "Decided: you win; the cards left cannot change it.";
  const { root, hello, place, model } = mount({ scene: { ...scene, settled, can: { ...scene.can, skip: true } } });
  hello();
  const prompt = () => root.querySelector(".cw-prompt")?.textContent.trim();
  expect([prompt(), root.querySelector('[data-mark="skip"]') === null]).toEqual([settled, false]);
  place(end).click();
  await vi.waitFor(() => expect(prompt()).not.toBe(settled));
  model.set("scene", { ...scene, settled });
  await vi.waitFor(() => expect(root.querySelector('[data-mark="skip"]')).toBeNull());
});

describe("the hooks of the contract", () => {
  test("are on the root and follow the connection", () => {
    const { root, hello } = mount();
    expect(Object.fromEntries(Object.entries(root.dataset))).toMatchObject({ game: "kommando", view: "table", seat: "0", round: "0", ply: "0", state: "busy" });
    hello();
    expect(root.dataset.state).toBe("ready");
  });
  test("every legal move is in the page and plays itself", () => {
    const { root, hello, sent } = mount();
    hello();
    const moves = [...root.querySelectorAll<HTMLElement>("[data-move]")];
    expect(moves.map(({ dataset }) => dataset.move)).toEqual(start.legal_moves);
    moves[1]?.click();
    expect(sent.at(-1)).toMatchObject({ kind: "play", move: start.legal_moves[1], round: 0, ply: 0 });
  });
  test("moves that stay are the buttons that they were; the list is the moves of the position, whichever they are", async () => {
    const { model, root, hello } = mount();
    hello();
    const buttons = () => [...root.querySelectorAll<HTMLElement>("[data-move]")];
    const before = buttons();
    const rest = start.legal_moves.filter((_, at) => at % 3 !== 0);
    for (const legal of [rest, [...rest].reverse(), ["a1", ...rest.slice(0, 2)], start.legal_moves]) {
      model.set("dump", { ...start, ply: legal.length, legal_moves: legal });
      await Promise.resolve();
      expect(buttons().map(({ dataset }) => dataset.move)).toEqual(legal);
      expect(buttons().map((button) => button.querySelector("code")?.textContent)).toEqual(legal);
      if (legal === rest) expect(buttons().map((button) => before.indexOf(button))).toEqual(rest.map((move) => start.legal_moves.indexOf(move)));
    }
  });
  test("the log says each move once, however long it is, taken back and made anew", async () => {
    const { model, root, hello } = mount();
    hello();
    const log = Array.from({ length: 40 }, (_, at) => ({ ply: at + 1, seat: at % 2, move: "x", text: `Move ${at + 1}.` }));
    const other = [...log.slice(0, 15), { ply: 16, seat: 1, move: "y", text: "Another." }];
    for (const now of [log.slice(0, 16), log.slice(0, 17), log, other, log.slice(0, 3)]) {
      model.set("log0", now);
      model.set("logged", { count: now.length, changes: now.length });
      await Promise.resolve();
      expect([...root.querySelectorAll("[data-log] li")].map(({ textContent }) => textContent)).toEqual(now.map(({ ply, text }) => `${ply}${text}`));
    }
  });
  test("one live region, one message, one field, one log", () => {
    const { root } = mount();
    for (const hook of ["[aria-live]", "[data-message]", "input[data-entry]", "[data-log]"])
      expect(root.querySelectorAll(hook)).toHaveLength(1);
  });
});

describe("picking", () => {
  test("highlights at once, without the kernel, and sends the whole move", () => {
    const { place, root, hello, sent } = mount();
    hello();
    const before = sent.length;
    place(card).click();
    expect(place(card).getAttribute("aria-pressed")).toBe("true");
    expect(place(end).getAttribute("aria-disabled")).toBe("false");
    expect(sent).toHaveLength(before);
    place(end).click();
    expect(sent.at(-1)).toMatchObject({ kind: "play", move });
    vi.advanceTimersByTime(PATIENCE);
    expect(root.dataset.state).toBe("busy");
    expect(root.textContent).toContain(texts.sending);
  });
  test("end first, then card", () => {
    const { place, hello, sent } = mount();
    hello();
    place(end).click();
    place(card).click();
    expect(sent.at(-1)).toMatchObject({ kind: "play", move });
  });
  test("while a move is on its way nothing else is sent", () => {
    const { place, hello, sent } = mount();
    hello();
    place(card).click();
    place(end).click();
    const before = sent.length;
    place(card).click();
    place(end).click();
    expect(sent).toHaveLength(before);
  });
  test("a refusal is shown with its rule, which opens in the rules panel", () => {
    const { place, root, hello, sent, answer } = mount();
    hello();
    place(card).click();
    place(end).click();
    answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: "KO-5", text: "Not in that colour.", move });
    const message = root.querySelector<HTMLElement>("[data-message]");
    expect(message?.dataset.rule).toBe("KO-5");
    expect(message?.textContent).toContain("Not in that colour.");
    expect(root.dataset.state).toBe("ready");
    message?.querySelector("button")?.click();
    expect(root.querySelector(".cw-rule.is-here")?.textContent).toContain("Another colour.");
  });
  test("the first refusal of a rule tells the rule, later ones name it", () => {
    localStorage.removeItem("capture-widgets/rules-told");
    const { place, root, hello, sent, answer } = mount({ rules: [{ id: "KO-4", text: "Ends only." }] });
    hello();
    place(card).click();
    const refuse = (rule: string) => {
      place(end).click();
      answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule, text: "Not so.", move });
      return root.querySelector("[data-rule-told]")?.textContent ?? null;
    };
    expect(refuse("KO-7")).toBeNull();
    expect(refuse("GE-3")).toBeNull();
    const first = refuse("KO-4");
    expect(root.querySelector("[data-message]")?.textContent).toContain("See the rule: Ends only.");
    const told = [first, refuse("KO-4"), refuse("KO-4")];
    expect(told).toEqual(["Ends only.", null, null]);
  });
  test("a table that may not act says so and sends nothing", () => {
    const { place, root, hello, sent } = mount({ dump: { ...start, legal_moves: [] } });
    hello();
    const before = sent.length;
    place(card).click();
    expect(sent).toHaveLength(before);
    expect(root.querySelector("[data-message]")?.textContent).not.toBe("");
  });
});

describe("a request on its way", () => {
  /** What was written to the page since the last call, but for the mark on what was clicked. */
  function watched(root: HTMLElement) {
    const watch = new MutationObserver(() => undefined);
    watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => watch.takeRecords().filter(({ attributeName }) => attributeName !== "data-sent");
  }
  test("marks what was clicked, at once and by nothing else", () => {
    const { place, root, hello } = mount();
    hello();
    const entry = root.querySelector<HTMLElement>(`[data-move="${move}"]`)!;
    const written = watched(root);
    entry.click();
    expect(entry.dataset.sent).toBe("");
    expect(place(card).dataset.sent).toBeUndefined();
    expect(written()).toHaveLength(0);
    vi.advanceTimersByTime(PATIENCE - 1);
    expect(written()).toHaveLength(0);
    expect(root.dataset.state).toBe("ready");
  });
  test("is shown as pending once the answer is late, until it is there", () => {
    const { root, hello, sent, answer } = mount();
    hello();
    const entry = root.querySelector<HTMLElement>(`[data-move="${move}"]`)!;
    entry.click();
    vi.advanceTimersByTime(PATIENCE);
    expect(root.dataset.state).toBe("busy");
    expect(root.querySelector(".cw-turn")?.textContent).toBe(texts.sending);
    expect(root.querySelectorAll(".is-pending")).toHaveLength(2);
    answer({ kind: "done", id: sent.at(-1)?.id ?? 0 });
    expect(root.dataset.state).toBe("ready");
    expect(root.querySelectorAll(".is-pending")).toHaveLength(0);
    expect(entry.dataset.sent).toBeUndefined();
  });
  test("has an answer that changes nothing: nothing is written", async () => {
    const { model, root, hello, sent, answer } = mount();
    hello();
    root.querySelector<HTMLElement>(`[data-move="${move}"]`)?.click();
    model.set("dump", { ...start, ply: 1 });
    await Promise.resolve();
    expect(root.dataset.ply).toBe("1");
    expect(root.querySelector("[data-sent]")).toBeNull();
    const written = watched(root);
    answer({ kind: "done", id: sent.at(-1)?.id ?? 0 });
    expect(written()).toHaveLength(0);
  });
  test("lets nothing be picked in a position that is about to go", () => {
    const { place, root, hello } = mount();
    hello();
    root.querySelector<HTMLElement>(`[data-move="${move}"]`)?.click();
    place(card).click();
    expect(place(card).getAttribute("aria-pressed")).toBe("false");
  });
});

describe("the keyboard", () => {
  test("one Tab stop for all places, which follows the focus", () => {
    const { root, place } = mount();
    const stops = () => [...root.querySelectorAll<HTMLElement>("[data-place]")].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toHaveLength(1);
    place(card).focus();
    expect(stops()).toEqual([place(card)]);
    press(place(card), "End");
    expect(document.activeElement).not.toBe(place(card));
    expect(stops()).toEqual([document.activeElement]);
  });
  test("Escape lets go", () => {
    const { place, hello } = mount();
    hello();
    place(card).click();
    expect(press(place(card), "Escape").defaultPrevented).toBe(true);
    expect(place(card).getAttribute("aria-pressed")).toBe("false");
    // only with nothing to let go of it is the key that leaves the full screen
    expect(press(place(card), "Escape").defaultPrevented).toBe(false);
  });
  test("? opens the sheet of keys and puts the focus in it; Escape brings it back to the table", () => {
    const { place, root } = mount();
    place(card).focus();
    press(place(card), "?");
    vi.advanceTimersByTime(50);
    const sheet = root.querySelector("[role=dialog]");
    expect(sheet).not.toBeNull();
    press(sheet!, "Escape");
    expect(root.querySelector("[role=dialog]")).toBeNull();
    expect(document.activeElement).toBe(place(card));
  });
  test("keys stay inside the table, but with Ctrl held they are the page's", () => {
    const { place, el } = mount();
    const outside = vi.fn();
    el.addEventListener("keydown", outside);
    press(place(card), "a");
    expect(outside).not.toHaveBeenCalled();
    const guard = el.querySelector("[data-lm-suppress-shortcuts]");
    expect(guard).not.toBeNull();
    place(card).focus();
    expect(place(card).hasAttribute("data-lm-suppress-shortcuts")).toBe(true);
    place(card).dispatchEvent(new KeyboardEvent("keydown", { key: "Control", ctrlKey: true, bubbles: true }));
    expect(el.querySelector("[data-lm-suppress-shortcuts]")).toBeNull();
    expect(outside).toHaveBeenCalledOnce();
    place(card).dispatchEvent(new KeyboardEvent("keyup", { key: "Control", bubbles: true }));
    expect(el.querySelector("[data-lm-suppress-shortcuts]")).toBe(guard);
  });
  test("letters are letters while a move is typed, and Enter plays it", () => {
    const { root, hello, sent } = mount();
    hello();
    const field = root.querySelector<HTMLInputElement>("input[data-entry]")!;
    const before = sent.length;
    press(field, "u");
    expect(sent).toHaveLength(before);
    field.value = "L:99z";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    press(field, "Enter");
    expect(sent.at(-1)).toMatchObject({ kind: "play", move: "L:99z" });
  });
  test("the nearest place straight ahead is next", () => {
    const points = [
      { x: 100, y: 0 },
      { x: 40, y: 60 },
      { x: -50, y: 0 },
    ];
    expect(nearestIn("right", { x: 0, y: 0 }, points)).toBe(0);
    expect(nearestIn("down", { x: 0, y: 0 }, points)).toBe(1);
    expect(nearestIn("up", { x: 0, y: 0 }, points)).toBe(-1);
  });
  test("a broad place right above is nearer than a narrow one aside, a place of the same row than one beyond it", () => {
    const from = { x: 0, y: 0 };
    const rect = (left: number, top: number, width: number) => ({ left, top, width, height: 20, right: left + width, bottom: top + 20 }) as DOMRect;
    const points = [rect(-70, -60, 40), rect(-20, -60, 400)].map((each) => facing("up", from, each, false));
    expect(nearestIn("up", from, points)).toBe(1);
    const row = [rect(40, 35, 20), rect(90, 0, 20)].map((each) => facing("right", from, each, true));
    expect(nearestIn("right", from, row)).toBe(0);
    const down = [rect(40, 35, 20), rect(0, 150, 20)].map((each, at) => facing("down", from, each, at === 0));
    expect(nearestIn("down", from, down)).toBe(1);
  });
});

describe("a new position from the kernel", () => {
  const later = dumps.find(({ seat, ply }) => seat === 0 && ply === 6) as unknown as Dump;

  test("is painted, and the focus stays on the table though its card is gone", async () => {
    const { model, place, root } = mount();
    const gone = (start.table as { hands: string[][] }).hands[0]?.find(
      (one) => !(later.table as { hands: string[][] }).hands[0]?.includes(one),
    );
    place(gone ?? "").focus();
    model.set("dump", later);
    await vi.advanceTimersByTimeAsync(0);
    expect(root.dataset.ply).toBe("6");
    expect((document.activeElement as HTMLElement).dataset.place).toBeDefined();
  });
  test("stops at the end: what was mounted leaves no listener behind", () => {
    const { el, ending, listeners } = mount();
    expect(listeners()).toBeGreaterThan(0);
    ending.abort();
    expect(listeners()).toBe(0);
    expect(el.querySelector(".capture-widgets")).toBeNull();
  });
});

describe("the kernel", () => {
  test("that does not answer is slow, then gone; the table says so", () => {
    const { root } = mount();
    vi.advanceTimersByTime(2000);
    expect(root.dataset.state).toBe("busy");
    expect(root.querySelector("[data-message]")?.textContent).not.toBe("");
    vi.advanceTimersByTime(6000);
    expect(root.dataset.state).toBe("lost");
  });
  test("that goes away is noticed at once, and so is its return", () => {
    const { root, hello, fire, sent, answer } = mount();
    hello();
    fire("comm_live_update");
    expect(root.dataset.state).toBe("lost");
    answer({ kind: "hello", id: sent.at(-1)?.id ?? 0 });
    expect(root.dataset.state).toBe("ready");
  });
  test("whose channel throws is gone", () => {
    const { model, root, hello, place } = mount();
    hello();
    model.send.mockImplementation(() => {
      throw new Error("no comm");
    });
    place(card).click();
    place(end).click();
    expect(root.dataset.state).toBe("lost");
  });
});

test("five columns: cards are placed one by one, may change places, and go off as one move", () => {
  const placing = columns.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump;
  const { place, hello, sent } = mount({ dump: placing });
  hello();
  const [whole = ""] = placing.legal_moves;
  const pairs = whole.split(" ").map((pair) => pair.split(":"));
  for (const [slot = "", one = ""] of pairs) {
    expect(place("place").getAttribute("aria-disabled")).toBe("true");
    place(one).click();
    place(slot).click();
  }
  const [[first = "", its = ""] = [], [second = "", other = ""] = []] = pairs;
  place(first).click();
  place(second).click();
  expect(place(second).getAttribute("aria-label")).not.toBe(place(first).getAttribute("aria-label"));
  place("place").click();
  const swapped = whole.replace(`${first}:${its}`, `${first}:${other}`).replace(`${second}:${other}`, `${second}:${its}`);
  expect(sent.at(-1)).toMatchObject({ kind: "play", move: swapped });
});

test("five columns by keys: Enter leads from card to column to the next card, digits place and Backspace takes one back", () => {
  const placing = columns.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<{ hands: string[][] }>;
  const { place, hello } = mount({ dump: placing });
  hello();
  const hand = placing.table.hands[0] ?? [];
  const at = () => (document.activeElement as HTMLElement).dataset.place;
  const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const enter = () => (document.activeElement as HTMLElement).click();
  place(hand[0] ?? "").focus();
  enter();
  expect(at()).toBe("A");
  enter();
  expect(at()).toBe(hand[1]);
  for (const key of ["2", "3", "4"]) press(key);
  expect(at()).toBe(hand[4]);
  press("Backspace");
  expect(at()).toBe(hand[3]);
  press("4");
  press("5");
  expect(at()).toBe("place");
  expect(place("place").getAttribute("aria-disabled")).toBe("false");
});

test("hot seat: the screen is covered until the player is ready", () => {
  const { root, hello, sent } = mount({ scene: { ...scene, acts: [], cover: 1 } });
  hello();
  root.querySelector<HTMLElement>(".cw-cover button")?.click();
  expect(sent.at(-1)?.kind).toBe("uncover");
});

test("the end of a hand says what was scored, and the way on", () => {
  const over = { ...start, is_over: true, to_play: null, legal_moves: [] };
  const outcome = { text: "A wins the hand.", ending: "The row is fought for.", why: [], lines: [{ seat: 0, text: "row cards won", points: 31 }] };
  const { root, hello, sent } = mount({ dump: over, scene: { ...scene, can: { ...scene.can, next: true }, outcome } });
  hello();
  expect(root.dataset.state).toBe("over");
  expect(root.querySelector(".cw-outcome")?.textContent).toContain("31");
  expect(root.querySelector<HTMLElement>(".cw-entry-line")?.hidden).toBe(true);
  root.querySelector<HTMLElement>(".cw-outcome button")?.click();
  expect(sent.at(-1)?.kind).toBe("next");
});

test("bots need not wait for what has been turned back; without bots nothing is told", async () => {
  const before = commander.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<CommanderTable>;
  const after = { ...before, ply: 1, legal_moves: [], table: { ...before.table, removed: [[1, 1, "10c"]] } };
  const why = [{ of: "", text: "A's king beats B's ten", rule: "CC-5" }];
  const log = [{ ply: 1, seat: 0, move: "1xB1", text: "A attacks.", why }];
  const persons = scene.seats.map((seat) => ({ ...seat, kind: "person" as const }));
  for (const [seats, told] of [[scene.seats, "read"], [persons, "hello"]] as const) {
    const { model, root, hello, sent } = mount({ dump: before, scene: { ...scene, seats } });
    hello();
    model.set("dump", after);
    model.set("log0", log);
    model.set("logged", { count: 1, changes: 1 });
    await Promise.resolve();
    // what goes on by itself can be told to, and says so
    expect(root.querySelector(".cw-prompt")?.textContent.includes(texts.clickGoesOn)).toBe(told === "read");
    root.querySelector<HTMLElement>("[data-turn-back]")?.click();
    expect(root.querySelector("[data-turn-back]")).toBeNull();
    expect(sent.at(-1)?.kind).toBe(told);
  }
});

test("a tap on what has just taken the place of the buttons of a battle shown again does nothing", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const [taps, root, way] = [new HastyTaps(), document.createElement("div"), document.createElement("button")];
  way.className = "cw-variants";
  root.append(way);
  root.addEventListener("click", taps.guard, true);
  const opens = vi.fn();
  way.addEventListener("click", opens);
  const tap = (at: number, detail: number) => {
    clock.mockReturnValue(at);
    way.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
    return opens.mock.calls.length;
  };
  const none = { reveal: null } as Ui;
  const again = { reveal: { lasting: false, to: start } } as unknown as Ui;
  taps.saw(none, again);
  expect(tap(10_000, 1)).toBe(1);
  taps.saw(again, none);
  expect([tap(10_300, 1), tap(10_400, 0), tap(10_800, 1)], "a key is no tap").toEqual([1, 2, 3]);
  clock.mockRestore();
});

test("quick taps that hurry bots close no battle that nobody has seen, and pick nothing at the player's turn", async () => {
  const before = commander.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<CommanderTable>;
  const later = (ply: number, legal: string[]) => ({ ...before, ply, legal_moves: legal, table: { ...before.table, removed: [[1, 1, "10c"]] } });
  const log = [1, 2, 3].map((ply) => ({ ply, seat: 0, move: "1xB1", text: "A attacks.", why: [{ of: "", text: "A's king beats B's ten", rule: "CC-5" }] }));
  const { model, root, hello } = mount({ dump: before, scene });
  hello();
  let now = 10_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const arrives = async (ply: number, legal: string[] = []) => {
    model.set("dump", later(ply, legal));
    model.set("log0", log.slice(0, ply));
    model.set("logged", { count: ply, changes: ply });
    await Promise.resolve();
  };
  const tap = (hook: string, after: number) => {
    now += after;
    root.querySelector(hook)?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 1 }));
    return root.querySelector("[data-turn-back]") === null ? "closed" : "open";
  };
  await arrives(1);
  expect([tap(".cw-board", 300), tap("[data-turn-back]", 300), tap(".cw-board", 300)]).toEqual(["open", "open", "closed"]);
  await arrives(2);
  expect(tap(".cw-board", 800)).toBe("closed");
  await arrives(3, before.legal_moves);
  const [own = ""] = /^\d+/.exec(before.legal_moves[0] ?? "") ?? [];
  const card = `[data-place="${own}"]`;
  expect([tap(card, 300), tap(".is-staged", 600), tap("[data-turn-back]", 600)]).toEqual(["open", "open", "open"]);
  expect(root.querySelector(".is-picked")).toBeNull();
  expect(tap("[data-turn-back]", 800)).toBe("closed");
  tap(card, 100);
  expect(root.querySelector(".is-picked")).not.toBeNull();
  clock.mockRestore();
});

test("on the way to the end of a round the battle that lies open is the last one", async () => {
  const [before] = commander.filter(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<CommanderTable>[];
  const fights = ["A's king beats B's ten", "B's queen beats A's nine"].map((text) => [{ of: "", text, rule: "CC-5" }]);
  const log = fights.map((why, at) => ({ ply: at + 1, seat: at, move: "1xB1", text: "An attack.", why }));
  const { model, root, hello } = mount({ dump: before, scene: { ...scene, can: { ...scene.can, skip: true } } });
  hello();
  const told = () => fights.map(([fight]) => root.querySelector(".cw-board")?.textContent.includes(fight?.text ?? ""));
  const battle = async (ply: number) => {
    model.set("dump", { ...before, ply, table: { ...before?.table, removed: [[1, 1, "10c"], [0, 2, "9h"]].slice(0, ply) } });
    model.set("log0", log.slice(0, ply));
    model.set("logged", { count: ply, changes: ply });
    await Promise.resolve();
    return told();
  };
  expect(await battle(1)).toEqual([true, false]);
  root.querySelector<HTMLElement>('[data-mark="skip"]')?.click();
  expect(await battle(2)).toEqual([false, true]);
});

test("a round that was played to its end at once shows no reveals, the next one does", async () => {
  const [, placed, turned] = columns.filter(({ seat }) => seat === 0) as unknown as Dump[];
  const { model, root, hello } = mount({ dump: placed, scene: { ...scene, can: { ...scene.can, skip: true } } });
  hello();
  const reveals = async (dump: Dump | undefined, round: number) => {
    model.set("dump", { ...dump, round });
    await Promise.resolve();
    return root.querySelector("[data-reveal]") !== null;
  };
  root.querySelector<HTMLElement>('[data-mark="skip"]')?.click();
  expect(await reveals(turned, 0)).toBe(false);
  expect(await reveals(placed, 1)).toBe(false);
  expect(await reveals(turned, 1)).toBe(true);
});

test("a seat that this table may not give away is told, not offered; moves taken back are counted aloud", () => {
  const { root } = mount({ scene: { ...scene, can: { ...scene.can, sit: [1] }, taken_back: 2 } });
  const panel = root.querySelector<HTMLElement>("[id$=panel-seats]")!;
  expect(panel.querySelectorAll("select")).toHaveLength(1);
  expect(panel.textContent).toContain("Seat A is played by you.");
  expect(root.querySelector(".cw-taken-back")?.textContent).toBe("Taken back: 2 times");
  expect(mount().root.querySelector(".cw-taken-back")).toBeNull();
});

describe("a question to others", () => {
  const asking = (kernel: ReturnType<typeof mount>) => kernel.root.querySelector<HTMLElement>("[data-mark=ask]")!;

  test("is shown to copy until the position is another", async () => {
    const kernel = mount();
    kernel.hello();
    asking(kernel).click();
    const { id, kind } = kernel.sent.at(-1)!;
    expect(kind).toBe("ask");
    kernel.answer({ kind: "asked", id, text: "What would you play here? A is to move." });
    const shown = () => kernel.root.querySelector("[data-asks]");
    expect(shown()?.querySelector("pre")?.textContent).toBe("What would you play here? A is to move.");
    const written: string[] = [];
    vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(void written.push(text)) } });
    shown()?.querySelector<HTMLElement>("[data-copy]")?.click();
    await vi.advanceTimersByTimeAsync(10);
    expect(written).toEqual(["What would you play here? A is to move."]);
    expect(shown()?.querySelector("[role=status]")?.textContent).toBe(texts.copied);
    kernel.model.set("dump", { ...start, ply: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBeNull();
  });

  test("is not offered to who only watches", () => {
    const kernel = mount({ scene: { ...scene, acts: [], can: { ...scene.can, sit: [] } } });
    kernel.hello();
    expect(asking(kernel)).toBeNull();
  });
});

test("a match's points stand beside the names, the person's as You", () => {
  const { root, hello } = mount({ scene: { ...scene, match: { target: 100, totals: [12, 7], over: false } } });
  hello();
  expect([...root.querySelectorAll(".cw-total")].map(({ textContent }) => textContent)).toEqual(["You 12", "Random 7"]);
});

test("what a hand of a match has brought so far stands beside the score that it is added to after the hand", () => {
  const { root, hello } = mount({ dump: { ...start, points: [15, 7] }, scene: { ...scene, match: { target: 100, totals: [12, 7], over: false } } });
  hello();
  expect([...root.querySelectorAll(".cw-total")].map(({ textContent }) => textContent)).toEqual(["You 12 +3 after this hand", "Random 7"]);
});

test("a result leaves out lines without points where its reasons say as much", () => {
  const over = { ...start, is_over: true, to_play: null, legal_moves: [] };
  const outcome = { text: "You lost to Random.", ending: "", came: "lost", why: ["Random took your commander."], lines: [{ seat: 0, text: "You are out.", points: null }] };
  const shown = (some: object) => mount({ dump: over, scene: { ...scene, outcome: { ...outcome, ...some } } }).root.querySelector(".cw-outcome")?.textContent;
  expect(shown({})).not.toContain("You are out.");
  expect(shown({ why: [] })).toContain("You are out.");
});

const hinted = { kind: "hint", move, text: "Attack the left end.", more: "", sure: "quite", goes_on: false } as const;

test("the move that the hint of a first hand names is lit", () => {
  const { root } = mount({ scene: { ...scene, hinted: move } });
  const lit = [...root.querySelectorAll<HTMLElement>(".cw-board .is-hinted")].map(({ dataset }) => dataset.place);
  expect(lit.length).toBe(2);
  expect(mount({}).root.querySelector(".cw-board .is-hinted")).toBeNull();
});

test("by ear: the goal at the beginning, after a pick what can be picked next, and nothing is called lit", async () => {
  vi.useRealTimers();
  const { root } = mount({ dump: start, guide: { goal: "Win the cards.", turn: "", end: "", variants: [] } });
  await new Promise((done) => setTimeout(done, 20));
  const told = () => root.querySelector("[aria-live]")?.textContent ?? "";
  expect(told()).toContain("Your turn. Win the cards.");
  const end = root.querySelector<HTMLElement>('.cw-board [data-place="L"][aria-disabled=false]')!;
  end.click();
  await new Promise((done) => setTimeout(done, 20));
  const able = [...root.querySelectorAll<HTMLElement>(".cw-board [data-place][aria-disabled=false]")];
  expect(able.length).toBeGreaterThan(0);
  expect(told()).toContain("You can pick: ");
  expect(told()).toContain(able[0]?.getAttribute("aria-label")?.split(",")[0]);
  expect(told()).not.toContain("lit card");
});

test("by ear: pausing the bots is told, and going on repeats nothing", async () => {
  vi.useRealTimers();
  const rest = () => new Promise((done) => setTimeout(done, 20));
  const { root, model } = mount({ dump: { ...start, ply: 2 } });
  await rest();
  const told = () => [...root.querySelectorAll("[aria-live] span")];
  const [turn] = told();
  const words = turn?.textContent;
  model.set("scene", { ...scene, stopped: true });
  await rest();
  expect(told().map(({ textContent }) => textContent)).toContain("The bots are paused");
  model.set("scene", { ...scene, stopped: false });
  await rest();
  expect(told().map(({ textContent }) => textContent).filter(Boolean)).toEqual([words]);
  expect(told()[0], "the same element, which nothing is read from again").toBe(turn);
});

test("by ear a prompt comes with the turn when it is another one than at the turn before", async () => {
  vi.useRealTimers();
  const rest = () => new Promise((done) => setTimeout(done, 20));
  const { root, model } = mount({ dump: { ...start, ply: 2 } });
  await rest();
  const told = () => root.querySelector("[aria-live]")?.textContent ?? "";
  const prompt = root.querySelector(".cw-prompt")?.textContent.slice(0, 20) ?? "?";
  expect(told()).toContain(`Your turn. ${prompt}`);
  model.set("dump", { ...start, ply: 4 });
  await rest();
  expect(told()).toContain("Your turn");
  expect(told(), "the same again is not told again").not.toContain(prompt);
});

test.each([[".cw-board [data-place][aria-disabled=false]"], [".cw-board"]])("the result takes the focus from %s at the end of the game", async (from) => {
  vi.useRealTimers();
  const { root, model, el } = mount();
  document.body.append(el);
  root.querySelector<HTMLElement>(from)?.focus();
  expect(document.activeElement?.closest(".cw-board")).not.toBeNull();
  const outcome = { text: "You won, 30 to 22.", ending: "", came: "won", why: [], lines: [] };
  model.set("dump", { ...start, ply: 20, is_over: true, to_play: null, legal_moves: [] });
  model.set("scene", { ...scene, acts: [], outcome });
  await vi.waitFor(() => expect(document.activeElement?.classList.contains("cw-outcome")).toBe(true));
  el.remove();
});

/** A table where a hint is searched, and the number of that request. */
function seeking(traits: Record<string, unknown> = {}) {
  const table = mount({ scene: { ...scene, can: { ...scene.can, hint: true } }, ...traits });
  table.hello();
  table.root.querySelector<HTMLElement>('[data-mark="hint"]')?.click();
  const asked = table.sent.at(-1)!;
  expect(asked.kind).toBe("hint");
  return { ...table, asked: asked.id };
}

test("a click while a hint is searched is a pick, and nobody waits for the hint any more", () => {
  const { root, sent, answer, asked } = seeking();
  expect(root.dataset.state).toBe("ready");
  root.querySelector<HTMLElement>(".cw-board [data-place]")?.click();
  expect(sent.at(-1)).toMatchObject({ kind: "unhint" });
  expect(root.querySelectorAll(".cw-board [aria-pressed=true]")).toHaveLength(1);
  answer({ ...hinted, id: asked });
  expect(root.querySelector("[data-message]")?.textContent).toBe("");
});

test("digits and typed moves while a hint is searched count at once", () => {
  const dump = columns.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<{ hands: string[][] }>;
  const laid = seeking({ dump });
  const [first = ""] = dump.table.hands[0] ?? [];
  press(laid.place(first), "2");
  expect(laid.sent.at(-1)).toMatchObject({ kind: "unhint" });
  expect(laid.place("take back").getAttribute("aria-disabled")).toBe("false");
  const typed = seeking();
  typed.root.querySelector<HTMLElement>("[data-move]")?.click();
  expect(typed.sent.slice(-2)).toMatchObject([{ kind: "unhint" }, { kind: "play", move }]);
});

test("a search for a hint says first what it has, and goes on", () => {
  const { root, answer, asked } = seeking();
  answer({ ...hinted, id: asked, sure: "close", goes_on: true });
  const words = () => root.querySelector("[data-message]")?.textContent ?? "";
  expect(words()).toContain("Attack the left end.");
  expect(words()).toContain(texts.seekingFurther);
  answer({ ...hinted, id: asked, text: "On a longer look, attack the right end." });
  expect(words()).toContain("On a longer look");
  expect(words()).toContain(texts.sure.quite);
  expect(words()).not.toContain(texts.seekingFurther);
});

test("the best move so far of a search that is not sure is called a first idea, and marked on no card", () => {
  const { root, answer, asked } = seeking();
  const words = () => root.querySelector("[data-message]")?.textContent ?? "";
  const lit = () => root.querySelectorAll(".cw-board .is-hinted").length;
  answer({ ...hinted, id: asked, sure: "closer", goes_on: true });
  expect(words().trim()).toContain("First idea, may change: Attack the left end");
  expect(root.querySelectorAll("[data-seeks]")).toHaveLength(1);
  expect(root.querySelector(".cw-sure")).toBeNull();
  expect(lit()).toBe(0);
  answer({ ...hinted, id: asked });
  expect(words()).not.toContain("First idea");
  expect(lit()).toBe(2);
});

test("after a game no button that words moved under the finger starts a deal", async () => {
  vi.useRealTimers();
  const over = { ...start, is_over: true, to_play: null, legal_moves: [] };
  const outcome = { text: "You lost.", ending: "", came: "lost", why: [], lines: [] };
  const { root, hello, sent, answer } = mount({ dump: over, scene: { ...scene, outcome, can: { ...scene.can, new: true }, after: { stronger: null, swap: false } } });
  hello();
  const press = () => root.querySelector<HTMLElement>('[data-rematch="same"]')?.click();
  const begun = () => sent.filter(({ kind }) => kind === "new").length;
  root.querySelector<HTMLElement>('[data-mistakes="find"]')?.click();
  await new Promise((done) => setTimeout(done, 800));
  answer({ kind: "judged", id: sent.at(-1)?.id ?? -1, mistakes: [], lost: "That you gave up is not counted.", complete: true, replay: "" });
  press();
  expect(begun()).toBe(0);
  await new Promise((done) => setTimeout(done, 800));
  press();
  expect(begun()).toBe(1);
});

test("that a game was given up is no mistake in the list of mistakes", () => {
  expect(texts.after.found(1, false)).toBe("1 mistake.");
  expect(texts.after.found(2, true)).toBe("2 mistakes.");
  expect(texts.after.found(0, true)).toContain("cost a turn");
});

test("a hint is one sentence, with its numbers and the notation behind More, which is folded again with the next hint", () => {
  const { root, hello, sent, answer } = mount({ scene: { ...scene, can: { ...scene.can, hint: true } } });
  hello();
  root.querySelector<HTMLElement>('[data-mark="hint"]')?.click();
  answer({ ...hinted, id: sent.at(-1)?.id ?? -1, more: "That is quite sure." });
  const more = root.querySelector<HTMLDetailsElement>("[data-message] details")!;
  expect(more.open).toBe(false);
  expect(more.textContent).toContain("That is quite sure.");
  expect(more.querySelector(".cw-notation")?.textContent).toBe(move);
  more.open = true;
  more.dispatchEvent(new Event("toggle"));
  root.querySelector<HTMLElement>('[data-mark="hint"]')?.click();
  answer({ ...hinted, id: sent.at(-1)?.id ?? -1 });
  expect(root.querySelector<HTMLDetailsElement>("[data-message] details")?.open).toBe(false);
  expect(root.querySelector("[data-message]")?.textContent).toContain("Attack the left end.");
});

test("the head has a way to the whole screen, for narrow tables", () => {
  const { root } = mount();
  const frame = root.closest(".cw-frame");
  root.querySelector<HTMLElement>('.cw-head > [data-mark="fill head"]')?.click();
  expect(frame?.hasAttribute("data-fills")).toBe(true);
});

test("the end of a round has one moment on the board, which is not read out, and none where motion is reduced or it was over before", async () => {
  const outcome = { text: "You won, 30 to 22.", ending: "", came: "won", why: [], lines: [] };
  const over = { ...start, ply: start.ply + 1, is_over: true, to_play: null, legal_moves: [], returns: [1, -1] };
  const moment = (root: HTMLElement) => root.querySelector(".cw-board > .cw-moment");
  for (const still of [false, true]) {
    vi.stubGlobal("matchMedia", () => ({ matches: still }));
    const { root, model, hello } = mount();
    const board = Object.assign(root.querySelector(".cw-board")!, { animate: () => undefined });
    hello();
    model.set("dump", over);
    model.set("scene", { ...scene, outcome });
    await vi.waitFor(() => expect(root.querySelector(".cw-outcome")).not.toBeNull());
    expect(root.querySelector(".cw-plate.is-winner .cw-badge")?.textContent).toContain("A");
    expect([moment(root) === null, "ending" in root.dataset]).toEqual([still, !still]);
    Reflect.deleteProperty(board, "animate"); // a later repaint would ask for the motion that is wanted
    if (still) continue;
    expect(moment(root)?.getAttribute("aria-hidden")).toBe("true");
    expect(moment(root)?.textContent).toBe(outcome.text);
    moment(root)?.querySelector("strong")?.dispatchEvent(new Event("animationend", { bubbles: true }));
    expect(moment(root), "only the line itself ends the moment").not.toBeNull();
    moment(root)?.dispatchEvent(new Event("animationend", { bubbles: true }));
    await vi.waitFor(() => expect(moment(root)).toBeNull());
    expect(root.dataset.ending).toBeUndefined();
  }
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  expect(moment(mount({ dump: over, scene: { ...scene, outcome } }).root)).toBeNull();
});

test("a result is folded to its sentence and unfolded again by one button", async () => {
  const outcome = { text: "A wins the hand.", ending: "", came: null, why: [], lines: [] };
  const { root, hello } = mount({ dump: { ...start, is_over: true, to_play: null, legal_moves: [] }, scene: { ...scene, acts: [], outcome } });
  hello();
  const fold = root.querySelector<HTMLElement>(".cw-outcome-fold");
  const folded = () => [root.querySelector(".cw-outcome")?.classList.contains("is-folded"), fold?.getAttribute("aria-expanded")];
  expect(folded()).toEqual([false, "true"]);
  fold?.click();
  await vi.waitFor(() => expect(folded()).toEqual([true, "false"]));
  fold?.click();
  await vi.waitFor(() => expect(folded()).toEqual([false, "true"]));
});
