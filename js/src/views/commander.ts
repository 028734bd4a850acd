// Capture the Commander: formations of thirteen that face each other, and the battle between them.
import { type About, type Box, column, note, type Node, plate, row, type Spot, spot, type View } from "../layout";
import { texts } from "../texts";
import type { CommanderEntry, CommanderTable, Dump, LogEntry, Seat } from "../wire";

const t = texts.commander;

/** Positions from front to back, rank by rank. */
const RANKS = [
  [1, 2, 3, 4],
  [5, 6, 7],
  [8, 9, 10],
  [11, 12],
  [13],
];

const ATTACK = /^(\d+)x([A-D])(\d+)$/;
const GIFT = /^(\d+)>([A-D]\d+)$/;
const CHOICE = /^\+(\d+)$/;

/** The seat whose positions go by bare numbers: the viewer's, else the one to move. */
function mover(dump: Dump): Seat {
  return typeof dump.seat === "number" ? dump.seat : (dump.to_play ?? 0);
}

type Fighter = [Seat, number];

/** The cards of the last battle: attacker's and defender's, in the order they joined it. */
function lastBattle(log: readonly LogEntry[]): { attacker: Fighter[]; defender: Fighter[] } | null {
  const choices: Fighter[] = [];
  for (const entry of [...log].reverse()) {
    if (entry.move === null || GIFT.test(entry.move)) continue;
    const choice = CHOICE.exec(entry.move);
    if (choice) {
      choices.unshift([entry.seat, Number(choice[1])]);
      continue;
    }
    const attack = ATTACK.exec(entry.move);
    if (!attack) return null;
    const attacker: Fighter = [entry.seat, Number(attack[1])];
    const defender: Fighter = ["ABCD".indexOf(attack[2] ?? "A"), Number(attack[3])];
    const of = ([seat]: Fighter) => choices.filter(([other]) => other === seat);
    return { attacker: [attacker, ...of(attacker)], defender: [defender, ...of(defender)] };
  }
  return null;
}

/** A card of the last battle: where it still stands, or as it was taken away. */
function shownCard(table: CommanderTable, [seat, position]: Fighter): { card: string; stands: boolean } {
  const entry = table.formations[seat]?.[position - 1];
  // A card there that nobody has seen came later, as a gift.
  if (entry?.seen) return { card: entry.card, stands: true };
  const gone = [...table.removed].reverse().find(([other, at]) => other === seat && at === position);
  return { card: gone?.[2] ?? "??", stands: false };
}

function battleSide(table: CommanderTable, fighters: Fighter[], role: string, about: About): Box {
  const [first] = fighters;
  const cards = fighters.map((fighter) => {
    const [seat, position] = fighter;
    const { card, stands } = shownCard(table, fighter);
    const name = `${about.seat(seat)}${position}`;
    return spot(`shown${name}`, t.shown(about.seat(seat), position), {
      card,
      id: `shown${name}`,
      from: name,
      marks: ["shown", stands ? "won" : "lost"],
      badge: name,
      note: stands ? t.stands : t.leaves,
    });
  });
  return row(`battle-${role}`, cards, {
    name: "battle-side",
    label: t.side[role as "attacker" | "defender"](about.seat(first?.[0] ?? 0)),
  });
}

function battle(dump: Dump<CommanderTable>, about: About): Box {
  const { table } = dump;
  const fought = lastBattle(about.log);
  const kids: Node[] = [];
  if (fought) {
    kids.push(
      battleSide(table, fought.attacker, "attacker", about),
      note("against", table.war ? t.war : t.against, table.war ? ["strong"] : []),
      battleSide(table, fought.defender, "defender", about),
    );
  } else kids.push(note("none", t.noBattle));
  return row("battle", kids, { label: t.lastBattle });
}

/** Whether the face is shown: everything in the view of all, else what was seen as far as the players want it kept open. */
function faceShown(entry: CommanderEntry, dump: Dump, about: About, inLast: boolean): boolean {
  if (dump.seat === null || dump.is_over) return entry.card !== "??";
  return entry.seen && (about.memory === "all" || (about.memory === "last" && inLast));
}

interface Scene {
  dump: Dump<CommanderTable>;
  about: About;
  inLast: ReadonlySet<string>;
  inWar: ReadonlySet<string>;
}

function position(seat: Seat, at: number, { dump, about, inLast, inWar }: Scene): Spot {
  const entry = dump.table.formations[seat]?.[at - 1] ?? null;
  const name = `${about.seat(seat)}${at}`;
  const own = seat === mover(dump);
  const label = own && dump.seat === seat ? t.ownPosition(at) : t.position(about.seat(seat), at);
  const place = own ? String(at) : name;
  if (entry === null) return spot(String(at), label, { place, marks: ["post"], badge: String(at) });
  const open = faceShown(entry, dump, about, inLast.has(name));
  return spot(String(at), label, {
    place,
    card: open ? entry.card : "??",
    id: name,
    marks: ["post", entry.uncovered, ...(open ? ["open"] : []), ...(inWar.has(name) ? ["fighting"] : []), ...(entry.seen ? ["seen"] : [])],
    badge: String(at),
    grip: own,
    note: [t.uncovered[entry.uncovered], at === 13 ? t.commander : null, entry.seen ? t.seen : null]
      .filter((words) => words !== null)
      .join(", "),
  });
}

function formation(seat: Seat, side: "near" | "far", scene: Scene): Box {
  const { dump, about } = scene;
  const ranks = RANKS.map((rank, at) =>
    row(
      `rank${at}`,
      rank.map((number) => position(seat, number, scene)),
      { name: "rank", marks: [`rank${at}`] },
    ),
  );
  const left = dump.table.formations[seat]?.filter((entry) => entry !== null).length ?? 0;
  const out = dump.table.out.includes(seat);
  const name = plate(seat, out ? t.out : t.left(left, dump.points[seat] ?? 0, Boolean(dump.options.scoring)));
  const block = column("ranks", side === "near" ? ranks : [...ranks].reverse(), { name: "formation", marks: [side] });
  return column(`seat${seat}`, side === "near" ? [block, name] : [name, block], {
    name: "army",
    label: t.formation(about.seat(seat)),
    marks: [...(out ? ["out"] : []), side],
  });
}

export const commander: View = {
  deck: "french",

  layout(given: Dump, about: About): Box {
    const dump = given as Dump<CommanderTable>;
    const { formations, war } = dump.table;
    const near = typeof dump.seat === "number" ? dump.seat : 0;
    const others = formations.map((_, at) => (near + at) % formations.length).slice(1);
    const fought = lastBattle(about.log);
    const named = (fighters: Fighter[]) => fighters.map(([seat, at]) => `${about.seat(seat)}${at}`);
    const fighters = (side: [Seat, number[]]): Fighter[] => side[1].map((at) => [side[0], at]);
    const scene: Scene = {
      dump,
      about,
      inLast: new Set(fought ? named([...fought.attacker, ...fought.defender]) : []),
      inWar: new Set(war ? named([...fighters(war.attacker), ...fighters(war.defender)]) : []),
    };
    return column(
      "commander",
      [
        row(
          "opponents",
          others.map((seat) => formation(seat, "far", scene)),
        ),
        row("home", [formation(near, "near", scene), battle(dump, about)]),
      ],
      { across: Math.max(5, others.length * 4 + (others.length - 1)), marks: others.length > 1 ? ["many"] : [] },
    );
  },

  steps(move: string): string[] {
    const attack = ATTACK.exec(move);
    if (attack) return [attack[1] ?? "", `${attack[2]}${attack[3]}`];
    const gift = GIFT.exec(move);
    if (gift) return [gift[1] ?? "", gift[2] ?? ""];
    return [move.slice(1)];
  },

  say(move: string): string {
    const attack = ATTACK.exec(move);
    if (attack) return t.sayAttack(attack[1] ?? "", attack[2] ?? "", attack[3] ?? "");
    const gift = GIFT.exec(move);
    return gift ? t.sayGift(gift[1] ?? "", gift[2] ?? "") : t.sayChoice(move.slice(1));
  },

  attempt(picked: readonly string[], given: Dump): string | null {
    const { war } = given.table as CommanderTable;
    const own = picked.find((place) => /^\d+$/.test(place));
    const other = picked.find((place) => !/^\d+$/.test(place));
    if (own === undefined) return null;
    if (war !== null) return `+${own}`;
    if (other === undefined) return null;
    const partner = given.options.teams && "ABCD".indexOf(other.charAt(0)) === (mover(given) + 2) % 4;
    return partner ? `${own}>${other}` : `${own}x${other}`;
  },
};
