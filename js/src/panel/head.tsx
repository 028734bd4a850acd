// The head of a table with turn and prompt, and the cover between two players at one screen.
import type { ComponentChild } from "preact";
import { preferences } from "../page/preferences";
import type { Ending, GameView, Stage, ViewContext } from "../board/layout";
import type { Connection } from "../kernel/connection";
import { formOfAddress, nameForAnybody, nameOrSeat, plateName } from "../board/names";
import { RuleLink } from "../board/ruleLink";
import { texts } from "../texts";
import { revealCoversTable, seeksHint, type Ui } from "./ui";
import type { Dump, GameGuide, Scene } from "../kernel/messages";
import { type Actions, ruleOpener } from "./actions";
import { FullScreenButton } from "./fullScreenButton";
import { Goal, Variants } from "./goal";
import { HandClock } from "./preferences";
import { isNarrow } from "./sheet";
import { TeacherNotice } from "./teacher";

function turnWords(dump: Dump, scene: Scene, connection: Connection): string {
  if (connection === "gone") return texts.disconnectedTurn;
  const { to_play: seat } = dump;
  if (dump.is_over || seat === null) return scene.match === null ? texts.gameOver : scene.match.over ? texts.matchOver : texts.over;
  const name = nameForAnybody(scene.seats, seat);
  if (scene.stopped && scene.seats[seat]?.kind === "bot") return texts.paused(name);
  if (scene.thinking !== null) return texts.thinks(nameForAnybody(scene.seats, scene.thinking));
  if (scene.acts.includes(seat)) return texts.yourTurn(formOfAddress(scene, seat));
  if (scene.seats.length === 1) return texts.underWay;
  // in a lesson the viewer's seat is to move, but a question comes before the move
  return scene.seats[seat]?.kind === "person" && dump.seat === seat && formOfAddress(scene, seat) === null ? texts.youAreTo : texts.turnOf(name);
}

/** The turn in words, or the reason why the table is busy. */
function statusWords(dump: Dump, scene: Scene, ui: Ui): string {
  if (seeksHint(ui)) return texts.seeking;
  if (ui.pending) return texts.sending;
  return ui.reveal && !ui.reveal.lasting ? texts.revealPrompt : turnWords(dump, scene, ui.connection);
}

/** Whether the table waits for a bot or a hint. */
function busy(dump: Dump, scene: Scene, ui: Ui): boolean {
  return seeksHint(ui) || (scene.thinking !== null && !dump.is_over && ui.connection !== "gone" && !revealCoversTable(ui));
}

interface HeadProps {
  uid: string;
  view: GameView;
  guide: GameGuide;
  dump: Dump;
  scene: Scene;
  ui: Ui;
  /** The stage that replaces the position; null without one. */
  stage: Stage | null;
  /** Goes on with the reveal. */
  goOn: () => void;
  /** What ends the round from here on; null where nothing has changed that. */
  ending: Ending | null;
  prompt: string;
  /** What can be done while others play, in the place of the prompt. */
  aside: string;
  /** What the board shows beside the position, for what happened since the viewer's last turn. */
  about: ViewContext;
  actions: Actions;
}

/** The score of a match, and what the hand that is played has brought so far. */
function Totals({ target, totals, seats, dump: { seat: you, points, is_over: over } }: { target: number; totals: number[]; seats: Scene["seats"]; dump: Dump }) {
  return (
    <div class="cw-match">
      <span>{texts.matchTo(target)}</span>
      {totals.map((total, seat) => {
        // the short names that sentences use, so that a telephone shows the scores of four players in one line
        const called = plateName(seats, seat, you);
        const soon = over ? 0 : (points[seat] ?? 0) - total;
        return (
          <span key={seat} class="cw-total">
            <b>{called === texts.you ? called : nameOrSeat(seats, seat)}</b> {total}
            {soon > 0 && [` +${soon}`, <i key="when">{texts.soon}</i>]}
          </span>
        );
      })}
    </div>
  );
}

/** The hand clock and the bots' remarks, if the preferences want them. */
function ClockAndRemarks({ dump, scene: { says, seats, deal }, ui }: { dump: Dump; scene: Scene; ui: Ui }) {
  const { clock, voices } = preferences();
  return (
    <>
      {clock && <HandClock key={`${deal}-${dump.round}`} runs={!dump.is_over && ui.connection !== "gone"} />}
      {says !== null && voices && !revealCoversTable(ui) && (
        <span class="cw-bot-line" data-says={says.seat}>
          {texts.says(nameForAnybody(seats, says.seat), says.text)}
        </span>
      )}
    </>
  );
}

/** That it is the deal of a day; on a telephone the date is read out only. */
function Day({ day }: { day: string | null }) {
  if (day === null) return null;
  const date = new Date(`${day}T00:00Z`).toLocaleDateString(undefined, { day: "numeric", month: "long", timeZone: "UTC" });
  return (
    <div class="cw-day" data-day={day}>
      {texts.daily}
      <span>{texts.onDay(date)}</span>
    </div>
  );
}

/** The button that opens the legend beside or below the table, or closes it. A narrow table has it in its menu, and a key opens it. */
function LegendWay({ uid, view, open, actions }: { uid: string; view: GameView; open: boolean; actions: Actions }) {
  if (!view.legend) return null;
  const panel = `${uid}-panel-legend`;
  return (
    <div class="cw-goal is-away is-legend">
      <button
        type="button"
        class="cw-goal-toggle"
        data-legend-way
        title={texts.legendTitle}
        aria-expanded={open}
        aria-controls={panel}
        onClick={(event) => {
          const way = event.currentTarget;
          const closes = open && !isNarrow(way.closest(".capture-widgets") ?? way);
          actions.change({ kind: "tab", tab: closes ? "log" : "legend" });
          const page = way.getRootNode() as Document;
          if (!closes) requestAnimationFrame(() => page.getElementById(panel)?.scrollIntoView({ block: "nearest" }));
        }}
      >
        {texts.legend}
      </button>
    </div>
  );
}

/** What the player can do, or what the stage shows, and what ends the round from here on. */
function Prompt({ view, dump, about, stage, prompt, aside, ending, actions }: Pick<HeadProps, "view" | "dump" | "about" | "stage" | "prompt" | "aside" | "ending" | "actions">) {
  const open = ruleOpener(actions);
  const news = stage === null && view.news?.(dump, about);
  return (
    <div class={ending ? "cw-prompt is-ending" : "cw-prompt"}>
      {news && <b>{news} </b>}
      {stage?.text ?? (prompt === "" && aside !== "" ? <span class="cw-aside">{aside}</span> : <span class={view.warnings?.includes(prompt) ? "is-warning" : undefined}>{prompt}</span>)}{" "}
      {stage?.shown?.why.slice(-1).map(({ rule }) => (
        <RuleLink key={rule} rule={rule} words={texts.whyRule} open={open} />
      ))}
      {ending && (
        <span class="cw-ending" data-ending={ending.rule}>
          {ending.changed} <span>{ending.text}</span> <RuleLink rule={ending.rule} open={open} />
        </span>
      )}
    </div>
  );
}

/** The buttons of a reveal. Where a button on the table plays a composed move, they stand in its place, under the same finger; else in the head. */
export function revealSteps(stage: Stage | null, { reveal }: Ui, goOn: () => void, actions: Actions): ComponentChild {
  if (!stage || !reveal) return null;
  return (
    // a click on the board beside the buttons leads to the next stage, too
    <div key=" reveal" class="cw-reveal" onClick={(event) => event.stopPropagation()}>
      <button type="button" class="cw-button is-strong" data-reveal onClick={goOn}>
        {stage.next}
      </button>
      {reveal.at < reveal.of - 1 && (
        <button type="button" class="cw-button" onClick={() => actions.change({ kind: "reveal", on: "end" })}>
          {texts.skip}
        </button>
      )}
    </div>
  );
}

function headClass(stage: Stage | null, { variants }: GameGuide): string {
  return ["cw-head", ...(stage ? ["is-showing"] : []), ...(variants.length > 0 ? ["is-varied"] : [])].join(" ");
}

/** The title of the game, the turn and the prompt. */
export function Head({ uid, view, guide, dump, scene, ui, stage, ending, goOn, prompt, aside, about, actions }: HeadProps) {
  const { match } = scene;
  // during a reveal neither the next turn nor the result is shown
  const held = revealCoversTable(ui);
  const mine = !dump.is_over && dump.to_play !== null && scene.acts.includes(dump.to_play);
  return (
    <div class={headClass(stage, guide)}>
      <div class="cw-title" role="heading" aria-level={3}>
        {scene.title}
      </div>
      <FullScreenButton mark="fill head" />
      <Day day={scene.day} />
      <Variants variants={guide.variants} open={ruleOpener(actions)} />
      <div class={mine && ui.connection !== "gone" ? "cw-turn is-mine" : "cw-turn"}>
        {busy(dump, scene, ui) && <span class="cw-dots" aria-hidden="true" />}
        {statusWords(dump, scene, ui)}
      </div>
      <ClockAndRemarks dump={dump} scene={scene} ui={ui} />
      <Prompt view={view} stage={stage} dump={dump} about={about} prompt={prompt} aside={aside} ending={ending} actions={actions} />
      {view.compose ? null : revealSteps(stage, ui, goOn, actions)}
      <TeacherNotice teacher={scene.teacher} />
      {scene.taken_back > 0 && (
        <div class="cw-taken-back" role="status">
          {texts.takenBack(scene.taken_back, scene.seen)}
        </div>
      )}
      {guide.goal !== "" && <Goal uid={uid} slug={dump.game} goal={guide.goal} message={ui.message} ply={dump.ply} picked={ui.picked} draft={ui.draft} clear={() => actions.change({ kind: "message", message: null })} />}
      <LegendWay uid={uid} view={view} open={ui.tab === "legend"} actions={actions} />
      {match && <Totals seats={scene.seats} dump={dump} target={match.target} totals={(held ? dump.match?.totals : match.totals) ?? []} />}
    </div>
  );
}

/** Covers the cards between two people at one screen. Its button takes the focus only if the table already has it (`Table`). */
export function Cover({ seat, scene, actions }: { seat: number; scene: Scene; actions: Actions }) {
  const name = nameForAnybody(scene.seats, seat);
  const title = texts.coverTitle(name);
  return (
    <div class="cw-cover" role="dialog" aria-label={title}>
      <strong>{title}</strong>
      <p>{texts.coverText}</p>
      <button type="button" class="cw-button is-strong" onClick={() => actions.ask({ kind: "uncover" })}>
        {texts.uncover(name)}
      </button>
    </div>
  );
}
