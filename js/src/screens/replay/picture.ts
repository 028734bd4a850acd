// Computes what a replay shows: the layout of a position, the moves that led there, and the differences from another position. Pure.
import { boardContext, viewContext } from "../../board/board";
import type { Node, GameView, Stage } from "../../board/layout";
import type { Dump, LogEntry, SeatInfo, Settings } from "../../kernel/messages";
import { texts as replayTexts } from "./texts";
import { type Changes, changes, highlight } from "./changes";
import type { Rounds } from "./rounds";

interface Shown {
  seats: readonly SeatInfo[];
  memory: Settings["memory"];
  draft: Record<string, string>;
  /** The pinned position; null to compare with the position before. */
  pinned: Dump | null;
  /** Whether the differences are shown. */
  compares: boolean;
  /** The stage of a reveal that the board shows in place of the position; null without one. */
  stage: Stage | null;
}

export interface Picture {
  dump: Dump;
  /** Whether the result is shown. */
  over: boolean;
  log: LogEntry[];
  /** The last move in words. */
  move: string;
  layout: Node;
  before: Dump | null;
  changed: Changes;
}

const UNCHANGED: Changes = { words: [], places: new Set() };

export function pictureOf(view: GameView, rounds: Rounds, { seats, memory, draft, pinned, compares, stage }: Shown): Picture {
  const dump = rounds.dump();
  const { is_over: over } = dump;
  const earlier = rounds.earlier();
  const { log } = rounds.frames();
  const made = log.filter((entry) => entry.ply <= dump.ply);
  const now = made.at(-1);
  // at the moment of a move that was hidden, it is shown as hidden
  if (now?.veiled !== undefined && now.ply === dump.ply) made[made.length - 1] = { ...now, move: null, text: now.veiled };
  if (stage) {
    const about = boardContext(view, seats, made.slice(0, -1), { memory, shown: stage.shown });
    return { dump, over: false, log, move: stage.text, layout: view.layout(stage.dump, about), before: pinned ?? earlier, changed: UNCHANGED };
  }
  const about = boardContext(view, seats, made, { memory, draft, before: earlier });
  const layout = view.layout(dump, about);
  const before = pinned ?? earlier;
  const move = made.at(-1)?.text ?? replayTexts.beforeFirst;
  if (!compares || !before) return { dump, over, log, move, layout, before, changed: UNCHANGED };
  const then = log.filter((entry) => before.round === dump.round && entry.ply <= before.ply);
  const changed = changes(view, [before, viewContext(view, then, { memory })], [dump, about]);
  return { dump, over, log, move, layout: highlight(layout, changed.places), before, changed };
}
