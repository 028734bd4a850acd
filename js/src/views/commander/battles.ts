// The battles of a game, read from its log, and what came of them.
import { SEAT_NAMES } from "../../kernel/messages/constants";
import type { CommanderTable, LogEntry, Seat } from "../../kernel/messages";

export const ATTACK = /^(\d+)x([A-D])(\d+)$/;
export const GIFT = /^(\d+)>([A-D]\d+)$/;
const CHOICE = /^\+(\d+)$/;

/** The seat of a place with a letter, as in C1. */
export const seatOf = (place = ""): Seat => SEAT_NAMES.indexOf(place.charAt(0));

export type Fighter = [Seat, number];

export interface Battle {
  ply: number;
  attacker: Fighter[];
  defender: Fighter[];
}

/** The battles of the last round of turns, newest first, each with its cards in the order in which they joined. */
export function lastBattles(log: readonly LogEntry[], most: number): Battle[] {
  const battles: Battle[] = [];
  let choices: Fighter[] = [];
  for (const entry of [...log].reverse()) {
    if (entry.move === null || GIFT.test(entry.move)) continue;
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
    battles.push({ ply: entry.ply, attacker: [attacker, ...of(attacker)], defender: [defender, ...of(defender)] });
    if (battles.length === most) break;
    choices = [];
  }
  return battles;
}

/** The index of a fighter among the removed cards; -1 while it stands. An unseen card at its position came later, as a gift. */
export function removal(table: CommanderTable, [seat, position]: Fighter): number {
  if (table.formations[seat]?.[position - 1]?.seen) return -1;
  return table.removed.map(([other, at]) => `${other}/${at}`).lastIndexOf(`${seat}/${position}`);
}

/** The result of a battle for one side; the side that lost a card first has lost the battle. */
export function cameOf(table: CommanderTable, own: Fighter[], other: Fighter[]): "won" | "lost" | "open" {
  const [mine = -1, theirs = -1] = [own, other].map(([first]) => (first ? removal(table, first) : -1));
  if (mine === theirs) return "open";
  return mine >= 0 && (theirs < 0 || mine < theirs) ? "lost" : "won";
}

/** Whose commander fell in a battle; undefined if none did. */
export function fallenIn({ attacker, defender }: Battle, table: CommanderTable): Seat | undefined {
  const came = cameOf(table, attacker, defender);
  const lost = came === "lost" ? attacker : came === "won" ? defender : [];
  return lost.find(([, position]) => position === 13)?.[0];
}
