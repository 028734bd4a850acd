// How far the search for mistakes is, after a game and in a replay.
import { texts } from "../texts";

/** The words and the bar: the number of positions that the search has judged, of all. */
export function SearchProgress({ done, of }: { done: number; of: number }) {
  const words = texts.after.judging;
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <progress max={Math.max(1, of)} value={done} aria-label={words} />
    </>
  );
}
