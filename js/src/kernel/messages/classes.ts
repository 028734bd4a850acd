// What polls and consoles show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/class_messages.py.
import type { Dump } from "./dumps";
import type { ClockInfo, LogEntry, SeatInfo } from "./table";
import type { Lens } from "./replays";

/** A move in a poll, with the facts that the teacher has shown about it. */
export interface PollChoice {
  move: string;
  /** The number of votes; null while the votes are hidden. */
  votes: number | null;
  /** Whether it was played; false while that is hidden. */
  played: boolean;
  /** Whether a search found no better move; false while that is hidden. */
  best: boolean;
  /** The value by a search: the chance to win, or a number of turns; null if there was no search or no result. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** The value in words. */
  words: string | null;
}

/** Everything that a poll shows beside its position. */
export interface PollScene {
  title: string;
  seats: SeatInfo[];
  /** The last moves before the position, as its viewer knows them. */
  log: LogEntry[];
  /** The position one move earlier; null at the start of a round. */
  before: Dump | null;
  question: string;
  /** Whether votes are accepted. */
  open: boolean;
  /** Whether the class was asked; a new poll in a notebook waits for its teacher. */
  begun: boolean;
  /** The number of voters so far. */
  count: number;
  shown: ("votes" | "played" | "search")[];
  /** The moves with shown facts; empty until the teacher shows something. */
  choices: PollChoice[];
  /** The facts that can be shown, and the actions that are possible now. */
  can: ("votes" | "played" | "search" | "play")[];
  searching: boolean;
  unit: "chances" | "turns";
  /** The identifier of the model of the table at which the class continues the game. */
  table: string | null;
  notice: string | null;
}

/** The tables of one viewer. */
export interface TablesInfo {
  words: string;
  /** The number of tables on screen. */
  count: number;
}

/** Hidden cards that the teacher has revealed. */
export interface RevealInfo {
  /** A card, the number of a seat, or `"all"`, as in a request. */
  what: string;
  words: string;
}

/** Everything that a console shows; it names only cards that the teacher has named. */
export interface ConsoleScene {
  title: string;
  game: string;
  seats: SeatInfo[];
  frozen: number[];
  shown: RevealInfo[];
  spot: string | null;
  clock: ClockInfo | null;
  tables: TablesInfo[];
  round: number;
  ply: number;
  first: number;
  /** The first and the last ply of this round that the teacher can go to. */
  last: number;
  /** The number of moves that can be taken back. */
  back: number;
  /** The viewers that can be chosen for the projector. */
  lenses: Lens[];
  /** The viewer of the projector. */
  seat: number | "public" | null;
  /** The identifier of the projector's model. */
  table: string;
  /** The last action, in words. */
  said: string;
}
