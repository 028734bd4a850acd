// The cards that a move names, drawn beside its words.
import { type DeckName, rankOf, suitOf } from "./decks";
import { type Colours, Face } from "./face";
import { texts } from "../texts";

interface MoveCardsProps {
  /** The notation of a move. */
  move: string;
  deck: DeckName;
  colours?: Colours | undefined;
  /** What people call the place of a card (`A` in "A:Qh"); it stands above the card. */
  placeName?: ((place: string) => string) | undefined;
  /** The move in words, where no words beside the cards name them. */
  label?: string | undefined;
}

interface TwoMovesProps extends Omit<MoveCardsProps, "move" | "label"> {
  yours: string;
  better: string;
}

/** A move of several cards and a better one, as two rows with their cards place by place; what is said of them in words stands beside. */
export function TwoMoves({ yours, better, ...how }: TwoMovesProps) {
  const inOrder = (move: string) => move.split(" ").sort().join(" ");
  return (
    <span class="cw-two-moves" aria-hidden="true">
      {texts.after.moves[0]} <MoveCards move={inOrder(yours)} {...how} />
      {texts.after.moves[1]} <MoveCards move={inOrder(better)} {...how} />
    </span>
  );
}

/** The cards of a move as small faces; nothing for a move that names none. Without a label the words beside them name the cards. */
export function MoveCards({ move, deck, colours, placeName, label }: MoveCardsProps) {
  const words = move.split(/[ :]/);
  const cards = words.flatMap((word, at) => (rankOf(word, deck) && suitOf(word, deck) ? [{ card: word, place: words[at - 1] }] : []));
  if (cards.length === 0) return null;
  return (
    <span class="cw-move-cards" {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}>
      {cards.map(({ card, place }) => (
        <span key={card}>
          {placeName && place !== undefined && <b>{placeName(place)}</b>}
          <Face card={card} deck={deck} colours={colours} />
        </span>
      ))}
    </span>
  );
}
