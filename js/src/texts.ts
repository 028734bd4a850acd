// The words that screens share. A screen's own words stand beside it, a game's in views/<slug>/texts.ts; the kernel sends
// names, rules, logs, results and refusals as sentences.
import { SEAT_NAMES } from "./kernel/messages/constants";

export const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** "a, b or c". */
export function either(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** How many places a screen reader is told at most. */
const MOST_TOLD = 8;

export const texts = {
  tableOf: (title: string, seat: number | "public" | null) =>
    `${title}, ${seat === null ? "everything face up" : seat === "public" ? "as a spectator" : `seat ${SEAT_NAMES[seat]}`}`,
  board: "Table",
  seat: (seat: number) => SEAT_NAMES[seat] ?? String(seat),

  // whose turn
  yourTurn: (who: string | null) => (who === null ? "Your turn" : `Your turn, ${who}`),
  turnOf: (who: string) => `${who} is to move`,
  youAreTo: "You are to move",
  underWay: "Being played",
  you: "You",
  your: "your",
  whose: (who: string) => `${who}'s`,
  playerNamed: (seat: string) => `Player ${seat}`,
  thinks: (seat: string) => `${seat} is thinking …`,
  paused: (seat: string) => `Paused. ${seat} moves when you press Go`,
  over: "This hand is over",
  gameOver: "The game is over",
  takenBack: (n: number, seen: number) =>
    `Taken back: ${plural(n, "time", "times")}${seen > 0 ? `, after seeing ${plural(seen, "card", "cards")}` : ""}`,
  /** For the ear, to which nothing is lit. */
  canPick: (prompt: string, names: string[]) =>
    `${prompt.replace(" lit ", " ")} You can pick: ${names.slice(0, MOST_TOLD).join("; ")}${names.length > MOST_TOLD ? `; and ${names.length - MOST_TOLD} more` : ""}.`,
  toMove: "to move",
  lastMove: "last move",
  clickGoesOn: "A click on the table, or N, goes on at once.",
  tapGoesOn: "A tap on the table goes on at once.",
  lastMoveLegend: "This colour marks what the last move changed.",
  sending: "Sent …",
  noScreen: "This cannot be shown, because no kernel sends it. Run the cell again.",
  late: "The kernel is busy; your move waits for it.",
  points: (n: number) => plural(n, "point", "points"),
  matchTo: (target: number) => `Match to ${target}`,
  soon: " after this hand",
  matchOver: "The match is over",
  notAsked: "Not yet: the words beside the table ask for something else first.",
  notYours: (who: string, own: string | null) =>
    own === null ? `You are watching. ${who} is to move.` : `You play ${own} here, and ${who} is to move.`,

  // the kernel
  slow: "The kernel has not answered yet. It may be busy; the table goes on as soon as it answers.",
  disconnectedTurn: "Not connected",
  disconnected: (keptIn: string | null, game: string) =>
    `The kernel does not answer any more; this is how the table looked last. ${
      keptIn === null
        ? `If the game was saved, cw.load("...") brings it back; if not, it is lost. Next time, cw.new("${game}", autosave="${game}.jsonl") saves every move.`
        : `The game is saved: cw.resume(${JSON.stringify(keptIn)}) in a cell goes on with it.`
    }`,

  // buttons
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  hintMore: "More",
  layHint: "Lay these out",
  newDeal: "New deal",
  sameDeal: "Same deal",
  share: "Copy to share",
  shareSignsHead: "What the signs mean",
  shareSigns: "● you gained on the other, ○ the other gained on you, ◐ both alike. No card is given away.",
  newGame: "New game",
  otherGame: "Another game …",
  endOther: "End it and play",
  bringBack: "Bring back the last game",
  endGame: "End this game? You can continue it later, from the menu or Your games.",
  endMatch: "End this match? You can continue it later, from the menu or Your games.",
  endNew: "End it and deal",
  endSame: "End it and deal the same",
  playOnHere: "Play on",
  nextHand: "Next hand",
  stop: "Pause bots",
  botsPaused: "The bots are paused",
  go: "Go",
  retry: "Let it try again",
  skipToEnd: "Skip to the end",
  skipToEndTitle: "The rest is played at once",
  help: "Keys",
  menu: "Menu",
  close: "Close",
  play: "Enter move",
  uncover: (seat: string) => `I am ${seat}: show my cards`,
  coverTitle: (seat: string) => `${seat} is next`,
  coverText: "Hand over the screen. The cards stay covered until the next player is ready.",
  skip: "Skip",
  again: "Show me again",
  againShort: "Again",
  asItStood: "This was the position before.",
  nextMove: "Next",
  backToTable: "Back to the table",
  revealPrompt: "Shown one after the other",
  seeking: "Looking for a hint …",
  seekingFurther: "Looking further …",
  /** They say how sure it is that a move is the best one; an attack that is sure to win may be one of several good moves. */
  sure: { first: "a first look", quite: "best move: quite sure", fairly: "best move: fairly sure", close: "best move: a close call", closer: "" },
  /** Before the best move so far of a search that is not sure of it. */
  firstIdea: "First idea, may change: ",
  stopSeeking: "Stop",
  showHidden: "Show what was hidden",
  hiddenShown: "Everything lies open now.",
  winnable: "Can it be won?",
  winnableTitle: "The answer knows hidden cards, too; the record notes the question.",
  lookingPossible: "Looking for the best possible result …",
  showLine: "Show the best line",
  lineAway: "Hide the best line",
  because: (reason: string) => `${capital(reason)}.`,

  // panels
  log: "Moves",
  look: "Look",
  rules: "Rules",
  seats: "Seats",
  legal: (n: number) => `Legal moves (${n})`,
  legalNone: "There is no move to make at this table now.",
  /** The tooltip of a move's notation, which stands beside its words. */
  notation: "How this move is typed",
  entry: "Type a move",
  entryLike: (move: string) => `Type: ${move}`,
  openRule: (rule: string) => `Rule ${rule}`,
  seeRule: "See the rule",
  whyRule: "Why?",
  /** Names of the groups of buttons of a table. */
  tools: "Buttons of the table",
  beside: "Beside the table",
  noMoves: "No move has been made yet.",
  beginning: "How it is played",
  person: "A person",
  plays: (seat: string) => `Seat ${seat} is played by`,
  playedBy: (seat: string, name: string) => (name && name !== seat ? `Seat ${seat} is played by ${name}.` : `Seat ${seat} is a person's.`),
  nameFor: (seat: string) => `Name of the person at seat ${seat}`,

  // goal, variants, settings
  daily: "Deal of the day",
  goal: "Goal",
  legend: "Legend",
  legendTitle: "What the cards do (L)",
  justNow: "Just now",
  putAway: "Hide the goal",
  onDay: (date: string) => `, ${date}`,
  playedWith: "Played with",
  variantNamed: (short: string, rule: string) => `${short}, rule ${rule}`,
  variantTitle: (words: string, rule: string) => `${words} (${rule})`,
  turn: "A turn",
  end: "How it ends",
  clauses: "The rules one by one",
  notPlayed: "This rule does not apply in this game: it belongs to an option that is not chosen here.",
  size: "Size",
  sizes: { normal: "Normal", projector: "Projector" },
  theme: "Theme",
  themes: { auto: "As the page", light: "Light", dark: "Dark", contrast: "High contrast" },
  colours: "Suit colours",
  colourNames: { two: "Two", four: "Four" },
  pace: "Pause between the bots' moves",
  paces: { "0": "None", "400": "Short", "800": "Medium", "2000": "Long" },
  memory: "Cards once shown",
  memories: {
    none: "Turned back: you have to remember them",
    last: "The last battle stays open",
    all: "All stay open, in the list of moves too",
  },
  showLegal: "Always show the list of legal moves",

  // keys
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
  showNotebook: "Show JupyterLab",
  fullScreenTitle: "Fill the screen, or show the page around it (F or Escape)",
  keysTitle: "Keys",
  /** The keys of a table, and of a game only where it has what they are for. */
  keys: ({ lays, turns, legend }: { lays: boolean; turns: boolean; legend: boolean }): [string, string][] => [
    ["Tab", "into or out of the table"],
    ["Arrows", "from place to place"],
    ["Home, End", "first and last place"],
    ["Enter, Space", "pick a card or a place; the last pick of a move plays it"],
    ...(lays ? [["1 to 5", "put the card behind that column (Backspace takes one back)"] as [string, string]] : []),
    ["Escape", `undo the picks, ${turns ? "turn the cards of a battle face down, " : ""}or stop looking for a hint`],
    ["/", "type a move"],
    ["U, R", "undo, redo"],
    ["H", "hint"],
    ["A", "show the last moves again"],
    ["N", "go on, or to the next hand"],
    ["G", "show or hide the goal of the game"],
    ...(legend ? [["L", "show or hide the legend"] as [string, string]] : []),
    ["F", "fill the screen, and back"],
    ["?", "this sheet"],
  ],

  believed: (cards: string[]) => `likeliest ${cards.join(", ")}`,
  first: "To the start",
  back: "One move back",
  forward: "One move on",
  last: "To the end",
  alone: "The kernel does not answer: what you write is not kept, and nothing new can be shown.",
  waits: "The kernel is busy; your request waits for it.",
  // a question about a position
  questionLink: "What would you play here?",
  questionLinkTitle: "Make a question of this position, as you know it, to send to somebody",
  questionLinkWords: "To send to somebody: the position as you know it, and no other card.",
  questionLinkCopy: "Copy",
  copied: "Copied.",
  notCopied: "This page may not copy for you: select the text and copy it.",

  // the teacher's notice
  teacher: {
    stopped: "Your teacher has stopped the table.",
    shows: (what: string[]) => `Your teacher shows ${what.join(", ")}.`,
    look: (where: string) => `Look at ${where}.`,
    clock: "Time left",
  },

  // preferences of this browser
  preferences: {
    back: "Backs of cards",
    backs: { own: "The deck's own", plain: "Plain", stripes: "Stripes", rings: "A ring" },
    cloth: "Table cloth",
    cloths: { own: "As the page", green: "Green", blue: "Blue", red: "Red", sand: "Sand" },
    index: "Cards show",
    indexes: { normal: "Corner signs and picture", large: "Large corner signs" },
    clock: "Show how long each hand takes",
    sound: "Sounds",
    voices: "Bots say something now and then",
    cheer: "Celebrate when you win",
  },
  says: (who: string, said: string) => `${who}: “${said}”`,

  // after the game
  after: {
    replay: "Replay",
    mistakes: "Your mistakes",
    judging: "Looking at your moves",
    left: (seconds: number) =>
      seconds < 7.5 ? "A few seconds more" : seconds < 55 ? `About ${5 * Math.round(seconds / 5)} seconds more` : `About ${plural(Math.round(seconds / 60), "minute", "minutes")} more`,
    stop: "Stop looking for mistakes",
    stopNow: "Stop",
    goOn: "Go on looking for mistakes",
    /** No colon: the sentence that may follow in the same line is no mistake. */
    found: (n: number, inTurns: boolean) =>
      n > 0 ? `${plural(n, "mistake", "mistakes")}.` : inTurns ? "No clear mistake: by what you saw, no move surely cost a turn. Who knows all cards may need fewer." : "No clear mistake: no move cost you much of your chances.",
    judgedBy: "Judged by what you had seen, against good play.",
    partly: "Only part of the game was searched for mistakes.",
    mistake: (name: string, said: string) => `${name}: ${said}`,
    /** A move by its number, or by the turn of the game that it belongs to. */
    moveAt: (at: string, turnOf: ((ply: number) => string) | undefined) => {
      const [round = "0", ply = "0"] = at.split("/");
      return turnOf?.(Number(ply)) ?? `${round === "0" ? "M" : `Round ${Number(round) + 1}, m`}ove ${Number(ply) + 1}`;
    },
    moves: ["Played", "Better"] as const,
    look: (n: number, inTurns: boolean) => (n === 0 ? (inTurns ? "Show the turns" : "Show my chances") : n === 1 ? "Show it" : "Show them"),
    list: "List",
    first: "First mistake",
    same: "Same deal once more",
    stronger: (name: string) => `Same deal, stronger: ${name}`,
    swap: (players: number) => `Same deal from ${players > 2 ? "another seat" : "the other side"}`,
    rematch: "Rematch with a new deal",
  },

  learnFirstHand: "Play the first hand with help",

  // common to the views
  lay: (card: string) => `here lay ${card}`,
  faceDown: "a card, face down",
  empty: "empty",
  handOf: (whose: string, n: number) => `${whose} hand, ${plural(n, "card", "cards")}`,
  inHand: (whose: string) => `${whose} hand`,
  yourHand: "Your hand",
};
