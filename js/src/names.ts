// What people at a table are called: by their names where they have one, else by the letters of their seats.
import { texts } from "./texts";
import type { Scene, Seat, SeatInfo, Viewer } from "./messages";

/** The name of whoever sits there, empty where there is none but the seat's letter. */
function nameOf(seats: readonly SeatInfo[], seat: Seat): string {
  const name = seats[seat]?.name.trim() ?? "";
  return name === texts.seat(seat) ? "" : name;
}

/** How one speaks of a seat: "Greedy (B)", "B". */
export function called(seats: readonly SeatInfo[], seat: Seat): string {
  const name = nameOf(seats, seat);
  return name === "" || isYou(name) ? texts.seat(seat) : texts.nameAndSeat(name, texts.seat(seat));
}

/** The same beside things that have letters, too: "Greedy", "seat B". */
export function who(seats: readonly SeatInfo[], seat: Seat): string {
  return nameOf(seats, seat) || texts.seatNamed(texts.seat(seat));
}

/** How the person to move is spoken to; null where "you" says enough: one person alone plays here. */
export function addressed({ seats }: Scene, seat: Seat): string | null {
  if (seats.filter(({ kind }) => kind === "person").length < 2) return null;
  const name = nameOf(seats, seat);
  return isYou(name) ? null : name || texts.seat(seat);
}

/** What stands on the plate of a seat, beside its letter. */
export function plateName(seats: readonly SeatInfo[], seat: Seat, viewer: Viewer): string {
  return nameOf(seats, seat) || (seat === viewer ? texts.you : texts.playerNamed(texts.seat(seat)));
}

function isYou(name: string): boolean {
  return name.toLowerCase() === texts.you.toLowerCase();
}
