// The moment in which a round ends: its result in one large line across the board, which is gone after a glance.
import { preferences } from "../page/preferences";
import type { Outcome } from "../kernel/messages";

/** The number of small cards and stars in the confetti. */
const PIECES = 54;

/** A fraction for each piece; irrational steps spread the pieces without a visible pattern. */
const spread = (at: number, by: number) => (at * by) % 1;

/** Confetti for the winner. It takes no clicks, is hidden from screen readers, ends after two seconds and respects reduced motion. */
function Cheer() {
  const pieces = Array.from({ length: PIECES }, (_, at) => ({
    "--x": `${Math.round((spread(at, 0.618) - 0.5) * 90)}cqi`,
    "--up": `${-Math.round(50 + spread(at, 0.7549) * 150)}px`,
    "--down": `${Math.round(70 + spread(at, 0.5698) * 130)}px`,
    "--spin": `${Math.round((spread(at, 0.4142) - 0.5) * 1300)}deg`,
    "--wait": `${Math.round(spread(at, 0.3028) * 420)}ms`,
  }));
  return (
    <span class="cw-cheer" aria-hidden="true">
      {pieces.map((style, at) => (
        <i key={at} style={style} />
      ))}
    </span>
  );
}

interface EndMomentProps {
  outcome: Outcome;
  /** Called when the line is gone. */
  done: () => void;
}

/** The line, lit from the side of the winner. It takes no clicks, and screen readers have heard the result. */
export function EndMoment({ outcome: { came, text }, done }: EndMomentProps) {
  return (
    <div
      class={`cw-moment is-${came ?? "drawn"}`}
      aria-hidden="true"
      onAnimationEnd={({ target, currentTarget }) => {
        if (target === currentTarget) done();
      }}
    >
      <strong>{text}</strong>
      {came === "won" && preferences().cheer && <Cheer />}
    </div>
  );
}
