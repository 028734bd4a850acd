// The words of the list of kept games in the lobby.
import { plural } from "../../texts";

export const words = {
  playsAgainst: "against",
  newGame: "New game",
  asLastTime: "as last time",
  play: (begun: boolean, what: string, which: string) => `${begun ? "New game:" : "Play"} ${what} ${which}`,
  dealIs: "deal:",
  reading: "Looking for your games …",
  none: "Here your games will stand once you have begun one: those to go on with, how each came out, a replay that shows your mistakes, and the levels that you have beaten.",
  toGames: "Choose a game",
  keptNone: "Games are not kept here: that is switched off, their folder cannot be written, or this page has no disk.",
  figures: "Results by game",
  list: "Your games, the last one first",
  all: "All",
  game: "Game",
  result: "Result",
  rival: "Against",
  states: { won: "Won", lost: "Lost", drawn: "Drawn", over: "Between people", open: "Not finished" },
  damaged: "Damaged",
  played: (n: number) => plural(n, "game", "games"),
  wonBy: (who: string) => `${who} won`,
  open: (n: number) => `${n} not finished`,
  several: (n: number) => `${n} between people`,
  came: (won: number, drawn: number, lost: number) => `${won} won, ${drawn > 0 ? `${drawn} drawn, ` : ""}${lost} lost`,
  wonOf: (won: number, drawn: number, lost: number) => (drawn > 0 ? `${won + lost > 0 ? `${won} won, ` : ""}${drawn} drawn` : `${won} of ${won + lost} won`),
  levelsToBeat: "Levels to beat",
  beaten: "beaten",
  toBeat: "not beaten yet",
  beatenAmongOthers: "beaten at a mixed table",
  largest: (score: string) => `Largest win: ${score}.`,
  trend: (counts: "points" | "turns", by: number) =>
    by === 0
      ? "→ The later half is as good as the earlier one."
      : `${by > 0 ? "↗" : "↘"} The later half: ${plural(Math.abs(by), counts.slice(0, -1), counts)} ${by > 0 ? "more" : "fewer"} a game on average, which is ${by > 0 === (counts === "points") ? "better" : "worse"}.`,
  streak: (now: number, longest: number) => `Most wins in a row: ${longest}${now === longest ? ", and counting" : now > 1 ? `; ${now} now` : ""}.`,
  spent: (time: string) => `Time at the table: ${time} in all.`,
  time: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    if (minutes < 1) return "less than a minute";
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
  results: (counts: "points" | "turns", results: number[]) => `The ${counts} of the last ${results.length} games: ${results.join(", ")}`,
  /** The oldest result is on the left of the curve; the numbers are its lowest and its highest. */
  range: (counts: "points" | "turns", n: number, low: number, high: number) =>
    `The last ${n} ${counts === "turns" ? "wins" : "games"}: ${low === high ? "always" : `${low} to`} ${high} ${counts}.`,
  fewest: (turns: number) => `Best: won in ${plural(turns, "turn", "turns")}.`,
  par: "How few were possible?",
  parTitle: "Looks for the fewest turns in which this deal can be won",
  seekingPar: "Looking for the shortest win …",
  /** Against several it tells the best of them. */
  score: (points: number, rival: number, rivals: number) =>
    rivals > 1 ? `${plural(points, "point", "points")}, the others ${rival === 0 ? "none" : `at most ${rival}`}` : `${points} to ${plural(rival, "point", "points")}`,
  against: (who: string, partner: string | null) => `${partner === null ? "" : `in a team with ${partner} `}against ${who}`,
  moves: (n: number) => plural(n, "move", "moves"),
  turns: (n: number) => plural(n, "turn", "turns"),
  rounds: (n: number) => plural(n, "round", "rounds"),
  deal: (day: string) => `deal of ${day}`,
  replay: "Replay",
  record: "Save for Python",
  page: "Save web page",
  saves: (over: boolean) => `The web page replays the game anywhere${over ? "; the other file is for programmers" : ""}.`,
  moreOf: "More to do with this game",
  remove: "Delete",
  keep: "Keep",
  named: (act: string, title: string, when: string) => `${act}: ${title}, ${when}`,
  thisGame: (title: string, came: string, began: string) => `this game of ${title}, ${came}, begun ${began}`,
  firstHandOf: (title: string) => `the first hand of ${title}`,
  forget: (game: string, goesOn: boolean, beats: string) =>
    `Delete ${game}, for good?${goesOn ? " You could still play on." : ` Your results lose it, too${beats && `, and ${beats} is to be beaten again`}.`}`,
  found: (n: number, of: number) => (n === of ? plural(of, "game", "games") : `${n} of ${plural(of, "game", "games")}`),
  more: (n: number) => `Show ${n} more`,
};
