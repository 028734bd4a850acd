// The cards that a move names, drawn beside its words.
import { type DeckName, rankOf, suitOf } from "./decks";
import { type Colours, Face } from "./face";

interface MoveCardsProps {
  /** The notation of a move. */
  move: string;
  deck: DeckName;
  colours?: Colours | undefined;
  /** What people call the place of a card (`A` in "A:Qh"); it stands above the card. */
  placeName?: ((place: string) => string) | undefined;
}

/** The cards of a move as small faces; nothing for a move that names none. The words beside them name the cards. */
export function MoveCards({ move, deck, colours, placeName }: MoveCardsProps) {
  const words = move.split(/[ :]/);
  const cards = words.flatMap((word, at) => (rankOf(word, deck) && suitOf(word, deck) ? [{ card: word, place: words[at - 1] }] : []));
  if (cards.length === 0) return null;
  return (
    <span class="cw-move-cards" aria-hidden="true">
      {cards.map(({ card, place }) => (
        <span key={card}>
          {placeName && place !== undefined && <b>{placeName(place)}</b>}
          <Face card={card} deck={deck} colours={colours} />
        </span>
      ))}
    </span>
  );
}
