// The arrow over a board from the card that attacks to the card that is attacked, while their battle lies open. It runs through the lane between the formations, and to it over as few cards as it can.
import { Component, createRef } from "preact";

/** The length of the head (px), and the angle between the shaft and each of its two lines. */
const [HEAD, ANGLE] = [12, 0.55];

/** Pixels between the arrow and what it joins. */
const GAP = 3;

/** Pixels from the front of the far formations to the middle of the lane. */
const LANE = 6;

/** Shares of a card's width at which the arrow may leave or reach it, the best first; the second is between its number and its dot, the last ones are just beside the card. */
const COLUMNS = [0.5, 0.62, 0.95, 0.05, -0.1, 1.1];

type Point = readonly [x: number, y: number];

/** The way from a whole card, else from the number of a place, to the lane at a height, in the column that has the fewest cards of others; its tip reaches into the foot of a whole card, where else it had no room, and to the edge of one that lies open. */
function way(spot: Element, lane: number, isTip: boolean, marks: readonly DOMRect[]): Point[] {
  const whole = spot.getBoundingClientRect();
  const number = spot.querySelector(":scope > .cw-tag")?.getBoundingClientRect();
  // one's own fallen commander has no number
  const end = spot.classList.contains("is-full") || !number?.width ? whole : number;
  const { left, right, top, bottom, width, height } = end;
  const foot = spot.classList.contains("is-open") ? 1 : -height / 11;
  const gap = isTip && end === whole ? foot : GAP;
  // not by its height: a card that was picked still stands out
  const isFar = spot.closest(".cw-b-formation.is-far") !== null;
  const [upper, lower] = isFar ? [bottom, lane] : [lane, top];
  const crossed = (x: number) => marks.filter((mark) => mark.left < x + GAP && mark.right > x - GAP && mark.bottom > upper && mark.top < lower).length;
  const x = [left + width / 2, ...COLUMNS.map((share) => whole.left + share * whole.width)].reduce((best, one) => (crossed(one) < crossed(best) ? one : best));
  const middle = top + height / 2;
  // from beside an open card to its edge, so that its rank can be read
  const aside = x < whole.left ? whole.left + 1 : x < left ? left - GAP : x > right ? right + GAP : x;
  const isBeside = aside !== x;
  return [[aside, isBeside ? middle : isFar ? bottom + gap : top - gap], [x, isBeside ? middle : lane], [x, lane]];
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
    const [from, to] = ["from", "to"].map((mark) => board?.querySelector(`.cw-spot.is-${mark}`));
    let line = "";
    if (board && from && to) {
      const { left, top } = board.getBoundingClientRect();
      const boxes = (hook: string) => [...board.querySelectorAll(hook)].filter((one) => !from.contains(one) && !to.contains(one)).map((one) => one.getBoundingClientRect());
      // cards by their places: motion has measured the cards, and some still travel; one counts twice with its number
      const marks = boxes(".is-post > .cw-tag, .is-post:not(.is-empty)");
      const lane = Math.max(...boxes(".cw-b-formation.is-far").map(({ bottom }) => bottom)) + LANE;
      // from the tip back to the card that attacks
      const points = [...way(to, lane, true, marks), ...way(from, lane, false, marks).reverse()];
      const [tip = [0, 0], before = tip] = points;
      const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
      const wing = (turn: number) => `${-Math.cos(angle + turn) * HEAD} ${-Math.sin(angle + turn) * HEAD}`;
      const at = ([x, y]: Point) => `${x - left} ${y - top}`;
      // where it begins and where it ends come first
      line = `M${at(points.at(-1) ?? tip)}M${[tip, ...points].map(at).join("L")}${[ANGLE, -ANGLE].map((turn) => `M${at(tip)}l${wing(turn)}`).join("")}`;
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
