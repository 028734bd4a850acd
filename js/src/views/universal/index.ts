// Capture with the Universal Card Deck: two boards of five columns, the bar, stock and discard pile between them.
import {
  type ViewContext,
  act,
  type Box,
  column,
  fan,
  nearSeat,
  type Node,
  type Note,
  note,
  plate,
  row,
  marked,
  isFaceUp,
  spot,
  type Spot,
  type GameView,
  type LegendEntry,
} from "../../board/layout";
import { gap, withPlayed } from "../../board/hands";
import { capital, texts } from "../../texts";
import type { Dump, Seat, UniversalColumn, UniversalTable } from "../../kernel/messages";
import { drawings } from "./drawings";
import legend from "./legend.json";
import { against, gainOf, lastTurn, RANKS, SUITS, type Turn } from "./standing";
import { texts as t } from "./texts";

const CARD = /^[1-7MSG][ejmnsv]$/;
const COLUMN = /^o?[1-5]$/;
/** A move that takes a card from the hand. */
const PLAYS = /^(play|slip|bar|discard) /;

/** The seat whose columns the notation names by numbers without a letter: the viewer's, else the one to move. */
function mover(dump: Dump): Seat {
  return typeof dump.seat === "number" ? dump.seat : (dump.to_play ?? nearSeat(dump));
}

/** The box from which an unseen card was laid: the hand of the seat that made the last move. */
function fromHand({ log }: ViewContext): string | null {
  const seat = log.at(-1)?.seat;
  return seat === undefined ? null : `hand${seat}`;
}

/** The table before the last move, where it is known. */
function tableBefore({ before }: ViewContext): UniversalTable | null {
  return before === null ? null : (before.table as UniversalTable);
}

/** The pile from which a card was drawn: the one that has become lower. */
function drawnFrom(table: UniversalTable, about: ViewContext): string {
  const was = tableBefore(about)?.discard ?? [];
  return was.length > table.discard.length ? (was.at(-1) ?? "stock") : "stock";
}

/** Whether the last move turned up the head of a column; then the card comes from its place face down. */
function turnedUp(about: ViewContext, seat: Seat, at: number, down: number): boolean {
  return (tableBefore(about)?.boards[seat]?.[at]?.down.length ?? 0) > down;
}

/** The number of cards in a lane that show their whole index; two cards face down, or four in a long column, need as much room as one. */
const IN_LANE = 5;
/** The number of cards in a tight lane: they overlap more, and the last one is whole on a low telephone, too. */
const IN_TIGHT_LANE = 6;
/** The number of cards in a lane where the window is not low: still narrower strips can be read there. */
const IN_TIGHTEST_LANE = 7;
/** The same in each of two lanes, whose cards are smaller: all twelve cards that a column can have are in two. */
const IN_LANES = 7;

/** What a layout needs to know beside the position: what the last turn brought. */
interface Figures extends ViewContext {
  turn: Turn;
}

/**
 * By how much less counts: at a place that the picks may go to, else where the last turn went; null where nothing is to be said. What the
 * other player made begins with their letter; a telephone has it in the line of figures alone.
 */
function change(place: string, goes: boolean, dump: Dump<UniversalTable>, { picked: [held], turn, narrow }: Figures): { text: string; made: boolean; theirs?: boolean } | null {
  if (dump.is_over) return null; // the result says what counts
  if (held !== undefined) {
    const now = goes ? gainOf(held, dump.table.boards[mover(dump)] ?? []) : null;
    return now && { text: t.less(now.points, now.exact), made: false };
  }
  const less = turn.less[place];
  if (less === undefined || (turn.unseen && narrow)) return null;
  const text = t.less(less, !turn.unseen && (dump.seat === null || !turn.turned.includes(place)));
  return { text: turn.unseen ? `${texts.seat(turn.seat ?? 0)} ${text}` : text, made: true, theirs: turn.unseen };
}

function gain(place: string, goes: boolean, dump: Dump<UniversalTable>, about: Figures): Node[] {
  const one = change(place, goes, dump, about);
  return one === null ? [] : [note(`gain${one.text}`, one.text, ["gain", ...(one.made ? ["made"] : []), ...(one.theirs ? ["theirs"] : [])])];
}

/** That a seat has drawn a card stands at its hand; which card of one's own it was its frame says. */
function drew(seat: Seat, { is_over: over }: Dump, { turn, picked }: Figures): Node[] {
  return over || picked.length > 0 || turn.seat !== seat || turn.drew === null ? [] : [note("drew", t.oneMore, ["gain", "made"])];
}

/** The mark of a place that the last turn changed. */
function changed(place: string, { is_over: over }: Dump, { turn }: Figures): string[] {
  return !over && turn.changed.includes(place) ? ["recent"] : [];
}

/** What a pick of a column would do with the picked card or column, in a word or two; null if it cannot be picked next. */
function effectOn(place: string, { up }: UniversalColumn, { legal_moves: legal }: Dump, { picked }: ViewContext): string | null {
  const [held] = picked;
  if (held === undefined || held === place) return null;
  const [verb] = (legal.find((move) => move.endsWith(` ${held} ${place}`)) ?? "").split(" ");
  const next = verb === "slip" ? up[0] : up.at(-1);
  if (verb === undefined || verb === "") return null;
  return next === undefined ? t.intoEmpty : (verb === "slip" ? t.behind : t.under)(t.rank(next.charAt(0)));
}

/** The cards that fit onto a column, in words (UC-7). */
function fitting({ down, up }: UniversalColumn): string {
  const [head] = up;
  const last = up.at(-1);
  if (head === undefined || last === undefined) return t.takesGalaxy;
  const rank = (card: string, step: number) => RANKS[RANKS.indexOf(card.charAt(0)) + step];
  const [below, above] = [rank(last, -1), down.length === 0 ? rank(head, 1) : undefined];
  const named = (text: string, card: string, where: (card: string) => string) => t.oneOf(t.rank(text), suitName(card), where);
  return t.takes([...(below === undefined ? [] : [named(below, last, t.beneath)]), ...(above === undefined ? [] : [named(above, head, t.behindTop)])]);
}

function suitName(card: string): string {
  return t.suits[card.charAt(1)] ?? "";
}

/** The cards of a column in two lanes side by side, if one is not enough: in a lane each card shows its whole index above the next one. */
function lanesOf(cards: Node[], closed: number, low: boolean): Node[][] {
  const open = cards.length - closed;
  const count = closed / 4 + open;
  if (count < IN_TIGHT_LANE + 0.5 || (count <= IN_TIGHTEST_LANE && !low)) return [cards];
  const first = closed + Math.floor(Math.ceil(count / 2) - closed / 4);
  return [cards.slice(0, first), cards.slice(first)];
}

/** The marks of a column's lanes: that the only one is tight, or that there are two and that none of them is full. */
function laneMarks(lanes: Node[][], closed: number, narrow: boolean): string[] {
  if (lanes.length < 2) {
    const count = (lanes[0]?.length ?? 0) - 0.75 * closed;
    return [...(count > IN_LANE + (narrow ? 0.25 : 0.5) ? ["tight"] : []), ...(count > IN_TIGHT_LANE + 0.4 ? ["tightest"] : [])];
  }
  return ["lanes2", ...(lanes.every((lane) => lane.length < IN_LANES) ? ["airy"] : [])];
}

function columnBox(seat: Seat, at: number, { down, up }: UniversalColumn, dump: Dump<UniversalTable>, about: Figures): Box {
  const own = seat === mover(dump);
  const place = own ? `${at + 1}` : `o${at + 1}`;
  const from = turnedUp(about, seat, at, down.length) ? `${seat}-${at}-${down.length}` : fromHand(about);
  const closed = down.filter((card) => !dump.is_over || card === "??").length;
  const kids: Node[] = [
    ...down.map((card, height) =>
      spot(`down${height}`, texts.faceDown, {
        card,
        id: `${seat}-${at}-${height}`,
        // the cards that count at the end (UC-14) are readable
        marks: ["down", ...(dump.is_over && card !== "??" ? ["stacked"] : [])],
        mute: true,
      }),
    ),
    ...up.map((card, height) => {
      const turned = height === 0 && about.turn.turned.includes(`${seat}-${at}`);
      return spot(card, "", { card, id: card, marks: ["up", ...(height < up.length - 1 ? ["stacked"] : []), ...(turned ? ["turned"] : [])], from, mute: true });
    }),
  ];
  if (kids.length === 0) kids.push(spot("empty", texts.empty, { marks: ["up"], badge: dump.is_over ? null : t.startsWith, mute: true }));
  const lanes = lanesOf(kids, closed, about.low);
  const effect = effectOn(place, { down, up }, dump, about);
  const gains = gain(`${seat}-${at}`, effect !== null, dump, about);
  const said = gains.map((one) => t.counts((one as Note).text));
  return column(
    `column${seat}${at}`,
    [
      note("number", effect === null ? String(at + 1) : about.narrow ? t.briefly(effect) : effect, effect === null ? ["caption"] : ["caption", "effect"]),
      row(
        "strands",
        lanes.map((lane, nth) => column(`strand${nth}`, lane, { name: "strand" })),
        { marks: [...(closed / 2 + kids.length - closed > IN_LANE ? ["long"] : []), ...laneMarks(lanes, closed, about.narrow)] },
      ),
      ...gains,
    ],
    {
      name: "pillar",
      marks: changed(`${seat}-${at}`, dump, about),
      lies: `boards/${seat}/${at}`,
      place,
      label: t.column(about.whose(seat), at + 1),
      note: [t.contents(down.length, down.filter((card) => card !== "??").map(about.card), up.map(about.card)), ...(effect === null ? [] : [effect]), ...said].join("; "),
      title: [dump.is_over ? "" : fitting({ down, up }), lanes[1] ? t.beside : "", ...said].join("\n").trim(),
    },
  );
}

function board(dump: Dump<UniversalTable>, seat: Seat, about: Figures): Box {
  const columns = dump.table.boards[seat] ?? [];
  return row(
    `board${seat}`,
    columns.map((each, at) => columnBox(seat, at, each, dump, about)),
    { name: "yard", label: t.board(about.whose(seat)) },
  );
}

function hand(dump: Dump<UniversalTable>, seat: Seat, where: "near" | "far", about: ViewContext): Box {
  const cards = dump.table.hands[seat] ?? [];
  const open = dump.is_over || isFaceUp(dump, seat, cards);
  const from = drawnFrom(dump.table, about);
  const kids = withPlayed(cards, seat, dump, about.log, "universal").map((card, at) =>
    !cards.includes(card) ? gap(card) : spot(card === "??" ? `hidden${at}` : card, texts.inHand(about.whose(seat)), {
      card,
      id: card === "??" ? `hand${seat}-${at}` : card,
      from,
      place: card === "??" ? null : card,
      title: card === "??" ? null : about.card(card),
      // beside a picked card another one that begins a move can take its place
      marks: ["held", ...marked({ instead: dump.legal_moves.some((move) => PLAYS.test(move) && move.split(" ")[1] === card) })],
      lies: card === "??" ? null : `hands/${seat}/${card}`,
      mute: card === "??",
      grip: card !== "??",
    }),
  );
  const label = dump.seat === seat ? texts.yourHand : texts.handOf(about.whose(seat), cards.length);
  return fan(`hand${seat}`, kids, { name: "hand", label, lies: `hands/${seat}`, marks: [where, open ? "open" : "closed"] });
}

/** The bar shows the highest card of each pile. */
function bar(dump: Dump<UniversalTable>, about: Figures): Box {
  const { table, legal_moves: legal } = dump;
  const card = about.picked.find((held) => legal.includes(`bar ${held}`));
  const gains: string[] = [];
  const onBar: Node[] = [];
  const piles = SUITS.map((suit) => {
    const height = table.bar[suit] ?? 0;
    const top = height > 0 ? `${RANKS[height - 1]}${suit}` : null;
    const less = change(suit, card?.charAt(1) === suit, dump, about);
    if (less) gains.push(t.counts(less.text));
    // an empty pile keeps its suit in sight
    const onPile = top !== null || less?.made === true;
    if (less && !onPile) onBar.push(note("gain", less.text, ["gain"]));
    return spot(suit, t.barPile(suit), {
      card: top,
      id: top,
      from: fromHand(about),
      lies: `bar/${suit}`,
      marks: ["bar-pile", ...(less && onPile ? ["gains"] : []), ...(less?.made ? ["made"] : []), ...(less?.theirs ? ["theirs"] : []), ...changed(suit, dump, about)],
      badge: (onPile ? less?.text : t.suits[suit]) ?? null,
      mute: true,
    });
  });
  const tops = SUITS.flatMap((suit) => {
    const height = table.bar[suit] ?? 0;
    return height > 0 ? [about.card(`${RANKS[height - 1]}${suit}`)] : [];
  });
  return row("bar", [note("name", card ? t.ontoBar : t.barCaption, card ? ["caption", "effect"] : ["caption"]), ...piles, ...onBar], {
    place: "bar",
    label: t.bar,
    note: [tops.length > 0 ? tops.join(", ") : texts.empty, ...gains].join("; "),
    title: t.barMeans,
  });
}

function middle(dump: Dump<UniversalTable>, about: Figures): Box {
  const { table } = dump;
  const top = table.discard.at(-1) ?? null;
  const stock = spot("stock", t.stock(table.stock.length), {
    place: "stock",
    card: table.stock.length > 0 ? "??" : null,
    id: table.stock.length > 0 ? "stock" : null,
    badge: String(table.stock.length),
    lies: "stock",
    marks: ["pile-top", ...changed("stock", dump, about)],
  });
  const discard = spot("discard", t.discard(table.discard.length), {
    place: "discard",
    card: top,
    id: top,
    // the card below a drawn card was there before, so it does not move
    from: (tableBefore(about)?.discard.length ?? 0) < table.discard.length ? fromHand(about) : null,
    badge: table.discard.length > 0 ? String(table.discard.length) : null,
    lies: "discard",
    marks: ["pile-top", ...changed("discard", dump, about)],
  });
  const named = (name: string, pile: Spot, effect: string | null) =>
    column(`named-${name}`, [note("name", effect ?? name, effect === null ? ["caption"] : ["caption", "effect"]), pile, ...gain(pile.key, effect !== null, dump, about)], { name: "named" });
  const discards = about.picked.some((card) => dump.legal_moves.includes(`discard ${card}`));
  return row("middle", [row("piles", [named(t.stockName, stock, null), named(t.discardName, discard, discards ? t.discardIt : null)]), bar(dump, about)]);
}

/** What counts against each player if the hand ends now, the net change by the last turn, and who leads. */
function standing({ table, is_over: over }: Dump<UniversalTable>, [near, far]: readonly [Seat, Seat], about: Figures): Box {
  const { turn } = about;
  const sides = [near, far].map((seat) => ({ seat, ...against(table, seat) }));
  const exact = sides.every((side) => side.exact);
  const [one = 0, other = 0] = sides.map(({ points }) => points);
  // as the two figures tell it that a player has seen: with the card that was drawn
  const made = turn.more === null ? 0 : Object.values(turn.less).reduce((all, points) => all + points, -turn.more);
  const score = ({ seat, points, exact: sure }: (typeof sides)[number]) => {
    // the colour of what is one's own; whoever leads is named below
    const leads = seat === near && points === Math.min(one, other) && one !== other;
    const change = turn.seat === seat && made > 0 && !over ? [note(`made${made}`, t.less(made, true), ["change", ...(seat === near ? [] : ["theirs"])])] : [];
    return row(
      `score${seat}`,
      [note("name", capital(about.who(seat))), note("points", t.about(points, sure), ["strong"]), ...change, column("scale", [], { across: Math.min(100, points / 2) })],
      { name: "score", marks: leads ? ["leads"] : [] },
    );
  };
  // once the hand is over, its result says who won
  const lead = over ? [] : [note("lead", t.lead(about.who(one < other ? near : far), Math.abs(one - other), exact), one < other ? ["lead", "own"] : ["lead"])];
  const titles = over ? [note("title", t.counted)] : [note("brief", t.ifEndedBriefly, ["brief"]), note("title", t.ifEnded, ["full"])];
  return column("standing", [...titles, ...sides.map(score), ...lead, note("how", t.howCounted(exact), ["how"])], { label: t.standing });
}

function acts(dump: Dump<UniversalTable>): Node[] {
  const { legal_moves: legal } = dump;
  const kids: Node[] = [];
  if (legal.includes("end")) kids.push(act("end", t.end));
  if (legal.includes("pass")) kids.push(act("pass", t.pass));
  return kids;
}

/** What a card of the hand would need to be the first card of the turn; a card that it would fit may lie where it may not go (UC-11, UC-12). */
function needs(held: string, dump: Dump<UniversalTable>): string | null {
  const { table } = dump;
  const above = RANKS[RANKS.indexOf(held.charAt(0)) + 1];
  if (table.turn.first !== null) return null;
  if (above === undefined) return t.emptyColumn;
  const across = table.boards[1 - mover(dump)] ?? [];
  const there = across.some(({ up }) => up.at(-1)?.charAt(0) === above && up.at(-1)?.charAt(1) !== held.charAt(1));
  return t.cardAbove(t.rank(above), there);
}

/** Whether a card of the hand would be next on its pile of the bar. */
function fitsBar({ bar }: UniversalTable, held: string): boolean {
  return bar[held.charAt(1)] === RANKS.indexOf(held.charAt(0));
}

/** Whether a card fits the bar and may not go there, because the first card of the hand goes onto its player's own board (UC-11); a last card waits for another reason. */
function waits({ table, legal_moves: legal }: Dump<UniversalTable>, hand: readonly string[]): boolean {
  return table.turn.first === null && hand.length > 1 && hand.some((held) => fitsBar(table, held) && !legal.includes(`bar ${held}`));
}

/** Why a picked card goes nowhere, in words. */
function whyNot(held: string, dump: Dump<UniversalTable>, name: (card: string) => string): string {
  const own = dump.table.hands[mover(dump)] ?? [];
  return t.stuck(name(held), needs(held, dump)) + (own.length === 1 ? t.lastWaits : fitsBar(dump.table, held) && waits(dump, own) ? t.barWaits : "");
}

/** What goes on from a picked column: it moves, cards of the hand go there, or nothing does. */
function fromColumn(place: string, legal: readonly string[]): string {
  const here = legal.filter((move) => move.split(" ").includes(place));
  if (here.length === 0) return t.columnStays;
  return offers(here, `move ${place}`) ? t.pickUnder : t.pickCard;
}

/** Why the picked card goes nowhere: on a telephone a lesson has no other place that says so. */
function stuck(dump: Dump<UniversalTable>, { picked, card }: ViewContext): Node[] {
  const held = picked.find((place) => CARD.test(place));
  if (held === undefined || dump.legal_moves.some((move) => move.split(" ").includes(held))) return [];
  return [note("stuck", whyNot(held, dump, card), ["stuck"])];
}

/** Where a second card may go, by the form of its move. */
const SECOND: readonly (readonly [string, RegExp])[] = [["bar", /^bar/], ["other board", / o\d$/], ["discard pile", /^discard/]];

function offers(legal: readonly string[], verb: string): boolean {
  return legal.some((move) => move.startsWith(verb));
}

export const universal: GameView = {
  deck: "universal",
  drawings,
  legend: legend as LegendEntry[],
  keys: { dealt: ["hands", "stock"], down: "down" },

  layout(given: Dump, context: ViewContext): Box {
    const dump = given as Dump<UniversalTable>;
    const about: Figures = { ...context, turn: lastTurn(dump.table, context.log, context.card, dump.seat) };
    const near = nearSeat(dump);
    const far = 1 - near;
    const goes = about.picked.length > 0;
    const down = (seat: Seat) =>
      (dump.table.boards[seat] ?? []).reduce((sum, { down: cards }) => sum + cards.length, 0);
    const words = (seat: Seat) => t.plate((dump.table.hands[seat] ?? []).length, down(seat), dump.is_over, about.narrow);
    return column(
      "universal",
      [
        row("far", [plate(far, words(far)), hand(dump, far, "far", about), ...drew(far, dump, about)], { name: "side", marks: ["far"] }),
        board(dump, far, about),
        middle(dump, about),
        board(dump, near, about),
        row("acts", [standing(dump, [near, far], about), note("can", goes ? t.canGo : t.canPick, goes ? ["frame"] : ["frame", "start"]), note("changed", t.wasChanged, ["frame", "made"]), ...stuck(dump, about), ...acts(dump)], { name: "acts" }),
        row("near", [hand(dump, near, "near", about), plate(near, words(near))], { name: "side", marks: ["near"] }),
      ],
      { across: 7 },
    );
  },

  prompt(given: Dump, picked: readonly string[], { card }: ViewContext): string {
    const dump = given as Dump<UniversalTable>;
    const { table, legal_moves: legal } = dump;
    const held = picked.find((place) => CARD.test(place));
    const goes = legal.some((move) => PLAYS.test(move));
    if (held !== undefined) return legal.some((move) => move.split(" ").includes(held)) ? t.pickPlace : whyNot(held, dump, card);
    const place = picked.find((one) => COLUMN.test(one));
    if (place !== undefined) return fromColumn(place, legal);
    const own = table.hands[mover(given)] ?? [];
    if (legal.includes("end")) return t.noMore(own.length === 0);
    const draws = offers(legal, "draw");
    const last = !goes && own.length === 1;
    if (table.turn.first !== null) return t.second(offers(legal, "move"), SECOND.flatMap(([place, form]) => (legal.some((move) => form.test(move)) ? [place] : [])), draws) + (last ? t.lastWaits : "");
    if (!goes) return t.fitsNowhere(draws, last, waits(dump, own));
    const away = legal.some((move) => PLAYS.test(move) && !/^(play|slip) \S+ [1-5]$/.test(move));
    return t.first(away, draws, waits(dump, own));
  },

  ending(given: Dump): { changed: string; text: string; rule: string } | null {
    const { stock, discard } = (given as Dump<UniversalTable>).table;
    if (given.is_over || stock.length > 0) return null;
    return { changed: discard.length > 0 ? t.stockUsedUp : t.pilesUsedUp, text: t.ending, rule: "UC-13" };
  },

  /** A card of the hand, a pile or a column that moves: where a card could go is framed only once one is picked. */
  starts: (move: string) => universal.steps(move).slice(0, 1),

  steps(move: string): string[] {
    const [verb = "", ...rest] = move.split(" ");
    if (verb === "bar" || verb === "discard") return [...rest, verb];
    return verb === "end" || verb === "pass" ? [verb] : rest;
  },

  say(move: string, _dump: Dump, about: ViewContext): string {
    const [verb = "", one = "", other = ""] = move.split(" ");
    return t.say(verb, CARD.test(one) ? about.card(one) : one, other);
  },

  attempt(picked: readonly string[], given: Dump): string | null {
    const { table } = given as Dump<UniversalTable>;
    const card = picked.find((place) => CARD.test(place));
    const columns = picked.filter((place) => COLUMN.test(place));
    const [one, other] = columns;
    if (card !== undefined && one !== undefined) {
      const seat = one.startsWith("o") ? 1 - mover(given) : mover(given);
      const into = table.boards[seat]?.[Number(one.slice(-1)) - 1];
      const head = into?.up[0];
      const above = head === undefined ? 0 : RANKS.indexOf(card.charAt(0)) - RANKS.indexOf(head.charAt(0));
      // over face-down cards only the card that fits the top one can have been meant to be slipped behind it
      const slips = above === 1 || (above > 1 && into?.down.length === 0);
      return `${slips ? "slip" : "play"} ${card} ${one}`;
    }
    if (card !== undefined) return picked.includes("bar") ? `bar ${card}` : picked.includes("discard") ? `discard ${card}` : null;
    if (one !== undefined && other !== undefined) return `move ${one} ${other}`;
    return picked.length === 1 && (picked[0] === "stock" || picked[0] === "discard") ? `draw ${picked[0]}` : null;
  },
};
