// What lessons and their editor show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/lesson_messages.py.

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
  /** What the button says that begins a game after a first hand; empty where none is offered now. */
  first_game: string;
  /** The identifier of the table's model. */
  table: string;
}
