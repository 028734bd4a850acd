// What counts against each seat of Universal (UC-14), and what the last turn changed: the figures that a player follows while the hand goes on.
import { DECKS } from "../../board/decks";
import type { Dump, LogEntry, Seat, UniversalColumn, UniversalTable } from "../../kernel/messages";

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

/** What a card that the dump does not show counts here: the mean of all cards, 5.8, as a whole number, so that a player can add it up. */
export const UNSEEN = 6;

/** What a card is counted as in the figures (UC-14). */
function countOf(card: string): number {
  return card === HIDDEN ? UNSEEN : valueOf(card);
}

/** What counts against a seat if the hand ends now: its hand once, its down cards twice. */
export function against({ boards, hands }: UniversalTable, seat: Seat): { points: number; exact: boolean } {
  const down = (boards[seat] ?? []).flatMap((column) => column.down);
  const counted = [...(hands[seat] ?? []), ...down, ...down];
  return { points: sum(counted.map(countOf)), exact: !counted.includes(HIDDEN) };
}

/** What a turn brought: at a column (`0-3`, seat and column), a pile of the bar (its suit), the discard pile or the stock. */
export interface Turn {
  seat: Seat | null;
  /** By how much less counts against the seat, by place. */
  less: Record<string, number>;
  /** Whether the seat played cards that the dump did not show before. */
  unseen: boolean;
  /** The columns whose down card was turned up. */
  turned: string[];
  /** The pile from which a card was drawn. */
  drew: string | null;
  /** What a card that was drawn counts; null if no card of the hand is named as drawn. */
  more: number | null;
  /** All places that the turn changed. */
  changed: string[];
}

/** Whether the dump of whoever sees it hides the hand of a seat; null sees everything. */
function hidesHand(sees: Dump["seat"], seat: Seat | null): boolean {
  return sees !== null && sees !== seat;
}

/** What the card of a hand counts that a sentence names; null if it names none, and as all unseen cards where the hand is not seen. */
function worthOfNamed(unseen: boolean, hand: readonly string[] | undefined, text: string, name: (card: string) => string): number | null {
  const card = unseen ? HIDDEN : hand?.find((one) => text.includes(name(one)));
  return card === undefined ? null : countOf(card);
}

/**
 * The changes of the last turn, or of the one under way, to what `against` counts: a card that was hidden before it was played took off what
 * it was counted as. The moves tell them; which card a move turned up only its sentence says, as it may have been built away since.
 *
 * @param sees whose hand the dump shows; null: everything
 */
export function lastTurn({ boards, hands }: UniversalTable, log: readonly LogEntry[], name: (card: string) => string, sees: Dump["seat"]): Turn {
  const seat = log.at(-1)?.seat ?? null;
  const turn: Turn = { seat, less: {}, unseen: hidesHand(sees, seat), turned: [], drew: null, more: 0, changed: [] };
  if (seat === null) return turn;
  let begins = log.length - 1;
  while (log[begins - 1]?.seat === seat) begins -= 1;
  for (const { move, text } of log.slice(begins)) {
    const [verb = "", card = "", to = ""] = (move ?? "").split(" ");
    const column = (name: string) => `${name.startsWith("o") ? 1 - seat : seat}-${Number(name.slice(-1)) - 1}`;
    const add = (place: string, points: number) => {
      turn.less[place] = (turn.less[place] ?? 0) + points;
      turn.changed.push(place);
    };
    const counted = countOf(turn.unseen ? HIDDEN : card);
    if (verb === "play" || verb === "slip") add(column(to), counted);
    else if (verb === "bar") add(card.charAt(1), counted);
    else if (verb === "discard") add(verb, counted);
    else if (verb === "draw") {
      turn.drew = card;
      turn.more = worthOfNamed(turn.unseen, hands[seat], text, name);
      turn.changed.push(card);
    }
    else if (verb === "move") {
      turn.changed.push(column(card), column(to));
      const turned = boards.flat().flatMap(({ up }) => up).find((one) => text.includes(`up the ${name(one)}`));
      if (turned === undefined) continue;
      turn.turned.push(column(card));
      add(column(card), 2 * countOf(sees === null ? turned : HIDDEN)); // face down it counted twice, and was hidden from every seat
    }
  }
  return turn;
}

/** By how much less a pick counts: the value of a card from the hand, else what the card was counted as that a column turns up once it is built away. */
export function gainOf(held: string, own: readonly UniversalColumn[]): { points: number; exact: boolean } | null {
  if (!/^[1-5]$/.test(held)) return { points: valueOf(held), exact: true };
  const under = own[Number(held) - 1]?.down.at(-1);
  return under === undefined ? null : { points: 2 * countOf(under), exact: under !== HIDDEN };
}
