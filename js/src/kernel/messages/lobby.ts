// What a lobby shows: values of its traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/lobby_messages.py.

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
  /** How hard a deal can be asked for, with the words for it, and under an empty name any deal; empty in games without such a list. */
  levels: Record<string, string>;
  /** The deal that is offered first: the easiest level until a person has won such a game, then an empty text. */
  deal: string;
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
  /** Whether deals of a level can be had with these options. */
  levels: boolean;
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
