// The places of a hand: cards that its owner has just played leave gaps, so that no other card moves under the pointer. Pure.
import type { Dump, LogEntry, Seat } from "../kernel/messages";
import { DECKS, type DeckName, rankOf, suitOf } from "./decks";
import { type Spot, spot } from "./layout";

/** The place of a card that has left the hand. */
export function gap(card: string): Spot {
  // a key of its own, so that the button of the card, and the focus on it, go with the card
  return spot(`gap${card}`, "", { marks: ["gap"], mute: true });
}

/** Cards in the deck's order. */
export function inOrder(cards: string[], deck: DeckName): string[] {
  const { suits, ranks } = DECKS[deck];
  const order = (card: string) => suits.findIndex(({ letter }) => card.endsWith(letter)) * ranks.length + ranks.findIndex(({ text }) => text === card.slice(0, -1));
  return cards.sort((one, other) => order(one) - order(other));
}

/** The cards of an open hand in the deck's order and, until its owner's turn ends, those that were played in that turn. */
export function withPlayed(cards: string[], seat: Seat, dump: Dump, log: readonly LogEntry[], deck: DeckName): string[] {
  if (dump.to_play !== seat || cards.includes("??")) return cards;
  const turn = log.slice(1 + Math.max(...log.map((entry, at) => (entry.seat === seat ? -1 : at)), -1));
  const played = turn.flatMap(({ move }) => move?.split(/[ :]/) ?? []).filter((word) => rankOf(word, deck) && suitOf(word, deck) && !cards.includes(word));
  return played.length === 0 ? cards : inOrder([...cards, ...played], deck);
}
