import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameView } from "../../src/board/layout";
import { viewContext } from "../../src/board/board";
import { changes, highlight, moments } from "../../src/screens/replay/changes";
import { fold } from "../../src/kernel/fold";
import { views } from "../../src/views/index";
import type { CommanderTable, Dump, Frames, KommandoTable } from "../../src/kernel/messages";
import { judgedMove, type ReplayProps } from "../../src/screens/replay/state";
import { secondsLeft } from "../../src/panel/searchProgress";
import { texts as replayTexts } from "../../src/screens/replay/texts";
import { texts } from "../../src/texts";
import { NO_REPORT } from "../../src/kernel/connection";
import widget from "../../src/widget";
import columns from "../dumps/columns.json";
import commander from "../dumps/commander.json";
import fourx from "../dumps/fourx.json";
import dumps from "../dumps/kommando.json";
import { fakeModel, stillClock } from "../model";
import { sceneOf } from "../scene";

const start = dumps.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump<KommandoTable>;
const [mine = ""] = start.table.hands[0] ?? [];

/** Two rounds: in the first A attacks the last row card, B defends with a card unseen till then. */
const frames: Frames[] = [
  {
    round: 0,
    dumps: [
      start,
      [
        [["ply"], 1],
        [["table", "row", 9, "attack"], [0, mine]],
        [["table", "hands", 0], 0, 1, []],
      ],
      [
        [["ply"], 2],
        [["points", 0], 9],
        [["table", "row", 9, "defence"], [1, "1b"]],
        [["table", "hands", 1], 0, 1, []],
      ],
    ],
    last: [[], ["row/9/attack"], ["row/9/defence"]],
    log: [
      { ply: 1, seat: 0, move: `R:${mine}`, text: "A attacks." },
      { ply: 2, seat: 1, move: "1b", text: "B defends.", veiled: "B has chosen." },
    ],
  },
  { round: 1, dumps: [{ ...start, round: 1 }, [[["ply"], 1]]], last: [[], []], log: [{ ply: 1, seat: 0, move: "x", text: "On." }] },
];

const scene = {
  title: "Kommando",
  seats: [
    { name: "<b>Ada</b>", kind: "person", level: null },
    { name: "Bo", kind: "person", level: null },
  ],
  lenses: [
    { seat: 0, words: "as seat A" },
    { seat: null, words: "everything open" },
  ],
  notice: null,
  more: false,
  spoilers: true,
  edits: true,
  marks: [],
  learn: null,
};

const TRAITS = {
  view: "replay",
  frames,
  tail: null,
  scene,
  notes: {},
  lines: [],
  question: null,
  told: null,
  round: 0,
  ply: 0,
  line: 0,
  seat: 0,
  playing: false,
  following: null,
  who: "",
};

function mount(given: Record<string, unknown> = {}) {
  const kernel = fakeModel({ ...TRAITS, ...given });
  const { model } = kernel;
  const el = document.createElement("div");
  document.body.append(el);
  const ending = new AbortController();
  widget.render({ model, el, signal: ending.signal } as unknown as Parameters<typeof widget.render>[0]);
  const root = el.querySelector<HTMLElement>(".capture-widgets")!;
  const one = (selector: string) => root.querySelector<HTMLElement>(selector)!;
  const set = async (name: string, value: unknown) => {
    model.set(name, value);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...kernel, root, one, set, ending, go: (where: string) => one(`[data-go=${where}]`).click() };
}

async function write(field: HTMLElement, text: string) {
  (field as HTMLTextAreaElement).value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
}

async function press(node: Element, key: string) {
  node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await vi.advanceTimersByTimeAsync(0);
}

stillClock();

describe("stepping", () => {
  test("by buttons, keys and scrubber, without the kernel", async () => {
    const { root, one, go, sent, model } = mount();
    go("forward");
    expect(root.dataset.ply).toBe("1");
    go("last");
    expect(root.dataset.ply).toBe("2");
    await press(root, "ArrowLeft");
    expect(root.dataset.ply).toBe("1");
    await press(root, "Home");
    expect(root.dataset.ply).toBe("0");
    const scrub = one("input[type=range][data-scrub]") as HTMLInputElement;
    scrub.value = "2";
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
    expect(root.dataset.ply).toBe("2");
    expect(model.get("ply")).toBe(2);
    expect(sent).toEqual([]);
  });

  test("goes on into the next round and back into the one before", () => {
    const { root, go } = mount({ ply: 2 });
    go("forward");
    expect([root.dataset.round, root.dataset.ply]).toEqual(["1", "0"]);
    go("back");
    expect([root.dataset.round, root.dataset.ply]).toEqual(["0", "2"]);
  });

  test("plays by itself to the end of the last round and stops there", async () => {
    const { root, go, model } = mount();
    go("play");
    await vi.advanceTimersByTimeAsync(30_000);
    expect([root.dataset.round, root.dataset.ply]).toEqual(["1", "1"]);
    expect(model.get("playing")).toBe(false);
  });

  describe("over a reveal", () => {
    const view = views.kommando as { stages?: GameView["stages"] };
    const before = view.stages;
    const stages = (from: Dump) => [1, 2].map((n) => ({ dump: from, shown: null, text: `Part ${n}.`, next: "" }));
    beforeEach(() => {
      view.stages = (from, to) => (to.ply === 1 ? stages(from) : []);
    });
    afterEach(() => {
      view.stages = before;
    });
    const caption = (root: HTMLElement) => root.querySelector(".cw-head > .cw-turn")?.textContent ?? "";

    test("Play shows each stage for the time of a move, and then the position", async () => {
      const { root, go } = mount();
      go("play");
      const seen: string[] = [];
      for (let second = 0; second < 4; second += 1) {
        await vi.advanceTimersByTimeAsync(1_000);
        seen.push(`${root.dataset.ply} ${caption(root)}`);
      }
      expect(seen.slice(0, 2)).toEqual(["1 Part 1.", "1 Part 2."]);
      expect(seen[2]).toMatch(/^1 (?!Part)/);
      expect(seen[3]).toMatch(/^2 /);
    });

    test("a step leads to the position at once; a button shows the stages, between which one steps", async () => {
      const { root, go, one } = mount();
      go("forward");
      const press = async (what: () => void) => {
        what();
        await vi.advanceTimersByTimeAsync(0);
      };
      const after = caption(root);
      expect(after).not.toContain("Part");
      await press(() => one('[data-mark="turn up"]').click());
      expect(caption(root)).toBe("Part 1.");
      expect(root.querySelector('[data-mark="turn up"]')).toBeNull();
      await press(() => go("forward"));
      expect(caption(root)).toBe("Part 2.");
      await press(() => go("back"));
      expect(caption(root)).toBe("Part 1.");
      await press(() => go("forward"));
      await press(() => go("forward"));
      expect([root.dataset.ply, caption(root)]).toEqual(["1", after]);
      await press(() => one('[data-mark="turn up"]').click());
      await press(() => go("back"));
      expect(root.dataset.ply).toBe("0");
    });

    test("left alone, the stages that the button shows follow each other, and then it rests", async () => {
      const { root, go, one, model } = mount();
      go("forward");
      const after = caption(root);
      one('[data-mark="turn up"]').click();
      await vi.advanceTimersByTimeAsync(1_100);
      expect(caption(root)).toBe("Part 2.");
      await vi.advanceTimersByTimeAsync(5_000);
      expect([root.dataset.ply, caption(root), model.get("playing")]).toEqual(["1", after, false]);
    });
  });

  test("by a click in the list of moves, whose mark moves alone", async () => {
    const { root, one } = mount();
    const rows = [...root.querySelectorAll<HTMLElement>("[data-log] li")];
    rows[1]?.querySelector("button")?.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(root.dataset.ply).toBe("2");
    expect(rows[1]?.getAttribute("aria-current")).toBe("step");
    expect(one("[data-log] li:nth-child(2)")).toBe(rows[1]);
    expect(root.querySelectorAll("[aria-current]")).toHaveLength(1);
  });

  test("a move that was hidden is told at its moment as it was then", () => {
    const { root, one, go } = mount({ ply: 2 });
    expect(one(".cw-turn").textContent).toBe("B has chosen.");
    expect(one("[data-log] li:nth-child(2)").textContent).toContain("B has chosen.");
    go("back");
    expect(one("[data-log] li:nth-child(2)").textContent).toContain("B defends.");
    expect(root.dataset.ply).toBe("1");
  });
});

test("the search for one's mistakes has one name at the table and in replays", () => {
  expect(replayTexts.learn).toBe(texts.after.mistakes);
  expect(texts.after.look(2, false)).not.toContain("Learn");
});

describe("the timeline of an analysis", () => {
  const point = (ply: number, value: number | null, blame: string | null = null) => ({
    at: `0/${ply}`,
    value,
    low: value === null ? null : value - 0.1,
    high: value === null ? null : value + 0.1,
    words: value === null ? "unknown" : `${Math.round(100 * value)}% to win`,
    blame,
    better: blame === null ? null : "R:1b",
  });
  const points = [point(0, 0.6, `R:${mine} loses 20%; better: R:1b`), point(1, null), point(2, 0.4)];
  const timeline = { unit: "chances", curves: [{ seat: 0, open: false, words: "A as it could know", points }] };

  test("has a point for each ply of the round, which is a jump, says what stands there, and marks mistakes", async () => {
    const { one, root, model } = mount({ timeline });
    const found = [...root.querySelectorAll<HTMLElement>("[data-timeline] [data-at]")];
    expect(found.map(({ dataset }) => dataset.at)).toEqual(["0/0", "0/1", "0/2"]);
    expect(found.map(({ dataset }) => dataset.mistake !== undefined)).toEqual([true, false, false]);
    found[2]!.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(model.get("ply")).toBe(2);
    expect(one("[data-judged]").textContent).toBe("A as it could know: 40% to win.");
    expect(found[0]!.getAttribute("aria-label")).toContain("better: R:1b");
    expect(found[0]!.getAttribute("aria-label"), "it is not the move that led here").toContain("The next move is a mistake.");
    expect(one(".cw-timeline-table").textContent).toContain("unknown");
  });

  test("keeps one Tab stop, which goes along with the arrows", async () => {
    const { root } = mount({ timeline });
    const stops = () => [...root.querySelectorAll<HTMLElement>("[data-timeline] [data-at]")].filter((one) => one.tabIndex === 0);
    stops()[0]!.focus();
    await press(stops()[0]!, "ArrowRight");
    expect(stops().map(({ dataset }) => dataset.at)).toEqual(["0/1"]);
    expect((document.activeElement as HTMLElement).dataset.at).toBe("0/1");
  });

  test("draws nothing where nothing is known, and is not there without an analysis", () => {
    const { root } = mount({ timeline });
    expect(root.querySelectorAll("[data-timeline] polyline")).toHaveLength(2);
    expect([...root.querySelectorAll(".cw-scale > span")].map(({ textContent }) => textContent)).toEqual(["100%", "0%", "50%"]);
    document.body.replaceChildren();
    expect(mount().root.querySelector("[data-timeline]")).toBeNull();
  });
});

describe("what stands beside the board", () => {
  test("a click on a card lists its moments, and each of them is a jump", async () => {
    const { root, one, go } = mount();
    go("last");
    one(`[data-card="${mine}"]`).click();
    await vi.advanceTimersByTimeAsync(0);
    const found = [...root.querySelectorAll<HTMLElement>("[data-moment]")];
    expect(found.map(({ dataset: { moment, ply } }) => `${moment ?? ""} ${ply ?? ""}`)).toEqual(["dealt 0", "played 1"]);
    found[1]?.click();
    expect(root.dataset.ply).toBe("1");
  });

  test("cards are reached by keys, asked about, and keep the focus while the moves go on", async () => {
    const { root, one, go } = mount();
    const stops = [...root.querySelectorAll<HTMLElement>("[data-look]")];
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(stops.every((node) => node.getAttribute("aria-label"))).toBe(true);
    const card = one(`[data-look="${mine}"]`);
    card.focus();
    expect(card.tabIndex).toBe(0);
    await press(card, "Enter");
    expect(one("[data-moments]").dataset.moments).toBe(mine);
    await press(card, "ArrowDown");
    expect(root.dataset.ply).toBe("0");
    go("forward");
    expect((document.activeElement as HTMLElement).dataset.look).toBe(mine);
  });

  test("the changes are told and marked on the table", async () => {
    const { root, one, go } = mount({ ply: 1 });
    one("[data-tab=changes]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-changes]").textContent).toContain("→");
    expect(root.querySelectorAll(".is-changed")).not.toHaveLength(0);
    go("forward");
    expect(one("[data-changes]").textContent).toContain("A: 0 → 9 points.");
    one("[data-pin]").click();
    go("first");
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-pin]").getAttribute("aria-pressed")).toBe("true");
    expect(one("[data-changes]").textContent).toContain("A: 9 → 0 points.");
  });

  test("comments are text, and what is written goes to the kernel", async () => {
    const { one, root, sent, answer } = mount({ ply: 1, notes: { "0/1": { comment: "<img src=x>", glyph: "!?" } } });
    expect(root.querySelector("img")).toBeNull();
    expect(one("[data-said]").textContent).toBe("<img src=x>");
    one("[data-tab=notes]").click();
    await vi.advanceTimersByTimeAsync(0);
    const field = one("textarea[data-comment]");
    await write(field, "Better");
    await press(field, "ArrowLeft");
    expect(root.dataset.ply).toBe("1");
    one("[data-keep]").click();
    expect(sent.at(-1)).toMatchObject({ kind: "comment", round: 0, ply: 1, text: "Better" });
    answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: null, text: "Too long", move: null });
    expect(one("[data-message]").textContent).toBe("Too long");
  });

  test("what was written is kept when another position or tab is shown", async () => {
    const { root, one, go, sent, set } = mount({ ply: 1 });
    one("[data-tab=notes]").click();
    await vi.advanceTimersByTimeAsync(0);
    await write(one("textarea[data-comment]"), "First");
    go("forward");
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toMatchObject([{ kind: "comment", round: 0, ply: 1, text: "First" }]);
    expect(root.dataset.ply).toBe("2");
    await write(one("textarea[data-comment]"), "Second");
    one("[data-keep]").click();
    await set("notes", { "0/2": { comment: "Second", glyph: "" } });
    one("[data-tab=log]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ ply }) => ply)).toEqual([1, 2]);
    one("[data-tab=notes]").click();
    await vi.advanceTimersByTimeAsync(0);
    await write(one("textarea[data-comment]"), "Third");
    one("[data-tab=rules]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toMatchObject({ kind: "comment", ply: 2, text: "Third" });
    expect(root.querySelector("textarea")).toBeNull();
    expect(root.parentElement?.querySelectorAll(".capture-widgets")).toHaveLength(1);
    go("back");
    await vi.advanceTimersByTimeAsync(0);
    expect(root.dataset.ply).toBe("1");
  });

  test("what somebody else says of a position meanwhile is not lost, nor is the own writing", async () => {
    const { one, sent, set, answer } = mount({ ply: 1 });
    const field = () => one("textarea[data-comment]") as HTMLTextAreaElement;
    one("[data-tab=notes]").click();
    await vi.advanceTimersByTimeAsync(0);
    await set("notes", { "0/1": { comment: "theirs", glyph: "" } });
    expect(field().value).toBe("theirs");
    await write(field(), "mine");
    await set("notes", { "0/1": { comment: "theirs again", glyph: "" } });
    expect(field().value).toBe("mine");
    one("[data-keep]").click();
    await vi.advanceTimersByTimeAsync(0);
    const kept = "theirs again\nmine";
    expect(sent.at(-1)).toMatchObject({ kind: "comment", text: kept });
    expect(field().value).toBe(kept);
    // refused: it can be kept once more
    answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: null, text: "No", move: null });
    one("[data-keep]").click();
    expect(sent).toHaveLength(2);
    field().focus();
    await set("notes", { "0/1": { comment: kept, glyph: "" } });
    expect(document.activeElement).toBe(field());
    await write(field(), "mine alone");
    one("[data-keep]").click();
    expect(sent.at(-1)).toMatchObject({ text: "mine alone" });
  });

  test("keys have a sheet; rules and looks have their tabs", async () => {
    const { root, one, model } = mount({ rules: [{ id: "KO-5", text: "Colours." }], settings: {} });
    await press(root, "?");
    expect(one(".cw-sheet").textContent).toContain("one move back");
    expect(document.activeElement).toBe(one(".cw-sheet"));
    expect(one(".cw-sheet").getAttribute("aria-describedby")).toBe(one(".cw-sheet dl").id);
    await press(one(".cw-sheet"), "Tab");
    expect(document.activeElement).toBe(one(".cw-sheet button"));
    await press(one(".cw-sheet button"), "Escape");
    expect(root.querySelector(".cw-sheet")).toBeNull();
    one("[data-tab=rules]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-rule-id=KO-5]").textContent).toContain("Colours.");
    one("[data-tab=look]").click();
    await vi.advanceTimersByTimeAsync(0);
    const size = one(".cw-panel:not([hidden]) select") as HTMLSelectElement;
    size.value = "projector";
    size.dispatchEvent(new Event("change", { bubbles: true }));
    expect(model.get("settings")).toMatchObject({ size: "projector" });
    expect(root.dataset.size).toBe("projector");
  });

  test("a refusal opens its rule", async () => {
    const { root, one, sent, answer } = mount({ question: { round: 0, ply: 0 }, rules: [{ id: "KO-5", text: "Colours." }] });
    one("[data-question] [data-move]").click();
    answer({ kind: "refused", id: sent.at(-1)?.id ?? 0, rule: "KO-5", text: "No", move: null });
    expect(one("[data-message]").dataset.rule).toBe("KO-5");
    one("[data-message] button").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-tab=rules]").getAttribute("aria-selected")).toBe("true");
    expect(root.querySelector(".cw-rule.is-here")?.textContent).toContain("Colours.");
  });

  test("lines are switched to, played and promoted where everything is open", async () => {
    const lines = [{ at: "0/1", moves: ["2b"] }];
    const { one, model, sent } = mount({ lines, seat: null, frames: [{ ...frames[0], dumps: [{ ...start, seat: null }] }] });
    one("[data-tab=lines]").click();
    await vi.advanceTimersByTimeAsync(0);
    one("[data-line='1']").click();
    expect(model.get("line")).toBe(1);
    one("[data-promote]").click();
    expect(sent.at(-1)).toMatchObject({ kind: "promote", line: 1 });
    one("[data-move]").click();
    expect(sent.at(-1)).toMatchObject({ kind: "on", round: 0, ply: 0 });
  });

  test("a seat's lens says why it has no lines", async () => {
    const { one, root } = mount();
    one("[data-tab=lines]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(root.querySelector("[data-line]")).toBeNull();
    expect(root.querySelector(".cw-panel:not([hidden])")?.textContent).toContain("everything open");
  });

  test("a replay that one seat alone may see has no tab of variations", () => {
    const { root } = mount({ scene: { ...scene, lenses: scene.lenses.filter(({ seat }) => seat !== null) } });
    expect([...root.querySelectorAll<HTMLElement>("[data-tab]")].map(({ dataset }) => dataset.tab)).not.toContain("lines");
  });

  test("the lens is chosen among those offered", () => {
    const { root, model } = mount();
    const choice = [...root.querySelectorAll("select")].find(({ options }) => options[1]?.text === "everything open")!;
    choice.value = "1";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    expect(model.get("seat")).toBeNull();
  });

  test("who has left a leader may follow again", () => {
    const { one, model } = mount({ following: false });
    one("[data-follow]").click();
    expect(model.get("following")).toBe(true);
  });

  test("is told that following leads to the vote only where it does", async () => {
    const poll = { round: 0, ply: 2, question: "What now?", open: true, chosen: null, led: true };
    const { one, set } = mount({ following: false, poll });
    expect(one("[data-ballot]").textContent).toContain("“Follow again” leads there");
    await set("poll", { ...poll, led: false });
    expect(one("[data-ballot]").textContent).toMatch(/ The vote is on the position after move 2\.$/);
    await set("poll", { ...poll, round: 1, led: false });
    expect(one("[data-ballot]").textContent).toMatch(/after move 2 of round 2\.$/);
    await set("poll", { ...poll, open: false });
    expect(one("[data-ballot]").textContent).toMatch(/The vote is closed\.$/);
  });
});

describe("without the future", () => {
  const hidden = { ...scene, spoilers: false, more: true };
  const [first] = frames as [Frames];
  const begun = [{ round: 0, dumps: [start], last: [[]], log: [] }];

  test("the length is not told, and going on asks the kernel for more", async () => {
    const { root, one, go, model, set } = mount({ scene: hidden, frames: begun });
    expect(one(".cw-count").textContent).toBe("Start");
    expect(one("[data-scrub]").getAttribute("max")).toBe("0");
    go("forward");
    expect(model.get("ply")).toBe(1);
    expect(root.dataset.ply).toBe("0");
    await set("tail", { round: 0, dumps: first.dumps.slice(1, 2), last: [[]], log: first.log.slice(0, 1) });
    expect(root.dataset.ply).toBe("1");
    expect(root.querySelectorAll("[data-log] [data-ply]")).toHaveLength(1);
  });

  test("a question is answered before the move is shown", async () => {
    const { root, one, go, model, sent, set } = mount({ scene: hidden, frames: begun, question: { round: 0, ply: 0 } });
    go("forward");
    expect(model.get("ply")).toBe(0);
    expect(one("[data-go=forward]").getAttribute("aria-disabled")).toBe("true");
    one("[data-question] [data-move]").click();
    expect(sent.at(-1)).toMatchObject({ kind: "answer", round: 0, ply: 0, move: start.legal_moves[0] });
    await set("tail", { round: 0, dumps: first.dumps.slice(1, 2), last: [[]], log: first.log.slice(0, 1) });
    await set("question", null);
    await set("told", { round: 0, ply: 0, chosen: start.legal_moves[0], played: `R:${mine}`, words: null });
    await set("ply", 1);
    expect(one("[data-told]").textContent).toContain(`R:${mine}`);
    expect(root.querySelector("[data-question]")).toBeNull();
  });
});

describe("a move chosen on the table", () => {
  const move = start.legal_moves[0] ?? "";
  const steps = views.kommando?.steps(move) ?? [];
  const asked = { scene: { ...scene, spoilers: false, more: true }, frames: [{ round: 0, dumps: [start], last: [[]], log: [] }] };
  const place = (root: HTMLElement, name: string) => root.querySelector<HTMLElement>(`.cw-board [data-place="${name}"]`)!;

  test("answers the question, and says so to who does not see it", async () => {
    const { root, one, sent } = mount({ ...asked, question: { round: 0, ply: 0 } });
    expect(root.querySelector("[data-look]")).toBeNull();
    expect(one("[data-prompt]").textContent).not.toBe("");
    for (const step of steps) {
      expect(place(root, step).getAttribute("aria-disabled")).toBe("false");
      place(root, step).click();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sent).toMatchObject([{ kind: "answer", round: 0, ply: 0, move }]);
    expect(one("[aria-live]").textContent).toContain("What would you play for ");
  });

  test("is let go of by Escape, and by going to another position and back", async () => {
    const { root } = mount({ question: { round: 0, ply: 0 } });
    const [first = ""] = steps;
    const picked = () => root.querySelectorAll("[aria-pressed=true][data-place]").length;
    place(root, first).focus();
    place(root, first).click();
    await vi.advanceTimersByTimeAsync(0);
    expect(picked()).toBe(1);
    await press(place(root, first), "Escape");
    expect(picked()).toBe(0);
    place(root, first).click();
    await vi.advanceTimersByTimeAsync(0);
    expect(picked()).toBe(1);
    await press(root, "End");
    await press(root, "Home");
    expect(picked()).toBe(0);
  });

  test("that the rules forbid goes to the kernel, which says why", async () => {
    const hand = start.table.hands[0] ?? [];
    const forbidden = hand.flatMap((card) => ["L", "R"].map((end) => `${end}:${card}`)).find((one) => !start.legal_moves.includes(one));
    const { root, sent } = mount({ ...asked, question: { round: 0, ply: 0 } });
    for (const step of views.kommando?.steps(forbidden ?? "") ?? []) {
      place(root, step).click();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sent).toMatchObject([{ kind: "answer", move: forbidden }]);
  });

  test("plays on where lines are shown; elsewhere cards tell about themselves", async () => {
    const { root, one, sent } = mount({ seat: null, frames: [{ ...frames[0], dumps: [{ ...start, seat: null }] }] });
    expect(root.querySelector(".cw-board [data-place]")).toBeNull();
    one("[data-tab=lines]").click();
    await vi.advanceTimersByTimeAsync(0);
    for (const step of steps) {
      place(root, step).click();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sent).toMatchObject([{ kind: "on", round: 0, ply: 0, move }]);
    one("[data-tab=log]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(root.querySelector(".cw-board [data-place]")).toBeNull();
  });

  test("is waited for: Play says so and goes nowhere", async () => {
    const { one, root, model } = mount({ ...asked, question: { round: 0, ply: 0 } });
    one("[data-go=play]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(model.get("playing")).toBe(false);
    expect(root.dataset.ply).toBe("0");
    expect(one("[data-message]").textContent).toContain("Choose a move first");
  });

  test("and what came of the last one are seen and heard together", async () => {
    const [played, two = ""] = start.legal_moves;
    const told = { round: 0, ply: 0, chosen: two, played, words: null };
    const { one, root } = mount({ ply: 1, told, question: { round: 0, ply: 1 } });
    // effects wait for a frame that never comes here, or for the next painting
    one("[data-tab=changes]").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-told]").dataset.told).toBe("other");
    expect(root.querySelector("[data-question]")).not.toBeNull();
    for (const words of ["You chose", "What would you play"]) expect(one("[aria-live]").textContent).toContain(words);
  });

  test("that gives up is in the list alone, not on the table", () => {
    const begun = fourx.find(({ legal_moves }) => legal_moves.includes("resign")) as unknown as Dump;
    const { round, ply } = begun;
    const { root, sent } = mount({ frames: [{ round, dumps: [begun], last: [[]], log: [] }], question: { round, ply }, round, ply });
    expect(root.querySelector('[data-place="resign"]')).toBeNull();
    root.querySelector<HTMLElement>('[data-move="resign"]')?.click();
    expect(sent).toMatchObject([{ kind: "answer", move: "resign" }]);
  });

  test("is put together card by card in five columns", async () => {
    const begun = columns.find(({ seat, legal_moves }) => seat === 0 && legal_moves.length > 0) as unknown as Dump;
    const { round, ply } = begun;
    const { root, sent } = mount({ frames: [{ round, dumps: [begun], last: [[]], log: [] }], question: { round, ply }, round, ply });
    const [whole = ""] = begun.legal_moves;
    place(root, "place").click();
    await vi.advanceTimersByTimeAsync(0);
    const said = ["[data-prompt]", "[aria-live]", "[data-message]"].map((hook) => root.querySelector(hook)?.textContent.includes("no column yet"));
    expect(said, "the prompt itself answers, and is read out").toEqual([true, true, false]);
    for (const pair of whole.split(" ")) {
      const [slot = "", card = ""] = pair.split(":");
      place(root, card).click();
      await vi.advanceTimersByTimeAsync(0);
      place(root, slot).click();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sent).toEqual([]);
    place(root, "place").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toMatchObject([{ kind: "answer", round, ply, move: whole }]);
  });
});

test("what a kernel that is gone would keep is refused in words", async () => {
  const { one, model } = mount();
  model.send.mockImplementation(() => {
    throw new Error("gone");
  });
  one("[data-tab=notes]").click();
  await vi.advanceTimersByTimeAsync(0);
  await write(one("textarea[data-comment]"), "Bold");
  one("[data-keep]").click();
  expect(one("[data-message]").textContent).toContain("not kept");
});

test("an end leaves no listener behind", () => {
  const { ending, listeners } = mount();
  ending.abort();
  expect(listeners()).toBe(0);
});

test("the inspector marks what has changed, shows the table and copies as Python", async () => {
  const written: string[] = [];
  const clipboard = { writeText: (text: string) => Promise.resolve(void written.push(text)) };
  vi.stubGlobal("navigator", { clipboard });
  const { root, one, model, set } = mount({ view: "inspector", dump: start, before: null });
  expect(root.querySelectorAll(".cw-changed")).toHaveLength(0);
  expect(root.querySelectorAll(".cw-board .cw-card")).not.toHaveLength(0);
  await set("before", start);
  await set("dump", { ...start, ply: 1 });
  const marked = [...root.querySelectorAll(".cw-changed")].map((node) => node.parentElement?.querySelector("b")?.textContent);
  expect(marked).toEqual(["ply"]);
  one("[data-copy=python]").click();
  expect(written[0]).toContain('"is_over": False');
  expect(written[0]).toContain("None");
  one("[data-copy=json]").click();
  expect(JSON.parse(written[1] ?? "")).toEqual(model.get("dump"));
  vi.unstubAllGlobals();
});

test("changes and moments are read off the layouts of every game", () => {
  const [before, after] = fold(frames[0]!) as [Dump, Dump];
  const { kommando } = views;
  if (!kommando) throw new Error("no view");
  const about = viewContext(kommando, []);
  const found = changes(kommando, [before, about], [after, about]);
  expect(found.words).toHaveLength(1);
  expect(changes(kommando, [after, about], [after, about]).words).toEqual([]);
  const marked = JSON.stringify(highlight(kommando.layout(after, about), found.places));
  expect(marked).toContain('"changed"');
  expect(moments(kommando, [before, after], "no card")).toEqual([]);
});

test("table, replay and inspector draw the same cards face up", () => {
  const deal = structuredClone(commander.find(({ seat }) => seat === 0)) as unknown as Dump<CommanderTable>;
  deal.table.formations[1]![0] = { card: "Qh", uncovered: "full", seen: true };
  const now = { ...deal, ply: 1 };
  const log = [{ ply: 1, seat: 0, move: "1xB1", text: "A attacks." }];
  const parts = { frames: [{ round: 0, dumps: [deal, [[["ply"], 1]]], last: [[], []], log }], ply: 1, dump: now, before: deal, moves: log };
  const drawn = [
    { view: "replay" },
    { view: "inspector", seat: 0 },
    { view: "table", scene: sceneOf(), rules: [], bots_info: [], log0: log, logged: { count: 1, changes: 1 } },
  ].map((screen) => {
    const board = mount({ ...parts, ...screen }).root.querySelector<HTMLElement>(".cw-board")!;
    return [...board.querySelectorAll<HTMLElement>("[data-card], [data-down]")].map(({ dataset }) => dataset.card ?? "??");
  });
  expect(drawn[0]!.filter((card) => card === "Qh")).toHaveLength(2);
  expect(drawn[1]).toEqual(drawn[0]);
  expect(drawn[2]).toEqual(drawn[0]);
});

describe("learning from mistakes", () => {
  const at = { round: 0, ply: 0 };
  const question = { ...at, words: "Find a better move.", played: `R:${mine}`, better: true };
  const learning = { ...scene, spoilers: false, learn: "does", mistake: [1, 2] };
  const better = start.legal_moves.find((move) => move !== question.played) ?? "";
  const told = { ...at, chosen: better, played: `R:${mine}`, right: false, words: "Better is this." };

  test("the better move may be asked for while an answer is looked at", async () => {
    const { one, root, sent } = mount({ scene: learning, question });
    one(".cw-learn summary").click();
    one(`.cw-learn [data-move="${better}"]`).click();
    await vi.advanceTimersByTimeAsync(0);
    expect(one("[data-judging]").textContent).toContain("Looking at your move");
    expect(one("[data-better]").getAttribute("aria-disabled")).toBeNull();
    expect(one("[data-judging]").parentElement, "no line of its own pushes the table down").toBe(one("[data-better]").parentElement);
    one("[data-better]").click();
    await press(root, "b");
    expect(sent.map((content) => (content as { kind: string }).kind)).toEqual(["answer", "better", "better"]);
  });

  test("the table outlines the better move, until a step on shows the one that was played", async () => {
    const { one, root, set } = mount({ scene: learning, question });
    expect(root.querySelectorAll(".is-hinted")).toHaveLength(0);
    await set("question", null);
    await set("told", told);
    const outlined = [...root.querySelectorAll(".cw-board .is-hinted")];
    expect(outlined).toHaveLength(views.kommando!.steps(better).length);
    expect(one(".cw-learn").textContent).toContain("The table outlines this move.");
    await set("ply", 1);
    expect(root.querySelectorAll(".is-hinted")).toHaveLength(0);
    expect(one(".cw-learn").textContent).toContain("The table shows the move that was played.");
    await set("ply", 0);
    await set("told", { ...told, right: true });
    expect(one(".cw-learn").textContent, "of two moves that are as good it is clear which").toContain("The table outlines your move.");
  });

  test("the last mistake ends with a button that leads away", async () => {
    const { one, sent } = mount({ scene: { ...learning, learn: "last" }, told });
    one('.cw-learn [data-mark="done learning"]').click();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map((content) => (content as { kind: string }).kind)).toEqual(["unlearn"]);
  });
});

test("an answer is looked at until a judgement of it comes", () => {
  const verdict = (words: string) => ({ round: 0, ply: 0, chosen: "L:1r", played: "L:2b", right: false, words });
  const open = { round: 0, ply: 0, words: null, better: true };
  const [old, fresh] = [verdict("Try again."), verdict("Right.")];
  const props = (told: ReplayProps["told"], report = NO_REPORT) => ({ question: open, told, report });
  const asked = { round: 0, ply: 0, move: "L:1r", told: old };
  expect(judgedMove(null, props(null))).toBeNull();
  expect([old, null].map((told) => judgedMove(asked, props(told)))).toEqual(["L:1r", "L:1r"]);
  expect(judgedMove(asked, props(fresh))).toBeNull();
  expect(judgedMove(asked, props(null, { ...NO_REPORT, refusal: { text: "no", rule: null } }))).toBeNull();
  expect(judgedMove(asked, { ...props(null), question: null }), "the better move was shown meanwhile").toBeNull();
  expect(judgedMove(asked, { ...props(null), question: { ...open, ply: 4 } }), "the next mistake").toBeNull();
});

test("a search for mistakes says about how long it still takes, from its pace", () => {
  const began = { done: 2, at: 1000 };
  expect(secondsLeft(4, 40, began, 3000)).toBeNull();
  expect(secondsLeft(12, 40, began, 11000)).toBe(28);
  expect(secondsLeft(40, 40, began, 41000)).toBeNull();
  expect([3, 21, 70, 150].map(texts.after.left)).toEqual(["A few seconds more", "About 20 seconds more", "About 1 minute more", "About 3 minutes more"]);
});

test("a search for mistakes shows how far it is, stops, and goes on", () => {
  const searching = (runs: boolean) => mount({ scene: { ...scene, search: { done: 3, of: 12, runs } } });
  const running = searching(true);
  const bar = running.root.querySelector<HTMLProgressElement>("[data-search=runs] progress")!;
  expect([bar.value, bar.max]).toEqual([3, 12]);
  running.root.querySelector<HTMLElement>('[data-mistakes="stop"]')?.click();
  expect(running.sent.at(-1)).toMatchObject({ kind: "unjudge" });
  const resting = searching(false);
  expect(resting.root.querySelector("progress")).toBeNull();
  resting.root.querySelector<HTMLElement>('[data-mistakes="go on"]')?.click();
  expect(resting.sent.at(-1)).toMatchObject({ kind: "mistakes" });
});
