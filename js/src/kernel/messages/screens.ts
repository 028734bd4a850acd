// What all other screens show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// They stand in messages.py.
import type { Dump, Patch } from "./dumps";
import type { ClockInfo, LogEntry, SeatInfo } from "./table";

/** A move that lost something. */
export interface Mistake {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** What it lost, and what was better. */
  words: string;
}

/** An option of a game, as people choose it. */
export interface LobbyOption {
  name: string;
  /** What it is for, in a sentence. */
  words: string;
  rule: string;
  default: boolean | number | string;
  /** The values it takes; null for whole numbers. */
  values: (boolean | number | string)[] | null;
  least: number;
  /** Whether the values are seats. */
  seats: boolean;
}

/** A game that may be chosen. */
export interface LobbyGame {
  slug: string;
  title: string;
  words: string;
  /** How long a hand takes; empty where nobody has said it. */
  takes: string;
  /** For how many it is, likewise. */
  people: string;
  /** Whether its first hand is there as a lesson. */
  learn: boolean;
  /** How hard a deal can be asked for; none in games without such a list. */
  levels: string[];
  options: LobbyOption[];
}

/** A game that was not finished. */
export interface KeptInfo {
  /** Its name in requests. */
  which: string;
  title: string;
  /** Who plays, how far it went, when it was played last. */
  words: string;
}

/** What somebody wants to play. */
export interface Choice {
  game: string;
  /** `"person"` or the identifier of a `BotInfo`, at every seat but the first. */
  opponent: string;
  match: boolean;
  /** Those that were chosen, by name. */
  options: Record<string, unknown>;
  /** A seed or the code of a deal; empty for a new one. */
  deal: string;
}

/** What the kernel says of a choice. */
export interface Chosen {
  game: string;
  /** The line of Python that makes the same game; empty where none does. */
  line: string;
  /** What is wrong with the choice; empty where nothing is. */
  fault: string;
  seats: number;
  /** Whether rounds of it can be played to a target. */
  matches: boolean;
}

/** A game kept on this machine, as a list shows it. */
export interface PlayedGame {
  /** Its name in requests. */
  which: string;
  game: string;
  title: string;
  opponents: string[];
  level: string | null;
  /** How it came out for the person; null for a game that is not over, and where several people played. */
  result: "won" | "lost" | "drawn" | null;
  points: number | null;
  plies: number;
  turns: number | null;
  over: boolean;
  /** Whether it can be gone on with. */
  goes_on: boolean;
  /** The date whose deal it is. */
  day: string | null;
  /** When it was begun, in seconds since 1970. */
  when: number;
  seconds: number | null;
  /** Why it cannot be read; nothing else is known of it then. */
  fault: string | null;
  /** How many games its file holds, which go with it. */
  together: number;
}

/** How games against a level came out. */
export interface LevelFigures {
  level: string;
  name: string;
  won: number;
  drawn: number;
  lost: number;
}

/** How the games of a kind came out. */
export interface GameFigures {
  game: string;
  title: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** How many were won in a row up to now. */
  streak: number;
  /** How many were won in a row at most. */
  longest: number;
  seconds: number;
  levels: LevelFigures[];
  /** The points, or where turns are counted those of the games won, of the last games in order. */
  results: number[];
  counts: "points" | "turns" | "none";
  /** The game won in the fewest turns, to compare with what was possible; null where turns are not counted. */
  best: string | null;
  fewest: number | null;
}

/** The deals of a day. */
export interface Deals {
  day: string;
  /** The games whose deal of the day was played to its end here. */
  played: string[];
}

/** What a lobby shows. */
export interface LobbyScene {
  games: LobbyGame[];
  kept: KeptInfo[];
  today: Deals;
  /** What stands in its place. */
  shows: "table" | "replay" | "lesson" | null;
  chosen: Chosen | null;
  /** The identifier of the table's model, while a game is played. */
  table: string | null;
  /** Why games are not kept, where they are to be. */
  notice: string | null;
  /** The game that is played; empty where none is. */
  title: string;
}

/** What a lesson says to an answer. */
export interface LessonReply {
  right: boolean;
  text: string;
}

/** Where cards of a position lie that is set up by hand. */
export interface EditorPlace {
  key: string;
  words: string;
  /** Those that somebody has laid there. */
  cards: string[];
  /** How many more lie there, by lot. */
  free: number;
}

/** A step in the list of an editor. */
export interface EditorStep {
  /** Its name, which it keeps wherever it is moved. */
  id: string;
  /** How it begins. */
  text: string;
  /** What is missing or wrong in it. */
  fault: string | null;
}

/** A lesson that is being written, and the step that is open; all of it, right answers too. */
export interface EditorScene {
  title: string;
  /** The slug of the position's game, empty where it is not set up here. */
  game: string;
  /** Titles by slug. */
  games: Record<string, string>;
  steps: EditorStep[];
  step: number;
  /** What stands in the form, by the name of the field. */
  fields: Record<string, string>;
  places: EditorPlace[];
  /** The cards that nobody has laid anywhere. */
  tray: string[];
  /** Whether the position can be set up here. */
  by_hand: boolean;
  /** Those that were made from the deal. */
  moves: string[];
  legal: string[];
  seats: string[];
  /** Names of bots by identifier. */
  bots: Record<string, string>;
  /** Whether it is the lesson's first step, which needs a position of its own. */
  first: boolean;
  /** The model of the lesson as a student sees it, while that is shown. */
  trial: string | null;
}

/** What a lesson shows of the step that was reached; nothing of what lies ahead, nor what would be right. */
export interface LessonScene {
  title: string;
  /** What it is about, at its first step. */
  words: string;
  game: string;
  /** The step's number, from 0. */
  step: number;
  /** How many there are. */
  of: number;
  text: string;
  ask: "look" | "move" | "choice" | "number" | "until";
  choices: string[];
  /** The choice or number that was given last. */
  said: string;
  reply: LessonReply | null;
  /** Those that were asked for. */
  hints: string[];
  more_hints: number;
  reveal: string;
  /** The step was answered, or there are no tries left. */
  closed: boolean;
  /** How many are left, null where they are not counted. */
  tries: number | null;
  /** Whether it can be gone on with. */
  next: boolean;
  /** Whether going on leaves the question unanswered. */
  skips: boolean;
  back: boolean;
  again: boolean;
  last: boolean;
  /** The lesson was gone through. */
  over: boolean;
  points: number;
  points_of: number;
  /** Whether something waits behind the lesson to go back to. */
  leaves: boolean;
  /** The identifier of the table's model. */
  table: string;
}

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
