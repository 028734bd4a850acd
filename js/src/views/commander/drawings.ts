// The diagrams for the rules of Capture the Commander.
import { card, drawn, type DiagramCard, type Diagrams } from "../../board/layout";

/** The indentation of each rank of a formation, from the commander to the front. */
const INSETS: [number, number][] = [
  [16.5, 1],
  [11, 2],
  [5.5, 3],
  [5.5, 3],
  [0, 4],
];

/** A formation face down, with a mark on its commander. */
function formation(left: number): DiagramCard[] {
  return INSETS.flatMap(([inset, count], rank) =>
    Array.from({ length: count }, (_, at) => card("??", left + inset + 11 * at, 6 * rank, rank === 0 ? "aim" : null)),
  );
}

export function drawings(options: Readonly<Record<string, unknown>>): Diagrams {
  const rivals = options.teams ? 2 : 1;
  const goal = Array.from({ length: rivals }, (_, at) => formation(47 * at)).flat();
  const [high, low] = options.twos_beat_aces ? ["2h", "As"] : ["9h", "6s"];
  return {
    goal: [drawn(47 * rivals - 4, 38, goal)],
    turn: [drawn(34, 14, [card(high, 0, 0, "won"), card(low, 24, 0, "lost")], { arrows: [[12, 7, 22, 7]] })],
    end: [drawn(34, 14, [card("Kd", 0, 0, "won"), card("Js", 24, 0, "fallen")], { arrows: [[12, 7, 22, 7]] })],
  };
}
