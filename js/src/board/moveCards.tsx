// The cards that a move names, drawn beside its words.
import { type DeckName, rankOf, suitOf } from "./decks";
import { type Colours, Face } from "./face";

interface MoveCardsProps {
  /** The notation of a move. */
  move: string;
  deck: DeckName;
  colours?: Colours | undefined;
}

/** The cards of a move as small faces; nothing for a move that names none. The words beside them name the cards. */
export function MoveCards({ move, deck, colours }: MoveCardsProps) {
  const cards = move.split(/[ :]/).filter((word) => rankOf(word, deck) && suitOf(word, deck));
  if (cards.length === 0) return null;
  return (
    <span class="cw-move-cards" aria-hidden="true">
      {cards.map((card) => (
        <span key={card}>
          <Face card={card} deck={deck} colours={colours} />
        </span>
      ))}
    </span>
  );
}
