// Layouts, which say what lies where on a board, and the interface of game views. Pure: this file knows no page and no rules.
import type { DeckName } from "./decks";
import type { Dump, LogEntry, Reason, Seat } from "../kernel/messages";

/** A place for one card, which is face up, face down or missing. */
export interface Spot {
  kind: "spot";
  /** Unique among its siblings. */
  key: string;
  /** The piece of notation that a pick of this place stands for; null if it cannot be picked. */
  place: string | null;
  /** The place in words, without its card. */
  label: string;
  /** Card text, "??" face down, null empty. */
  card: string | null;
  /** A card that has left play and is shown in grey where it lay; the place counts as empty. */
  was: string | null;
  /** The identity of the card when it moves; unique on the table. */
  id: string | null;
  /** The key of the box from which the card comes if its identity is new on the table. */
  from: string | null;
  /** Class names for the look of the place. */
  marks: string[];
  /** A short text on the place. */
  badge: string | null;
  /** More words for the name that screen readers speak. */
  note: string | null;
  /** Whether it is hidden from screen readers, because the name of its box says everything. */
  mute: boolean;
  /** Whether the card can be dragged. */
  grip: boolean;
  /** Whether its marks say whether a spotlight on its place lights it. */
  unlit: boolean;
  /** The path of the card in a dump's table (`row/3/card`), to compare with the paths of the last move. */
  lies: string | null;
  /** The tooltip, for places whose look does not explain itself. */
  title: string | null;
}

/** A button in words for a piece of notation that is no card (`end`, `pass`, `explore`). */
export interface Act {
  kind: "act";
  key: string;
  place: string;
  text: string;
  /** What it does, for whoever points at it. */
  title?: string | undefined;
}

/** The name plate of a seat. */
export interface Plate {
  kind: "plate";
  key: string;
  seat: Seat;
  note: string | null;
  /** The relation of the seat to the viewer, such as "your partner"; null if there is none. */
  role: string | null;
}

export interface Note {
  kind: "note";
  key: string;
  text: string;
  marks: string[];
}

/** The reasons of a decision, the rule that a question for more opens, and a button that closes the reveal. */
export interface Verdict {
  kind: "verdict";
  key: string;
  reasons: Reason[];
  rule: string | null;
  done: string | null;
}

/** A group of nodes with an arrangement. `name` is a class; `label` is the group's name for screen readers and the title of a fold. */
export interface Box {
  kind: "box";
  key: string;
  shape: "row" | "column" | "fan" | "grid" | "pile" | "fold";
  name: string;
  label: string | null;
  /** The piece of notation of the box itself; null if only its contents can be picked. */
  place: string | null;
  note: string | null;
  /** The number of cards side by side, from which the width of a card follows. */
  across: number | null;
  marks: string[];
  /** The path of the box in a dump's table, as in a `Spot`. */
  lies: string | null;
  title: string | null;
  kids: Node[];
}

export type Node = Spot | Act | Plate | Note | Verdict | Box;

type Ground = "land" | "foe";

/** A card in a diagram of the rules, in units of a tenth of its width. */
export interface DiagramCard {
  /** Card text, "??" face down, null for an empty place. */
  card: string | null;
  x: number;
  y: number;
  /** The role of the card: "won", "lost", "aim" (the goal of the game), "fallen" (the goal, when lost), "land" (the player's own), "foe" (an enemy on a map), either with a sign of its card; "dim". */
  mark: "won" | "lost" | "aim" | "fallen" | Ground | "dim" | `${Ground} is-${string}` | null;
}

/** A small diagram for the rules, made of cards and arrows. */
export interface Diagram {
  width: number;
  height: number;
  cards: DiagramCard[];
  /** Each from a point to another: x, y, x, y. */
  arrows: [number, number, number, number][];
}

/** The diagrams beside the goal, a turn and the end. */
export interface Diagrams {
  goal: Diagram[];
  turn: Diagram[];
  end: Diagram[];
}

/** The data that a game view may use in addition to the dump. */
export interface ViewContext {
  /** The name of a card: "yellow 7". */
  card: (text: string) => string;
  /** The name of a seat: "A". */
  seat: (seat: Seat) => string;
  /** The name of the player at a seat, else "seat A"; "you" for the person who plays at this table. */
  who: (seat: Seat) => string;
  /** The same as a possessive: "Greedy's", "A's", "your". */
  whose: (seat: Seat) => string;
  /** The log of this round, as the viewer knows it. */
  log: LogEntry[];
  /** The dump that was shown before, if it belongs to the same round. */
  before: Dump | null;
  /** The dumps around the last move that decided something with a reveal, while its round is the last one that was shown. */
  decided: { from: Dump; to: Dump } | null;
  /** The cards already laid for a composed move: slot to card. */
  draft: Record<string, string>;
  /** The move that a hint names, while it is shown. */
  hint: string | null;
  /** The places picked so far for the next move. */
  picked: readonly string[];
  memory: "none" | "last" | "all";
  /** Whether the window is that of a telephone. */
  narrow: boolean;
  /** Whether it is a low one. */
  low: boolean;
  /** Whether the players know the result of the round before its end. */
  settled?: boolean;
  /** Whether the player wanted to play a composed move that is not complete. */
  urged?: boolean;
  /** Whether the words stand in the panel that asks about a mistake, which has to leave the hand in view on a telephone. */
  asked?: boolean;
  /** The subject of the current stage of a reveal; null without a reveal. */
  shown: RevealedPart | null;
  /** The place or card in the teacher's spotlight. */
  spot: string | null;
  /** Whether the players have turned the cards of the last reveal face down again. */
  turned: boolean;
}

/** One thing that a reveal has decided: the column, the cards of both sides, its captor, and the reason in few words. */
export interface Decision {
  of: string;
  sides: [string[], string[]];
  winner: Seat | null;
  brief?: string | undefined;
}

/** The column or battle that a reveal shows, the seat that captures the column, and the reasons. After the last column `of` is empty. */
export interface RevealedPart {
  of: string;
  winner: Seat | null;
  why: Reason[];
  /** What the reveal has decided so far, this part included. */
  decided?: readonly Decision[];
}

/** A position that a reveal shows on the way from one position to the next. */
export interface Stage {
  dump: Dump;
  shown: RevealedPart | null;
  text: string;
  /** The text while the cards are being turned up, if the stage decides something: what it decides is told after that. */
  turning?: string;
  /** The position that is shown meanwhile, if cards must lie before any is turned up. */
  lying?: Dump;
  /** The text of the button that shows the next stage. */
  next: string;
  /** The places that the last move touched, if the stage shows any. */
  last?: readonly string[];
}

/** How the identity of a copy begins that lies beside the table: the card itself is still in its place, so the copy does not fade out. */
export const COPY = "shown";

/** A composed move: the player lays cards into slots and sends all of them as one move. */
export interface Compose {
  cards: string[];
  slots: string[];
  /** All slots in the order of their numbers, those included in which nothing can lie now: a digit lays a card there. */
  numbered: readonly string[];
  /** The notation of the move; null while cards are missing. */
  move: (draft: Record<string, string>) => string | null;
}

/** The keys of a dump's table under which cards lie, to find the moments of a card. */
export interface Keys {
  /** The keys of cards that were dealt and have not been played yet. */
  dealt?: readonly string[];
  /** The keys of captured cards. */
  taken?: readonly string[];
  /** The key in a card's entry that says whether the card is face up. */
  open?: string;
  /** The key of the list of cards that lie face down. */
  down?: string;
}

/** A rule in few words, with the cards that it is about. */
export interface LegendEntry {
  name: string;
  rule: string;
  /** How the cards lie: side by side, each over the one before, the last one apart from a column, or no cards. */
  lay: "row" | "column" | "beneath" | "none";
  cards: (string | null)[];
  /** The number of the card that is played. */
  played?: number;
  /** The number of cards, from the first one on, that are the player's own land. */
  land?: number;
  /** The number of cards, from the last one back, that are enemies on a map. */
  foes?: number;
  /** The marks that give each card its sign on the board, in the order of the cards. */
  signs?: string[];
  /** The options with which the entry holds. */
  when?: Record<string, unknown>;
  text: string;
}

/** What ends a round, with the rule that says so. A phone shows what has changed only. */
export interface Ending {
  changed: string;
  text: string;
  rule: string;
}

export interface GameView {
  deck: DeckName;
  /** The diagrams of the rules, for a game with these options. */
  drawings?: (options: Readonly<Record<string, unknown>>) => Diagrams;
  /** The rules in few words with the cards that they are about; no legend if not given. */
  legend?: readonly LegendEntry[];
  /** A move that shows how moves are written; the first legal move if not given. */
  example?: (moves: readonly string[]) => string | undefined;
  layout: (dump: Dump, about: ViewContext) => Box;
  /** The places that make up a move, in the order of its notation. */
  steps: (move: string) => string[];
  /** The places with which a move may begin; all of its steps if not given. */
  starts?: (move: string) => string[];
  /** What people call a place of a composed move, to tell a card's place beside its picture. */
  placeName?: (place: string) => string;
  /** The turn of the game to which a move belongs, if players count these and not moves. */
  turnOf?: (ply: number) => string;
  /** A move in words. */
  say: (move: string, dump: Dump, about: ViewContext) => string;
  /**
   * The notation of picks that make no legal move; the kernel says which rule forbids it. For a place with which no legal move
   * begins, a move that it would be part of.
   */
  attempt?: (picked: readonly string[], dump: Dump) => string | null;
  /** Why what was clicked, which is no place, cannot be picked, and the rule that says so; null where there is nothing to say. */
  noPlace?: (clicked: Element, dump: Dump) => { text: string; rule: string; tone?: "notice" } | null;
  /** The move that a second pick of the only picked place makes, instead of releasing it; null if it makes none. */
  again?: (place: string, dump: Dump) => string | null;
  /** The move that a place makes at once where it would only be the first pick; null if it makes none. */
  alone?: (place: string, dump: Dump) => string | null;
  compose?: (dump: Dump) => Compose | null;
  /** The cards that a composed move lays, by slot. */
  laid?: (move: string) => Record<string, string>;
  /** The keys of the dump's table, to find the moments of a card. */
  keys?: Keys;
  /** The reason of a decision in the list of moves, with the thing that was decided; the list has no reasons if not given. */
  reason?: (of: string, text: string) => string;
  /** The differences between two positions other than cards and points, in sentences. */
  differences?: (before: Dump, after: Dump) => string[];
  /** Whether cards that players have seen are turned face down again; the player can set how long they stay open. */
  remembers?: boolean;
  /** The list of moves where players have to remember: without what lies face down again; all of it if not given. */
  listed?: (log: LogEntry[], dump: Dump, memory: ViewContext["memory"]) => LogEntry[];
  /** The move that gives the game up, the text of its button, and the confirmation before it. The move is no place of the board. */
  givesUp?: { move: string; text: string; confirmation: { text: string; yes: string } };
  /** A short sentence that says what the player can do now. */
  prompt: (dump: Dump, picked: readonly string[], about: ViewContext) => string;
  /** What happened since the viewer's last turn that the head tells before the prompt; empty if nothing did. */
  news?: (dump: Dump, about: ViewContext) => string;
  /** The prompts that warn of something. */
  warnings?: readonly string[];
  /** What ends the round from here on, where something has changed that; else null. */
  ending?: (dump: Dump) => Ending | null;
  /** The stages of the reveal between two successive positions; empty if there is no reveal. `who` names the players. */
  stages?: (before: Dump, after: Dump, log: readonly LogEntry[], who?: (seat: Seat) => string) => Stage[];
  /**
   * If given, a reveal stays open beside the game until the players close it or the next reveal begins. The two sentences
   * announce that it is open and that it was closed.
   */
  lasting?: { open: string; ended: string };
}

const SPOT: Omit<Spot, "key" | "label"> = {
  kind: "spot",
  place: null,
  card: null,
  was: null,
  id: null,
  from: null,
  marks: [],
  badge: null,
  note: null,
  mute: false,
  grip: false,
  unlit: false,
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
  return { width, height, cards, arrows: [], ...more };
}
export function card(text: string | null, x: number, y: number, mark: DiagramCard["mark"] = null): DiagramCard {
  return { card: text, x, y, mark };
}
export function verdict(reasons: Reason[], rule: string | null, done: string | null): Verdict {
  return { kind: "verdict", key: "verdict", reasons, rule, done };
}
export function act(place: string, text: string, title?: string): Act {
  return { kind: "act", key: `act-${place}`, place, text, title };
}

/** The marks of a group for each of some numbers that its size has reached: `from7`. */
export function sizeMarks(size: number, counts: readonly number[]): string[] {
  return counts.filter((count) => size >= count).map((count) => `from${count}`);
}

/** The names of the marks that hold. */
export const marked = (marks: Record<string, boolean>): string[] => Object.keys(marks).filter((name) => marks[name]);

/** Whether a path is, or contains, a place that the last move touched. */
export function isLast(lies: string | null, last: readonly string[]): boolean {
  return lies !== null && last.some((path) => path === lies || path.startsWith(`${lies}/`) || within(lies, path));
}

/** In a hand each card counts by itself, so that a played card does not mark the cards that are left. */
function within(lies: string, path: string): boolean {
  return !path.startsWith("hands/") && lies.startsWith(`${path}/`);
}

/** The seat at the bottom of the table: the viewer's, else the first. */
export function nearSeat(dump: Dump): Seat {
  return typeof dump.seat === "number" ? dump.seat : 0;
}

/** Whether a hand lies face up here: it is the viewer's, or somebody has shown all of it. */
export function isFaceUp(dump: Dump, seat: Seat, cards: readonly string[]): boolean {
  return sees(dump, seat) || (cards.length > 0 && !cards.includes("??"));
}

/** Whether this dump shows the hand of a seat. */
export function sees(dump: Dump, seat: Seat): boolean {
  return dump.seat === null || dump.seat === seat;
}
