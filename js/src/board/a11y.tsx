// Keyboard and screen reader: one Tab stop for all places, arrows that follow the geometry, focus that survives repaints.
import { Component } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../texts";

type Direction = "left" | "right" | "up" | "down";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

function directionOf(key: string): Direction | null {
  return ARROWS[key] ?? null;
}

export interface Point {
  x: number;
  y: number;
}

function centre({ left, top, width, height }: DOMRect): Point {
  return { x: left + width / 2, y: top + height / 2 };
}

/** Places whose positions differ by at most this many pixels are in the same row or column. */
const IN_LINE = 24;

/**
 * The index of the nearest point in a direction; a point in line beats a point to the side. -1 if there is none. A point
 * counts only if it is at least `step` ahead, so that a card that is lifted a little remains in its row.
 */
export function nearestIn(direction: Direction, from: Point, points: Point[], step = 4): number {
  const level = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  points.forEach(({ x, y }, at) => {
    const ahead = sign * (level ? x - from.x : y - from.y);
    const aside = Math.abs(level ? y - from.y : x - from.x);
    if (ahead < step) return;
    // left and right stay in their row, however far the next place of the row is
    const cost = level && aside > IN_LINE ? 1e6 + ahead + aside * 2.5 : ahead + aside * 2.5;
    if (cost < least) {
      least = cost;
      best = at;
    }
  });
  return best;
}

export function nearest(from: Point, points: Point[]): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  points.forEach(({ x, y }, at) => {
    const cost = (x - from.x) ** 2 + (y - from.y) ** 2;
    if (cost < least) {
      least = cost;
      best = at;
    }
  });
  return best;
}

/** The places of a table, and the cards of a replay that list their moments. */
const PLACES = ":is([data-place], [data-look])";

function placesIn(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(PLACES)];
}

/** The first place with this name. */
export function placeNamed(board: HTMLElement, name: string): HTMLElement | null {
  const text = JSON.stringify(name);
  return board.querySelector(`:is([data-place=${text}], [data-look=${text}])`);
}

/** The name of such a place or card; null for any other element. */
export function nameOf(node: HTMLElement): string | null {
  return node.getAttribute("data-place") ?? node.getAttribute("data-look");
}

/** The focused element, in the page or in the table's shadow root. */
export function focused(within: HTMLElement): HTMLElement | null {
  const { activeElement } = within.getRootNode() as Document | ShadowRoot;
  return activeElement && within.contains(activeElement) ? (activeElement as HTMLElement) : null;
}

function enabled(node: HTMLElement): boolean {
  return node.getAttribute("aria-disabled") === "false";
}

/** The first card of a hand that can be picked, else of the player's own side, else the first place that can. */
export function firstAble(board: HTMLElement): HTMLElement | null {
  const able = `${PLACES}[aria-disabled="false"]`;
  const first = (within: string) => board.querySelector<HTMLElement>(`${within}${able}`);
  return first(".cw-b-hand ") ?? first(".is-near ") ?? first("");
}

/** The place that takes the focus from one that cannot be picked any more; null if that one can be picked. */
export function ablePlace(board: HTMLElement, name: string): HTMLElement | null {
  const here = placeNamed(board, name);
  return here !== null && enabled(here) ? null : firstAble(board);
}

/**
 * Gives the Tab stop to exactly one place: the one with this name, else the first card of the player's that can be picked,
 * because a prompt names that first, else the first place that can be picked, else the first. A selector finds it, because this
 * runs at every move and a loop over all places takes several times as long.
 */
export function rove(board: HTMLElement, name: string | null): HTMLElement | null {
  const named = name === null ? null : placeNamed(board, name);
  const stop = named ?? firstAble(board) ?? board.querySelector<HTMLElement>(PLACES);
  for (const node of board.querySelectorAll<HTMLElement>(`${PLACES}:not([tabindex="-1"])`)) if (node !== stop) node.tabIndex = -1;
  if (stop && stop.tabIndex !== 0) stop.tabIndex = 0;
  return stop;
}

function clamp(x: number, least: number, most: number): number {
  return Math.min(Math.max(x, least), most);
}

/**
 * The point of a place that counts as its position for arrow keys. A place in the same row counts as level even if the
 * row is uneven, so only left and right reach it. For up and down, a broad place counts as straight ahead if any part of it is.
 */
export function facing(direction: Direction, from: Point, rect: DOMRect, level: boolean): Point {
  const { x, y } = centre(rect);
  if (level) return { x, y: from.y };
  if (direction === "left" || direction === "right") return { x, y };
  // shifted a little towards its centre, so that the nearer centre wins between two places straight ahead
  return { x: x * 0.05 + clamp(from.x, rect.left, rect.right) * 0.95, y };
}

/** Whether two places lie in the same row, and in the same line of it where it wraps. */
function inOneRow(one: HTMLElement, other: HTMLElement): boolean {
  const rows = ".cw-row, .cw-fan";
  if (one.closest(rows) !== other.closest(rows)) return false;
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.top < b.bottom && b.top < a.bottom;
}

/** The place to which a key leads from another place; null if it leads nowhere. */
export function goal(board: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const places = placesIn(board);
  if (key === "Home") return places[0] ?? null;
  if (key === "End") return places.at(-1) ?? null;
  const direction = directionOf(key);
  if (direction === null) return null;
  const rect = from.getBoundingClientRect();
  const others = places.filter((node) => node !== from && (enabled(node) || !node.closest(LEFT)));
  const level = direction === "left" || direction === "right";
  // up and down lead from cards to cards; to a button aside of them, or one that cannot be pressed, only where nothing else lies
  const cards = level || from.matches(ASIDE) ? others : others.filter((node) => !node.matches(ASIDE) || (enabled(node) && isStraight(node, rect)));
  return closest(direction, from, rect, cards) ?? closest(direction, from, rect, others);
}

const ASIDE = ".cw-act";
/** A place whose card has left play: the arrows pass it by as long as it cannot be picked. */
const LEFT = ".is-post.is-empty";

/** Whether a place lies straight above or below a rectangle. */
function isStraight(node: HTMLElement, rect: DOMRect): boolean {
  const { left, right } = node.getBoundingClientRect();
  return left < rect.right && rect.left < right;
}

function closest(direction: Direction, from: HTMLElement, rect: DOMRect, others: HTMLElement[]): HTMLElement | null {
  const at = centre(rect);
  const points = others.map((node) => facing(direction, at, node.getBoundingClientRect(), inOneRow(from, node)));
  const step = 0.4 * (direction === "left" || direction === "right" ? rect.width : rect.height);
  return others[nearestIn(direction, at, points, Math.max(4, step))] ?? null;
}

/** The focus before a repaint. */
export interface RememberedFocus {
  node: HTMLElement;
  place: string | null;
  list: HTMLElement | null;
  /** A selector for the same field or button after the form was repainted. */
  twin: string | null;
}

/** Attributes by which a screen recognises its fields and buttons. */
const MARKS = ["comment", "keep", "line", "promote", "drop", "pin", "moment", "move"];

export function rememberFocus(root: HTMLElement): RememberedFocus | null {
  const node = focused(root);
  if (node === null) return null;
  const list = node.dataset.move === undefined ? null : node.closest<HTMLElement>("details");
  const mark = MARKS.find((name) => node.dataset[name] !== undefined);
  return { node, place: nameOf(node), list, twin: mark === undefined ? null : `[data-${mark}="${node.dataset[mark] ?? ""}"]` };
}

/** The position of an element on the board, independent of scrolling. */
function spotOn(board: HTMLElement, node: HTMLElement): Point {
  const { x, y } = centre(node.getBoundingClientRect());
  const { left, top } = board.getBoundingClientRect();
  return { x: x - left, y: y - top };
}

/** The one Tab stop of a board, and where it lies. */
export class Roving {
  stop: string | null = null;
  #at: Point = { x: 0, y: 0 };

  /** Makes the place that received the focus the Tab stop. */
  note(board: HTMLElement, node: HTMLElement): void {
    const name = nameOf(node);
    if (name === null) return;
    this.stop = name;
    // measured here because measuring before a repaint would force one more layout of the page
    this.#at = spotOn(board, node);
    rove(board, name);
  }

  /** Puts the focus back after a repaint, as near as possible to its old position. */
  restore(root: HTMLElement, board: HTMLElement, focus: RememberedFocus): void {
    restoreFocus(root, board, focus, this.#at, this.stop);
  }
}

/** Puts the focus back where it was, else as near as possible, else on the last Tab stop, else on the board. */
function restoreFocus(root: HTMLElement, board: HTMLElement, focus: RememberedFocus, last: Point, stop: string | null): void {
  const waiting = focus.node === board;
  if (focus.node.isConnected && focused(root) === focus.node && !waiting) return;
  if (focus.node.isConnected && root.contains(focus.node) && !waiting) {
    focus.node.focus({ preventScroll: true });
    return;
  }
  if (focus.list?.isConnected) {
    focus.list.querySelector("summary")?.focus({ preventScroll: true });
    return;
  }
  const twin = focus.twin === null ? null : root.querySelector<HTMLElement>(focus.twin);
  if (twin) {
    twin.focus({ preventScroll: true });
    return;
  }
  const places = placesIn(board);
  const same = focus.place === null ? null : placeNamed(board, focus.place);
  const able = places.filter(enabled);
  const pool = able.length > 0 ? able : places;
  const closest = () => pool[nearest(last, pool.map((node) => spotOn(board, node)))];
  const node = same ?? (focus.place === null ? rove(board, stop) : closest());
  if (!node) {
    board.focus({ preventScroll: true });
    return;
  }
  rove(board, nameOf(node));
  node.focus({ preventScroll: true });
}

interface Telling {
  text: string;
  /** What is told apart from it: when it goes, nothing of the text is read again. */
  aside?: string;
}

/**
 * A live region for screen readers: it announces what just happened. Of a text that grew it holds only what is new, in an
 * element of its own, since a reader would tell all of it again, or nothing.
 */
export class Live extends Component<Telling, { begun: boolean }> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = "";
  #news = "";

  override componentDidMount() {
    // screen readers do not read the text that a live region starts with
    this.#timer = setTimeout(() => this.setState({ begun: true }), 0);
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  override render({ text, aside }: Telling) {
    if (text !== this.#text) {
      this.#news = this.#text !== "" && text.startsWith(this.#text) ? text.slice(this.#text.length).replace(/^[.\s]+/, "") : text;
      this.#text = text;
    }
    return (
      <div class="cw-unseen" aria-live="polite">
        {this.state.begun && <span key={this.#news}>{this.#news}</span>}
        {this.state.begun && aside && <span>{aside}</span>}
      </div>
    );
  }
}

/** The dialog that lists the keys. The dialog itself takes the focus, so that a screen reader reads it from its beginning, and Tab does not leave it. */
export function KeySheet({ keys, close }: { keys: [string, string][]; close: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const list = useId();
  useLayoutEffect(() => sheet.current?.focus(), []);
  const stay = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    event.preventDefault();
    sheet.current?.querySelector("button")?.focus();
  };
  return (
    <div class="cw-sheet" role="dialog" aria-modal="true" tabIndex={-1} ref={sheet} aria-label={texts.keysTitle} aria-describedby={list} onKeyDown={stay}>
      <dl id={list}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="cw-button" onClick={close}>
        {texts.close}
      </button>
    </div>
  );
}

/**
 * JupyterLab and Notebook handle each key before any element of the page does, except inside
 * `data-lm-suppress-shortcuts`. The focused element itself needs this attribute, because a shortcut's selector
 * (`... :focus`) may match before an outer element. It is removed while Ctrl, Meta or Alt is held, so that the host's
 * shortcuts for saving and the like work.
 */
export function guardKeys(root: HTMLElement, signal: AbortSignal): void {
  const mark = "data-lm-suppress-shortcuts";
  const held = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;
  const set = (event: Event, on: boolean) => {
    for (const node of [root, event.target as Element]) {
      if (on) node.setAttribute(mark, "true");
      else node.removeAttribute(mark);
    }
  };
  root.setAttribute(mark, "true");
  const follow = (event: KeyboardEvent) => {
    set(event, !held(event));
    if (!held(event)) event.stopPropagation();
  };
  root.addEventListener("keydown", follow, { signal });
  root.addEventListener("keyup", follow, { signal });
  root.addEventListener("focusin", (event) => set(event, true), { signal });
  root.addEventListener("focusout", (event) => set(event, true), { signal });
}
