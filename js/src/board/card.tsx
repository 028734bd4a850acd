// One card of any deck.
import { Component, createRef, render } from "preact";
import type { DeckName } from "./decks";
import { Back, Face, type Colours, type Index } from "./face";
import { sameProps } from "./memo";

interface Props {
  /** Card text, "??" face down, null where there is none. */
  card: string | null;
  /** A card that has left play and is drawn in grey, where there is no other. */
  was: string | null;
  deck: DeckName;
  colours: Colours;
  index: Index;
  /** The identity of the card, as in a `Spot`. */
  id: string | null;
  from: string | null;
  mute: boolean;
  /** The card's name if the card is a button that lists its moments. */
  asks: string | null;
}

/** A cache of drawings, because copying a drawing takes a tenth of the time of making it. */
const drawings = new Map<string, DocumentFragment>();

/** The key of a card's drawing in the cache. */
function drawingOf({ card, was, deck, colours, index }: Props): string {
  return [deck, card ?? was, colours, index].join(" ");
}

function drawing(of: Props): Node {
  const { deck, colours, index } = of;
  const card = of.card ?? of.was;
  const name = drawingOf(of);
  const kept = drawings.get(name);
  if (kept !== undefined) return kept.cloneNode(true);
  const made = document.createDocumentFragment();
  if (card === "??") render(<Back deck={deck} />, made);
  else if (card !== null) render(<Face card={card} deck={deck} colours={colours} index={index} />, made);
  drawings.set(name, made);
  return made.cloneNode(true);
}

/** A card repaints only when its props change. */
export class Card extends Component<Props> {
  readonly #whole = createRef<HTMLSpanElement>();

  override shouldComponentUpdate(next: Props): boolean {
    return !sameProps(this.props, next, "from"); // `from` matters only when the card arrives
  }

  override componentDidMount() {
    this.#draw();
  }

  override componentDidUpdate(before: Props) {
    if (drawingOf(before) !== drawingOf(this.props)) this.#draw();
  }

  #draw() {
    this.#whole.current?.replaceChildren(drawing(this.props));
  }

  override render({ card, was, id, from, mute, asks }: Props) {
    if (card === null) return <span class={was === null ? "cw-hole" : "cw-hole is-ghost"} ref={this.#whole} />;
    return (
      <span
        class="cw-card"
        ref={this.#whole}
        {...(id !== null && { "data-id": id })}
        {...(from !== null && { "data-from": from })}
        {...(card === "??" ? { "data-down": "" } : { "data-card": card })}
        {...(mute && { "data-mute": "" })}
        {...(asks !== null && { role: "button", tabIndex: -1, "data-look": card, "aria-label": asks })}
      />
    );
  }
}
