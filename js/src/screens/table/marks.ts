// What the style sheets of a table have to know of its state.
import type { Ending, GameView, Stage } from "../../board/layout";
import { motionIsReduced } from "../../board/motion";
import type { Dump, Outcome, Scene, Seat } from "../../kernel/messages";
import type { Ui } from "../../panel/ui";

export function boardMarks({ picked }: Ui, stage: Stage | null, cover: Seat | null): string[] {
  return [...(picked.length > 0 ? ["choosing"] : []), ...(stage ? ["showing"] : []), ...(cover === null ? [] : ["covered"])];
}

/** While the end has its moment, the table keeps its form. */
export function mainClass(stage: Stage | null, { outcome }: Scene, ends: boolean, untyped: boolean): string {
  return `cw-main is-table${stage === null && outcome !== null && !ends ? " is-over" : ""}${untyped ? " is-untyped" : ""}`;
}

/** The result that has its moment on the board; none where motion is reduced. */
export function momentOf({ outcome }: Scene, board: HTMLElement | null): Outcome | null {
  return board && !motionIsReduced(board) ? outcome : null;
}

/** What the head of the table has to leave room for, and whether the end has its moment. */
export function headMarks(ending: Ending | null, result: Outcome | null): Record<string, string> {
  return { ...(ending && { "data-head": "long" }), ...(result && { "data-ending": "" }) };
}

/** What ends the round from here on; a stage does not say it. */
export function endingOf({ ending }: GameView, dump: Dump, stage: Stage | null): Ending | null {
  return stage ? null : (ending?.(dump) ?? null);
}

/** Whether the result of the round is certain; during a reveal, whether it was before. */
export class Settled {
  #is = false;

  of({ settled }: Scene, stage: Stage | null): boolean {
    if (stage === null) this.#is = settled !== null;
    return this.#is;
  }
}

/** The seat for whose player the cards are covered now. */
export function coverOf({ cover }: Scene, { connection }: Ui): Seat | null {
  return connection === "gone" ? null : cover;
}
