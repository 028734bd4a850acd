// Nothing is lost by a click: what ends a game asks first, and a table whose kernel is gone says how the game comes back.
import { describe, expect, test, vi } from "vitest";
import type { Dump, Scene } from "../../src/kernel/messages";
import widget from "../../src/widget";
import fourx from "../dumps/fourx.json";
import kommando from "../dumps/kommando.json";
import { fakeModel, stillClock } from "../model";
import { sceneOf } from "../scene";

const begun = kommando.find(({ seat, ply }) => seat === 0 && ply > 0) as unknown as Dump;
const alone = fourx.find(({ legal_moves: legal, ply }) => ply > 0 && legal.includes("resign")) as unknown as Dump;
const scene = sceneOf({ under_way: true });

function mount(some: Partial<Scene> = {}, dump: Dump = begun, traits: Record<string, unknown> = {}) {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel({ view: "table", dump, scene: { ...scene, ...some }, rules: [], bots_info: [], ...traits });
  widget.render({ model: kernel.model, el } as unknown as Parameters<typeof widget.render>[0]);
  const root = el.querySelector<HTMLElement>(".capture-widgets")!;
  kernel.answer({ kind: "hello", id: kernel.sent.find(({ kind }) => kind === "hello")?.id ?? -1 });
  const find = (hook: string) => root.querySelector<HTMLElement>(hook);
  const use = (hook: string) => {
    const node = find(hook);
    node?.focus();
    node?.click();
  };
  return { ...kernel, root, find, use, last: () => kernel.sent.at(-1) };
}

stillClock();

const YES = '[data-confirm]:not([data-confirm="no"])';
const NO = '[data-confirm="no"]';
/** The button of the closed menu in which new deals stand. */
const MENU = '[data-mark="games"]';

describe.each([
  ["new", false],
  ["same", true],
])("a deal (%s) in a game under way", (mark, same) => {
  const button = `[data-mark="${mark}"]`;

  test("is asked about first, with the way out in focus, and dealt when it is confirmed", () => {
    const { find, use, last } = mount();
    expect(find("[data-confirm]")).toBeNull();
    use(button);
    expect(last()?.kind).toBe("hello");
    expect(document.activeElement).toBe(find(NO));
    expect(find("[role=alertdialog]")?.textContent).toContain("continue it later");
    use(YES);
    expect(last()).toMatchObject({ kind: "new", same });
    expect(find("[data-confirm]")).toBeNull();
  });

  test("is not dealt after the way out or Escape, and the focus is where it was", () => {
    const { find, use, last } = mount();
    use(button);
    use(NO);
    expect([find("[data-confirm]"), document.activeElement]).toEqual([null, find(MENU)]);
    use(button);
    find(NO)?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    expect([find("[data-confirm]"), document.activeElement]).toEqual([null, find(MENU)]);
    expect(last()?.kind).toBe("hello");
  });

  test("needs no question where no game is under way", () => {
    const { find, use, last } = mount({ under_way: false });
    use(button);
    expect(find("[data-confirm]")).toBeNull();
    expect(last()).toMatchObject({ kind: "new", same });
  });
});

test("the question names the match where one is played", () => {
  const { find, use } = mount({ match: { target: 101, totals: [3, 4], over: false } });
  use('[data-mark="new"]');
  expect(find("[role=alertdialog]")?.textContent).toContain("match");
});

test("the question stays while a bot moves, and goes with the game", async () => {
  const { find, use, model } = mount();
  use('[data-mark="new"]');
  model.set("dump", { ...begun, ply: begun.ply + 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(find(NO)).not.toBeNull();
  model.set("dump", { ...begun, ply: begun.ply + 2, is_over: true, to_play: null, legal_moves: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(find(NO)).toBeNull();
});

test("what was put aside is brought back by a button in the same place", () => {
  expect(mount().find('[data-mark="bring back"]')).toBeNull();
  const { use, last } = mount({ can: { ...scene.can, bring_back: true } });
  use('[data-mark="bring back"]');
  expect(last()).toMatchObject({ kind: "bring_back" });
});

describe("giving up", () => {
  test("is a button of its own, not on the board, and asks", () => {
    const { root, find, use, last } = mount({}, alone);
    expect(root.querySelector('.cw-board [data-place="resign"]')).toBeNull();
    use('[data-place="resign"]');
    expect(document.activeElement).toBe(find(NO));
    use(NO);
    expect(last()?.kind).toBe("hello");
    use('[data-place="resign"]');
    use(YES);
    expect(last()).toMatchObject({ kind: "play", move: "resign" });
  });

  test("stands last and apart in the list of moves, where it is played like any other", () => {
    const { root, last } = mount({}, alone);
    const entries = [...root.querySelectorAll<HTMLElement>("[data-move]")];
    expect(entries.map(({ dataset }) => dataset.move).sort()).toEqual([...alone.legal_moves].sort());
    expect(entries.at(-1)?.dataset.move).toBe("resign");
    expect([...root.querySelectorAll("li.is-apart")].map(({ textContent }) => textContent)).toHaveLength(1);
    entries.at(-1)?.click();
    expect(last()).toMatchObject({ kind: "play", move: "resign" });
  });

  test("is never where the focus goes by itself: not when the kings are gone, not at the end of the board", async () => {
    const king = { ...alone, ply: 0, legal_moves: ["king c", "king d", "resign"], table: { ...(alone.table as object), own: null } };
    const { find, model, root } = mount({}, king);
    find('[data-place="c"]')?.focus();
    model.set("dump", alone);
    await vi.advanceTimersByTimeAsync(0);
    expect(document.activeElement?.getAttribute("data-place")).not.toBeNull();
    expect(document.activeElement?.getAttribute("data-place")).not.toBe("resign");
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    expect(root.querySelector(".cw-board")?.contains(document.activeElement)).toBe(true);
  });
});

describe("a table whose kernel is gone", () => {
  const lose = (some: Partial<Scene>) => {
    const table = mount({ thinking: 1, ...some });
    table.fire("comm_live_update");
    return { turn: table.find(".cw-turn")?.textContent, said: table.find("[data-message]")?.textContent };
  };

  test("says that it is lost, not that somebody is thinking", () => {
    expect(lose({}).turn).toBe("Not connected");
  });
  test("names what brings back this game, where it is kept", () => {
    expect(lose({ kept_in: "games/mine.jsonl" }).said).toContain('cw.resume("games/mine.jsonl")');
  });
  test("says that the game is gone otherwise, and what to do next time", () => {
    const { said } = lose({});
    expect(said).toContain("if not, it is lost");
    expect(said).toContain('cw.new("kommando", autosave="kommando.jsonl")');
    expect(said).not.toContain("Run the cell again");
  });
});

test("moves taken back are said with the cards that had been seen, above the table and in the log", () => {
  const again = "Taken back, after seeing two cards.";
  const { find } = mount({ taken_back: 3, seen: 2 }, begun, {
    logged: { count: 1, changes: 1 },
    log0: [{ ply: 1, seat: 0, move: "L:7b", text: "A plays.", again }],
  });
  expect(find(".cw-taken-back")?.textContent).toBe("Taken back: 3 times, after seeing 2 cards");
  expect(find("[data-log]")?.textContent).toContain(again);
});

describe("another game", () => {
  const games = ["kommando", "fourx"].map((slug) => ({ slug, title: slug, words: "A game.", takes: "", people: "", learn: true, learn_step: 0, learned: false, finished: false, levels: {}, deal: "", fewest: null, beaten: [], rival: "club", last_rivals: [], luck: "", memory: {}, options: [], last: {}, last_match: false, begun: "", waits: "" }));
  const chosen = { game: "fourx", line: 'cw.new("fourx")', fault: "", seats: 1, hands: 1, levels: false };

  async function choosing(some: Partial<Scene>) {
    const table = mount(some);
    table.use('[data-mark="other"]');
    table.answer({ kind: "choices", id: table.last()!.id, games });
    await vi.advanceTimersByTimeAsync(0);
    table.use('[data-choose="fourx"]');
    const asked = table.last()!;
    expect(asked).toMatchObject({ kind: "choose", choice: { game: "fourx" } });
    table.answer({ kind: "chosen", id: asked.id, chosen });
    return table;
  }

  test("is chosen in place of the board, and begun once it is confirmed that this one ends", async () => {
    const { find, use, last, answer, model, root } = await choosing({ under_way: true });
    expect(find("[data-choices]")).not.toBeNull();
    use("[data-start]");
    expect(document.activeElement).toBe(find(NO));
    use(NO);
    expect(find("[data-choices]")).not.toBeNull();
    use("[data-start]");
    use(YES);
    expect(last()).toMatchObject({ kind: "begin", choice: { game: "fourx", opponent: "club" } });
    const asked = last()!.id;
    model.set("dump", { ...begun, ply: 0 }); // the position may come before the reply
    await vi.advanceTimersByTimeAsync(0);
    answer({ kind: "begun", id: asked });
    expect(find("[data-choices]")).toBeNull();
    expect(root.dataset.ply).toBe("0");
  });

  test("a match has its points counted before the kernel has answered, and keeps points that were asked for", async () => {
    const tick = { default: false, values: null, labels: null, words: "", rule: "", least: 0, seats: false };
    const options = [{ ...tick, name: "scoring" }, { ...tick, name: "target", default: 25, least: 1 }];
    const { answer, find, last, use } = mount({});
    use('[data-mark="other"]');
    answer({ kind: "choices", id: last()!.id, games: [{ ...games[0]!, options }] });
    await vi.advanceTimersByTimeAsync(0);
    use('[data-choose="kommando"]');
    const box = (name: string) => find(`[data-option="${name}"]`) as HTMLInputElement;
    const asked = async (name: string) => {
      box(name).click();
      await vi.advanceTimersByTimeAsync(0); // no request is answered
      return [box("match").checked, box("scoring").checked];
    };
    expect(await asked("match")).toEqual([true, true]);
    expect(await asked("match")).toEqual([false, false]);
    expect(await asked("scoring")).toEqual([false, true]);
    expect(await asked("match")).toEqual([true, true]);
    expect(await asked("match")).toEqual([false, true]);
  });

  test("is begun at once where nothing ends by it, and Escape leads back to the board", async () => {
    const { find, use, last, root } = await choosing({ under_way: false });
    root.querySelector("[data-start]")!.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    expect(find("[data-choices]")).toBeNull();
    use('[data-mark="other"]');
    expect(last()).toMatchObject({ kind: "choices" });
    expect(find("[data-confirm]")).toBeNull();
  });

  test("is not chosen where no kernel sends the second script, and the table says so and stays", async () => {
    const { second } = widget;
    widget.second = null;
    const told = vi.fn();
    vi.stubGlobal("reportError", told);
    try {
      const { find, use, last, answer } = mount();
      use('[data-mark="other"]');
      answer({ kind: "choices", id: last()!.id, games });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(find("[data-choices]")).toBeNull();
      expect(find(".cw-message")?.textContent).toContain("no kernel sends it");
      expect(told).toHaveBeenCalledOnce();
    } finally {
      widget.second = second;
    }
  });
});
