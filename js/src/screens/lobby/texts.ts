// The words of the list of kept games in the lobby.
import { plural } from "../../texts";

export const words = {
  reading: "Looking for your games …",
  none: "You have played no games here yet. Games that you play at tables are kept on this machine and listed here.",
  keptNone: "Games are not kept here: keeping games is switched off, their folder cannot be written, or this page has no disk. Kept games would be listed here.",
  all: "All",
  game: "Game",
  result: "Result",
  rival: "Against",
  states: { won: "Won", lost: "Lost", drawn: "Drawn", over: "Over", open: "Not finished" },
  damaged: "Damaged",
  played: (n: number) => plural(n, "game", "games"),
  came: (won: number, drawn: number, lost: number) => `${won} won, ${drawn > 0 ? `${drawn} drawn, ` : ""}${lost} lost`,
  wonOf: (won: number, of: number) => `${won} of ${of} won`,
  next: (level: string) => `Next: beat ${level}`,
  largest: (score: string) => `Best: ${score}`,
  trend: (counts: "points" | "turns", by: number) =>
    by === 0 ? ", steady" : `, lately ${Math.abs(by)} ${by > 0 ? "more" : "fewer"}${counts === "turns" ? (by > 0 ? "" : ", better") : ""}`,
  streak: (now: number, longest: number) => `${longest} wins in a row${now === longest ? ", and counting" : now > 1 ? `, ${now} now` : ""}`,
  time: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
  results: (counts: "points" | "turns", results: number[]) => `The ${counts} of the last ${results.length} games: ${results.join(", ")}`,
  range: (counts: "points" | "turns", n: number, low: number, high: number) =>
    `The last ${n} ${counts === "turns" ? "wins" : "games"}: ${low} to ${high} ${counts}`,
  fewest: (turns: number) => `Won in ${plural(turns, "turn", "turns")} at best.`,
  par: "Compare with par",
  seekingPar: "Looking for par …",
  against: (who: string) => `against ${who}`,
  turns: (n: number) => plural(n, "turn", "turns"),
  deal: (day: string) => `deal of ${day}`,
  replay: "Replay",
  record: "Save record",
  page: "Save page",
  remove: "Delete",
  keep: "Keep",
  named: (act: string, title: string, when: string) => `${act}: ${title}, ${when}`,
  forget: (title: string, together: number) =>
    together > 1
      ? `Delete ${title} for good? Its file holds ${together} games, and all of them are deleted.`
      : `Delete ${title} for good?`,
  found: (n: number, of: number) => (n === of ? plural(of, "game", "games") : `${n} of ${plural(of, "game", "games")}`),
  more: (n: number) => `Show ${n} more`,
};
