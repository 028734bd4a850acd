// A poll: the position on which a class votes, and beside it the votes, the move on record and the search, if the teacher shows them.
import { FullScreenButton } from "../../panel/fullScreenButton";
import { Component } from "preact";
import { Live } from "../../board/a11y";
import { boardContext, viewContext, Board, picture } from "../../board/board";
import type { GameView } from "../../board/layout";
import type { Report } from "../../kernel/connection";
import { statusOf } from "../status";
import { MessageField } from "../../panel/message";
import { rootAttributes } from "../../page/root";
import { words } from "./texts";
import type { Theme } from "../../page/theme";
import { POLL_PARTS } from "../../kernel/messages/constants";
import type { Dump, PollChoice, PollScene, Request, Settings } from "../../kernel/messages";

export interface PollProps {
  view: GameView;
  dump: Dump;
  scene: PollScene;
  settings: Settings;
  theme: Theme;
  report: Report;
  ask: (ask: Request) => void;
}

interface ChoiceProps {
  choice: PollChoice;
  /** The number of all votes; `most` is the number of votes for the first move. */
  count: number;
  most: number;
  unit: PollScene["unit"];
  moveWords: string;
  play: ((move: string) => void) | null;
}

/** The length of a value's bar in percent: the full length is a chance of 1, or forty turns. */
function share(value: number, unit: PollScene["unit"]): number {
  return Math.min(100, Math.max(0, unit === "chances" ? 100 * value : 2.5 * value));
}

function Choice({ choice, count, most, unit, moveWords, play }: ChoiceProps) {
  const { move, votes, value, low, high } = choice;
  return (
    <li
      class="cw-vote"
      data-choice={move}
      data-votes={votes ?? undefined}
      data-played={choice.played ? "" : undefined}
      data-best={choice.best ? "" : undefined}
    >
      <div class="cw-vote-move">
        <b>{move}</b> <span class="cw-vote-words">{moveWords}</span>
        {choice.played && <em class="cw-vote-tag">{words.played}</em>}
        {choice.best && <em class="cw-vote-tag is-best">{words.best}</em>}
      </div>
      {votes !== null && (
        <div class="cw-vote-bar">
          <i style={{ width: `${(100 * votes) / Math.max(1, most)}%` }} />
          <span>
            {words.count(votes)}
            <span class="cw-vote-share">, {Math.round((100 * votes) / Math.max(1, count))}%</span>
          </span>
        </div>
      )}
      {play && (
        <button type="button" class="cw-button" data-class={move} aria-label={words.plays(move)} title={moveWords} onClick={() => play(move)}>
          {words.play}
        </button>
      )}
      {choice.words !== null && value !== null && low !== null && high !== null && (
        <div class="cw-vote-bar is-worth">
          <i style={{ width: `${share(value, unit)}%` }} />
          <u style={{ insetInlineStart: `${share(low, unit)}%`, width: `${share(high, unit) - share(low, unit)}%` }} />
          <span>{choice.words}</span>
          <b class="cw-vote-short" aria-hidden="true">
            {unit === "chances" ? `${Math.round(100 * value)}%` : Math.round(value)}
          </b>
        </div>
      )}
    </li>
  );
}

export class Poll extends Component<PollProps> {
  #tools() {
    const { scene, ask } = this.props;
    return (
      <div class="cw-controls">
        <button type="button" class={scene.begun ? "cw-button" : "cw-button is-strong"} data-poll={scene.open ? "end" : "reopen"} onClick={() => ask({ kind: scene.open ? "end" : "reopen" })}>
          {scene.open ? words.end : scene.begun ? words.reopen : words.begin}
        </button>
        {POLL_PARTS.map((what) => {
          const on = scene.shown.includes(what);
          if (!on && !scene.can.includes(what)) return null;
          if (what === "search" && scene.searching)
            return (
              <button key={what} type="button" class="cw-button" data-show={what} onClick={() => ask({ kind: "unhint" })}>
                {words.stop}
              </button>
            );
          return (
            <button
              key={what}
              type="button"
              class={what === "votes" && !on && scene.begun ? "cw-button is-strong" : "cw-button"}
              data-show={what}
              aria-pressed={on}
              onClick={() => ask({ kind: on ? "hide" : "show", what })}
            >
              {on ? words.hides[what] : words.shows[what]}
            </button>
          );
        })}
      </div>
    );
  }

  #describe(move: string): string {
    const { view, dump } = this.props;
    return view.say(move, dump, viewContext(view, []));
  }

  #choices() {
    const { scene, ask } = this.props;
    const { choices } = scene;
    if (choices.length === 0) return <p class="cw-soft">{scene.shown.includes("votes") ? words.none : words.nothing}</p>;
    const most = Math.max(0, ...choices.map(({ votes }) => votes ?? 0));
    const play = scene.can.includes("play") && scene.shown.includes("votes") ? (move: string) => ask({ kind: "class", move }) : null;
    return (
      <ul class="cw-vote-list" aria-label={words.choices} tabIndex={0}>
        {choices.map((choice) => (
          <Choice
            key={choice.move}
            choice={choice}
            count={scene.count}
            most={most}
            unit={scene.unit}
            moveWords={this.#describe(choice.move)}
            play={play}
          />
        ))}
      </ul>
    );
  }

  override render({ view, dump, scene, settings, theme, report }: PollProps) {
    const state = report.connection === "gone" ? "lost" : scene.searching ? "busy" : "ready";
    const count = words.count(scene.count);
    const stands = scene.open ? words.open : scene.begun ? words.over : words.waits(scene.count);
    const known = scene.searching ? words.searching : null;
    return (
      <div {...rootAttributes("poll", words.label(scene.title), dump, state, settings, theme)} data-open={scene.open ? "" : undefined}>
        <div class="cw-shell">
          <div class="cw-head">
            <div class="cw-title" role="heading" aria-level={3}>
              {scene.question}
            </div>
            <div class="cw-turn">
              <b data-count={scene.count}>{count}</b> <span>{stands}</span>
            </div>
            <FullScreenButton />
            {this.#tools()}
            <Live text={`${count}. ${stands} ${known ?? ""}`} />
          </div>
          <div class="cw-main">
            <div class="cw-stage">
              <Board of={view.layout(dump, boardContext(view, scene.seats, scene.log, { before: scene.before }))} on={picture(view, dump, scene.seats, settings.colours)} />
              <MessageField message={statusOf(report, words.lost, scene.notice, known)} />
            </div>
            <div class="cw-side">
              {this.#choices()}
            </div>
          </div>
          {scene.table !== null && <h3 class="cw-class-table">{words.playing}</h3>}
        </div>
      </div>
    );
  }
}
