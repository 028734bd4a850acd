// The battles of a game, read from its log, and what came of them.
import { SEAT_NAMES } from "../../kernel/messages/constants";
import type { CommanderTable, LogEntry, Seat } from "../../kernel/messages";

export const ATTACK = /^(\d+)x([A-D])(\d+)$/;
/** An attack on a commander. */
export const COMMANDER = /^\d+x[A-D]13$/;
export const GIFT = /^(\d+)>([A-D]\d+)$/;
const CHOICE = /^\+(\d+)$/;

/** The seat of a place with a letter, as in C1. */
export const seatOf = (place = ""): Seat => SEAT_NAMES.indexOf(place.charAt(0));

export type Fighter = [Seat, number];

export interface Battle {
  ply: number;
  attacker: Fighter[];
  defender: Fighter[];
  /** The gifts since then: the place that each card went to, and the one that it left. */
  gifts: [to: string, from: string][];
}

/** The battles of the last round of turns, newest first, each with its cards in the order in which they joined. */
export function lastBattles(log: readonly LogEntry[], most: number): Battle[] {
  const battles: Battle[] = [];
  const gifts: Battle["gifts"] = [];
  let choices: Fighter[] = [];
  for (const entry of [...log].reverse()) {
    if (entry.move === null) continue;
    const [, own, to] = GIFT.exec(entry.move) ?? [];
    if (to !== undefined) {
      gifts.push([to, `${SEAT_NAMES[entry.seat]}${own}`]);
      continue;
    }
    const choice = CHOICE.exec(entry.move);
    if (choice) {
      choices.unshift([entry.seat, Number(choice[1])]);
      continue;
    }
    const attack = ATTACK.exec(entry.move);
    if (!attack) break;
    const attacker: Fighter = [entry.seat, Number(attack[1])];
    const defender: Fighter = [seatOf(attack[2]), Number(attack[3])];
    const of = ([seat]: Fighter) => choices.filter(([other]) => other === seat);
    battles.push({ ply: entry.ply, attacker: [attacker, ...of(attacker)], defender: [defender, ...of(defender)], gifts: [...gifts] });
    if (battles.length === most) break;
    choices = [];
  }
  return battles;
}

/** The index of a fighter of a battle among the removed cards; -1 while it stands. Each card that a gift brought to its position since then, and that is not there any more, was lost later. */
export function removal(table: CommanderTable, [seat, position]: Fighter, { gifts }: Battle): number {
  const here = `${SEAT_NAMES[seat]}${position}`;
  const left = table.removed.flatMap(([other, at], nth) => (other === seat && at === position ? [nth] : []));
  const gone = table.formations[seat]?.[position - 1] ? 0 : 1;
  const losses = gifts.reduce((sum, [to, from]) => sum + Number(to === here) - Number(from === here), gone);
  return losses > 0 ? (left[Math.max(0, left.length - losses)] ?? -1) : -1;
}

/** The result of a battle for its attacker; the side that lost a card first has lost the battle. */
export function cameOf(table: CommanderTable, battle: Battle): "won" | "lost" | "open" {
  const [mine = -1, theirs = -1] = [battle.attacker, battle.defender].map(([first]) => (first ? removal(table, first, battle) : -1));
  if (mine === theirs) return "open";
  return mine >= 0 && (theirs < 0 || mine < theirs) ? "lost" : "won";
}

/** The side that lost a battle, none while it is open. */
export function losers(table: CommanderTable, battle: Battle): Fighter[] {
  const came = cameOf(table, battle);
  return came === "lost" ? battle.attacker : came === "won" ? battle.defender : [];
}

/** Whose commander fell in a battle; undefined if none did. */
export function fallenIn(battle: Battle, table: CommanderTable): Seat | undefined {
  return losers(table, battle).find(([, position]) => position === 13)?.[0];
}
