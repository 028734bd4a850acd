// The entries of a game's legend: a rule in few words with the cards that it is about. A test of the kernel holds each against the rules.
import { card, type Diagram, type DiagramCard, drawn, type LegendEntry } from "./layout";

/** The entries that hold with these options. */
export function entriesFor(entries: readonly LegendEntry[], options: Readonly<Record<string, unknown>>): LegendEntry[] {
  return entries.filter(({ when }) => Object.entries(when ?? {}).every(([name, value]) => options[name] === value));
}

/** Tenths of a card's width between two cards that lie over each other. */
const STEP = 5;

/** The cards of an entry as they lie on a table; null without cards. */
export function pictureOf({ lay, cards, played, land = 0, foes = 0, signs = [] }: LegendEntry): Diagram | null {
  if (cards.length === 0) return null;
  const mark = (at: number): DiagramCard["mark"] => {
    if (at === played) return "won";
    const ground = at < land ? "land" : at >= cards.length - foes ? "foe" : null;
    return ground && signs[at] ? `${ground} is-${signs[at]}` : ground;
  };
  if (lay === "column") return drawn(11, 15 + STEP * (cards.length - 1), cards.map((text, at) => card(text, 0.5, 0.5 + STEP * at, mark(at))));
  if (lay === "beneath") {
    const rest = cards.slice(0, -1);
    const above = cards.at(-1) ?? null;
    const stack = rest.map((text, at) => card(text, 0.5, 0.5 + STEP * at, mark(at)));
    return drawn(27, 15 + STEP * (rest.length - 1), [...stack, card(above, 16.5, 0.5, mark(cards.length - 1))], { arrows: [[11.5, 14, 15.5, 11]] });
  }
  const step = cards.length > 5 ? 7 : 11;
  return drawn(11 + step * (cards.length - 1), 15, cards.map((text, at) => card(text, 0.5 + step * at, 0.5, mark(at))));
}
