// What polls and consoles show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/class_messages.py.
import type { ClockInfo, SeatInfo } from "./table";
import type { Lens } from "./replays";

/** A move in a poll, with what has been shown of it. */
export interface PollChoice {
  move: string;
  /** Null while the votes are not shown. */
  votes: number | null;
  /** Whether it was played, where that is shown. */
  played: boolean;
  /** Whether a search found no better one, where that is shown. */
  best: boolean;
  /** What a search thinks of it: the chance to win, or turns; null where it has not been asked, or cannot say. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** The same in words. */
  words: string | null;
}

/** What a poll shows beside its position. */
export interface PollScene {
  title: string;
  seats: SeatInfo[];
  question: string;
  /** Whether votes are taken. */
  open: boolean;
  /** How many have voted. */
  count: number;
  shown: ("votes" | "played" | "search")[];
  /** Those that something is shown of; none before that. */
  choices: PollChoice[];
  /** What can be shown or done now. */
  can: ("votes" | "played" | "search" | "play")[];
  searching: boolean;
  unit: "chances" | "turns";
  /** The identifier of the table's model at which the class plays on. */
  table: string | null;
  notice: string | null;
}

/** Tables of one viewer. */
export interface AtTable {
  words: string;
  /** How many are on screen. */
  count: number;
}

/** Something that is shown of what was hidden. */
export interface ShownInfo {
  /** The card, the seat's number or `"all"`, as a request names it. */
  what: string;
  words: string;
}

/** What a console leads with; it names no card but those that its teacher has named. */
export interface ConsoleScene {
  title: string;
  game: string;
  seats: SeatInfo[];
  frozen: number[];
  shown: ShownInfo[];
  spot: string | null;
  clock: ClockInfo | null;
  tables: AtTable[];
  round: number;
  ply: number;
  first: number;
  /** The plies of this round that can be gone to. */
  last: number;
  /** How many moves can be taken back. */
  back: number;
  /** Whose view the projector may show. */
  lenses: Lens[];
  /** Whose view it shows. */
  seat: number | "public" | null;
  /** The identifier of the projector's model. */
  table: string;
  /** What was done last. */
  said: string;
}
