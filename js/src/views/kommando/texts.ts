// The words of Kommando.
import { capital } from "../../texts";

export const texts = {
  row: "The row",
  rowCard: (n: number) => `row card ${n}`,
  leftEnd: "left end of the row",
  rightEnd: "right end of the row",
  lastCard: "the last row card",
  attacks: (whose: string, came: string | null) => (came === null ? `${whose} attack` : `${whose} attack, ${came}`),
  defends: (whose: string, came: string | null) => (came === null ? `${whose} answer` : `${whose} answer, ${came}`),
  came: (won: boolean | null) => (won === null ? "a tie" : won ? "wins" : "loses"),
  underAttack: "under attack",
  wonBy: (seat: string) => `won by ${seat}`,
  tie: "a tie, nobody's",
  tieBadge: "tie",
  won: (points: number) => `+${points}`,
  only: { L: "←", R: "→" },
  onlyWords: { L: "for the left end only", R: "for the right end only" },
  /** How the attack came to the player (KO-9). */
  attacksNow: { first: "Attack an end of the row: pick that end", tied: "A tie: you attack again. Pick an end", lost: "You lost that fight, so you attack: pick an end" },
  /** `lacks`: whether the attacker has no card of another colour somewhere, so that any card will do there (KO-5). */
  attackNow: (why: "first" | "tied" | "lost", lacks: boolean, arrows: boolean) =>
    `${texts.attacksNow[why]} and a card${lacks ? "; any card will do where you have no other colour" : ` of another colour${arrows ? " (← or →: that end only)" : ""}`}.`,
  lastAttack: "Attack the last row card with your last card.",
  onlyEnds: "Only the two ends of what is left of the row can be attacked.",
  pickCard: (down: boolean) => (down ? "It lies face down: attack it with any card." : "Now pick a lit card."),
  pickEnd: { L: "Now pick the left end of the row.", R: "Now pick the right end of the row.", both: "Now pick the end of the row to attack." },
  colours: { r: "red", y: "yellow", b: "blue" } as Record<string, string>,
  attacked: (seat: string, card: string, target: string | null, tied: boolean) =>
    `${tied ? `A tie: ${seat}` : capital(seat)} attacks ${tied ? "again, " : ""}${target === null ? "a face-down card" : `the ${target}`} with the ${card}.`,
  /** `lacks`: whether the player holds none of the colours, so that any card will do; `last`: whether they hold one card only. */
  answer: (attack: string, colours: string[], lacks: boolean, last: boolean) =>
    [
      attack,
      last ? "Answer with your last card:" : lacks ? `Answer with any card, for you have no ${colours.join(" or ")} card:` : `Answer with a ${colours.join(" or a ")} card:`,
      "the higher of the two wins.",
    ].join(" "),
  say: (end: string, card: string) => `attack the ${end} with the ${card}`,
  sayDefence: (card: string) => `answer with the ${card}`,
  end: { L: "left end", R: "right end" } as Record<string, string>,
};
