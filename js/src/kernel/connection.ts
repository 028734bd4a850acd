// The connection of a screen to its kernel: numbered requests, their replies, and whether the kernel replies at all.
import type { Model } from "./model";
import { texts } from "../texts";
import type { Reply, Request } from "./messages";

/** Whether a kernel answers this screen. */
export type Connection = "opening" | "alive" | "slow" | "gone";

/** The state that the page shows as `data-state`. */
export type State = "ready" | "busy" | "over" | "lost";

/** A request on its way to the kernel. */
export interface Pending {
  id: number;
  /** The move that it asks for; null if it asks for something else. */
  move: string | null;
  /** Whether the reply has taken so long that the screen shows that it waits. */
  waiting: boolean;
  /** Whether the reply is late. */
  late: boolean;
}

/** What a screen knows of its kernel. */
export interface ConnectionState {
  connection: Connection;
  pending: Pending | null;
}

export type ConnectionEvent =
  | { kind: "sent"; id: number; move: string | null }
  | { kind: "waiting" | "late"; id: number }
  /** `own`: whether this screen sent the request; all displays of a widget receive all replies. */
  | { kind: "reply"; reply: Reply; own?: boolean }
  | { kind: "connection"; connection: Connection };

export const OPENING: ConnectionState = { connection: "opening", pending: null };

/** The state of the connection after an event. Pure. */
export function connectionAfter({ connection, pending }: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.kind) {
    case "sent":
      return { connection, pending: { id: event.id, move: event.move, waiting: false, late: false } };
    case "waiting":
    case "late":
      return { connection, pending: pending?.id === event.id ? { ...pending, [event.kind]: true } : pending };
    case "reply":
      return { connection: "alive", pending: pending?.id === event.reply.id ? null : pending };
    case "connection":
      return { connection: event.connection, pending: event.connection === "gone" ? null : pending };
  }
}

export interface Refusal {
  text: string;
  rule: string | null;
}

/** The content of the message field. */
export interface StatusMessage extends Refusal {
  tone: "refused" | "notice" | "hint" | "standing";
}

/** The state of the connection of a screen that also works without its kernel, such as a replay or an inspector. */
export interface Report extends ConnectionState {
  /** Why the kernel refused the last request. */
  refusal: Refusal | null;
}

export const NO_REPORT: Report = { ...OPENING, refusal: null };

/** The state of the connection after an event; it stores a refusal of this screen's request. */
export function reportAfter(report: Report, event: ConnectionEvent): Report {
  const now: Report = { ...report, ...connectionAfter(report, event) };
  if (event.kind === "sent") return { ...now, refusal: null };
  if (event.kind !== "reply" || event.reply.kind !== "refused" || !event.own) return now;
  const { text, rule } = event.reply;
  return { ...now, refusal: { text, rule } };
}

/** Whether two such states look the same; a pending request is visible only when its reply is late. */
export function sameReport(one: Report, other: Report): boolean {
  return one.connection === other.connection && one.refusal === other.refusal && one.pending?.late === other.pending?.late;
}

/** Refuses a request that could not be sent. */
export function refuseUnsent(report: Report): Report {
  return { ...report, refusal: { text: texts.alone, rule: null } };
}

/** The part of a widget's model that a connection needs. */
export type Channel = Pick<Model, "send" | "save" | "onReply" | "onReconnect" | "onKernelGone" | "onAway" | "page">;

/** The ways in which a screen talks to its kernel. */
export interface Kernel {
  /** Asks whether the kernel replies, after a delay in ms. */
  hello: (after?: number) => void;
  /** Sends a request without waiting for the reply; returns its number, or null if it could not be sent. */
  send: (ask: Request) => number | null;
  /**
   * Sends a request, which is pending until its reply comes. With the number of an earlier one it is that one again, which
   * a kernel that has done it answers without doing it twice. Returns whether it has gone out.
   */
  ask: (ask: Request, again?: number) => boolean;
  /** A number for a request, which no other display of this widget uses. */
  number: () => number;
  /** Sends the traits that the screen has set. */
  save: () => void;
}

/** A kernel that does not reply for SLOW ms counts as slow, and after GONE ms as gone until it replies. */
const SLOW = 1500;
const GONE = 6000;
const LATE = 4000;
/** The screen does not show a wait shorter than this (ms), because it would repaint twice for nothing. */
export const PATIENCE = 150;

/**
 * Connects a screen to its kernel until the signal aborts: `tell` receives the events, `now` returns the current state. The
 * kernel keeps a widget alive as long as a display has sent "hello" with its name (`view`) and no "bye".
 */
export function connect(
  channel: Channel,
  view: string,
  now: () => ConnectionState,
  tell: (event: ConnectionEvent) => void,
  signal: AbortSignal,
): Kernel {
  // a number that no other display of this widget uses
  let number = Math.floor(Math.random() * 2 ** 40);
  const unanswered = new Set<number>();
  let greeted = false;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const attempt = (act: () => void): boolean => {
    try {
      act();
      return true;
    } catch {
      tell({ kind: "connection", connection: "gone" });
      return false;
    }
  };
  const send = (ask: Request, id = (number += 1)): number | null => {
    if (!attempt(() => channel.send({ ...ask, id }))) return null;
    unanswered.add(id);
    return id;
  };
  const sayHello = () => send({ kind: "hello", view, ...(channel.page !== null && { page: channel.page }) });
  const greet = () => {
    const id = sayHello();
    if (id === null) return;
    greeted = true;
    after(SLOW, () => {
      if (unanswered.has(id) && now().connection !== "gone") tell({ kind: "connection", connection: "slow" });
    });
    after(GONE, () => {
      if (unanswered.has(id)) tell({ kind: "connection", connection: "gone" });
    });
  };

  // the refusal of a trait has no number and goes to all displays of the widget
  const onReply = (reply: Reply) => {
    if (reply.kind === "who") sayHello();
    if (reply.kind === "still" || reply.kind === "who") return;
    tell({ kind: "reply", reply, own: reply.id === null || unanswered.delete(reply.id) });
  };
  const onLive = () => {
    tell({ kind: "connection", connection: "gone" });
    greet();
  };
  channel.onReply(onReply, signal);
  channel.onReconnect(onLive, signal);
  channel.onAway(() => tell({ kind: "connection", connection: "gone" }), signal);
  channel.onKernelGone(() => tell({ kind: "connection", connection: "gone" }), signal);
  signal.addEventListener("abort", () => {
    for (const timer of timers) clearTimeout(timer);
    if (!greeted) return;
    try {
      channel.send({ kind: "bye", view, id: (number += 1) });
    } catch {
      // the connection is closed already
    }
  });

  return {
    hello: (ms = 0) => (ms === 0 ? greet() : after(ms, greet)),
    send,
    number: () => (number += 1),
    ask: (ask, again) => {
      const id = send(ask, again);
      if (id === null) return false;
      tell({ kind: "sent", id, move: ask.kind === "play" ? ask.move : null });
      after(PATIENCE, () => {
        if (now().pending?.id === id) tell({ kind: "waiting", id });
      });
      after(LATE, () => {
        if (now().pending?.id !== id) return;
        tell({ kind: "late", id });
        greet();
      });
      return true;
    },
    save: () => void attempt(() => channel.save()),
  };
}
