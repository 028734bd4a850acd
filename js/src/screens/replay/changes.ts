// Finds the differences between two positions, from layouts, and the moments of a card, from dumps. It knows no game. Pure.
import { cardName } from "../../board/decks";
import type { ViewContext, Keys, Node, GameView } from "../../board/layout";
import { texts } from "../../texts";
import { texts as replayTexts } from "./texts";
import type { Dump } from "../../kernel/messages";

/** A place for cards in a layout. */
interface CardPlace {
  /** The keys of the boxes and of the place; the same place has the same key in every layout. */
  key: string;
  words: string;
}

interface Found {
  /** The place of each known card. */
  cards: Map<string, CardPlace>;
  /** The cards at each place in order, so that a turned or exchanged card makes a difference. */
  places: Map<string, string>;
  hidden: Map<string, { count: number; words: string }>;
}

function collect(node: Node, path: string, words: string, into: Found): void {
  if (node.kind === "box") {
    const inner = `${path}/${node.key}`;
    for (const kid of node.kids) collect(kid, inner, node.label ?? words, into);
    return;
  }
  if (node.kind !== "spot" || node.card === null) return;
  // the place of a card in a hand is the whole hand
  const loose = node.key === node.card || node.key.startsWith("hidden");
  const key = loose ? path : `${path}/${node.key}`;
  const place = loose || node.label === "" ? words : node.label;
  if (node.card === "??") {
    const before = into.hidden.get(key);
    into.hidden.set(key, { count: (before?.count ?? 0) + 1, words: place });
  } else into.cards.set(node.card, { key, words: place });
  into.places.set(`${path}/${node.key}`, node.card);
}

function find(view: GameView, dump: Dump, about: ViewContext): Found {
  const found: Found = { cards: new Map(), places: new Map(), hidden: new Map() };
  collect(view.layout(dump, about), "", "", found);
  return found;
}

export interface Changes {
  words: string[];
  /** The paths of the places that changed, for `highlight`. */
  places: ReadonlySet<string>;
}

/** The differences between two dumps of the same game and viewer, in words and by place. */
export function changes(view: GameView, [before, was]: [Dump, ViewContext], [after, is]: [Dump, ViewContext]): Changes {
  const old = find(view, before, was);
  const now = find(view, after, is);
  const words: string[] = [];
  const t = replayTexts.changes;
  for (const [card, { key, words: to }] of now.cards) {
    const name = cardName(card, view.deck);
    const from = old.cards.get(card);
    if (!from) words.push(old.hidden.has(key) ? t.turned(name, to) : t.comes(name, to));
    else if (from.key !== key && from.words !== to) words.push(t.goes(name, from.words, to));
  }
  for (const [card, { words: from }] of old.cards)
    if (!now.cards.has(card)) words.push(t.leaves(cardName(card, view.deck), from));
  for (const key of new Set([...old.hidden.keys(), ...now.hidden.keys()])) {
    const [had, has] = [old.hidden.get(key), now.hidden.get(key)];
    const more = (has?.count ?? 0) - (had?.count ?? 0);
    const where = (has ?? had)?.words ?? "";
    if (more !== 0 && where !== "") words.push(t.unseen(where, more));
  }
  words.push(...(view.differences?.(before, after) ?? []));
  after.points.forEach((points, seat) => {
    const had = before.points[seat] ?? 0;
    if (points !== had) words.push(t.points(texts.seat(seat), had, points));
  });
  const places = [...now.places].filter(([path, card]) => old.places.get(path) !== card).map(([path]) => path);
  const emptied = [...old.places.keys()].filter((path) => !now.places.has(path));
  return { words, places: new Set([...places, ...emptied]) };
}

/** The same layout with a mark on the places that changed. */
export function highlight(node: Node, places: ReadonlySet<string>, path = ""): Node {
  if (node.kind === "box") {
    const inner = `${path}/${node.key}`;
    return { ...node, kids: node.kids.map((kid) => highlight(kid, places, inner)) };
  }
  const here = node.kind === "spot" && places.has(`${path}/${node.key}`);
  return here ? { ...node, marks: [...node.marks, "changed"] } : node;
}

export type MomentKind = "dealt" | "shown" | "played" | "taken";

export interface Moment {
  ply: number;
  kind: MomentKind;
}

/** The keys that lead to a card in a table; null if the card is not visible. */
function pathOf(value: unknown, card: string, path: string): string | null {
  if (value === card) return path;
  if (typeof value !== "object" || value === null) return null;
  // the position within a list of cards does not count
  const flat = Array.isArray(value) && value.every((item) => typeof item === "string");
  for (const [key, item] of Object.entries(value)) {
    const found = pathOf(item, card, flat ? path : `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the entry of a card says under `key` that the card is face up; null if there is no such entry. */
function open(value: unknown, card: string, key: string): boolean | null {
  if (typeof value !== "object" || value === null) return null;
  const entry = value as Record<string, unknown>;
  if (entry.card === card) return typeof entry[key] === "boolean" ? entry[key] : null;
  for (const item of Object.values(value)) {
    const found = open(item, card, key);
    if (found !== null) return found;
  }
  return null;
}

function kindOf({ dealt = [], taken = [], down }: Keys, path: string, last: string | null, at: number): MomentKind {
  const [, home = ""] = path.split("/");
  if (taken.includes(home)) return "taken";
  if (dealt.includes(home) || (last === null && at === 0)) return "dealt";
  return last === null || (down !== undefined && last.endsWith(`/${down}`)) ? "shown" : "played";
}

/** The moments at which a card was dealt, shown, played and taken, as far as these dumps of a round show them. */
export function moments({ keys = {} }: GameView, dumps: readonly Dump[], card: string): Moment[] {
  const found: Moment[] = [];
  let last: string | null = null;
  let lay: boolean | null = null;
  dumps.forEach(({ table, ply }, at) => {
    const path = pathOf(table, card, "");
    const lies = path === null || keys.open === undefined ? null : open(table, card, keys.open);
    if (path === null) {
      if (last !== null) found.push({ ply, kind: "played" });
    } else if (path !== last) found.push({ ply, kind: kindOf(keys, path, last, at) });
    else if (lies === true && lay === false) found.push({ ply, kind: "shown" });
    last = path;
    lay = lies;
  });
  return found;
}
