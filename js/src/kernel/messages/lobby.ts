// What a lobby shows: values of its traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/lobby_messages.py.

/** An option of a game that a lobby offers. */
export interface LobbyOption {
  name: string;
  /** Its purpose, in a sentence. */
  words: string;
  rule: string;
  default: boolean | number | string;
  /** The allowed values; null for whole numbers. */
  values: (boolean | number | string)[] | null;
  /** What a person reads for each of the values, empty where the value itself will do; null for whole numbers. */
  labels: string[] | null;
  least: number;
  /** Whether the values are seats. */
  seats: boolean;
}

/** A game that a lobby offers. */
export interface LobbyGame {
  slug: string;
  title: string;
  words: string;
  /** The length of a hand; empty if the game does not say. */
  takes: string;
  /** The number of players; empty if the game does not say. */
  people: string;
  /** Whether there is a lesson on its first hand. */
  learn: boolean;
  /** The step at which that lesson was left, from 1; 0 if it was not. */
  learn_step: number;
  /** Whether that lesson was finished here. */
  learned: boolean;
  /** Whether a game of it was finished here; until then its lesson comes first. */
  finished: boolean;
  /** The levels of difficulty of its deals with their texts, and with the key "" a text about any other deal; empty in games without levels. */
  levels: Record<string, string>;
  /** The levels of bots that the person has beaten in it. */
  beaten: string[];
  /** The level to select first as the opponent: that of the game played last, once that is won the one above the best that was beaten. */
  rival: string;
  /** The levels at the other seats of the game played last, if they differ; else empty. */
  last_rivals: string[];
  /** What luck means for its levels, in a sentence; empty where a stronger level wins clearly more often. */
  luck: string;
  /** What each level remembers of the cards that it has seen, in a sentence; empty where all remember them. */
  memory: Record<string, string>;
  /** The level to select first: the easiest until a person has won a game of it, then that of the game played last. */
  deal: string;
  /** The fewest turns in which the person has won a game of it; null without one, and where turns do not count. */
  fewest: number | null;
  options: LobbyOption[];
  /** The options of the game played last, by name, with which the form starts; empty if none was played. */
  last: Record<string, unknown>;
  /** Whether that game was a match. */
  last_match: boolean;
  /** The name in requests of the game of it that was played last and is not finished; empty if there is none. The large deal of the day, which has a button of its own, does not count. */
  begun: string;
  /** The words that say that this game waits, and against whom; empty if there is none. */
  waits: string;
}

/** An unfinished game. */
export interface KeptInfo {
  /** Its name in requests. */
  which: string;
  title: string;
  /** The players, the progress, and the time of the last move. */
  words: string;
  /** Whether the card of its game or the large deal of the day continues it already. */
  offered: boolean;
}

/** A person's choice of a game, its players and its options. */
export interface Choice {
  game: string;
  /** The player at the second seat: `"person"` or the identifier of a `BotInfo`. */
  opponent: string;
  /** The players at the third and fourth seat; a missing one is like the opponent. */
  others?: string[];
  match: boolean;
  /** The chosen options, by name. */
  options: Record<string, unknown>;
  /** A seed or the code of a deal; empty for a new one. */
  deal: string;
}

/** The kernel's reply to a choice. */
export interface Chosen {
  game: string;
  /** The line of Python that makes the same game; empty if there is none. */
  line: string;
  /** The fault of the choice; empty if it is valid. */
  fault: string;
  seats: number;
  /** About how many hands a match with these options takes. */
  hands: number;
  /** Whether deals of a level can be had with these options. */
  levels: boolean;
}

/** A kept game in a list. */
export interface PlayedGame {
  /** Its name in requests. */
  which: string;
  game: string;
  title: string;
  opponents: string[];
  /** Which hand of which match it is at, in words; empty if it is no match. */
  match: string;
  /** The other player of the person's team; null in a game without teams. */
  partner: string | null;
  level: string | null;
  /** The result for the person; null for an unfinished game, and for a game of several people. */
  result: "won" | "lost" | "drawn" | null;
  /** The person's place among several, as "2nd of 4"; empty where there are no places. */
  place: string;
  /** The names of those who won; empty in an unfinished or drawn game. */
  winners: string[];
  points: number | null;
  /** The most points of another seat. */
  rival: number | null;
  plies: number;
  turns: number | null;
  /** The number of rounds that were played or begun, in a game whose length is told in rounds; else null. */
  rounds: number | null;
  over: boolean;
  /** Whether it can be continued. */
  goes_on: boolean;
  /** Whether another game replaced it before it was over. */
  ended: boolean;
  /** The date, if it is a deal of the day. */
  day: string | null;
  /** The time of its first move, in seconds since 1970. */
  when: number;
  /** Why its file cannot be read; then nothing else is known about it. */
  fault: string | null;
  /** A digest of the game, by which a request to delete it is checked. */
  key: string;
}

/** The results of games against one level of bots. */
export interface LevelFigures {
  level: string;
  name: string;
  won: number;
  drawn: number;
  lost: number;
}

/** The results of all kept games of one kind. */
export interface GameFigures {
  game: string;
  title: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  unfinished: number;
  /** The length of the present series of wins. */
  streak: number;
  /** The length of the longest series of wins. */
  longest: number;
  seconds: number;
  levels: LevelFigures[];
  /** The points of the last games in order; if the game counts turns, the turns of the last wins. */
  results: number[];
  counts: "points" | "turns" | "none";
  /** The win in the fewest turns, to compare with the best possible; null if the game does not count turns. */
  best: string | null;
  fewest: number | null;
  /** The name of the level to beat next; empty if the strongest was beaten, and in a game for one. */
  next: string;
  /** The levels that were beaten, also those that were the weakest at a table of different levels. */
  beaten: string[];
  /** The largest victory in words; empty if there is none or no points are counted. */
  record: string;
}

/** The deal of the day of one game. */
export interface DealOfDay {
  game: string;
  title: string;
  /** Whether it is not begun, not finished, or how it ended; "over" if it has no result for one person. */
  state: "new" | "open" | "won" | "lost" | "drawn" | "over";
  /** The result in words; empty if there is none yet. */
  score: string;
}

/** The deals of the day. */
export interface Deals {
  day: string;
  /** The slug of the game that this day puts first. */
  featured: string;
  /** The name of the opponent, the same for everybody. */
  against: string;
  deals: DealOfDay[];
  /** The games whose deal of the day was finished here. */
  played: string[];
  /** The number of days in a row, up to today or yesterday, on which a deal of the day was finished. */
  streak: number;
  longest: number;
  /** The finished deals of the day as a text to share; empty if there are none. */
  share: string;
  /** How the person and a bot played yesterday's first game; empty until par is known, and unless the person finished it. */
  yesterday: string;
}

/** Everything that a lobby shows. */
export interface LobbyScene {
  games: LobbyGame[];
  kept: KeptInfo[];
  /** The number of all games that are not over, of which `kept` offers the newest ones. */
  unfinished: number;
  today: Deals;
  /** The widget that replaces the lobby, or null. */
  shows: "table" | "replay" | "lesson" | null;
  chosen: Chosen | null;
  /** The identifier of the table's model, during a game. */
  table: string | null;
  /** Why games cannot be kept, if they should be. */
  notice: string | null;
  /** The title of the current game; empty if there is none. */
  title: string;
}
