// Drag and drop with pointer events, for mouse, pen and touch.
import { meantOn } from "./aim";

export interface DragHost {
  board: HTMLElement;
  /** Picks the card at this place; returns false if it cannot be picked. */
  lift: (place: string) => boolean;
  drop: (place: string) => void;
  cancel: () => void;
}

/** A press becomes a drag after this many pixels. */
const THRESHOLD = 6;
/** A drop counts for a place at most this many pixels away. */
const REACH = 28;

interface Drag {
  pointer: number;
  x: number;
  y: number;
  node: HTMLElement;
  ghost: HTMLElement | null;
}

function distance(rect: DOMRect, x: number, y: number): number {
  const dx = Math.max(rect.left - x, 0, x - rect.right);
  const dy = Math.max(rect.top - y, 0, y - rect.bottom);
  return Math.hypot(dx, dy);
}

/** The place under or near a point. */
function targetAt(board: HTMLElement, x: number, y: number): HTMLElement | null {
  const under = (board.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y)?.closest("[data-place]");
  const meant = under ? null : meantOn(board, x, y);
  if (meant) return meant;
  let best: HTMLElement | null = null;
  let least = REACH;
  let area = Number.POSITIVE_INFINITY;
  for (const node of board.querySelectorAll<HTMLElement>("[data-place]:not([aria-pressed=true])")) {
    const rect = node.getBoundingClientRect();
    const far = distance(rect, x, y);
    const size = rect.width * rect.height;
    if (far < least || (far === least && far < REACH && size < area)) {
      best = node;
      least = far;
      area = size;
    }
  }
  return best;
}

function ghostOf(node: HTMLElement, board: HTMLElement): HTMLElement {
  const ghost = (node.parentElement?.querySelector(".cw-card") ?? node).cloneNode(true) as HTMLElement;
  for (const name of ["data-id", "data-from"]) ghost.removeAttribute(name);
  ghost.className = "cw-card cw-dragged";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${node.getBoundingClientRect().width}px`;
  board.append(ghost);
  return ghost;
}

/** Lets the user drag cards that have a grip onto places. A press without motion remains a click. */
export function draggable(host: DragHost, signal: AbortSignal): void {
  const { board } = host;
  let drag: Drag | null = null;
  let swallow = false;

  const end = () => {
    drag?.ghost?.remove();
    board.classList.remove("cw-dragging");
    for (const node of board.querySelectorAll(".cw-over")) node.classList.remove("cw-over");
    drag = null;
  };

  const begin = (now: Drag): boolean => {
    if (!host.lift(now.node.dataset.place ?? "")) return false;
    now.ghost = ghostOf(now.node, board);
    board.classList.add("cw-dragging");
    board.setPointerCapture(now.pointer);
    return true;
  };

  const follow = (event: PointerEvent) => {
    if (drag?.pointer !== event.pointerId) return;
    if (drag.ghost === null) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
      if (!begin(drag)) {
        drag = null;
        return;
      }
    }
    const frame = board.getBoundingClientRect();
    const { ghost } = drag;
    if (ghost === null) return;
    ghost.style.translate = `calc(${event.clientX - frame.left}px - 50%) calc(${event.clientY - frame.top}px - 50%)`;
    const over = targetAt(board, event.clientX, event.clientY);
    for (const node of board.querySelectorAll(".cw-over")) if (node !== over?.parentElement) node.classList.remove("cw-over");
    if (over?.getAttribute("aria-disabled") === "false") over.parentElement?.classList.add("cw-over");
  };

  board.addEventListener(
    "pointerdown",
    (event) => {
      const node = (event.target as Element).closest<HTMLElement>("[data-grip]");
      swallow = false;
      if (node === null || event.button !== 0 || drag !== null) return;
      drag = { pointer: event.pointerId, x: event.clientX, y: event.clientY, node, ghost: null };
    },
    { signal },
  );
  board.addEventListener("pointermove", follow, { signal });
  board.addEventListener(
    "pointerup",
    (event) => {
      if (drag?.pointer !== event.pointerId) return;
      const dragged = drag.ghost !== null;
      const place = targetAt(board, event.clientX, event.clientY)?.dataset.place;
      end();
      if (!dragged) return;
      swallow = true;
      if (place === undefined) host.cancel();
      else host.drop(place);
    },
    { signal },
  );
  board.addEventListener(
    "pointercancel",
    () => {
      const dragged = (drag?.ghost ?? null) !== null;
      end();
      if (dragged) host.cancel();
    },
    { signal },
  );
  // browsers send a click after a drag, which must not count
  board.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true, signal },
  );
}
