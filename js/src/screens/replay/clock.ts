// The clock of a replay: the timer that makes the next steps, and how soon the last two came after one another.
import { SCRUB } from "./state";

export class Clock {
  #timer: ReturnType<typeof setInterval> | undefined;
  #moved = 0;
  /** Whether the last step came so soon after the one before that cards jump. */
  quick = false;

  /** Notes that a step was made. */
  note(): void {
    const now = performance.now();
    this.quick = now - this.#moved < SCRUB;
    this.#moved = now;
  }

  /** Calls `step` each time so many milliseconds are over; a step that another display of the replay made counts, too. */
  run(milliseconds: number, step: () => void): void {
    this.stop();
    this.#timer = setInterval(() => {
      if (performance.now() - this.#moved >= milliseconds * 0.8) step();
    }, milliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
