// The words of the list of kept games in the lobby.
import { plural } from "../../texts";

export const words = {
  reading: "Looking for your games …",
  none: "Games that you play at tables are kept on this machine and stand here. There is none yet.",
  keptNone: "Games are not kept here: that is switched off, the folder for them cannot be written, or this page is all there is. Where they are kept they stand here.",
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
  streak: (now: number, longest: number) => `${longest} won in a row${now === longest ? ", just now" : now > 1 ? `, ${now} just now` : ""}`,
  time: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
  results: (counts: "points" | "turns", results: number[]) => `The ${counts} of the last ${results.length} games: ${results.join(", ")}`,
  range: (counts: "points" | "turns", n: number, low: number, high: number) =>
    `The last ${n} ${counts === "turns" ? "wins" : "games"}: ${low} to ${high} ${counts}`,
  fewest: (turns: number) => `Won in ${plural(turns, "turn", "turns")} at best.`,
  par: "Against par?",
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
      ? `Delete ${title} for good? Its file holds ${together} games, and all of them go.`
      : `Delete ${title} for good?`,
  found: (n: number, of: number) => (n === of ? plural(of, "game", "games") : `${n} of ${plural(of, "game", "games")}`),
  more: (n: number) => `Show ${n} more`,
};
