// Capture in five columns: the slots between two hands, the placement of hidden cards, and the reveal of the columns.
import {
  type ViewContext,
  act,
  box,
  type Box,
  type Compose,
  column,
  type Decision,
  fan,
  nearSeat,
  type Node,
  note,
  pile,
  plate,
  row,
  isFaceUp, sees,
  sizeMarks,
  type RevealedPart,
  type Stage,
  type Spot,
  spot,
  type GameView,
} from "../../board/layout";
import { DECKS, rankOf, shortCard } from "../../board/decks";
import { gap } from "../../board/hands";
import { capital, texts } from "../../texts";
import { COLUMN_NAMES as SLOTS } from "../../kernel/messages/constants";
import type { ColumnsTable, Dump, LogEntry, Reason, Seat } from "../../kernel/messages";
import { drawings } from "./drawings";
import { texts as t } from "./texts";


/** The numbers of cards in the longest lane from which on all cards are smaller. */
const LONG = [5, 6, 7];

/** The number of cards in the deck. */
const DECK = 52;

/** What people call a column: letters stand for seats, and stay in the notation. */
function numberOf(slot: string): string {
  return String(SLOTS.indexOf(slot) + 1);
}

/** The hidden cards that a seat has placed, as far as this viewer knows them: slot to card. */
function placedOf(table: ColumnsTable, seat: Seat): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [slot, card] of Object.entries(table.placed[seat] ?? {}))
    if (typeof card === "string" && SLOTS.includes(slot)) found[slot] = card;
  return found;
}

/** The seat that places cards at this table: the one to move, if the viewer sees its hand. */
function placing(dump: Dump<ColumnsTable>): Seat | null {
  const { to_play: seat } = dump;
  return seat !== null && dump.legal_moves.length > 0 && sees(dump, seat) ? seat : null;
}

/** The identity of a hidden card behind a column until it is turned. */
function turning(seat: Seat, slot: string): string {
  return `behind-${slot}-${seat}`;
}

/** The cards of a side by which it captures a column: its matched sets, else its highest and its lowest card. */
function decisive(cards: readonly string[], brief = ""): Set<string> {
  const order = (card: string) => DECKS.french.ranks.findIndex(({ text }) => text === rankOf(card, "french")?.text);
  if (brief.endsWith(t.highAndLow)) {
    const places = cards.map(order);
    const [low, high] = [Math.min(...places), Math.max(...places)];
    return new Set(cards.filter((card) => [low, high].includes(order(card))));
  }
  return new Set(cards.filter((card) => cards.filter((other) => order(other) === order(card)).length > 1));
}

/** The mark of a card in a column that is decided; of the winner's cards only those are marked by which it wins. */
function verdict(shown: RevealedPart | null, slot: string, seat: Seat, card: string): string[] {
  const decision = shown?.decided?.find(({ of }) => of === slot);
  if (typeof decision?.winner !== "number") return [];
  if (decision.winner !== seat) return ["lost"];
  return decisive(decision.sides[seat] ?? [], decision.brief).has(card) ? ["won"] : [];
}

/** The cards of a placement by column. */
function pairs(move: string): Record<string, string> {
  return Object.fromEntries(move.split(" ").map((pair) => pair.split(":") as [string, string]));
}

/** What an empty place shows: the card that a hint puts there, unless it lies elsewhere; else that some card goes there. */
function free(name: string, { hint, draft }: ViewContext): string {
  const hinted = hint === null ? undefined : pairs(hint)[name];
  return hinted === undefined || Object.values(draft).includes(hinted) ? t.add : shortCard(hinted);
}

function side(dump: Dump<ColumnsTable>, slot: number, seat: Seat, about: ViewContext): Spot[] {
  const name = SLOTS[slot] ?? "";
  const cards = dump.table.slots[slot]?.[seat] ?? [];
  const laid = cards.map((card, at) =>
    spot(`${seat}-${at}`, t.inColumn(about.whose(seat), numberOf(name)), {
      card,
      id: card === "??" ? turning(seat, name) : card,
      from: dump.is_over ? null : at === 0 ? "left" : card === "??" ? `hand${seat}` : turning(seat, name),
      marks: ["laid", ...verdict(about.shown, name, seat, card)],
    }),
  );
  const own = placing(dump) === seat;
  const placed = own ? about.draft[name] : placedOf(dump.table, seat)[name];
  if (dump.table.slots[slot] === null) return laid;
  if (!own && placed === undefined) return laid;
  const other = dump.table.slots[slot]?.[1 - seat] ?? [];
  const lie = (some: readonly string[]) => some.filter((card) => card !== "??").map((card) => about.card(card)).join(", ");
  const behind = spot(`${seat}-behind`, t.behind(numberOf(name)), {
    note: own ? t.lying(lie(cards), about.whose(1 - seat), lie(other)) : null,
    place: own ? name : null,
    card: placed ?? null,
    id: placed === "??" ? turning(seat, name) : (placed ?? null),
    lies: `slots/${slot}`,
    marks: ["behind", ...(placed === undefined ? [] : ["stacked"])],
    badge: own && placed === undefined ? free(name, about) : null,
    grip: own && placed !== undefined,
  });
  return [...laid, behind];
}

/** The cards with a mark for those that lie below another card, which show their index along the top edge. */
function stacked(cards: Spot[]): Spot[] {
  return cards.map((card, at) => (at < cards.length - 1 ? { ...card, marks: [...card.marks, "stacked"] } : card));
}

/** What a reveal has decided of a column, in the place of its number: that it stays, or how many cards go to which end of the table. */
function outcome({ winner, sides }: Decision, near: Seat): Node {
  const end = winner === null ? "stays" : winner === near ? "near" : "far";
  return note("came", t.came[end](sides[0].length + sides[1].length), ["came", end]);
}

function slotBox(dump: Dump<ColumnsTable>, slot: number, near: Seat, about: ViewContext): Box {
  const name = SLOTS[slot] ?? "";
  const empty = dump.table.slots[slot] === null;
  const decision = about.shown?.decided?.find(({ of }) => of === name);
  const far = stacked(side(dump, slot, 1 - near, about).reverse());
  const own = stacked(side(dump, slot, near, about));
  return column(
    `slot${name}`,
    [
      column("far", far, { name: "lane", marks: ["far"] }),
      note("name", numberOf(name), ["slot-name"]),
      column("near", own, { name: "lane", marks: ["near"] }),
      ...(decision ? [outcome(decision, near)] : []),
    ],
    {
      name: "slot",
      lies: `slots/${slot}`,
      label: empty ? t.emptySlot(numberOf(name)) : t.slot(numberOf(name)),
      marks: [...(empty ? ["vacant"] : []), ...(decision ? ["told"] : []), ...(about.shown?.of === name ? ["shown"] : []), ...(about.spot === name ? ["spotlit"] : [])],
    },
  );
}

function hand(dump: Dump<ColumnsTable>, seat: Seat, where: "near" | "far", about: ViewContext): Box {
  const cards = dump.table.hands[seat] ?? [];
  const open = sees(dump, seat);
  const up = isFaceUp(dump, seat, cards);
  const gone = placing(dump) === seat ? new Set(Object.values(about.draft)) : new Set<string>();
  const kids = cards.map((card, at) =>
    gone.has(card)
      ? gap(card)
      : spot(card === "??" ? `hidden${at}` : card, texts.inHand(about.whose(seat)), {
          card,
          id: card === "??" ? `hand${seat}-${at}` : card,
          place: card === "??" ? null : card,
          marks: ["held"],
          lies: card === "??" ? null : `hands/${seat}/${card}`,
          mute: !up,
          grip: open,
        }),
  );
  const label = dump.seat === seat ? texts.yourHand : texts.handOf(about.whose(seat), cards.length);
  return fan(`hand${seat}`, kids, { name: "hand", label, lies: `hands/${seat}`, marks: [where, up ? "open" : "closed"] });
}

function capturedPile(dump: Dump<ColumnsTable>, seat: Seat, about: ViewContext): Box {
  const cards = dump.table.captured[seat] ?? [];
  const top = spot("top", t.captured(about.who(seat), cards.length), {
    card: cards.length > 0 ? "??" : null,
    badge: String(cards.length),
    lies: `captured/${seat}`,
    marks: ["pile-top"],
  });
  const name = dump.seat === seat ? t.ownCaptured : t.otherCaptured;
  return pile(`captured${seat}`, [note("name", name, ["caption"]), top], { name: "captured" });
}

interface Decided extends Decision {
  at: number;
}

/** The columns that were decided between two dumps, with their hidden cards now known; none if a move was taken back. */
function decidedBetween(from: Dump<ColumnsTable>, to: Dump<ColumnsTable>): Decided[] {
  const [before, after] = [from.table, to.table];
  // every round changes columns, even the last one if it captures nothing and has nothing more to deal
  if (from.ply > to.ply || String(before.slots) === String(after.slots)) return [];
  const taken = [0, 1].map((seat) => (after.captured[seat] ?? []).slice((before.captured[seat] ?? []).length));
  const shown: Decided[] = [];
  before.slots.forEach((slot, at) => {
    if (slot === null) return;
    const name = SLOTS[at] ?? "";
    const now = after.slots[at];
    if (now && now[0][0] === slot[0][0]) {
      shown.push({ of: name, at, sides: now, winner: null });
      return;
    }
    const winner = taken.findIndex((cards) => cards[0] === slot[0][0]);
    const cards = taken[winner];
    if (!cards) return;
    const second = cards.indexOf(slot[1][0] ?? "");
    const first = cards.splice(0, second);
    const own = slot[1].length;
    const following = [...SLOTS.keys()].slice(at + 1).flatMap((later) => before.slots[later]?.[0][0] ?? []);
    const extra = cards[own] !== undefined && !following.includes(cards[own]) ? 1 : 0;
    shown.push({ of: name, at, sides: [first, cards.splice(0, own + extra)], winner });
  });
  return shown;
}

/** Who has how many of all cards, as bars from both ends towards the line that more than half of them cross. */
function race({ table: { captured }, to_play }: Dump<ColumnsTable>, near: Seat, about: ViewContext): Box {
  const counts = [near, 1 - near].map((seat) => (captured[seat] ?? []).length);
  const scales = counts.map((count, at) => column(`scale${at}`, [], { name: "scale", across: (count / DECK) * 100 }));
  const decided = about.settled === true || (about.shown === null && (to_play === null || Math.max(...counts) > DECK / 2));
  return column("race", [note("name", decided ? t.settled : t.enough(DECK / 2 + 1, DECK), ["caption"]), row("bars", scales)], {
    title: t.raceTitle(DECK / 2 + 1, DECK),
    label: t.race(counts.map((count, at) => `${about.who(at === 0 ? near : 1 - near)} ${count}`).join(", "), DECK),
  });
}

/** The columns that were decided, in small and each with its reason: during a reveal those so far, then all until the next ones are shown. */
function decisions(dump: Dump, near: Seat, about: ViewContext, columns: readonly Decision[]): Node[] {
  const now = about.shown?.decided;
  if (columns.length === 0 && now === undefined) return [];
  const mini = (cards: string[], key: string, won: ReadonlySet<string>) =>
    row(
      key,
      cards.map((card) => spot(card, "", { card, marks: ["mini", ...(won.has(card) ? ["won"] : [])] })),
      { name: "mini-side" },
    );
  const won = (seat: Seat, { sides, winner, brief }: Decision) => (winner === seat ? decisive(sides[seat] ?? [], brief) : new Set<string>());
  const kids = columns.map((one) => {
    const { of, sides, winner, brief } = one;
    return row(
      `shown${of}`,
      [
        note("slot", numberOf(of), ["slot-name"]),
        mini(sides[1 - near] ?? [], "far", won(1 - near, one)),
        mini(sides[near] ?? [], "near", won(near, one)),
        note("result", t.result(winner === null ? t.stays : t.takes(about.who(winner)), brief), winner === null ? [] : ["strong"]),
      ],
      { name: "shown", label: t.slot(numberOf(of)) },
    );
  });
  const label = t.sides(now ? t.thisRound : dump.is_over ? t.lastRound : t.roundBefore, capital(about.who(1 - near)), capital(about.who(near)));
  return [box("fold", "reveal", kids, { label })];
}

/** Decided columns, each with the reason in few words. */
function explained(columns: Decided[], reasons: readonly Reason[]): Decided[] {
  return columns.map((one) => ({ ...one, brief: reasons.find(({ of }) => of === one.of)?.brief }));
}

/** The columns that the last move decided. */
function lastRound(dump: Dump, about: ViewContext): Decision[] {
  const { from, to } = about.decided ?? { from: about.before, to: dump };
  if (!from) return [];
  const reasons = about.log.find(({ ply }) => ply === to.ply)?.why ?? [];
  return explained(decidedBetween(from as Dump<ColumnsTable>, to as Dump<ColumnsTable>), reasons);
}

/** With fewer cards in the stock the first two rounds are over. */
const EARLY = 12;

/** Names the columns that high and low cannot capture, as far as this player sees (CO-8); empty if there are none, no room for it, or later in the game, when this is known and columns are long. */
function aced({ options, table: { slots, left } }: Dump<ColumnsTable>, { draft, asked, narrow }: ViewContext): string {
  if ((asked && narrow) || left.length < EARLY) return "";
  const found = SLOTS.filter((slot, at) => [slots[at], draft[slot]].flat(2).some((card) => card?.startsWith("A")));
  return found.length === 0 || options.aces === "swing" ? "" : t.aces(found.map(numberOf).join(", "));
}

/** The stages of a reveal: first all hidden cards lie behind their columns, then each column is turned up and decided. */
function stages(before: Dump<ColumnsTable>, after: Dump<ColumnsTable>, log: readonly LogEntry[], who: (seat: Seat) => string): Stage[] {
  const reasons = log.find(({ ply }) => ply === after.ply)?.why ?? [];
  const columns = decidedBetween(before, after);
  if (columns.length === 0) return [];
  const captured = [0, 1].map((seat) => [...(before.table.captured[seat] ?? [])]);
  const slots = before.table.slots.map((slot) => slot && ([[...slot[0]], [...slot[1]]] as [string[], string[]]));
  for (const { at, sides } of columns)
    for (const seat of [0, 1] as const)
      if (sides[seat].length > (slots[at]?.[seat].length ?? 0))
        slots[at]?.[seat].push(sees(after, seat) ? (sides[seat].at(-1) ?? "??") : "??");
  const had = captured.map((cards) => cards.length);
  // hands, turn and result remain those before the move, so that the stages reveal only the columns
  const dump = (): Dump => ({
    ...after,
    ply: before.ply,
    to_play: null,
    is_over: false,
    returns: null,
    legal_moves: [],
    match: before.match,
    points: before.points.map((points, seat) => points + (captured[seat]?.length ?? 0) - (had[seat] ?? 0)),
    table: {
      ...after.table,
      placed: [null, null],
      hands: [[], []],
      left: before.table.left,
      slots: slots.map((slot) => slot && [[...slot[0]], [...slot[1]]]),
      captured: captured.map((cards) => [...cards]),
    },
  });
  const decided = explained(columns, reasons);
  const placed = dump();
  let said: string = t.lie;
  const shown = decided.map(({ of: slot, at, sides, winner }, number): Stage => {
    slots[at] = sides;
    const why = reasons.filter(({ of }) => of === slot);
    const words = t.why(why.map((reason) => reason.text));
    const count = sides[0].length + sides[1].length;
    const stage = {
      dump: dump(),
      shown: { of: slot, winner, why, decided: decided.slice(0, number + 1) },
      // what was told last stands until there is something new to tell: it is read meanwhile
      turning: said,
      ...(number === 0 && { lying: placed }),
      next: number === columns.length - 1 ? t.showResult : t.nextColumn,
      text: winner === null ? t.staysWords(numberOf(slot), words) : t.takesWords(numberOf(slot), who(winner), count, words),
    };
    said = stage.text;
    if (winner !== null) {
      slots[at] = null;
      captured[winner]?.push(...sides[0], ...sides[1]);
    }
    return stage;
  });
  const totals = captured.map(({ length }) => length);
  const each = (counts: number[]) => counts.map((n, seat) => `${who(seat)} ${n}`).join(", ");
  const words = t.roundWords(each(totals.map((n, seat) => n - (had[seat] ?? 0))), each(totals));
  return [...shown, { dump: dump(), shown: { of: "", winner: null, why: [], decided }, text: words, next: t.goOnPlaying }];
}

export const columns: GameView = {
  deck: "french",
  drawings,
  keys: { dealt: ["hands", "left"], taken: ["captured"] },

  layout(given: Dump, about: ViewContext): Box {
    const dump = given as Dump<ColumnsTable>;
    const near = nearSeat(dump);
    const far = 1 - near;
    const { table } = dump;
    const placed = (seat: Seat) => (table.placed[seat] ? t.placed : null);
    const stock = spot("stock", t.left(table.left.length), {
      card: table.left.length > 0 ? "??" : null,
      badge: String(table.left.length),
      lies: "left",
      marks: ["pile-top"],
    });
    const seatRow = (seat: Seat, where: "near" | "far") =>
      row(
        where,
        [
          plate(seat, placed(seat)),
          hand(dump, seat, where, about),
          capturedPile(dump, seat, about),
          ...(where === "far" ? [pile("left", [note("name", t.stockName, ["caption"]), stock], { name: "left" })] : []),
        ],
        { name: "side", marks: [where] },
      );
    const seat = placing(dump);
    // the end shows the columns as the last round decided them, and not empty places where cards were captured
    const decided = about.shown?.decided ?? lastRound(dump, about);
    const end = dump.is_over ? { ...about, shown: { of: "", winner: null, why: [], decided } } : null;
    const lying = table.slots.map((slot, at) => (end && decided.find(({ of }) => of === SLOTS[at])?.sides) ?? slot);
    const slots = SLOTS.map((_, slot) => slotBox({ ...dump, table: { ...table, slots: lying } }, slot, near, end ?? about));
    const listed = decisions(dump, near, about, decided);
    const lanes = slots.flatMap(({ kids }) => kids.map((kid) => (kid.kind === "box" ? kid.kids.length : 0)));
    return column(
      "columns",
      [
        seatRow(far, "far"),
        race(dump, near, about),
        row("field", [row("slots", slots, { label: t.slots }), ...(listed.length > 0 ? listed : [note("comes", t.listComes, ["comes"])])], {
          marks: listed.length === 0 ? ["unlisted"] : [],
        }),
        row("acts", seat === null ? [] : [act("place", t.place((table.hands[seat] ?? []).length)), act("take back", t.takeBack)], { name: "acts" }),
        seatRow(near, "near"),
      ],
      { across: 6, marks: sizeMarks(Math.max(...lanes), LONG) },
    );
  },

  compose(given: Dump): Compose | null {
    const dump = given as Dump<ColumnsTable>;
    const seat = placing(dump);
    if (seat === null) return null;
    const cards = dump.table.hands[seat] ?? [];
    const slots = SLOTS.filter((_, at) => dump.table.slots[at] !== null);
    return {
      cards,
      slots,
      numbered: SLOTS,
      move(draft) {
        const used = slots.filter((slot) => draft[slot] !== undefined);
        return used.length === cards.length ? used.map((slot) => `${slot}:${draft[slot]}`).join(" ") : null;
      },
    };
  },

  prompt(given: Dump, picked: readonly string[], about: ViewContext): string {
    const dump = given as Dump<ColumnsTable>;
    const { hands, left: stock } = dump.table;
    const hand = hands[given.to_play ?? 0] ?? [];
    const [held] = picked;
    if (held !== undefined && Object.values(about.draft).includes(held)) return t.pickAnother;
    if (held !== undefined) return SLOTS.includes(held) ? t.pickCard(numberOf(held)) : t.pickColumn(Object.keys(about.draft).length > 0) + aced(dump, about);
    const open = hand.filter((card) => !Object.values(about.draft).includes(card));
    const { length: left } = open;
    if (about.urged && left > 0) return t.missing(left === 1 ? about.card(open[0] ?? "") : null, left);
    return left === 0 ? t.ready(t.place(hand.length), hand.length) : left === hand.length ? t.begin(left, stock.length === 0) + aced(dump, about) : t.goOn(left);
  },

  stages: (before, after, log, who = texts.seat) => stages(before as Dump<ColumnsTable>, after as Dump<ColumnsTable>, log, who),

  noPlace: (clicked) => (clicked.closest(".cw-b-race") ? { text: t.raceTitle(DECK / 2 + 1, DECK), rule: "CO-9", tone: "notice" } : null),

  laid: pairs,

  steps: (move) => Object.entries(pairs(move)).flat(),

  placeName: numberOf,
  turnOf: (ply) => t.roundOf(Math.floor(ply / 2) + 1),

  reason: (of, text) => t.reason(numberOf(of), text),

  say(move: string, _dump: Dump, about: ViewContext): string {
    return Object.entries(pairs(move)).map(([slot, card]) => t.sayPair(numberOf(slot), about.card(card))).join(", ");
  },
};
