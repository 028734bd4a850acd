// Requests, replies, traits and dumps: what kernel and browser send one another. Written by tests/generate.py from the
// types of the Python package (dump.py, messages.py, exchange.py, tables of the games): change those and write it anew.

export type Seat = number;
/** Who looks: null sees everything. */
export type Viewer = Seat | "public" | null;

/** A page shows the widget; the reply says that its kernel lives. */
export interface HelloRequest {
  kind: "hello";
  /** A name for this view of the widget, which no other view has. */
  view: string;
}

/** A page no longer shows the widget; there is no reply. */
export interface ByeRequest {
  kind: "bye";
  view: string;
}

/** Make a move. */
export interface PlayRequest {
  kind: "play";
  /** Its notation. */
  move: string;
  /** The round and ply it is meant for; refused at any other. */
  round: number;
  ply: number;
}

/** Take moves back, or make them again. */
export interface BackRequest {
  kind: "undo" | "redo";
  round: number;
  ply: number;
}

/** Begin again. */
export interface NewRequest {
  kind: "new";
  /** From the same deal. */
  same: boolean;
}

/** Give a seat to another player. */
export interface SeatRequest {
  kind: "seat";
  seat: number;
  /** `"person"` or the identifier of a `BotInfo`. */
  player: string;
}

/** Name the person at a seat; without a name they are called by the seat's letter. */
export interface NameRequest {
  kind: "name";
  seat: number;
  name: string;
}

/** A request with nothing but its name: back to the lobby, next round, uncover the screen, pause bots or let them
go on, hint, no hint after all, read, bring back the game that was put aside last, show the moves since one's own
again, show at the end what was hidden, say what a new game may be chosen from, tell whether the game can still be
won, show the best line of a game that is over, put it away, take no more votes, take votes again, list the
games kept on this machine; in a lesson the step after this one or before it, once more from its beginning, the
next hint, and out of it; in a replay learn from mistakes, or no longer, and see the better move;
look for one's mistakes in a game that is over, end that search; ask others what they would play here. */
export interface PlainRequest {
  kind: "next" | "uncover" | "stop" | "go" | "hint" | "unhint" | "read" | "bring_back" | "again" | "open" | "back" | "choices" | "winnable" | "line" | "unline" | "end" | "reopen" | "leave" | "games" | "learn" | "unlearn" | "better" | "mistakes" | "unjudge" | "ask";
}

/** Play on in a replay, from the position and variation it shows. */
export interface PlayOnRequest {
  kind: "on";
  round: number;
  ply: number;
  move: string;
}

/** What the viewer of a replay would play: said in a quiz, or voted in a class. */
export interface AnswerRequest {
  kind: "answer" | "vote";
  round: number;
  ply: number;
  move: string;
}

/** Set the comment or the sign of a position; an empty text removes it. */
export interface NoteRequest {
  kind: "comment" | "glyph";
  round: number;
  ply: number;
  text: string;
}

/** Make a variation the main line, or remove it. */
export interface VariationRequest {
  kind: "promote" | "drop";
  line: number;
}

/** Look at a choice, or begin the game. */
export interface ChoiceRequest {
  kind: "choose" | "begin";
  choice: Choice;
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

/** Go on with a game that was not finished. */
export interface ContinueRequest {
  kind: "continue";
  which: string;
}

/** Play the same deal once more. */
export interface RematchRequest {
  kind: "rematch";
  how: "stronger" | "swap";
}

/** Open the game of a code, a notation or a record. */
export interface CodeRequest {
  kind: "code";
  text: string;
}

/** Show what a poll holds back, or hide it again. */
export interface ShowRequest {
  kind: "show" | "hide";
  what: "votes" | "played" | "search";
}

/** Play on with a move that the class has chosen. */
export interface ClassRequest {
  kind: "class";
  move: string;
}

/** What a teacher does at a console. */
export interface LeadRequest {
  kind: "lead";
  what: "freeze" | "release" | "reveal" | "conceal" | "spotlight" | "clock" | "back" | "jump" | "view" | "hand" | "set_up";
  /** The seat that is meant, or the viewer. */
  seat: number | "public" | null;
  /** A card, a place, a player or a position. */
  text: string;
  /** Seconds, moves, a ply. */
  number: number;
  /** Whether the tables stop when the clock is over. */
  flag: boolean;
}

/** Answer a lesson's question that asks for no move. */
export interface SayRequest {
  kind: "say";
  answer: string;
}

/** Play a game's first hand with help, in the place of the lobby or the table. */
export interface LearnRequest {
  kind: "learn";
  /** Which one, in a lobby. */
  game?: string;
}

/** Replay, remove or compare with the shortest win a game kept on this machine. */
export interface PlayedRequest {
  kind: "replay" | "forget" | "par";
  which: string;
}

/** Write a game kept on this machine as a file. */
export interface ExportRequest {
  kind: "export";
  which: string;
  form: "record" | "page";
}

/** Change a lesson that is being written. */
export interface EditRequest {
  kind: "edit";
  what: "put" | "take" | "clear" | "finish" | "play" | "on" | "back" | "write" | "title" | "game" | "add" | "open" | "drop" | "move" | "try";
  /** The card, field, move or game that is meant. */
  one: string;
  /** Where a card is laid (the place, and after a `|` the card that lies there), what is written, or the new step's `id`. */
  to: string;
  /** The step that the page showed, or the one to open, by its `id`: another one may be open by now. */
  step: string;
}

/** The request was done, or the kernel lives. */
export interface PlainReply {
  kind: "hello" | "done";
  id: number;
}

/** The request was refused, and why; nothing has changed. */
export interface RefusedReply {
  kind: "refused";
  /** Null where the browser set a trait that was refused. */
  id: number | null;
  rule: string | null;
  text: string;
  move: string | null;
}

/** A move that a bot would make, or the answer to another question, without a move. */
export interface HintReply {
  kind: "hint";
  id: number;
  move: string | null;
  text: string;
}

/** The question what others would play here, to copy. */
export interface AskedReply {
  kind: "asked";
  id: number;
  text: string;
}

/** The moves since one's own last one, to be shown again. */
export interface AgainReply {
  kind: "again";
  id: number;
  frames: Frames;
}

/** One round of a replay: the first dump, then for each ply the patch that leads to the next. */
export interface Frames {
  round: number;
  dumps: [Dump, ...Patch[]];
  /** For each of them the places that the last move touched, as paths in the table. */
  last: string[][];
  log: LogEntry[];
}

/** A position as a viewer knows it (docs/contract.md, dump version 1). */
export interface Dump<Table = unknown> {
  format: "capture-widgets/state";
  version: 1;
  game: string;
  options: Record<string, unknown>;
  /** Who looks; null sees everything. */
  seat: number | "public" | null;
  round: number;
  /** Moves made in this round. */
  ply: number;
  to_play: number | null;
  is_over: boolean;
  returns: number[] | null;
  points: number[];
  /** Moves of the seat to play, sorted as text; empty in another seat's view. */
  legal_moves: string[];
  /** The game's own table. */
  table: Table;
  /** The score around this round, null where no match is played. */
  match: MatchInfo | null;
  /** In the dump of all only: what else it takes to rebuild the position. */
  rest?: Rest;
}

/** The score of a match around the round that a dump shows. */
export interface MatchInfo {
  /** Points of each seat before this round. */
  totals: number[];
  /** Whether the match ended with this round. */
  over: boolean;
}

/** What the open table does not show and the position needs. */
export interface Rest {
  /** Who dealt or started this round; null where nobody does. */
  first: number | null;
  /** The seed of a match's next deals. */
  seed: number | null;
  /** The rest of the round, in the game's own words. */
  state: Record<string, unknown>;
}

/** One move in words, as the viewer knows it. */
export interface LogEntry {
  /** Counted after the move. */
  ply: number;
  seat: number;
  /** Notation; null while the move is hidden from the viewer (GE-4). */
  move: string | null;
  text: string;
  /** What the move decided, in order, where it decided something. */
  why?: Reason[];
  /** What is said of the moves that were taken back before this one was made, where cards had been seen. */
  again?: string;
  /** The sentence shown while the move was hidden from the viewer, where it was hidden. */
  veiled?: string;
}

/** One thing that a move decided, and why. */
export interface Reason {
  /** What was decided, where it has a name: column `"B"`; else empty. */
  of: string;
  /** Why, in words without a full stop. */
  text: string;
  /** Identifier of the rule that says so. */
  rule: string;
}

/** The last position of a game that is over, with everything face up. */
export interface OpenReply {
  kind: "open";
  id: number;
  dump: Dump;
}

/** What a new game may be chosen from. */
export interface ChoicesReply {
  kind: "choices";
  id: number;
  games: LobbyGame[];
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

/** What there is to say of a choice. */
export interface ChosenReply {
  kind: "chosen";
  id: number;
  chosen: Chosen;
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

/** The game that was chosen is on the table. */
export interface BegunReply {
  kind: "begun";
  id: number;
}

/** How far the search for mistakes has come; nobody asked. */
export interface ProgressMessage {
  kind: "progress";
  id: null;
  done: number;
  of: number;
}

/** The mistakes of the person at the table. */
export interface JudgedReply {
  kind: "judged";
  id: number;
  mistakes: Mistake[];
  /** Whether every position was looked at. */
  complete: boolean;
  /** The identifier of the model of a replay that shows them. */
  replay: string;
}

/** A move that lost something. */
export interface Mistake {
  /** Round and ply, as in `"0/12"`. */
  at: string;
  /** What it lost, and what was better. */
  words: string;
}

/** The games kept on this machine, and how they came out. */
export interface GamesReply {
  kind: "games";
  id: number;
  played: PlayedGame[];
  figures: GameFigures[];
  /** Whether games are kept here. */
  keeps: boolean;
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

/** How games against a level came out. */
export interface LevelFigures {
  level: string;
  name: string;
  won: number;
  drawn: number;
  lost: number;
}

/** How few turns a game could have been won in. */
export interface ParReply {
  kind: "par";
  id: number;
  which: string;
  text: string;
}

/** A file to keep. */
export interface FileReply {
  kind: "file";
  id: number;
  name: string;
  media: string;
  text: string;
}

/** The picture that stands below the widget has changed; nobody asked. */
export interface StillMessage {
  kind: "still";
  id: null;
  /** The output by media type. */
  data: Record<string, string>;
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
  /** Its text in every view once it was seen, else only where everything is face up. */
  card: string;
  uncovered: "full" | "partial" | "no";
  /** Whether it was ever shown to the players. */
  seen: boolean;
}

/** A battle that was tied and goes on: each side's seat and positions, in the order in which they joined. */
export interface CommanderWar {
  /** One position more than the defender's while the choice is not answered, where the viewer knows it. */
  attacker: [number, number[]];
  defender: [number, number[]];
}

/** The table of Capture in five columns in a dump. */
export interface ColumnsTable {
  /** Slots A to E: null where there is no column, else the cards of seat A and of seat B, the face-up card first, then in the order played. */
  slots: ([string[], string[]] | null)[];
  /** For each seat the placement not yet shown, `{"A": "Qh"}`; to others only its size, `{"??": 5}`; else null. */
  placed: (Record<string, string | number> | null)[];
  hands: string[][];
  /** For each seat its captured cards, column by column as captured, seat A's cards of a column first. */
  captured: string[][];
  /** Cards not yet dealt, next first. */
  left: string[];
}

/** The table of Kommando in a dump. */
export interface KommandoTable {
  row: KommandoEntry[];
  hands: string[][];
  /** The seat attacking in this fight, null when over. */
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
  /** In reading order; null for what is off the map. */
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
  /** Null where the space is vacated. */
  card: string | null;
  /** Whether a card lies face up there; false when vacated. */
  up: boolean;
  territory: boolean;
}

/** The technology. */
export interface FourXTech {
  card: string;
  used: boolean;
}

/** The table of this game as a viewer knows it. */
export interface UniversalTable {
  /** For each seat five columns. */
  boards: UniversalColumn[][];
  hands: string[][];
  /** Next to draw first. */
  stock: string[];
  /** Top last. */
  discard: string[];
  /** For each suit how many cards lie on its pile, 0 to 10. */
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

/** How far the turn has gone; reset when it ends. */
export interface UniversalTurn {
  /** Where the first card of the turn went; null before it. */
  first: "own" | "other" | "bar" | null;
  /** Cards played from hand, 0 or 1. */
  played: number;
}

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

/** A game that was not finished. */
export interface KeptInfo {
  /** Its name in requests. */
  which: string;
  title: string;
  /** Who plays, how far it went, when it was played last. */
  words: string;
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

/** In spoiler-free mode: the patches of a round that were reached since its frames were sent. */
export interface Tail {
  round: number;
  dumps: Patch[];
  /** For each of them the places that the last move touched. */
  last: string[][];
  /** Moves of the round from the last one in its frames on; that one may have been hidden then. */
  log: LogEntry[];
}

/** Steps from one dump to another: at each path the new value, or items spliced into a list. */
export type Patch = ([(string | number)[], unknown] | [(string | number)[], number, number, unknown[]])[];

/** A request to the kernel; the sender adds `id`. */
export type Request = HelloRequest | ByeRequest | PlayRequest | BackRequest | NewRequest | SeatRequest | NameRequest | PlainRequest | PlayOnRequest | AnswerRequest | NoteRequest | VariationRequest | ChoiceRequest | ContinueRequest | RematchRequest | CodeRequest | ShowRequest | ClassRequest | LeadRequest | SayRequest | LearnRequest | PlayedRequest | ExportRequest | EditRequest;

/** A reply of the kernel: exactly one for each request but "bye", with its `id`; and what it says unasked. */
export type Reply = PlainReply | RefusedReply | HintReply | AskedReply | AgainReply | OpenReply | ChoicesReply | ChosenReply | BegunReply | ProgressMessage | JudgedReply | GamesReply | ParReply | FileReply | StillMessage;
