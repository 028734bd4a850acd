/** The three decks: names and outlines of their cards, from one file that Python's exports can draw from too. */
import { decks, hidden, places, size } from "../../../capture_widgets/engine/faces.json";

export type DeckName = keyof typeof decks;

/** One of the faces' colour tokens, `--cw-face-<colour>` in faces.css. */
export type Colour = "black" | "red" | "green" | "blue" | "yellow" | "orange" | "violet";

export interface Suit {
  /** As in card texts: "h". */
  letter: string;
  name: string;
  colour: Colour;
  /** Colour in the four-colour choice, where the deck offers one. */
  four?: Colour;
  /** Outline in a box of 100 by 100, filled by the nonzero rule. */
  path: string;
}

export interface Rank {
  /** As in card texts: "T". */
  text: string;
  name: string;
  /** What the corner shows instead of the text: "10"; empty where it shows the emblem. */
  index?: string;
  /** Outline of a court card's or celestial card's own picture, like a suit's path. */
  emblem?: string;
}

export interface Deck {
  /** How a card is named: "{rank} of {suit}". */
  words: string;
  /** Whether faces show the suit's letter too. */
  letters: boolean;
  /** Letter of the suit on the back. */
  crest: string;
  /** In canonical order, as the ranks: low to high. */
  suits: readonly Suit[];
  ranks: readonly Rank[];
}

/** Width and height of a card's own coordinates. */
export const [WIDTH, HEIGHT] = size as [number, number];

/** Where a piece of a face stands: left, top and size of a picture's box, or x, baseline and size of a text. */
export type Place = readonly [x: number, y: number, size: number];

/** Where a face's pieces stand; `beside` is the suit of a stacked card, `below` the suit under an emblem. */
export const PLACES = places as unknown as Record<keyof typeof places, Place>;

export const DECKS = decks as Record<DeckName, Deck>;

/** Whether its suits can be told apart by four colours instead of two. */
export function hasFourColours(deck: DeckName): boolean {
  return DECKS[deck].suits.some(({ four }) => four !== undefined);
}

/** The suit that a card's text ends in, undefined where the deck has none such. */
export function suitOf(card: string, deck: DeckName): Suit | undefined {
  const letter = card.slice(-1);
  return DECKS[deck].suits.find((suit) => suit.letter === letter);
}

/** The rank that a card's text begins with, undefined where the deck has none such. */
export function rankOf(card: string, deck: DeckName): Rank | undefined {
  const text = card.slice(0, -1);
  return DECKS[deck].ranks.find((rank) => rank.text === text);
}

/** A card in words: "queen of hearts", "yellow 7", "Sun of Neptune"; what is no card of the deck is called a hidden card. */
export function cardName(card: string, deck: DeckName): string {
  const suit = suitOf(card, deck);
  const rank = rankOf(card, deck);
  if (!(suit && rank)) return hidden;
  return DECKS[deck].words.replace("{rank}", rank.name).replace("{suit}", suit.name);
}
