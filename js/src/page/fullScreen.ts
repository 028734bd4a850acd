// A widget that fills the whole screen, or the whole pane where a page may not take the screen.

const FILLED = "data-fills";
/** Its value for a widget that fills the pane without having been asked to. */
const UNASKED = "unasked";
/** Told to the element of a notebook's output when its widget begins or ceases to fill the screen. */
const FILL_EVENT = "capture-widgets-fills";
/** A window at least so wide and so high (px) shows a widget that fills it as a projector does; in a smaller one the larger text would take
    the room from the cards. */
const ROOMY = [900, 800] as const;

/** The element that fills the screen: a widget stands alone in it. */
export function frameFor(el: HTMLElement): HTMLElement {
  const frame = el.ownerDocument.createElement("div");
  frame.className = "cw-frame";
  el.append(frame);
  return frame;
}

/** Returns whether the widget around an element fills the screen. */
export function fillsScreen(of: Element): boolean {
  return of.closest(".cw-frame")?.hasAttribute(FILLED) ?? false;
}

/** Returns whether Escape brings the widget around an element back from the full screen: only if somebody has asked for that screen. */
export function leavesByEscape(of: Element): boolean {
  return (of.closest(".cw-frame")?.getAttribute(FILLED) ?? UNASKED) !== UNASKED;
}

/** Returns whether a widget's output is shown as on a projector because it fills a screen with room. */
export function fillsRoomyScreen(el: HTMLElement): boolean {
  return el.querySelector(`:scope > [${FILLED}]`) !== null && window.innerWidth >= ROOMY[0] && window.innerHeight >= ROOMY[1];
}

/** Calls a function whenever the widget of an output begins or ceases to fill the screen, and when the window changes its size. */
export function onFill(el: HTMLElement, changed: () => void, signal: AbortSignal): void {
  addEventListener("resize", changed, { signal });
  el.addEventListener(FILL_EVENT, changed, { signal });
}

function fill(frame: HTMLElement, on: boolean): void {
  if (frame.hasAttribute(FILLED) === on) return;
  frame.toggleAttribute(FILLED, on);
  if (on && fullScreenElement(frame) !== frame) riseAbovePage(frame);
  frame.dispatchEvent(new Event(FILL_EVENT, { bubbles: true }));
}

/** The elements that a frame covers when it fills the window: all beside the frame and its ancestors, without those that are inert already. */
function around(frame: HTMLElement): Element[] {
  const found: Element[] = [];
  let node: Element = frame;
  for (let parent = node.parentNode; parent !== null; parent = node.parentNode) {
    found.push(...[...parent.children].filter((other) => other !== node && !other.hasAttribute("inert")));
    if (parent instanceof Document) break;
    node = parent instanceof ShadowRoot ? parent.host : (parent as Element);
  }
  return found;
}

/**
 * Shows a frame above all else of the page as long as it fills the window: a host may draw its outputs inside a box of their own, which
 * nothing leaves otherwise. What it covers is out of reach of keys and screen readers, too; what the page adds later, such as a dialog,
 * is not. A host that takes the frame off the page for a moment ends that; its next size brings it back.
 */
function riseAbovePage(frame: HTMLElement): void {
  if (!("popover" in frame)) return;
  let covered: Element[] = [];
  const cover = (found: Element[]) => {
    for (const one of covered) one.toggleAttribute("inert", false);
    covered = found;
    for (const one of covered) one.toggleAttribute("inert", true);
  };
  const rise = () => {
    if (!frame.hasAttribute(FILLED) || fullScreenElement(frame) === frame) {
      observer.disconnect();
      frame.removeEventListener(FILL_EVENT, rise);
      frame.removeAttribute("popover");
      cover([]);
    } else if (!frame.isConnected) cover([]);
    else if (!frame.matches(":popover-open")) {
      frame.showPopover();
      cover(around(frame));
    }
  };
  const observer = new ResizeObserver(rise);
  frame.popover = "manual";
  rise();
  observer.observe(frame);
  frame.addEventListener(FILL_EVENT, rise);
}

function rootOf(frame: HTMLElement): Document | ShadowRoot {
  return frame.getRootNode() as Document | ShadowRoot;
}

function fullScreenElement(frame: HTMLElement): Element | null {
  return rootOf(frame).fullscreenElement;
}

/** Lets the widget around an element fill the pane, which a page may do without a click: nobody has asked for a full screen then. */
export function fillPane(from: Element): void {
  const frame = from.closest<HTMLElement>(".cw-frame");
  if (!frame) return;
  fill(frame, true);
  frame.setAttribute(FILLED, UNASKED);
}

/** Lets the widget around an element fill the screen, or return to its place on the page. */
export function toggleFullScreen(from: Element): void {
  const frame = from.closest<HTMLElement>(".cw-frame");
  if (!frame) return;
  const { ownerDocument } = frame;
  if (fullScreenElement(frame) === frame) void ownerDocument.exitFullscreen();
  else if (frame.hasAttribute(FILLED)) fill(frame, false);
  else if (!ownerDocument.fullscreenEnabled) fill(frame, true);
  else frame.requestFullscreen().catch(() => fill(frame, true)); // a host may forbid it
}

/**
 * Follows the screen, and the keys of the widget in a frame: F fills the screen and leaves it, Escape leaves one that was asked for. A
 * widget that fills the screen keeps the focus, since a cell of the notebook below would get each key that is meant for the widget;
 * JupyterLab focuses a cell some time after it has run.
 */
export function followFullScreen(frame: HTMLElement, widget: HTMLElement, signal: AbortSignal): void {
  const keepFocus = () => {
    if (!frame.isConnected || !frame.hasAttribute(FILLED) || frame.contains(rootOf(frame).activeElement)) return;
    const screen = widget.querySelector<HTMLElement>(".capture-widgets") ?? widget;
    screen.tabIndex = -1;
    screen.focus({ preventScroll: true });
  };
  frame.addEventListener(FILL_EVENT, keepFocus, { signal });
  frame.ownerDocument.addEventListener("focusin", keepFocus, { signal });
  frame.addEventListener("fullscreenchange", () => fill(frame, fullScreenElement(frame) === frame), { signal });
  widget.addEventListener(
    "keydown",
    (event) => {
      const { ctrlKey, metaKey, altKey, key, defaultPrevented } = event;
      const typed = (event.target as HTMLElement).matches("input:not([type=range], [type=radio], [type=checkbox]), select, textarea");
      if (ctrlKey || metaKey || altKey || typed || defaultPrevented) return;
      if (key.toLowerCase() === "f" || (key === "Escape" && leavesByEscape(frame))) {
        event.preventDefault();
        toggleFullScreen(frame);
      }
    },
    { signal },
  );
}
