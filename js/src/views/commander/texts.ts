// The words of Capture the Commander.
import { capital, plural } from "../../texts";

export const cardAt = (at: string) => (at === "13" ? "commander" : `card ${at}`);

export const texts = {
  formation: (whose: string) => `${whose} formation`,
  position: (whose: string, at: number) => `${whose} position ${at}`,
  ownPosition: (at: number) => `your position ${at}`,
  uncovered: { full: "fully uncovered", partial: "partially uncovered", no: "covered" },
  commander: "the commander",
  /** The tooltip of a position: the meaning of its number, its dot and its shade. */
  means: (at: number, uncovered: "full" | "partial" | "no") =>
    `Position ${at}: ${{ full: "it can attack and be attacked", partial: "one card covers it, so it can only be attacked", no: "covered: it cannot attack or be attacked" }[uncovered]}`,
  legend: { full: "can attack and be attacked", partial: "can only be attacked" },
  dots: "Legend",
  seen: "shown before",
  out: "out",
  youAreOut: "You are out",
  next: "next",
  /** A number stands in one line with what it counts. */
  left: (cards: number, points: number, scoring: boolean) =>
    (plural(cards, "card", "cards") + (scoring ? `, ${plural(points, "point", "points")}` : "")).replace(/ (?=[cp])/g, "\xa0"),
  lastBattles: "The last battles",
  fallen: "lost in battle",
  fallenOf: (whose: string) => `${whose} lost cards`,
  team: (first: string, second: string, commanders: number, cards: number) =>
    `${first === "you" ? "You" : first} and ${second}: ${plural(commanders, "commander", "commanders")}, ${plural(cards, "card", "cards")}`,
  noBattle: "No battle yet. In a battle the higher card wins, and the other leaves play.",
  against: "against",
  attacksSign: "→",
  gave: (from: string, to: string) => `${capital(from)} → ${to}: gave`,
  gift: (card: string, place: string) => `${card} for ${place}`,
  line: (from: string, to: string, came: string) => `${capital(from)} → ${to}${came && `: ${came}`}`,
  lost: (loser: string, cards: string) => `${loser} lost ${cards}`,
  beat: (won: string[], cards: string) => `${won.join(" ")} beat${won.length > 1 ? "" : "s"} ${cards}`,
  isOut: (who: string) => `${who} ${who === "you" ? "are" : "is"} out`,
  war: "War",
  turnBack: "Turn face down",
  turnsBack: "The cards of the battle lie open; Escape turns them face down.",
  turnedBack: "The cards of the battle are face down again.",
  shown: (whose: string, at: number) => `${whose} position ${at}`,
  came: { won: "wins", lost: "leaves play", open: "not decided" },
  side: {
    attacker: (whose: string) => `${whose} attack`,
    defender: (whose: string) => `${whose} defence`,
  },
  atStake: "Your commander can be attacked! Pick a card of yours, then a target.",
  atStakeOrGive: "Your commander can be attacked! Attack, or give a dashed card to your partner.",
  canTake: "An enemy commander can be attacked! Pick a card of yours, then a target.",
  canTakeOrGive: "An enemy commander can be attacked! Attack, or give a dashed card to your partner.",
  attackNow: "Pick a card of yours that no card covers, then the card to attack.",
  attackFirst: "Pick a card in your front row, then one to attack. Nobody has seen any card yet.",
  attackOrGive: "Pick a card to attack with, or a dashed one to give to an empty place of your partner.",
  pickTarget: "Now pick the card to attack.",
  pickGift: "It is covered and cannot attack. Pick an empty place of your partner to give it to.",
  pickTargetOrGift: "Now pick the card to attack, or an empty place of your partner to give it to.",
  laysBare: (at: number) => (at > 0 ? ` Given away, it leaves your ${cardAt(`${at}`)} open to attack.` : ""),
  covered: "Other cards cover it, so it cannot attack: pick a card of yours that no card covers.",
  yourPartner: "partner",
  opponent: "opponent",
  partnerOf: (seat: string) => `with ${seat}`,
  /** A line in the list of moves, below the newest battle whose ranks the list leaves out. */
  remember: "Ranks up to here are yours to remember; “Cards once shown” in “Look” keeps them.",
  rememberWon: "Remember the cards that won.",
  pickOwn: "Now pick your own card.",
  pickGiven: "Now pick your own card that you give there.",
  chooseNow: "War: pick a card of yours next to your card in the battle.",
  onlyChoice: (card: string) => `War: pick your ${card}, the only one next to your card in the battle.`,
  sayAttack: (own: string, whose: string, at: string) => `attack ${whose} ${cardAt(at)} with your ${cardAt(own)}`,
  sayGift: (own: string, to: string, at: string) => `give ${to} your ${cardAt(own)} for position ${at}`,
  sayChoice: (own: string) => `choose your ${cardAt(own)} for the war`,
};
