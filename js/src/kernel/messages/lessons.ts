// What lessons and their editor show: values of their traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/lesson_messages.py.

/** The reply of a lesson to an answer. */
export interface LessonReply {
  right: boolean;
  text: string;
  /** Whether it answers a move that is no mistake, but leads away from a first hand. */
  note?: boolean;
}

/** A place for cards in a position that is set up by hand. */
export interface EditorPlace {
  key: string;
  words: string;
  /** The cards that the author has put there. */
  cards: string[];
  /** The number of further cards there, which are chosen at random. */
  free: number;
  /** Whether the cards lie face down, so that no player sees them. */
  down: boolean;
}

/** A step in the list of an editor. */
export interface EditorStep {
  /** Its identifier, which stays when the step is moved. */
  id: string;
  /** The beginning of its text. */
  text: string;
  /** Its fault, or null. */
  fault: string | null;
}

/** The lesson in the editor, and its open step; right answers included. */
export interface EditorScene {
  title: string;
  /** The slug of the position's game; empty if the position was not set up here. */
  game: string;
  /** Titles by slug. */
  games: Record<string, string>;
  steps: EditorStep[];
  step: number;
  /** The values of the form's fields, by name. */
  fields: Record<string, string>;
  places: EditorPlace[];
  /** The unused cards. */
  tray: string[];
  /** Whether the position can be set up here. */
  by_hand: boolean;
  /** Whether somebody has set up something of it, which another game would discard. */
  made: boolean;
  /** The file in which the lesson was saved last; empty before. */
  saved: string;
  /** The moves from the deal to the position. */
  moves: string[];
  legal: string[];
  seats: string[];
  /** Names of bots by identifier. */
  bots: Record<string, string>;
  /** Whether it is the lesson's first step, which needs a position of its own. */
  first: boolean;
  /** The identifier of the model of the lesson as a student sees it, while that is visible. */
  trial: string | null;
}

/** A question of a lesson at its end, with what the student answered. */
export interface LessonReview {
  /** The step's number, from 0. */
  step: number;
  text: string;
  /** The student's right answer, or else the last one, in words; empty if there is none. */
  answer: string;
  right: boolean;
  reply: string;
  points: number;
  of: number;
  /** Whether no tries are left. */
  closed: boolean;
  /** What was right, if the student may see it and has not found it; else empty. */
  solution: string;
}

/** The current step of a lesson, without later steps and without right answers. */
export interface LessonScene {
  title: string;
  /** The description of the lesson, at its first step. */
  words: string;
  game: string;
  /** The step's number, from 0. */
  step: number;
  /** The number of steps. */
  of: number;
  text: string;
  ask: "look" | "move" | "choice" | "number" | "until";
  choices: string[];
  /** The last answer, as a choice or a number. */
  said: string;
  reply: LessonReply | null;
  /** The reply to the step before, if the lesson has gone on from it by itself; else empty. */
  before: string;
  /** The hints shown so far. */
  hints: string[];
  more_hints: number;
  reveal: string;
  /** The step was answered, or no tries are left. */
  closed: boolean;
  /** The number of tries left; null if tries are not limited. */
  tries: number | null;
  /** The number of answers to the step so far. A page that got no reply sees by it whether its answer was counted. */
  given: number;
  /** Whether the student can go to the next step. */
  next: boolean;
  /** Whether moves follow the answer, or the next step by itself; who goes on now does not wait for them. */
  plays_on: boolean;
  /** Whether that leaves the question unanswered. */
  skips: boolean;
  back: boolean;
  again: boolean;
  last: boolean;
  /** The lesson is finished. */
  over: boolean;
  points: number;
  points_of: number;
  /** Whether the lesson has gone on here after the student had left it. */
  resumed: boolean;
  /** Whether the student can leave the lesson and return to another widget. */
  leaves: boolean;
  /** What the button says that begins a game after a first hand; empty where none is offered now. */
  first_game: string;
  /** What hints and wrong tries cost at this step, in words; empty if they cost nothing. */
  costs: string;
  /** The questions one by one, when the lesson is finished. */
  review: LessonReview[];
  /** The identifier of the table's model. */
  table: string;
}
