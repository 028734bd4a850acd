// The user's games: their results as figures and small plots, and a list.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { GameView } from "../../board/layout";
import type { BotInfo, GameFigures, KeptInfo, LevelFigures, LobbyGame, PlayedGame } from "../../kernel/messages";
import { words as choiceWords } from "../../panel/choiceTexts";
import { GamePicture, wordsOf } from "../../panel/gameCard";
import { Choose, Icon } from "../../panel/controls";
import { Confirmation } from "../../panel/confirmation";
import { MessageField } from "../../panel/message";
import type { StatusMessage } from "../../kernel/connection";
import { texts } from "../../texts";
import { words } from "./texts";

/** The kernel's answer about the kept games. */
export interface KeptGames {
  played: PlayedGame[];
  figures: GameFigures[];
  /** Whether this machine keeps games. */
  keeps: boolean;
  /** The par of a game, by its name; an empty text during the search. */
  par: Record<string, string>;
}

export interface GamesActions {
  goOn: (which: string) => void;
  replay: (which: string) => void;
  forget: (game: Pick<PlayedGame, "which"> & { key?: string }) => void;
  par: (which: string) => void;
  /** Puts the refusal away. */
  close: () => void;
  file: (which: string, form: "record" | "page") => void;
}

const SHARES = ["won", "drawn", "lost"] as const;

/** The games against a level as a bar whose parts are shares of them: who won all has a whole bar, who lost all an empty one. */
function LevelBar({ of }: { of: LevelFigures }) {
  const all = Math.max(1, of.won + of.drawn + of.lost);
  let at = 0;
  const parts = SHARES.map((share) => {
    const from = at;
    at += of[share];
    return { share, from, wide: of[share] };
  });
  return (
    <>
      <svg viewBox={`0 0 ${all} 10`} preserveAspectRatio="none" role="img" aria-label={words.came(of.won, of.drawn, of.lost)}>
        {parts.map(({ share, from, wide }) => (
          <rect key={share} class={`is-${share}`} x={from} y={0} width={wide} height={10} />
        ))}
      </svg>
      <span class="cw-soft" aria-hidden="true">
        {words.wonOf(of.won, of.drawn, of.lost)}
      </span>
    </>
  );
}

/** The fewest games whose trend is told. */
const TREND = 6;

/** The fewest results that make a curve: a line between two says no more than the list of games. */
const CURVE = 3;

/** Whether the later half of the results is better than the earlier half, in words. */
function trend(results: number[], counts: "points" | "turns"): { words: string; better: boolean } | null {
  if (results.length < TREND) return null;
  const half = Math.floor(results.length / 2);
  const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const by = mean(results.slice(-half)) - mean(results.slice(0, half));
  const more = Math.round(by);
  return { words: words.trend(counts, more), better: more !== 0 && more > 0 === (counts === "points") };
}

/** The results of the last games as a small plot. */
function Results({ results, counts }: { results: number[]; counts: "points" | "turns" }) {
  const low = Math.min(...results);
  const high = Math.max(...results);
  const y = (value: number) => (high === low ? 20 : 36 - (32 * (value - low)) / (high - low));
  const line = results.map((value, at) => `${at * 10 + 5},${y(value).toFixed(1)}`).join(" ");
  const tends = trend(results, counts);
  return (
    <figure class="cw-results">
      <svg viewBox={`0 0 ${results.length * 10} 40`} preserveAspectRatio="none" role="img" aria-label={words.results(counts, results)}>
        <polyline points={line} />
        {/* a line of no length has round ends: a dot at the last result */}
        <polyline class="is-last" points={`${line.split(" ").at(-1) ?? ""} ${line.split(" ").at(-1) ?? ""}`} />
      </svg>
      <figcaption class="cw-soft">
        {words.range(counts, results.length, low, high)}
      </figcaption>
      {tends !== null && <p class={tends.better ? "cw-trend is-better" : "cw-trend"}>{tends.words}</p>}
    </figure>
  );
}

interface LadderProps {
  bots: BotInfo[];
  levels: LevelFigures[];
  /** The name of the level to beat next; empty if there is none. */
  next: string;
  /** The levels that were beaten, also at a table of different levels. */
  beaten: string[];
}

/** The levels as rungs, the weakest first: those that were beaten, how the games came out, and the one to beat next; then tables of different levels and teams. */
function Ladder({ bots, levels, next, beaten }: LadderProps) {
  // a level that was neither met nor comes next says nothing yet
  const rungs = bots.filter(({ id, name }) => name === next || beaten.includes(id) || levels.some(({ level }) => level === id));
  const others = levels.filter(({ level }) => !rungs.some(({ id }) => id === level)).map(({ level, name }) => ({ id: level, name }));
  return (
    <ol class="cw-ladder" aria-label={words.levelsToBeat}>
      {[...rungs, ...others].map(({ id, name }) => {
        const of = levels.find(({ level }) => level === id);
        const won = beaten.includes(id) || (of !== undefined && of.won > 0);
        const isNext = !won && name === next;
        return (
          <li key={id} class={won ? "is-won" : isNext ? "is-next" : ""} {...(isNext && { "data-next-level": "" })}>
            <span class="cw-rung" {...(won ? { role: "img", "aria-label": words.beaten } : { "aria-hidden": true })}>
              {won ? "✓" : isNext ? "○" : ""}
            </span>
            <span title={wordsOf(bots, id)}>{name}</span>
            {of !== undefined && <LevelBar of={of} />}
            {of === undefined && (isNext || won) && <span class="cw-to-beat">{won ? words.beatenAmongOthers : words.toBeat}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** How the games of a kind came out, those that are not finished among them. */
export function cameOut({ played, won, drawn, lost, unfinished }: Pick<GameFigures, "played" | "won" | "drawn" | "lost" | "unfinished">): string {
  const decided = won + drawn + lost;
  const several = played - decided - unfinished;
  return [decided > 0 && words.came(won, drawn, lost), several > 0 && words.several(several), unfinished > 0 && words.open(unfinished)]
    .filter((part) => part !== false)
    .join(", ");
}

/** What is said of a game in one word or two: its result, of a game between several people who won. */
export function stateOf({ result, place, over, winners, fault }: Pick<PlayedGame, "result" | "place" | "over" | "winners" | "fault">): string {
  if (fault !== null) return words.damaged;
  if (result === null && over) return winners.length > 0 ? words.wonBy(winners.join(" and ")) : words.states.drawn;
  return `${words.states[result ?? "open"]}${place && `, ${place}`}`;
}

interface FiguresProps {
  of: GameFigures;
  /** Whether it is open at first; a narrow screen has the first line of each game. */
  open: boolean;
  picture: ComponentChildren;
  bots: BotInfo[];
  par: string | undefined;
  ask: (which: string) => void;
}

function Figures({ of, open, picture, bots, par, ask }: FiguresProps) {
  const { title, played, streak, longest, seconds, levels, results, counts, best, fewest, next, beaten, record } = of;
  const facts = [
    record === "" ? "" : words.largest(record),
    longest > 1 ? words.streak(streak, longest) : "",
    seconds >= 60 ? words.spent(words.time(seconds)) : "",
  ].filter((fact) => fact !== "");
  return (
    <li class="cw-figures" data-figures={of.game}>
      <details open={open}>
        <summary>
          {picture}
          <span>
            <b>{title}</b>
            <span>
              {words.played(played)}
              {`: ${cameOut(of)}`}
            </span>
          </span>
        </summary>
        {(next !== "" || levels.length > 0) && <Ladder bots={bots} levels={levels} next={next} beaten={beaten} />}
        {facts.length > 0 && <span class="cw-soft">{facts.join(" ")}</span>}
        {counts !== "none" && results.length >= CURVE && <Results results={results} counts={counts} />}
        {best !== null && fewest !== null && (
          <span class="cw-fewest">
            {par === undefined || par === "" ? words.fewest(fewest) : par}{" "}
            {(par === undefined || par === "") && (
              <button type="button" class="cw-button" data-par={best} title={words.parTitle} aria-disabled={par === ""} onClick={() => par === undefined && ask(best)}>
                {par === "" ? words.seekingPar : words.par}
              </button>
            )}
          </span>
        )}
      </details>
    </li>
  );
}

/** The list shows this many games, and as many more at each press of the button. */
const PAGE = 20;

/** The names of opponents, with a number before a name that several have: "Greedy, Beginner × 2 and Club player". */
export function counted(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? `${name} × ${count}` : name;
    })
    .join(", ")
    .replace(/, ([^,]+)$/, " and $1");
}

interface GameProps {
  of: PlayedGame;
  /** The level that no other game of the list beats; empty if there is none. */
  beats: string;
  actions: GamesActions;
  /** Why the last request about this game was refused. */
  refused?: StatusMessage | null;
}

/** A window that is narrower shows the first line of the results of each game (px). */
const WIDE = 700;

/** A window that is wider has the results beside the list (px). */
const BESIDE = 960;

/** The level that a game alone has beaten: it would be to beat again without it. */
export function onlyBeats({ game, level, result, partner }: PlayedGame, figures: readonly GameFigures[]): string {
  const of = figures.find((one) => one.game === game)?.levels.find((one) => one.level === level);
  return result === "won" && partner === null && of?.won === 1 ? of.name : "";
}

/** A game named so that it is no other of the list: its kind, the opponents, how it came out, and when it began. */
function nameOf(of: PlayedGame, began: string): string {
  const { which, title, opponents, partner, level, result, points, rival, winners, fault } = of;
  if (fault !== null) return which;
  const who = opponents.length === 0 ? "" : ` ${opponents.length > 1 && level === null ? `(${counted(opponents)})` : words.against(counted(opponents), partner)}`;
  const state = stateOf(of);
  // a name of somebody who won keeps its capital
  const came = result === null && winners.length > 0 ? state : state.toLowerCase();
  return words.thisGame(title + who, result !== null && points !== null && rival !== null ? `${came} ${words.score(points, rival, opponents.length)}` : came, began);
}

interface GameActionsProps extends Pick<GameProps, "actions"> {
  of: Pick<PlayedGame, "which" | "title" | "over" | "goes_on" | "fault"> & { key?: string };
  /** When it began, or where it stands: no other game of this kind has the same. */
  began: string;
  /** What is asked before it is deleted. */
  question: string;
  /** Whether it is the first hand with help, which has neither a replay nor files. */
  lesson?: boolean;
}

/** What is done with a game: one button leads on, and a line below the row has the others on demand. */
function GameActions({ of, began, question, lesson, actions }: GameActionsProps) {
  const { which, title, over, goes_on, fault } = of;
  const [more, setMore] = useState<"" | "acts" | "asks">("");
  const line = useRef<HTMLSpanElement>(null);
  /** Shows the question, in which *Keep* has the focus, or again the buttons. */
  const show = (next: "acts" | "asks", hook: string) => {
    setMore(next);
    setTimeout(() => line.current?.querySelector<HTMLElement>(hook)?.focus({ preventScroll: true }));
  };
  const answer = (yes: boolean) => {
    if (yes) {
      // the button with the focus goes with the row
      line.current?.closest<HTMLElement>("[data-games]")?.focus({ preventScroll: true });
      // nor does the list go up under the finger, where results that become fewer stand above it
      const figures = line.current?.closest(".cw-your-games")?.querySelector<HTMLElement>(".cw-all-figures");
      if (figures && innerWidth < BESIDE) figures.style.minHeight = `${figures.getBoundingClientRect().height}px`;
      actions.forget(of);
      setMore("");
    } else show("acts", "[data-delete]");
  };
  const named = (act: string) => words.named(act, title, began);
  const readable = fault === null;
  const goesOn = readable && goes_on;
  const replay = (quiet: boolean) => (
    <button type="button" class={quiet ? "cw-button is-quiet" : "cw-button"} data-replay={which} aria-label={named(words.replay)} onClick={() => actions.replay(which)}>
      {words.replay}
    </button>
  );
  const quiet = (icon: "save" | "bin", text: string, hook: Record<string, string>, act: () => void) => (
    <button type="button" class="cw-button is-quiet" {...hook} aria-label={named(text)} onClick={act}>
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
  /** Escape puts the line away, and leaves the screen as it is. */
  const putAway = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || more === "") return;
    event.preventDefault();
    if (more === "asks") answer(false);
    else setMore("");
  };
  return (
    <>
      <span class="cw-game-actions" onKeyDown={putAway}>
        {goesOn && (
          <button type="button" class="cw-button" data-continue={which} aria-label={named(choiceWords.goOn)} onClick={() => actions.goOn(which)}>
            {choiceWords.goOn}
          </button>
        )}
        {readable && !goesOn && replay(false)}
        <button type="button" class="cw-button is-quiet" data-more-of={which} aria-expanded={more !== ""} aria-label={named(words.moreOf)} title={words.moreOf} onClick={() => setMore(more === "" ? "acts" : "")}>
          …
        </button>
      </span>
      {more !== "" && (
        <span ref={line} class="cw-game-more" onKeyDown={putAway}>
          {more === "asks" && <Confirmation name={`cw-doomed-${which}`} text={question} yes={words.remove} no={words.keep} noFirst answer={answer} />}
          {goesOn && !lesson && replay(true)}
          {readable && over && quiet("save", words.record, { "data-export": which }, () => actions.file(which, "record"))}
          {readable && !lesson && quiet("save", words.page, { "data-page": which }, () => actions.file(which, "page"))}
          {quiet("bin", words.remove, { "data-delete": which }, () => show("asks", '[data-confirm="no"]'))}
          {readable && !lesson && <span class="cw-soft">{words.saves(over)}</span>}
        </span>
      )}
    </>
  );
}

function Game({ of, beats, actions, refused }: GameProps) {
  const { which, title, opponents, partner, result, points, rival, plies, turns, rounds, over, day, when, fault } = of;
  const began = new Date(when * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const facts = [
    // no "against" in a game between several people: the list names all of them
    opponents.length > 1 && of.level === null ? counted(opponents) : opponents.length > 0 ? words.against(counted(opponents), partner) : "",
    of.match,
    day === null ? "" : words.deal(new Date(day).toLocaleDateString(undefined, { dateStyle: "medium", timeZone: "UTC" })),
    // most games count their points at the end of a hand: before, none says nothing
    points === null || turns !== null || (!over && points === 0) ? "" : rival === null ? texts.points(points) : words.score(points, rival, opponents.length),
    turns !== null ? words.turns(turns) : rounds !== null ? words.rounds(rounds) : words.moves(plies),
  ].filter((fact) => fact !== "");
  const state = result ?? (over ? "over" : "open");
  return (
    <li class="cw-kept-game" data-which={which}>
      <span class={`cw-game-result is-${state}`}>{stateOf(of)}</span>
      <span class="cw-game-name">
        <b>{fault === null ? title : which}</b> <span>{fault ?? facts.join(", ").replace(/(\d) /g, "$1\u00a0")}</span>
        <span class="cw-soft">{began}</span>
      </span>
      <GameActions {...{ of, began, actions }} question={words.forget(nameOf(of, began), fault === null && !over, beats)} />
      {refused && <MessageField message={refused} close={actions.close} />}
    </li>
  );
}

/** A first hand that was begun, in the list of games. */
function Lesson({ of: { which, title, words: description }, actions }: { of: KeptInfo; actions: GamesActions }) {
  return (
    <li class="cw-kept-game" data-which={which}>
      <span class="cw-game-result is-open">{words.states.open}</span>
      <span class="cw-game-name">
        <b>{title}</b> <span>{description}</span>
      </span>
      <GameActions of={{ which, title, over: false, goes_on: true, fault: null }} began={description} question={words.forget(words.firstHandOf(title), true, "")} lesson actions={actions} />
    </li>
  );
}

interface YourGamesProps {
  views: Readonly<Record<string, GameView>>;
  games: LobbyGame[];
  /** The first hands that were begun. */
  lessons: KeptInfo[];
  /** The result of the games that the list begins with; all if empty. */
  came: string;
  listed: KeptGames | null;
  bots: BotInfo[];
  actions: GamesActions;
  /** The game that the last request was about, and why it was refused. */
  asked: string;
  refused: StatusMessage | null;
  /** Shows the games to choose from. */
  choose: () => void;
}

/** The figures, then the list with its filters. */
export function YourGames({ views, games, lessons, came: first, listed, bots, actions, asked, refused, choose }: YourGamesProps) {
  const [game, setGame] = useState("");
  const [came, setCame] = useState(first);
  const [rival, setRival] = useState("");
  const [count, setCount] = useState(PAGE);
  if (listed === null) return <p class="cw-soft">{words.reading}</p>;
  const { played, figures, keeps, par } = listed;
  if (played.length + lessons.length === 0) {
    return (
      <div class="cw-no-games">
        <p>{keeps ? words.none : words.keptNone}</p>
        <button type="button" class="cw-button is-strong" data-to-games onClick={choose}>
          {words.toGames}
        </button>
      </div>
    );
  }
  const rivals = [...new Set(played.flatMap(({ opponents }) => opponents))].sort();
  const state = ({ result, over }: PlayedGame) => result ?? (over ? "over" : "open");
  const found = played.filter(
    (one) =>
      (game === "" || one.game === game) && (came === "" || state(one) === came) && (rival === "" || one.opponents.includes(rival)),
  );
  const hands = lessons.filter(({ which }) => (game === "" || which === `lesson ${game}`) && ["", "open"].includes(came) && rival === "");
  const pictureOf = (slug: string) => {
    const one = games.find((game) => game.slug === slug);
    return one && <GamePicture game={one} view={views[slug]} />;
  };
  const all = (of: Record<string, string>) => ({ "": words.all, ...of });
  return (
    <div class="cw-your-games">
      <ul class="cw-all-figures" aria-label={words.figures}>
        {figures.map((of) => (
          <Figures key={of.game} of={of} open={innerWidth >= WIDE || figures.length === 1} picture={pictureOf(of.game)} bots={bots} par={of.best === null ? undefined : par[of.best]} ask={actions.par} />
        ))}
      </ul>
      <div class="cw-game-list">
      <div class="cw-filters">
        <Choose label={words.game} value={game} values={all(Object.fromEntries(figures.map((of) => [of.game, of.title])))} onChange={setGame} />
        <Choose label={words.result} value={came} values={all(words.states)} onChange={setCame} />
        <Choose label={words.rival} value={rival} values={all(Object.fromEntries(rivals.map((name) => [name, name])))} onChange={setRival} />
      </div>
      <p role="status" class="cw-soft">
        {words.found(found.length + hands.length, played.length + lessons.length)}
      </p>
      <ul class="cw-kept-game-list" data-games tabIndex={0} aria-label={words.list}>
        {hands.map((of) => (
          <Lesson key={of.which} of={of} actions={actions} />
        ))}
        {found.slice(0, count).map((of) => (
          <Game key={of.which + of.key} of={of} beats={onlyBeats(of, figures)} actions={actions} refused={of.which === asked ? refused : null} />
        ))}
        {found.length > count && (
          // in the list, which scrolls: below it, it would seem to lie on a row
          <li>
            <button type="button" class="cw-button" data-more onClick={() => setCount(count + 5 * PAGE)}>
              {words.more(found.length - count)}
            </button>
          </li>
        )}
      </ul>
      </div>
    </div>
  );
}

/** Downloads a file. */
export function keepFile({ name, media, text }: { name: string; media: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: media }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
