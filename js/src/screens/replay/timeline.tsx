// The timeline below a replay: a curve for each seat's standing by ply, with intervals and mistakes, and the same as a table.
import { Component, createRef } from "preact";
import { opens } from "./player";
import type { Rounds } from "./rounds";
import type { ReplayProps } from "./state";
import { texts as replayTexts } from "./texts";
import type { Curve, TimelinePoint, Timeline as TimelineData } from "../../kernel/messages";

interface TimelineProps {
  timeline: TimelineData;
  round: number;
  /** The ply shown. */
  ply: number;
  /** The first and the last ply that can be shown. */
  first: number;
  last: number;
  go: (ply: number) => void;
  /** Shows a variation with everything face up; null if the viewer may not see it. */
  step?: ((line: number) => void) | null;
  /** Shows only the picture, only the words about the ply, or both; on a projector they stand apart. */
  part?: "picture" | "words" | "both";
}

/** The height of the picture in its own units. */
const HIGH = 100;

/** What is known of a position, and whether the move that follows was a mistake. */
const briefly = ({ words, blame }: TimelinePoint): string => (blame === null ? `${words}.` : `${words}. ${replayTexts.nextIsMistake}`);

/** The same, with what the mistake costs. */
const told = (point: TimelinePoint): string => (point.blame === null ? briefly(point) : `${briefly(point)} ${point.blame}`);

const plyOf = ({ at }: TimelinePoint): number => Number(at.slice(at.indexOf("/") + 1));

/** The range of the vertical axis: 0 to 1 for chances; else the range of the turns or points and a little more. */
function span(told: TimelineData): [number, number] {
  if (told.unit === "chances") return [0, 1];
  const room = told.unit === "turns" ? 1 : 0.5;
  const ends = told.curves.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  const known = ends.filter((end) => end !== null);
  return known.length > 0 ? [Math.min(...known) - room, Math.max(...known) + room] : [0, 1];
}

/** The values that stand beside the picture, with their words: its upper and lower end, and of chances the middle, where both sides have as many. */
function scale(told: TimelineData, [low, high]: [number, number]): { value: number; words: string }[] {
  if (told.unit === "chances") return [1, 0, 0.5].map((value) => ({ value, words: `${value * 100}%` }));
  return [Math.floor(high), Math.ceil(low)].map((value) => ({ value, words: String(value) }));
}

/** The parts of a curve between missing values. */
function pieces(points: TimelinePoint[]): TimelinePoint[][] {
  const found: TimelinePoint[][] = [[]];
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

  /** Keeps the focus on the point shown while the user steps with the arrow keys. */
  override componentDidUpdate(old: TimelineProps) {
    if (!this.#held || old.ply === this.props.ply) return;
    // after the screen has put the focus back
    queueMicrotask(() => this.#row.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true }));
  }

  #curves(): Curve[] {
    const { timeline, round, first, last } = this.props;
    const here = ({ at }: TimelinePoint) => at.startsWith(`${round}/`);
    return timeline.curves.map((curve) => ({
      ...curve,
      points: curve.points.filter((point) => here(point) && plyOf(point) >= first && plyOf(point) <= last),
    }));
  }

  #picture(curves: Curve[]) {
    const { timeline, first, last, ply } = this.props;
    const [low, high] = span(timeline);
    const count = last - first + 1;
    const x = (point: TimelinePoint) => plyOf(point) - first + 0.5;
    const y = (value: number | null) => HIGH * (1 - ((value ?? low) - low) / (high - low));
    const line = (points: TimelinePoint[], end: "value" | "low" | "high") =>
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

  #scale() {
    const ends = span(this.props.timeline);
    return (
      <div class="cw-scale" aria-hidden="true">
        {scale(this.props.timeline, ends).map(({ value, words }) => {
          const down = 100 * (1 - (value - ends[0]) / (ends[1] - ends[0]));
          return <span key={words} style={{ top: `${down}%`, transform: `translateY(-${down}%)` }}>{words}</span>;
        })}
      </div>
    );
  }

  #describe(curves: Curve[], ply: number, say = told): string {
    const words = curves.flatMap(({ words: whose, points }) => {
      const point = points.find((one) => plyOf(one) === ply);
      return point ? [`${whose}: ${say(point)}`] : [];
    });
    return words.join(" ");
  }

  /** The links to the better moves at the ply shown. */
  #better(curves: Curve[]) {
    const { ply, step } = this.props;
    if (!step) return null;
    const found = new Set<number>();
    for (const { points } of curves)
      for (const point of points) if (plyOf(point) === ply && point.better !== null && point.line !== undefined) found.add(point.line);
    return [...found].map((line) => (
      <button key={line} type="button" class="cw-link" data-better-line={line} onClick={() => step(line)}>
        {replayTexts.stepBetter}
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
        aria-label={replayTexts.timelinePoint(at, this.#describe(curves, at))}
        title={replayTexts.timelinePoint(at, this.#describe(curves, at))}
        onClick={() => go(at)}
      />
    );
  }

  #head(curves: Curve[], plies: number[]) {
    const blamed = curves.find(({ points }) => points.some(({ blame }) => blame !== null));
    return (
      <>
        <div class="cw-timeline-head">
          {curves.map(({ seat, open, words }) => (
            <span key={`${seat}${open}`} class={`cw-curve-name ${open ? "is-open" : `is-seat-${seat}`}`}>
              {words}
            </span>
          ))}
          {blamed && <span class={`cw-blames${blamed.open ? " is-open" : ""}`}>{replayTexts.aMistake}</span>}
        </div>
        <div class="cw-timeline-body">
          {this.#scale()}
          <div class="cw-timeline-row" ref={this.#row}>
            {this.#picture(curves)}
            <div class="cw-curve-points">{plies.map((at) => this.#point(curves, at))}</div>
          </div>
        </div>
      </>
    );
  }

  #words(curves: Curve[], plies: number[]) {
    const { ply } = this.props;
    // what a mistake costs stands beside the move, in the list: here it would push the frame about from move to move
    const here = this.#describe(curves, ply, briefly);
    return (
      <div class="cw-timeline-foot">
        <p class="cw-timeline-now" data-judged>
          {here === "" ? replayTexts.notJudged : here}
        </p>
        {this.#better(curves)}
        <details class="cw-timeline-table">
          <summary>{replayTexts.timelineTable}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{replayTexts.move}</th>
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
                    return <td key={`${seat}${open}`}>{point ? told(point) : ""}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    );
  }

  override render({ timeline, first, last, part = "both" }: TimelineProps) {
    const curves = this.#curves();
    const plies = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    if (part === "words") return <div class="cw-timeline">{this.#words(curves, plies)}</div>;
    return (
      <div class="cw-timeline" data-timeline role="group" aria-label={replayTexts.timeline(timeline.unit)}>
        {this.#head(curves, plies)}
        {part === "both" && this.#words(curves, plies)}
      </div>
    );
  }
}

/** The timeline of the round that a replay shows; nothing without an analysis. */
export function RoundTimeline({ of, rounds, part }: { of: ReplayProps; rounds: Rounds; part: "picture" | "words" | "both" }) {
  const { timeline, round, scene, set } = of;
  if (timeline === null) return null;
  const { first, last, at } = rounds.plies();
  return (
    <Timeline
      part={part}
      timeline={timeline}
      round={round}
      ply={at}
      first={first}
      last={last}
      go={(to) => set({ ply: to })}
      step={opens(scene.lenses) && scene.edits ? (line) => set({ seat: null, line }) : null}
    />
  );
}
