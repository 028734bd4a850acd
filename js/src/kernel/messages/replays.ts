// What replays, inspectors and plots show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/replay_messages.py.
import type { Dump, Patch } from "./dumps";
import type { LogEntry, Outcome, SeatInfo } from "./table";

/** A viewer that can be chosen. */
export interface Lens {
  seat: number | "public" | null;
  words: string;
}

/** A mark on a move that the kernel found, in addition to comments and signs. */
export interface Mark {
  /** The position after the move, as in `"0/12"`. */
  at: string;
  glyph: string;
  words: string;
}

/** How far a search for mistakes is. */
export interface MistakeProgress {
  done: number;
  /** The number of positions that the search has judged, and the number of all. */
  of: number;
  /** Whether it goes on; else it was stopped and can go on. */
  runs: boolean;
}

/** Everything that a replay shows beside its frames. */
export interface ReplayScene {
  title: string;
  seats: SeatInfo[];
  /** The viewers that may be chosen. */
  lenses: Lens[];
  /** The parts of the record that could not be read or shown. */
  notice: string | null;
  /** Whether there are more frames than were sent; only in spoiler-free mode. */
  more: boolean;
  /** Whether later moves are visible. */
  spoilers: boolean;
  /** Whether comments, signs and variations can be changed; false in an exported file. */
  edits: boolean;
  /** Marks on the mistakes that an analysis found; for viewers who see everything, also on the losing move. */
  marks: Mark[];
  /** Whether the viewer can learn from mistakes here, is doing so, or is at the last one; null if there are none. */
  learn: "can" | "does" | "last" | null;
  /** The search for mistakes, while it runs and after it was stopped. */
  search?: MistakeProgress;
  /** The number of the mistake that is shown, and of all mistakes, while the viewer learns from them. */
  mistake?: [number, number];
}

/** Everything that an inspector shows beside its dump. */
export interface InspectorScene {
  title: string;
  seats: SeatInfo[];
  /** The viewers that can be chosen; none if it follows a replay. */
  lenses: Lens[];
}

/** Everything that the plot of a replay shows beside its curves. */
export interface PlotScene {
  title: string;
  game: string;
  seat: number | "public" | null;
  first: number;
  /** The first and the last ply of the round that the viewer has reached. */
  last: number;
}

/** The comment and the sign of a position. */
export interface Note {
  comment: string;
  glyph: string;
}

/** The value of a position in a timeline. */
export interface TimelinePoint {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** The chance to win, 0 to 1, or a number of turns; null if it is unknown. */
  value: number | null;
  low: number | null;
  /** The ends of the value's 95% interval. */
  high: number | null;
  /** The value in words. */
  words: string;
  /** The loss by the next move and the better one in sentences, if that was a mistake that is counted. */
  blame: string | null;
  /** The better move, if the next move was a mistake. */
  better: string | null;
  /** The variation with the better move, for viewers who see everything. */
  line?: number;
}

/** The values of one seat from ply to ply. */
export interface Curve {
  seat: number;
  /** Whether the values are those with all cards open, and not those by what the seat could know. */
  open: boolean;
  /** A title of the curve. */
  words: string;
  points: TimelinePoint[];
}

/** The timeline of a replay: the results of an analysis for its viewer, or the points of each seat. */
export interface Timeline {
  unit: "chances" | "turns" | "points";
  curves: Curve[];
}

/** Moves played from a position instead of the main line. */
export interface Variation {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  moves: string[];
  /** The first of the moves in words. */
  words: string;
}

/** A question at a position: the viewer chooses a move before the replay shows the one that was played. */
export interface Question {
  round: number;
  ply: number;
  /** The words of the question; null for the default. */
  words: string | null;
  /** The move that the words name, for its cards. */
  played?: string;
  /** Whether it stays open until a good answer is given, or the viewer asks for the better move. */
  better: boolean;
}

/** The last answer to a question, with the move that was played. */
export interface Prediction {
  round: number;
  ply: number;
  chosen: string;
  played: string;
  /** Whether the answer is right; by default, the move that was played is. */
  right: boolean;
  /** A sentence about the answer; null for the default. */
  words: string | null;
}

/** A question to a class, on which the viewer of a replay can vote. */
export interface Ballot {
  round: number;
  ply: number;
  question: string;
  /** Whether votes are accepted. */
  open: boolean;
  /** The viewer's own vote; a new vote replaces it. */
  chosen: string | null;
  /** Whether the leader stands there, so that following leads to the position. */
  led: boolean;
}

/** One round of a replay: the first dump, then for each ply the patch that leads to the next. */
export interface Frames {
  round: number;
  dumps: [Dump, ...Patch[]];
  /** For each dump, the places that the last move touched, as paths in the table. */
  last: string[][];
  log: LogEntry[];
  /** The result of the round, if these frames reach its end. */
  outcome?: Outcome;
}

/** In spoiler-free mode: the patches of a round for the plies reached since its frames were sent. */
export interface Tail {
  round: number;
  dumps: Patch[];
  /** For each patch, the places that the last move touched. */
  last: string[][];
  /** The moves from the last one of those frames on, because that one may have been hidden then. */
  log: LogEntry[];
  /** The result of the round, if its end is reached. */
  outcome?: Outcome;
}
