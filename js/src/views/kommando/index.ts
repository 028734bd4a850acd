// Kommando: the row of ten between two hands, each fight a column of three cards.
import { type ViewContext, type Box, column, fan, nearSeat, plate, row, type Spot, isFaceUp, sees, spot, type GameView } from "../../board/layout";
import { gap, inOrder } from "../../board/hands";
import { capital, texts } from "../../texts";
import type { Dump, KommandoEntry, KommandoTable, Seat } from "../../kernel/messages";
import { drawings } from "./drawings";
import { texts as t } from "./texts";

const ATTACK = /^([LR]):(\w+)$/;

/** The indices of the first and the last row card that has not been attacked; null if none is left. */
function ends(fights: KommandoEntry[]): [number, number] | null {
  const open = fights.flatMap((fight, at) => (fight.attack === null ? [at] : []));
  const [left] = open;
  const right = open.at(-1);
  return left === undefined || right === undefined ? null : [left, right];
}

/** The fight that waits for its defence. */
function current(fights: KommandoEntry[]): number {
  return fights.findIndex((fight) => fight.attack !== null && fight.defence === null);
}

function laid(fight: KommandoEntry, at: number, seat: Seat, side: "far" | "near", about: ViewContext): Spot {
  const attacks = fight.attack?.[0] === seat;
  const card = (attacks ? fight.attack : fight.defence?.[0] === seat ? fight.defence : null)?.[1] ?? null;
  const decided = card !== null && fight.defence !== null;
  const marks = ["laid", side];
  if (decided) marks.push(fight.winner === seat ? "won" : fight.winner === null ? "drawn" : "lost");
  return spot(side, "", {
    card,
    badge: decided ? result(fight, seat, side) : null,
    id: card,
    from: `hand${seat}`,
    marks,
    mute: card === null,
    lies: `row/${at}/${attacks ? "attack" : "defence"}`,
    note: (attacks ? t.attacks : t.defends)(about.whose(seat), decided ? t.came(fight.winner === null ? null : fight.winner === seat) : null),
  });
}

/** The text on a laid card after its fight: the points that it won, or a tie. */
function result(fight: KommandoEntry, seat: Seat, side: "far" | "near"): string | null {
  if (fight.winner === seat) return t.won(Number.parseInt(fight.card, 10));
  return fight.winner === null && side === "near" ? t.tieBadge : null;
}

function endName(at: number, open: [number, number] | null): "L" | "R" | null {
  if (open === null) return null;
  if (at === open[0]) return "L";
  return at === open[1] ? "R" : null;
}

/** The end for which a teacher's spotlight lights a place: the card that is fought for is the end that it was. */
function spotted(fights: KommandoEntry[], at: number, open: [number, number] | null): "L" | "R" | null {
  const fought = current(fights);
  const side = fought < 0 ? null : open === null || fought < open[0] ? "L" : "R";
  if (at === fought) return side;
  const end = endName(at, open);
  return end === side ? null : end;
}

function endLabel(at: number, end: "L" | "R" | null, open: [number, number] | null): string {
  if (end === null || open === null) return t.rowCard(at + 1);
  if (open[0] === open[1]) return t.lastCard;
  return end === "L" ? t.leftEnd : t.rightEnd;
}

function fightNote(fight: KommandoEntry, fighting: boolean, about: ViewContext): string | null {
  if (fighting) return t.underAttack;
  if (fight.defence === null) return null;
  return fight.winner === null ? t.tie : t.wonBy(about.who(fight.winner));
}

function fightBox(fight: KommandoEntry, at: number, fights: KommandoEntry[], near: Seat, about: ViewContext): Box {
  const far = 1 - near;
  const open = ends(fights);
  const fighting = current(fights) === at;
  const end = endName(at, open);
  const marks: string[] = ["target"];
  if (fighting) marks.push("fighting");
  if (about.spot !== null && about.spot === spotted(fights, at, open)) marks.push("spotlit");
  if (fight.defence !== null) marks.push(fight.winner === null ? "tied" : fight.winner === near ? "to-near" : "to-far");
  return column(
    `fight${at}`,
    [
      laid(fight, at, far, "far", about),
      spot("card", endLabel(at, end, open), {
        card: fight.card,
        unlit: true,
        id: `row${at}`,
        place: end,
        lies: `row/${at}/card`,
        marks,
        note: fightNote(fight, fighting, about),
      }),
      laid(fight, at, near, "near", about),
    ],
    { name: "fight", marks: [...(fighting ? ["fighting"] : []), ...(end === null ? [] : ["end"])] },
  );
}

/** The ends that a card may attack now. */
function endsOf(card: string, legal: readonly string[]): string[] {
  return legal.filter((move) => ATTACK.exec(move)?.[2] === card).map((move) => move.charAt(0));
}

/** The only end that a card may attack while other cards may attack the other end; else null. */
function onlyEnd(card: string, { legal_moves: legal, table }: Dump<KommandoTable>): "L" | "R" | null {
  const open = ends(table.row);
  const [end, more] = endsOf(card, legal);
  if (open === null || open[0] === open[1] || more !== undefined) return null;
  return end === "L" || end === "R" ? end : null;
}

/** The fight with the last attack that was made, or with the one before it; undefined if there was none. */
function attacked(fights: KommandoEntry[], { log }: ViewContext, nth: -1 | -2): KommandoEntry | undefined {
  const laid = log.flatMap(({ move }) => ATTACK.exec(move ?? "")?.[2] ?? []).at(nth);
  return fights.find(({ attack }) => attack !== null && attack[1] === laid);
}

/** How the attack came to the seat to move (KO-9). */
function whyAttacks(fights: KommandoEntry[], about: ViewContext): "first" | "tied" | "lost" {
  const last = attacked(fights, about, -1);
  return last === undefined ? "first" : last.winner === null ? "tied" : "lost";
}

/** What the last move's sentence says that the other player lacks, who laid a colour that is forbidden otherwise (KO-5, KO-6). */
function lacked({ log, who }: ViewContext, mover: Seat | null): string {
  const { seat, text = "" } = log.at(-1) ?? {};
  const lacks = /having (no [a-z ]+)/.exec(text)?.[1];
  return lacks === undefined || seat === undefined || seat === mover ? "" : `${capital(who(seat))} has ${lacks}. `;
}

/** Whether two cards, or a card and one that lies face down, have one colour. */
function sameColour(one: string, other: string): boolean {
  return other !== "??" && one.slice(-1) === other.slice(-1);
}

/** Whether attacks are legal only because the attacker has no other choice (KO-5). */
function unchosen(fights: KommandoEntry[], legal: readonly string[]): boolean {
  const open = ends(fights);
  return legal.some((move) => {
    const [, end, card = ""] = ATTACK.exec(move) ?? [];
    const target = open === null ? undefined : fights[open[end === "L" ? 0 : 1]];
    return target !== undefined && sameColour(card, target.card);
  });
}

/** The number of cards that fit one line of a telephone, where they close up then. */
const FEW = 5;

function hand(dump: Dump<KommandoTable>, seat: Seat, side: "near" | "far", about: ViewContext): Box {
  const cards = dump.table.hands[seat] ?? [];
  const open = sees(dump, seat);
  const up = isFaceUp(dump, seat, cards);
  // each card keeps its place for the whole hand, so that nobody has to find it again
  const played = dump.table.row.flatMap(({ attack, defence }) => [attack, defence].flatMap((one) => (up && one?.[0] === seat ? [one[1]] : [])));
  const kids = (up ? inOrder([...cards, ...played], "kommando") : cards).map((card, at) => {
    if (!cards.includes(card)) return gap(card);
    const only = onlyEnd(card, dump);
    return spot(card === "??" ? `hidden${at}` : card, texts.inHand(about.whose(seat)), {
      card,
      id: card === "??" ? `hand${seat}-${at}` : card,
      place: open && card !== "??" ? card : null,
      marks: ["held"],
      badge: only && t.only[only],
      note: only && t.onlyWords[only],
      lies: card === "??" ? null : `hands/${seat}/${card}`,
      mute: !up,
      grip: open,
    });
  });
  const label = dump.seat === seat ? texts.yourHand : texts.handOf(about.whose(seat), cards.length);
  return fan(`hand${seat}`, kids, { name: "hand", label, lies: `hands/${seat}`, marks: [...(up && cards.length <= FEW ? ["few"] : []), side, up ? "open" : "closed"] });
}

export const kommando: GameView = {
  deck: "kommando",
  drawings,
  keys: { dealt: ["hands"] },

  layout(given: Dump, about: ViewContext): Box {
    const dump = given as Dump<KommandoTable>;
    const near = nearSeat(dump);
    const far = 1 - near;
    const fights = dump.table.row;
    return column(
      "kommando",
      [
        row("far", [plate(far), hand(dump, far, "far", about)], { name: "side", marks: ["far"] }),
        row(
          "row",
          fights.map((fight, at) => fightBox(fight, at, fights, near, about)),
          { name: "fights", label: t.row },
        ),
        row("near", [hand(dump, near, "near", about), plate(near)], { name: "side", marks: ["near"] }),
      ],
      { across: 10 },
    );
  },

  prompt(given: Dump, picked: readonly string[], about: ViewContext): string {
    const { row: fights, hands } = given.table as KommandoTable;
    const fight = fights[current(fights)];
    const { legal_moves: legal } = given;
    if (fight?.attack) {
      const [attacker, card] = fight.attack;
      const used = legal.some((move) => sameColour(move, card) || sameColour(move, fight.card));
      const target = fight.card === "??" ? null : about.card(fight.card);
      // only the colours that the hand has, unless it has none of them
      const free = Object.keys(t.colours).filter((colour) => !card.endsWith(colour) && !fight.card.endsWith(colour) && (used || legal.some((move) => move.endsWith(colour))));
      return lacked(about, given.to_play) + t.answer(t.attacked(about.who(attacker), about.card(card), target, attacked(fights, about, -2)?.winner === null), free.map((colour) => t.colours[colour] ?? colour), used, hands[given.to_play ?? 0]?.length === 1);
    }
    const [one] = picked;
    if (one === "L" || one === "R") {
      const end = ends(fights)?.[one === "L" ? 0 : 1] ?? 0;
      return t.pickCard(fights[end]?.card === "??");
    }
    if (one !== undefined) return t.pickEnd[onlyEnd(one, given as Dump<KommandoTable>) ?? "both"];
    const [left, right] = ends(fights) ?? [];
    if (left === right) return lacked(about, given.to_play) + t.lastAttack;
    const arrows = legal.some((move) => onlyEnd(move.slice(2), given as Dump<KommandoTable>) !== null);
    return lacked(about, given.to_play) + t.attackNow(whyAttacks(fights, about), unchosen(fights, legal), arrows);
  },

  steps(move: string): string[] {
    const attack = ATTACK.exec(move);
    return attack ? attack.slice(1) : [move];
  },

  say(move: string, _dump: Dump, about: ViewContext): string {
    const attack = ATTACK.exec(move);
    if (!attack) return t.sayDefence(about.card(move));
    const [, end = "", card = ""] = attack;
    return t.say(t.end[end] ?? end, about.card(card));
  },

  noPlace(clicked: Element, { legal_moves: legal }: Dump): { text: string; rule: string } | null {
    return clicked.closest(".cw-b-fight") && legal.some((move) => ATTACK.test(move)) ? { text: t.onlyEnds, rule: "KO-4" } : null;
  },

  attempt(picked: readonly string[], given: Dump): string | null {
    const { row: fights } = given.table as KommandoTable;
    const end = picked.find((place) => place === "L" || place === "R");
    const card = picked.find((place) => place !== "L" && place !== "R");
    // whoever answers picks only a card, and the kernel says so
    if (current(fights) >= 0) return card ?? `${end}:${given.legal_moves[0]}`;
    if (card !== undefined && end !== undefined) return `${end}:${card}`;
    // a card or an end with which no legal move begins
    const legal = given.legal_moves.map((move) => kommando.steps(move));
    const [first] = legal;
    if (first === undefined || legal.some((steps) => steps.includes(card ?? end ?? ""))) return null;
    return card === undefined ? `${end}:${first[1]}` : `${first[0]}:${card}`;
  },
};
