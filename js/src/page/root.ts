// The attributes of a screen's root element, on which pages, styles and tests rely.
import { preferenceAttributes } from "./preferences";
import type { State } from "../kernel/connection";
import type { Theme } from "./theme";
import type { Dump, Settings } from "../kernel/messages";

/**
 * Marks the control that the user clicked last with `data-sent` until the reply comes, so that the user sees the effect of
 * the click at once, without a repaint.
 */
export function markSent(host: HTMLElement, signal: AbortSignal): (on: boolean) => void {
  let last: Element | null = null;
  let marked: Element | null = null;
  const note = ({ target }: Event) => {
    last = (target as Element).closest("button, input, select, [data-place]");
  };
  for (const name of ["pointerup", "click", "keydown"]) host.addEventListener(name, note, { capture: true, signal });
  return (on) => {
    if (on === (marked !== null)) return;
    marked?.removeAttribute("data-sent");
    marked = on ? last : null;
    marked?.setAttribute("data-sent", "");
  };
}

/** The attributes of a screen's root element. */
export function rootAttributes(
  view: "table" | "replay" | "inspector" | "plot" | "poll",
  label: string,
  dump: Pick<Dump, "game" | "seat" | "round" | "ply">,
  state: State,
  { size, colours }: Settings,
  theme: Theme,
) {
  const [look, ground = look] = theme.split(" ");
  return {
    class: view === "table" ? "capture-widgets cw-table" : `capture-widgets cw-table cw-${view}`,
    role: "group",
    "aria-label": label,
    "data-game": dump.game,
    "data-view": view,
    "data-seat": dump.seat ?? "all",
    "data-round": dump.round,
    "data-ply": dump.ply,
    "data-state": state,
    "data-theme": look,
    "data-ground": ground,
    "data-size": size,
    "data-colours": colours,
    ...preferenceAttributes(),
  } as const;
}

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
export function followPane(host: HTMLElement, signal: AbortSignal): void {
  if (typeof ResizeObserver === "undefined") return;
  let pane: HTMLElement | null = null;
  const observer = new ResizeObserver(() => {
    if (!pane?.contains(host)) {
      if (pane) observer.unobserve(pane);
      pane = paneOf(host);
      if (pane) observer.observe(pane);
    }
    const height = pane && `${pane.clientHeight + BARS}px`;
    if (height !== null && host.style.getPropertyValue("--cw-window") !== height) host.style.setProperty("--cw-window", height);
  });
  observer.observe(host);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

/** How long a screen that begins may change its size until it stands (ms). */
const SETTLING = 1500;

/** Scrolls to the top of a screen that begins, where not all of it is in view. */
export function bringIntoView(host: HTMLElement): void {
  if (typeof ResizeObserver === "undefined") return;
  const end = performance.now() + SETTLING;
  const observer = new ResizeObserver(() => {
    if (performance.now() > end || !host.isConnected) {
      observer.disconnect();
      return;
    }
    const pane = paneOf(host)?.getBoundingClientRect();
    const { top, bottom } = host.getBoundingClientRect();
    if (top < (pane?.top ?? 0) || bottom > (pane?.bottom ?? window.innerHeight)) host.scrollIntoView();
  });
  observer.observe(host);
}
