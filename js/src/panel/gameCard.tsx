// A game as one chooses it, in the lobby and at a table for its next game: its picture, its words, and what waits there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameView } from "../board/layout";
import type { BotInfo, LobbyGame } from "../kernel/messages";
import { words } from "./choiceTexts";
import { DiagramPicture } from "./rules";

/** Whether a game has a lesson about its first hand, and this person has finished nothing of it yet. */
export function isNew({ learn, finished }: LobbyGame): boolean {
  return learn && !finished;
}

/** Whether the person needs no help any more, having finished the first hand, beaten a level, or finished a game for one. */
export function needsNoHelp({ learned, beaten, finished, levels }: LobbyGame): boolean {
  return learned || beaten.length > 0 || (finished && Object.keys(levels).length > 0);
}

/** The options with their own buttons above the others: how many play, and whether in teams. */
export const PLAYERS = "players";
export const TEAMS = "teams";
/** What a card says beside its words: that *Play* begins a game for more than two, as the last one was; and which level was beaten last, if *Play* goes to the next; or in how few turns the game was won; or for how many, and how long. The second text is left out where there is little room. */
export function factsOf({ last, people, takes, fewest }: Pick<LobbyGame, "last" | "people" | "takes" | "fewest">, levels?: [best: string, next: string] | null, mixed = false): [string, string] {
  const players = Number(last[PLAYERS] ?? 2);
  // one line however many play, so that no card grows with what was played
  if (mixed) return [words.forMore(players, last[TEAMS] === true), words.ofLevels];
  if (players > 2) {
    const [beaten, more] = levels ? words.alsoBeaten(levels[0]) : ["", ""];
    return [words.forMore(players, last[TEAMS] === true) + beaten, more];
  }
  if (fewest !== null) return [words.wonIn(fewest), ""];
  return levels ? words.beatenNow(...levels) : [[people, takes].filter((text) => text !== "").join(", "), ""];
}

/** The level that a person has beaten last and the one that comes then, if it is higher. */
export function beat(game: LobbyGame, bots: readonly BotInfo[]): [best: string, next: string] | null {
  const levelOf = (id: string | undefined) => bots.find((one) => one.id === id);
  const [best, next] = [levelOf(game.beaten.at(-1)), levelOf(game.rival)];
  return best && next && bots.indexOf(best) < bots.indexOf(next) ? [best.name, next.name] : null;
}

/** The names of the levels at a table of different levels, as it was played last; empty at any other. */
export function lastRivals(game: LobbyGame, bots: readonly BotInfo[]): string[] {
  return game.last_rivals.map((id) => bots.find((one) => one.id === id)?.name ?? id);
}

/** What a level does. */
export function wordsOf(bots: readonly BotInfo[], id: string): string {
  return bots.find((one) => one.id === id)?.words ?? "";
}

/** The game to begin with: it has the shortest hand and the fewest rules. */
const EASIEST = "kommando";

/** Whether a person who has finished nothing yet should start with this game. */
export function startsHere({ slug }: Pick<LobbyGame, "slug">, games: readonly Pick<LobbyGame, "finished" | "learned">[]): boolean {
  return slug === EASIEST && !games.some(({ finished, learned }) => finished || learned);
}

/** The drawing of a game's goal. */
export function GamePicture({ game, view }: { game: LobbyGame; view: GameView | undefined }) {
  const drawings = view?.drawings?.(Object.fromEntries(game.options.map((option) => [option.name, option.default])));
  const picture = drawings?.goal[0] ?? drawings?.turn[0];
  return <span class="cw-choice-picture">{view && picture && <DiagramPicture of={picture} view={view} colours="two" />}</span>;
}

/** The words that say that a game, or the first hand, waits for the person; empty if neither does. */
const waiting = ({ waits, learn_step: step }: LobbyGame) => waits || (step > 0 ? words.handWaits : "");

interface GameCardProps {
  game: LobbyGame;
  bots: readonly BotInfo[];
  view: GameView | undefined;
  chosen: boolean;
  /** Whether a newcomer should start with it. */
  first: boolean;
  pick: () => void;
  more: ComponentChildren;
}

export function GameCard({ game, bots, view, chosen, first, pick, more }: GameCardProps) {
  const card = useRef<HTMLLIElement>(null);
  // a telephone shows the words up to the colon, in a line
  const [, short, rest] = /^([^:]*)(.*)$/.exec(game.words) ?? [];
  useEffect(() => {
    // on a telephone the names of all games stand in a line that scrolls; anywhere else the page would slide under the pointer
    const line = card.current?.parentElement;
    if (chosen && line && line.scrollWidth > line.clientWidth) card.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [chosen]);
  const told = more ? waiting(game) : "";
  const [facts, furtherFacts] = told === "" ? factsOf(game, beat(game, bots), game.last_rivals.length > 0) : [told, ""];
  return (
    <li ref={card}>
      <button type="button" class="cw-choice" data-choose={game.slug} aria-pressed={chosen} onClick={pick}>
        <GamePicture game={game} view={view} />
        <b>
          {game.title}{" "}
          {first && <mark class="cw-start-here">{words.startHere}</mark>}
        </b>
        <span class="cw-choice-words">
          {short}
          <span class="cw-choice-rest">{rest}</span>
        </span>
        <span class="cw-soft cw-choice-words">
          {facts}
          <span class="cw-choice-rest">{furtherFacts}</span> <b>{words.options}</b>
        </span>
      </button>
      {more}
    </li>
  );
}
