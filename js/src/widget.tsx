// The entry: joins a view of the model to the screen. The only file that touches `model`.
import type { AnyModel } from "@anywidget/types";
import { type ComponentChild, render as paint } from "preact";
import { guardKeys } from "./a11y";
import { Inspector } from "./inspector";
import type { Position } from "./player";
import { type Refusal, Replay } from "./replay";
import { Table } from "./table";
import { texts } from "./texts";
import { change, type Event, START, type Ui } from "./ui";
import { views } from "./views/index";
import type {
  Answer,
  Ask,
  BotInfo,
  Dump,
  Frames,
  InspectorScene,
  Line,
  Note,
  Question,
  ReplayScene,
  Rule,
  Scene,
  Settings,
  Tail,
  Told,
  Viewer,
} from "./wire";

/** The three widgets share a bundle; a trait that one of them does not have is undefined there. */
interface Traits {
  view: "table" | "replay" | "inspector";
  dump: Dump;
  scene: Scene | ReplayScene | InspectorScene | undefined;
  rules: Rule[] | undefined;
  bots_info: BotInfo[] | undefined;
  settings: Settings | undefined;
  frames: Frames[];
  tail: Tail | null;
  notes: Record<string, Note>;
  lines: Line[];
  question: Question | null;
  told: Told | null;
  round: number;
  ply: number;
  line: number;
  seat: Viewer;
  playing: boolean;
  following: boolean | null;
  who: string;
  before: Dump | null;
}

interface Props {
  model: AnyModel<Traits>;
  el: HTMLElement;
  signal?: AbortSignal;
}

const DEFAULTS: Settings = { size: "normal", theme: "auto", colours: "two", pace: 400, memory: "last", legal: false };

/** Without an answer for so long (ms) the kernel counts as slow, then as gone until it answers. */
const SLOW = 1500;
const GONE = 6000;
const LATE = 4000;

type Theme = "light" | "dark" | "contrast";

/** Dark if the text around is light; works in shadow roots and on any page. Null while the probe is not on a page. */
function themeAround(probe: HTMLElement): Theme | null {
  const rgb = getComputedStyle(probe).color.match(/[\d.]+/g);
  if (rgb === null) return null;
  const [red = 0, green = 0, blue = 0] = rgb.map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140 ? "dark" : "light";
}

/**
 * The page's theme, told by a span whose colour is inherited: its transition says when the theme changes. In between
 * the span is asked after a painting only: to ask before makes the browser work out the styles of the whole page.
 */
function themeIn(el: HTMLElement, changed: () => void, signal: AbortSignal): (chosen: Settings["theme"]) => Theme {
  const probe = el.ownerDocument.createElement("span");
  probe.style.cssText = "position:absolute;width:0;height:0;overflow:hidden;transition:color 1ms";
  probe.setAttribute("aria-hidden", "true");
  let around: Theme | null = null;
  let asked = false;
  const look = () => {
    asked = false;
    const now = themeAround(probe);
    if (signal.aborted || now === null || now === around) return;
    around = now;
    changed();
  };
  probe.addEventListener("transitionend", look, { signal });
  // A page that hides itself while it changes its theme cancels the transition; look again when it is back.
  const again = () => [100, 1000].forEach((ms) => setTimeout(look, ms));
  probe.addEventListener("transitioncancel", again, { signal });
  el.append(probe);
  return (chosen) => {
    if (chosen !== "auto") return chosen;
    around ??= themeAround(probe);
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => setTimeout(look, 0));
    }
    return around ?? "light";
  };
}

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
  let given: Settings | undefined;
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

function replay({ model, host, el, signal }: Screen) {
  const uid = uniqueName();
  const settings = settingsOf(model);
  let refusal: Refusal | null = null;
  let number = Math.floor(Math.random() * 2 ** 40);
  const show = () => {
    if (signal.aborted) return;
    const frames = model.get("frames");
    const view = views[frames[0]?.dumps[0].game ?? ""];
    if (!view) return;
    const scene = model.get("scene") as ReplayScene | undefined;
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
        question={model.get("question")}
        told={model.get("told")}
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
        refusal={refusal}
        set={set}
        look={look}
        ask={ask}
      />,
      host,
    );
  };
  const set = (position: Partial<Position>) => {
    refusal = null;
    for (const [name, value] of Object.entries(position)) model.set(name as "ply", value as number);
    try {
      model.save_changes();
    } catch {
      // A replay goes on without its kernel.
    }
    show();
  };
  const look = (some: Partial<Settings>) => {
    model.set("settings", { ...settings(), ...some });
    set({});
  };
  const ask = (what: Ask) => {
    refusal = null;
    number += 1;
    try {
      model.send({ ...what, id: number });
    } catch {
      refusal = { text: texts.alone, rule: null };
    }
    show();
  };
  const themeOf = themeIn(el, show, signal);
  const names = ["frames", "tail", "scene", "notes", "lines", "question", "told", "round", "ply", "line", "seat", "playing"];
  const both = [...names, "following", "who", "settings"].map((name) => `change:${name}`);
  listen(model, both, coalesced(show), signal);
  const onAnswer = (answer: Answer) => {
    if (answer.kind !== "refused" || answer.id !== number) return;
    refusal = { text: answer.text, rule: answer.rule };
    show();
  };
  model.on("msg:custom", onAnswer);
  signal.addEventListener("abort", () => model.off("msg:custom", onAnswer));
  show();
}

function inspector({ model, host, el, signal }: Screen) {
  const uid = uniqueName();
  const settings = settingsOf(model);
  const show = () => {
    if (signal.aborted) return;
    const dump = model.get("dump");
    const view = views[dump.game];
    const scene = model.get("scene") as InspectorScene | undefined;
    if (!(view && scene)) return;
    paint(
      <Inspector
        uid={uid}
        view={view}
        dump={dump}
        before={model.get("before")}
        scene={scene}
        seat={model.get("seat")}
        settings={settings()}
        theme={themeOf(settings().theme)}
        look={(seat) => {
          model.set("seat", seat);
          model.save_changes();
        }}
      />,
      host,
    );
  };
  const themeOf = themeIn(el, show, signal);
  const names = ["dump", "before", "scene", "seat", "settings"].map((name) => `change:${name}`);
  listen(model, names, coalesced(show), signal);
  show();
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

function table({ model, host, el, signal }: Screen) {
  let ui: Ui = START;
  let dump = model.get("dump");
  let before: Dump | null = null;
  let number = Math.floor(Math.random() * 2 ** 40);
  const uid = uniqueName();
  const unanswered = new Set<number>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const settings = settingsOf(model);
  const themeOf = themeIn(el, () => show(), signal);

  const show = () => {
    if (signal.aborted) return;
    const view = views[dump.game];
    const scene = model.get("scene") as Scene | undefined;
    const content: ComponentChild =
      view && scene ? (
      <Table
        uid={uid}
        view={view}
        dump={dump}
        before={before}
        scene={scene}
        rules={model.get("rules") ?? []}
        bots={model.get("bots_info") ?? []}
        settings={settings()}
        ui={ui}
        theme={themeOf(settings().theme)}
        actions={actions}
      />
    ) : (
      dump.game
    );
    paint(content, host);
  };
  const apply = (event: Event) => {
    ui = change(ui, event);
    show();
  };
  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const send = (ask: Ask): number | null => {
    number += 1;
    try {
      model.send({ ...ask, id: number });
      return number;
    } catch {
      apply({ kind: "link", link: "lost" });
      return null;
    }
  };
  /** Asks whether anybody is there. */
  const hello = () => {
    const id = send({ kind: "hello" });
    if (id === null) return;
    unanswered.add(id);
    after(SLOW, () => {
      if (unanswered.has(id) && ui.link !== "lost") apply({ kind: "link", link: "slow" });
    });
    after(GONE, () => {
      if (unanswered.delete(id)) apply({ kind: "link", link: "lost" });
    });
  };

  /** Bots wait until what was decided can have been read: no longer than somebody here looks at it. */
  const haveRead = () => {
    const { can, seats } = model.get("scene") as Scene;
    if (can.new && seats.some(({ kind }) => kind === "bot")) send({ kind: "read" });
  };

  const actions = {
    change(event: Event) {
      const showed = ui.reveal !== null;
      apply(event);
      if (showed && ui.reveal === null) haveRead();
    },
    ask(ask: Ask) {
      if (ui.pending !== null || ui.link === "lost") return;
      const id = send(ask);
      if (id === null) return;
      apply({ kind: "sent", id, move: ask.kind === "play" ? ask.move : null });
      after(LATE, () => {
        if (ui.pending?.id !== id) return;
        apply({ kind: "late", id });
        hello();
      });
    },
    play(move: string) {
      actions.ask({ kind: "play", move, round: dump.round, ply: dump.ply });
    },
    set(some: Partial<Settings>) {
      model.set("settings", { ...settings(), ...some });
      model.save_changes();
    },
  };

  const refresh = () => {
    const next = model.get("dump");
    if (next !== dump) {
      before = next.round === dump.round && next.game === dump.game ? dump : null;
      dump = next;
      const view = views[dump.game];
      const { log = [] } = (model.get("scene") as Scene | undefined) ?? {};
      const of = before ? (view?.stages?.(before, dump, log).length ?? 0) : 0;
      const lasting = view?.lasting !== undefined;
      const reveal = before && of > 0 ? { from: before, to: dump, at: 0, of, lasting } : null;
      ui = change(ui, { kind: "dump", dump, reveal });
    }
    show();
  };
  listen(
    model,
    ["dump", "scene", "rules", "bots_info", "settings"].map((name) => `change:${name}`),
    coalesced(refresh),
    signal,
  );
  const onAnswer = (answer: Answer) => {
    unanswered.delete(answer.id);
    apply({ kind: "answer", answer });
  };
  model.on("msg:custom", onAnswer);
  const onLive = () => {
    apply({ kind: "link", link: "lost" });
    hello();
  };
  model.on("comm_live_update", onLive);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", onAnswer);
    model.off("comm_live_update", onLive);
    for (const timer of timers) clearTimeout(timer);
  });

  ui = change(ui, { kind: "dump", dump });
  show();
  hello();
}

function render({ model, el, signal }: Props) {
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort());
  const host = el.ownerDocument.createElement("div");
  el.append(host);
  guardKeys(host, ending.signal);
  const screens = { table, replay, inspector };
  screens[model.get("view")]({ model, host, el, signal: ending.signal });
  const end = () => {
    paint(null, host);
    host.remove();
  };
  ending.signal.addEventListener("abort", end, { once: true });
  return () => ending.abort();
}

export default { render };
