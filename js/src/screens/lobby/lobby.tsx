// The lobby: the choice of a game, then of the opponent and the options; above the chosen game's table a button that leads back.
import { useState } from "preact/hooks";
import type { GameView } from "../../board/layout";
import { statusOf, type Report } from "../../kernel/connection";
import { Choices, dealOf, Line } from "../../panel/gameChoice";
import { Button } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { type GamesActions, type KeptGames, YourGames } from "./games";
import { TabList } from "../../panel/tabs";
import { texts } from "../../texts";
import { words as lessonWords } from "../lesson/texts";
import type { Theme } from "../../page/theme";
import { MOST_CODE } from "../../kernel/messages/constants";
import type { BotInfo, Choice, KeptInfo, LobbyScene } from "../../kernel/messages";

const words = texts.lobby;

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
  begin: () => void;
  learn: (game: string) => void;
  goOn: (which: string) => void;
  back: () => void;
  tab: LobbyTab;
  show: (tab: LobbyTab) => void;
  /** The games kept on this machine; null until the kernel has sent them. */
  listed: KeptGames | null;
  games: GamesActions;
  openCode: (text: string) => void;
}

export type LobbyTab = "play" | "games";

const TABS: readonly LobbyTab[] = ["play", "games"];

function Kept({ kept, goOn }: { kept: KeptInfo[]; goOn: (which: string) => void }) {
  if (kept.length === 0) return null;
  return (
    <section class="cw-open-games" aria-label={words.goOn}>
      <h3>{words.goOn}</h3>
      <ul>
        {kept.map(({ which, title, words: description }) => (
          <li key={which}>
            <button type="button" class="cw-button" data-continue={which} onClick={() => goOn(which)}>
              <b>{title}</b> <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
    <div class="cw-code">
      <label class="cw-field">
        <span>{words.code}</span>
        <input
          type="text"
          data-code
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && enter()}
        />
      </label>
      <button type="button" class="cw-button" data-open-code onClick={enter}>
        {words.openCode}
      </button>
    </div>
  );
}

/** The deals of the day, the same for everybody. */
function DailyDeals({ scene: { today, games }, choose }: { scene: LobbyScene; choose: (choice: Choice) => void }) {
  return (
    <section class="cw-open-games cw-daily" aria-label={words.today(today.day)}>
      <h3>{words.today(today.day)}</h3>
      <p class="cw-soft">{words.todayWords}</p>
      <ul>
        {games.map(({ slug, title }) => (
          <li key={slug}>
            <button type="button" class="cw-button" data-daily={slug} onClick={() => choose(dealOf(slug, today.day))}>
              <b>{title}</b>
              {today.played.includes(slug) && <span>{words.done}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Lobby(props: LobbyProps) {
  const { uid, views, scene, bots, choice, theme, report, embeds, choose, begin, learn, goOn, back, tab, show, listed, games, openCode } = props;
  const [look, ground = look] = theme.split(" ");
  const busy = report.pending !== null;
  const state = report.connection === "gone" ? "lost" : busy || report.connection === "opening" || report.connection === "slow" ? "busy" : "ready";
  const playing = scene.table !== null;
  return (
    <div
      class={playing ? "capture-widgets cw-lobby is-playing" : "capture-widgets cw-lobby"}
      role="group"
      aria-label={playing ? (scene.shows === "replay" ? words.replaying : scene.shows === "lesson" ? lessonWords.label : words.playing)(scene.title) : words.label}
      data-view="lobby"
      data-state={state}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours="two"
    >
      {/* at the top, because the refusal of a kept game belongs beside the list that offers it */}
      <MessageField message={statusOf(report, words.lost, scene.notice)} />
      {playing ? (
        <div class="cw-lobby-head">
          <Button icon="back" text={words.back} mark="back" onClick={back} />
          {!embeds && <p>{words.alone}</p>}
          <Line line={scene.chosen?.line ?? ""} />
        </div>
      ) : (
        <>
          <TabList uid={uid} label={words.label} tabs={TABS} words={words.tabs} open={tab} panel={(one) => one} show={show} />
          <div role="tabpanel" id={`${uid}-panel-play`} aria-labelledby={`${uid}-tab-play`} hidden={tab !== "play"}>
            <Kept kept={scene.kept} goOn={goOn} />
            <h3>{words.label}</h3>
            <Choices
              uid={uid}
              views={views}
              games={scene.games}
              bots={bots}
              choice={choice}
              chosen={scene.chosen}
              busy={busy}
              choose={choose}
              begin={begin}
              learn={learn}
            />
            <DailyDeals scene={scene} choose={choose} />
            <Code open={openCode} />
          </div>
          <div role="tabpanel" id={`${uid}-panel-games`} aria-labelledby={`${uid}-tab-games`} hidden={tab !== "games"}>
            {tab === "games" && <YourGames uid={uid} listed={listed} actions={games} />}
          </div>
        </>
      )}
    </div>
  );
}
