import { describe, expect, test, vi } from "vitest";
import { reportAfter, type ConnectionState, type ConnectionEvent, connectionAfter, connect, OPENING, PATIENCE, NO_REPORT, refuseUnsent } from "../../src/kernel/connection";
import { statusOf } from "../../src/screens/status";
import { type HostModel, Model } from "../../src/kernel/model";
import { texts as replayTexts } from "../../src/screens/replay/texts";
import { words } from "../../src/screens/texts";
import { texts } from "../../src/texts";
import type { Dump } from "../../src/kernel/messages";
import widget from "../../src/widget";
import kommando from "../dumps/kommando.json";
import { fakeModel, stillClock } from "../model";

const start = kommando.find(({ seat, ply }) => seat === 0 && ply === 0) as unknown as Dump;

const seats = [
  { name: "Ada", kind: "person", level: null },
  { name: "Bo", kind: "person", level: null },
];
const scene = {
  title: "Kommando",
  seats,
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
const REPLAY = {
  view: "replay",
  frames: [{ round: 0, dumps: [start, [[["ply"], 1]]], last: [[], []], log: [{ ply: 1, seat: 0, move: "L:1r", text: "A attacks." }] }],
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
const INSPECTOR = { view: "inspector", dump: start, before: null, scene, seat: 0 };

function mount(traits: Record<string, unknown>) {
  const kernel = fakeModel({ ...traits });
  const el = document.createElement("div");
  document.body.append(el);
  const ending = new AbortController();
  widget.render({ model: kernel.model, el, signal: ending.signal } as unknown as Parameters<typeof widget.render>[0]);
  const root = el.querySelector<HTMLElement>(".capture-widgets")!;
  const one = (selector: string) => root.querySelector<HTMLElement>(selector)!;
  const said = () => one("[data-message]").textContent;
  const reply = () => kernel.answer({ kind: "hello", id: kernel.sent.at(-1)?.id ?? -1 });
  const gone = () => kernel.model.send.mockImplementation(() => { throw new Error("no comm"); });
  return { ...kernel, root, one, said, reply, gone, ending };
}

async function wait(ms = 0) {
  await vi.advanceTimersByTimeAsync(ms);
}

stillClock();

describe("a connection", () => {
  function link(manager?: unknown) {
    const kernel = fakeModel({});
    Object.assign(kernel.model, { widget_manager: manager });
    const events: ConnectionEvent[] = [];
    let state: ConnectionState = OPENING;
    const ending = new AbortController();
    const tell = (event: ConnectionEvent) => {
      events.push(event);
      state = connectionAfter(state, event);
    };
    const end = connect(new Model(kernel.model as unknown as HostModel), "one", () => state, tell, ending.signal);
    return { ...kernel, ...end, events, ending, now: () => state };
  }

  test("numbers every request, and settles it by its own answer only", () => {
    const { ask, sent, answer, events, now } = link();
    ask({ kind: "play", move: "L:1r", round: 0, ply: 0 });
    const id = sent[0]?.id ?? 0;
    expect(now().pending).toEqual({ id, move: "L:1r", waiting: false, late: false });
    answer({ kind: "done", id: id - 1 });
    expect(now()).toMatchObject({ connection: "alive", pending: { id } });
    expect(events.at(-1)).toMatchObject({ own: false });
    answer({ kind: "done", id });
    expect(now().pending).toBeNull();
    expect(events.at(-1)).toMatchObject({ own: true });
    ask({ kind: "next" });
    expect(sent[1]?.id).not.toBe(id);
  });

  test("is lost at once where the host lets go of the kernel, and hears no more of it once it has ended", () => {
    const heardBy = new Set<() => void>();
    const disposed = { connect: (act: () => void) => void heardBy.add(act), disconnect: (act: () => void) => void heardBy.delete(act) };
    const { sent, ending, events, now } = link({ kernel: { disposed } });
    for (const act of heardBy) act();
    expect(now().connection).toBe("gone");
    expect(sent).toEqual([]);
    ending.abort();
    expect(heardBy.size).toBe(0);
    expect(events).toHaveLength(1);
  });

  test("needs no kernel of its host's", () => {
    for (const manager of [undefined, null, {}, { kernel: null }, { kernel: {} }, { kernel: { disposed: true } }]) expect(link(manager).now()).toBe(OPENING);
  });

  test("has patience with an answer for a while before it says that it waits", async () => {
    const { ask, sent, answer, events, now } = link();
    ask({ kind: "next" });
    await wait(PATIENCE - 1);
    expect(now().pending?.waiting).toBe(false);
    await wait(1);
    expect(now().pending?.waiting).toBe(true);
    answer({ kind: "done", id: sent[0]?.id ?? 0 });
    ask({ kind: "next" });
    answer({ kind: "done", id: sent[1]?.id ?? 0 });
    const count = events.length;
    await wait(PATIENCE);
    expect(events).toHaveLength(count);
  });

  test("says that an answer is late, asks whether anybody is there, and that nobody is", async () => {
    const { ask, sent, now } = link();
    ask({ kind: "next" });
    await wait(4000);
    expect(now().pending?.late).toBe(true);
    expect(sent.at(-1)?.kind).toBe("hello");
    await wait(2000);
    expect(now().connection).toBe("slow");
    await wait(5000);
    expect(now()).toEqual({ connection: "gone", pending: null });
  });

  test("that answered in time says nothing more; one that ended neither hears nor asks", async () => {
    const one = link();
    one.hello();
    one.answer({ kind: "hello", id: one.sent[0]?.id ?? 0 });
    const count = one.events.length;
    await wait(20_000);
    expect(one.events).toHaveLength(count);
    const other = link();
    other.hello(1000);
    other.ending.abort();
    await wait(20_000);
    expect(other.sent).toEqual([]);
    expect(other.listeners()).toBe(0);
  });

  test("says under its name that it begins to show the widget, and that it ends", () => {
    const { hello, sent, ending } = link();
    hello();
    ending.abort();
    expect(sent).toMatchObject([{ kind: "hello", view: "one" }, { kind: "bye", view: "one" }]);
  });

  test("is told what the kernel refuses of the traits that were set", () => {
    const { answer, events } = link();
    answer({ kind: "refused", id: null, rule: null, text: "No such seat.", move: null });
    expect(events).toMatchObject([{ kind: "reply", own: true }]);
  });

  test("is lost where nothing can be sent or saved", () => {
    for (const act of ["send", "save"] as const) {
      const { model, now, send, save } = link();
      const broken = () => {
        throw new Error("no comm");
      };
      model.send.mockImplementation(broken);
      model.save_changes.mockImplementation(broken);
      if (act === "send") expect(send({ kind: "read" })).toBeNull();
      else save();
      expect(now().connection).toBe("gone");
    }
  });

  test("keeps what it was refused itself, and says it before anything else", () => {
    const reply = { kind: "refused", id: 1, rule: "KO-5", text: "No.", move: null } as const;
    expect(reportAfter(NO_REPORT, { kind: "reply", reply }).refusal).toBeNull();
    const refused = reportAfter(NO_REPORT, { kind: "reply", reply, own: true });
    expect(statusOf(refused, "lost", "notice")).toEqual({ text: "No.", rule: "KO-5", tone: "refused" });
    expect(reportAfter(refused, { kind: "sent", id: 2, move: null }).refusal).toBeNull();
    const lost = reportAfter(NO_REPORT, { kind: "connection", connection: "gone" });
    expect(statusOf(lost, "lost", null)?.text).toBe("lost");
    expect(statusOf(refuseUnsent(lost), "lost", null)?.text).toBe(texts.alone);
    expect(statusOf(NO_REPORT, "lost", null)).toBeNull();
  });
});

describe("a replay", () => {
  test("asks whether its kernel lives once it is seen, and is ready all the while", async () => {
    const { root, sent, reply } = mount(REPLAY);
    await wait(999);
    expect(sent).toEqual([]);
    await wait(1);
    expect(sent.map(({ kind }) => kind)).toEqual(["hello"]);
    await wait(3000);
    expect(root.dataset.state).toBe("ready");
    reply();
    await wait(60_000);
    expect(root.dataset.state).toBe("ready");
  });

  test("whose kernel is gone says so and goes on stepping; the answer brings it back", async () => {
    const { root, one, said, reply } = mount(REPLAY);
    await wait(10_000);
    expect(root.dataset.state).toBe("lost");
    expect(said()).toBe(replayTexts.stepping);
    one("[data-go=forward]").click();
    expect([root.dataset.ply, root.dataset.state]).toEqual(["1", "lost"]);
    reply();
    expect(root.dataset.state).toBe("ready");
    expect(said()).toBe("");
  });

  test("notices at once that the kernel goes away and comes back", () => {
    const { root, fire, reply } = mount(REPLAY);
    fire("comm_live_update");
    expect(root.dataset.state).toBe("lost");
    reply();
    expect(root.dataset.state).toBe("ready");
  });

  test("refuses in words what nobody would hear: a comment", async () => {
    const { one, said, fire, sent } = mount(REPLAY);
    fire("comm_live_update");
    one("[data-tab=notes]").click();
    await wait();
    const field = one("textarea[data-comment]") as HTMLTextAreaElement;
    field.value = "Bold";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await wait();
    const before = sent.length;
    one("[data-keep]").click();
    expect(said()).toBe(texts.alone);
    expect(sent).toHaveLength(before);
    expect((one("textarea[data-comment]") as HTMLTextAreaElement).value).toBe("Bold");
    // what was written is told to be lost with the position, too
    one("[data-go=forward]").click();
    await wait();
    expect(said()).toBe(texts.alone);
    one("[data-go=back]").click();
    expect(said()).toBe(replayTexts.stepping);
  });

  test("refuses in words what nobody would hear: a prediction, at a kernel that cannot be reached", () => {
    const { root, one, said, gone } = mount({ ...REPLAY, question: { round: 0, ply: 0 } });
    gone();
    one("[data-question] [data-move]").click();
    expect([said(), root.dataset.state]).toEqual([texts.alone, "lost"]);
  });

  test("refuses in words what nobody would hear: an edit of a line, another line, another viewer", async () => {
    const lines = [{ at: "0/0", moves: ["L:1r"] }];
    const open = { ...start, seat: null };
    const { root, one, said, fire, model, sent } = mount({ ...REPLAY, lines, line: 1, seat: null, frames: [{ round: 0, dumps: [open], last: [[]], log: [] }] });
    fire("comm_live_update");
    const before = sent.length;
    one("[data-tab=lines]").click();
    await wait();
    for (const button of ["[data-promote]", "[data-drop]", "button[data-line='0']"]) {
      one(button).click();
      expect(said()).toBe(texts.alone);
    }
    const lens = [...root.querySelectorAll("select")].find(({ options }) => options[1]?.text === "everything open")!;
    lens.value = "0";
    lens.dispatchEvent(new Event("change", { bubbles: true }));
    expect([model.get("line"), model.get("seat"), lens.value]).toEqual([1, null, "1"]);
    expect(sent).toHaveLength(before);
  });

  test("does not wait at its end for moves that nobody sends", async () => {
    const { one, fire, model } = mount({ ...REPLAY, scene: { ...scene, spoilers: false, more: true }, ply: 1 });
    expect(one("[data-go=forward]").getAttribute("aria-disabled")).toBe("false");
    fire("comm_live_update");
    await wait();
    expect(one("[data-go=forward]").getAttribute("aria-disabled")).toBe("true");
    expect(model.get("ply")).toBe(1);
  });

  test("says that the kernel is busy where an answer is late", async () => {
    const { one, said, reply } = mount({ ...REPLAY, question: { round: 0, ply: 0 } });
    await wait(1000);
    reply();
    one("[data-question] [data-move]").click();
    await wait(4000);
    expect(said()).toBe(texts.waits);
  });

  test("in an exported file has no kernel to lose", async () => {
    const { root, said, sent, gone, one } = mount({ ...REPLAY, scene: { ...scene, edits: false } });
    gone();
    one("[data-go=forward]").click();
    await wait(60_000);
    expect([root.dataset.state, root.dataset.ply, said(), sent.length]).toEqual(["ready", "1", "", 0]);
  });
});

describe("an inspector", () => {
  test("whose kernel is gone says so, shows what it has, and keeps its viewer", async () => {
    const { root, one, said, model, reply } = mount(INSPECTOR);
    await wait(500);
    expect([root.dataset.state, said()]).toEqual(["ready", ""]);
    await wait(10_000);
    expect([root.dataset.state, said()]).toEqual(["lost", words.picture]);
    expect(root.querySelectorAll(".cw-tree > li")).not.toHaveLength(0);
    const lens = one("select") as HTMLSelectElement;
    lens.value = "1";
    lens.dispatchEvent(new Event("change", { bubbles: true }));
    expect([model.get("seat"), lens.value]).toEqual([0, "0"]);
    reply();
    expect([root.dataset.state, said()]).toEqual(["ready", ""]);
  });

  test("an end leaves no listener behind", () => {
    const { ending, listeners } = mount(INSPECTOR);
    expect(listeners()).toBeGreaterThan(0);
    ending.abort();
    expect(listeners()).toBe(0);
  });
});
