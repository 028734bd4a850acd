// What a table shows: values of its traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/table_messages.py.

/** Who sits at a seat. */
export interface SeatInfo {
  name: string;
  kind: "person" | "bot";
  /** The identifier of its `BotInfo`, where it is one of those on offer. */
  level: string | null;
}

/** Which buttons of a table can be used now. */
export interface Can {
  undo: boolean;
  redo: boolean;
  new: boolean;
  /** A game was put aside for this one. */
  bring_back: boolean;
  hint: boolean;
  /** The round that is shown is over and the next one has been dealt. */
  next: boolean;
  /** Seats that may be given to another player here. */
  sit: number[];
  /** There are moves to show again. */
  again: boolean;
  /** The whole game is over, and this table may show what was hidden. */
  open: boolean;
  /** It can be asked whether the game can still be won, with every card looked at. */
  winnable: boolean;
  /** The game's first hand can be played here with help. */
  learn: boolean;
}

/** What one seat scored, and why. */
export interface OutcomeLine {
  seat: number;
  /** Null in a game that counts none. */
  points: number | null;
  text: string;
}

/** How the round that is shown ended. */
export interface Outcome {
  /** Who won, said to the person whose table it is; in a game for one, how it ended. */
  text: string;
  /** How it ended for that person; null for those who only watch. */
  came: "won" | "lost" | "drawn" | null;
  /** How it ended, where `text` does not say it; else empty. */
  ending: string;
  lines: OutcomeLine[];
}

/** The match that the round belongs to. */
export interface MatchScore {
  target: number;
  /** Points before this round. */
  totals: number[];
  over: boolean;
}

/** Something that a player should read. */
export interface Notice {
  text: string;
  rule: string | null;
}

/** What a bot says at the table. */
export interface Says {
  seat: number;
  text: string;
}

/** What there is to do for a person when their game is over. */
export interface After {
  /** The name of a stronger bot for the same deal; null where there is none. */
  stronger: string | null;
  /** Whether seats can be changed for the same deal. */
  swap: boolean;
}

/** A move that lost something. */
export interface Mistake {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** What it lost, and what was better. */
  words: string;
}

/** What was possible in a game that is over, where a game can be solved. */
export interface Par {
  /** In sentences; empty while it is being found out. */
  text: string;
  /** Whether there is a best line to step. */
  line: boolean;
  /** The identifier of the model of the best line's replay, while it is shown. */
  replay: string | null;
}

/** A clock that runs down. */
export interface ClockInfo {
  /** How long it was set to. */
  seconds: number;
  /** When it is over, in seconds since 1970. */
  ends: number;
  /** Whether the tables are stopped then. */
  stops: boolean;
}

/** What a teacher has set at a table. */
export interface Teacher {
  /** Whether nobody can move here. */
  stopped: boolean;
  /** What is shown of what was hidden, in words. */
  shown: string[];
  /** The place, or the card, to look at. */
  spot: string | null;
  clock: ClockInfo | null;
}

/** Everything about a table that is not the position. */
export interface Scene {
  title: string;
  seats: SeatInfo[];
  /** Seats that this table may act for now. */
  acts: number[];
  can: Can;
  /** How often moves were taken back at this game's tables since the deal. */
  taken_back: number;
  /** How many cards had been seen by then. */
  seen: number;
  /** A move was made and the game, or the whole match, goes on: a new deal would end it. */
  under_way: boolean;
  /** The path of the game's journal, as it was written in code: what brings the game back when its kernel is gone. */
  kept_in: string | null;
  /** The bot's seat that is choosing a move. */
  thinking: number | null;
  /** Whether bots wait until somebody lets them go on. */
  stopped: boolean;
  /** Hot seat: the screen is covered until this seat's person is ready. */
  cover: number | null;
  match: MatchScore | null;
  outcome: Outcome | null;
  says: Says | null;
  /** Null while the game goes on, and for those who only watch. */
  after: After | null;
  par: Par | null;
  /** A line on how the deal of a day went, which spoils nothing; null for any other game. */
  share: string | null;
  /** The places that the last move touched, as paths in the table. */
  last: string[];
  /** The likeliest cards of each place with hidden ones, in words, where somebody asked for them. */
  beliefs: Record<string, string[]> | null;
  /** The identifier of the model of the lesson that stands in the table's place. */
  lesson: string | null;
  notice: Notice | null;
  teacher: Teacher | null;
}

/** The length of the round's log; its entries are in the traits `log0`, `log1` ..., a page each. */
export interface Logged {
  /** Entries in all. */
  count: number;
  /** How often pages have changed, so that this trait is sent with them. */
  changes: number;
}

/** A rule in words. */
export interface Rule {
  id: string;
  text: string;
  /** Whether it belongs to options that are not played, and is told only to who asks for it. */
  unplayed?: boolean;
}

/** A kind of bot that may be seated. */
export interface BotInfo {
  id: string;
  name: string;
  words: string;
}

/** An option that is not as usual. */
export interface Variant {
  name: string;
  /** A few words that name the choice. */
  short: string;
  words: string;
  rule: string;
}

/** What the game is about with its options, for people who have read nothing. */
export interface GameGuide {
  goal: string;
  turn: string;
  end: string;
  variants: Variant[];
}

/** What a person may set on a table; kernel and browser both set it. */
export interface Settings {
  size: "normal" | "projector";
  theme: "auto" | "light" | "dark" | "contrast";
  colours: "two" | "four";
  /** Milliseconds between bots' moves. */
  pace: number;
  memory: "none" | "last" | "all";
  /** Whether the list of legal moves is unfolded. */
  legal: boolean;
}

/** How a page shows a game of another package; the games of this one have their views in the front end. */
export interface BroughtView {
  game: string;
  /** The deck whose faces its cards have. */
  deck: string;
  /** Words of the groups of its table, by their paths. */
  groups: Record<string, string>;
  /** An ES module that lays the table out; empty where it is drawn plainly. */
  script: string;
}

/** One move in words, as the viewer knows it. */
export interface LogEntry {
  /** Counted after the move. */
  ply: number;
  seat: number;
  /** Notation; null while the move is hidden from the viewer (GE-4). */
  move: string | null;
  text: string;
  /** The decisions that the move brought, in order, if any. */
  why?: Reason[];
  /** A note on moves that were taken back before this one, if cards had been seen by then. */
  again?: string;
  /** The sentence shown while the move was hidden from the viewer, if it was hidden. */
  veiled?: string;
}

/** The reason for one decision that a move brought, such as who won a column. */
export interface Reason {
  /** The name of the decided thing, such as column `"B"`; empty if it has none. */
  of: string;
  /** The reason, in words without a full stop. */
  text: string;
  /** Identifier of the rule that decides it. */
  rule: string;
}
