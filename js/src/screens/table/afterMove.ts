// Where the focus goes with a move, and when a game begins.
import { ablePlace, firstAble, type RememberedFocus } from "../../board/a11y";
import type { Dump, Scene } from "../../kernel/messages";
import type { Ui } from "../../panel/ui";

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

/** The element that takes the focus when a game has begun here: the first thing to do, not the button that began it. Null if none has begun. */
export function atBeginning(root: HTMLElement, old: { scene: Scene; ui: Ui }, { scene, ui }: { scene: Scene; ui: Ui }): HTMLElement | null {
  if (old.scene.deal !== scene.deal) return firstAble(root) ?? root.querySelector<HTMLElement>(".cw-board");
  return old.ui.choosing !== null && ui.choosing === null && !scene.under_way ? firstAble(root) : null;
}
