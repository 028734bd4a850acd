// The lobby: the choice of a game, then of the opponent and the options; above the chosen game's table a button that leads back.
import { useRef, useState } from "preact/hooks";
import type { GameView } from "../../board/layout";
import type { Report, StatusMessage } from "../../kernel/connection";
import { statusOf } from "../status";
import { Choices, LineMore } from "../../panel/gameChoice";
import { useCopy } from "../../panel/clipboard";
import { Button } from "../../panel/controls";
import { words } from "../../panel/choiceTexts";
import { FullScreenButton } from "../../panel/fullScreenButton";
import { MessageField } from "../../panel/message";
import { FirstHand, Play, Rival } from "./rival";
import { type GamesActions, type KeptGames, YourGames } from "./games";
import { TabList } from "../../panel/tabs";
import { texts } from "../../texts";
import { words as lessonWords } from "../lesson/texts";
import type { Theme } from "../../page/theme";
import { MOST_CODE } from "../../kernel/messages/constants";
import type { BotInfo, Choice, DealOfDay, Deals, KeptInfo, LobbyScene } from "../../kernel/messages";

export interface LobbyProps {
  uid: string;
  views: Readonly<Record<string, GameView>>;
  scene: LobbyScene;
  bots: BotInfo[];
  /** The choice on this page so far. */
  choice: Choice | null;
  theme: Theme;
  report: Report;
  /** Whether this page can show the table instead of the lobby. */
  embeds: boolean;
  choose: (choice: Choice) => void;
  /** Begins the game of the form, or of another choice. */
  begin: (other?: Choice) => void;
  /** Opens the lesson of a game's first hand, or its deal of the day. */
  open: (kind: "learn" | "daily", game: string, anew?: boolean) => void;
  goOn: (which: string) => void;
  /** Leaves the setup of a game for the cards of all games. */
  overview: () => void;
  /** Leaves a table, a replay or a lesson for the cards of all games. */
  back: () => void;
  tab: LobbyTab;
  show: (tab: LobbyTab) => void;
  /** The games kept on this machine; null until the kernel has sent them. */
  listed: KeptGames | null;
  games: GamesActions;
  /** The game of *Your games* that the last request was about. */
  asked: string;
  openCode: (text: string) => void;
}

export type LobbyTab = "play" | "games";

const TABS: readonly LobbyTab[] = ["play", "games"];

/** The begun first hands among the games that the player can continue. */
const lessonsOf = (kept: readonly KeptInfo[]) => kept.filter(({ which }) => which.startsWith("lesson "));

/** The game code in the address with which the page was opened, as `?code=KO1-...`. JupyterLab removes it from the address later. */
export function codeOfPage(): string {
  const [opened] = performance.getEntriesByType("navigation");
  for (const address of [location.href, opened?.name ?? ""]) {
    const given = URL.canParse(address) ? (new URL(address).searchParams.get("code") ?? "") : "";
    if (/^[\dA-Z-]{8,}$/i.test(given) && given.length <= MOST_CODE) return given;
  }
  return "";
}

/** The field for the code of a game that somebody sent. */
function Code({ open }: { open: (text: string) => void }) {
  const [text, setText] = useState(codeOfPage);
  const enter = () => {
    if (text.trim() !== "") open(text.trim());
  };
  return (
    <details class="cw-more cw-code-more" open={text !== ""} onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}>
      <summary>{words.code}</summary>
      <div class="cw-code">
        <input
          type="text"
          data-code
          aria-label={words.code}
          placeholder={words.codeLike}
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && enter()}
        />
        <button type="button" class="cw-button" data-open-code onClick={enter}>
          {words.openCode}
        </button>
      </div>
    </details>
  );
}

/** The results of the day as a text without cards, to copy; it is shown once it was copied. */
function Share({ text }: { text: string }) {
  const node = useRef<HTMLPreElement>(null);
  const [result, copy] = useCopy(text, node);
  return (
    <div class="cw-daily-share" data-share>
      <button type="button" class="cw-button" data-copy="share" title={texts.shareSigns} onClick={copy}>
        {texts.share}
      </button>
      <span role="status">{result}</span>
      <pre ref={node} hidden={result === ""}>
        {text}
      </pre>
      {result !== "" && <span class="cw-soft">{texts.shareSigns}</span>}
    </div>
  );
}

/** The deals of the day, the same for everybody: the first one large, the others in a row. */
function DailyDeals({ today: { day, featured, against, deals, streak, longest, share, yesterday }, play }: { today: Deals; play: (game: string) => void }) {
  const first = deals.find(({ game }) => game === featured);
  if (!first) return null;
  const date = new Date(`${day}T00:00Z`).toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const hours = Math.floor((Date.parse(`${day}T00:00Z`) + 864e5 - Date.now()) / 36e5);
  const state = ({ state: of, score }: DealOfDay) => (of === "new" ? "" : of === "open" ? words.goOn : score || words.done);
  const others = deals.filter((one) => one !== first);
  return (
    <section class="cw-daily" aria-label={words.today(date)}>
      <div class="cw-daily-first">
        <span class="cw-soft">{words.today(date)}</span>
        <b role="heading" aria-level={3}>
          {first.title}
        </b>
        <span class="cw-soft">{words.todayWords(against, hours)}</span>
      </div>
      <button type="button" class={`cw-button cw-daily-play is-${first.state}`} data-daily={featured} onClick={() => play(featured)}>
        {first.state === "new" ? words.playToday : first.state === "open" ? state(first) : words.lookAgain(state(first))}
      </button>
      <div class="cw-daily-facts">
        {longest > 0 ? (
          <p class="cw-streak" data-streak={streak}>
            <b>{streak}</b> <span>{words.streak(streak, longest)}</span>
          </p>
        ) : (
          <p class="cw-soft" data-why>
            {words.why} <span class="cw-choice-rest">{words.compares}</span>
          </p>
        )}
        {yesterday !== "" && (
          <p class="cw-soft" data-yesterday>
            {yesterday}
          </p>
        )}
        {share !== "" && <Share text={share} />}
      </div>
      <ul class="cw-daily-rest" aria-label={words.alsoToday}>
        <li class="cw-soft" aria-hidden="true">
          {words.alsoToday}
        </li>
        {others.map((one) => (
          <li key={one.game}>
            <button type="button" class={`cw-daily-chip is-${one.state}`} data-daily={one.game} onClick={() => play(one.game)}>
              {one.title} {one.state !== "new" && <span>{state(one)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A heading for those who go from heading to heading by ear; on the screen the cards stand for themselves. */
const Heading = ({ text }: { text: string }) => (
  <div class="cw-unseen" role="heading" aria-level={2}>
    {text}
  </div>
);

/** The refusal about a game of the list, which stands in its row: nothing moves under the finger. */
const refusedInRow = ({ report: { refusal }, tab, listed, asked }: LobbyProps): StatusMessage | null =>
  refusal !== null && tab === "games" && listed?.played.some(({ which }) => which === asked) ? { ...refusal, tone: "refused" } : null;

export function Lobby(props: LobbyProps) {
  const { uid, views, scene, bots, choice, theme, report, embeds, choose, begin, open, goOn, overview, back, tab, show, listed, games, asked, openCode } = props;
  const [came, setCame] = useState("");
  const showGames = (one: LobbyTab, only: string) => {
    setCame(only);
    show(one);
  };
  const [look, ground = look] = theme.split(" ");
  const busy = report.pending !== null;
  const state = report.connection === "gone" ? "lost" : busy || report.connection === "opening" || report.connection === "slow" ? "busy" : "ready";
  const playing = scene.table !== null;
  const refused = refusedInRow(props);
  const message = refused ? null : statusOf(report, words.lost, scene.notice);
  return (
    <div
      class={`capture-widgets cw-lobby${playing ? " is-playing" : ""}${message === null ? " is-silent" : ""}`}
      role="group"
      aria-label={playing ? (scene.shows === "replay" ? words.replaying : scene.shows === "lesson" ? lessonWords.label : words.playing)(scene.title) : words.label}
      data-view="lobby"
      data-state={state}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours="two"
    >
      <MessageField message={message} />
      {playing ? (
        <div class="cw-lobby-head">
          <Button icon="back" text={words.back} mark="back" onClick={back} />
          {!embeds && <p>{words.alone}</p>}
          {scene.shows === "table" && <LineMore line={scene.chosen?.line ?? ""} />}
        </div>
      ) : (
        <>
          <div class="cw-lobby-tabs">
            <TabList uid={uid} label={words.label} tabs={TABS} words={words.tabs} open={tab} panel={(one) => one} show={(one) => showGames(one, "")} />
            <FullScreenButton />
          </div>
          <div role="tabpanel" id={`${uid}-panel-play`} aria-labelledby={`${uid}-tab-play`} hidden={tab !== "play"}>
            <Heading text={words.label} />
            <DailyDeals today={scene.today} play={(game) => open("daily", game)} />
            <Heading text={words.games} />
            {choice !== null && (
              <div class="cw-to-overview">
                <Button icon="back" text={words.back} mark="overview" onClick={overview} />
              </div>
            )}
            <Choices
              uid={uid}
              views={views}
              games={scene.games}
              bots={bots}
              choice={choice}
              chosen={scene.chosen}
              busy={busy}
              choose={choose}
              begin={() => begin()}
              open={open}
              beside={(game) => (
                <>
                  <Rival game={game} bots={bots} pick={choose} />
                  <Play game={game} bots={bots} busy={busy} begin={begin} goOn={goOn} />
                  <FirstHand game={game} games={scene.games} learn={() => open("learn", game.slug)} />
                </>
              )}
            />
            {/* each card continues one game, and the large deal of the day itself */}
            {scene.kept.some(({ offered }) => !offered) && (
              <button type="button" class="cw-button cw-all-games" data-all-games onClick={() => showGames("games", "open")}>
                {words.allGames(scene.unfinished)}
              </button>
            )}
            <Code open={openCode} />
          </div>
          <div role="tabpanel" id={`${uid}-panel-games`} aria-labelledby={`${uid}-tab-games`} hidden={tab !== "games"}>
            {tab === "games" && <YourGames views={views} games={scene.games} came={came} lessons={lessonsOf(scene.kept)} listed={listed} bots={bots} actions={games} asked={asked} refused={refused} choose={() => showGames("play", "")} />}
          </div>
        </>
      )}
    </div>
  );
}
