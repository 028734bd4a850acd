// Layouts: the data in which a view says what lies where, and the interface of a view. Pure: no page, no rules.
import type { DeckName } from "./decks";
import type { Dump, LogEntry, Reason, Seat } from "../kernel/messages";

/** One place for one card: it may hold a card, lie face down, or be empty. */
export interface Spot {
  kind: "spot";
  /** Unique among its siblings. */
  key: string;
  /** The piece of notation that picking it stands for; null where there is nothing to pick. */
  place: string | null;
  /** What the place is, in words, without its card. */
  label: string;
  /** Card text, "??" face down, null empty. */
  card: string | null;
  /** Who this card is when it moves; unique on the table. */
  id: string | null;
  /** Key of the box that the card comes from when its identity is new on the table. */
  from: string | null;
  /** Class names that say something about the place. */
  marks: string[];
  /** Short text that stands on the place. */
  badge: string | null;
  /** Further words for the spoken name. */
  note: string | null;
  /** Whether it is hidden from screen readers, its box saying all there is to say. */
  mute: boolean;
  /** May be dragged. */
  grip: boolean;
  /** Its path in a dump's table (`row/3/card`), by which it is recognised as a place of the last move. */
  lies: string | null;
  /** The tooltip, where the look alone leaves a question. */
  title: string | null;
}

/** A button in words for a piece of notation that is no card (`end`, `pass`, `explore`). */
export interface Act {
  kind: "act";
  key: string;
  place: string;
  text: string;
}

/** The name plate of a seat. */
export interface Plate {
  kind: "plate";
  key: string;
  seat: Seat;
  note: string | null;
  /** What the seat is to the viewer, where there is something to say: "your partner". */
  role: string | null;
}

export interface Note {
  kind: "note";
  key: string;
  text: string;
  marks: string[];
}

/** The reasons of a decision, each with its rule, and a button that ends the reveal. */
export interface Verdict {
  kind: "verdict";
  key: string;
  reasons: Reason[];
  done: string | null;
}

/** Several nodes, arranged. `name` is a class; `label` names the group for screen readers, and heads a fold for everybody. */
export interface Box {
  kind: "box";
  key: string;
  shape: "row" | "column" | "fan" | "grid" | "pile" | "fold";
  name: string;
  label: string | null;
  /** If set, the box itself is a place that can be picked. */
  place: string | null;
  note: string | null;
  /** How many cards stand side by side: the width of a card follows from it. */
  across: number | null;
  marks: string[];
  /** As in a spot. */
  lies: string | null;
  title: string | null;
  kids: Node[];
}

export type Node = Spot | Act | Plate | Note | Verdict | Box;

/** A card in a drawing for the rules, in units of a tenth of its width. */
export interface DiagramCard {
  /** Card text, "??" face down, null for an empty place. */
  card: string | null;
  x: number;
  y: number;
  /** What it shows: "won", "lost", "aim" (what the game is about), "fallen" (that, lost), "land" (the player's), "dim". */
  mark: "won" | "lost" | "aim" | "fallen" | "land" | "dim" | null;
}

/** A small drawing for the rules, made of cards, arrows and a few words. */
export interface Diagram {
  width: number;
  height: number;
  cards: DiagramCard[];
  /** From a point to another: x, y, x, y. */
  arrows: [number, number, number, number][];
  words: { text: string; x: number; y: number }[];
}

/** What is drawn beside the goal, a turn and the end. */
export interface Diagrams {
  goal: Diagram[];
  turn: Diagram[];
  end: Diagram[];
}

/** What a view may use beside the dump. */
export interface ViewContext {
  /** The name of a card: "yellow 7". */
  card: (text: string) => string;
  /** The name of a seat: "A". */
  seat: (seat: Seat) => string;
  /** Who sits there, where they have a name; else "seat A". */
  who: (seat: Seat) => string;
  /** The moves of this round, as the viewer knows them. */
  log: LogEntry[];
  /** The dump shown before this one, if it was of the same round. */
  before: Dump | null;
  /** Places already chosen for a move that is put together piece by piece: slot to card. */
  draft: Record<string, string>;
  memory: "none" | "last" | "all";
  /** What this stage of a reveal is about; null outside one. */
  shown: RevealedPart | null;
  /** The place, or the card, that a teacher lets everybody look at. */
  spot: string | null;
  /** Whether the players have turned back what was shown last. */
  turned: boolean;
}

/** The column or the battle that is being shown, who captures the column, and why it was decided so. */
export interface RevealedPart {
  of: string;
  winner: Seat | null;
  why: Reason[];
}

/** One step on the way from a position to the next, shown on its own. */
export interface Stage {
  dump: Dump;
  shown: RevealedPart | null;
  text: string;
  /** What the button that goes on from here says. */
  next: string;
  /** The places that the last move touched, where there are any to show. */
  last?: readonly string[];
}

/** A move put together from pairs (slot, card) and sent as a whole. */
export interface Compose {
  cards: string[];
  slots: string[];
  /** The notation, once enough is placed. */
  move: (draft: Record<string, string>) => string | null;
}

/** Where a dump's table has cards, and the moments that it records of them. */
export interface Keys {
  /** Where cards lie that were dealt, and have not been played yet. */
  dealt?: readonly string[];
  /** Where cards lie that were taken. */
  taken?: readonly string[];
  /** In the entry of a card: whether it lies open. */
  open?: string;
  /** The list of those that lie face down in their place. */
  down?: string;
}

export interface GameView {
  deck: DeckName;
  /** What the rules are illustrated with, for a game with these options. */
  drawings?: (options: Readonly<Record<string, unknown>>) => Diagrams;
  /** A move that may be shown as an example of how moves are written; the first one if not given. */
  example?: (moves: readonly string[]) => string | undefined;
  layout: (dump: Dump, about: ViewContext) => Box;
  /** The places that make up a move, in the order of its notation. */
  steps: (move: string) => string[];
  /** The places a move may begin with; all of its steps if not given. */
  starts?: (move: string) => string[];
  /** A move in words. */
  say: (move: string, dump: Dump, about: ViewContext) => string;
  /** The notation of picks that no legal move has, so that the kernel can say what forbids it. */
  attempt?: (picked: readonly string[], dump: Dump) => string | null;
  compose?: (dump: Dump) => Compose | null;
  /** Keys of its table in a dump, from which the moments of a card are read. */
  keys?: Keys;
  /** What differs between two positions beside cards and points, in sentences. */
  differences?: (before: Dump, after: Dump) => string[];
  /** Whether cards are turned back that players have seen: how long they lie open can be chosen then. */
  remembers?: boolean;
  /** The move that gives the game up, the words of its button, and what is asked before it is made; no place of the board. */
  givesUp?: { move: string; text: string; confirmation: { text: string; yes: string } };
  /** What the player can do now, in one short sentence. */
  prompt: (dump: Dump, picked: readonly string[], about: ViewContext) => string;
  /** What is shown step by step between two positions that follow each other; empty if there is nothing to show. `who` names the players. */
  stages?: (before: Dump, after: Dump, log: readonly LogEntry[], who?: (seat: Seat) => string) => Stage[];
  /**
   * If given, a reveal stays open beside the game, which goes on, until the players close it or the next one begins. The
   * two sentences announce that it is open and that it was closed.
   */
  lasting?: { open: string; ended: string };
}

const SPOT: Omit<Spot, "key" | "label"> = {
  kind: "spot",
  place: null,
  card: null,
  id: null,
  from: null,
  marks: [],
  badge: null,
  note: null,
  mute: false,
  grip: false,
  lies: null,
  title: null,
};

export function spot(key: string, label: string, more: Partial<Spot> = {}): Spot {
  return { ...SPOT, key, label, ...more };
}

export function box(shape: Box["shape"], key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return {
    kind: "box",
    key,
    shape,
    name: key,
    label: null,
    place: null,
    note: null,
    across: null,
    marks: [],
    lies: null,
    title: null,
    ...more,
    kids,
  };
}

export function row(key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return box("row", key, kids, more);
}
export function column(key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return box("column", key, kids, more);
}
export function fan(key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return box("fan", key, kids, more);
}
export function grid(key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return box("grid", key, kids, more);
}
export function pile(key: string, kids: Node[], more: Partial<Box> = {}): Box {
  return box("pile", key, kids, more);
}
export function plate(seat: Seat, note: string | null = null, role: string | null = null): Plate {
  return { kind: "plate", key: `plate${seat}`, seat, note, role };
}
export function note(key: string, text: string, marks: string[] = []): Note {
  return { kind: "note", key, text, marks };
}
export function drawn(width: number, height: number, cards: DiagramCard[], more: Partial<Diagram> = {}): Diagram {
  return { width, height, cards, arrows: [], words: [], ...more };
}
export function card(text: string | null, x: number, y: number, mark: DiagramCard["mark"] = null): DiagramCard {
  return { card: text, x, y, mark };
}
export function verdict(reasons: Reason[], done: string | null): Verdict {
  return { kind: "verdict", key: "verdict", reasons, done };
}
export function act(place: string, text: string): Act {
  return { kind: "act", key: `act-${place}`, place, text };
}

/** Whether a path is, or contains, a place that the last move touched. */
export function isLast(lies: string | null, last: readonly string[]): boolean {
  return lies !== null && last.some((path) => path === lies || path.startsWith(`${lies}/`) || within(lies, path));
}

/** A hand counts card by card: playing from it does not mark the cards that are left. */
function within(lies: string, path: string): boolean {
  return !path.startsWith("hands/") && lies.startsWith(`${path}/`);
}

/** The seat at the bottom of the table: the viewer's, else the first. */
export function nearSeat(dump: Dump): Seat {
  return typeof dump.seat === "number" ? dump.seat : 0;
}

/** Whether this dump shows the hand of a seat. */
export function sees(dump: Dump, seat: Seat): boolean {
  return dump.seat === null || dump.seat === seat;
}
