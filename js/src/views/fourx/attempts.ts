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

/** The move for one picked space, or for two: a travel from the first to the second. */
function onMap(one: string, other: string | undefined, { map, arsenal }: FourXTable): string | null {
  const { card, up, territory } = map[(Number(one.charAt(1)) - 1) * 7 + FILES.indexOf(one.charAt(0))] ?? {};
  if (other !== undefined) return territory ? `travel ${one} ${other}` : null;
  if (!up || territory) return `explore ${one}`;
  return card?.startsWith("K") ? `conquer ${one}` : `capture ${arsenal[0] ?? ""} ${one}`;
}

/** The move that picks stand for; null for picks that are not meant together, so that the last one begins a new move. */
export function attempted(picked: readonly string[], { table, legal_moves: legal }: Dump<FourXTable>): string | null {
  const [one, other] = picked.filter((place) => SQUARE.test(place));
  const weapon = picked.find((place) => CARD.test(place));
  const can = (pattern: string) => legal.some((move) => move.startsWith(pattern));
  const conquest = `conquer ${other ?? one}`;
  if (picked.length > 1 && legal.includes(conquest)) return conquest;
  const explores = picked.includes("explore");
  const space = one ?? ownKing(table);
  // a card that can begin a move replaces the earlier pick
  if (explores ? weapon !== undefined || (one === undefined && can("explore ")) : other === undefined && (can(`explore ${one}`) || can(`travel ${one}`))) return null;
  if (explores) return `explore ${space}`;
  if (picked.includes("tech")) {
    const use = USES[table.tech?.card.charAt(1) ?? ""] ?? "";
    return weapon === undefined ? `tech ${use} ${space}${use === "explore" ? " row" : ""}` : null;
  }
  if (weapon !== undefined) return `capture ${weapon} ${space}`;
  return one === undefined ? null : onMap(one, other, table);
}
