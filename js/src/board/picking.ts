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

  /** The places that can be picked if no legal move continues the picks: those with which a move may begin, and the picked ones, to release them. */
  #firstPlaces(options: readonly Option[], picked: readonly string[]): ReadonlySet<string> {
    const starts = [...nextPlaces(options, [])].filter((place) => {
      const choice = click(options, picked, place, (wider) => this.#attempt(wider));
      return choice.kind === "picked" && choice.picked.length > 0;
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
    const goes = nextPlaces(options, picked).has(place) || this.#attempt([...picked, place]) !== null;
    if (compose || goes || picked.includes(place)) this.pickPlace(place);
    else letGo();
  }

  /** Picks a place, by click, key or drop. */
  pickPlace(place: string): void {
    const { picked, pick, play } = this.now();
    const { options, compose } = this.#prepare();
    if (compose) {
      this.#layInSlot(compose, place);
      return;
    }
    const choice = click(options, picked, place, (wider) => this.#attempt(wider));
    if (choice.kind === "picked") pick(choice.picked);
    else play(choice.move);
  }

  #attempt(picked: readonly string[]): string | null {
    const { view, dump } = this.now();
    return view.attempt?.(picked, dump) ?? null;
  }

  /** Lays a card into a slot of a composed move; the player picks them in either order. */
  #layInSlot({ cards, slots, move }: Compose, place: string): void {
    const { picked, draft, pick, lay, play, unready } = this.now();
    if (place === "place") {
      const whole = move(draft);
      if (whole !== null) play(whole);
      else unready();
      return;
    }
    if (place === "take back") {
      lay({});
      return;
    }
    const [held] = picked;
    const lying = draft[place];
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
    if (!cards.includes(card)) return;
    const next: Record<string, string> = {};
    for (const [other, its] of Object.entries(draft)) if (its !== card && other !== slot) next[other] = its;
    const old = Object.entries(draft).find(([, its]) => its === card)?.[0];
    const pushed = draft[slot];
    if (old !== undefined && pushed !== undefined && old !== slot) next[old] = pushed;
    next[slot] = card;
    lay(next);
  }
}
