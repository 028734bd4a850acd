// The entry: joins a view of the model to the screen. The only file that touches `model`.
import type { AnyModel } from "@anywidget/types";
import { type ComponentChild, render as paint } from "preact";
import { guardKeys } from "./a11y";
import { Console } from "./console";
import { Editor } from "./editor";
import { Inspector } from "./inspector";
import { followFeel } from "./feel";
import { tellPly } from "./host";
import { heard, type Kernel, type LinkEvent, linkTo, type Report, sameReport, SILENT, unheard } from "./link";
import { type GamesActions, keepFile, type Listed } from "./games";
import { shared } from "./kept";
import { Lesson } from "./lesson";
import { Lobby, type LobbyTab } from "./lobby";
import { Pages } from "./log";
import { tolerant } from "./model";
import type { Position } from "./player";
import { Plot } from "./plot";
import { usual } from "./panel/choosing";
import { Poll } from "./poll";
import { Replay } from "./replay";
import { Table } from "./table";
import { themeIn } from "./theme";
import { stagesAgain } from "./again";
import { heightInFrame, sentMark } from "./screen";
import { sound } from "./sounds";
import { followStill, hideStill } from "./still";
import { change, type Event, looksAlike, seen, START, type Ui } from "./ui";
import { views } from "./views/index";
import type {
  Ballot,
  BotInfo,
  Choice,
  ConsoleScene,
  Dump,
  Frames,
  GameGuide,
  EditorScene,
  EditRequest,
  InspectorScene,
  LessonScene,
  LobbyGame,
  LobbyScene,
  LogEntry,
  Logged,
  Note,
  PlotScene,
  PollScene,
  Prediction,
  Question,
  Reply,
  ReplayScene,
  Request,
  Rule,
  Scene,
  Settings,
  Tail,
  Timeline,
  Variation,
  Viewer,
} from "./messages";

/** The widgets share a bundle; a trait that one of them does not have is null there (`tolerant`). */
interface Traits {
  view: "table" | "replay" | "inspector" | "lobby" | "lesson" | "editor" | "plot" | "poll" | "console";
  /** The name of the picture below the widget. */
  still: string | undefined;
  dump: Dump;
  scene: Scene | ReplayScene | InspectorScene | LobbyScene | LessonScene | EditorScene | PlotScene | PollScene | ConsoleScene | null;
  logged: Logged | null;
  rules: Rule[] | null;
  guide: GameGuide | null;
  bots_info: BotInfo[] | null;
  settings: Settings | null;
  frames: Frames[];
  tail: Tail | null;
  notes: Record<string, Note>;
  lines: Variation[];
  timeline: Timeline | null | undefined;
  question: Question | null;
  told: Prediction | null;
  poll: Ballot | null;
  round: number;
  ply: number;
  line: number;
  seat: Viewer;
  playing: boolean;
  following: boolean | null;
  who: string;
  before: Dump | null;
  /** The pages of a table's log (`Logged`). */
  [page: `log${number}`]: LogEntry[] | null;
}

interface Props {
  model: AnyModel<Traits>;
  el: HTMLElement;
  signal?: AbortSignal;
}

const DEFAULTS: Settings = { size: "normal", theme: "auto", colours: "two", pace: 400, memory: "last", legal: false };

function listen(model: AnyModel<Traits>, names: string[], heard: () => void, signal: AbortSignal): void {
  for (const name of names) model.on(name, heard);
  signal.addEventListener("abort", () => {
    for (const name of names) model.off(name, heard);
  });
}

let viewsMade = 0;

/** A name that no other view on the page has. */
function uniqueName(): string {
  viewsMade += 1;
  return `cw${viewsMade}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
}

/** The settings with what they leave open: the same object until the model has others. */
function settingsOf(model: AnyModel<Traits>): () => Settings {
  let given: Settings | null = null;
  let whole = DEFAULTS;
  return () => {
    const now = model.get("settings");
    if (now !== given) {
      given = now;
      whole = { ...DEFAULTS, ...now };
    }
    return whole;
  };
}

interface Screen {
  model: AnyModel<Traits>;
  host: HTMLElement;
  el: HTMLElement;
  signal: AbortSignal;
}

/** A replay and an inspector need no kernel to be looked at: whether there is one is asked once they are seen (ms). */
const SEEN = 1000;

function replay({ model, host, el, signal }: Screen) {
  const uid = uniqueName();
  const settings = settingsOf(model);
  let report = SILENT;
  const show = () => {
    if (signal.aborted) return;
    const frames = model.get("frames");
    const view = views[frames[0]?.dumps[0].game ?? ""];
    if (!view) return;
    const scene = model.get("scene") as ReplayScene | null;
    if (!scene) return;
    paint(
      <Replay
        uid={uid}
        view={view}
        frames={frames}
        tail={model.get("tail")}
        scene={scene}
        notes={model.get("notes")}
        lines={model.get("lines")}
        timeline={model.get("timeline") ?? null}
        question={model.get("question")}
        told={model.get("told")}
        poll={model.get("poll")}
        round={model.get("round")}
        ply={model.get("ply")}
        line={model.get("line")}
        seat={model.get("seat")}
        playing={model.get("playing")}
        following={model.get("following")}
        who={model.get("who")}
        rules={model.get("rules") ?? []}
        settings={settings()}
        theme={themeOf(settings().theme)}
        report={report}
        set={set}
        look={look}
        ask={ask}
      />,
      host,
    );
  };
  const kernel = linkTo(model, uid, () => report, tell, signal);
  function tell(event: LinkEvent) {
    const before = report;
    report = heard(report, event);
    if (!sameReport(before, report)) show();
  }
  const refuse = () => {
    report = unheard(report);
    show();
  };
  const set = (position: Partial<Position>) => {
    // other frames would have to come from the kernel
    if (report.link === "lost" && ("seat" in position || "line" in position)) {
      refuse();
      return;
    }
    report = { ...report, refusal: null };
    for (const [name, value] of Object.entries(position)) model.set(name as "ply", value as number);
    kernel.save();
    show();
  };
  const look = (some: Partial<Settings>) => {
    model.set("settings", { ...settings(), ...some });
    set({});
  };
  const ask = (what: Request) => {
    if (report.link !== "lost") kernel.ask(what);
    if (report.link === "lost") refuse();
  };
  const themeOf = themeIn(el, show, signal);
  followFeel(show, signal);
  const names = ["frames", "tail", "scene", "notes", "lines", "timeline", "question", "told", "poll", "round", "ply", "line", "seat", "playing"];
  const both = [...names, "following", "who", "settings"].map((name) => `change:${name}`);
  listen(model, both, coalesced(show), signal);
  show();
  // an exported file has no kernel, and says nowhere that it had one
  if ((model.get("scene") as ReplayScene | null)?.edits) kernel.hello(SEEN);
}

/** What a screen draws itself with. */
interface Drawing {
  uid: string;
  settings: () => Settings;
  theme: () => ReturnType<ReturnType<typeof themeIn>>;
  kernel: Kernel;
  report: Report;
  show: () => void;
}

interface Drawn {
  /** Where it is drawn. */
  root: HTMLElement;
  /** Traits that it shows. */
  names: string[];
  draw: (on: Drawing) => void;
  /** What else there is to do when its link tells something, before it is drawn. */
  told?: (event: LinkEvent, on: Drawing) => void;
  /** It is looked at more than asked: it is drawn anew only where the link says something else. */
  looksOn?: boolean;
}

/** Draws a screen whenever its traits, its settings, the theme around it or what its link tells have changed. */
function drawn({ model, el, signal }: Screen, { root, names, draw, told, looksOn = false }: Drawn) {
  const show = () => {
    if (!signal.aborted) draw(on);
  };
  const uid = uniqueName();
  const kernel = linkTo(model, uid, () => on.report, tell, signal);
  const settings = settingsOf(model);
  const on: Drawing = { uid, settings, theme: () => themeOf(settings().theme), kernel, report: SILENT, show };
  function tell(event: LinkEvent) {
    const before = on.report;
    on.report = heard(before, event);
    told?.(event, on);
    if (!looksOn || !sameReport(before, on.report)) show();
  }
  const themeOf = themeIn(el, show, signal);
  listen(model, [...names, "settings"].map((name) => `change:${name}`), coalesced(show), signal);
  signal.addEventListener("abort", () => paint(null, root));
  show();
  if (looksOn) kernel.hello(SEEN);
  else kernel.hello();
}

function inspector(screen: Screen) {
  const { model, host } = screen;
  drawn(screen, {
    root: host,
    names: ["dump", "before", "scene", "seat"],
    looksOn: true,
    draw: (on) => {
      const { uid, settings, theme, kernel, report, show } = on;
      const dump = model.get("dump");
      const view = views[dump.game];
      const scene = model.get("scene") as InspectorScene | null;
      if (!(view && scene)) return;
      const look = (seat: Viewer) => {
        if (on.report.link !== "lost") {
          model.set("seat", seat);
          kernel.save();
        }
        show();
      };
      paint(
        <Inspector
          uid={uid}
          view={view}
          dump={dump}
          before={model.get("before")}
          scene={scene}
          seat={model.get("seat")}
          settings={settings()}
          theme={theme()}
          report={report}
          look={look}
        />,
        host,
      );
    },
  });
}

/** Points by ply: each leads the replay there, through the kernel. */
function plot(screen: Screen) {
  const { model, host } = screen;
  drawn(screen, {
    root: host,
    names: ["scene", "timeline", "round", "ply"],
    looksOn: true,
    draw: (on) => {
      const { settings, theme, kernel, report } = on;
      const scene = model.get("scene") as PlotScene | null;
      const told = model.get("timeline");
      if (!scene || !told) return;
      const [round, ply] = [model.get("round"), model.get("ply")];
      const go = (to: number) => {
        if (on.report.link === "lost") return;
        model.set("ply", to);
        kernel.save();
      };
      paint(<Plot {...{ scene, told, round, ply, report, go }} theme={theme()} settings={settings()} />, host);
    },
  });
}

/** Several traits change in one message: one repaint for all of them. */
function coalesced(act: () => void): () => void {
  let scheduled = false;
  return () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      act();
    });
  };
}

/** A model's screen below another one, in the same place; null takes it away. */
function below(model: AnyModel<Traits>, el: HTMLElement, screen: (its: Screen) => void, signal: AbortSignal) {
  const manager = model.widget_manager as AnyModel<Traits>["widget_manager"] | undefined;
  const embeds = typeof manager?.get_model === "function";
  const host = el.ownerDocument.createElement("div");
  let shown: { name: string; ending: AbortController } | null = null;
  const end = () => {
    if (!shown) return;
    shown.ending.abort();
    paint(null, host);
    host.replaceChildren(); // screens that stand in elements of their own
    shown = null;
  };
  const place = (name: string | null) => {
    if ((shown?.name ?? null) === name) return;
    end();
    if (name === null || !embeds) return;
    const ending = new AbortController();
    shown = { name, ending };
    void manager.get_model<Traits>(name).then((its) => {
      if (!ending.signal.aborted) screen({ model: tolerant(its), host, el, signal: ending.signal });
    });
  };
  signal.addEventListener("abort", end);
  return { host, embeds, place };
}

function table({ model, host: whole, el, signal }: Screen) {
  const host = el.ownerDocument.createElement("div");
  const line = below(model, el, replay, signal);
  const taught = below(model, el, lesson, signal);
  whole.append(host, line.host, taught.host);
  let ui: Ui = START;
  let liked = 0;
  let dump = model.get("dump");
  let before: Dump | null = null;
  let scene: Scene | null = null;
  const uid = uniqueName();
  const mark = sentMark(host, signal);
  const pages = new Pages();
  const log = () => pages.read(model.get("logged"), (number) => model.get(`log${number}`));

  const settings = settingsOf(model);
  const themeOf = themeIn(el, () => show(), signal);

  const show = () => {
    if (signal.aborted) return;
    const view = views[dump.game];
    scene = shared(scene, model.get("scene") as Scene | null);
    const content: ComponentChild =
      view && scene ? (
      <Table
        key={dump.game}
        uid={uid}
        views={views}
        view={view}
        dump={dump}
        before={before}
        scene={scene}
        log={log()}
        rules={model.get("rules") ?? []}
        guide={model.get("guide")}
        bots={model.get("bots_info") ?? []}
        settings={settings()}
        liked={liked}
        ui={seen(ui)}
        theme={themeOf(settings().theme)}
        actions={actions}
        embeds={line.embeds}
      />
    ) : (
      dump.game
    );
    paint(content, host);
    line.place(ui.looked ?? scene?.par?.replay ?? null);
    const learning = taught.embeds ? (scene?.lesson ?? null) : null;
    host.hidden = line.host.hidden = learning !== null;
    taught.place(learning);
  };
  function apply(event: Event) {
    const before = ui;
    const asked = event.kind === "reply" && ui.pending?.id === event.reply.id;
    ui = change(ui, event);
    if (asked && event.reply.kind === "again") showAgain(event.reply.frames);
    if (asked && event.reply.kind === "choices") chooseNext(event.reply.games);
    mark(ui.pending !== null);
    if (!looksAlike(before, ui)) show();
  }
  function showAgain(again: Frames) {
    const view = views[dump.game];
    const [from] = again.dumps;
    const of = view ? stagesAgain(view, again).length : 0;
    if (of > 1) ui = change(ui, { kind: "reveal", on: { from, to: dump, at: 0, of, lasting: false, again } });
  }
  function chooseNext(games: LobbyGame[]) {
    const choice = usual(dump.game);
    ui = change(ui, { kind: "choosing", of: { games, choice, chosen: null } });
    kernel.send({ kind: "choose", choice });
  }
  const kernel = linkTo(model, uid, () => ui, apply, signal);

  /** Bots wait until people can have read what a move decided; somebody here has read it, so they need not wait. */
  const haveRead = () => {
    const { can, seats } = model.get("scene") as Scene;
    if (can.new && seats.some(({ kind }) => kind === "bot")) kernel.send({ kind: "read" });
  };

  /** What is to be heard of a new position, by those who play here. */
  const hear = (then: Dump, now: Dump) => {
    const scene = model.get("scene") as Scene | null;
    if (scene === null || scene.acts.length === 0 || then.game !== now.game) return;
    if (now.is_over && !then.is_over) sound(scene.outcome?.came ?? "drawn");
    else if (then.round === now.round && now.ply > then.ply) {
      const others = then.to_play !== null && !scene.acts.includes(then.to_play);
      sound(others && now.to_play !== null && scene.acts.includes(now.to_play) ? "turn" : "card");
    }
  };

  const actions = {
    change(event: Event) {
      // what is picked now would be picked in a position that is gone when the answer is there
      if (ui.pending !== null && (event.kind === "pick" || event.kind === "draft" || event.kind === "question")) return;
      const showed = ui.reveal !== null;
      apply(event);
      if (showed && ui.reveal === null) haveRead();
    },
    ask(ask: Request) {
      if (ask.kind === "unhint") kernel.send(ask);
      else if (ui.pending === null && ui.link !== "lost") {
        kernel.ask(ask);
        if (ask.kind === "hint") apply({ kind: "seek" });
      }
    },
    tell(ask: Request) {
      if (ui.link !== "lost") kernel.send(ask);
    },
    play(move: string) {
      actions.ask({ kind: "play", move, round: dump.round, ply: dump.ply });
    },
    set(some: Partial<Settings>) {
      model.set("settings", { ...settings(), ...some });
      kernel.save();
    },
  };

  followFeel(() => {
    liked += 1;
    show();
  }, signal);
  const refresh = () => {
    const next = model.get("dump");
    if (next !== dump) {
      hear(dump, next);
      before = next.round === dump.round && next.game === dump.game ? dump : null;
      dump = next;
      const view = views[dump.game];
      const of = before ? (view?.stages?.(before, dump, log()).length ?? 0) : 0;
      const lasting = view?.lasting !== undefined;
      const reveal = before && of > 0 ? { from: before, to: dump, at: 0, of, lasting, again: null } : null;
      ui = change(ui, { kind: "dump", dump, reveal });
      mark(ui.pending !== null);
      tellPly(model, el, dump.ply, kernel.save);
    }
    show();
  };
  listen(
    model,
    ["dump", "scene", "logged", "rules", "bots_info", "settings"].map((name) => `change:${name}`),
    coalesced(refresh),
    signal,
  );
  signal.addEventListener("abort", () => paint(null, host));
  ui = change(ui, { kind: "dump", dump });
  show();
  kernel.hello();
}

/** A lesson, and beside its words the table at which it is answered. */
function lesson(screen: Screen) {
  const { model, host, el, signal } = screen;
  const played = below(model, el, table, signal);
  drawn(screen, {
    root: host,
    names: ["scene"],
    draw: (on) => {
      const { uid, settings, theme, kernel, report } = on;
      const scene = model.get("scene") as LessonScene;
      paint(
        <Lesson
          uid={uid}
          scene={scene}
          settings={settings()}
          theme={theme()}
          report={report}
          embeds={played.embeds}
          place={(node) => node?.append(played.host)}
          ask={(request) => {
            if (on.report.pending === null) kernel.ask(request);
          }}
        />,
        host,
      );
      played.place(scene.table);
    },
  });
}

/** A lesson that is being written, and below its form the step as a student will see it. */
function editor(screen: Screen) {
  const { model, host, el, signal } = screen;
  const trial = below(model, el, lesson, signal);
  /** What was asked for while the kernel was busy with something else: nothing of it is lost. */
  const waiting: EditRequest[] = [];
  const next = ({ report, kernel }: Drawing) => {
    if (report.pending !== null || report.link === "lost") return;
    const request = waiting.shift();
    if (request) kernel.ask(request);
  };
  drawn(screen, {
    root: host,
    names: ["scene"],
    told: (_event, on) => next(on),
    draw: (on) => {
      const scene = model.get("scene") as EditorScene;
      paint(
        <Editor
          uid={on.uid}
          scene={scene}
          view={views[scene.game] ?? null}
          settings={on.settings()}
          theme={on.theme()}
          report={on.report}
          embeds={trial.embeds}
          place={(node) => node?.append(trial.host)}
          edit={(what, one = "", to = "") => {
            waiting.push({ kind: "edit", what, one, to });
            next(on);
          }}
          write={(field, text) => on.kernel.send({ kind: "edit", what: "write", one: field, to: text })}
        />,
        host,
      );
      trial.place(scene.trial);
    },
  });
}

/** The screen of a table, of a lesson around one, or of a replay. */
function played(its: Screen) {
  const view = its.model.get("view");
  (view === "lesson" ? lesson : view === "replay" ? replay : table)(its);
}

/** The lobby, and below it in the same place the table of the game that was chosen. */
function lobby(screen: Screen) {
  const { model, host, el, signal } = screen;
  const top = el.ownerDocument.createElement("div");
  const chosen = below(model, el, played, signal);
  host.append(top, chosen.host);
  let choice: Choice | null = null;
  let tab: LobbyTab = "play";
  let listed: Listed | null = null;
  let placed: string | null = null;
  const answered = (reply: Reply, own: boolean) => {
    if (reply.kind === "games") listed = { played: reply.played, figures: reply.figures, keeps: reply.keeps, par: listed?.par ?? {} };
    else if (reply.kind === "par" && listed) listed = { ...listed, par: { ...listed.par, [reply.which]: reply.text } };
    else if (reply.kind === "file" && own) keepFile(reply);
  };
  const actions = ({ kernel, show }: Drawing): GamesActions => ({
    goOn: (which) => kernel.ask({ kind: "continue", which }),
    replay: (which) => kernel.ask({ kind: "replay", which }),
    forget: (which) => kernel.ask({ kind: "forget", which }),
    file: (which, form) => kernel.ask({ kind: "export", which, form }),
    par: (which) => {
      if (listed) listed = { ...listed, par: { ...listed.par, [which]: "" } };
      kernel.send({ kind: "par", which });
      show();
    },
  });
  drawn(screen, {
    root: top,
    names: ["scene"],
    told: (event) => {
      if (event.kind === "reply") answered(event.reply, event.own === true);
    },
    draw: (on) => {
      const { uid, theme, kernel, report, show } = on;
      const scene = model.get("scene") as LobbyScene;
      paint(
        <Lobby
          uid={uid}
          views={views}
          scene={scene}
          bots={model.get("bots_info") ?? []}
          choice={choice}
          theme={theme()}
          report={report}
          embeds={chosen.embeds}
          choose={(next) => {
            choice = next;
            on.report = { ...on.report, refusal: null };
            kernel.send({ kind: "choose", choice });
            show();
          }}
          begin={() => kernel.ask({ kind: "begin", choice: choice ?? usual(scene.games[0]?.slug ?? "") })}
          learn={(game) => kernel.ask({ kind: "learn", game })}
          goOn={(which) => kernel.ask({ kind: "continue", which })}
          back={() => {
            kernel.ask({ kind: "back" });
            if (tab === "games") kernel.send({ kind: "games" });
          }}
          tab={tab}
          show={(next) => {
            tab = next;
            if (next === "games") kernel.send({ kind: "games" });
            show();
          }}
          listed={listed}
          games={actions(on)}
          openCode={(text) => kernel.ask({ kind: "code", text })}
        />,
        top,
      );
      // what was chosen from may have been higher than what stands there now
      if (scene.table !== null && scene.table !== placed && host.getBoundingClientRect().top < 0) host.scrollIntoView();
      placed = scene.table;
      chosen.place(scene.table);
    },
  });
}

/** A poll, and below it the table at which the class plays on. */
function poll(screen: Screen) {
  const { model, host, el, signal } = screen;
  const top = el.ownerDocument.createElement("div");
  const playing = below(model, el, table, signal);
  host.append(top, playing.host);
  drawn(screen, {
    root: top,
    names: ["dump", "scene"],
    looksOn: true,
    draw: ({ settings, theme, kernel, report }) => {
      const dump = model.get("dump");
      const view = views[dump.game];
      const scene = model.get("scene") as PollScene | null;
      if (!(view && scene)) return;
      paint(
        <Poll
          view={view}
          dump={dump}
          scene={scene}
          settings={settings()}
          theme={theme()}
          report={report}
          ask={(what) => {
            // to stop a search must not wait for it
            if (what.kind === "unhint") kernel.send(what);
            else kernel.ask(what);
          }}
        />,
        top,
      );
      playing.place(scene.table);
    },
  });
}

/** The console, and below it the projector's table. */
function console_(screen: Screen) {
  const { model, host, el, signal } = screen;
  const top = el.ownerDocument.createElement("div");
  const projector = below(model, el, table, signal);
  host.append(top, projector.host);
  drawn(screen, {
    root: top,
    names: ["scene"],
    draw: ({ uid, theme, kernel, report }) => {
      const scene = model.get("scene") as ConsoleScene | null;
      const deck = scene && views[scene.game]?.deck;
      if (!(scene && deck)) return;
      const bots = model.get("bots_info") ?? [];
      paint(<Console uid={uid} deck={deck} scene={scene} bots={bots} theme={theme()} report={report} ask={kernel.ask} />, top);
      projector.place(scene.table);
    },
  });
}

function render({ model: given, el, signal }: Props) {
  const model = tolerant(given);
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort());
  const still = model.get("still");
  if (still !== undefined) {
    hideStill(still, el.ownerDocument, ending.signal);
    const follow = (message: Reply) => {
      if (message.kind === "still") followStill(still, message, model.widget_manager);
    };
    model.on("msg:custom", follow);
    ending.signal.addEventListener("abort", () => model.off("msg:custom", follow));
  }
  const host = el.ownerDocument.createElement("div");
  const height = heightInFrame(window);
  if (height !== null) host.style.setProperty("--cw-window", height);
  el.append(host);
  guardKeys(host, ending.signal);
  const screens = { table, replay, inspector, lobby, lesson, editor, plot, poll, console: console_ };
  screens[model.get("view")]({ model, host, el, signal: ending.signal });
  const end = () => {
    paint(null, host);
    host.remove();
  };
  ending.signal.addEventListener("abort", end, { once: true });
  return () => ending.abort();
}

export default { render };
