// How many games of each kind somebody has finished in this browser: it decides what is told at length to new players.

/** The key under which the browser stores the numbers by slug, and nothing else. */
export const KEY = "capture-widgets/games-finished";

/** The numbers since the page was opened, for browsers that forbid storage. */
const here = new Map<string, number>();

function stored(): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The number of finished games of a kind. */
export function finishedGames(slug: string): number {
  const kept = stored()[slug];
  return Math.max(here.get(slug) ?? 0, typeof kept === "number" && kept > 0 ? kept : 0);
}

/** Counts one more finished game of a kind. */
export function countFinished(slug: string): void {
  const now = finishedGames(slug) + 1;
  here.set(slug, now);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [slug]: now }));
  } catch {
    // the browser may forbid storage
  }
}
