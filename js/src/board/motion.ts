// Animates cards after a repaint: they travel from their old places, turn over, or fade out.

import type { Point } from "./a11y";
import { COPY } from "./layout";

interface CardPosition {
  rect: DOMRect;
  node: HTMLElement;
  down: boolean;
}

/** The positions of the cards, of the boxes from which cards come, and of the table. */
export interface CardPlaces {
  frame: DOMRect;
  cards: Map<string, CardPosition>;
  boxes: Map<string, DOMRect>;
}

/** How long (ms) a card travels. */
export const TRAVEL = 240;
const TURN = 200;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** If more cards than this leave at once, it was a new deal and not a move, and nothing fades out. */
const MANY = 24;

export function cardPlaces(board: HTMLElement): CardPlaces {
  const cards = new Map<string, CardPosition>();
  for (const node of board.querySelectorAll<HTMLElement>("[data-id]")) {
    const { id = "", down } = node.dataset;
    cards.set(id, { rect: node.getBoundingClientRect(), node, down: down !== undefined });
  }
  const boxes = new Map<string, DOMRect>();
  for (const node of board.querySelectorAll<HTMLElement>("[data-box]"))
    boxes.set(node.dataset.box ?? "", node.getBoundingClientRect());
  return { frame: board.getBoundingClientRect(), cards, boxes };
}

export function motionIsReduced(board: HTMLElement): boolean {
  if (!("animate" in board)) return true;
  return board.ownerDocument.defaultView?.matchMedia("(prefers-reduced-motion: reduce)").matches ?? true;
}

/** Moves a card from one rectangle to another; it `grows` from its old size. `shift` is the movement of the table itself, after a message above it or scrolling. */
function travel(node: HTMLElement, from: DOMRect, to: DOMRect, shift: Point, grows: boolean): void {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2) + shift.x;
  const dy = from.top + from.height / 2 - (to.top + to.height / 2) + shift.y;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const scale = grows && to.width > 0 && from.width > 0 ? Math.min(2, Math.max(0.5, from.width / to.width)) : 1;
  // a moving card takes no clicks, so that they reach the places, which are at their final positions already
  node.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 6, pointerEvents: "none" },
      { transform: "none", zIndex: 6, pointerEvents: "none" },
    ],
    { duration: TRAVEL, easing: EASE },
  );
  // what is said of a card in hand, or of one in a battle, goes along with it
  const tag = node.closest(".is-held, .cw-b-battle-side > .cw-spot")?.querySelector(":scope > .cw-tag");
  tag?.animate([{ translate: `${dx}px ${dy}px`, zIndex: 7 }, { translate: "none", zIndex: 7 }], { duration: TRAVEL, easing: EASE });
}

function turn(node: HTMLElement): void {
  node.firstElementChild?.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
    duration: TURN,
    easing: "ease-out",
  });
}

/** Shakes the sentence that says what to do, and the cards in the player's hand that it speaks of; returns whether that sentence is seen. */
export function urge(root: HTMLElement | null): boolean {
  const told = root?.querySelector<HTMLElement>(".cw-prompt, [data-prompt]");
  if (!root || !told?.offsetHeight) return false;
  if (motionIsReduced(root)) return true;
  for (const node of [told, ...root.querySelectorAll(".cw-b-hand.is-near > .is-held")])
    node.animate({ translate: ["0", "-4px", "4px", "0"] }, { duration: TURN, iterations: 2 });
  return true;
}

/** Fades out a copy of a card that has left the table. */
function leave(board: HTMLElement, frame: DOMRect, { node, rect }: CardPosition): void {
  const ghost = node.cloneNode(true) as HTMLElement;
  for (const name of ["data-id", "data-from", "data-down"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("cw-ghost");
  Object.assign(ghost.style, {
    left: `${rect.left - frame.left}px`,
    top: `${rect.top - frame.top}px`,
    width: `${rect.width}px`,
  });
  board.append(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(-12px) scale(0.9)" }], {
    duration: TRAVEL,
    easing: "ease-in",
  });
  fading.onfinish = () => ghost.remove();
  fading.oncancel = () => ghost.remove();
}

/** Animates every card from its position before the repaint; returns the new positions. It reads all positions before it writes any, so that the browser lays the page out once. */
export function move(board: HTMLElement, before: CardPlaces): CardPlaces | null {
  if (motionIsReduced(board)) return null;
  for (const ghost of board.querySelectorAll(".cw-ghost")) ghost.remove();
  const after = cardPlaces(board);
  const { frame } = before;
  const shift = { x: after.frame.left - frame.left, y: after.frame.top - frame.top };
  const origins = new Set<string>();
  for (const [id, { node, rect, down }] of after.cards) {
    // a card that was on the table before does not come from a box
    const origin = before.cards.has(id) ? "" : (node.dataset.from ?? "");
    const stood = before.cards.get(id) ?? before.cards.get(origin);
    origins.add(origin);
    const from = stood?.rect ?? before.boxes.get(origin);
    if (from && from.width > 0) travel(node, from, rect, shift, stood !== undefined);
    if (stood ? stood.down !== down : from && !down) turn(node);
  }
  const gone = [...before.cards].filter(
    // a card that was turned up where it lies has left nothing: its node has another name now
    ([id, { node }]) => !after.cards.has(id) && !node.isConnected && !origins.has(id) && node.dataset.mute === undefined && !id.startsWith(COPY),
  );
  if (gone.length <= MANY) for (const [, stood] of gone) leave(board, frame, stood);
  return after;
}
