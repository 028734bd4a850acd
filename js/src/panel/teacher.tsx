// The notice above a table that a teacher leads: the table is stopped, shown cards, a spotlight, a countdown.
import { Component } from "preact";
import { texts } from "../texts";
import type { ClockInfo, Teacher } from "../kernel/messages";

/** The teacher's clock: it counts down, and the last ten seconds look different. */
export class Countdown extends Component<{ clock: ClockInfo }, { now: number }> {
  override state = { now: Date.now() / 1000 };
  #timer: ReturnType<typeof setInterval> | undefined;

  override componentDidMount() {
    this.#timer = setInterval(() => this.setState({ now: Date.now() / 1000 }), 250);
  }

  override componentWillUnmount() {
    clearInterval(this.#timer);
  }

  override render({ clock }: { clock: ClockInfo }, { now }: { now: number }) {
    const left = Math.min(clock.seconds, Math.max(0, Math.ceil(clock.ends - now)));
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
      {clock !== null && <Countdown key={clock.ends} clock={clock} />}
      <span role="status">{words.join(" ")}</span>
    </div>
  );
}
