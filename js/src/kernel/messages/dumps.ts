// Positions as a viewer knows them.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in model/dump.py and the tables of the games.

export type Seat = number;
/** Who looks: null sees everything. */
export type Viewer = Seat | "public" | null;

/** A position as a viewer knows it (docs/contract.md, dump version 1). */
export interface Dump<Table = unknown> {
  format: "capture-widgets/state";
  version: 1;
  game: string;
  options: Record<string, unknown>;
  /** The viewer; null sees all cards. */
  seat: number | "public" | null;
  round: number;
  /** The number of moves made in this round. */
  ply: number;
  to_play: number | null;
  is_over: boolean;
  returns: number[] | null;
  points: number[];
  /** Moves of the seat to play, sorted as text; empty in another seat's view. */
  legal_moves: string[];
  /** The table, in a form of the game's own. */
  table: Table;
  /** The score of the match; null outside a match. */
  match: MatchInfo | null;
  /** In the full dump only: what the table does not show. */
  rest?: Rest;
}

/** The score of the match that a round belongs to. */
export interface MatchInfo {
  /** Points of each seat before this round. */
  totals: number[];
  /** Whether the match ended with this round. */
  over: boolean;
}

/** The part of a position that the full table does not show. */
export interface Rest {
  /** The seat that dealt or started this round; null in games where none does. */
  first: number | null;
  /** The seed of the next deals of a match. */
  seed: number | null;
  /** The rest of the state, in a form of the game's own. */
  state: Record<string, unknown>;
}

/** The table of Capture the Commander in a dump. */
export interface CommanderTable {
  /** Thirteen entries for each seat, positions 1 to 13; null when empty. */
  formations: (CommanderEntry | null)[][];
  /** Seats whose commander was captured, in order. */
  out: number[];
  /** Seat, position and card of all that left play, in order. */
  removed: [number, number, string][];
  war: CommanderWar | null;
}

/** A card in a formation. */
export interface CommanderEntry {
  /** The text of the card: in every view once the players have seen it, else only in the open table. */
  card: string;
  uncovered: "full" | "partial" | "no";
  /** Whether it was ever shown to the players. */
  seen: boolean;
}

/** A tied battle that goes on: each side's seat, and its positions in the order in which they joined. */
export interface CommanderWar {
  /** The attacker's side; it has one position more than the defender's while the viewer knows a choice that is not answered. */
  attacker: [number, number[]];
  defender: [number, number[]];
}

/** The table of Capture in five columns in a dump. */
export interface ColumnsTable {
  /** Slots A to E: null where there is no column, else the cards of seat A and of seat B, the face-up card first, then in the order played. */
  slots: ([string[], string[]] | null)[];
  /** For each seat the placement that is not shown yet, `{"A": "Qh"}`, or null; other viewers see only its size, `{"??": 5}`. */
  placed: (Record<string, string | number> | null)[];
  hands: string[][];
  /** For each seat its captured cards: column by column, and in each column seat A's cards first. */
  captured: string[][];
  /** Cards not yet dealt, next first. */
  left: string[];
}

/** The table of Kommando in a dump. */
export interface KommandoTable {
  row: KommandoEntry[];
  hands: string[][];
  /** The seat that attacks in this fight; null when the hand is over. */
  attacker: number | null;
}

/** One place of the row, left to right. */
export interface KommandoEntry {
  card: string;
  /** Seat and card of the attack, null while nobody has attacked. */
  attack: [number, string] | null;
  defence: [number, string] | null;
  /** Seat that won the fight; null while it is not over, or tied. */
  winner: number | null;
}

/** The table of 4X Solitaire in a dump. */
export interface FourXTable {
  /** The player's own suit, null until the king is chosen. */
  own: string | null;
  /** The spaces in reading order; null for a space that is off the map. */
  map: (FourXEntry | null)[];
  /** The visible top cards of the three piles. */
  arsenal: string[];
  /** Suits, in the order in which they were conquered. */
  conquered: string[];
  tech: FourXTech | null;
  turns: number;
}

/** One space of the map. */
export interface FourXEntry {
  /** The text of the card; null if the space is vacated. */
  card: string | null;
  /** Whether a card lies there face up; false if the space is vacated. */
  up: boolean;
  territory: boolean;
}

/** The technology. */
export interface FourXTech {
  card: string;
  used: boolean;
}

/** The table of the game as a viewer sees it. */
export interface UniversalTable {
  /** For each seat five columns. */
  boards: UniversalColumn[][];
  hands: string[][];
  /** The stock; the next card to draw comes first. */
  stock: string[];
  /** The discard pile; the top card comes last. */
  discard: string[];
  /** For each suit the number of cards on its pile, 0 to 10. */
  bar: Record<string, number>;
  turn: UniversalTurn;
}

/** One column as the table shows it. */
export interface UniversalColumn {
  /** Down cards, the lower first. */
  down: string[];
  /** The face-up run, top (head) card first. */
  up: string[];
}

/** The first card of the turn, and the number of cards played; reset when the turn ends. */
export interface UniversalTurn {
  /** The place of the first card of the turn; null before it is played. */
  first: "own" | "other" | "bar" | null;
  /** Cards played from hand, 0 or 1. */
  played: number;
}

/** Steps from one dump to another: at each path the new value, or items spliced into a list. */
export type Patch = ([(string | number)[], unknown] | [(string | number)[], number, number, unknown[]])[];
