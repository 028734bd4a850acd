// What a table's screen remembers beside the kernel's state, and how events change it. Pure.
import { type Linked, linked, type LinkEvent, OPENING, type Said, type State } from "./link";
import type { Choice, Chosen, Dump, Frames, JudgedReply, LobbyGame, Reply } from "./messages";

export type Tab = "log" | "rules" | "seats" | "look";

/** What ends a game: another deal, the same deal again, another game, giving up. */
export type Ending = "new" | "same" | "other" | "give up";

/** What the next game is chosen from, and what was chosen so far. */
export interface Choosing {
  games: LobbyGame[];
  choice: Choice;
  chosen: Chosen | null;
}

export interface Message extends Said {
  move: string | null;
}

export interface Ui extends Linked {
  picked: readonly string[];
  /** Slot to card, for moves that are put together and sent as a whole. */
  draft: Record<string, string>;
  message: Message | null;
  /** A move to point at. */
  hint: string | null;
  tab: Tab;
  /** The rule at which the rules panel stands. */
  rule: string | null;
  help: boolean;
  /** What would be ended, while it is asked whether it shall be. */
  question: Ending | null;
  /** The next game is being chosen, in place of the board. */
  choosing: Choosing | null;
  /** How far the search for mistakes has come. */
  judging: { done: number; of: number } | null;
  judged: JudgedReply | null;
  /** The replay that stands below the table. */
  looked: string | null;
  entry: string;
  /** Where in the game this screen stands: round and ply. */
  at: string;
  position: number;
  /** What is being shown step by step: the way from one position to another, in so many stages. */
  reveal: Reveal | null;
  /** Whether the players have turned back what was shown of this position. */
  turned: boolean;
  /** What others are asked about this position, to copy. */
  asks: string | null;
  /** The request for a hint that is out. */
  seeking: number | null;
  /** The last position with everything face up, once somebody has asked for it. */
  opened: Dump | null;
}

export interface Reveal {
  from: Dump;
  to: Dump;
  at: number;
  of: number;
  /** Whether it waits for the players and lets them pick meanwhile (`View.lasting`). */
  lasting: boolean;
  /** What is shown once more; null where it is shown for the first time, and nothing may be ahead of it. */
  again: Frames | null;
}

export type Event =
  | { kind: "pick"; picked: readonly string[] }
  | { kind: "draft"; draft: Record<string, string>; picked: readonly string[] }
  | { kind: "let go" }
  | LinkEvent
  | { kind: "dump"; dump: Dump; reveal?: Reveal | null }
  /** On to the next stage, past all of them, or something to be shown once more. */
  | { kind: "reveal"; on: "next" | "end" | Reveal }
  /** What was just asked for is a hint. */
  | { kind: "seek" }
  | { kind: "message"; message: Message | null }
  | { kind: "tab"; tab: Tab; rule?: string | null }
  | { kind: "help"; open: boolean }
  /** The search for mistakes begins. */
  | { kind: "judge" }
  | { kind: "look"; at: string | null }
  | { kind: "choosing"; of: Choosing | null }
  | { kind: "question"; of: Ending | null }
  | { kind: "entry"; text: string };

export const START: Ui = {
  ...OPENING,
  picked: [],
  draft: {},
  message: null,
  hint: null,
  tab: "log",
  rule: null,
  help: false,
  question: null,
  choosing: null,
  judging: null,
  judged: null,
  looked: null,
  entry: "",
  at: "",
  position: 0,
  reveal: null,
  turned: false,
  asks: null,
  seeking: null,
  opened: null,
};

const UNJUDGED = { judging: null, judged: null, looked: null };

function onReply(ui: Ui, reply: Reply, settled: Ui): Ui {
  const own = ui.pending?.id === reply.id;
  if (reply.kind === "open") return { ...settled, opened: reply.dump };
  // the new position may have come first, and with it the request is settled; to other pages, too, the game is another one
  if (reply.kind === "begun") return { ...settled, choosing: null };
  if (reply.kind === "progress") return { ...settled, judging: { done: reply.done, of: reply.of } };
  if (reply.kind === "judged") return { ...settled, judging: null, judged: reply };
  if (reply.kind === "refused") {
    // said even when the position has changed in the meantime: a refusal is never swallowed
    const { text, rule, move } = reply;
    return { ...settled, picked: [], hint: null, judging: null, message: { text, rule, move, tone: "refused" } };
  }
  if (reply.kind === "chosen" && settled.choosing) return { ...settled, choosing: { ...settled.choosing, chosen: reply.chosen } };
  if (!own) return settled;
  if (reply.kind === "asked") return { ...settled, asks: reply.text };
  if (reply.kind === "hint") {
    const { text, move } = reply;
    return { ...settled, picked: [], hint: move, message: { text, rule: null, move, tone: "hint" }, reveal: beside(ui) };
  }
  return ui.pending?.move === null ? settled : { ...settled, picked: [], entry: "" };
}

/** The question goes on while others move; it ends with the game, and giving up is asked about one position alone. */
function asked({ question }: Ui, dump: Dump): Ending | null {
  const goes = !dump.is_over && (dump.round > 0 || dump.ply > 0);
  return question !== "give up" && goes ? question : null;
}

/** A new position makes what was picked, hinted, said and asked for in the old one void. */
function onDump(ui: Ui, dump: Dump, begun: Reveal | null): Ui {
  const at = `${dump.round}/${dump.ply}`;
  const position = ui.position + 1;
  if (at === ui.at) {
    // the same position for another viewer: what is being shown goes on as they know it
    const reveal = ui.reveal?.to.ply === dump.ply ? { ...ui.reveal, to: dump } : ui.reveal;
    return { ...ui, position, reveal, draft: dump.legal_moves.length > 0 ? ui.draft : {} };
  }
  // the reply may come a while after the position it led to; nobody has to wait for it
  const entry = ui.pending?.move ? "" : ui.entry;
  // A reveal goes on while the other side makes its next choice, and ends where the game goes elsewhere or with a move at this screen.
  const going = ui.pending?.move ? beside(ui) : ui.reveal;
  const kept = going !== null && going.to.round === dump.round && going.to.ply < dump.ply ? going : null;
  const reveal = begun ?? kept;
  return { ...ui, at, position, pending: null, picked: [], draft: {}, hint: null, message: null, question: asked(ui, dump), entry, reveal, turned: false, asks: null, seeking: null, opened: null, ...UNJUDGED };
}

function onReveal(ui: Ui, on: "next" | "end" | Reveal): Ui {
  if (typeof on === "object") return { ...ui, picked: [], hint: null, message: null, reveal: on };
  const { reveal } = ui;
  if (reveal === null) return ui;
  const at = reveal.at + 1;
  const ends = on === "end" || at >= reveal.of;
  return { ...ui, reveal: ends ? null : { ...reveal, at }, turned: ends && reveal.lasting };
}

/** What goes on beside the player's own picks; anything else makes way for them. */
function beside({ reveal }: Ui): Reveal | null {
  return reveal?.lasting ? reveal : null;
}

/** Picks, the key sheet and the question go; so does a battle that lies open, unless there was something to let go of. */
function onLetGo(ui: Ui): Ui {
  const holds = ui.picked.length > 0 || ui.question !== null;
  const left = holds || !beside(ui) ? ui : onReveal(ui, "end");
  return { ...left, picked: [], question: null, help: false, hint: null };
}

function onLink(ui: Ui, event: LinkEvent): Ui {
  const now: Ui = { ...ui, ...linked(ui, event) };
  if (event.kind === "sent") return { ...now, message: null, question: null };
  if (event.kind === "reply") {
    const seeking = ui.seeking === event.reply.id ? null : ui.seeking;
    return onReply(ui, event.reply, { ...now, seeking });
  }
  return now.link === "lost" ? { ...now, picked: [] } : now;
}

export function change(ui: Ui, event: Event): Ui {
  switch (event.kind) {
    case "pick":
      return { ...ui, picked: event.picked, question: null, reveal: beside(ui) };
    case "draft":
      return { ...ui, draft: event.draft, picked: event.picked, reveal: beside(ui) };
    case "reveal":
      return onReveal(ui, event.on);
    case "let go":
      return onLetGo(ui);
    case "seek":
      return { ...ui, seeking: ui.pending?.id ?? null };
    case "dump":
      return onDump(ui, event.dump, event.reveal ?? null);
    case "message":
      return { ...ui, message: event.message };
    case "tab":
      return { ...ui, tab: event.tab, rule: event.rule ?? null };
    case "help":
      return { ...ui, help: event.open };
    case "question":
      return { ...ui, question: event.of };
    case "judge":
      return { ...ui, judging: { done: 0, of: 0 } };
    case "look":
      return { ...ui, looked: event.at };
    case "choosing":
      return { ...ui, choosing: event.of, question: null, picked: [], message: null };
    case "entry":
      return { ...ui, entry: event.text };
    default:
      return onLink(ui, event);
  }
}

/** Whether something is being shown that comes before the position: the position itself has to wait. */
export function tells({ reveal }: Ui): boolean {
  return reveal !== null && !reveal.lasting && reveal.again === null;
}

/** What of it the screen shows: a request that has just gone out does not show yet. */
export function seen(ui: Ui): Ui {
  return ui.pending?.waiting === false ? { ...ui, pending: null } : ui;
}

/** Whether two states look the same on the screen. */
export function looksAlike(one: Ui, other: Ui): boolean {
  const [a, b] = [seen(one), seen(other)];
  return (Object.keys(a) as (keyof Ui)[]).every((name) => a[name] === b[name]);
}

/** The state that the page shows as `data-state`. */
export function stateOf(ui: Ui, dump: Dump, thinking: boolean): State {
  if (ui.link === "lost") return "lost";
  if (ui.pending !== null || tells(ui) || ui.link === "opening" || ui.link === "slow") return "busy";
  if (dump.is_over) return "over";
  return thinking ? "busy" : "ready";
}
