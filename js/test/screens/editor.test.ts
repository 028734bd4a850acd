// The editor of lessons over a slow link: what somebody types stays, and reaches the step that it was typed for.
import { expect, test, vi } from "vitest";
import type { EditorScene } from "../../src/kernel/messages";
import widget from "../../src/widget";
import { fakeModel, stillClock } from "../model";

type Edit = { kind: string; id: number; what: string; one: string; to: string; step: string };

const FIELDS = { text: "", ask: "look", seat: "", right: "", reply: "", hints: "" };

/** A lesson of steps with these texts, by their names. */
function sceneOf(texts: Record<string, string>, open: string, some: Partial<EditorScene> = {}): EditorScene {
  return {
    title: "A lesson",
    game: "",
    games: {},
    steps: Object.entries(texts).map(([id, text]) => ({ id, text, fault: null })),
    step: Object.keys(texts).indexOf(open),
    fields: { ...FIELDS, text: texts[open] ?? "" },
    places: [],
    tray: [],
    by_hand: false,
    made: false,
    saved: "",
    moves: [],
    legal: ["L:1r", "R:1r", "L:2b"],
    seats: ["A", "B"],
    bots: {},
    first: false,
    trial: null,
    ...some,
  };
}

function mount(scene: EditorScene) {
  const el = document.createElement("div");
  document.body.append(el);
  const kernel = fakeModel({ view: "editor", scene, settings: {} });
  const ending = new AbortController();
  widget.render({ model: kernel.model, el, signal: ending.signal } as unknown as Parameters<typeof widget.render>[0]);
  kernel.answer({ kind: "hello", id: kernel.sent[0]?.id ?? -1 });
  const node = (css: string) => el.querySelector<HTMLElement>(css)!;
  const value = (name: string) => el.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field=${name}]`)!.value;
  const edits = () => (kernel.sent as unknown as Edit[]).filter(({ kind }) => kind === "edit");
  const wrote = () => edits().filter(({ what }) => what === "write").map(({ step, one, to }) => [step, one, to]);
  return {
    ...kernel,
    ending,
    node,
    edits,
    wrote,
    value,
    text: () => value("text"),
    type: (words: string) => {
      const field = node("[data-field=text]") as HTMLTextAreaElement;
      field.value = words;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    leave: () => node("[data-field=text]").dispatchEvent(new Event("change", { bubbles: true })),
    open: () => node("[data-step][aria-pressed=true]").dataset.step,
    /** The kernel has done the last request, and shows this. */
    async done(now: EditorScene) {
      kernel.model.set("scene", now);
      kernel.answer({ kind: "done", id: edits().at(-1)!.id });
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

stillClock();

test("what is typed after Add a step, before the kernel has it, is the new step's", async () => {
  const editor = mount(sceneOf({ 1: "The first." }, "1"));
  editor.node("[data-mark=add]").click();
  const [add] = editor.edits();
  expect(add).toMatchObject({ what: "add", step: "1" });
  expect([editor.open(), editor.text()]).toEqual(["1", ""]);
  editor.type("The second");
  await vi.advanceTimersByTimeAsync(3000); // a slow hub
  editor.type("The second.");
  editor.leave();
  expect(editor.edits(), "one request at a time, in order").toHaveLength(1);
  const field = editor.node("[data-field=text]");
  await editor.done(sceneOf({ 1: "The first.", [add!.to]: "" }, add!.to));
  expect(editor.text()).toBe("The second.");
  expect(editor.node("[data-field=text]"), "the same field, so that the caret stays").toBe(field);
  expect(editor.wrote()).toEqual([[add!.to, "text", "The second."]]);
  await editor.done(sceneOf({ 1: "The first.", [add!.to]: "The second." }, add!.to));
  expect(editor.text()).toBe("The second.");
  // from here on the kernel's word counts again
  await editor.done(sceneOf({ 1: "The first.", [add!.to]: "From Python." }, add!.to));
  expect(editor.text()).toBe("From Python.");
});

test("what is being typed when another step opens is written into its own", async () => {
  const editor = mount(sceneOf({ 1: "", 2: "The second." }, "1"));
  editor.node('[data-step="1"]').click();
  expect(editor.edits().at(-1)).toMatchObject({ what: "open", step: "2" });
  editor.type("The first.");
  await editor.done(sceneOf({ 1: "", 2: "The second." }, "2"));
  expect(editor.text()).toBe("The second.");
  expect(editor.wrote()).toEqual([["1", "text", "The first."]]);
});

test("a scene without it does not take away what was typed, and a refusal says why at its step", async () => {
  const editor = mount(sceneOf({ 1: "" }, "1"));
  editor.type("Far too long.");
  editor.leave();
  editor.model.set("scene", sceneOf({ 1: "" }, "1"));
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.text()).toBe("Far too long.");
  editor.answer({ kind: "refused", id: editor.edits()[0]!.id, rule: null, text: "A field holds less.", move: null });
  expect(editor.text()).toBe("Far too long.");
  expect(editor.node("[data-fault]").textContent).toContain("A field holds less.");
  editor.node("[data-mark=add]").click();
  expect(editor.wrote(), "it goes once").toHaveLength(1);
});

test("two moves ticked in one round trip are both right", async () => {
  const editor = mount(sceneOf({ 1: "" }, "1", { fields: { ...FIELDS, ask: "move" } }));
  for (const move of ["L:1r", "R:1r"]) editor.node(`[data-right-move="${move}"]`).click();
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.value("right")).toBe("L:1r; R:1r");
  await editor.done(sceneOf({ 1: "" }, "1", { fields: { ...FIELDS, ask: "move", right: "L:1r" } }));
  expect(editor.wrote().at(-1)).toEqual(["1", "right", "L:1r; R:1r"]);
  expect(editor.value("right")).toBe("L:1r; R:1r");
});

test("what the kernel has not answered goes once more when there is one again", async () => {
  const editor = mount(sceneOf({ 1: "" }, "1"));
  editor.type("Still here.");
  editor.leave();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(editor.node(".capture-widgets").dataset.state).toBe("lost");
  expect(editor.text()).toBe("Still here.");
  editor.fire("comm_live_update");
  const hello = editor.sent.filter(({ kind }) => kind === "hello").at(-1)!;
  editor.answer({ kind: "hello", id: hello.id });
  expect(editor.wrote()).toEqual([["1", "text", "Still here."], ["1", "text", "Still here."]]);
});

test("an editor that leaves the page sends what is typed in it", () => {
  const editor = mount(sceneOf({ 1: "" }, "1"));
  editor.type("In the middle of a");
  editor.ending.abort();
  expect(editor.wrote()).toEqual([["1", "text", "In the middle of a"]]);
});

test("another game asks before it discards a position that was set up, and places face down say so", async () => {
  const place = { key: "row/3", words: "place 4", cards: [], free: 1, down: true };
  const scene = sceneOf({ 1: "" }, "1", { game: "kommando", games: { kommando: "K", fourx: "X" }, by_hand: true, made: true, places: [place] });
  const editor = mount(scene);
  expect(editor.node('[data-lies="row/3"]').textContent).toContain("face down");
  const choose = async () => {
    const select = editor.node("option[value=fourx]").closest("select")!;
    select.value = "fourx";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(0);
  };
  await choose();
  expect(editor.edits()).toEqual([]);
  editor.node('[data-confirm="no"]').click();
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.edits()).toEqual([]);
  await choose();
  editor.node('[data-confirm="yes"]').click();
  expect(editor.edits()).toMatchObject([{ what: "game", one: "fourx" }]);
});

test("the focus goes with a card that changes places by keyboard", async () => {
  const at = (near: string, far: string) =>
    sceneOf({ 1: "Hello." }, "1", {
      game: "kommando",
      places: [near, far].map((card, seat) => ({ key: `hands/${seat}`, words: `Hand ${seat}`, cards: [card], free: 0, down: false })),
    });
  const editor = mount(at("1r", "2b"));
  for (const card of ["1r", "2b"]) {
    editor.node(`[data-card="${card}"]`).focus();
    editor.node(`[data-card="${card}"]`).click();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(editor.edits().at(-1)).toMatchObject({ what: "put", one: "1r", to: "hands/1|2b" });
  await editor.done(at("2b", "1r"));
  expect((document.activeElement as HTMLElement).dataset.card).toBe("1r");
});
