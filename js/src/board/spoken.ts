// The names that screen readers tell of the places of a board.
import { texts } from "../texts";
import { cardName } from "./decks";
import type { GameView, Node, Spot } from "./layout";

/** The spoken name of a place: its card, its position and its note. */
export function spoken(spot: Spot, view: GameView): string {
  const card = spot.card === null ? texts.empty : spot.card === "??" ? texts.faceDown : cardName(spot.card, view.deck);
  return [card, spot.label, spot.was === null ? null : texts.lay(spot.was === "??" ? texts.faceDown : cardName(spot.was, view.deck)), spot.note].filter((words) => words).join(", ");
}

/** The spoken names of some places, in the order of the board. */
export function namesOf(node: Node, places: ReadonlySet<string>, view: GameView): string[] {
  if (node.kind === "spot") return node.place !== null && places.has(node.place) ? [spoken(node, view)] : [];
  if (node.kind === "act") return places.has(node.place) ? [node.text] : [];
  if (node.kind !== "box") return [];
  const own = node.place !== null && places.has(node.place) && node.label !== null ? [node.label] : [];
  return [...own, ...node.kids.flatMap((kid) => namesOf(kid, places, view))];
}
