// What a tournament shows: values of its traits.
// Written by tests/generate.py from the types of the Python package: change those and generate it anew.
// The types stand in protocol/tournament_messages.py.

/** An entrant with its rating, in points of which 400 are chances of 10 to 1. */
export interface EntrantRow {
  name: string;
  rating: number;
  /** The lower end of the 95% interval; null if the games set it no bound. */
  low: number | null;
  high: number | null;
  games: number;
  /** The share of the points that were possible, 0 to 1. */
  points: number;
  /** Games lost by a fault. */
  faults: number;
}

/** What an entrant did that it should not do, in one game or in several. */
export interface FaultGroup {
  name: string;
  kind: string;
  times: number;
  /** The number of the first game. */
  game: number;
  words: string;
}

/** A game in a list. */
export interface GameOfTournament {
  /** Its number in `Tournament.played`. */
  game: number;
  deal: number;
  /** Who sat where, and how it ended. */
  words: string;
  /** Whether the entrant for whom the list was asked lost it. */
  lost: boolean;
}

/** The games of a cell of the cross table, or those of one entrant. */
export interface GameList {
  /** The row of the entrant, as in `TournamentScene.entrants`. */
  one: number;
  /** The row of its opponent; null for all opponents. */
  other: number | null;
  games: GameOfTournament[];
  /** How many games more there are, which the list leaves out. */
  left: number;
}

/** The search for the move that lost a game. */
export interface LossSearch {
  game: number;
  done: number;
  /** The number of positions. */
  of: number;
}

/** Everything that the widget of a tournament shows. */
export interface TournamentScene {
  title: string;
  caption: string;
  /** False if the tournament was interrupted. */
  complete: boolean;
  /** The entrants, the best first. */
  entrants: EntrantRow[];
  /** For each entrant the share of points against each, in the order of `entrants`; empty if there are too many. */
  cross: (number | null)[][];
  faults: FaultGroup[];
  listed: GameList | null;
  search: LossSearch | null;
  /** The number of the game in the replay. */
  game: number | null;
  /** The identifier of the replay's model. */
  replay: string | null;
  /** Where the replay begins, and why; empty without a replay. */
  found: string;
}
