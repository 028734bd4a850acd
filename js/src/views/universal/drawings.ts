// The diagrams for the rules of Capture for the Universal Card Deck.
import { card, drawn, type Diagrams } from "../../board/layout";

export function drawings(): Diagrams {
  return {
    goal: [
      drawn(36, 20, [card("??", 0, 0), card("??", 0, 3), card("6m", 0, 6), card("6m", 26, 6, "land")], {
        arrows: [[12, 13, 24, 13]],
      }),
    ],
    turn: [
      drawn(38, 34, [card("7e", 0, 0), card("6m", 0, 6), card("5j", 0, 12), card("4n", 28, 20)], {
        arrows: [[26, 27, 8, 27]],
      }),
      drawn(36, 14, [card("3v", 0, 0), card("4v", 26, 0)], { arrows: [[24, 7, 12, 7]] }),
    ],
    end: [],
  };
}
