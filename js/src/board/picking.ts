// Turns picks into moves: place after place, or card by card for a composed move.
import type { Compose, GameView } from "./layout";
import { click, nextPlaces, type Option, optionsOf } from "./pick";
import type { Dump } from "../kernel/messages";

/** The picks and the draft so far, and the functions that change them. */
export interface Picks {
  view: GameView;
  dump: Dump;
  picked: readonly string[];
  /** The cards of a composed move by slot. */
  draft: Record<string, string>;
  pick: (picked: readonly string[]) => void;
  lay: (draft: Record<string, string>) => void;
  letGo: () => void;
  /** Called when the player wants to play a draft that is not complete. */
  unready: () => void;
  play: (move: string) => void;
}

export class Picking {
  #of: { dump: Dump; options: Option[]; compose: Compose | null } | null = null;

  constructor(private readonly now: () => Picks) {}

  /** Legal moves as picks, computed once for each dump. */
  #prepare(): { options: Option[]; compose: Compose | null } {
    const { dump, view } = this.now();
    if (this.#of?.dump !== dump) {
      const compose = view.compose?.(dump) ?? null;
      const placed = dump.legal_moves.filter((move) => move !== view.givesUp?.move);
      const options = compose ? [] : optionsOf(placed, view.steps, view.starts);
      this.#of = { dump, options, compose };
    }
    return this.#of;
  }

  /** The places that can be picked next. */
  able(): ReadonlySet<string> {
    const { options, compose } = this.#prepare();
    const { picked, draft } = this.now();
    if (!compose) {
      const on = nextPlaces(options, picked);
      const [only] = picked;
      if (picked.length === 1 && only !== undefined && this.#again(only) !== null) on.add(only);
      return on.size > 0 || picked.length === 0 ? on : this.#firstPlaces(options, picked);
    }
    const ready = compose.move(draft) !== null;
    return new Set([
      ...compose.cards,
      ...compose.slots,
      ...(ready ? ["place"] : []),
      ...(Object.keys(draft).length > 0 ? ["take back"] : []),
    ]);
  }

  /** The places that can follow the picks in a move, without those that would only replace a pick. */
  goesOn(): ReadonlySet<string> {
    const { compose } = this.#prepare();
    const { picked } = this.now();
    const others = compose && (compose.slots.includes(picked[0] ?? "") ? compose.cards : compose.slots);
    return new Set((others ?? [...this.able()]).filter((place) => !picked.includes(place)));
  }

  /** The move that a second pick of the only picked place makes. */
  #again(place: string): string | null {
    const { view, dump } = this.now();
    return view.again?.(place, dump) ?? null;
  }

  /** The places that can be picked if no legal move continues the picks: those with which a move may begin, and the picked ones, to release them. */
  #firstPlaces(options: readonly Option[], picked: readonly string[]): ReadonlySet<string> {
    const starts = [...nextPlaces(options, [])].filter((place) => {
      const choice = click(options, picked, place, (wider) => this.#attempt(wider));
      return choice.kind === "move" || (choice.kind === "picked" && choice.picked.length > 0);
    });
    return new Set([...starts, ...picked]);
  }

  /** Picks a card that is being dragged. */
  lift(place: string): void {
    const { draft, picked, pick } = this.now();
    const card = draft[place] ?? place;
    if (!picked.includes(card)) pick([card]);
  }

  /** Picks the place on which a card was dropped, or releases the card. Unlike a click, a drop never begins a new move. */
  dropOn(place: string): void {
    const { picked, letGo } = this.now();
    const { options, compose } = this.#prepare();
    if (picked.includes(place) && !compose) {
      letGo();
      return;
    }
    const goes = nextPlaces(options, picked).has(place) || this.#attempt([...picked, place]) !== null;
    if (compose || goes) this.pickPlace(place);
    else letGo();
  }

  /** The place to which a key's focus goes on after such a pick of a composed move; null if it stays. */
  following(place: string): string | null {
    const { compose } = this.#prepare();
    const { picked, draft } = this.now();
    if (!compose || picked.includes(place)) return null;
    const { cards, slots } = compose;
    const holds = [...picked, place];
    const card = holds.find((one) => cards.includes(one));
    const slot = holds.find((one) => slots.includes(one));
    if (card === undefined || picked.includes(draft[place] ?? "")) return null;
    const free = slots.filter((one) => draft[one] === undefined);
    if (slot === undefined) return Object.values(draft).includes(card) ? null : (free[0] ?? null);
    return this.#after(compose, card, slot);
  }

  /** The place to which the focus goes on after a card is laid: the button if all are laid, else the next card. */
  #after({ cards, move }: Compose, card: string, lays: string): string | null {
    const { draft } = this.now();
    const others = Object.entries(draft).filter(([at, its]) => at !== lays && its !== card);
    const after = { ...Object.fromEntries(others), [lays]: card };
    if (move(after) !== null) return "place";
    const held = cards.filter((one) => !Object.values(after).includes(one));
    return held.find((one) => cards.indexOf(one) > cards.indexOf(card)) ?? held[0] ?? null;
  }

  /**
   * Lays the picked card, else the card of the hand at a place, into the slot with this number, counted from 1. A card that
   * lies already has to be picked first. Returns the place to which the focus goes on; null if nothing was laid.
   */
  layByNumber(number: number, place: string): string | null {
    const { compose } = this.#prepare();
    const { picked } = this.now();
    const slot = compose?.numbered[number - 1];
    const card = [...picked, place].find((one) => compose?.cards.includes(one));
    if (!compose || slot === undefined || !compose.slots.includes(slot) || card === undefined) return null;
    const next = this.#after(compose, card, slot);
    this.#put(card, slot);
    return next;
  }

  /** Takes the picked card back into the hand, else the card that was laid last; returns it, null if none is laid. */
  takeBack(): string | null {
    const { picked, draft, lay } = this.now();
    const laid = Object.entries(draft);
    const [slot, card] = laid.find(([, its]) => picked.includes(its)) ?? laid.at(-1) ?? [];
    if (slot === undefined || card === undefined) return null;
    lay(Object.fromEntries(laid.filter(([other]) => other !== slot)));
    return card;
  }

  /** Picks a place, by click, key or drop. */
  pickPlace(place: string): void {
    const { view, dump, picked, pick, play } = this.now();
    const { options, compose } = this.#prepare();
    if (compose) {
      this.#layInSlot(compose, place);
      return;
    }
    const again = picked.length === 1 && picked[0] === place ? this.#again(place) : null;
    if (again !== null) {
      play(again);
      return;
    }
    const choice = click(options, picked, place, (wider) => this.#attempt(wider));
    const alone = choice.kind === "picked" && choice.picked.length === 1 && choice.picked[0] === place ? (view.alone?.(place, dump) ?? null) : null;
    if (alone !== null) play(alone);
    else if (choice.kind === "picked") pick(choice.picked);
    else {
      // a refusal keeps picks from which a move goes on; others would only cause the next refusal
      if (choice.kind === "attempt" && picked.length > 0 && nextPlaces(options, picked).size === 0) pick([]);
      play(choice.move);
    }
  }

  #attempt(picked: readonly string[]): string | null {
    const { view, dump } = this.now();
    return view.attempt?.(picked, dump) ?? null;
  }

  /** Lays a card into a slot of a composed move; the player picks them in either order. */
  #layInSlot(compose: Compose, place: string): void {
    const { cards, slots, move } = compose;
    const { picked, draft, pick, play, unready } = this.now();
    if (place === "place") {
      const whole = move(draft);
      if (whole !== null) play(whole);
      else unready();
      return;
    }
    if (place === "take back") {
      this.takeBack();
      return;
    }
    const [held] = picked;
    const lying = draft[place];
    if (held !== undefined && held === lying) {
      this.takeBack();
      return;
    }
    if (held === undefined && lying !== undefined) {
      pick([lying]);
      return;
    }
    const isSlot = slots.includes(place);
    if (held === undefined || held === place || slots.includes(held) === isSlot) {
      pick(held === place ? [] : [place]);
      return;
    }
    const [slot, card] = isSlot ? [place, held] : [held, place];
    if (cards.includes(card)) this.#put(card, slot);
  }

  /** Lays a card into a slot; a card that lay there goes to where this one lay, else back into the hand. */
  #put(card: string, slot: string): void {
    const { draft, lay } = this.now();
    const next: Record<string, string> = {};
    for (const [other, its] of Object.entries(draft)) if (its !== card && other !== slot) next[other] = its;
    const old = Object.entries(draft).find(([, its]) => its === card)?.[0];
    const pushed = draft[slot];
    if (old !== undefined && pushed !== undefined && old !== slot) next[old] = pushed;
    next[slot] = card;
    lay(next);
  }
}
