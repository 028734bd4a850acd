// The move that clicks mean when no legal move fits them; the kernel refuses it and says why.
import { FOURX_FILES as FILES } from "../../kernel/messages/constants";
import type { Dump, FourXTable } from "../../kernel/messages";

const SQUARE = /^[a-g][1-7]$/;
const CARD = /^[2-9TJQKA][cdhs]$/;
const USES: Record<string, string> = { s: "flip", h: "conquer", d: "explore", c: "capture" };

/** The space of the player's king. Nobody can capture or conquer there, so the kernel's refusal speaks of the picked card. */
function ownKing({ map, own }: FourXTable): string {
  const at = Math.max(0, map.findIndex((entry) => entry?.card === `K${own ?? ""}`));
  return `${FILES[at % 7] ?? ""}${Math.floor(at / 7) + 1}`;
}

/** A space as the numbers of its column and its row, from 0. */
const spaceOf = (name: string): [number, number] => [FILES.indexOf(name.charAt(0)), Number(name.charAt(1)) - 1];

/** Whether a space is one of the eight around another. */
function touches(one: string, other: string): boolean {
  const [[x, y], [otherX, otherY]] = [spaceOf(one), spaceOf(other)];
  return Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) === 1;
}

/** The move for one picked space, or for two: a travel from the first to the second, or an exploration that turns the second up. */
function onMap(one: string, other: string | undefined, { map, arsenal }: FourXTable, legal: readonly string[]): string | null {
  const at = (name: string) => {
    const [x, y] = spaceOf(name);
    return map[y * 7 + x];
  };
  const { card, up, territory } = at(one) ?? {};
  const explores = `explore ${one}`;
  const down = other === undefined ? undefined : at(other);
  if (other !== undefined && down?.card && !down.up && touches(one, other) && legal.includes(explores)) return explores;
  if (other !== undefined) return territory ? `travel ${one} ${other}` : null;
  if (!up || territory) return `explore ${one}`;
  return card?.startsWith("K") ? `conquer ${one}` : `capture ${arsenal[0] ?? ""} ${one}`;
}

/** Whether the last of several picked cards of the arsenal can capture, so that it replaces the others. */
function replacesWeapon(weapons: readonly string[], legal: readonly string[]): boolean {
  return weapons.length > 1 && legal.some((move) => move.startsWith(`capture ${weapons.at(-1)} `));
}

/** The use of the technology card, by its suit. */
const useOf = ({ tech }: FourXTable): string => USES[tech?.card.charAt(1) ?? ""] ?? "";

/** The move that picks stand for; null for picks that are not meant together, so that the last one begins a new move. */
export function attempted(picked: readonly string[], { table, legal_moves: legal }: Dump<FourXTable>): string | null {
  const weapons = picked.filter((place) => CARD.test(place));
  if (replacesWeapon(weapons, legal)) return null;
  const [one, other] = picked.filter((place) => SQUARE.test(place));
  const weapon = weapons.at(-1);
  const can = (pattern: string) => legal.some((move) => move.startsWith(pattern));
  const conquest = `conquer ${other ?? one}`;
  if (picked.length > 1 && legal.includes(conquest)) return conquest;
  const explores = picked.includes("explore");
  const space = one ?? ownKing(table);
  const begins = other === undefined && (can(`explore ${one}`) || can(`travel ${one}`));
  // a card that can begin a move replaces the earlier pick
  if (explores ? weapon !== undefined || (one === undefined && can("explore ")) : begins) return null;
  if (explores) return `explore ${space}`;
  const use = useOf(table);
  if (picked.includes("tech")) return weapon === undefined ? `tech ${use} ${space}${use === "explore" ? " row" : ""}` : null;
  if (weapon !== undefined) return `capture ${weapon} ${space}`;
  return one === undefined ? null : onMap(one, other, table, legal);
}
