// What the table of Capture the Commander says.
import { plural } from "../../texts";

export const texts = {
  formation: (seat: string) => `Formation of ${seat}`,
  position: (seat: string, at: number) => `${seat}'s position ${at}`,
  ownPosition: (at: number) => `your position ${at}`,
  uncovered: { full: "fully uncovered", partial: "partly uncovered", no: "covered" },
  commander: "the commander",
  seen: "shown before",
  out: "out",
  left: (cards: number, points: number, scoring: boolean) =>
    scoring ? `${plural(cards, "card", "cards")}, ${plural(points, "point", "points")}` : plural(cards, "card", "cards"),
  lastBattles: "The last battles",
  fallen: "lost in battle",
  fallenOf: (seat: string) => `${seat}'s lost cards`,
  noBattle: "No battle yet. Pick one of your cards in front, then a card to attack.",
  against: "against",
  war: "War",
  attacks: (attacker: string, defender: string) => `${attacker} attacks ${defender}`,
  turnBack: "Turn back",
  turnsBack: "The cards of the battle lie open; Escape turns them back.",
  turnedBack: "The cards of the battle are turned back.",
  shown: (seat: string, at: number) => `${seat}'s position ${at}`,
  came: { won: "wins", lost: "leaves play", open: "not decided" },
  side: {
    attacker: (seat: string) => `${seat} attacks`,
    defender: (seat: string) => `${seat} defends`,
  },
  attackNow: "Pick one of your uncovered cards, then the card to attack.",
  attackOrGive: "Attack, or give cards to your partner first.",
  pickTarget: "Now pick the card to attack.",
  pickOwn: "Now pick your own card.",
  chooseNow: "War! Pick one of your cards next to the fighting ones.",
  sayAttack: (own: string, seat: string, at: string) => `attack ${seat}'s position ${at} with your position ${own}`,
  sayGift: (own: string, to: string) => `give your position ${own} to ${to}`,
  sayChoice: (own: string) => `choose your position ${own} for the war`,
};
