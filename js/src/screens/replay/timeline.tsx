// The timeline under a replay: how each seat stood from ply to ply, with its band, its mistakes, and a table of the same.
import { Component, type ComponentChildren, createRef } from "preact";
import { texts } from "../../texts";
import type { Curve, Judged, Timeline as TimelineData } from "../../kernel/messages";

interface TimelineProps {
  timeline: TimelineData;
  round: number;
  /** The ply shown. */
  ply: number;
  /** The first and the last ply that can be shown. */
  first: number;
  last: number;
  go: (ply: number) => void;
  /** Shows a variation with everything open; null where that cannot be. */
  step?: ((line: number) => void) | null;
  /** The picture with its points, what is said of the ply shown, or both: on a projector they stand apart. */
  part?: "picture" | "words" | "both";
  /** What stands below it. */
  children?: ComponentChildren;
}

/** How high the picture is, in its own units. */
const HIGH = 100;

const plyOf = ({ at }: Judged): number => Number(at.slice(at.indexOf("/") + 1));

/** From low to high, what the picture shows: all chances, or the turns or points that there are and a little more. */
function span(told: TimelineData): [number, number] {
  if (told.unit === "chances") return [0, 1];
  const room = told.unit === "turns" ? 1 : 0.5;
  const ends = told.curves.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  const known = ends.filter((end) => end !== null);
  return known.length > 0 ? [Math.min(...known) - room, Math.max(...known) + room] : [0, 1];
}

/** Pieces of a curve between its blanks. */
function pieces(points: Judged[]): Judged[][] {
  const found: Judged[][] = [[]];
  for (const point of points)
    if (point.value === null) found.push([]);
    else found.at(-1)?.push(point);
  return found.filter((piece) => piece.length > 0);
}

export class Timeline extends Component<TimelineProps> {
  readonly #row = createRef<HTMLDivElement>();
  #held = false;

  override getSnapshotBeforeUpdate() {
    this.#held = this.#row.current?.contains(document.activeElement) === true;
    return null;
  }

  /** Who steps with the arrows from here stays on the point that is shown. */
  override componentDidUpdate(old: TimelineProps) {
    if (!this.#held || old.ply === this.props.ply) return;
    // after the screen has given the focus back to where it was before the repaint
    queueMicrotask(() => this.#row.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true }));
  }

  #curves(): Curve[] {
    const { timeline, round, first, last } = this.props;
    const here = ({ at }: Judged) => at.startsWith(`${round}/`);
    return timeline.curves.map((curve) => ({
      ...curve,
      points: curve.points.filter((point) => here(point) && plyOf(point) >= first && plyOf(point) <= last),
    }));
  }

  #picture(curves: Curve[]) {
    const { timeline, first, last, ply } = this.props;
    const [low, high] = span(timeline);
    const count = last - first + 1;
    const x = (point: Judged) => plyOf(point) - first + 0.5;
    const y = (value: number | null) => HIGH * (1 - ((value ?? low) - low) / (high - low));
    const line = (points: Judged[], end: "value" | "low" | "high") =>
      points.map((point) => `${x(point).toFixed(2)},${y(point[end]).toFixed(2)}`);
    return (
      <svg class="cw-curves" viewBox={`0 0 ${count} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
        {timeline.unit === "chances" && <line class="cw-even-line" x1={0} x2={count} y1={HIGH / 2} y2={HIGH / 2} />}
        <rect class="cw-now" x={ply - first} y={0} width={1} height={HIGH} />
        {curves.map(({ seat, open, points }) => (
          <g key={`${seat}${open}`} class={`cw-curve ${open ? "is-open" : `is-seat-${seat}`}`}>
            {pieces(points).map((piece) => (
              <>
                <polygon points={[...line(piece, "high"), ...line(piece, "low").reverse()].join(" ")} />
                <polyline points={line(piece, "value").join(" ")} />
              </>
            ))}
          </g>
        ))}
      </svg>
    );
  }

  #describe(curves: Curve[], ply: number): string {
    const words = curves.flatMap(({ words: whose, points }) => {
      const point = points.find((one) => plyOf(one) === ply);
      return point ? [`${whose}: ${point.words}${point.blame === null ? "" : `; ${point.blame}`}`] : [];
    });
    return words.join(". ");
  }

  /** The way to the better moves of the ply shown. */
  #better(curves: Curve[]) {
    const { ply, step } = this.props;
    if (!step) return null;
    const found = new Map<number, string>();
    for (const { points } of curves)
      for (const point of points)
        if (plyOf(point) === ply && point.better !== null && point.line !== undefined) found.set(point.line, point.better);
    return [...found].map(([line, move]) => (
      <button key={line} type="button" class="cw-link" data-better-line={line} onClick={() => step(line)}>
        {texts.stepBetter(move)}
      </button>
    ));
  }

  #point(curves: Curve[], at: number) {
    const { round, ply, go } = this.props;
    const blamed = curves.find(({ points }) => points.some((point) => plyOf(point) === at && point.blame !== null));
    return (
      <button
        key={at}
        type="button"
        class={`cw-point${blamed ? " is-blamed" : ""}${blamed?.open ? " is-open" : ""}`}
        data-at={`${round}/${at}`}
        data-mistake={blamed ? "" : undefined}
        tabIndex={at === ply ? 0 : -1}
        aria-current={at === ply ? "step" : undefined}
        aria-label={texts.timelinePoint(at, this.#describe(curves, at))}
        title={texts.timelinePoint(at, this.#describe(curves, at))}
        onClick={() => go(at)}
      />
    );
  }

  #head(curves: Curve[], plies: number[]) {
    return (
      <>
        <div class="cw-timeline-head">
          {curves.map(({ seat, open, words }) => (
            <span key={`${seat}${open}`} class={`cw-curve-name ${open ? "is-open" : `is-seat-${seat}`}`}>
              {words}
            </span>
          ))}
        </div>
        <div class="cw-timeline-row" ref={this.#row}>
          {this.#picture(curves)}
          <div class="cw-curve-points">{plies.map((at) => this.#point(curves, at))}</div>
        </div>
      </>
    );
  }

  #words(curves: Curve[], plies: number[]) {
    const { ply, children } = this.props;
    const here = this.#describe(curves, ply);
    return (
      <>
        <p class="cw-timeline-now" data-judged>
          {here === "" ? texts.notJudged : here}
        </p>
        {this.#better(curves)}
        {children}
        <details class="cw-timeline-table">
          <summary>{texts.timelineTable}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.move}</th>
                {curves.map(({ seat, open, words }) => (
                  <th key={`${seat}${open}`} scope="col">
                    {words}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plies.map((at) => (
                <tr key={at}>
                  <th scope="row">{at}</th>
                  {curves.map(({ seat, open, points }) => {
                    const point = points.find((one) => plyOf(one) === at);
                    return <td key={`${seat}${open}`}>{point ? [point.words, point.blame].filter((words) => words !== null).join("; ") : ""}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </>
    );
  }

  override render({ timeline, first, last, part = "both" }: TimelineProps) {
    const curves = this.#curves();
    const plies = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    if (part === "words") return <div class="cw-timeline">{this.#words(curves, plies)}</div>;
    return (
      <div class="cw-timeline" data-timeline role="group" aria-label={texts.timeline(timeline.unit)}>
        {this.#head(curves, plies)}
        {part === "both" && this.#words(curves, plies)}
      </div>
    );
  }
}
