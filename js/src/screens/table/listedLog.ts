// The list of moves of a game in which players have to remember, computed once for each position.
import type { GameView } from "../../board/layout";
import type { Dump, LogEntry, Settings } from "../../kernel/messages";

export class ListedLog {
  #kept: { view: GameView; log: LogEntry[]; dump: Dump; memory: string; listed: LogEntry[] } | null = null;

  /** The moves as the list tells them, during an instant replay all of them; the same object until something changes, so that the list does not repaint. */
  of(view: GameView, log: LogEntry[], dump: Dump, { memory }: Settings): LogEntry[] {
    if (!view.listed) return log;
    const kept = this.#kept;
    if (kept?.view === view && kept.log === log && kept.dump === dump && kept.memory === memory) return kept.listed;
    const listed = view.listed(log, dump, memory);
    this.#kept = { view, log, dump, memory, listed };
    return listed;
  }
}
