// The room that a widget has: the height of the pane in which its notebook scrolls, of a frame, or of the whole screen.
import { fillsScreen, onFill } from "./fullScreen";

/** The share of the screen's height that the bars of browser and notebook leave, roughly. */
const LEFT = 0.8;

/**
 * The height that a table may use in a frame. Hosts such as Colab show each output in a frame that is as high as its
 * content, so the height of the window says nothing there. Null in a window.
 */
export function heightInFrame({ parent, self, screen }: Pick<Window, "parent" | "self" | "screen">): string | null {
  return parent === self ? null : `${Math.round(screen.availHeight * LEFT)}px`;
}

/** What a notebook's bars take of its window (px): sizes in style sheets go by a window with such bars. */
const BARS = 120;
/** The margins above and below a widget that fills the screen (px). */
const MARGINS = 24;
/** A box that scrolls and is lower than this is a scrolled output, not the pane of a notebook (px). */
const LEAST_PANE = 320;

/** The box in which a whole notebook scrolls; null where the window itself scrolls. */
function paneOf(host: HTMLElement): HTMLElement | null {
  let pane: HTMLElement | null = null;
  for (let at = host.parentElement; at && at !== at.ownerDocument.body; at = at.parentElement) {
    if (at.clientHeight >= LEAST_PANE && /auto|scroll/.test(getComputedStyle(at).overflowY)) pane = at;
  }
  return pane;
}

/** Lets the sizes of a widget follow the height of the pane that it stands in, as bars and panels of the host come and go. */
export function followPane(host: HTMLElement, el: HTMLElement, signal: AbortSignal): void {
  if (typeof ResizeObserver === "undefined") return;
  let pane: HTMLElement | null = null;
  const follow = () => {
    if (!pane?.contains(host)) {
      if (pane) observer.unobserve(pane);
      pane = paneOf(host);
      if (pane) observer.observe(pane);
    }
    const room = fillsScreen(host) ? window.innerHeight - MARGINS : pane?.clientHeight;
    const height = room === undefined ? "" : `${room + BARS}px`; // an empty one leaves the size to the window
    if (host.style.getPropertyValue("--cw-window") !== height) host.style.setProperty("--cw-window", height);
  };
  const observer = new ResizeObserver(follow);
  onFill(el, follow, signal);
  if (host.isConnected) follow(); // before the first layout, which would otherwise be followed by a second one
  observer.observe(host);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

/** How long a screen that begins may change its size until it stands (ms). */
const SETTLING = 1500;

/**
 * Scrolls to a screen that begins, where not all of it is in view, but no further than it takes: what is above it may stay. Of
 * one that is higher than its pane, `head` shows the head.
 */
export function bringIntoView(host: HTMLElement, head = false): void {
  if (typeof ResizeObserver === "undefined") return;
  const end = performance.now() + SETTLING;
  const observer = new ResizeObserver(() => {
    if (performance.now() > end || !host.isConnected) {
      observer.disconnect();
      return;
    }
    const pane = paneOf(host)?.getBoundingClientRect();
    const { top, bottom, height } = host.getBoundingClientRect();
    const [upper, lower] = [pane?.top ?? 0, pane?.bottom ?? window.innerHeight];
    if (top < upper || bottom > lower) host.scrollIntoView({ block: head && height > lower - upper ? "start" : "nearest" });
  });
  observer.observe(host);
}
