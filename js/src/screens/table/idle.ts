// Why nothing can be picked or typed at a table.
import { nameForAnybody } from "../../board/names";
import type { GameView } from "../../board/layout";
import type { Message, Ui } from "../../panel/ui";
import { texts } from "../../texts";
import type { Dump, Scene } from "../../kernel/messages";

/** Whether the viewer is to move but is not asked yet, as in a lesson. */
const isNotAsked = ({ to_play: seat, seat: viewer }: Dump, { acts, cover, seats }: Scene): boolean =>
  seat !== null && seat === viewer && seats[seat]?.kind === "person" && acts.length === 0 && cover === null;

/** Why nothing can be picked. */
export function whyNoPick(dump: Dump, scene: Scene): string {
  const { is_over: over, to_play: seat } = dump;
  const { seats, acts, thinking, teacher } = scene;
  if (teacher?.stopped === true) return texts.teacher.stopped;
  if (over || seat === null) return texts.over;
  if (isNotAsked(dump, scene)) return texts.notAsked;
  if (thinking !== null) return texts.thinks(nameForAnybody(seats, thinking));
  const own = acts.map((at) => texts.seat(at)).join(", ");
  return texts.notYours(nameForAnybody(seats, seat), own === "" ? null : own);
}

/** Why what was clicked is no place; null where the game has nothing to say. */
export function whyNoPlace({ noPlace }: GameView, clicked: Element, dump: Dump): Message | null {
  const told = noPlace?.(clicked, dump) ?? null;
  return told && { tone: "refused", ...told, move: null };
}

/** What those who play here can do while bots play: a click on a battle that lies open goes on. Empty where none does. */
export function whileBotsPlay({ is_over: over, legal_moves: legal }: Dump, { can, seats, stopped }: Scene, { reveal }: Ui): string {
  const waits = reveal?.lasting === true && !over && legal.length === 0 && can.new && !stopped && seats.some(({ kind }) => kind === "bot");
  return waits ? (matchMedia("(hover: none)").matches ? texts.tapGoesOn : texts.clickGoesOn) : "";
}

/** Whether no move can be typed: the game is over, or nobody is asked for one. */
export const cannotType = (dump: Dump, scene: Scene): boolean => dump.is_over || isNotAsked(dump, scene);
