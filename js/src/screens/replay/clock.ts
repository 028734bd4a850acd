// The clock of a replay: the timer that makes the next steps, and how soon the last two came after one another.
import { motionIsReduced } from "../../board/motion";
import { TURNING } from "../table/revealing";
import { SCRUB, type Turned } from "./state";

export class Clock {
  #timer: ReturnType<typeof setInterval> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
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

  /** A stage as it begins: it shows what its cards decide only once they lie there, but at once without motion or with too little time. */
  begun(at: number, runs: boolean, speed: string, board: HTMLElement | null): Turned {
    return { at, runs, told: board === null || motionIsReduced(board) || Number(speed) < 2 * TURNING };
  }

  /** Calls `tell` once the cards of a stage lie there, if the stage has not shown yet what they decide. */
  tell(stage: Turned | null, tell: (told: Turned) => void): void {
    clearTimeout(this.#turning);
    if (stage?.told === false) this.#turning = setTimeout(() => tell({ ...stage, told: true }), TURNING);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  end(): void {
    this.stop();
    clearTimeout(this.#turning);
  }
}
