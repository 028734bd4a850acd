// The list of moves of a game in which players have to remember, computed once for each position.
import type { GameView } from "../../board/layout";
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
