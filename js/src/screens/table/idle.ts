// Why nothing can be picked or typed at a table.
import { nameForAnybody } from "../../board/names";
import type { GameView } from "../../board/layout";
import type { Message } from "../../panel/ui";
import { texts } from "../../texts";
import type { Dump, Scene } from "../../kernel/messages";

/** Why nothing can be picked. */
export function whyNoPick({ is_over: over, to_play: seat }: Dump, { seats, acts, thinking, teacher }: Scene): string {
  if (teacher?.stopped === true) return texts.teacher.stopped;
  if (over || seat === null) return texts.over;
  if (thinking !== null) return texts.thinks(nameForAnybody(seats, thinking));
  const own = acts.map((at) => texts.seat(at)).join(", ");
  return texts.notYours(nameForAnybody(seats, seat), own === "" ? null : own);
}

/** Why what was clicked is no place; null where the game has nothing to say. */
export function whyNoPlace({ noPlace }: GameView, clicked: Element, dump: Dump): Message | null {
  const told = noPlace?.(clicked, dump) ?? null;
  return told && { ...told, move: null, tone: "refused" };
}

/** Whether no move can be typed: the game is over, or the viewer is to move but is not asked yet, as in a lesson. */
export const cannotType = ({ is_over: over, to_play: seat, seat: viewer }: Dump, { acts, cover, seats }: Scene): boolean =>
  over || (seat !== null && seat === viewer && seats[seat]?.kind === "person" && acts.length === 0 && cover === null);
