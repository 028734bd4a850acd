// Requests of a page and replies of the kernel.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/requests.py.
import type { Dump } from "./dumps";
import type { Mistake } from "./table";
import type { Frames } from "./replays";
import type { Choice, Chosen, GameFigures, LobbyGame, PlayedGame } from "./lobby";

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

/** A page that does not find the model of the front end asks for it (widgets/host/front_end.py). */
export interface FrontEndRequest {
  kind: "front_end";
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

/** Play on with a move that the class has chosen. */
export interface ClassRequest {
  kind: "class";
  move: string;
}

/** Play a game's first hand with help, in the place of the lobby or the table. */
export interface LearnRequest {
  kind: "learn";
  /** Which one, in a lobby. */
  game?: string;
}

/** Answer a lesson's question that asks for no move. */
export interface SayRequest {
  kind: "say";
  answer: string;
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

/** A request with nothing but its name: back to the lobby, next round, uncover the screen, pause bots or let them
go on, hint, no hint after all, read, bring back the game that was put aside last, show the moves since one's own
again, show at the end what was hidden, say what a new game may be chosen from, tell whether the game can still be
won, show the best line of a game that is over, put it away, take no more votes, take votes again, list the
games kept on this machine; in a lesson the step after this one or before it, once more from its beginning, the
next hint, out of it, and the game that a first hand offers at its end; in a replay learn from mistakes, or no
longer, and see the better move; look for one's mistakes in a game that is over, end that search; ask others what
they would play here. */
export interface PlainRequest {
  kind: "next" | "uncover" | "stop" | "go" | "hint" | "unhint" | "read" | "bring_back" | "again" | "open" | "back" | "choices" | "winnable" | "line" | "unline" | "end" | "reopen" | "leave" | "first_game" | "games" | "learn" | "unlearn" | "better" | "mistakes" | "unjudge" | "ask";
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

/** What there is to say of a choice. */
export interface ChosenReply {
  kind: "chosen";
  id: number;
  chosen: Chosen;
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

/** The games kept on this machine, and how they came out. */
export interface GamesReply {
  kind: "games";
  id: number;
  played: PlayedGame[];
  figures: GameFigures[];
  /** Whether games are kept here. */
  keeps: boolean;
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

/** A request to the kernel; the sender adds `id`. */
export type Request = HelloRequest | ByeRequest | FrontEndRequest | PlayRequest | BackRequest | NewRequest | SeatRequest | NameRequest | PlainRequest | PlayOnRequest | AnswerRequest | NoteRequest | VariationRequest | ChoiceRequest | ContinueRequest | RematchRequest | CodeRequest | ShowRequest | ClassRequest | LeadRequest | SayRequest | LearnRequest | PlayedRequest | ExportRequest | EditRequest;

/** A reply of the kernel: exactly one for each request but "bye", with its `id`; and what it says unasked. */
export type Reply = PlainReply | RefusedReply | HintReply | AskedReply | AgainReply | OpenReply | ChoicesReply | ChosenReply | BegunReply | ProgressMessage | JudgedReply | GamesReply | ParReply | FileReply | StillMessage;
