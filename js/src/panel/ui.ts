// The state of a table in the browser beside the kernel's state, and how events change it. Pure.
import { type ConnectionState, connectionAfter, type ConnectionEvent, OPENING, type StatusMessage, type State } from "../kernel/connection";
import type { Choice, Chosen, Dump, Frames, HintReply, JudgedReply, LobbyGame, ProgressMessage, Reply } from "../kernel/messages";

export type Tab = "log" | "legend" | "rules" | "seats" | "look";

/** The ways to end a game: a new deal, the same deal, another game, giving up. */
export type Ending = "new" | "same" | "other" | "give up";

/** The games among which the player chooses the next one, and the choice so far. */
export interface Choosing {
  games: LobbyGame[];
  choice: Choice;
  chosen: Chosen | null;
}

export interface Message extends StatusMessage {
  move: string | null;
  /** What stands behind "More" in a hint. */
  more?: string;
  /** How sure the search for a hint is. */
  sure?: HintReply["sure"];
}

export interface Ui extends ConnectionState {
  picked: readonly string[];
  /** The cards of a composed move by slot. */
  draft: Record<string, string>;
  message: Message | null;
  /** The move that the last hint suggests. */
  hint: string | null;
  tab: Tab;
  /** The rule that is open in the rules panel. */
  rule: string | null;
  help: boolean;
  /** What a sheet shows over a narrow table: its menu, or what stands beside a wide one. */
  sheet: "menu" | "side" | null;
  /** The ending that waits for confirmation. */
  confirmation: Ending | null;
  /** The choice of the next game, which replaces the board. */
  choosing: Choosing | null;
  /** The progress of the search for mistakes. */
  mistakesProgress: Pick<ProgressMessage, "done" | "of" | "first"> | null;
  mistakes: JudgedReply | null;
  /** The identifier of the replay in the place of the table, with mistakes or without. */
  mistakesReplay: string | null;
  entry: string;
  /** Round and ply of the position shown. */
  at: string;
  position: number;
  /** The open reveal; null without one. */
  reveal: Reveal | null;
  /** Whether the players have turned the cards of this position's reveal face down again. */
  turnedBack: boolean;
  /** The question link of this position, for copying. */
  questionLink: string | null;
  /** The number of the request for a hint while its search goes on. The table takes moves meanwhile, so it is not `pending`. */
  hintRequest: number | null;
  /** The last position with everything face up, after somebody has requested it. */
  openDump: Dump | null;
}

export interface Reveal {
  from: Dump;
  to: Dump;
  at: number;
  of: number;
  /** Whether it stays open until the players close it, and lets them pick meanwhile (`GameView.lasting`). */
  lasting: boolean;
  /** The frames of an instant replay; null for a first showing, during which nothing on the screen may spoil the result. */
  again: Frames | null;
}

export type Event =
  | { kind: "pick"; picked: readonly string[] }
  /** Cards are laid; those of a hint take its words away, which have been read. */
  | { kind: "draft"; draft: Record<string, string>; picked: readonly string[]; hinted?: true }
  | { kind: "let go" }
  | ConnectionEvent
  | { kind: "dump"; dump: Dump; reveal?: Reveal | null }
  /** To the next stage, to the end, or to the start of an instant replay. */
  | { kind: "reveal"; on: "next" | "end" | Reveal }
  /** The screen has sent a request for a hint with this number, or waits for it no longer. */
  | { kind: "seek"; id: number | null }
  | { kind: "message"; message: Message | null }
  /** A panel opens, on a narrow table in a sheet. */
  | { kind: "tab"; tab: Tab; rule?: string | null; narrow?: boolean }
  | { kind: "sheet"; of: "menu" | null }
  | { kind: "help"; open: boolean }
  /** The search for mistakes begins. */
  | { kind: "judge" }
  | { kind: "look"; at: string | null }
  | { kind: "choosing"; of: Choosing | null }
  | { kind: "confirm"; of: Ending | null }
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
  sheet: null,
  confirmation: null,
  choosing: null,
  mistakesProgress: null,
  mistakes: null,
  mistakesReplay: null,
  entry: "",
  at: "",
  position: 0,
  reveal: null,
  turnedBack: false,
  questionLink: null,
  hintRequest: null,
  openDump: null,
};

const UNJUDGED = { mistakesProgress: null, mistakes: null, mistakesReplay: null } satisfies Partial<Ui>;

function onReply(ui: Ui, reply: Reply, settled: Ui): Ui {
  const own = ui.pending?.id === reply.id;
  if (reply.kind === "open") return { ...settled, openDump: reply.dump };
  // the new position may have arrived before the reply; other pages show the new game too
  if (reply.kind === "begun") return { ...settled, choosing: null };
  if (reply.kind === "progress") return { ...settled, mistakesProgress: reply };
  if (reply.kind === "judged") return { ...settled, mistakesProgress: null, mistakes: reply };
  // a replay of a game that another has replaced meanwhile does not open
  if (reply.kind === "watched") return own ? { ...settled, mistakesReplay: reply.replay } : settled;
  if (reply.kind === "refused") {
    // a refusal is shown even if the position has changed meanwhile; picks stay for another try
    const { text, rule, move } = reply;
    return { ...settled, hint: null, mistakesProgress: null, message: { text, rule, move, tone: "refused" } };
  }
  if (reply.kind === "chosen" && settled.choosing) return { ...settled, choosing: { ...settled.choosing, chosen: reply.chosen } };
  if (reply.kind === "hint") return ui.hintRequest === reply.id ? onHint(ui, reply, settled) : settled;
  if (!own) return settled;
  if (reply.kind === "asked") return { ...settled, questionLink: reply.text };
  return ui.pending?.move === null ? settled : { ...settled, picked: [], entry: "" };
}

/** Shows a hint; of a search that goes on, the first of two. */
function onHint(ui: Ui, { id, text, move, more, sure, goes_on }: HintReply, settled: Ui): Ui {
  const message: Message = { text, rule: null, move, more, sure, tone: "hint" };
  // what may well change is marked on no card
  return { ...settled, picked: [], hint: sure === "closer" ? null : move, message, hintRequest: goes_on ? id : null, reveal: lastingReveal(ui) };
}

/** The open confirmation after a new position: it stays while others move and closes when the game ends. Giving up is confirmed only for one position. */
function confirmationAfter({ confirmation }: Ui, dump: Dump): Ending | null {
  const goes = !dump.is_over && (dump.round > 0 || dump.ply > 0);
  return confirmation !== "give up" && goes ? confirmation : null;
}

/** A new position clears the picks, hints and messages of the old one. */
function onDump(ui: Ui, dump: Dump, begun: Reveal | null): Ui {
  const at = `${dump.round}/${dump.ply}`;
  const position = ui.position + 1;
  if (at === ui.at) {
    // the same position for another viewer: the reveal goes on with the dumps of that viewer
    const reveal = ui.reveal?.to.ply === dump.ply ? { ...ui.reveal, to: dump } : ui.reveal;
    return { ...ui, position, reveal, draft: dump.legal_moves.length > 0 ? ui.draft : {} };
  }
  // the reply may come long after the new position, and nobody has to wait for it
  const entry = ui.pending?.move ? "" : ui.entry;
  // A reveal goes on while the other side chooses its next move; a move at this screen ends it, and so does a jump in the game.
  const going = ui.pending?.move ? lastingReveal(ui) : ui.reveal;
  const kept = going !== null && going.to.round === dump.round && going.to.ply < dump.ply ? going : null;
  const reveal = begun ?? kept;
  return { ...ui, at, position, pending: null, picked: [], draft: {}, hint: null, message: null, confirmation: confirmationAfter(ui, dump), entry, reveal, turnedBack: false, questionLink: null, hintRequest: null, openDump: null, ...UNJUDGED };
}

function onReveal(ui: Ui, on: "next" | "end" | Reveal): Ui {
  if (typeof on === "object") return { ...ui, picked: [], hint: null, message: null, reveal: on };
  const { reveal } = ui;
  if (reveal === null) return ui;
  const at = reveal.at + 1;
  const ends = on === "end" || at >= reveal.of;
  return { ...ui, reveal: ends ? null : { ...reveal, at }, turnedBack: ends && reveal.lasting };
}

/** The reveal, if it stays open while the player picks. */
function lastingReveal({ reveal }: Ui): Reveal | null {
  return reveal?.lasting ? reveal : null;
}

/** The message after somebody has let go of the picks: a notice said what to pick next and goes; a hint and a refusal stay. */
function withoutNotice({ message }: Ui): Message | null {
  return message?.tone === "notice" ? null : message;
}

/** The message after a pick: the player has read a notice or a refusal, and it goes; a hint stays. */
function hintOnly({ message }: Ui): Message | null {
  return message?.tone === "hint" ? message : null;
}

/** Whether Escape ends something at the table; if not, it leaves the full screen. */
export function endsByEscape(ui: Ui): boolean {
  return ui.picked.length > 0 || ui.help || (ui.confirmation ?? ui.choosing ?? ui.hintRequest ?? ui.hint ?? lastingReveal(ui)) !== null;
}

/** Clears picks, key sheet and confirmation; if there was none of them, closes a lasting reveal. */
function onLetGo(ui: Ui): Ui {
  const holds = ui.picked.length > 0 || ui.confirmation !== null;
  const left = holds || !lastingReveal(ui) ? ui : onReveal(ui, "end");
  return { ...left, picked: [], message: withoutNotice(left), confirmation: null, help: false, hint: null };
}

function onLink(ui: Ui, event: ConnectionEvent): Ui {
  const now: Ui = { ...ui, ...connectionAfter(ui, event) };
  if (event.kind === "sent") return { ...now, message: null, confirmation: null };
  if (event.kind === "reply") {
    const hintRequest = ui.hintRequest === event.reply.id ? null : ui.hintRequest;
    const settled = { ...now, hintRequest };
    // what somebody else was refused on another page is no news here
    return event.own === false && event.reply.kind === "refused" ? settled : onReply(ui, event.reply, settled);
  }
  return now.connection === "gone" ? { ...now, picked: [] } : now;
}

/** Waits for the hint that was just asked for, without the words of the last one; or no longer for it. */
function onSeek(ui: Ui, id: number | null): Ui {
  return id === null ? { ...ui, hintRequest: null } : { ...ui, hintRequest: id, hint: null, message: null, confirmation: null };
}

function onDraft(ui: Ui, { draft, picked, hinted }: Event & { kind: "draft" }): Ui {
  return { ...ui, draft, picked, message: hinted ? null : hintOnly(ui), reveal: lastingReveal(ui) };
}

export function change(ui: Ui, event: Event): Ui {
  switch (event.kind) {
    case "pick":
      return { ...ui, picked: event.picked, message: hintOnly(ui), confirmation: null, reveal: lastingReveal(ui) };
    case "draft":
      return onDraft(ui, event);
    case "reveal":
      return onReveal(ui, event.on);
    case "let go":
      return onLetGo(ui);
    case "seek":
      return onSeek(ui, event.id);
    case "dump":
      return onDump(ui, event.dump, event.reveal ?? null);
    case "message":
      // the marks of a hint go with its words
      return { ...ui, message: event.message, hint: event.message === null ? ui.hint : null };
    case "tab":
      return { ...ui, tab: event.tab, rule: event.rule ?? null, sheet: event.narrow ? "side" : null };
    case "sheet":
      return { ...ui, sheet: event.of };
    case "help":
      return { ...ui, help: event.open };
    case "confirm":
      return { ...ui, confirmation: event.of };
    case "judge":
      return { ...ui, mistakesProgress: { done: 0, of: 0, first: null } };
    case "look":
      return { ...ui, mistakesReplay: event.at };
    case "choosing":
      return { ...ui, choosing: event.of, confirmation: null, picked: [], message: null };
    case "entry":
      return { ...ui, entry: event.text };
    default:
      return onLink(ui, event);
  }
}

/** Whether a hint is searched and there is none yet. */
export const seeksHint = (ui: Ui): boolean => ui.hintRequest !== null && ui.message?.tone !== "hint";

/** Whether a reveal replaces the position. */
export function revealCoversTable({ reveal }: Ui): boolean {
  return reveal !== null && !reveal.lasting && reveal.again === null;
}

/** The state as the screen shows it, without a request that was sent only a moment ago. */
export function visibleUi(ui: Ui): Ui {
  return ui.pending?.waiting === false ? { ...ui, pending: null } : ui;
}

/** Whether two states look the same on the screen. */
export function looksAlike(one: Ui, other: Ui): boolean {
  const [a, b] = [visibleUi(one), visibleUi(other)];
  return (Object.keys(a) as (keyof Ui)[]).every((name) => a[name] === b[name]);
}

/** The state that the page shows as `data-state`. */
export function stateOf(ui: Ui, dump: Dump, thinking: boolean): State {
  if (ui.connection === "gone") return "lost";
  if (ui.pending !== null || revealCoversTable(ui) || ui.connection === "opening" || ui.connection === "slow") return "busy";
  if (dump.is_over) return "over";
  return thinking ? "busy" : "ready";
}
