// Where the focus goes with a move.
import { ablePlace, type RememberedFocus } from "../../board/a11y";
import type { Dump } from "../../kernel/messages";

/** Whether an element was hidden, or left the page when the game ended. */
const wentWithGame = (node: Element, ended: boolean): boolean =>
  node.matches(".cw-entry-line[hidden] *") || (ended && !node.isConnected && node.matches('[data-mark="give up"]'));

/**
 * The element that takes the focus after a move: the outcome at the end of the game; at a new turn what can be picked, if
 * where the keys were nothing can be picked any more. Null if it stays.
 */
export function afterMove(root: HTMLElement, old: Dump, now: Dump, { node, place }: RememberedFocus, idle: boolean): HTMLElement | null {
  const ended = !old.is_over && now.is_over;
  // the board itself has the focus while nothing on it can be picked
  const played = place !== null || node.matches(".cw-board");
  if (wentWithGame(node, ended) || (ended && played)) return root.querySelector<HTMLElement>(".cw-outcome");
  return place !== null && idle && now.ply !== old.ply ? ablePlace(root, place) : null;
}
