// Makes the dump of each ply from the frames of a replay: a first dump and the patches after it. Pure.
import type { Dump, Frames, Patch } from "./messages";

type Branch = Record<string, unknown> | unknown[];

type Step = Patch[number];

/** The value after a step of a patch, which replaces the value or some items of the list. */
function outcome(value: unknown, step: Step): unknown {
  if (step.length === 2) return step[1];
  if (!Array.isArray(value)) throw new Error(`no list there: ${step[0].join(".")}`);
  const [, start, count, items] = step;
  return [...(value as unknown[]).slice(0, start), ...items, ...(value as unknown[]).slice(start + count)];
}

function put(value: unknown, step: Step, at: number): unknown {
  const [path] = step;
  const key = path[at];
  if (key === undefined) return outcome(value, step);
  if (typeof value !== "object" || value === null) throw new Error(`no such path: ${path.join(".")}`);
  const copy: Branch = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const slots = copy as Record<string | number, unknown>;
  slots[key] = put(slots[key], step, at + 1);
  return copy;
}

/** The dump after a patch; it shares all parts that the patch does not name with the dump before. */
function patched(dump: Dump, patch: Patch): Dump {
  let next: unknown = dump;
  for (const step of patch) next = put(next, step, 0);
  return next as Dump;
}

/** All dumps of a round, in order. */
export function fold({ dumps: [first, ...patches] }: Frames): Dump[] {
  const folded = [first];
  let last = first;
  for (const patch of patches) {
    last = patched(last, patch);
    folded.push(last);
  }
  return folded;
}
