// The mark on the places that the last move touched: a thin line along their edge (lastMove.css).

/** A move that touched more places has a small dot on each instead: a frame around everything would say nothing. */
export const MOST_FRAMES = 5;

export function LastMoveMark() {
  return <span class="cw-last" aria-hidden="true" />;
}
