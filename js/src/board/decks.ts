/** The three decks: names and outlines of their cards, from the file that Python's exports use too. */
import { decks, hidden, places, size } from "../../../capture_widgets/engine/faces.json";

export type DeckName = keyof typeof decks;

/** A card of the French deck in two signs: "10♦". */
export const shortCard = (card: string): string => card.replace("T", "10").replace(/.$/u, (suit) => "♣♦♥♠".charAt("cdhs".indexOf(suit)));

/** One of the faces' colour tokens, `--cw-face-<colour>` in faces.css. */
export type Colour = "black" | "red" | "green" | "blue" | "yellow" | "orange" | "violet";

export interface Suit {
  /** The suit in a card's text: "h". */
  letter: string;
  name: string;
  colour: Colour;
  /** The suit's colour if the player chose four colours and the deck has them. */
  four?: Colour;
  /** Outline in a box of 100 by 100, filled by the nonzero rule. */
  path: string;
}

export interface Rank {
  /** The rank in a card's text: "T". */
  text: string;
  name: string;
  /** The text in the corner if it differs from the card's text: "10"; empty if the corner shows the emblem. */
  index?: string;
  /** Outline of a court card's or celestial card's own picture, like a suit's path. */
  emblem?: string;
}

export interface Deck {
  /** The pattern of a card's name: "{rank} of {suit}". */
  words: string;
  /** Whether faces show the suit's letter too. */
  letters: boolean;
  /** The letter of the suit on the card's back. */
  crest: string;
  /** In the deck's order, from low to high. */
  suits: readonly Suit[];
  ranks: readonly Rank[];
}

/** Width and height of a card in its own coordinates. */
export const [WIDTH, HEIGHT] = size as [number, number];

/** The position of a part of a face: left, top and size of a picture, or x, baseline and size of a text. */
export type Place = readonly [x: number, y: number, size: number];

/** The positions of a face's parts; `beside` is the suit of a stacked card, `below` the suit under an emblem. */
export const PLACES = places as unknown as Record<keyof typeof places, Place>;

export const DECKS = decks as Record<DeckName, Deck>;

/** Whether the deck offers four suit colours instead of two. */
export function hasFourColours(deck: DeckName): boolean {
  return DECKS[deck].suits.some(({ four }) => four !== undefined);
}

/** The suit at the end of a card's text; undefined if the deck has no such suit. */
export function suitOf(card: string, deck: DeckName): Suit | undefined {
  const letter = card.slice(-1);
  return DECKS[deck].suits.find((suit) => suit.letter === letter);
}

/** The rank at the start of a card's text; undefined if the deck has no such rank. */
export function rankOf(card: string, deck: DeckName): Rank | undefined {
  const text = card.slice(0, -1);
  return DECKS[deck].ranks.find((rank) => rank.text === text);
}

/** A card in words: "queen of hearts", "yellow 7", "Sun of Neptune"; a text that names no card of the deck becomes "face-down card". */
export function cardName(card: string, deck: DeckName): string {
  const suit = suitOf(card, deck);
  const rank = rankOf(card, deck);
  if (!(suit && rank)) return hidden;
  return DECKS[deck].words.replace("{rank}", rank.name).replace("{suit}", suit.name);
}
