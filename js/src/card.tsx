// One card, on any table.
import type { DeckName } from "./decks";
import { Back, Face } from "./face";
import { kept } from "./kept";
import type { Spot } from "./layout";

interface CardProps {
  card: string;
  deck: DeckName;
  colours: "two" | "four";
  index: "left" | "top";
}

/** A drawing is made once a card: most of a table stands still from one repaint to the next. */
const Drawing = kept(function Drawing({ card, deck, colours, index }: CardProps) {
  return card === "??" ? <Back deck={deck} /> : <Face card={card} deck={deck} colours={colours} index={index} />;
});

interface Props {
  of: Spot;
  deck: DeckName;
  colours: "two" | "four";
  /** Its name, where the card is a button that lists its moments. */
  asks?: string | null;
}

export const Card = kept(function Card({ of, deck, colours, asks = null }: Props) {
  if (of.card === null) return <span class="cw-hole" />;
  return (
    <span
      class="cw-card"
      {...(of.id !== null && { "data-id": of.id })}
      {...(of.from !== null && { "data-from": of.from })}
      {...(of.card === "??" ? { "data-down": "" } : { "data-card": of.card })}
      {...(of.mute && { "data-mute": "" })}
      {...(asks !== null && { role: "button", tabIndex: -1, "data-look": of.card, "aria-label": asks })}
    >
      <Drawing card={of.card} deck={deck} colours={colours} index={of.marks.includes("stacked") ? "top" : "left"} />
    </span>
  );
});
