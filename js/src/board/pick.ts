// Finds the legal moves that agree with the picks. Pure.

/** A legal move with the places that spell it. */
export interface Option {
  move: string;
  steps: readonly string[];
  starts: readonly string[];
}

export type Picked = readonly string[];

/** What a click leads to. */
export type Choice =
  /** The picks after the click; the move needs more of them. */
  | { kind: "picked"; picked: Picked }
  /** The picks spell a legal move. */
  | { kind: "move"; move: string }
  /** The picks spell a whole move that is illegal; the kernel says why. */
  | { kind: "attempt"; move: string };

export function optionsOf(
  moves: readonly string[],
  steps: (move: string) => string[],
  starts: (move: string) => string[] = steps,
): Option[] {
  return moves.map((move) => ({ move, steps: steps(move), starts: starts(move) }));
}

/** The steps without the picked ones; null if a pick is not among the steps. */
function remaining(steps: readonly string[], picked: Picked): string[] | null {
  const left = [...steps];
  for (const place of picked) {
    const at = left.indexOf(place);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The places that continue the picks to a legal move, in any order. */
export function nextPlaces(options: readonly Option[], picked: Picked): Set<string> {
  const places = new Set<string>();
  for (const option of options) {
    if (picked.length === 0) {
      for (const place of option.starts) places.add(place);
    } else {
      for (const place of remaining(option.steps, picked) ?? []) places.add(place);
    }
  }
  return places;
}

/** The legal move that consists of exactly the picked places; of two such moves, the one whose notation has the order of the picks. */
function complete(options: readonly Option[], picked: Picked): string | null {
  let found: string | null = null;
  for (const { move, steps } of options) {
    if (steps.length !== picked.length || remaining(steps, picked) === null) continue;
    if (steps.every((step, at) => step === picked[at])) return move;
    found ??= move;
  }
  return found;
}

/**
 * The result of a click on a place. A click on a picked place releases it. A place that fits no legal move with the picks
 * is an attempt if the picks and it make a whole move. Otherwise it is the first pick of a new move, or all of it. While the
 * picks can still become a move, such a whole move is not made, and the click only releases the picks: nobody who holds a
 * card that can be played wants to draw another one. A place with which no legal move begins is an attempt, too, if the
 * game can name a move that it would be part of.
 */
export function click(
  options: readonly Option[],
  picked: Picked,
  place: string,
  attempt: (picked: Picked) => string | null = () => null,
): Choice {
  if (picked.includes(place)) return { kind: "picked", picked: picked.filter((other) => other !== place) };
  const begins = options.some(({ starts }) => starts.includes(place));
  const alone = begins ? null : attempt([place]);
  if (alone !== null && picked.length === 0) return { kind: "attempt", move: alone };
  const wider = [...picked, place];
  if (options.some(({ steps }) => remaining(steps, wider) !== null)) {
    const move = complete(options, wider);
    return move === null ? { kind: "picked", picked: wider } : { kind: "move", move };
  }
  const forbidden = attempt(wider);
  if (forbidden !== null) return { kind: "attempt", move: forbidden };
  if (alone !== null) return { kind: "attempt", move: alone };
  const whole = complete(options, [place]);
  if (whole === null) return { kind: "picked", picked: [place] };
  return nextPlaces(options, picked).size > 0 ? { kind: "picked", picked: [] } : { kind: "move", move: whole };
}

/** The moves that begin with the typed text, shortest first; at most `limit`. */
export function completions(moves: readonly string[], typed: string, limit = 8): string[] {
  const start = typed.trim().replace(/\s+/g, " ").toLowerCase();
  if (start === "") return [];
  const found = moves.filter((move) => move.toLowerCase().startsWith(start));
  return found.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)).slice(0, limit);
}
