// Capture the Commander: formations of thirteen that face each other, and the battle between them.
import { COPY, type ViewContext, type Box, column, note, type Node, plate, row, sizeMarks, type Spot, spot, type Stage, verdict, type GameView } from "../../board/layout";
import { shortCard } from "../../board/decks";
import type { CommanderEntry, CommanderTable, Dump, LogEntry, Reason, Seat } from "../../kernel/messages";
import { ATTACK, type Battle, COMMANDER, fallenIn, type Fighter, GIFT, lastBattles, losers, removal, seatOf } from "./battles";
import { drawings } from "./drawings";
import { capital } from "../../texts";
import { cardAt, texts as t } from "./texts";

/** The number of lost cards in the first of two heaps: half of a formation. */
const HEAP = 7;
/** The numbers of cards on one side of a battle from which on all cards of it are smaller. */
const LONG = [2, 3, 4];
/** Positions from front to back, rank by rank. */
const RANKS = [
  [1, 2, 3, 4],
  [5, 6, 7],
  [8, 9, 10],
  [11, 12],
  [13],
];

/** The seat whose positions the notation names by numbers without a letter: the viewer's, else the one to move. */
function mover(dump: Dump): Seat {
  return typeof dump.seat === "number" ? dump.seat : (dump.to_play ?? 0);
}

/** The card of a fighter as a battle of the last round shows it. */
function faceOf(fighter: Fighter, battle: Battle, open: boolean, dump: Dump<CommanderTable>, about: ViewContext): string {
  const { removed, formations } = dump.table;
  const at = removal(dump.table, fighter, battle);
  const entry = formations[fighter[0]]?.[fighter[1] - 1];
  const lies = open || (entry && faceShown(entry, dump, about, about.memory === "last")) ? entry?.card : "??";
  return (at < 0 ? lies : removed[at]?.[2]) ?? "??";
}

function battleSide(dump: Dump<CommanderTable>, battle: Battle, role: "attacker" | "defender", open: boolean, about: ViewContext): Box {
  const { table } = dump;
  const { ply, [role]: fighters } = battle;
  const lost = losers(table, battle);
  const came = lost.length === 0 ? "open" : lost === fighters ? "lost" : "won";
  // small cards of a war have no room for the letter of the seat below each
  const short = !open && table.formations.length > 2;
  const cards = fighters.map((fighter, nth) => {
    const [seat, position] = fighter;
    const name = `${about.seat(seat)}${position}`;
    return spot(`shown${name}`, t.shown(about.whose(seat), position), {
      card: faceOf(fighter, battle, open, dump, about),
      id: `${COPY}${ply}${name}`,
      from: name,
      marks: ["shown", came],
      badge: short && nth > 0 ? String(position) : name,
      note: t.came[came],
    });
  });
  return row(role, cards, { name: "battle-side", label: t.side[role](about.whose(fighters[0]?.[0] ?? 0)) });
}

/** What came of a battle, in a line: the cards that won, with their places, as far as they lie face up, else who lost; and the cards lost. */
function cameInLine(dump: Dump<CommanderTable>, battle: Battle, about: ViewContext): string {
  const lost = losers(dump.table, battle);
  const face = (fighter: Fighter) => shortCard(faceOf(fighter, battle, false, dump, about));
  const cards = lost.map(face).join(" ");
  const winners = lost === battle.attacker ? battle.defender : battle.attacker;
  // the line names the first place of the viewer, and without an open battle every first place
  const won = winners.map((one, nth) => (nth > 0 || (about.shown && one[0] !== dump.seat) ? `${about.seat(one[0])}${one[1]} ` : "") + face(one));
  if (cards === "" || won.join().includes("?")) return cards && t.lost(about.who(lost[0]?.[0] ?? 0), cards);
  return t.beat(won, cards);
}

/** A battle in a line: who attacked whom, and what came of it. */
function lineOf(dump: Dump<CommanderTable>, battle: Battle, about: ViewContext): string {
  // beside an open battle there is room for the viewer's own places alone
  const named = ([[seat, place] = [0, 0]]: Fighter[]) =>
    about.shown ? (seat === dump.seat ? `your ${cardAt(String(place))}` : about.who(seat)) : `${about.who(seat)} ${about.seat(seat)}${place}`;
  const fell = fallenIn(battle, dump.table);
  return t.line(named(battle.attacker), named(battle.defender), cameInLine(dump, battle, about)) + (fell === undefined ? "" : `; ${t.isOut(about.who(fell))}`);
}

function longMarks({ attacker, defender }: Battle): string[] {
  return sizeMarks(Math.max(attacker.length, defender.length), LONG);
}

/** The number of battles that are shown with their cards between so many players. */
const withCards = (players: number) => Math.max(2, players - 1);

/**
 * Puts the gifts of others between the battles, newest first, and counts their lines: everybody sees from where to where a card goes, and
 * nobody which card. What one player gives another between two battles is one line.
 */
function addGifts(kids: Node[], fought: Battle[], { dump, about }: { dump: Dump; about: ViewContext }): number {
  const lines = new Map<string, { older: number; ply: number; words: string }>();
  for (const { ply, seat, move } of about.log) {
    const [, own = "", to = ""] = GIFT.exec(move ?? "") ?? [];
    const older = fought.findIndex((battle) => battle.ply < ply);
    if (to === "" || older < 0 || seat === dump.seat) continue;
    const key = [older, seat, to.charAt(0)].join(" ");
    const words = lines.get(key)?.words ?? t.gave(about.who(seat), about.who(seatOf(to)));
    lines.set(key, { older, ply, words: `${words}${lines.has(key) ? "," : ""} ${t.gift(about.seat(seat) + own, to)}` });
  }
  for (const { older, ply, words } of lines.values()) kids.splice(older, 0, note(`gift${ply}`, words, ["line"]));
  return lines.size;
}

/** Rules of every battle: the higher card wins, and the loser's cards leave play. */
const USUAL = ["CC-5", "CC-10"];

/** The rule that says the most about a battle: that of a war, of its end or of a commander's fall, else that of the higher card. */
function ruleOf(why: readonly Reason[]): string | null {
  return [...why.slice(0, 1), ...why.filter(({ rule }) => !USUAL.includes(rule))].at(-1)?.rule ?? null;
}

/** The battles since the viewer's last turn: newest first between two players, among several in their order and with names. */
function battles(dump: Dump<CommanderTable>, fought: Battle[], about: ViewContext): Box {
  const { table } = dump;
  const staged = about.shown !== null;
  const several = table.formations.length > 2;
  const name = (key: string, [first]: Fighter[], battle: Battle) => {
    if (!several || !first) return [];
    const who = about.who(first[0]);
    return [note(key, fallenIn(battle, table) === first[0] ? t.isOut(who) : who, [key, ...teamMark(first[0], dump)])];
  };
  const kids: Node[] = fought.flatMap((battle, at): Node[] => {
    const war = at === 0 && table.war !== null;
    const told = note(`line${battle.ply}`, lineOf(dump, battle, about), ["line"]);
    if (several && at >= withCards(table.formations.length)) return [told];
    // beside an open battle the others are told, or shown where the table has room for their cards
    const shown = row(
      `battle${battle.ply}`,
      [
        ...name("from", battle.attacker, battle),
        battleSide(dump, battle, "attacker", staged && at === 0, about),
        note("against", war ? t.war : several ? t.attacksSign : t.against, war || several ? ["strong"] : []),
        battleSide(dump, battle, "defender", staged && at === 0, about),
        ...name("to", battle.defender, battle),
      ],
      { name: "battle", marks: at === 0 ? ["newest", ...longMarks(battle)] : several ? longMarks(battle) : [] },
    );
    return staged && several && at > 0 ? [told, shown] : [shown];
  });
  // beside an open battle there is no room for more lines
  const lines = staged ? 0 : addGifts(kids, fought, { dump, about }) + Math.max(0, fought.length - withCards(table.formations.length));
  const [newest] = fought;
  // the newest one lies open above the others
  if (several) kids.push(...(staged ? kids.splice(1) : kids.splice(0)).reverse());
  // after the game nobody has to forget these cards, and in a war of one's own a card is to be chosen
  if (about.shown && newest) kids.splice(1, 0, verdict(about.shown.why, ruleOf(about.shown.why), dump.is_over || (table.war && dump.legal_moves.length > 0) ? null : t.turnBack));
  if (kids.length === 0) kids.push(note("none", t.noBattle));
  const marks = staged ? ["staged", ...(newest ? [...longMarks(newest), ...(fallenIn(newest, table) === undefined ? [] : ["falls"])] : [])] : [];
  return column("battles", kids, { label: t.lastBattles, marks, across: lines });
}

/** The cards that a seat still had when its commander fell: they lie where they lay, and are not lost in battle. */
function remains(seat: Seat, { table: { removed } }: Dump<CommanderTable>, { log }: ViewContext) {
  const fell = removed.findIndex(([owner, at]) => owner === seat && at === 13);
  if (fell < 0) return [];
  // it fell in its last battle, with the cards beside it in a war
  const sides = lastBattles(log, Infinity).flatMap(({ attacker, defender }) => [attacker, defender]);
  const beside = sides.find((side) => side.some(([owner, at]) => owner === seat && at === 13));
  return removed.slice(fell + 1).filter(([owner, at]) => owner === seat && !beside?.some(([, other]) => other === at));
}

/** The cards a seat has lost in battle, which all have seen. */
function lost(seat: Seat, dump: Dump<CommanderTable>, about: ViewContext) {
  const lying = remains(seat, dump, about);
  return about.memory === "none" ? [] : dump.table.removed.filter((one) => one[0] === seat && one[2] !== "??" && !lying.includes(one));
}

/** The same as cards of the board: beside one formation, or among several in two heaps at its corners. */
function fallen(seat: Seat, side: "near" | "far", { dump, about }: Scene): Node[] {
  const cards = lost(seat, dump, about);
  if (cards.length === 0) return [];
  const heaped = dump.table.formations.length > 2;
  const stacked = heaped && side === "far" ? ["stacked"] : [];
  const kids = cards.map(([, at, card]) => spot(`${at}${card}`, t.fallen, { card, marks: ["mini", ...stacked] }));
  // the first heap fills up before the second one begins, so that no card wanders
  const heaps = [kids.slice(0, HEAP), kids.slice(HEAP)].map((heap, at) => column(`heap${at}`, heap, { name: "heap" }));
  return [row("fallen", heaped ? heaps : kids, { label: t.fallenOf(about.whose(seat)) })];
}

/** Whether a card is face up: always for the viewer who sees everything, else if it was seen and the setting `memory` keeps it open. */
function faceShown(entry: CommanderEntry, dump: Dump, { memory, shown, turned }: ViewContext, inLast: boolean): boolean {
  if (dump.seat === null || dump.is_over) return entry.card !== "??";
  const lies = shown !== null || (memory === "last" && !turned);
  return entry.seen && (memory === "all" || (inLast && lies));
}

/** The meaning of the dots of cards, where a table has room for it; in teams above it what each team has left. */
function legend(dump: Dump<CommanderTable>, about: ViewContext): Box {
  const teams = dump.options.teams ? ["us", "them"] : [];
  // at the end, when nothing can be attacked, lost cards may need the room
  const dots = dump.is_over ? [] : (["full", "partial"] as const).map((mark) => note(mark, t.legend[mark], [mark]));
  return column("legend", [...teams.map((team) => teamNote(team, dump, about)), ...dots], { label: t.dots });
}

/** A team with the commanders and cards that it has left. */
function teamNote(team: string, dump: Dump<CommanderTable>, about: ViewContext): Node {
  const { formations, out } = dump.table;
  const seats = [...formations.keys()].filter((seat) => teamMark(seat, dump).includes(team));
  const cards = seats.flatMap((seat) => formations[seat]?.filter((entry) => entry !== null) ?? []).length;
  const [first = "", second = ""] = seats.map(about.who);
  const standing = seats.filter((seat) => !out.includes(seat)).length;
  return note(team, t.team(first, second, standing, cards), [team]);
}

/** In teams whether a seat plays with the near one or against it. */
function teamMark(seat: Seat, { options, seat: viewer }: Dump): string[] {
  const near = typeof viewer === "number" ? viewer : 0;
  return options.teams ? [(seat - near) % 2 === 0 ? "us" : "them"] : [];
}

interface Scene {
  dump: Dump<CommanderTable>;
  about: ViewContext;
  /** The newest battle while its cards lie open, until the viewer picks a card for the next one; null otherwise. */
  staged: Battle | null;
  inLast: ReadonlySet<string>;
  inWar: ReadonlySet<string>;
}

/** A place whose card has left play; a commander leaves its own only when it is captured. `was` is a card that lay there until then. */
function left(at: number, label: string, more: Pick<Spot, "place" | "lies" | "marks">, was: string | undefined): Spot {
  if (was !== undefined) return spot(String(at), label, { ...more, was, marks: [...more.marks, ...(was === "??" ? [] : ["open"])], badge: String(at) });
  if (at !== 13) return spot(String(at), label, { ...more, badge: String(at) });
  return spot(String(at), label, { ...more, marks: [...more.marks, "fell"], badge: t.out, note: t.out });
}

/** The end of the arrow at a place, while a battle lies open: from the card that attacks to the one that is attacked. */
function arrowMarks(seat: Seat, at: number, { staged }: Scene): string[] {
  const is = (fighter?: Fighter) => fighter?.[0] === seat && fighter[1] === at;
  return [...(is(staged?.attacker[0]) ? ["from"] : []), ...(is(staged?.defender[0]) ? ["to"] : [])];
}

function position(seat: Seat, at: number, scene: Scene): Spot {
  const { dump, about, inLast, inWar } = scene;
  const entry = dump.table.formations[seat]?.[at - 1] ?? null;
  const name = `${about.seat(seat)}${at}`;
  const own = seat === mover(dump);
  const fights = arrowMarks(seat, at, scene);
  const label = own && dump.seat === seat ? t.ownPosition(at) : t.position(about.whose(seat), at);
  const place = own ? String(at) : name;
  const lies = `formations/${seat}/${at - 1}`;
  // the viewer's own positions are places without the seat's letter
  const lit = own && about.spot === name ? ["spotlit"] : [];
  if (entry === null) {
    const was = remains(seat, dump, about).find(([, where]) => where === at)?.[2];
    return left(at, label, { place, lies, marks: ["post", ...fights, ...lit] }, was && about.memory === "none" && !dump.is_over ? "??" : was);
  }
  const open = faceShown(entry, dump, about, inLast.has(name));
  return spot(String(at), label, {
    place,
    lies,
    card: open ? entry.card : "??",
    id: name,
    marks: ["post", entry.uncovered, ...(at === 13 ? ["aim"] : []), ...(open ? ["open"] : []), ...(inWar.has(name) ? ["fighting"] : []), ...(entry.seen ? ["seen"] : []), ...fights, ...lit],
    badge: String(at),
    title: t.means(at, entry.uncovered),
    grip: own,
    note: [t.uncovered[entry.uncovered], at === 13 ? t.commander : null, entry.seen ? t.seen : null]
      .filter((words) => words !== null)
      .join(", "),
  });
}

function partnerOf(seat: Seat): Seat {
  return (seat + 2) % 4;
}

function isPartner(seat: Seat, { options, seat: viewer }: Dump): boolean {
  return Boolean(options.teams) && typeof viewer === "number" && partnerOf(viewer) === seat;
}

/** The role of a seat in a team game: the viewer's partner, or whose partner the seat is. */
function roleOf(seat: Seat, dump: Dump, about: ViewContext): string | null {
  if (!dump.options.teams) return null;
  if (isPartner(seat, dump)) return t.yourPartner;
  if (seat === dump.seat) return null;
  return typeof dump.seat === "number" ? t.opponent : t.partnerOf(about.seat(partnerOf(seat)));
}

/** The seat that comes after the one to move, as far as the battles to come leave it in. */
function nextSeat({ to_play, table: { formations, out, war } }: Dump<CommanderTable>): Seat | null {
  if (to_play === null || war !== null) return null;
  const seats = formations.map((_, at) => (to_play + 1 + at) % formations.length);
  return seats.find((seat) => !out.includes(seat)) ?? null;
}

/** What a seat does now: it is to move, or fights in the battle that lies open. */
function actsOf(seat: Seat, { dump, staged }: Scene): string[] {
  const fights = (side: Fighter[]) => side.some(([fighter]) => fighter === seat);
  if (staged !== null) return fights(staged.attacker) ? ["attacks"] : fights(staged.defender) ? ["attacked"] : [];
  return dump.to_play === seat ? ["moves"] : [];
}

/** Whether a commander can be attacked now. */
function isBare(seat: Seat, { is_over: over, table: { formations } }: Dump<CommanderTable>): boolean {
  const commander = formations[seat]?.[12];
  return !over && commander !== undefined && commander !== null && commander.uncovered !== "no";
}

/** The marks of the viewer's own formation: its commander can be attacked, and a card is to be chosen for a war. */
function ownMarks(seat: Seat, dump: Dump<CommanderTable>): string[] {
  if (seat !== dump.seat) return [];
  const whole = dump.table.formations[seat]?.[12]?.uncovered === "full";
  const stake = !isBare(seat, dump) ? [] : whole ? ["stake", "whole-stake"] : ["stake"];
  return dump.table.war && mover(dump) === seat ? [...stake, "chooses"] : stake;
}

/** Whether the prompt warns that the commander of the player to move can be attacked. */
function isWarned(dump: Dump<CommanderTable>, picked: readonly string[]): boolean {
  return dump.table.war === null && picked.length === 0 && dump.ply > 0 && isBare(mover(dump), dump);
}

/** Whether points are told; in teams a round brings them only at its end. */
const hasPoints = ({ options, match, is_over }: Dump) => Boolean(options.scoring && (!options.teams || match !== null || is_over));

function formation(seat: Seat, side: "near" | "far", scene: Scene): Box {
  const { dump, about } = scene;
  const ranks = RANKS.map((rank, at) =>
    row(
      `rank${at}`,
      rank.map((number) => position(seat, number, scene)),
      { name: "rank", marks: [`rank${at}`] },
    ),
  );
  const count = dump.table.formations[seat]?.filter((entry) => entry !== null).length ?? 0;
  const out = dump.table.out.includes(seat);
  const next = dump.table.formations.length > 2 && nextSeat(dump) === seat;
  const cards = out ? t.out : t.left(count, dump.points[seat] ?? 0, hasPoints(dump));
  const words = next && side === "near" ? `${cards} · ${t.next}` : cards;
  const name = plate(seat, words, roleOf(seat, dump, about));
  const marks = [...(out ? ["out"] : []), ...(isPartner(seat, dump) ? ["ally"] : []), ...ownMarks(seat, dump), side];
  const team = teamMark(seat, dump);
  const over = out && seat === dump.seat && !dump.is_over ? [note("over", t.youAreOut, ["strong", "over"])] : [];
  const block = column("ranks", side === "near" ? [...ranks, ...over] : ranks.reverse(), { name: "formation", marks });
  const info = column("info", [name, ...fallen(seat, side, scene)], { marks: [side] });
  const turn = next && side === "far" ? [note("next", t.next, ["next"])] : [];
  return column(`seat${seat}`, side === "near" ? [block, info] : [info, block, ...turn], {
    name: "army",
    label: t.formation(about.whose(seat)),
    marks: [side, ...team, ...(out ? ["gone"] : []), ...(isPartner(seat, dump) ? ["partner"] : []), ...(dump.table.formations.length > 2 ? actsOf(seat, scene) : [])],
  });
}

/** The moves as far as people at a table would have them before their eyes: of battles before the last round they see no ranks any more. */
function listed(log: LogEntry[], dump: Dump, memory: ViewContext["memory"]): LogEntry[] {
  if (memory === "all" || dump.is_over || dump.seat === null) return log;
  const oldest = lastBattles(log, (dump as Dump<CommanderTable>).table.formations.length).at(-1)?.ply ?? 0;
  const told = log.map((entry) => (entry.ply < oldest ? { ...entry, text: entry.text.replace(/: .*/su, ".") } : entry));
  const newest = told.filter(({ text }, at) => text !== log[at]?.text).at(-1);
  if (newest) newest.again = t.remember;
  return told;
}

/** The stage of a battle, which lies open beside the table until the players turn its cards face down or fight another one. */
function stages(before: Dump, after: Dump, log: readonly LogEntry[]): Stage[] {
  const why = log.find(({ ply }) => ply === after.ply)?.why;
  if (!why || before.ply >= after.ply) return [];
  return [{ dump: after, shown: { of: "battle", winner: null, why }, text: "", next: t.turnBack }];
}

/** The cards that cover each position from 5 on (CC-2). */
const COVERS = ["1 2", "2 3", "3 4", "5", "6", "7", "8 9", "9 10", "11 12"];

/** What a gift of a picked card lays bare: the hindmost card that it covers and that nobody can attack now. */
function bareWithout(dump: Dump<CommanderTable>, picked: readonly string[]): string {
  const own = dump.table.formations[mover(dump)];
  const bare = COVERS.map((front, nth) => (own?.[nth + 4]?.uncovered === "no" && front.split(" ").some((one) => picked.includes(one)) ? nth + 5 : 0));
  return t.laysBare(Math.max(...bare));
}

/** The things that a picked card of the player can do, in words. */
function pickedWords(dump: Dump<CommanderTable>, picked: readonly string[]): string {
  const legal = dump.legal_moves;
  const of = legal.filter((move) => picked.includes(commander.steps(move)[0] ?? ""));
  const gives = of.some((move) => GIFT.test(move));
  const attacks = of.some((move) => ATTACK.test(move));
  if (gives) return (attacks ? t.pickTargetOrGift : t.pickGift) + bareWithout(dump, picked);
  return attacks ? t.pickTarget : t.covered;
}

/** A position for the notation of an attack that a war forbids, whatever attacks. */
const WAR_PLACE = "1";

/** A move with a place that belongs to no legal move, so that the kernel says why; null for a place that does. */
function deadPick(own: string | undefined, other: string | undefined, { legal_moves: legal }: Dump): string | null {
  const place = own ?? other ?? "";
  const attack = legal.map((move) => commander.steps(move)).find(([from, to]) => from !== undefined && to !== undefined && /^[A-D]/.test(to));
  if (attack === undefined || legal.some((move) => commander.steps(move).includes(place))) return null;
  return own === undefined ? `${attack[0]}x${place}` : `${place}x${attack[1]}`;
}

export const commander: GameView = {
  deck: "french",
  drawings,
  keys: { taken: ["removed"], open: "seen" },
  remembers: true,
  listed,
  stages,
  lasting: { open: t.turnsBack, ended: t.turnedBack },

  layout(given: Dump, about: ViewContext): Box {
    const dump = given as Dump<CommanderTable>;
    const { formations, war } = dump.table;
    const near = typeof dump.seat === "number" ? dump.seat : 0;
    const others = formations.map((_, at) => (near + at) % formations.length).slice(1);
    // one more is told in a line: what came of the viewer's own attack
    const fought = lastBattles(about.log, formations.length).filter(({ attacker: [first] }, at) => at < withCards(formations.length) || first?.[0] === dump.seat);
    const [newest] = fought;
    const named = (fighters: Fighter[]) => fighters.map(([seat, at]) => `${about.seat(seat)}${at}`);
    const fighters = (side: [Seat, number[]]): Fighter[] => side[1].map((at) => [side[0], at]);
    const scene: Scene = {
      dump,
      about,
      staged: about.shown && !dump.is_over && about.picked.length === 0 ? (newest ?? null) : null,
      inLast: new Set(newest ? named([...newest.attacker, ...newest.defender]) : []),
      inWar: new Set(war ? named([...fighters(war.attacker), ...fighters(war.defender)]) : []),
    };
    const marks = [others.length > 1 ? "many" : "duel", ...(others.length > 2 ? ["four"] : []), ...(about.shown ? ["showing-battle"] : [])];
    if (others.length > 1 && lost(near, dump, about).length > 8) marks.push("heaped");
    return column(
      "commander",
      [
        row(
          "opponents",
          others.map((seat) => formation(seat, "far", scene)),
          { marks: others.length > 2 ? ["three"] : [] },
        ),
        battles(dump, fought, about),
        formation(near, "near", scene),
        legend(dump, about),
      ],
      { across: Math.max(5, others.length * 4.3 - 0.3), marks },
    );
  },

  news(given: Dump, about: ViewContext): string {
    const { table, ply, is_over: over } = given as Dump<CommanderTable>;
    if (over || about.picked.length > 0) return "";
    const players = table.formations.length;
    // as many as there are players left: a round
    const fell = lastBattles(about.log, players - table.out.length).map((battle) => fallenIn(battle, table)).filter((seat) => seat !== undefined);
    // in the first round among several everything is new, and what the game is about goes unsaid
    const remember = players > 2 && ply > 0 && ply <= players && table.war === null && about.memory !== "all" ? [t.rememberWon] : [];
    return [...fell.map((seat) => `${capital(t.isOut(about.who(seat)))}.`), ...remember].join(" ");
  },

  warnings: [t.atStake, t.atStakeOrGive],

  prompt(given: Dump, picked: readonly string[]): string {
    const { war } = given.table as CommanderTable;
    if (war) return given.legal_moves.length === 1 ? t.onlyChoice(cardAt(given.legal_moves[0]?.slice(1) ?? "")) : t.chooseNow;
    const other = picked.find((place) => !/^\d+$/.test(place));
    if (other !== undefined) return given.options.teams && seatOf(other) === partnerOf(mover(given)) ? t.pickGiven : t.pickOwn;
    if (picked.length > 0) return pickedWords(given as Dump<CommanderTable>, picked);
    const [gives, takes] = [GIFT, COMMANDER].map((kind) => given.legal_moves.some((move) => kind.test(move)));
    if (isWarned(given as Dump<CommanderTable>, picked)) return gives ? t.atStakeOrGive : t.atStake;
    if (takes) return gives ? t.canTakeOrGive : t.canTake;
    return gives ? t.attackOrGive : given.ply === 0 ? t.attackFirst : t.attackNow;
  },

  steps(move: string): string[] {
    const attack = ATTACK.exec(move);
    if (attack) return [attack[1] ?? "", `${attack[2]}${attack[3]}`];
    const gift = GIFT.exec(move);
    if (gift) return [gift[1] ?? "", gift[2] ?? ""];
    return [move.slice(1)];
  },

  say(move: string, _dump: Dump, about: ViewContext): string {
    const attack = ATTACK.exec(move);
    if (attack) return t.sayAttack(attack[1] ?? "", about.whose(seatOf(attack[2])), attack[3] ?? "");
    const gift = GIFT.exec(move);
    return gift ? t.sayGift(gift[1] ?? "", about.who(seatOf(gift[2])), gift[2]?.slice(1) ?? "") : t.sayChoice(move.slice(1));
  },

  attempt(picked: readonly string[], given: Dump): string | null {
    const { war, formations } = given.table as CommanderTable;
    const own = picked.find((place) => /^\d+$/.test(place));
    const other = picked.find((place) => !/^\d+$/.test(place));
    if (war !== null) return own === undefined ? `${WAR_PLACE}x${other}` : `+${own}`;
    if (own === undefined || other === undefined) return deadPick(own, other, given);
    const seat = seatOf(other);
    // nobody gives a card to a place with one: whoever picks it means an attack
    const gives = given.options.teams && seat === partnerOf(mover(given)) && !formations[seat]?.[Number(other.slice(1)) - 1];
    return own + (gives ? ">" : "x") + other;
  },
};
