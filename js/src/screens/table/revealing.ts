// A reveal at a table: its stages, how long each is shown, and when a stage tells what its cards decide.
import { motionIsReduced } from "../../board/motion";
import { nameForAnybody } from "../../board/names";
import type { GameView, Stage } from "../../board/layout";
import { REVEAL_AT_NO_PACE, REVEAL_TIME, STAGE_TIME } from "../../kernel/messages/constants";
import type { Dump, LogEntry, Scene, Seat, Settings } from "../../kernel/messages";
import { finishedGames } from "../../page/finished";
import type { Reveal, Ui } from "../../panel/ui";
import { texts } from "../../texts";
import { instantReplayStages } from "./instantReplay";

/** Milliseconds, in addition to the pace, for which an instant replay shows one stage. */
const REPLAYED_STAGE_TIME = 1600;

/** Players count as new until they have finished so many games of this kind in this browser. */
export const NEW_UNTIL = 2;

/** A new player gets so many times as long for a reveal: for each of the first two of a game, and for each later one. */
const NEW_PLAYER = [2.5, 1.6] as const;

/** Who is taught has so many times as long: each sentence is new there, and a button goes on sooner. */
const TAUGHT = 4;

/** Milliseconds for which what the cards of a stage decide stands at least. */
const LEAST_TOLD = 150;

/** The ply of the second reveal of a game: two players place their cards before each. */
const SECOND = 4;

/** Milliseconds after which a stage tells what its cards decide: they have arrived and are turned up by then. */
export const TURNING = 450;

/** Milliseconds for one of so many stages of the reveal at a ply, for somebody who has finished so many games of this kind. */
export function stageTime(stages: number, pace: number, finished: number, ply = 0, taught = false): number {
  const slower = taught ? TAUGHT : finished < NEW_UNTIL ? NEW_PLAYER[ply > SECOND ? 1 : 0] : 1;
  return Math.min(STAGE_TIME + pace, (slower * REVEAL_TIME * (REVEAL_AT_NO_PACE + pace / 1000)) / stages);
}

/** A stage takes as long as a sentence with so many letters more than its own: its cards are looked at, too. */
const LOOKED_AT = 60;

/** How many times as long as a stage takes on average each of a reveal takes: a longer sentence takes longer to read. */
export function timesOf(stages: readonly Stage[]): number[] {
  const letters = stages.map(({ text }) => LOOKED_AT + text.length);
  const mean = letters.reduce((sum, one) => sum + one, 0) / letters.length;
  return letters.map((one) => one / mean);
}

interface Shown {
  view: GameView;
  dump: Dump;
  scene: Scene;
  log: LogEntry[];
  settings: Settings;
  ui: Ui;
}

/** Steps through the reveals of one table. */
export class Revealing {
  readonly #shown: () => Shown;
  readonly #repaint: () => void;
  readonly #goesOn: () => void;
  #next: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
  #kept: { from: Dump; to: Dump; list: Stage[] } | null = null;
  /** The stage that has told what its cards decide. */
  #told: { from: Dump; at: number } | null = null;

  /** `shown` gives what the table shows, `repaint` draws it anew, and `goesOn` shows the next stage. */
  constructor(shown: () => Shown, repaint: () => void, goesOn: () => void) {
    this.#shown = shown;
    this.#repaint = repaint;
    this.#goesOn = goesOn;
  }

  stop(): void {
    clearTimeout(this.#next);
    clearTimeout(this.#turning);
  }

  /** Starts the time of a stage; a reveal that is held waits for the players. */
  start(board: HTMLElement | null, isHeld: boolean): void {
    this.stop();
    const { ui, settings, dump, scene } = this.#shown();
    const { reveal } = ui;
    if (reveal === null || reveal.lasting) return;
    if (this.#turns(reveal)) {
      if (board && !motionIsReduced(board)) this.#turning = setTimeout(this.#tell, TURNING);
      else this.#tell();
    }
    if (isHeld) return;
    const { pace } = settings;
    // only at a table of one's own: elsewhere others wait, or what follows comes at its time
    const finished = scene.can.new ? finishedGames(dump.game) : NEW_UNTIL;
    const wait = reveal.again ? REPLAYED_STAGE_TIME + pace : stageTime(reveal.of, pace, finished, reveal.to.ply, scene.taught) * (timesOf(this.#stages(reveal))[reveal.at] ?? 1);
    this.#next = setTimeout(this.#goesOn, Math.max(wait, TURNING + LEAST_TOLD));
  }

  /** Whether the cards of the stage are still being turned up, and what they decide is not told yet. */
  #turns(reveal: Reveal): boolean {
    const told = this.#told?.from === reveal.from && this.#told.at === reveal.at;
    return !told && this.#stages(reveal)[reveal.at]?.turning !== undefined;
  }

  readonly #tell = (): void => {
    clearTimeout(this.#turning);
    const { reveal } = this.#shown().ui;
    if (reveal === null) return;
    this.#told = { from: reveal.from, at: reveal.at };
    this.#repaint();
  };

  /** Goes on at once: to what the cards decide while they are being turned up, else to the next stage. */
  readonly goOn = (): void => {
    const { reveal } = this.#shown().ui;
    if (reveal !== null && this.#turns(reveal)) this.#tell();
    else this.#goesOn();
  };

  /** The stages of a reveal, computed once. */
  #stages(reveal: Reveal): Stage[] {
    const { view, log, scene } = this.#shown();
    const { from, to, again } = reveal;
    const who = (seat: Seat) => (seat === to.seat ? texts.you.toLowerCase() : nameForAnybody(scene.seats, seat));
    if (this.#kept?.to !== to || this.#kept.from !== from)
      this.#kept = { from, to, list: again ? instantReplayStages(view, again, who) : (view.stages?.(from, to, log, who) ?? []) };
    return this.#kept.list;
  }

  /** The current stage, without what its cards decide while they are being turned up; null without a reveal. */
  stage(): Stage | null {
    const { reveal } = this.#shown().ui;
    const stage = reveal && this.#stages(reveal)[reveal.at];
    if (!stage) return null;
    return this.#turns(reveal) ? untold(stage) : stage;
  }
}

/** A stage while its cards are still being turned up: without what they decide. */
export function untold(stage: Stage): Stage {
  const { shown, turning, lying } = stage;
  if (turning === undefined) return stage;
  const earlier = shown?.decided?.filter(({ of }) => of !== shown.of) ?? [];
  return { ...stage, dump: lying ?? stage.dump, text: turning, shown: shown && { ...shown, winner: null, why: [], decided: earlier } };
}
