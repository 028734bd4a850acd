import { DECKS, type DeckName, HEIGHT, PLACES, type Place, rankOf, suitOf, WIDTH } from "./decks";

/** Two or four suit colours of the French deck; in the other decks each suit has its own colour. */
export type Colours = "two" | "four";

/** The position of the suit: below the rank, for cards fanned to the right, or beside it, for cards stacked downwards. */
export type Index = "left" | "top";

export interface FaceProps {
  /** The text of a card of the deck, such as "Qh"; any other text shows a back. */
  card: string;
  deck: DeckName;
  colours?: Colours | undefined;
  index?: Index | undefined;
}

const VIEW = `0 0 ${WIDTH} ${HEIGHT}`;

/** The transformation that fits an outline into a place. */
const at = ([x, y, size]: Place) => `translate(${x} ${y}) scale(${size / 100})`;

/** Makes "10" fit into its corner in every font. */
const FIT = { textLength: 38, lengthAdjust: "spacingAndGlyphs" } as const;

function Words({ name, place: [x, y, size], text }: { name: string; place: Place; text: string }) {
  return (
    <text class={name} x={x} y={y} font-size={size} {...(text.length > 1 && FIT)}>
      {text}
    </text>
  );
}

/**
 * A card's face. It fills the width of its parent; below 48 pixels it shows only an enlarged index (faces.css). It is
 * hidden from screen readers, because its parent has the card's name.
 */
export function Face({ card, deck, colours = "two", index = "left" }: FaceProps) {
  const suit = suitOf(card, deck);
  const rank = rankOf(card, deck);
  if (!(suit && rank)) return <Back deck={deck} />;
  const colour = (colours === "four" ? suit.four : undefined) ?? suit.colour;
  const corner = rank.index ?? rank.text;
  return (
    <svg class={`cw-face cw-face-${deck} cw-face-${index} cw-face-ink-${colour}`} viewBox={VIEW} aria-hidden="true">
      {corner ? (
        <Words name="cw-face-rank" place={PLACES.rank} text={corner} />
      ) : (
        <path class="cw-face-rank" d={rank.emblem} transform={at(PLACES.symbol)} />
      )}
      <path class="cw-face-suit" d={suit.path} transform={at(index === "top" ? PLACES.beside : PLACES.suit)} />
      {DECKS[deck].letters && <Words name="cw-face-letter" place={PLACES.letter} text={suit.letter.toUpperCase()} />}
      {rank.emblem ? (
        <g class="cw-face-big">
          <path class="cw-face-emblem" d={rank.emblem} transform={at(PLACES.emblem)} />
          <path class="cw-face-pip" d={suit.path} transform={at(PLACES.below)} />
        </g>
      ) : (
        <path class="cw-face-big cw-face-pip" d={suit.path} transform={at(PLACES.pip)} />
      )}
    </svg>
  );
}

/** Rows of small lozenges across the back. */
const LATTICE = Array.from(
  { length: 63 },
  (_, i) => `M${14 + (i % 7) * 12} ${10 + Math.floor(i / 7) * 14}l3 4-3 4-3-4z`,
).join("");

/** A card's back. */
export function Back({ deck = "french" }: { deck?: DeckName | undefined }) {
  const { crest, suits } = DECKS[deck];
  return (
    <svg class={`cw-face cw-face-back cw-face-back-${deck}`} viewBox={VIEW} aria-hidden="true">
      <rect class="cw-face-rim" x="7" y="7" width="86" height="126" rx="4" />
      <path class="cw-face-lattice" d={LATTICE} />
      <circle class="cw-face-medal" cx="50" cy="70" r="22" />
      <path class="cw-face-crest" d={suits.find((suit) => suit.letter === crest)?.path} transform={at([37, 57, 26])} />
    </svg>
  );
}
