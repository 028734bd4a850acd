// What a host makes of a Python None: null where messages are JSON, undefined in Pyodide.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { Reply } from "../../src/kernel/messages";
import { frameFor, toggleFullScreen } from "../../src/page/fullScreen";
import { followPane, heightInFrame } from "../../src/page/pane";
import widget from "../../src/widget";
import columns from "../dumps/columns.json";
import commander from "../dumps/commander.json";
import fourx from "../dumps/fourx.json";
import kommando from "../dumps/kommando.json";
import universal from "../dumps/universal.json";
import { fakeModel, stillClock } from "../model";
import { person, sceneOf } from "../scene";

const GAMES = { columns, commander, fourx, kommando, universal };

/** A copy with `undefined` for every null, as Pyodide makes one. */
function hollow(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(hollow);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, hollow(held)]));
}

const SEATS = ["A", "B"].map(person);
const scene = sceneOf({
  title: "A game",
  seats: SEATS,
  can: { undo: true, redo: false, new: true, hint: true, next: false, bring_back: false, sit: [0, 1], again: false, open: false, winnable: false, learn: false, skip: false, retry: false },
});

const LENSES = [0, "public", null].map((seat) => ({ seat, words: `seen by ${String(seat)}` }));

const replayOf = (dump: object) => ({
  view: "replay",
  frames: [{ round: 0, dumps: [{ ...dump, round: 0 }, [[["to_play"], null]]], last: [[], []], log: [{ ply: 1, seat: null, move: "x", text: "On." }] }],
  tail: null,
  scene: { title: "A game", seats: SEATS, lenses: LENSES, notice: null, more: false, spoilers: true, edits: true, marks: [], learn: null },
  notes: {},
  lines: [],
  question: null,
  told: null,
  round: 0,
  ply: 0,
  line: 0,
  seat: null,
  playing: false,
  following: null,
  who: "",
});

const inspectorOf = (dump: object) => ({
  view: "inspector",
  dump,
  before: null,
  scene: { title: "A game", seats: SEATS, lenses: LENSES },
  seat: null,
});

/** Shows a widget; returns what it looks like, without the names that every view has to itself. */
function shown(traits: Record<string, unknown>, reply: Record<string, unknown>): string {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel(traits);
  const ending = new AbortController();
  widget.render({ model: kernel.model, el, signal: ending.signal } as unknown as Parameters<typeof widget.render>[0]);
  kernel.answer(reply as unknown as Reply);
  const html = el.innerHTML.replaceAll(/cw\d+-[a-z0-9]+/g, "own");
  ending.abort();
  expect(kernel.listeners()).toBe(0);
  return html;
}

function alike(traits: Record<string, unknown>): void {
  // to everybody who shows the widget: a reply without a number
  const reply = { kind: "refused", id: null, rule: null, text: "No.", move: null };
  const html = shown(structuredClone(traits), reply);
  expect(html).toContain("capture-widgets");
  expect(html).not.toContain("undefined");
  expect(shown(hollow(traits) as Record<string, unknown>, hollow(reply) as Record<string, unknown>)).toBe(html);
}

stillClock();

describe.each(Object.entries(GAMES))("%s looks the same where None arrives as undefined", (_slug, all) => {
  // everything open at the start, one seat in the middle, a spectator at the end
  const dumps = [all[0]!, all[Math.floor(all.length / 8) * 4 + 1]!, all.at(-1)!];

  test("at a table", () => {
    for (const dump of dumps) alike({ view: "table", dump, scene, rules: [], bots_info: [] });
  });

  test("in a replay", () => {
    for (const dump of dumps) alike(replayOf(dump));
  });

  test("in an inspector", () => {
    for (const dump of dumps) alike(inspectorOf(dump));
  });
}, 60_000);

test("a trait is the same object each time it is read, and keeps its nulls", () => {
  const settings: { pace: number | undefined } = { pace: undefined };
  const seen: unknown[] = [];
  const { model } = fakeModel({ view: "table", dump: kommando[0], scene, rules: [], bots_info: [], settings });
  const get = model.get;
  model.get = (name) => {
    const value = get(name);
    if (name === "settings") seen.push(value);
    return value;
  };
  const el = document.createElement("div");
  widget.render({ model, el } as unknown as Parameters<typeof widget.render>[0]);
  expect(seen.every((one) => one === settings)).toBe(true);
  expect(settings.pace).toBeNull();
});

test.each([
  ["marimo-anywidget", 1],
  ["other-host", 0],
])("in %s a table says back which ply is shown once it changes, %i times", async (name, times) => {
  const host = document.createElement(name);
  const el = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(el);
  document.body.append(host);
  const { model, fire } = fakeModel({ view: "table", dump: kommando[0], scene, rules: [], bots_info: [] });
  const set = vi.spyOn(model, "set");
  widget.render({ model, el } as unknown as Parameters<typeof widget.render>[0]);
  await Promise.resolve();
  expect(set).not.toHaveBeenCalled();
  const next = kommando.find(({ ply }) => ply > 0)!;
  const get = model.get;
  model.get = (trait) => (trait === "dump" ? next : get(trait));
  fire("change:dump");
  await Promise.resolve();
  expect(set.mock.calls).toEqual(Array(times).fill(["ply", next.ply]));
  expect(model.save_changes).toHaveBeenCalledTimes(times);
});

test("in a frame, which may be as high as its content, a table goes by the screen and not by the frame", () => {
  const screen = { availHeight: 1000 } as Screen;
  const own = { screen } as Window & typeof globalThis;
  expect(heightInFrame({ screen, self: own, parent: own })).toBeNull();
  expect(heightInFrame({ screen, self: own, parent: {} as Window })).toBe("800px");
});

test("a widget that has left the screen goes by the window again, where no pane scrolls", () => {
  vi.stubGlobal("ResizeObserver", class { observe = vi.fn(); unobserve = vi.fn(); disconnect = vi.fn(); });
  const el = document.createElement("div");
  const host = document.createElement("div");
  document.body.append(el);
  const frame = frameFor(el);
  frame.append(host);
  followPane(host, el, new AbortController().signal);
  const window = () => host.style.getPropertyValue("--cw-window");
  expect(window()).toBe("");
  toggleFullScreen(host);
  expect(frame.hasAttribute("data-fills")).toBe(true);
  expect(window()).toMatch(/^\d+px$/);
  toggleFullScreen(host);
  expect(frame.hasAttribute("data-fills")).toBe(false);
  expect(window()).toBe("");
  el.remove();
});

test("a widget has the height of its pane before it is first laid out", () => {
  vi.stubGlobal("ResizeObserver", class { observe = vi.fn(); unobserve = vi.fn(); disconnect = vi.fn(); });
  const pane = document.createElement("div");
  pane.style.overflowY = "auto";
  Object.defineProperty(pane, "clientHeight", { value: 600 });
  const host = document.createElement("div");
  pane.append(host);
  document.body.append(pane);
  followPane(host, pane, new AbortController().signal);
  expect(host.style.getPropertyValue("--cw-window")).toBe("720px");
  pane.remove();
});

test("no style goes by the window's height but where no other is given", () => {
  const sheets = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) => name.endsWith(".css"));
  const styles = sheets.map((name) => readFileSync(`src/${name}`, "utf-8"));
  expect(styles.some((css) => css.includes("var(--cw-window, 100vh)"))).toBe(true);
  for (const css of styles) expect(css.replaceAll("var(--cw-window, 100vh)", "")).not.toMatch(/\dvh\b/);
});
