// How far the search for mistakes is, after a game and in a replay.
import { useRef } from "preact/hooks";
import { texts } from "../texts";

/** Positions after which their pace says how long the others take. */
const TELLING = 3;

/** About how many seconds a search still takes, from its pace since this page shows it; null while that is not known. */
export function secondsLeft(done: number, of: number, since: { done: number; at: number }, now: number): number | null {
  const judged = done - since.done;
  return judged < TELLING || done >= of ? null : (((now - since.at) / judged) * (of - done)) / 1000;
}

/** The words and the bar: the number of positions that the search has judged, of all, and the time that it still takes. */
export function SearchProgress({ done, of }: { done: number; of: number }) {
  const words = texts.after.judging;
  const since = useRef({ done, at: performance.now() });
  if (done < since.current.done) since.current = { done, at: performance.now() };
  const left = secondsLeft(done, of, since.current, performance.now());
  return (
    <>
      <span aria-hidden="true">
        {left === null ? words : texts.after.left(left)}
        {of > 0 && `: ${done} of ${of}`}
      </span>
      <progress max={Math.max(1, of)} value={done} aria-label={words} />
    </>
  );
}
