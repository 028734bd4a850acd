// The arrow over a board from the card that attacks to the card that is attacked, while their battle lies open.
import { Component, createRef } from "preact";

/** The length of the head (px), and the angle between the shaft and each of its two lines. */
const [HEAD, ANGLE] = [12, 0.55];

/** Pixels between the arrow and what it joins. */
const GAP = 3;

/** Points of a card at which its visible part is looked for, as shares of its width and height. */
const STEPS = [0.5, 0.3, 0.7, 0.15, 0.85];

/** The number of the row in which a card lies; cards of rows with a lower number lie over it. */
function rowOf(spot: Element): number {
  return Number(/is-rank(\d)/.exec(spot.closest(".cw-b-rank")?.className ?? "")?.[1] ?? 0);
}

/** Where an arrow meets a place: a whole card, else its number, else a part of it that no other card hides. */
function target(spot: Element): DOMRect {
  const whole = spot.getBoundingClientRect();
  const number = spot.querySelector(":scope > .cw-tag")?.getBoundingClientRect();
  // one's own fallen commander has no number
  if (spot.classList.contains("is-full") || !number?.width) return whole;
  const row = rowOf(spot);
  const over = [...(spot.closest(".cw-b-formation")?.querySelectorAll(".cw-spot.is-post:not(.is-empty)") ?? [])]
    .filter((other) => rowOf(other) < row)
    .map((other) => other.getBoundingClientRect());
  const hidden = (x: number, y: number) => over.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
  if (!hidden(number.left + number.width / 2, number.top + number.height / 2)) return number;
  const points = STEPS.flatMap((down) => STEPS.map((along) => [whole.left + along * whole.width, whole.top + down * whole.height] as const));
  const [x, y] = points.find((point) => !hidden(...point)) ?? points[0] ?? [0, 0];
  return new DOMRect(x, y, 0, 0);
}

export class Arrow extends Component {
  readonly #path = createRef<SVGPathElement>();
  #line = "";
  readonly #resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this.#draw());

  override componentDidMount() {
    const board = this.#path.current?.closest(".cw-board");
    if (board) this.#resized?.observe(board);
  }

  override componentDidUpdate() {
    // measured just before the paint: earlier it would force one more layout
    requestAnimationFrame(() => this.#draw());
  }

  override componentWillUnmount() {
    this.#resized?.disconnect();
  }

  #draw() {
    const board = this.#path.current?.closest(".cw-board");
    const [from, to] = ["from", "to"].map((mark) => {
      const spot = board?.querySelector(`.cw-spot.is-${mark}`);
      return spot && target(spot);
    });
    let line = "";
    if (board && from && to) {
      const { left, top } = board.getBoundingClientRect();
      const [x, y] = [from.left + from.width / 2 - left, from.top + from.height / 2 - top];
      const [right, down] = [to.left + to.width / 2 - left - x, to.top + to.height / 2 - top - y];
      const angle = Math.atan2(down, right);
      // it begins and ends at the edges of the cards, whose faces stay whole, and runs over all others, so that one sees all of it
      const edge = ({ width, height }: DOMRect) => Math.min(Math.abs(width / Math.cos(angle)), Math.abs(height / Math.sin(angle))) / 2 + GAP;
      const [begin, end] = [edge(from), Math.hypot(right, down) - edge(to)];
      const at = (far: number) => `${x + Math.cos(angle) * far} ${y + Math.sin(angle) * far}`;
      const wing = (turn: number) => `${-Math.cos(angle + turn) * HEAD} ${-Math.sin(angle + turn) * HEAD}`;
      line = `M${at(begin)}L${at(end)}${[ANGLE, -ANGLE].map((turn) => `M${at(end)}l${wing(turn)}`).join("")}`;
    }
    if (line !== this.#line) {
      this.#path.current?.setAttribute("d", line);
      // where it fades (arrow.css), each new one is seen first
      for (const fading of this.#path.current?.getAnimations() ?? []) fading.currentTime = 0;
    }
    this.#line = line;
  }

  override render() {
    return (
      <svg class="cw-arrow" aria-hidden="true">
        <path ref={this.#path} />
      </svg>
    );
  }
}
