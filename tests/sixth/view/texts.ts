// What the table of Trio says.
export const texts = {
  laid: "Cards laid",
  trick: (n: number) => `trick ${n}`,
  lead: "Lead a card.",
  answer: "Answer the card that was led.",
  say: (card: string) => `lay the ${card}`,
};
