// The words of Capture in five columns.
import { plural } from "../../texts";

export const texts = {
  place: (n: number) => (n === 1 ? "Place the card" : n === 2 ? "Place both" : `Place all ${["three", "four", "five"][n - 3] ?? n}`),
  takeBack: "Take one back",
  nextColumn: "Next column",
  showResult: "Show the result",
  goOnPlaying: "Go on",
  slots: "The five columns",
  slot: (name: string) => `column ${name}`,
  emptySlot: (name: string) => `column ${name}, empty`,
  inColumn: (whose: string, name: string) => `${whose} side of column ${name}`,
  /** The cards of a column. A screen reader tells them at the place behind it. */
  lying: (own: string, whose: string, other: string) => `your ${own} against ${whose} ${other}`,
  behind: (name: string) => `behind column ${name}`,
  stockName: "Stock",
  /** The name of another player's pile, which lies in that player's row; a longer one would take three lines. */
  otherCaptured: "Captured",
  ownCaptured: "Captured by you",
  add: "+",
  captured: (seat: string, n: number) => `captured by ${seat}: ${plural(n, "card", "cards")}`,
  left: (n: number) => `left to deal: ${plural(n, "card", "cards")}`,
  race: (counts: string, all: number) => `captured of ${all}: ${counts}`,
  enough: (n: number, all: number) => `${n} of ${all} cards win`,
  raceTitle: (n: number, all: number) => `Whoever has ${n} of the ${all} cards has won. Fewer may be enough: cards can be left in the columns.`,
  settled: "decided",
  roundOf: (n: number) => `Round ${n}`,
  placed: "cards placed",
  /** How a brief reason ends where the highest and the lowest card decide a column (games/columns/words.py). */
  highAndLow: "high and low",
  listComes: "Here you will see who captured which column, and why.",
  lastRound: "Last round",
  roundBefore: "The round before",
  thisRound: "This round",
  /** A list of columns, with the names of whose cards stand left and right. */
  sides: (round: string, left: string, right: string) => `${round}: ${left} | ${right}`,
  /** How many cards of a column go to which end of the table. */
  came: { near: (n: number) => `▼ +${n}`, far: (n: number) => `▲ +${n}`, stays: () => texts.stays },
  stays: "stays",
  takes: (seat: string) => `to ${seat}`,
  result: (result: string, brief: string | undefined) => (brief === undefined ? result : `${result}: ${brief}`),
  reason: (slot: string, text: string) => `Column ${slot}: ${text}.`,
  lie: "All cards lie behind their columns.",
  staysWords: (slot: string, why: string) => `Column ${slot} stays${why}.`,
  takesWords: (slot: string, to: string, n: number, why: string) => `Column ${slot} goes to ${to}, ${n} cards${why}.`,
  why: (reasons: string[]) => reasons.map((reason) => `: ${reason}`).join(""),
  roundWords: (gained: string, total: string) => `Captured in this round: ${gained}; in all: ${total}.`,
  begin: (n: number, last: boolean) =>
    `${last ? "The last round: put" : "Put"} ${n === 1 ? "your card behind a column" : `each of your ${n} cards behind a column of its own`}: pick a card, then a column.`,
  goOn: (n: number) => `${plural(n, "card", "cards")} to go: pick a card, then a free column (or its number).`,
  /** Columns with an ace in them (CO-8). */
  aces: (columns: string) => ` ${columns.length > 1 ? "Aces in columns" : "An ace in column"} ${columns}: only a pair or more wins.`,
  missing: (card: string | null, n: number) => `${card === null ? `${n} cards have` : `The ${card} has`} no column yet: pick ${card === null ? "one" : "it"}, then a column.`,
  ready: (button: string, n: number) =>
    `Press “${button}”, or move ${n === 1 ? "it: pick it" : "your cards first: pick one"}, then another column.`,
  pickColumn: (taken: boolean) => `Now pick ${taken ? "a free column. At one that is taken the two cards change places." : "the column to put it behind."}`,
  pickAnother: "Pick another column for it, or its own to take it back.",
  pickCard: (slot: string) => `Now pick the card to put behind column ${slot}.`,
  sayPair: (slot: string, card: string) => `${card} behind column ${slot}`,
};
