// Marks of boxes that say what lies in them. Style sheets could ask with :has() instead, but then the browser asks again at
// every change of a page, which took a third of its time for a move. Where a sheet names a mark twice or more, it has to outweigh
// another rule. Pure.
import { type Box, sizeMarks } from "./layout";

/** The numbers of cards from which on a hand takes another shape. */
const COUNTS = [7, 8, 9, 10, 11, 12, 13, 16, 18];

function boxIn(of: Box, wanted: (kid: Box) => boolean): Box | undefined {
  return of.kids.find((kid): kid is Box => kid.kind === "box" && wanted(kid));
}

function handIn(side: Box): Box | undefined {
  return boxIn(side, ({ name }) => name === "hand");
}

function openness(hand: Box): "open" | "closed" {
  return hand.marks.includes("open") ? "open" : "closed";
}

/** The marks of a hand for its size, of a side for its hand (`hand-open`, `hand-from7`), and of a table for its far hand (`far-open`). */
export function contentMarks(of: Box): string[] {
  if (of.name === "hand") return sizeMarks(of.kids.length, COUNTS);
  const hand = handIn(of);
  if (hand) return [openness(hand), ...sizeMarks(hand.kids.length, COUNTS)].map((mark) => `hand-${mark}`);
  const side = boxIn(of, ({ name, marks }) => name === "side" && marks.includes("far"));
  const far = side && handIn(side);
  return far ? [`far-${openness(far)}`] : [];
}
