// From clicks to moves: legal moves, filtered by the places picked. Pure.

/** A legal move with the places that make it up. */
export interface Option {
  move: string;
  steps: readonly string[];
  starts: readonly string[];
}

export type Picked = readonly string[];

/** What a click leads to. */
export type Choice =
  /** So much is picked now; more is needed. */
  | { kind: "picked"; picked: Picked }
  /** A legal move is complete. */
  | { kind: "move"; move: string }
  /** Nothing legal, but all a move needs: let the rules say why not. */
  | { kind: "attempt"; move: string };

export function optionsOf(
  moves: readonly string[],
  steps: (move: string) => string[],
  starts: (move: string) => string[] = steps,
): Option[] {
  return moves.map((move) => ({ move, steps: steps(move), starts: starts(move) }));
}

/** What is left of the steps once the picked ones are taken out; null if one of them is not among the steps. */
function remaining(steps: readonly string[], picked: Picked): string[] | null {
  const left = [...steps];
  for (const place of picked) {
    const at = left.indexOf(place);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The places that lead on to a legal move from what is picked, in any order. */
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

/** The legal move that consists of exactly the picked places; picked in the order of its notation if there are two. */
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
 * What a click on a place leads to. Clicking a picked place lets go of it. A place that does not go with the others
 * is an attempt where that makes a whole move, else the beginning of a new pick.
 */
export function click(
  options: readonly Option[],
  picked: Picked,
  place: string,
  attempt: (picked: Picked) => string | null = () => null,
): Choice {
  if (picked.includes(place)) return { kind: "picked", picked: picked.filter((other) => other !== place) };
  const wider = [...picked, place];
  if (options.some(({ steps }) => remaining(steps, wider) !== null)) {
    const move = complete(options, wider);
    return move === null ? { kind: "picked", picked: wider } : { kind: "move", move };
  }
  const forbidden = attempt(wider);
  if (forbidden !== null) return { kind: "attempt", move: forbidden };
  const alone = complete(options, [place]);
  return alone === null ? { kind: "picked", picked: [place] } : { kind: "move", move: alone };
}

/** Moves that begin with what was typed, shortest first; at most `limit`. */
export function completions(moves: readonly string[], typed: string, limit = 8): string[] {
  const start = typed.trim().replace(/\s+/g, " ").toLowerCase();
  if (start === "") return [];
  const found = moves.filter((move) => move.toLowerCase().startsWith(start));
  return found.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)).slice(0, limit);
}
