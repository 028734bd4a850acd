// What the table of Kommando says.
export const texts = {
  row: "The row",
  rowCard: (n: number) => `row card ${n}`,
  leftEnd: "left end of the row",
  rightEnd: "right end of the row",
  lastCard: "the last row card",
  attacks: (seat: string, came: string | null) => (came === null ? `${seat} attacks with it` : `${seat}'s attack, ${came}`),
  defends: (seat: string, came: string | null) => (came === null ? `${seat} answers with it` : `${seat}'s answer, ${came}`),
  came: (won: boolean | null) => (won === null ? "a tie" : won ? "wins" : "loses"),
  underAttack: "under attack",
  wonBy: (seat: string) => `won by ${seat}`,
  tie: "a tie, nobody's",
  tieBadge: "tie",
  won: (points: number) => `+${points}`,
  attackNow: "Attack: pick a card and an end of the row.",
  pickCard: "Now pick the card to attack with.",
  pickEnd: "Now pick the end of the row to attack.",
  answer: (seat: string, card: string, target: string | null) =>
    `${seat.charAt(0).toUpperCase()}${seat.slice(1)} attacks ${target === null ? "a face-down card" : `the ${target}`} with the ${card}. Pick your answer.`,
  say: (end: string, card: string) => `attack the ${end} with the ${card}`,
  sayDefence: (card: string) => `defend with the ${card}`,
  end: { L: "left end", R: "right end" } as Record<string, string>,
};
