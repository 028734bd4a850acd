// The plain drawing of a game that brings no view: its groups of cards one after the other, and what its moves name.
import { act, type Box, column, nearSeat, note, plate, row, spot, type GameView, type ViewContext } from "../../board/layout";
import type { Dump, BroughtView } from "../../kernel/messages";
import { texts as t } from "./texts";

/** The pieces of a notation: cards, seats, places, words. */
const PIECE = /[^\s:>,;+=/()]+/g;

/** The places that a move names; all of it is one place where a piece of it stands twice. */
function steps(move: string): string[] {
  const pieces = move.match(PIECE) ?? [];
  return new Set(pieces).size === pieces.length ? pieces : [move];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The name of a card of the game's deck; null for any other text. */
function nameOf(text: unknown, context: ViewContext): string | null {
  const name = typeof text === "string" ? context.card(text) : null;
  return name === context.card("") && text !== "??" ? null : name;
}

/** A piece of a notation in words. */
const said = (piece: string, context: ViewContext) => nameOf(piece, context) ?? piece;

/** Lays out any table: every card that the dump has, in the groups that the kernel named, and all that is no card in words. */
export function plain({ deck, groups }: BroughtView): GameView {
  const layout = (dump: Dump, context: ViewContext): Box => {
    const isCard = (value: unknown) => nameOf(value, context) !== null;
    const pieces = new Set(dump.legal_moves.flatMap(steps));
    const shown = new Set<string>();
    const facts: string[] = [];
    const heaps: Box[] = [];
    const cardsIn = (value: unknown): string[] =>
      isObject(value) ? Object.values(value).flatMap(cardsIn) : isCard(value) ? [value as string] : [];
    const heap = (path: string, words: string, cards: string[]) => {
      const picks = path === `hands/${nearSeat(dump)}` || cards.some((card) => pieces.has(card));
      const kids = cards.map((card, at) => {
        const id = card === "??" || shown.has(card) ? null : card;
        if (id !== null) shown.add(id);
        return spot(`${at}`, words, { card, id, place: picks ? id : null, grip: picks });
      });
      heaps.push(column(path, [note("words", words), row("cards", kids, { name: "heaps" })], { name: "heap", label: words, lies: path }));
    };
    const look = (value: unknown, path: string) => {
      const words = groups[path];
      const list = Array.isArray(value) && value.length > 0 ? value : null;
      const name = words ?? path.replaceAll("/", " ");
      if ((words !== undefined && typeof value === "object") || isCard(value) || list?.every(isCard)) heap(path, name, cardsIn(value));
      else if (isObject(value) && (list?.some((one) => isObject(one) || isCard(one)) ?? true)) {
        for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
      } else if (value !== null) facts.push(`${name}: ${JSON.stringify(value)}`);
    };
    for (const [key, value] of Object.entries(dump.table as object)) look(value, key);
    const acts = [...pieces].filter((piece) => !shown.has(piece)).map((piece) => act(piece, said(piece, context)));
    const plates = dump.points.map((_, seat) => plate(seat));
    return column("plain", [row("heaps", plates), row("table", heaps, { name: "heaps" }), note("facts", facts.join("; ")), row("acts", acts, { name: "heaps" })]);
  };
  return {
    deck: deck as GameView["deck"],
    layout,
    steps,
    say: (move, _dump, context) => move.replace(PIECE, (piece) => said(piece, context)),
    prompt: (_dump, picked) => (picked.length > 0 ? t.more : t.begin),
    attempt: ([only, more], { legal_moves: legal }) => (more === undefined && legal.every((move) => steps(move).length === 1) ? (only ?? null) : null),
  };
}
