// Requests of a page and replies of the kernel.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/requests.py.
import type { Dump } from "./dumps";
import type { Mistake, ReplayReply } from "./table";
import type { Frames } from "./replays";
import type { Choice, Chosen, GameFigures, LobbyGame, PlayedGame } from "./lobby";

/** A page shows the widget; the reply says that the kernel is alive. */
export interface HelloRequest {
  kind: "hello";
  /** A unique name of this view of the widget. */
  view: string;
  /** A unique name of the browser's page, from hosts in which several pages may show one widget. */
  page?: string;
}

/** A page no longer shows the widget; there is no reply. */
export interface ByeRequest {
  kind: "bye";
  view: string;
}

/** A display in a document that several pages share can write the widget's still, or has just written it
(``writes``); or it ends (``rests``). */
export interface StillRequest {
  kind: "writes" | "rests";
  /** A unique name of the display. */
  view: string;
}

/** A page asks for the model of the front end, which it cannot find (widgets/host/front_end.py). */
export interface FrontEndRequest {
  kind: "front_end";
}

/** Make a move. */
export interface PlayRequest {
  kind: "play";
  /** Its notation. */
  move: string;
  /** The round and ply of the position that the page shows; the kernel refuses the move in any other position. */
  round: number;
  ply: number;
}

/** Take moves back, or make them again. */
export interface BackRequest {
  kind: "undo" | "redo";
  round: number;
  ply: number;
}

/** Start a new game. */
export interface NewRequest {
  kind: "new";
  /** Whether to use the same deal. */
  same: boolean;
}

/** Give a seat to another player. */
export interface SeatRequest {
  kind: "seat";
  seat: number;
  /** `"person"` or the identifier of a `BotInfo`. */
  player: string;
}

/** Set the name of the person at a seat; an empty name means the letter of the seat. */
export interface NameRequest {
  kind: "name";
  seat: number;
  name: string;
}

/** Make a move in a replay, at the current position of the current variation. */
export interface PlayOnRequest {
  kind: "on";
  round: number;
  ply: number;
  move: string;
}

/** The move that the viewer of a replay chooses: an answer in a quiz, or a vote in a class. */
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

/** Check a choice, or start the game. */
export interface ChoiceRequest {
  kind: "choose" | "begin";
  choice: Choice;
}

/** Continue an unfinished game. */
export interface ContinueRequest {
  kind: "continue";
  which: string;
}

/** Play the same deal again. */
export interface RematchRequest {
  kind: "rematch";
  how: "stronger" | "swap";
}

/** Open the game of a code, a notation or a record. */
export interface CodeRequest {
  kind: "code";
  text: string;
}

/** Show facts that a poll hides, or hide them again. */
export interface ShowRequest {
  kind: "show" | "hide";
  what: "votes" | "played" | "search";
}

/** An action of a teacher at a console. */
export interface LeadRequest {
  kind: "lead";
  what: "freeze" | "release" | "reveal" | "conceal" | "spotlight" | "clock" | "back" | "jump" | "view" | "hand" | "set_up";
  /** The seat or the viewer. */
  seat: number | "public" | null;
  /** A card, a place, a player or a position. */
  text: string;
  /** A number of seconds or moves, or a ply. */
  number: number;
  /** Whether the tables stop when the clock ends. */
  flag: boolean;
}

/** Continue with the move that the class has chosen. */
export interface ClassRequest {
  kind: "class";
  move: string;
}

/** Open the lesson on a game's first hand, or its deal of the day, in place of the lobby or the table. */
export interface LearnRequest {
  kind: "learn" | "daily";
  /** The slug of the game; only in a lobby. */
  game?: string;
  /** Whether a lesson that was left begins anew; otherwise it goes on where it was left. */
  anew?: boolean;
}

/** Answer a question of a lesson with a choice or a number. */
export interface SayRequest {
  kind: "say";
  answer: string;
}

/** Replay a kept game, remove it, or compare it with the shortest win. */
export interface PlayedRequest {
  kind: "replay" | "forget" | "par";
  which: string;
  /** The `key` of the game, so that none is deleted but the one that the person sees. */
  key?: string;
}

/** List the games of an entrant of a tournament. */
export interface GamesOfRequest {
  kind: "games_of";
  /** The row of the entrant, from 0. */
  one: number;
  /** The row of an opponent; null for all games of the entrant. */
  other: number | null;
}

/** Replay a game of a tournament from the move that lost it. */
export interface LostRequest {
  kind: "lost";
  game: number;
}

/** Export a kept game as a file. */
export interface ExportRequest {
  kind: "export";
  which: string;
  form: "record" | "page";
}

/** Change a lesson in its editor. */
export interface EditRequest {
  kind: "edit";
  what: "put" | "take" | "clear" | "finish" | "play" | "on" | "back" | "write" | "title" | "game" | "add" | "open" | "drop" | "move" | "try" | "save";
  /** The card, field, move or game to change. */
  one: string;
  /** The place for a card (with `|` and the card that is there now), the new text, or the `id` of a new step. */
  to: string;
  /** The `id` of the step that the page shows or wants to open; another step may be open in the kernel by now. */
  step: string;
}

/** A request without arguments.

At a table or in a lobby: ``next`` round, ``uncover`` the screen, ``stop`` the bots and let them ``go`` on, ``skip``
to the end of a round without persons, ``hint`` and ``unhint``, ``read`` a notice, ``bring_back`` the earlier game,
show the last moves ``again`` or ``watch`` the whole game, ``open`` the hidden cards after the game, ``back`` to the
lobby, ``choices`` for a new game, whether the game is still ``winnable``, the best ``line`` after a game and
``unline``, look for ``mistakes`` and cancel it (``unjudge``), the kept ``games``, and ``ask`` others for a move.
At a poll: ``end`` and ``reopen``. In a lesson: ``next``, ``back``, ``again`` from its beginning, ``hint``,
``leave``, and the ``first_game`` that a first hand offers at its end. In a replay: ``learn`` from mistakes,
``unlearn``, and ``better`` for the better move. At a tournament: ``unjudge`` ends the search for the move that lost
a game, and ``back`` closes its replay. */
export interface PlainRequest {
  kind: "next" | "uncover" | "stop" | "go" | "skip" | "hint" | "unhint" | "read" | "bring_back" | "again" | "open" | "back" | "choices" | "winnable" | "line" | "unline" | "end" | "reopen" | "leave" | "first_game" | "games" | "learn" | "unlearn" | "better" | "mistakes" | "unjudge" | "watch" | "ask";
}

/** The request was carried out, or the kernel is alive. */
export interface PlainReply {
  kind: "hello" | "done";
  id: number;
}

/** The request was refused for a reason; nothing has changed. */
export interface RefusedReply {
  kind: "refused";
  /** Null if the kernel refused the value of a trait that the browser set. */
  id: number | null;
  rule: string | null;
  text: string;
  move: string | null;
}

/** A move that a bot suggests; or the answer to another question, without a move.

A request for a hint may have two such replies: one of a short search at once, and one of the whole search. */
export interface HintReply {
  kind: "hint";
  id: number;
  move: string | null;
  /** The move and its purpose in one sentence. */
  text: string;
  /** How sure the search is and the chance to win, or what else is to be known; may be empty. */
  more: string;
  /** How sure the search is; first for the guess of a short search, closer for the best so far of moves that are close, empty where nothing was searched. */
  sure: "first" | "quite" | "fairly" | "close" | "closer" | "";
  /** Whether the search goes on, so that a second reply follows. */
  goes_on: boolean;
}

/** A text to copy, which asks others for a move in this position. */
export interface QuestionReply {
  kind: "asked";
  id: number;
  text: string;
}

/** The moves since the viewer's last own move, to show again. */
export interface AgainReply {
  kind: "again";
  id: number;
  frames: Frames;
}

/** The last position of a finished game, with all cards face up. */
export interface OpenReply {
  kind: "open";
  id: number;
  dump: Dump;
}

/** The games that a new game can be chosen from. */
export interface ChoicesReply {
  kind: "choices";
  id: number;
  games: LobbyGame[];
}

/** The kernel's reply to a choice. */
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

/** The progress of the search for mistakes; sent without a request. */
export interface ProgressMessage {
  kind: "progress";
  id: null;
  done: number;
  of: number;
  /** The first mistake, as soon as it is found; null before. */
  first: Mistake | null;
}

/** The mistakes of the person at the table. */
export interface JudgedReply {
  kind: "judged";
  id: number;
  mistakes: Mistake[];
  /** Whether the search covered every position. */
  complete: boolean;
  /** A sentence if the whole game was nearly lost from its start; else empty. */
  lost: string;
  /** The identifier of the model of a replay that shows the mistakes. */
  replay: string;
}

/** The kept games, and statistics of their results. */
export interface GamesReply {
  kind: "games";
  id: number;
  played: PlayedGame[];
  figures: GameFigures[];
  /** Whether games are kept here. */
  keeps: boolean;
  /** What was possible in games about which that is known already, by their names in requests. */
  par: Record<string, string>;
}

/** The fewest turns in which a game could have been won. */
export interface ParReply {
  kind: "par";
  id: number;
  which: string;
  text: string;
}

/** A file to download. */
export interface FileReply {
  kind: "file";
  id: number;
  name: string;
  media: string;
  text: string;
}

/** Every page that shows the widget is asked to say "hello" again; sent without a request. */
export interface WhoMessage {
  kind: "who";
  id: null;
}

/** The picture of a still as an output of its own. */
export interface StillPicture {
  /** The output by media type. */
  data: Record<string, string>;
  metadata: Record<string, unknown>;
}

/** The still below the widget has changed; sent without a request. */
export interface StillMessage {
  kind: "still";
  id: null;
  /** The output by media type. */
  data: Record<string, string>;
  /** The output after it with the picture; null if the picture is in `data`. */
  picture: StillPicture | null;
  /** The only display that writes the still into a document that several pages share; other documents belong to one page each, which writes it. */
  writer: string | null;
}

/** A request to the kernel; the link of the page adds `id`. */
export type Request = HelloRequest | ByeRequest | StillRequest | FrontEndRequest | PlayRequest | BackRequest | NewRequest | SeatRequest | NameRequest | PlainRequest | PlayOnRequest | AnswerRequest | NoteRequest | VariationRequest | ChoiceRequest | ContinueRequest | RematchRequest | CodeRequest | ShowRequest | ClassRequest | LeadRequest | SayRequest | LearnRequest | PlayedRequest | GamesOfRequest | LostRequest | ExportRequest | EditRequest;

/** A reply of the kernel: exactly one for each request but "bye", with its `id`; or a message without a request. */
export type Reply = PlainReply | RefusedReply | HintReply | QuestionReply | AgainReply | OpenReply | ChoicesReply | ChosenReply | BegunReply | ProgressMessage | JudgedReply | ReplayReply | GamesReply | ParReply | FileReply | StillMessage | WhoMessage;
