// Values that kernel and browser need alike.
// Written by tests/generate.py from the Python modules named below: change those and generate it anew.
import type { Settings } from "./table";

/** The letters of the seats (engine/seats.py). */
export const SEAT_NAMES = "ABCD";

/** The names of the ready-made bots (engine/names.py). */
export const LEVEL_NAMES = ["Random", "Beginner", "Greedy", "Club player", "Strong player"];

/** What follows the name of a ready-made bot, by seat (engine/names.py). */
export const GIVEN_NAMES = ["Ada", "Ben", "Cleo", "Dan"];

/** The letters of the columns (games/columns/moves.py). */
export const COLUMN_NAMES = ["A", "B", "C", "D", "E"];

/** The letters of the map's files (games/fourx/moves.py). */
export const FOURX_FILES = ["a", "b", "c", "d", "e", "f", "g"];

/** The signs that judge a move (model/record_format.py). */
export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"] as const;

/** The settings of a table, with defaults (widgets/settings.py). */
export const SETTINGS: Settings = {"size": "normal", "theme": "auto", "colours": "two", "pace": 400, "memory": "last", "legal": false};

/** Milliseconds, in addition to the pace, for which a short reveal shows one stage (widgets/table/session.py). */
export const STAGE_TIME = 2500;

/** Milliseconds that a whole reveal takes at most at the usual pace (widgets/table/session.py). */
export const REVEAL_TIME = 6000;

/** The part of that time without a pause; a second of pace adds the whole once more (widgets/table/session.py). */
export const REVEAL_AT_NO_PACE = 0.6;

/** Entries on a page of the log (widgets/table/log_pages.py). */
export const LOG_PAGE = 16;

/** The parts of a poll that a teacher shows (widgets/classroom/poll_scene.py). */
export const POLL_PARTS = ["votes", "played", "search"] as const;

/** The longest code of a game, in characters (records/code_text.py). */
export const MOST_CODE = 10000;

/** The longest comment, in characters (widgets/replay/replay.py). */
export const MOST_COMMENT = 20000;

/** The longest position, in characters (widgets/classroom/console.py). */
export const MOST_POSITION = 200000;

/** The longest name under an answer, in characters (teaching/answer_format.py). */
export const MOST_WHO = 200;
