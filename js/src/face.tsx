import { DECKS, type DeckName, HEIGHT, rankOf, suitOf, WIDTH } from "./decks.ts";

/** Two colours or four for the French deck; the others have a colour a suit anyway. */
export type Colours = "two" | "four";

/** Where the suit stands by the rank: below it, for cards fanned to the right, or beside it, for cards stacked downwards. */
export type Index = "left" | "top";

export interface FaceProps {
  /** Text of a card of the deck: "Qh". */
  card: string;
  deck: DeckName;
  colours?: Colours;
  index?: Index;
}

/** Places a path of a 100 by 100 box. */
const at = (x: number, y: number, size: number) => `translate(${x} ${y}) scale(${size / 100})`;

const VIEW = `0 0 ${WIDTH} ${HEIGHT}`;

/**
 * A card's face. It fills the width of its parent; below 48 pixels the index alone is shown, enlarged (faces.css).
 * Says nothing to a screen reader: what holds it has the card's name.
 */
export function Face({ card, deck, colours = "two", index = "left" }: FaceProps) {
  const suit = suitOf(card, deck);
  const rank = rankOf(card, deck);
  if (!(suit && rank)) return <Back deck={deck} />;
  const colour = colours === "four" ? (suit.four ?? suit.colour) : suit.colour;
  const text = rank.index ?? rank.text;
  const symbol = deck === "universal" ? rank.emblem : undefined;
  const wide = text.length > 1;
  return (
    <svg class={`cw-face cw-face-${index} cw-face-ink-${colour}`} viewBox={VIEW} aria-hidden="true">
      {symbol ? (
        <path class="cw-face-rank" d={symbol} transform={at(7, 9, 28)} />
      ) : (
        <text
          class="cw-face-rank"
          x={wide ? 5 : 8}
          y="36"
          {...(wide && { textLength: 38, lengthAdjust: "spacingAndGlyphs" })}
        >
          {text}
        </text>
      )}
      <path
        class="cw-face-suit"
        d={suit.path}
        transform={index === "top" ? at(wide ? 46 : 38, 11, 25) : at(9, 43, 24)}
      />
      {deck !== "french" && (
        <text class="cw-face-letter" x="92" y="28">
          {suit.letter.toUpperCase()}
        </text>
      )}
      {rank.emblem ? (
        <g class="cw-face-big">
          <path d={rank.emblem} transform={at(36, 40, 46)} />
          <path class="cw-face-pip" d={suit.path} transform={at(42, 94, 34)} />
        </g>
      ) : (
        <path class="cw-face-big cw-face-pip" d={suit.path} transform={at(20, 62, 64)} />
      )}
    </svg>
  );
}

/** Rows of small lozenges across the back. */
const LATTICE = Array.from({ length: 9 * 7 }, (_, i) => [14 + (i % 7) * 12, 14 + Math.floor(i / 7) * 14])
  .map(([x, y]) => `M${x} ${y}m0-4l3 4-3 4-3-4z`)
  .join("");

/** A card's back. */
export function Back({ deck = "french" }: { deck?: DeckName }) {
  const middle = { french: "s", kommando: "y", universal: "s" }[deck];
  return (
    <svg class={`cw-face cw-face-back cw-face-back-${deck}`} viewBox={VIEW} aria-hidden="true">
      <rect class="cw-face-rim" x="7" y="7" width="86" height="126" rx="4" />
      <path class="cw-face-lattice" d={LATTICE} />
      <circle class="cw-face-medal" cx="50" cy="70" r="22" />
      <path
        class="cw-face-crest"
        d={DECKS[deck].suits.find((suit) => suit.letter === middle)?.path}
        transform={at(37, 57, 26)}
      />
    </svg>
  );
}
