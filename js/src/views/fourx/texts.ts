// The words of 4X Solitaire.
import { capital, either, plural } from "../../texts";

/** A way to begin a turn. */
export type Way = "explore" | "travel" | "capture" | "conquer" | "tech";

export const texts = {
  map: "The map",
  gained: (spaces: string[], all: number) => `Territory gained: ${spaces.join(", ")} (now ${all}).`,
  space: (name: string) => `space ${name}`,
  offMap: (name: string) => `${name} is off the map`,
  noSpace: "no card here",
  vacated: "vacated, your territory",
  own: "your own suit",
  territory: "your territory",
  enemy: "enemy",
  /** The mark of a space in words, for whoever points at it. */
  means: {
    enemy: "Enemy (red dots): a higher arsenal card of its suit or of yours captures it",
    king: "Enemy king (double frame)",
    territory: "Your territory",
    turned: (meaning: string) => `Dot: just turned up. ${meaning}`,
    down: "Face down: explore beside it to turn it up",
  },
  /** The first move finds the own king, and is no turn; the board counts turns, too. */
  turnOf: (ply: number) => (ply > 0 ? `Turn ${ply}` : "Start"),
  arsenal: "Arsenal",
  arsenalCard: "arsenal",
  ownWeapon: "your own suit: takes any lower enemy",
  kingsHeld: "The four kings: yours, and those that you conquered",
  unconquered: (suit: string) => `king of ${suit.toLowerCase()}, not conquered`,
  sieged: (held: number, least: number) => `${held} of the ${least} spaces that conquer him are yours`,
  conqueredKing: "conquered",
  ownSuit: "your own suit",
  suits: { c: "Clubs", d: "Diamonds", h: "Hearts", s: "Spades" } as Record<string, string>,
  tech: "Technology",
  techOf: (suit: string) => `technology: ${texts.effects[suit] ?? ""}`,
  effect: (suit: string) => {
    const words = texts.effects[suit] ?? "";
    return `Once: ${words}.`;
  },
  effects: {
    s: "turn up any face-down card",
    h: "conquer a king when half of the spaces around him are yours",
    d: "explore a whole row or column",
    c: "capture any enemy but a king",
  } as Record<string, string>,
  used: "used",
  beside: "Technology",
  chooseKing: "Choose any king: his suit is yours. Nobody has seen a card of the map yet.",
  kings: "The four kings",
  kingOf: (suit: string) => `play with ${suit.toLowerCase()}`,
  kingMeans: "Cards of his suit are yours (green), all others are enemies (red dots).",
  shortest: " The shortest win of a deal takes 24–36 turns.",
  /** The ways to begin a turn; what captures what is said in the first turns, later what to aim at: two lines have room for one of them. */
  turnNow: (ways: Way[], who: string, enemies: boolean, first: boolean, down: boolean) => {
    const goes: Way[] = ways.filter((way) => way === "explore" || way === "travel");
    const [other, ...more] = ways.filter((way) => !goes.includes(way));
    const said = either(ways.filter((way) => way !== "conquer")).replace("tech", texts.useTech);
    if (ways.includes("conquer")) return `You can conquer a king: pick him.${said && ` Or ${said} first.`}`;
    if (ways.join() === "travel") return `Travel, to explore elsewhere: pick ${who}.`;
    const going = `${capital(goes.join(" or "))}: pick ${who}.`;
    if (other === undefined) return enemies ? `${going} ${texts.noCapture}` : going;
    if (ways.join() === "capture") return texts.onlyCapture;
    if (first && other === "capture" && more.length === 0) return `${going} ${texts.captureToo}`;
    return `Aim to ${down ? "turn up more or " : ""}surround a king. ${capital(said)}${ways.includes("tech") ? "" : ": pick a lit card"}.`;
  },
  deadEnd: "Wherever you travel, nothing more can be explored, captured or conquered: you can give up.",
  yourKing: "your king",
  litOwn: "one of yours",
  /** The cards of the own suit that explore and travel have one of these signs. */
  litSign: "crown or disc",
  /** What the signs of the own suit mean, by their marks. */
  signs: { goal: ": yours around him", mover: "explores", own: "yours", new: "new" },
  /** The same of a king who can be conquered, around whom still more may be the player's. */
  enough: ": enough are yours",
  onlyCapture: "Capture an enemy near face-down cards or a king, with a higher arsenal card of its suit or yours.",
  noCapture: "All enemies are too high for your arsenal.",
  captureToo: "Capture with a higher card of the enemy suit or yours.",
  conqueredNow: (suit: string) => `The king of ${suit.toLowerCase()} is conquered: his suit is yours. Go on: pick a lit card.`,
  useTech: "use your technology",
  pickEnemy: "Capture a lit enemy, high ones first: it replaces this card, so your arsenal gets lower.",
  pickWeapon: "Pick the arsenal card that captures it: this lower card replaces it, so take high ones first.",
  exploreOrTravel: "Pick it again to explore, or a space of yours to travel to.",
  exploreNow: "Pick it again, or a card around it, to turn those up.",
  exploreAlone: (who: string) => `Press Explore to turn up all around ${who}. A dot then marks each card just turned up.`,
  exploreWith: (who: string) => `Explore: now pick ${who}.`,
  travelNow: "Now pick a space of yours to travel to.",
  pickOther: "This card can do nothing now.",
  pickTech: "Now pick where to use the technology.",
  chooseTech: "Choose the arsenal card to set aside as technology.",
  explore: "Explore",
  exploreTitle: (alone: boolean) => `Turns up all around ${alone ? "the one card that can explore" : "the card that you pick"}`,
  row: "Row",
  column: "Column",
  resign: "Give up",
  resignSure: "Give up and lose the game?",
  resignYes: "Give up",
  stuck: "Nothing else can be done.",
  turns: (n: number) => plural(n, "turn", "turns"),
  held: (n: number, of: number) => `Territory: ${n} of ${of}`,
  sayTech: ([verb = "", space = "", line]: string[]) =>
    `use the technology to ${verb === "flip" ? `turn up ${space}` : line === undefined ? `${verb} ${space}` : `${verb} the ${line} of ${space}`}`,
  say: (verb: string, words: string[]) =>
    ({
      king: `choose the king of ${words[0]}`,
      explore: `explore around ${words[0]}`,
      travel: `travel from ${words[0]} to ${words[1]}`,
      capture: `capture on ${words[1]} with the ${words[0]}`,
      conquer: `conquer the king on ${words[0]}`,
      resign: "give up",
      tech: words.length === 1 ? `set the ${words[0]} aside` : texts.sayTech(words),
    })[verb] ?? words.join(" "),
};
