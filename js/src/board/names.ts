// The names of the players at a table; a player without a name is called by the letter of the seat.
import { texts } from "../texts";
import { GIVEN_NAMES, LEVEL_NAMES } from "../kernel/messages/constants";
import type { Scene, Seat, SeatInfo, Viewer } from "../kernel/messages";

/** The name at a seat; empty if it is only the seat's letter. */
function nameOf(seats: readonly SeatInfo[], seat: Seat): string {
  const name = seats[seat]?.name.trim() ?? "";
  return name === texts.seat(seat) ? "" : name;
}

/** The name by which sentences call a player: "Ben" for the ready-made bot "Greedy Ben", if nobody else is "Ben" (`call_names` in engine/names.py). */
function calledName(seats: readonly SeatInfo[], seat: Seat): string {
  const name = nameOf(seats, seat);
  const given = GIVEN_NAMES.find((one) => LEVEL_NAMES.some((level) => name === `${level} ${one}`));
  if (given === undefined) return name;
  const taken = seats.some((one) => one !== seats[seat] && one.name.toLowerCase().split(/\s+/).includes(given.toLowerCase()));
  return taken ? name : given;
}

/** A seat in a sentence: "Greedy", "Ben", "B". */
export function nameOrLetter(seats: readonly SeatInfo[], seat: Seat): string {
  return calledName(seats, seat) || texts.seat(seat);
}

/** A seat in a sentence that calls nobody "you": "Greedy", "B". */
export function nameForAnybody(seats: readonly SeatInfo[], seat: Seat): string {
  return isYou(nameOf(seats, seat)) ? texts.seat(seat) : nameOrLetter(seats, seat);
}

/** A seat in a sentence that names other things by letters too: "Greedy", "Player B". */
export function nameOrSeat(seats: readonly SeatInfo[], seat: Seat): string {
  return calledName(seats, seat) || texts.playerNamed(texts.seat(seat));
}

/** The name that addresses the person to move; null if only one person plays here, whom "you" addresses. */
export function formOfAddress({ seats }: Scene, seat: Seat): string | null {
  if (seats.filter(({ kind }) => kind === "person").length < 2) return null;
  const name = nameOf(seats, seat);
  return isYou(name) ? null : name || texts.seat(seat);
}

/** Whether a screen calls the player at a seat "you": the viewer, or where nobody has a seat, as in a replay, the only one of that name. */
export function isCalledYou(seats: readonly SeatInfo[], seat: Seat, viewer: Viewer): boolean {
  if (!isYou(nameOf(seats, seat))) return false;
  return typeof viewer === "number" ? seat === viewer : seats.filter(({ name }) => isYou(name.trim())).length === 1;
}

/** The name on a seat's plate, beside its letter. */
export function plateName(seats: readonly SeatInfo[], seat: Seat, viewer: Viewer): string {
  const name = nameOf(seats, seat);
  if (isCalledYou(seats, seat, viewer) || (seat === viewer && name === "")) return texts.you;
  return name || texts.playerNamed(texts.seat(seat));
}

function isYou(name: string): boolean {
  return name.toLowerCase() === texts.you.toLowerCase();
}
