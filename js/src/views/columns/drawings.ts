// The diagrams for the rules of Capture in five columns.
import { card, drawn, type Diagrams } from "../../board/layout";

const FAR = ["7c", "Kd", "3s", "Qh", "9c"];
const NEAR = ["9h", "4s", "Jd", "2c", "8d"];

/** Five columns with a card face up on both sides of each, and hidden cards behind those of one side. */
function columns() {
  return FAR.flatMap((far, at) => [
    card(far, 11 * at, 0),
    card("??", 11 * at, 22),
    card(NEAR[at] ?? null, 11 * at, 16),
  ]);
}

export function drawings(): Diagrams {
  return {
    goal: [
      drawn(34, 38, [
        card("5c", 0, 0),
        card("Kd", 12, 0, "lost"),
        card("3s", 24, 0),
        card("7h", 0, 16),
        card("9h", 12, 16, "won"),
        card("9s", 12, 24, "won"),
        card("Jc", 24, 16),
      ]),
    ],
    turn: [drawn(54, 36, columns())],
    end: [
      drawn(44, 14, [card("9h", 0, 0, "won"), card("9s", 11, 0, "won"), card("7c", 24, 0, "lost"), card("3d", 34, 0, "lost")]),
    ],
  };
}
