// 4X Solitaire: the map of seven by seven, the arsenal, the conquered kings and the technology.
import { DECKS } from "../../board/decks";
import { type ViewContext, act, type Box, column, grid, marked, type Node, note, row, type Spot, spot, type GameView, type LegendEntry } from "../../board/layout";
import { FOURX_FILES as FILES } from "../../kernel/messages/constants";
import type { Dump, FourXEntry, FourXTable, FourXTech } from "../../kernel/messages";
import { attempted } from "./attempts";
import { drawings } from "./drawings";
import legend from "./legend.json";
import { texts as t, type Way } from "./texts";

const RANKS = FILES.map((_, at) => `${at + 1}`);
const SUITS = DECKS.french.suits.map(({ letter }) => letter);
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SQUARE = /^[a-g][1-7]$/;
const SET_ASIDE = /^tech [2-9TJQA][cdhs]$/;
/** The share of the spaces around a king that conquers him (FX-7). */
const LEAST = 0.51;
const CARD = /^[2-9TJQKA][cdhs]$/;

function suitOf(card: string): string {
  return card.slice(-1);
}

/** Whether a card was face down when the game ended and is face up now. */
function laidOpen(card: string | null): boolean {
  return card !== null && card !== "??";
}

/** The relation of a space to the player, in words. */
function stateOf({ card, up, territory }: FourXEntry, own: boolean): string | null {
  if (card === null) return t.vacated;
  if (own) return t.own;
  return territory ? t.territory : up ? t.enemy : null;
}

/** Whether exploring from the picked card would turn up the card on a space: it lies beside it, corners included. */
function wouldTurnUp(name: string, { legal_moves: legal }: Dump, { picked }: ViewContext): boolean {
  const [from] = picked;
  if (from === undefined || from === name || !legal.includes(`explore ${from}`)) return false;
  return [0, 1].every((at) => Math.abs(name.charCodeAt(at) - from.charCodeAt(at)) <= 1);
}

/** The marks of a space for what lies there. */
function marksOf({ card, up, territory }: FourXEntry): string[] {
  const lies = card === null ? ["vacated"] : up && !territory ? ["enemy", ...(card.startsWith("K") ? ["goal"] : [])] : [];
  return ["space", ...(territory ? ["territory"] : []), ...lies];
}

/** What the colours of a space mean, and the dot of a card that was just turned up. */
function meaningOf({ card, up, territory }: FourXEntry, turned: boolean): string | null {
  if (card === null) return null;
  if (!up) return t.means.down;
  const meaning = territory ? t.means.territory : t.means.enemy;
  return turned ? t.means.turned(meaning) : meaning;
}

/** The signs of a card of the own suit: a crown for the king, a disc for a card that can explore and travel (FX-4). */
function signsOf(card: string, { options }: Dump): string[] {
  if (card.startsWith("K")) return ["own", "crown"];
  return options.explorers === "any" || /^[QJ]/.test(card) ? ["own", "mover"] : ["own"];
}

/** The figure and the words on an enemy king: how many of the spaces around him the player holds, and how many conquer him (FX-7); null for any other space. */
function siege({ map }: FourXTable, at: number): Partial<Spot> | null {
  const entry = map[at];
  if (!entry?.up || entry.territory || !entry.card?.startsWith("K")) return null;
  const near = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [(at % 7) + right, Math.floor(at / 7) + down] as const));
  const around = near.flatMap(([x, y]) => (x < 0 || x > 6 || y < 0 || y > 6 || y * 7 + x === at ? [] : (map[y * 7 + x] ?? [])));
  const least = Math.ceil(around.length * LEAST);
  const held = Math.min(least, around.filter(({ territory: ours }) => ours).length); // more do not count
  const words = t.sieged(held, least);
  return { badge: `${held}/${least}`, note: `${t.enemy}; ${words}`, title: `${t.means.king}: ${words}` };
}

/** Whether the last move turned the card of a space up. */
function turnedUp({ up }: FourXEntry, at: number, { before }: ViewContext): boolean {
  return up && (before?.table as FourXTable | undefined)?.map[at]?.up === false;
}

function space(name: string, at: number, entry: FourXEntry | null, dump: Dump<FourXTable>, about: ViewContext): Spot {
  const { table, is_over: over } = dump;
  if (entry === null) return spot(name, t.offMap(name), { marks: ["off"], badge: t.noSpace, mute: true });
  const { card, up } = entry;
  const own = up && card !== null && suitOf(card) === table.own;
  const opened = over && !up && laidOpen(card);
  const turned = turnedUp(entry, at, about);
  const marks = [...marksOf(entry), ...(own ? signsOf(card, dump) : [])];
  const news = { new: turned, opened, explored: card !== null && !up && wouldTurnUp(name, dump, about) };
  return spot(name, t.space(name), {
    place: name,
    card: card === null || up || opened ? card : "??",
    id: up && card !== null ? card : `map-${name}`,
    from: null,
    lies: `map/${at}`,
    marks: [...marks, ...marked(news)],
    note: stateOf(entry, own),
    title: meaningOf(entry, turned),
    ...siege(table, at),
    grip: own,
  });
}

function map(dump: Dump<FourXTable>, about: ViewContext): Box {
  const { table } = dump;
  const kids: Node[] = [note("corner", "", ["edge"]), ...FILES.map((file) => note(`file-${file}`, file, ["edge"]))];
  RANKS.forEach((rank, y) => {
    kids.push(note(`rank-${rank}`, rank, ["edge"]));
    FILES.forEach((file, x) => kids.push(space(file + rank, y * 7 + x, table.map[y * 7 + x] ?? null, dump, about)));
  });
  return grid("map", kids, { label: t.map });
}

/** The four kings to choose from, each with the name of the player's suit. */
function kings({ table, legal_moves: legal }: Dump<FourXTable>, { narrow }: ViewContext): Node[] {
  if (table.own !== null || !legal.some((move) => move.startsWith("king "))) return [];
  const cards = SUITS.map((suit) => {
    const king = spot(suit, t.kingOf(t.suits[suit] ?? suit), { place: suit, card: `K${suit}`, marks: ["weapon"] });
    return column(`king-${suit}`, [king, note("suit", t.suits[suit] ?? suit, ["strong"])], { name: "king" });
  });
  return [column("kings", [row("four", cards, { name: "four" }), note("means", t.kingMeans + (narrow ? "" : t.shortest))], { label: t.kings })];
}

/** Whether the player sets a technology aside now. */
function setsAside({ table, legal_moves: legal }: Dump<FourXTable>): boolean {
  return table.arsenal.length > 0 && legal.some((move) => SET_ASIDE.test(move));
}

function arsenal(dump: Dump<FourXTable>): Box {
  const { table } = dump;
  const choosing = setsAside(dump);
  const cards = table.arsenal.map((card, at) => {
    const weapon = weaponSpot(card, at, table);
    // the words about each technology appear when the player sets one aside
    const effect = choosing ? [note("effect", t.effect(suitOf(card)), ["effect"])] : [];
    return choosing ? column(`weapon${at}`, [weapon, ...effect], { name: "choice" }) : weapon;
  });
  return row("arsenal", [note("title", t.arsenal), ...cards], { label: t.arsenal });
}

function weaponSpot(card: string, at: number, table: FourXTable): Spot {
  return (
    spot(`arsenal${at}`, t.arsenalCard, {
      place: card === "??" ? null : card,
      card,
      id: card === "??" ? `arsenal-${at}` : card,
      lies: `arsenal/${at}`,
      marks: ["weapon", ...(suitOf(card) === table.own ? ["own"] : [])],
      note: suitOf(card) === table.own ? t.ownWeapon : null,
      grip: card !== "??",
    })
  );
}

/** How far the win is: turns, the share of the map, and a place for each king, where conquered ones lie. */
function progress({ table }: Dump<FourXTable>, { before }: ViewContext): Box {
  const count = ({ map }: FourXTable) => map.filter((entry) => entry?.territory).length;
  const all = table.map.filter((entry) => entry !== null).length;
  const held = count(table);
  const more = before === null ? 0 : held - count(before.table as FourXTable);
  const slots = SUITS.map((suit) => {
    const won = table.conquered.includes(suit);
    const own = table.own === suit;
    const card = own || won ? `K${suit}` : null;
    const label = own ? t.ownSuit : won ? t.conqueredKing : t.unconquered(t.suits[suit] ?? suit);
    return spot(`king-${suit}`, label, { card, id: won ? card : null, marks: ["trophy", ...(own ? ["own", "crown"] : [])], badge: card === null ? (SIGNS[suit] ?? suit) : null });
  });
  return column("progress", [
    note("turns", t.turns(table.turns), ["turns"]),
    row("kings-held", slots, { label: t.kingsHeld }),
    row("land", [note("held", t.held(held, all)), ...(more > 0 ? [note(`more${held}`, `+${more}`, ["change"])] : []), column("scale", [], { across: (100 * held) / all })]),
  ]);
}

function beside({ card, used }: FourXTech): Box {
  const tech = spot("tech", t.techOf(suitOf(card)), {
    place: "tech",
    card,
    id: card,
    lies: "tech",
    marks: ["tech", ...(used ? ["used"] : [])],
    note: used ? t.used : null,
    badge: used ? t.used : null,
  });
  return row("beside", [note("tech-title", t.tech), tech, note("tech-effect", t.effect(suitOf(card)), ["effect"])], { label: t.beside });
}

/** The spaces of the player's territory, by name. */
function territory({ map }: FourXTable): Set<string> {
  const names = map.map((entry, at) => (entry?.territory ? `${FILES[at % 7] ?? ""}${RANKS[Math.floor(at / 7)] ?? ""}` : ""));
  return new Set(names.filter((name) => name !== ""));
}

/** What the signs on the map now mean: of each the first one. An enemy king is named by his figure; of a game that goes on only the log tells what is new. */
function signs({ kids }: Box, { log }: ViewContext): Box {
  return row("signs", Object.entries(t.signs).flatMap(([sign, text]) => {
    const found = (kids as Spot[]).find(({ marks }) => marks.includes(sign));
    const figure = found?.badge ?? "";
    return found || (sign === "new" && log.at(-1)?.move?.startsWith("explore")) ? note(sign, sign === "goal" ? figure + (/^(.).\1$/.test(figure) ? t.enough : text) : text, ["sign", sign]) : [];
  }));
}

/** The buttons for moves without a card: first the king's suit, later exploring. */
function acts(dump: Dump<FourXTable>): Node[] {
  const { table, legal_moves: legal } = dump;
  const kids: Node[] = [];
  if (table.own !== null && !dump.is_over && !legal.some((move) => SET_ASIDE.test(move)))
    kids.push(act("explore", t.explore, t.exploreTitle(onlyExploration(legal) !== null)));
  if (legal.some((move) => move.endsWith(" row") || move.endsWith(" column")))
    kids.push(act("row", t.row), act("column", t.column));
  return kids;
}

/** The things that the player can do with a picked space, in words. */
function pickedWords(space: string, legal: readonly string[]): string {
  const of = legal.filter((move) => move.split(" ").includes(space));
  const does = (verb: string) => of.some((move) => move.startsWith(`${verb} `));
  if (does("capture")) return t.pickWeapon;
  if (does("explore")) return does("travel") ? t.exploreOrTravel : t.exploreNow;
  return does("travel") ? t.travelNow : t.pickOther;
}

/** The ways to begin a turn now. */
function ways(legal: readonly string[]): Way[] {
  return (["explore", "travel", "capture", "conquer", "tech"] as const).filter((verb) => legal.some((move) => move.startsWith(`${verb} `)));
}

/** The first turns, in which the prompt says what captures what. */
const FIRST = 5;

/** Whether some space of the map is as asked. */
function some({ map }: FourXTable, is: (entry: FourXEntry) => boolean): boolean {
  return map.some((entry) => entry !== null && is(entry));
}

/** Whether a card could explore from some space of the territory. To travel changes no territory, so it leads to nothing else. */
function reaches({ map, tech }: FourXTable): boolean {
  const lines = tech?.used === false && suitOf(tech.card) === "d";
  return map.some((seen, at) => seen?.card && !seen.up && map.some((from, to) => {
    const [x, y] = [Math.abs((at % 7) - (to % 7)), Math.abs(Math.floor(at / 7) - Math.floor(to / 7))];
    return from?.territory && (Math.max(x, y) < 2 || (lines && x * y === 0));
  }));
}

/** The exploration, if there is only one; else null. */
function onlyExploration(legal: readonly string[]): string | null {
  const [only = null, ...more] = legal.filter((move) => move.startsWith("explore "));
  return more.length === 0 ? only : null;
}

/** Who can explore or travel now: the king alone, or other cards, too. */
function movers({ map, own }: FourXTable, legal: readonly string[]): string {
  const from = legal.filter((move) => /^(explore|travel) /.test(move)).map((move) => move.split(" ")[1] ?? "");
  const cards = from.map((name) => map[(Number(name.charAt(1)) - 1) * 7 + FILES.indexOf(name.charAt(0))]?.card);
  if (cards.every((card) => card?.startsWith("K"))) return t.yourKing;
  return cards.every((card) => card?.endsWith(own ?? "")) ? t.litSign : t.litOwn;
}

export const fourx: GameView = {
  deck: "french",
  drawings,
  legend: legend as LegendEntry[],
  keys: { dealt: ["arsenal"], open: "up" },
  givesUp: { move: "resign", text: t.resign, confirmation: { text: t.resignSure, yes: t.resignYes } },

  turnOf: t.turnOf,

  differences(before: Dump, after: Dump): string[] {
    const [held, holds] = [before, after].map((dump) => territory(dump.table as FourXTable)) as [Set<string>, Set<string>];
    const gained = [...holds].filter((name) => !held.has(name));
    return gained.length > 0 ? [t.gained(gained, holds.size)] : [];
  },

  layout(given: Dump, about: ViewContext): Box {
    const dump = given as Dump<FourXTable>;
    const { table } = dump;
    const equipped = table.tech ? ["equipped"] : [];
    const crowns = kings(dump, about);
    const lands = map(dump, about);
    return column(
      "fourx",
      [
        lands,
        column(
          "battle-space",
          [progress(dump, about), signs(lands, about), ...crowns, arsenal(dump), ...(table.tech ? [beside(table.tech)] : []), row("acts", acts(dump), { name: "acts" })],
          { marks: [...(crowns.length > 0 ? ["crowning"] : []), ...(setsAside(dump) ? ["equipping"] : []), ...equipped] },
        ),
      ],
      { across: 8, marks: equipped },
    );
  },

  prompt(given: Dump, picked: readonly string[], { before }: ViewContext): string {
    const { table, legal_moves: legal } = given as Dump<FourXTable>;
    if (table.own === null) return t.chooseKing;
    if (legal.some((move) => SET_ASIDE.test(move))) return t.chooseTech;
    if (picked.includes("tech")) return t.pickTech;
    if (picked.some((place) => CARD.test(place))) return t.pickEnemy;
    const space = picked.find((place) => SQUARE.test(place));
    if (space !== undefined) return pickedWords(space, legal);
    if (picked.includes("explore")) return t.exploreWith(movers(table, legal.filter((move) => move.startsWith("explore "))));
    if (legal.length === 1) return t.stuck;
    const suit = before && table.conquered[(before.table as FourXTable).conquered.length];
    if (suit) return t.conqueredNow(t.suits[suit] ?? "");
    const can = ways(legal);
    if (can.join() === "travel" && !reaches(table)) return t.deadEnd;
    return can.join() === "explore" && onlyExploration(legal) !== null ? t.exploreAlone(movers(table, legal)) : t.turnNow(can, movers(table, legal), some(table, (entry) => marksOf(entry).includes("enemy")), table.turns < FIRST, some(table, ({ card, up }) => card !== null && !up));
  },

  example: (moves) => moves.find((move) => move !== "resign"),

  steps(move: string): string[] {
    const [verb = "", ...rest] = move.split(" ");
    if (verb === "explore") return [...rest, "explore"];
    if (verb === "resign") return ["resign"];
    if (verb !== "tech") return rest;
    // "tech 8d" sets a card aside; the others use it on a space
    return rest.length === 1 ? rest : ["tech", ...rest.slice(1)];
  },

  starts(move: string): string[] {
    const [verb = "", first = "", second = ""] = move.split(" ");
    if (verb === "travel") return [first];
    if (verb === "tech" && second !== "") return ["tech"];
    return fourx.steps(move);
  },

  say(move: string, _dump: Dump, about: ViewContext): string {
    const [verb = "", ...rest] = move.split(" ");
    const words = rest.map((word) => (CARD.test(word) ? about.card(word) : (t.suits[word] ?? word)));
    return t.say(verb, words);
  },

  again: (place, { legal_moves: legal }) => (legal.includes(`explore ${place}`) ? `explore ${place}` : null),

  alone: (place, { legal_moves: legal }) => (place === "explore" ? onlyExploration(legal) : null),

  attempt: (picked, given) => attempted(picked, given as Dump<FourXTable>),
};
