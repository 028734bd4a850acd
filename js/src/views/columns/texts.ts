// What the table of Capture in five columns says.
import { plural } from "../../texts";

export const texts = {
  place: (n: number) => (n === 1 ? "Place the card" : `Place all ${["two", "three", "four", "five"][n - 2] ?? n}`),
  takeBack: "Take back",
  nextColumn: "Next column",
  showResult: "Show the result",
  goOnPlaying: "Go on",
  slots: "The five columns",
  slot: (name: string) => `column ${name}`,
  emptySlot: (name: string) => `column ${name}, empty`,
  inColumn: (seat: string, name: string) => `${seat}'s side of column ${name}`,
  behind: (name: string) => `behind column ${name}`,
  stockName: "Stock",
  capturedName: (seat: string) => `Captured by ${seat}`,
  ownCaptured: "Captured by you",
  add: "+",
  captured: (seat: string, n: number) => `captured by ${seat}: ${plural(n, "card", "cards")}`,
  left: (n: number) => `left to deal: ${plural(n, "card", "cards")}`,
  hasPlaced: "has placed",
  lastRound: "Last round",
  shownColumn: (slot: string) => `column ${slot}`,
  stays: "stays",
  takes: (seat: string) => `to ${seat}`,
  staysWords: (slot: string, why: string) => `Column ${slot} stays${why}.`,
  takesWords: (slot: string, winner: number, n: number, why: string) =>
    `Seat ${"AB"[winner]} captures column ${slot}, ${n} cards${why}.`,
  why: (reasons: string[]) => reasons.map((reason) => `: ${reason}`).join(""),
  roundWords: (gained: number[]) => `This round: ${gained.map((n, seat) => `seat ${"AB"[seat]} ${n}`).join(", ")} cards captured.`,
  begin: (n: number) =>
    `Put ${n === 1 ? "your card" : `each of your ${n} cards`} behind a column: pick a card, then the + below the column; then place all of them.`,
  goOn: (n: number) => `${plural(n, "card", "cards")} still to put behind a column: pick a card, then a +.`,
  ready: (button: string) => `Press “${button}”, or rearrange your cards first.`,
  pickColumn: "Now pick the column to put it behind: the + below it.",
  pickCard: (slot: string) => `Now pick the card to put behind column ${slot}.`,
  sayPair: (slot: string, card: string) => `${card} behind column ${slot}`,
};
