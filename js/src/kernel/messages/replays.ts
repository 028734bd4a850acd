// What replays, inspectors and plots show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/replay_messages.py.
import type { Dump, Patch } from "./dumps";
import type { LogEntry, SeatInfo } from "./table";

/** A viewer that may be chosen. */
export interface Lens {
  seat: number | "public" | null;
  words: string;
}

/** What is known of a move beside what was written. */
export interface Mark {
  /** The position that it led to, as in `"0/12"`. */
  at: string;
  glyph: string;
  words: string;
}

/** What a replay shows beside its frames. */
export interface ReplayScene {
  title: string;
  seats: SeatInfo[];
  /** The viewers that may be chosen. */
  lenses: Lens[];
  /** What could not be read or shown of the record. */
  notice: string | null;
  /** Whether more follows the frames that were sent; only in spoiler-free mode. */
  more: boolean;
  /** Whether the future is shown. */
  spoilers: boolean;
  /** Whether comments, glyphs and variations can be changed; false in an exported file. */
  edits: boolean;
  /** The moves that an analysis calls mistakes; and the one that lost a deal, for who may see everything. */
  marks: Mark[];
  /** Whether the viewer can learn from mistakes here, or does; null where none are known. */
  learn: "can" | "does" | null;
}

/** What an inspector shows beside its dump. */
export interface InspectorScene {
  title: string;
  seats: SeatInfo[];
  /** The viewers that may be chosen; none where it follows a replay. */
  lenses: Lens[];
}

/** What the plot of a replay shows beside its curves. */
export interface PlotScene {
  title: string;
  game: string;
  seat: number | "public" | null;
  first: number;
  /** The first and the last ply of the round that have been reached. */
  last: number;
}

/** The comment and the sign of a position. */
export interface Note {
  comment: string;
  glyph: string;
}

/** A position in a timeline. */
export interface Judged {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** The chance to win, 0 to 1, or turns; null where too little is known. */
  value: number | null;
  low: number | null;
  /** The ends of the value's 95% interval. */
  high: number | null;
  /** The same in words. */
  words: string;
  /** What the move played from here lost, where it was a mistake. */
  blame: string | null;
  /** The better move, there. */
  better: string | null;
  /** The variation that shows it, with everything open. */
  line?: number;
}

/** How a seat stood from ply to ply. */
export interface Curve {
  seat: number;
  /** Whether with all cards open, rather than by what the seat could know. */
  open: boolean;
  /** What it shows. */
  words: string;
  points: Judged[];
}

/** What an analysis tells a viewer of a replay, or how many points there were. */
export interface Timeline {
  unit: "chances" | "turns" | "points";
  curves: Curve[];
}

/** Moves played from a position instead of the main line. */
export interface Variation {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  moves: string[];
}

/** A position at which the viewer says what they would play, before the move is shown. */
export interface Question {
  round: number;
  ply: number;
  /** The words of the question; null for the usual ones. */
  words: string | null;
  /** Whether it stays open until a good answer is given, or the better move is asked for. */
  better: boolean;
}

/** The last answer to such a question, with the move that was played. */
export interface Prediction {
  round: number;
  ply: number;
  chosen: string;
  played: string;
  /** Whether the answer counts as right: the move played does, where nothing else was said. */
  right: boolean;
  /** What is said of the answer, going on from it; null for the usual words. */
  words: string | null;
}

/** What a class is asked at a position, as the viewer of a replay may vote on it. */
export interface Ballot {
  round: number;
  ply: number;
  question: string;
  /** Whether votes are taken. */
  open: boolean;
  /** The viewer's own vote, which another one takes the place of. */
  chosen: string | null;
}

/** One round of a replay: the first dump, then for each ply the patch that leads to the next. */
export interface Frames {
  round: number;
  dumps: [Dump, ...Patch[]];
  /** For each of them the places that the last move touched, as paths in the table. */
  last: string[][];
  log: LogEntry[];
}

/** In spoiler-free mode: the patches of a round that were reached since its frames were sent. */
export interface Tail {
  round: number;
  dumps: Patch[];
  /** For each of them the places that the last move touched. */
  last: string[][];
  /** Moves of the round from the last one in its frames on; that one may have been hidden then. */
  log: LogEntry[];
}
