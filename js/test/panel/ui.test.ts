import { describe, expect, test } from "vitest";
import { change, START, stateOf, type Ui } from "../../src/panel/ui";
import type { Dump } from "../../src/kernel/messages";
import kommando from "../dumps/kommando.json";

const dump = kommando[0] as unknown as Dump;
const alive: Ui = { ...START, connection: "alive" };
const sent = change({ ...alive, picked: ["7b", "L"] }, { kind: "sent", id: 4, move: "L:7b" });

describe("a move on its way", () => {
  test("is pending and makes the table busy", () => {
    expect(sent.pending).toEqual({ id: 4, move: "L:7b", waiting: false, late: false });
    expect(stateOf(sent, dump, false)).toBe("busy");
  });
  test("is settled by its own answer only", () => {
    expect(change(sent, { kind: "reply", reply: { kind: "done", id: 3 } }).pending).not.toBeNull();
    expect(change(sent, { kind: "reply", reply: { kind: "done", id: 4 } }).pending).toBeNull();
  });
  test("refused: the picks stay for another try and the rule is said", () => {
    const refused = change(sent, {
      kind: "reply",
      reply: { kind: "refused", id: 4, rule: "KO-5", text: "Not in that colour.", move: "L:7b" },
    });
    expect(refused.picked).toEqual(["7b", "L"]);
    expect(refused.message).toEqual({ text: "Not in that colour.", rule: "KO-5", move: "L:7b", tone: "refused" });
    expect(stateOf(refused, dump, false)).toBe("ready");
  });
  test("refused on another page: that page alone is told", () => {
    const reply = { kind: "refused", id: 7, rule: null, text: "The game has moved on.", move: "L:7b" } as const;
    expect(change(sent, { kind: "reply", reply, own: false })).toMatchObject({ message: null, picked: sent.picked, pending: sent.pending });
  });
  test("without an answer is late, not lost", () => {
    const late = change(sent, { kind: "late", id: 4 });
    expect(late.pending?.late).toBe(true);
    expect(change(sent, { kind: "late", id: 9 }).pending?.late).toBe(false);
  });
});

describe("a new position", () => {
  test("voids picks, hints and messages", () => {
    const busy: Ui = { ...alive, at: "0/0", picked: ["7b"], hint: "L:7b", message: { text: "x", rule: null, move: null, tone: "hint" } };
    const next = change(busy, { kind: "dump", dump: { ...dump, ply: 1 } });
    expect([next.picked, next.hint, next.message]).toEqual([[], null, null]);
  });
  test("forgets the mistakes of the game before, and closes their replay", () => {
    const looked: Ui = { ...alive, at: "0/20", mistakes: { kind: "judged", id: 1, mistakes: [], complete: true, lost: "", replay: "r" }, mistakesReplay: "r" };
    const next = change(looked, { kind: "dump", dump: { ...dump, ply: 0 } });
    expect([next.mistakes, next.mistakesReplay]).toEqual([null, null]);
  });
  test("a replay opens for who asked for it, unless another game began meanwhile", () => {
    const reply = { kind: "watched", id: 4, replay: "r" } as const;
    const sent: Ui = { ...alive, pending: { id: 4, waiting: true, late: false, move: null } };
    expect(change(sent, { kind: "reply", reply, own: true }).mistakesReplay).toBe("r");
    expect(change(sent, { kind: "reply", reply: { ...reply, id: 5 }, own: true }).mistakesReplay).toBeNull();
    const begun = change(sent, { kind: "dump", dump: { ...dump, ply: 1 } });
    expect(change(begun, { kind: "reply", reply, own: true }).mistakesReplay).toBeNull();
  });
  test("the same position again keeps what is picked", () => {
    const busy: Ui = { ...alive, at: `${dump.round}/${dump.ply}`, picked: ["7b"] };
    expect(change(busy, { kind: "dump", dump }).picked).toEqual(["7b"]);
  });
});

describe("the connection", () => {
  test("opens as busy, becomes ready with the first answer", () => {
    expect(stateOf(START, dump, false)).toBe("busy");
    expect(stateOf(change(START, { kind: "reply", reply: { kind: "hello", id: 1 } }), dump, false)).toBe("ready");
  });
  test("lost: nothing is picked or pending; an answer brings the table back", () => {
    const lost = change(sent, { kind: "connection", connection: "gone" });
    expect([lost.pending, lost.picked]).toEqual([null, []]);
    expect(stateOf(lost, dump, false)).toBe("lost");
    expect(stateOf(change(lost, { kind: "reply", reply: { kind: "hello", id: 9 } }), dump, false)).toBe("ready");
  });
  test("a finished round is over, a thinking bot makes the table busy", () => {
    expect(stateOf(alive, { ...dump, is_over: true }, false)).toBe("over");
    expect(stateOf(alive, dump, true)).toBe("busy");
  });
});

test("Escape lets go of picks, of the key sheet and of the question", () => {
  const open: Ui = { ...alive, picked: ["7b"], help: true, confirmation: "new" };
  const closed = change(open, { kind: "let go" });
  expect([closed.picked, closed.help, closed.confirmation]).toEqual([[], false, null]);
});

test("a reveal goes on stage by stage, outlasts the other side's next choice, and ends with a pick", () => {
  const [from, to, later] = [0, 2, 3].map((ply) => ({ round: 0, ply, legal_moves: [] }) as unknown as Dump);
  if (!(from && to && later)) throw new Error("three positions");
  const begun = change(START, { kind: "dump", dump: to, reveal: { from, to, at: 0, of: 3, lasting: false, again: null } });
  const second = change(begun, { kind: "reveal", on: "next" });
  expect(second.reveal?.at).toBe(1);
  expect(change(second, { kind: "dump", dump: later }).reveal?.at).toBe(1);
  expect(change(second, { kind: "dump", dump: from }).reveal).toBeNull();
  expect(change(second, { kind: "pick", picked: ["Qh"] }).reveal).toBeNull();
  const third = change(second, { kind: "reveal", on: "next" });
  expect(change(third, { kind: "reveal", on: "next" }).reveal).toBeNull();
  expect(change(begun, { kind: "reveal", on: "end" }).reveal).toBeNull();
  // one's own move ends it with the position that it leads to, in one repaint
  const sending = change(second, { kind: "sent", id: 1, move: "A:Qh" });
  expect(sending.reveal?.at).toBe(1);
  expect(change(sending, { kind: "dump", dump: later }).reveal).toBeNull();
});

test("a battle lies open beside picks and unseen choices, until it is turned back or the next one is fought", () => {
  const [from, to, later] = [0, 1, 2].map((ply) => ({ round: 0, ply, legal_moves: ["1xB2"] }) as unknown as Dump);
  if (!(from && to && later)) throw new Error("three positions");
  const open = change(START, { kind: "dump", dump: to, reveal: { from, to, at: 0, of: 1, lasting: true, again: null } });
  const picked = change(open, { kind: "pick", picked: ["1"] });
  const sent = change(picked, { kind: "sent", id: 1, move: "1xB2" });
  expect([picked, sent, change(sent, { kind: "dump", dump: later })].map(({ reveal }) => reveal?.to.ply)).toEqual([1, 1, 1]);
  expect(change(picked, { kind: "let go" })).toMatchObject({ picked: [], turnedBack: false, reveal: { at: 0 } });
  for (const turned of [change(open, { kind: "let go" }), change(open, { kind: "reveal", on: "end" })]) {
    expect([turned.reveal, turned.turnedBack]).toEqual([null, true]);
    expect(change(turned, { kind: "dump", dump: later }).turnedBack).toBe(false);
  }
});

test("a notice and a refusal go with the next pick, a hint stays; a refusal stays when the picks are let go", () => {
  const saying = (tone: "notice" | "hint" | "refused"): Ui => ({ ...alive, message: { text: "x", rule: null, move: null, tone } });
  for (const event of [{ kind: "pick", picked: ["C"] }, { kind: "draft", draft: { C: "7h" }, picked: [] }, { kind: "let go" }] as const) {
    expect(change(saying("notice"), event).message).toBeNull();
    expect(change(saying("hint"), event).message).not.toBeNull();
    expect(change(saying("refused"), event).message === null).toBe(event.kind !== "let go");
  }
});

test("the marks of a hint go when other words take the place of its own", () => {
  const hinted: Ui = { ...alive, hint: "L:7b", message: { text: "x", rule: null, move: "L:7b", tone: "hint" } };
  expect(change(hinted, { kind: "message", message: { text: "y", rule: null, move: null, tone: "notice" } }).hint).toBeNull();
});
