// What clicks stand for that make no legal move: a move that the kernel refuses with its reason.
import { FOURX_FILES as FILES } from "../../kernel/messages/constants";
import type { Dump, FourXEntry, FourXTable } from "../../kernel/messages";

const SQUARE = /^[a-g][1-7]$/;
const CARD = /^[2-9TJQKA][cdhs]$/;

const isEnemy = ({ up, territory }: FourXEntry) => up && !territory;
const isKing = ({ card }: FourXEntry) => card?.startsWith("K") === true;

/** The first space with such an entry; the first space of all if there is none. */
function spaceWith({ map }: FourXTable, fits: (entry: FourXEntry) => boolean): string {
  const at = Math.max(0, map.findIndex((entry) => entry !== null && fits(entry)));
  return `${FILES[at % 7] ?? ""}${Math.floor(at / 7) + 1}`;
}

/** The space of the player's king. */
const ownKing = (table: FourXTable) => spaceWith(table, ({ card }) => card === `K${table.own ?? ""}`);

/** The use of the technology on a space; if none is picked, on one that it could be meant for. */
function techMove(suit: string | undefined, picked: string | undefined, table: FourXTable): string {
  if (suit === "d") return `tech explore ${picked ?? ownKing(table)} row`;
  return `tech ${suit === "s" ? "flip" : suit === "h" ? "conquer" : "capture"} ${picked ?? spaceWith(table, isEnemy)}`;
}

/** A capture that fails: of the picked card and space, with what comes nearest to the missing one. */
function failedCapture(weapon: string | undefined, space: string | undefined, table: FourXTable, enemy = ""): string {
  const suits = (card: string, other: string) => [table.own, other.charAt(1)].includes(card.charAt(1));
  const by = weapon ?? table.arsenal.find((card) => suits(card, enemy)) ?? table.arsenal[0] ?? "";
  const foes = table.map.filter((one) => one !== null && isEnemy(one) && !isKing(one));
  const near = foes.find((one) => suits(by, one?.card ?? "")) ?? foes[0];
  return `capture ${by} ${space ?? spaceWith(table, (one) => one === near)}`;
}

/** A space without a card of the arsenal: alone, or as the goal of a travel. */
function onMap(one: string, other: string | undefined, table: FourXTable): string | null {
  const entry = table.map[(Number(one.charAt(1)) - 1) * 7 + FILES.indexOf(one.charAt(0))];
  if (other !== undefined) return entry?.territory ? `travel ${one} ${other}` : null;
  if (!entry || !isEnemy(entry)) return `explore ${one}`;
  return isKing(entry) ? `conquer ${one}` : failedCapture(undefined, one, table, entry.card ?? "");
}

/** The move that picks stand for; null for picks that are not meant together, so that the last one begins a new move. */
export function attempted(picked: readonly string[], dump: Dump<FourXTable>): string | null {
  const { table, legal_moves: legal } = dump;
  const [one, other] = picked.filter((place) => SQUARE.test(place));
  const weapon = picked.find((place) => CARD.test(place));
  const can = (pattern: string) => legal.some((move) => move.startsWith(pattern));
  const conquest = `conquer ${other ?? one ?? ""}`;
  if (picked.length > 1 && legal.includes(conquest)) return conquest;
  const begins = other === undefined && one !== undefined && (can(`explore ${one}`) || can(`travel ${one}`));
  const explores = picked.includes("explore");
  // a card that begins a move is picked in the place of another pick
  if (explores ? weapon !== undefined || (one === undefined && can("explore ")) : begins) return null;
  if (explores) return `explore ${one ?? ownKing(table)}`;
  if (picked.includes("tech")) return weapon === undefined ? techMove(table.tech?.card.charAt(1), one, table) : null;
  if (weapon !== undefined) return failedCapture(weapon, one, table);
  return one === undefined ? null : onMap(one, other, table);
}
