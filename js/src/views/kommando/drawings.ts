// The diagrams for the rules of Kommando.
import { card, drawn, type Diagrams } from "../../board/layout";

const ROW = ["6y", "10b", "3r", "??", "8y"];

export function drawings(): Diagrams {
  return {
    goal: [
      drawn(34, 14, [card("10b", 0, 0, "won"), card("8y", 11, 0, "won"), card("3r", 24, 0, "dim")]),
    ],
    turn: [
      drawn(54, 38, [...ROW.map((text, at) => card(text, 11 * at, 0)), card("7b", 22, 24)], {
        arrows: [
          [20, 30, 6, 17],
          [34, 30, 48, 17],
        ],
      }),
      drawn(38, 14, [card("9r", 0, 0, "won"), card("10b", 14, 0, "aim"), card("4y", 28, 0, "lost")]),
    ],
    end: [],
  };
}
