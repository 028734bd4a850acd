// What a table shows: values of its traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/table_messages.py.
import type { Dump } from "./dumps";

/** Who sits at a seat. */
export interface SeatInfo {
  name: string;
  kind: "person" | "bot";
  /** The identifier of its `BotInfo`; null for a person, and for a bot that is not on the list. */
  level: string | null;
}

/** The buttons of a table that can be used now. */
export interface TableActions {
  undo: boolean;
  redo: boolean;
  new: boolean;
  /** There is an earlier game, which this one replaced. */
  bring_back: boolean;
  hint: boolean;
  /** The visible round is over and the next one is dealt. */
  next: boolean;
  /** Seats that may be given to another player here. */
  sit: number[];
  /** There are moves that the table can show again. */
  again: boolean;
  /** The whole game is over, and this table may reveal the hidden cards. */
  open: boolean;
  /** The solver, which knows every card, can say whether the game can still be won. */
  winnable: boolean;
  /** The lesson on the game's first hand can be played here. */
  learn: boolean;
  /** The round can be played to its end at once: all persons are out of it, or its result is settled. */
  skip: boolean;
  /** A bot failed and can be asked again. */
  retry: boolean;
}

/** The score of one seat, and its reason. */
export interface OutcomeLine {
  seat: number;
  /** Null in a game without points. */
  points: number | null;
  text: string;
}

/** The outcome of the visible round. */
export interface Outcome {
  /** A sentence with the winner, which addresses the person at the table; in a game for one, the ending. */
  text: string;
  /** Between more than two players the beginning of `text`, which says who won or lost. */
  head?: string;
  /** The result for that person; null for spectators. */
  came: "won" | "lost" | "drawn" | null;
  /** The ending, unless `text` contains it; else empty. */
  ending: string;
  /** Sentences about what decided the round, in order. */
  why: string[];
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

/** A remark of a bot at the table. */
export interface BotRemark {
  seat: number;
  text: string;
}

/** The choices of a person after their game. */
export interface AfterGame {
  /** The name of a stronger bot for the same deal; null if there is none. */
  stronger: string | null;
  /** Whether the same deal can be played with exchanged seats. */
  swap: boolean;
}

/** A mistake in a game. */
export interface Mistake {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** The move that was played, its loss and the better move, in sentences. */
  words: string;
  /** The loss and the reason alone, for words beside a drawing of both moves; empty for moves of one card. */
  brief: string;
  played: string;
  /** The notation of both moves. */
  better: string;
}

/** The replay of a finished game, as the person at the table could follow it. */
export interface ReplayReply {
  kind: "watched";
  id: number;
  /** The identifier of the model of the replay. */
  replay: string;
}

/** The best possible result of a finished game, in games that can be solved. */
export interface Par {
  /** In sentences; empty while the solver runs. */
  text: string;
  /** Whether there is a best line to step through. */
  line: boolean;
  /** The identifier of the model of the replay of the best line, while it is visible. */
  replay: string | null;
}

/** A clock that runs down. */
export interface ClockInfo {
  /** The time that it was set to. */
  seconds: number;
  /** The seconds that were left when this was sent. */
  left: number;
  /** Whether the tables stop then. */
  stops: boolean;
}

/** The teacher's settings of a table. */
export interface Teacher {
  /** Whether nobody can move here. */
  stopped: boolean;
  /** The hidden cards that the teacher has revealed, in words. */
  shown: string[];
  /** The place or card that the teacher points at. */
  spot: string | null;
  clock: ClockInfo | null;
}

/** Everything that a table shows beside the position. */
export interface Scene {
  title: string;
  seats: SeatInfo[];
  /** The seats that this table may act for now. */
  acts: number[];
  can: TableActions;
  /** That the result of the round is certain before its end, and what to do then; only for a person who knows it. */
  settled: string | null;
  /** The number of moves taken back at the tables of this game since the deal. */
  taken_back: number;
  /** The number of cards that had been seen by then. */
  seen: number;
  /** A move was made and the game, or the whole match, is not over: a new deal would end it. */
  under_way: boolean;
  /** The path of the game's journal, as the user wrote it, from which the game can be restored. */
  kept_in: string | null;
  /** The seat of the bot that is choosing a move. */
  thinking: number | null;
  /** Whether bots are paused. */
  stopped: boolean;
  /** The number of the deal; every deal starts the hand clock anew. */
  deal: number;
  /** The seat for which the screen is covered, until the person there is ready (several people at one screen). */
  cover: number | null;
  match: MatchScore | null;
  outcome: Outcome | null;
  says: BotRemark | null;
  /** Null during the game, and for spectators. */
  after: AfterGame | null;
  par: Par | null;
  /** A line to share on the result of a deal of the day, without spoilers; null for any other game. */
  share: string | null;
  /** The date of a deal of the day, if the viewer is the only person who plays; else null, as it tells all cards. */
  day: string | null;
  /** The places that the last move touched, as paths in the table. */
  last: string[];
  /** The most likely cards at each place with hidden cards, in words, if somebody asked for them. */
  beliefs: Record<string, string[]> | null;
  /** The identifier of the model of the lesson that replaces the table. */
  lesson: string | null;
  notice: Notice | null;
  teacher: Teacher | null;
  /** The move that the last hint of a first hand has named; null before the hint, after the answer and elsewhere. */
  hinted: string | null;
  /** Whether a lesson beside the table says what there is to do. */
  taught: boolean;
  /** The position before the last move once the round is over, in a game whose moves are decided round by round. */
  before: Dump | null;
}

/** The length of the round's log; the entries are in the traits `log0`, `log1` ..., which have a page each. */
export interface LogLength {
  /** The number of entries. */
  count: number;
  /** The number of changes of the pages, so that this trait changes with every page. */
  changes: number;
}

/** A rule as text. */
export interface Rule {
  id: string;
  text: string;
  /** Whether it does not apply with the options of this game; it is shown on request only. */
  unplayed?: boolean;
}

/** A kind of bot that can take a seat. */
export interface BotInfo {
  id: string;
  name: string;
  words: string;
}

/** An option without its default value. */
export interface Variant {
  name: string;
  /** A few words that name the choice. */
  short: string;
  words: string;
  rule: string;
}

/** A short guide to the game with its options, for people who have not read the rules. */
export interface GameGuide {
  goal: string;
  turn: string;
  end: string;
  variants: Variant[];
}

/** The settings of a table, which kernel and browser can both change. */
export interface Settings {
  size: "normal" | "projector";
  theme: "auto" | "light" | "dark" | "contrast";
  colours: "two" | "four";
  /** Milliseconds between the moves of bots. */
  pace: number;
  memory: "none" | "last" | "all";
  /** Whether the list of legal moves is unfolded. */
  legal: boolean;
}

/** The data with which a page shows a game of another package, which has no view in the front end. */
export interface BroughtView {
  game: string;
  /** The name of the deck that the front end draws its cards from. */
  deck: string;
  /** The words of the groups of cards on its table, by path. */
  groups: Record<string, string>;
  /** An ES module with its view; empty for the plain drawing. */
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
  /** The reason in a few words, for a list of several decisions. */
  brief?: string;
}
