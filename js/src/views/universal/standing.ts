// What counts against each seat of Universal (UC-14), and what the last turn changed: the figures that a player follows while the hand goes on.
import { DECKS } from "../../board/decks";
import type { LogEntry, Seat, UniversalColumn, UniversalTable } from "../../kernel/messages";

export const SUITS = DECKS.universal.suits.map(({ letter }) => letter);
export const RANKS = DECKS.universal.ranks.map(({ text }) => text);
const HIDDEN = "??";

/** The points that a card counts if it is left over (UC-14). */
export function valueOf(card: string): number {
  const rank = RANKS.indexOf(card.charAt(0)) + 1;
  return rank > 7 ? 10 : rank;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** The mean value of the cards that this dump does not show: what a hidden card is likely to count. */
export function hiddenValue({ boards, hands, discard, bar }: UniversalTable): number {
  const lying = boards.flat().flatMap(({ down, up }) => [...down, ...up]);
  const shown = [...lying, ...hands.flat(), ...discard].filter((card) => card !== HIDDEN);
  for (const suit of SUITS) for (const rank of RANKS.slice(0, bar[suit] ?? 0)) shown.push(rank + suit);
  const all = SUITS.length * sum(RANKS.map(valueOf));
  return (all - sum(shown.map(valueOf))) / Math.max(1, SUITS.length * RANKS.length - shown.length);
}

/** What counts against a seat if the hand ends now: its hand once, its down cards twice; hidden cards count as they are likely to. */
export function against({ boards, hands }: UniversalTable, seat: Seat, hidden: number): { points: number; exact: boolean } {
  const down = (boards[seat] ?? []).flatMap((column) => column.down);
  const counted = [...(hands[seat] ?? []), ...down, ...down];
  return { points: Math.round(sum(counted.map((card) => (card === HIDDEN ? hidden : valueOf(card))))), exact: !counted.includes(HIDDEN) };
}

/** What a turn brought: at a column (`0-3`, seat and column), the bar, the discard pile or the stock. */
export interface Turn {
  seat: Seat | null;
  /** By how much less counts against the seat, by place. */
  less: Record<string, number>;
  /** The columns whose down card was turned up. */
  turned: string[];
  /** The pile from which a card was drawn. */
  drew: string | null;
}

/**
 * The changes of the last turn, or of the one under way. Its moves tell them; which card a move turned up only its sentence says, as the
 * card may have been built away since.
 */
export function lastTurn({ boards }: UniversalTable, log: readonly LogEntry[], name: (card: string) => string): Turn {
  const seat = log.at(-1)?.seat ?? null;
  const turn: Turn = { seat, less: {}, turned: [], drew: null };
  if (seat === null) return turn;
  let begins = log.length - 1;
  while (log[begins - 1]?.seat === seat) begins -= 1;
  for (const { move, text } of log.slice(begins)) {
    const [verb = "", card = "", to = ""] = (move ?? "").split(" ");
    const column = (name: string) => `${name.startsWith("o") ? 1 - seat : seat}-${Number(name.slice(-1)) - 1}`;
    const add = (place: string, points: number) => (turn.less[place] = (turn.less[place] ?? 0) + points);
    if (verb === "play" || verb === "slip") add(column(to), valueOf(card));
    else if (verb === "bar" || verb === "discard") add(verb, valueOf(card));
    else if (verb === "draw") turn.drew = card;
    else if (verb === "move") {
      const turned = boards.flat().flatMap(({ up }) => up).find((one) => text.includes(`up the ${name(one)}`));
      if (turned === undefined) continue;
      turn.turned.push(column(card));
      add(column(card), 2 * valueOf(turned)); // face down it counted twice
    }
  }
  return turn;
}

/** By how much less a pick counts: the value of a card from the hand, else that of the card that a column turns up once it is built away. */
export function gainOf(held: string, own: readonly UniversalColumn[], hidden: number): { points: number; exact: boolean } | null {
  if (!/^[1-5]$/.test(held)) return { points: valueOf(held), exact: true };
  const under = own[Number(held) - 1]?.down.at(-1);
  if (under === undefined) return null;
  return { points: Math.round(2 * (under === HIDDEN ? hidden : valueOf(under))), exact: under !== HIDDEN };
}
