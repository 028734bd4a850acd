// What stands on the card of a game: a menu of who plays against, or how hard the deal is, and the buttons that begin the game with that choice, or its first hand with help.
import type { BotInfo, Choice, LobbyGame } from "../../kernel/messages";
import { words as choiceWords } from "../../panel/choiceTexts";
import { isNew, lastRivals, needsNoHelp, wordsOf } from "../../panel/gameCard";
import { defaultChoice, parts } from "../../panel/gameChoice";
import { words } from "./texts";

interface RivalProps {
  game: LobbyGame;
  bots: BotInfo[];
  /** Chooses the game with this player or deal. */
  pick: (choice: Choice) => void;
}

interface PlayProps extends Omit<RivalProps, "pick"> {
  busy: boolean;
  begin: (choice: Choice) => void;
  goOn: (which: string) => void;
}

/** The button that begins a game, with the level of the menu beside it and else like the game played last; and the one that continues a begun game. */
export function Play({ game, bots, busy, begin, goOn }: PlayProps) {
  const start = defaultChoice(game);
  const deal = game.levels[start.deal];
  const several = lastRivals(game, bots);
  const rival = several.length > 0 ? several.join(", ") : (bots.find(({ id }) => id === start.opponent)?.name ?? "");
  const begun = game.begun !== "";
  return (
    <>
      {begun && (
        <button type="button" class="cw-button cw-go-on" data-go-on={game.slug} data-continue={game.begun} aria-label={`${choiceWords.goOn}: ${game.title}`} onClick={() => goOn(game.begun)}>
          {choiceWords.goOn}
        </button>
      )}
      <button
        type="button"
        class="cw-button cw-play"
        data-play={game.slug}
        aria-label={deal === undefined ? words.play(begun, `${game.title} ${words.playsAgainst}`, rival) : words.play(begun, `${game.title}, ${words.dealIs}`, parts(deal)[0])}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) begin(start);
        }}
      >
        {begun ? words.newGame : choiceWords.tabs.play}
      </button>
    </>
  );
}

interface FirstHandProps {
  game: LobbyGame;
  games: readonly LobbyGame[];
  learn: () => void;
}

/** The button that opens the lesson about the first hand, as long as it waits to be continued or there is a game of which this person has finished nothing yet; a telephone has room for one that waits, and else only on the card of a game in which help may still be wanted. */
export function FirstHand({ game, games, learn }: FirstHandProps) {
  const step = game.learn_step;
  if (step === 0 && !(game.learn && games.some(isNew))) return null;
  return (
    <button type="button" class={`cw-button cw-first${step > 0 ? " is-begun" : needsNoHelp(game) ? " is-known" : ""}`} data-first={game.slug} aria-label={choiceWords.learnFirst(game.title)} onClick={learn}>
      {step > 0 ? choiceWords.firstHandOn(step) : game.learned ? choiceWords.ticked(choiceWords.firstHand) : choiceWords.firstHand}
    </button>
  );
}

/** Who plays against, or how hard the deal of a game for one is: said where a game is chosen, and changed there. */
export function Rival({ game, bots, pick }: RivalProps) {
  const start = defaultChoice(game);
  const deals = Object.entries(game.levels);
  const asBefore = game.last_rivals.length > 0;
  /** What the chosen level does, or how hard the chosen deal is. */
  const means = deals.length > 0 ? parts(game.levels[start.deal] ?? "")[1] : asBefore ? "" : wordsOf(bots, start.opponent);
  const [field, called, values] =
    deals.length > 0
      ? (["deal", words.dealIs, deals.map(([level, told]) => [level, parts(told)[0]])] as const)
      : (["opponent", words.playsAgainst, bots.map(({ id, name }) => [id, game.beaten.includes(id) ? choiceWords.ticked(name) : name])] as const);
  return (
    <label class="cw-rival" title={means}>
      <span class={field === "opponent" ? "cw-rival-against" : undefined}>{called}</span>
      <select
        data-rival={game.slug}
        onChange={({ currentTarget }) => {
          // the menu gives way to the setup of the game
          currentTarget.closest("li")?.querySelector("button")?.focus();
          pick({ ...start, others: [], [field]: currentTarget.value });
        }}
      >
        {asBefore && <option selected>{words.asLastTime}</option>}
        {values.map(([value, text]) => (
          <option key={value} value={value} selected={!asBefore && value === start[field]}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
