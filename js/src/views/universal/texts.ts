// The words of Capture for the Universal Card Deck.
import { capital, either, plural } from "../../texts";

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
  barCaption: "Bar: each suit from 1 up",
  barMeans: "Bar: one pile for each suit, from 1 up to Galaxy. What lies there stays.",
  suits: { e: "Earth", j: "Jupiter", m: "Mars", n: "Neptune", s: "Saturn", v: "Venus" } as Record<string, string>,
  barPile: (suit: string) => `bar, suit ${suit.toUpperCase()}`,
  stock: (n: number) => `stock, ${plural(n, "card", "cards")}`,
  discard: (n: number) => `discard pile, ${plural(n, "card", "cards")}`,
  stockName: "Stock",
  discardName: "Discard pile",
  /** `waits`: whether the first card of the hand keeps others from places that they fit (UC-11). */
  first: (away: boolean, draws: boolean, waits: boolean) => `Play a card${away ? "" : " onto your board"}${waits ? " first" : ""}${draws ? ", or draw to end your turn" : ""}.`,
  /** What ends the turn now: a second card to a place where one may go (UC-6), a draw or a pass. */
  second: (builds: boolean, places: string[], draws: boolean) =>
    `${builds ? "Move a column, or end" : "End"} your turn: ${[...(places.length > 0 ? [`second card to ${either(places)}`] : []), ...(draws ? ["draw"] : [])].join(", or ") || "pass"}.`,
  lastWaits: " Your last card goes onto your own board only.",
  fitsNowhere: (draws: boolean, last: boolean, waits: boolean) => {
    if (last) return `Your last card can only go onto your own board, and does not fit: ${draws ? "draw" : "pass"}.`;
    if (waits) return `Your first card goes onto your own board, and none fits there yet: ${draws ? "draw one" : "pass"}.`;
    return draws ? "No card of yours fits now. That happens often: draw one, which ends your turn." : "No card of yours fits anywhere: pass.";
  },
  pickPlace: "Pick a lit place.",
  pickCard: "Pick what goes here.",
  /** Why nothing goes on from a column that was picked, perhaps to take its 1 to the bar. */
  columnStays: "No card of yours fits here. Only cards from your hand go to the bar.",
  stuck: (card: string, needs: string | null) => `The ${card} goes nowhere now${needs === null ? "" : `: ${needs}`}.`,
  cardAbove: (rank: string, own: boolean) => `it fits under a ${rank} of another suit${own ? " on your own board" : ""}`,
  emptyColumn: "it needs an empty column",
  barWaits: " Its place on the bar waits until your first card lies on your own board.",
  pickUnder: "Pick the lit column to move it under.",
  // what ends the hand without a stock
  stockUsedUp: "The stock is used up.",
  pilesUsedUp: "Both piles are used up.",
  ending: "The hand ends when somebody goes out or, with both piles used up, two turns in a row pass.",
  /** `last`: the last card of the hand is laid, so the hand ends with the turn (UC-12). */
  noMore: (last: boolean) => `Move a column, or end the turn${last ? " and the hand" : ""}.`,
  end: "End the turn",
  pass: "Pass",
  plate: (hand: number, down: number, over: boolean, brief: boolean) =>
    `${hand} in hand, ${down} ${over ? "were " : ""}${over && brief ? "" : "face "}down`,
  standing: "What counts against each player",
  ifEnded: "Points against each now: fewer is better",
  /** The same in the one line that a telephone has for it. */
  ifEndedBriefly: "Fewer is better; face-down twice, unseen ≈ 6",
  howCounted: (exact: boolean) => `${exact ? "Face-down cards count" : "Unseen cards count ≈ 6, face-down ones"} twice; Moon, Sun, Galaxy as 10.`,
  counted: "Counted",
  about: (points: number, exact: boolean) => (exact ? `${points}` : `≈ ${points}`),
  lead: (who: string, by: number, exact: boolean) =>
    by === 0 ? "Nobody leads" : `${capital(who)} ${who === "you" ? "lead" : "leads"} by ${exact ? "" : "about "}${by}`,
  less: (points: number, exact: boolean) => `${exact ? "" : "≈ "}−${points}`,
  oneMore: "+1 card",
  /** What the frames mean, beside a small one of each: in a lesson. */
  canGo: "can go here",
  canPick: "can be picked",
  wasChanged: "just changed",
  counts: (change: string) => `${change} points that counted`,
  rank: (text: string) => ({ M: "Moon", S: "Sun", G: "Galaxy" })[text] ?? text,
  under: (rank: string) => `under ${rank}`,
  behind: (rank: string) => `behind ${rank}`,
  intoEmpty: "start here",
  /** A telephone has the width for one word above a column, which shows its card itself. */
  briefly: (effect: string) => effect.replace(/ .*/, ""),
  ontoBar: "Put it on the bar",
  discardIt: "Discard it",
  beneath: (card: string) => `${card}, under the last card`,
  behindTop: (card: string) => `${card}, behind the top card`,
  oneOf: (rank: string, suit: string, where: (card: string) => string) => where(`a ${rank} that is not of ${suit}`),
  takes: (cards: string[]) => (cards.length === 0 ? "No card fits here" : `Fits here: ${cards.join("; or ")}`),
  beside: "↗ goes on at the right",
  /** The one rank with which an empty column may begin. */
  startsWith: "Galaxy",
  takesGalaxy: "Fits here: a Galaxy",
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
