// The lobby: games to choose from, then against whom and how; above the table of the chosen game a way back.
import type { View } from "./layout";
import { reported, type Report } from "./link";
import { Choices, Line } from "./panel/choosing";
import { Button } from "./panel/controls";
import { MessageField } from "./panel/message";
import { texts } from "./texts";
import type { Theme } from "./theme";
import type { BotInfo, Choice, KeptInfo, LobbyScene } from "./messages";

const words = texts.lobby;

export interface LobbyProps {
  uid: string;
  views: Readonly<Record<string, View>>;
  scene: LobbyScene;
  bots: BotInfo[];
  /** What is being chosen on this page. */
  choice: Choice | null;
  theme: Theme;
  report: Report;
  /** Whether this page can put the table in the lobby's place. */
  embeds: boolean;
  choose: (choice: Choice) => void;
  begin: () => void;
  goOn: (which: string) => void;
  back: () => void;
}

function Kept({ kept, goOn }: { kept: KeptInfo[]; goOn: (which: string) => void }) {
  if (kept.length === 0) return null;
  return (
    <section class="cw-kept" aria-label={words.goOn}>
      <h3>{words.goOn}</h3>
      <ul>
        {kept.map(({ which, title, words: said }) => (
          <li key={which}>
            <button type="button" class="cw-button" data-continue={which} onClick={() => goOn(which)}>
              <b>{title}</b> <span>{said}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Lobby({ uid, views, scene, bots, choice, theme, report, embeds, choose, begin, goOn, back }: LobbyProps) {
  const [look, ground = look] = theme.split(" ");
  const busy = report.pending !== null;
  const state = report.link === "lost" ? "lost" : busy || report.link === "opening" || report.link === "slow" ? "busy" : "ready";
  const playing = scene.table !== null;
  return (
    <div
      class={playing ? "capture-widgets cw-lobby is-playing" : "capture-widgets cw-lobby"}
      role="group"
      aria-label={playing ? words.playing(scene.title) : words.label}
      data-view="lobby"
      data-state={state}
      data-theme={look}
      data-ground={ground}
      data-size="normal"
      data-colours="two"
    >
      {playing ? (
        <div class="cw-lobby-head">
          <Button icon="back" text={words.back} mark="back" onClick={back} />
          {!embeds && <p>{words.alone}</p>}
          <Line line={scene.chosen?.line ?? ""} />
        </div>
      ) : (
        <>
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
          />
        </>
      )}
      <MessageField message={reported(report, words.lost, null)} />
    </div>
  );
}
