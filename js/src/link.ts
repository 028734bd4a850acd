// The link to the kernel: requests by number, their replies, and whether anybody is there to reply. One for all widgets.
import { texts } from "./texts";
import type { Dump, Reply, Request } from "./messages";

/** Whether a kernel stands behind this widget. */
export type Link = "opening" | "alive" | "slow" | "lost";

/** How things stand, as the page shows it in `data-state`. */
export type State = "ready" | "busy" | "over" | "lost";

/** A request on its way to the kernel. */
export interface Pending {
  id: number;
  /** The move that it asks for, if it asks for one. */
  move: string | null;
  /** Whether it has been out so long that the screen shows it. */
  waiting: boolean;
  /** Whether the reply is late. */
  late: boolean;
}

/** What a screen knows of its kernel. */
export interface Linked {
  link: Link;
  pending: Pending | null;
}

export type LinkEvent =
  | { kind: "sent"; id: number; move: string | null }
  | { kind: "waiting" | "late"; id: number }
  /** `own`: whether this screen asked; all views of a widget hear all replies. */
  | { kind: "reply"; reply: Reply; own?: boolean }
  | { kind: "link"; link: Link };

export const OPENING: Linked = { link: "opening", pending: null };

/** What is known after such an event. Pure. */
export function linked({ link, pending }: Linked, event: LinkEvent): Linked {
  switch (event.kind) {
    case "sent":
      return { link, pending: { id: event.id, move: event.move, waiting: false, late: false } };
    case "waiting":
    case "late":
      return { link, pending: pending?.id === event.id ? { ...pending, [event.kind]: true } : pending };
    case "reply":
      return { link: "alive", pending: pending?.id === event.reply.id ? null : pending };
    case "link":
      return { link: event.link, pending: event.link === "lost" ? null : pending };
  }
}

export interface Refusal {
  text: string;
  rule: string | null;
}

/** The content of the message field. */
export interface Said extends Refusal {
  tone: "refused" | "notice" | "hint";
}

/** What a screen that goes on without its kernel knows of it: a replay, an inspector. */
export interface Report extends Linked {
  /** Why the last request was not done. */
  refusal: Refusal | null;
}

export const SILENT: Report = { ...OPENING, refusal: null };

/** What is known of the kernel after an event; a refusal of this screen's request is kept in words. */
export function heard(report: Report, event: LinkEvent): Report {
  const now: Report = { ...report, ...linked(report, event) };
  if (event.kind === "sent") return { ...now, refusal: null };
  if (event.kind !== "reply" || event.reply.kind !== "refused" || !event.own) return now;
  const { text, rule } = event.reply;
  return { ...now, refusal: { text, rule } };
}

/** What such a screen says: what was refused, what its own `notice` says, `lost` without a kernel, else what there is to know. */
export function reported({ link, pending, refusal }: Report, lost: string, notice: string | null, known: string | null = null): Said | null {
  if (refusal) return { ...refusal, tone: "refused" };
  const text = notice ?? (link === "lost" ? lost : pending?.late ? texts.waits : known);
  return text === null ? null : { text, rule: null, tone: link === "lost" && notice === null ? "refused" : "notice" };
}

/** The state that such a screen shows as `data-state`. */
export function stateOf({ link }: Report, dump: Dump): State {
  return link === "lost" ? "lost" : dump.is_over ? "over" : "ready";
}

/** Whether two such states look the same; a request is seen once its reply is late. */
export function sameReport(one: Report, other: Report): boolean {
  return one.link === other.link && one.refusal === other.refusal && one.pending?.late === other.pending?.late;
}

/** A request that nobody hears is refused here. */
export function unheard(report: Report): Report {
  return { ...report, refusal: { text: texts.alone, rule: null } };
}

/** So much of a widget's model as a link needs. */
export interface Channel {
  send: (message: Request & { id: number }) => void;
  save_changes: () => void;
  on: (name: string, heard: (reply: Reply) => void) => void;
  off: (name: string, heard: (reply: Reply) => void) => void;
  widget_manager?: unknown;
}

/** So much of JupyterLab's widget manager as knows of the kernel. */
interface Manager {
  readonly kernel?: { readonly disposed?: Partial<Record<"connect" | "disconnect", (act: () => void) => void>> } | null;
}

/** Calls once JupyterLab has let go of the kernel: it was shut down or changed for another one, of which no model hears. */
function onceGone(manager: unknown, act: () => void, signal: AbortSignal): void {
  const disposed = (manager as Manager | null | undefined)?.kernel?.disposed;
  if (typeof disposed?.connect !== "function") return; // another host
  disposed.connect(act);
  signal.addEventListener("abort", () => disposed.disconnect?.(act));
}

/** What a screen can do with its kernel. */
export interface Kernel {
  /** Asks whether anybody is there, after so many ms. */
  hello: (after?: number) => void;
  /** Sends what nobody waits for; null where it could not be sent. */
  send: (ask: Request) => number | null;
  /** Sends a request: pending until the reply comes, late after a while, and lost with the kernel. */
  ask: (ask: Request) => void;
  /** Sends the traits that were set. */
  save: () => void;
}

/** Without a reply for so long (ms) the kernel counts as slow, then as gone until it replies. */
const SLOW = 1500;
const GONE = 6000;
const LATE = 4000;
/** A reply that comes sooner (ms) is waited for without a word: to say so and take it back at once would only keep the page busy. */
export const PATIENCE = 150;

/**
 * Links a screen to its kernel: `tell` hears what happens, `now` says what is known, until the signal ends it. The kernel
 * keeps a widget as long as a screen has said hello under its name (`view`) and not yet bye.
 */
export function linkTo(
  channel: Channel,
  view: string,
  now: () => Linked,
  tell: (event: LinkEvent) => void,
  signal: AbortSignal,
): Kernel {
  // a number that no other view of this widget uses
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
      tell({ kind: "link", link: "lost" });
      return false;
    }
  };
  const send = (ask: Request): number | null => {
    number += 1;
    const id = number;
    if (!attempt(() => channel.send({ ...ask, id }))) return null;
    unanswered.add(id);
    return id;
  };
  const greet = () => {
    const id = send({ kind: "hello", view });
    if (id === null) return;
    greeted = true;
    after(SLOW, () => {
      if (unanswered.has(id) && now().link !== "lost") tell({ kind: "link", link: "slow" });
    });
    after(GONE, () => {
      if (unanswered.has(id)) tell({ kind: "link", link: "lost" });
    });
  };

  // what a screen has set and the kernel refuses has no number: it goes to all that show it
  const onReply = (reply: Reply) => {
    if (reply.kind === "still") return;
    tell({ kind: "reply", reply, own: reply.id === null || unanswered.delete(reply.id) });
  };
  const onLive = () => {
    tell({ kind: "link", link: "lost" });
    greet();
  };
  channel.on("msg:custom", onReply);
  channel.on("comm_live_update", onLive);
  onceGone(channel.widget_manager, () => tell({ kind: "link", link: "lost" }), signal);
  signal.addEventListener("abort", () => {
    channel.off("msg:custom", onReply);
    channel.off("comm_live_update", onLive);
    for (const timer of timers) clearTimeout(timer);
    if (!greeted) return;
    try {
      channel.send({ kind: "bye", view, id: (number += 1) });
    } catch {
      // nobody is there to hear it
    }
  });

  return {
    hello: (ms = 0) => (ms === 0 ? greet() : after(ms, greet)),
    send,
    ask: (ask) => {
      const id = send(ask);
      if (id === null) return;
      tell({ kind: "sent", id, move: ask.kind === "play" ? ask.move : null });
      after(PATIENCE, () => {
        if (now().pending?.id === id) tell({ kind: "waiting", id });
      });
      after(LATE, () => {
        if (now().pending?.id !== id) return;
        tell({ kind: "late", id });
        greet();
      });
    },
    save: () => void attempt(() => channel.save_changes()),
  };
}
