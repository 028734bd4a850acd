// The words of Capture for the Universal Card Deck.
import { plural } from "../../texts";

function either(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

export const texts = {
  board: (whose: string) => `${whose} board`,
  column: (whose: string, at: number) => `${whose} column ${at}`,
  contents: (down: number, known: string[], up: string[]) =>
    [
      down > 0 ? [`${down} face down`, ...(known.length > 0 ? [known.join(", ")] : [])].join(": ") : null,
      up.length > 0 ? `face up from the top: ${up.join(", ")}` : null,
    ]
      .filter((words) => words !== null)
      .join("; ") || "empty",
  bar: "Bar",
  barCaption: "Bar: a pile for each suit",
  barMeans: "Bar: one pile for each suit, from 1 up to 7, Moon, Sun and Galaxy. What lies there stays.",
  suits: { e: "Earth", j: "Jupiter", m: "Mars", n: "Neptune", s: "Saturn", v: "Venus" } as Record<string, string>,
  barPile: (suit: string) => `bar, suit ${suit.toUpperCase()}`,
  stock: (n: number) => `stock, ${plural(n, "card", "cards")}`,
  discard: (n: number) => `discard pile, ${plural(n, "card", "cards")}`,
  stockName: "Stock",
  discardName: "Discard pile",
  places: { own: "your board", other: "the other board", bar: "the bar", discard: "the discard pile" },
  went: { own: "onto your board", other: "onto the other board", bar: "onto the bar" },
  first: (goes: string[], draws: boolean) => `Play a first card to ${either(goes)}${draws ? ", or draw instead" : ""}.`,
  single: (goes: string[], draws: boolean) => `Play a card to ${either(goes)}${draws ? ", or draw instead" : ""}.`,
  second: (went: string, goes: string[], builds: boolean, draws: boolean) =>
    [
      `Your first card went ${went}.`,
      builds ? "Now build, or end the turn:" : "Now end the turn:",
      goes.length > 0 ? `play a second card to ${either(goes)}${draws ? ", or draw" : ""}.` : draws ? "draw a card." : "pass.",
    ].join(" "),
  onlyDraw: "No card of yours fits anywhere: draw one.",
  pickPlace: "Now pick where it goes.",
  pickColumn: "Now pick where it goes: under a card one rank higher, of another suit.",
  pickUnder: "Now pick the column to move it under: its last card is one rank higher, of another suit.",
  noMore: "Build, or end the turn.",
  end: "End the turn",
  pass: "Pass",
  plate: (hand: number, down: number) => `${plural(hand, "card", "cards")} in hand, ${down} face down`,
  say: (verb: string, one: string, other: string) =>
    ({
      play: `play the ${one} onto column ${other}`,
      slip: `slip the ${one} behind the top of column ${other}`,
      bar: `put the ${one} on the bar`,
      discard: `discard the ${one}`,
      draw: `draw from the ${one === "stock" ? "stock" : "discard pile"}`,
      move: `move column ${one} under column ${other}`,
      end: "end the turn",
      pass: "pass",
    })[verb] ?? verb,
};
