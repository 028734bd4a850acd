// Finds the place that somebody meant who clicked a few pixels beside it.

/** A click counts for a place that can be picked at most this many pixels away. */
const NEAR = 6;
const DIRECTIONS = 8;

/**
 * The nearest place around a point that can be picked and is seen there, if the point itself lies on none; null if there is
 * none near. It looks at what the screen shows, because cards lie over one another. `at` gives the element at a point.
 */
export function placeMeant(x: number, y: number, at: (x: number, y: number) => Element | null): HTMLElement | null {
  for (let far = 2; far <= NEAR; far += 2) {
    for (let turn = 0; turn < DIRECTIONS; turn += 1) {
      const angle = (2 * Math.PI * turn) / DIRECTIONS;
      const node = at(x + far * Math.cos(angle), y + far * Math.sin(angle))?.closest<HTMLElement>("[data-place][aria-disabled=false]");
      if (node) return node;
    }
  }
  return null;
}

/** The place of a board that a click beside it meant; null for the place under the pointer. */
export function meantOn(board: HTMLElement, x: number, y: number): HTMLElement | null {
  const page = board.getRootNode() as Document | ShadowRoot;
  const node = placeMeant(x, y, (left, top) => page.elementFromPoint(left, top));
  return node !== null && board.contains(node) ? node : null;
}
