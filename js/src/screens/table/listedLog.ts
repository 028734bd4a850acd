// The list of moves, computed once for each position: where players have to remember, and during a reveal.
import type { GameView, Stage } from "../../board/layout";
import type { Dump, LogEntry, Settings } from "../../kernel/messages";

export class ListedLog {
  #of: unknown[] = [];
  #listed: LogEntry[] = [];

  /** The moves as the list tells them; the same object until something changes, so that the list does not repaint. */
  of(view: GameView, log: LogEntry[], dump: Dump, { memory }: Settings): LogEntry[] {
    const of = [view, log, dump, memory];
    if (of.some((one, at) => one !== this.#of[at])) {
      this.#of = of;
      this.#listed = view.listed?.(log, dump, memory) ?? log;
    }
    return this.#listed;
  }
}

export class ShownLog {
  #kept: { log: LogEntry[]; ply: number; told: LogEntry[] } | null = null;

  /** The log up to the stage that is shown. */
  of(log: LogEntry[], stage: Stage | null): LogEntry[] {
    if (stage === null) return log;
    const { ply: at } = stage.dump;
    if (this.#kept?.log !== log || this.#kept.ply !== at) this.#kept = { log, ply: at, told: log.filter(({ ply }) => ply <= at) };
    return this.#kept.told;
  }
}
