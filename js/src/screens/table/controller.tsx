// Connects the table to its model, and plays the sounds of new positions.
import { type ComponentChild, render as paint } from "preact";
import { firstAble } from "../../board/a11y";
import { reuseParts } from "../../board/memo";
import { sendPlyToMarimo } from "../../kernel/marimo";
import { connect } from "../../kernel/connection";
import { Pages } from "../../kernel/log";
import type { Dump, Frames, LobbyGame, Request, Scene, Settings } from "../../kernel/messages";
import { countFinished, finishedGames } from "../../page/finished";
import { onPreferences } from "../../page/preferences";
import { markSent } from "../../page/root";
import { sound } from "../../page/sounds";
import { onFill } from "../../page/fullScreen";
import { bringIntoView } from "../../page/pane";
import { afterPaint } from "../../page/afterPaint";
import { themeIn } from "../../page/theme";
import type { defaultChoice } from "../../panel/gameChoice";
import type { NextGame } from "../../panel/nextGame";
import { isNarrow } from "../../panel/sheet";
import { change, type Event, looksAlike, visibleUi, START, type Ui } from "../../panel/ui";
import { texts } from "../../texts";
import { views } from "../../views/index";
import { handOver } from "../handOver";
import { innerScreen, type Screen, settingsOf, uniqueName } from "../screen";
import { instantReplayStages } from "./instantReplay";
import { Table } from "./table";

/** A page this wide (px) has room for the legend beside the board. */
const ROOMY = 1366;

/** Whether the legend is open from the start: in somebody's first game of this kind in this browser, where there is room for it. */
const opensLegend = ({ game }: Dump, scene: Scene | null): boolean =>
  views[game]?.legend !== undefined && scene?.can.new === true && innerWidth >= ROOMY && finishedGames(game) === 0;

/** What the second script has for a table. */
interface GameChoice {
  NextGame: typeof NextGame;
  defaultChoice: typeof defaultChoice;
}

/** The dumps around the last move of a round that is over, for a page that was loaded after it. */
function lastDecided(to: Dump, scene: Scene | null): { from: Dump; to: Dump } | null {
  return to.is_over && scene?.before?.round === to.round ? { from: scene.before, to } : null;
}

/** Shows a table; a replay of its game, or its lesson, stands in its place. `fetchChoice` fetches what chooses the next game. */
export function showTable(screen: Screen, fetchChoice: () => Promise<GameChoice>): void {
  const { model, host: whole, el, signal } = screen;
  const host = el.ownerDocument.createElement("div");
  const replay = innerScreen(screen, () => {
    if (ui.mistakesReplay !== null) actions.change({ kind: "look", at: null });
    else actions.ask({ kind: "unline" });
  });
  const lesson = innerScreen(screen);
  replay.host.tabIndex = -1;
  whole.append(host, replay.host, lesson.host);
  let ui: Ui = START;
  let preferencesVersion = 0;
  let dump = model.get("dump");
  let before: Dump | null = null;
  /** The dumps around the last move that had a reveal. */
  let decided: { from: Dump; to: Dump } | null = null;
  let scene: Scene | null = null;
  let nextGame: typeof NextGame | null = null;
  /** The button that opened the replay, which has the focus again when the replay closes. */
  let opener: HTMLElement | null = null;
  /** Whether the round is played to its end at once, without reveals, as somebody here has asked. */
  let skips = false;
  /** Whether the focus was here, and what had it is gone. */
  let focuses = false;
  // only a page of Jupyter has the model that holds the front end, and waits for the kernel, the scripts and the first frame
  let complete = model.get("front") === null;
  const uid = uniqueName();
  const mark = markSent(host, signal);
  const pages = new Pages();
  const log = () => pages.read(model.get("logged"), (number) => model.get(`log${number}`));

  const settings = settingsOf(model, el);
  const themeOf = themeIn(el, () => show(), signal);
  onFill(el, () => show(), signal);

  const show = () => {
    if (signal.aborted) return;
    const view = views[dump.game];
    scene = reuseParts(scene, model.get("scene") as Scene | null);
    decided ??= lastDecided(dump, scene);
    const content: ComponentChild =
      view && scene ? (
      <Table
        key={dump.game}
        uid={uid}
        views={views}
        view={view}
        dump={dump}
        before={before}
        decided={decided}
        scene={scene}
        log={log()}
        rules={model.get("rules") ?? []}
        guide={model.get("guide")}
        bots={model.get("bots_info") ?? []}
        settings={settings()}
        preferencesVersion={preferencesVersion}
        ui={visibleUi(ui)}
        theme={themeOf(settings().theme)}
        actions={actions}
        nextGame={nextGame}
        embeds={replay.embeds}
        whole={complete}
      />
    ) : (
      dump.game
    );
    paint(content, host);
    const learning = lesson.embeds ? (scene?.lesson ?? null) : null;
    const looking = replay.embeds && learning === null ? (ui.mistakesReplay ?? scene?.par?.replay ?? null) : null;
    const left = replay.host.contains((el.getRootNode() as Document).activeElement);
    replay.place(looking);
    replay.host.hidden = looking === null;
    lesson.place(learning);
    standIn(looking !== null, learning !== null || looking !== null, left);
  };
  /** Puts another screen in the place of the table, or the table back in its place; the focus goes along with a replay. */
  function standIn(replays: boolean, away: boolean, left: boolean) {
    if (host.hidden === away) return;
    const leaves = replays && host.contains((el.getRootNode() as Document).activeElement);
    host.hidden = away;
    if (replays || left) bringIntoView(away ? replay.host : host);
    if (leaves) {
      opener = (el.getRootNode() as Document).activeElement as HTMLElement;
      replay.host.focus({ preventScroll: true }); // until the replay is there
      handOver(replay.host, signal);
    } else if (left && !away) {
      const back = opener?.isConnected ? opener : host.querySelector<HTMLElement>('[data-mistakes="look"], [data-best-line]');
      back?.focus({ preventScroll: true });
      opener = null;
    }
  }
  function apply(event: Event) {
    const before = ui;
    const asked = event.kind === "reply" && ui.pending?.id === event.reply.id;
    ui = change(ui, event);
    if (asked && event.reply.kind === "again") showAgain(event.reply.frames);
    if (asked && event.reply.kind === "choices") void chooseNext(event.reply.games);
    mark(ui.pending !== null);
    if (!looksAlike(before, ui)) (event.kind === "reply" && event.reply.kind === "begun" ? showAnew : show)();
  }
  /** Draws; the table of another game, in the place of the one that had the focus, has it on the first thing to do, as soon as the choice of games has gone. */
  function showAnew() {
    const isHere = () => host.contains((el.getRootNode() as Document).activeElement);
    focuses ||= isHere();
    show();
    if (focuses && !isHere()) firstAble(host)?.focus({ preventScroll: true });
    focuses &&= !isHere();
  }
  function showAgain(again: Frames) {
    const view = views[dump.game];
    const [from] = again.dumps;
    const of = view ? instantReplayStages(view, again).length : 0;
    if (of > 1) ui = change(ui, { kind: "reveal", on: { from, to: dump, at: 0, of, lasting: false, again } });
  }
  async function chooseNext(games: LobbyGame[]) {
    try {
      const fetched = await fetchChoice();
      if (signal.aborted) return;
      nextGame = fetched.NextGame;
      const choice = fetched.defaultChoice(games.find(({ slug }) => slug === dump.game));
      apply({ kind: "choosing", of: { games, choice, chosen: null } });
      actions.tell({ kind: "choose", choice });
    } catch (error) {
      apply({ kind: "message", message: { text: texts.noScreen, rule: null, move: null, tone: "refused" } });
      reportError(error);
    }
  }
  const kernel = connect(model, uid, () => ui, apply, signal);

  /** Tells the kernel that somebody here has read the reveal, for which bots wait. */
  const reportRead = () => {
    const { can, seats } = model.get("scene") as Scene;
    if (can.new && seats.some(({ kind }) => kind === "bot")) kernel.send({ kind: "read" });
  };

  /** For those who play here: plays the sound of a new position, and counts a game that has ended with it. */
  const tellPlayers = (then: Dump, now: Dump) => {
    const scene = model.get("scene") as Scene | null;
    if (scene === null || scene.acts.length === 0 || then.game !== now.game) return;
    if (now.is_over && !then.is_over) {
      countFinished(now.game);
      sound(scene.outcome?.came ?? "drawn");
    } else if (then.round === now.round && now.ply > then.ply) {
      const others = then.to_play !== null && !scene.acts.includes(then.to_play);
      sound(others && now.to_play !== null && scene.acts.includes(now.to_play) ? "turn" : "card");
    }
  };

  /** Ends the search for a hint: who does something else does not need it any more, and waits for nothing. */
  const stopSeeking = () => {
    if (ui.hintRequest === null) return;
    kernel.send({ kind: "unhint" });
    apply({ kind: "seek", id: null });
  };

  const actions = {
    change(event: Event) {
      const isPick = event.kind === "pick" || event.kind === "draft" || event.kind === "confirm";
      if (isPick) stopSeeking();
      // a pending request will replace the position to which these picks belong
      if (isPick && ui.pending !== null) return;
      const showed = ui.reveal !== null;
      apply(event.kind === "tab" ? { ...event, narrow: isNarrow(host) } : event);
      if (showed && ui.reveal === null) reportRead();
    },
    ask(ask: Request) {
      const seeks = ask.kind === "hint" || ask.kind === "winnable";
      if (seeks && ui.hintRequest !== null) return;
      stopSeeking();
      if (ask.kind === "unhint" || ui.pending !== null || ui.connection === "gone") return;
      skips = ask.kind === "skip";
      if (seeks) apply({ kind: "seek", id: kernel.send(ask) });
      else kernel.ask(ask);
    },
    tell(ask: Request) {
      if (ui.connection !== "gone") kernel.send(ask);
    },
    play(move: string) {
      actions.ask({ kind: "play", move, round: dump.round, ply: dump.ply });
    },
    set(some: Partial<Settings>) {
      model.set({ settings: { ...settings(), ...some } });
      kernel.save();
    },
  };

  onPreferences(() => {
    preferencesVersion += 1;
    show();
  }, signal);
  const refresh = () => {
    const next = model.get("dump");
    if (next !== dump) {
      tellPlayers(dump, next);
      before = next.round === dump.round && next.game === dump.game ? dump : null;
      dump = next;
      const view = views[dump.game];
      const of = before ? (view?.stages?.(before, dump, log()).length ?? 0) : 0;
      const lasting = view?.lasting !== undefined;
      if (before && of > 0) decided = { from: before, to: dump };
      else if (decided?.to.round !== dump.round || decided.to.game !== dump.game || decided.to.ply > dump.ply) decided = null;
      const reveal = before && of > 0 && (lasting || !skips) ? { from: before, to: dump, at: 0, of, lasting, again: null } : null;
      skips &&= before !== null; // a round that begins shows its reveals again
      ui = change(ui, { kind: "dump", dump, reveal });
      mark(ui.pending !== null);
      sendPlyToMarimo(model, el, dump.ply, kernel.save);
    }
    showAnew();
  };
  model.onChange(["dump", "scene", "logged", "rules", "bots_info", "settings"], refresh, signal);
  // a device that slept has not counted, so the kernel is asked for the time that is left
  const { ownerDocument } = el;
  ownerDocument.addEventListener("visibilitychange", () => !ownerDocument.hidden && scene?.teacher?.clock && kernel.hello(), { signal });
  signal.addEventListener("abort", () => paint(null, host));
  ui = change(ui, { kind: "dump", dump });
  if (opensLegend(dump, model.get("scene") as Scene | null)) ui = change(ui, { kind: "tab", tab: "legend" });
  show();
  kernel.hello();
  if (!complete) {
    // one frame later than could be: what is painted first is on the screen before the page does more
    afterPaint(() => {
      afterPaint(() => {
        complete = true;
        show();
      });
    });
  }
}
