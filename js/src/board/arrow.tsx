// The arrow over a board from the card that attacks to the card that is attacked, while their battle lies open.
import { Component, createRef } from "preact";

/** The length of the head (px), and the angle between the shaft and each of its two lines. */
const [HEAD, ANGLE] = [12, 0.55];

/** Pixels between the arrow and what it joins. */
const GAP = 3;

export class Arrow extends Component {
  readonly #path = createRef<SVGPathElement>();
  readonly #head = createRef<SVGPathElement>();
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
    // other cards may hide the middle of a card, and never its number; of an empty place only the number shows
    const [from, to] = ["from", "to"].map((mark) =>
      board?.querySelector(`.is-${mark}:not(.is-full) > .cw-tag, .cw-spot.is-${mark}.is-full`)?.getBoundingClientRect(),
    );
    let [shaft, head] = ["", ""];
    if (board && from && to) {
      const { left, top } = board.getBoundingClientRect();
      const [x, y] = [from.left + from.width / 2 - left, from.top + from.height / 2 - top];
      const [right, down] = [to.left + to.width / 2 - left - x, to.top + to.height / 2 - top - y];
      const angle = Math.atan2(down, right);
      // it begins and ends at the edges of the cards, whose faces stay whole; it runs behind all others, and its head lies over them
      const edge = ({ width, height }: DOMRect) => Math.min(Math.abs(width / Math.cos(angle)), Math.abs(height / Math.sin(angle))) / 2 + GAP;
      const [begin, end] = [edge(from), Math.hypot(right, down) - edge(to)];
      const at = (far: number) => `${x + Math.cos(angle) * far} ${y + Math.sin(angle) * far}`;
      const wing = (turn: number) => `${-Math.cos(angle + turn) * HEAD} ${-Math.sin(angle + turn) * HEAD}`;
      shaft = `M${at(begin)}L${at(end)}`;
      head = [0, ANGLE, -ANGLE].map((turn) => `M${at(end)}l${wing(turn)}`).join("");
    }
    if (shaft !== this.#line) {
      this.#path.current?.setAttribute("d", shaft);
      this.#head.current?.setAttribute("d", head);
    }
    this.#line = shaft;
  }

  override render() {
    return (
      <>
        <svg class="cw-arrow" aria-hidden="true">
          <path ref={this.#path} />
        </svg>
        <svg class="cw-arrow" aria-hidden="true">
          <path ref={this.#head} />
        </svg>
      </>
    );
  }
}
