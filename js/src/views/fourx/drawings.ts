// The diagrams for the rules of 4X Solitaire.
import { card, drawn, type DiagramCard, type Diagrams } from "../../board/layout";

/** Nine spaces of the map, three by three. */
function block(left: number, texts: readonly (string | null)[], marks: readonly DiagramCard["mark"][]): DiagramCard[] {
  return texts.map((text, at) => card(text, left + 11 * (at % 3), 15 * Math.floor(at / 3), marks[at] ?? null));
}

const OPEN = ["5d", "9d", null, "3d", "Kd", "Qd", null, "7d", "Ad"];
const LAND = OPEN.map(() => "land" as const);
const DOWN = ["??", "??", "??", "??", "Kd", "??", "??", "??", "??"];
const SEEN = ["5d", "8s", "2c", "3d", "Kd", "Jh", "4s", "7d", "Tc"];

export function drawings(): Diagrams {
  const own = (texts: readonly (string | null)[]) => texts.map((text) => (text?.endsWith("d") ? ("land" as const) : null));
  return {
    goal: [drawn(32, 44, block(0, OPEN, LAND))],
    turn: [
      drawn(76, 44, [...block(0, DOWN, own(DOWN)), ...block(44, SEEN, own(SEEN))], { arrows: [[33.5, 22, 42.5, 22]] }),
      drawn(34, 14, [card("9s", 0, 0, "won"), card("4s", 24, 0, "lost")], { arrows: [[12, 7, 22, 7]] }),
    ],
    end: [],
  };
}
