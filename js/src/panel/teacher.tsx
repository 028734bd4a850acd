// The notice above a table that a teacher leads: the table is stopped, shown cards, a spotlight, a countdown.
import { Component } from "preact";
import { texts } from "../texts";
import type { ClockInfo, Teacher } from "../kernel/messages";

/** When each clock ends, by the time since this page was opened: a device's time of day may be wrong by minutes. */
const ends = new WeakMap<ClockInfo, number>();

/** The seconds that a clock has left. */
function secondsLeft(clock: ClockInfo): number {
  const now = performance.now() / 1000;
  const end = ends.get(clock) ?? now + clock.left;
  ends.set(clock, end);
  return Math.min(clock.seconds, Math.max(0, Math.ceil(end - now)));
}

/** The teacher's clock: it counts down, and the last ten seconds look different. */
export class Countdown extends Component<{ clock: ClockInfo }> {
  #timer: ReturnType<typeof setInterval> | undefined;

  override componentDidMount() {
    this.#timer = setInterval(() => this.forceUpdate(), 250);
  }

  override componentWillUnmount() {
    clearInterval(this.#timer);
  }

  override render({ clock }: { clock: ClockInfo }) {
    const left = secondsLeft(clock);
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    return (
      <span class={left <= 10 ? "cw-countdown is-short" : "cw-countdown"} role="timer" aria-label={texts.teacher.clock} data-countdown={left}>
        {words}
      </span>
    );
  }
}

/** The notice itself; nothing at other tables. */
export function TeacherNotice({ teacher }: { teacher: Teacher | null }) {
  if (teacher === null) return null;
  const { stopped, shown, spot, clock } = teacher;
  const words = [
    stopped ? texts.teacher.stopped : "",
    shown.length > 0 ? texts.teacher.shows(shown) : "",
    spot === null ? "" : texts.teacher.look(spot),
  ].filter((one) => one !== "");
  return (
    <div class={stopped ? "cw-teacher-notice is-stopped" : "cw-teacher-notice"} data-teacher={stopped ? "stopped" : ""}>
      {clock !== null && <Countdown clock={clock} />}
      <span role="status">{words.join(" ")}</span>
    </div>
  );
}
