// A widget's model, as screens use it. No other file touches the host's own model.
import type { AnyModel } from "@anywidget/types";
import { notebookOf, pageName } from "./notebook";
import type {
  Ballot,
  BotInfo,
  BroughtView,
  ConsoleScene,
  Dump,
  EditorScene,
  Frames,
  GameGuide,
  InspectorScene,
  LessonScene,
  LobbyScene,
  LogEntry,
  LogLength,
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
  TournamentScene,
  Variation,
  Viewer,
} from "./messages";

/** The screens that a widget may be. */
export type ScreenName = "table" | "replay" | "inspector" | "lobby" | "lesson" | "editor" | "plot" | "poll" | "console" | "tournament";

/** All traits of all widgets, which share one bundle. A trait that a widget does not have is null. */
export interface Traits {
  view: ScreenName;
  /** The name of the model that holds the front end; null where each widget holds it. */
  front: string | null;
  /** The name of the still below the widget. */
  still: string | null;
  /** Whether the page has no kernel for it, so that it asks none. */
  offline: boolean | null;
  /** How a game of another package is shown; null for those of this one. */
  game_view: BroughtView | null;
  dump: Dump;
  scene: Scene | ReplayScene | InspectorScene | LobbyScene | LessonScene | EditorScene | PlotScene | PollScene | ConsoleScene | TournamentScene | null;
  logged: LogLength | null;
  rules: Rule[] | null;
  guide: GameGuide | null;
  bots_info: BotInfo[] | null;
  settings: Settings | null;
  frames: Frames[];
  tail: Tail | null;
  notes: Record<string, Note>;
  lines: Variation[];
  timeline: Timeline | null;
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
  moves: LogEntry[] | null;
  /** The pages of a table's log (`LogLength`). */
  [page: `log${number}`]: LogEntry[] | null;
}

/** Milliseconds that a page waits for a kernel to send the front end. */
const FRONT_END_PATIENCE = 60_000;

/** The model that anywidget passes to `render`. */
export type HostModel = AnyModel<Traits>;

/** What newer versions of anywidget pass to `render` beside the model, as far as we use it. */
export interface Host {
  getModel<T extends object>(reference: string): Promise<AnyModel<T>>;
}

type EventHandler = Parameters<HostModel["on"]>[1];

/** The part of JupyterLab's widget manager that knows the kernel. */
interface KernelManager {
  readonly kernel?: { readonly disposed?: Partial<Record<"connect" | "disconnect", (act: () => void) => void>> } | null;
}

/** The containers in which `received` has already replaced undefined. */
const filled = new WeakSet();

/**
 * Replaces every `undefined` in a value by `null`, because Pyodide turns Python's None into `undefined` and other hosts turn
 * it into `null`. It changes a container in place, and only once, so that the container remains the same object.
 */
function received(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null || filled.has(value)) return value;
  filled.add(value); // only the outermost container: adding hundreds of inner ones takes longer than visiting them again
  fill(value as Record<string, unknown>);
  return value;
}

function fill(slots: Record<string, unknown>): void {
  for (const key of Object.keys(slots)) {
    const value = slots[key];
    if (value === undefined) slots[key] = null;
    else if (typeof value === "object" && value !== null) fill(value as Record<string, unknown>);
  }
}

/** Returns a function that calls `act` only once for all changes of one message. */
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

export class Model {
  readonly #acts: (() => void)[] = [];

  constructor(
    private readonly model: HostModel,
    private readonly host?: Partial<Host> | null,
  ) {}

  get<Name extends keyof Traits>(name: Name): Traits[Name] {
    return received(this.model.get(name)) as Traits[Name];
  }

  /** Sets traits in the browser; `save` sends them. */
  set(values: Partial<Traits>): void {
    for (const name of Object.keys(values) as (keyof Traits)[]) this.model.set(name, values[name] as never);
  }

  /** Sends the traits that were set; throws if the host's connection is closed. */
  save(): void {
    this.model.save_changes();
  }

  /** Sends a request; throws if the host's connection is closed. */
  send(message: Request & { id: number }): void {
    this.model.send(message);
  }

  /** Calls `act` when any of these traits changes, once for all that change together. */
  onChange(names: readonly string[], act: () => void, signal: AbortSignal): void {
    const once = coalesced(() => {
      if (!signal.aborted) act();
    });
    this.#acts.push(once);
    this.#listen(names.map((name) => `change:${name}`), once, signal);
  }

  /** Lets all that follow the traits look again, where something beside them has changed. */
  repaint(): void {
    for (const act of this.#acts) act();
  }

  onReply(act: (reply: Reply) => void, signal: AbortSignal): void {
    this.#listen(["msg:custom"], (reply) => act(received(reply) as Reply), signal);
  }

  /** Calls `act` when JupyterLab has connected the model to a kernel again. */
  onReconnect(act: () => void, signal: AbortSignal): void {
    this.#listen(["comm_live_update"], act, signal);
  }

  /** Whether the page connects again by itself, as that of a room does: what could not be sent can wait until then. */
  get comesBack(): boolean {
    return (this.manager as { comesBack?: boolean } | null | undefined)?.comesBack === true;
  }

  /** Calls `act` when such a page has lost its connection. */
  onAway(act: () => void, signal: AbortSignal): void {
    if (this.comesBack) this.#listen(["page:away"], act, signal);
  }

  /** Calls `act` when JupyterLab has disposed of the kernel, after a shutdown or replacement. No other event tells a model of it. */
  onKernelGone(act: () => void, signal: AbortSignal): void {
    const disposed = (this.manager as KernelManager | null | undefined)?.kernel?.disposed;
    if (typeof disposed?.connect !== "function") return; // another host
    disposed.connect(act);
    signal.addEventListener("abort", () => disposed.disconnect?.(act));
  }

  /** The host's widget manager, if it has one. */
  get manager(): unknown {
    return this.model.widget_manager;
  }

  /** A name of the browser's page; null in a host in which a page does not show a whole notebook. */
  get page(): string | null {
    return notebookOf(this.manager) && pageName();
  }

  /** Whether this host can show another model's screen inside this one's. */
  get embeds(): boolean {
    const manager = this.manager as Partial<HostModel["widget_manager"]> | null | undefined;
    return typeof this.host?.getModel === "function" || typeof manager?.get_model === "function";
  }

  /** Fetches another widget's model by its identifier. */
  async other(id: string): Promise<Model> {
    return new Model(await this.#modelOf<Traits>(id), this.host);
  }

  /** Returns the front end's second script, from the model that holds the front end, or else from the kernel. */
  async secondScript(): Promise<string> {
    try {
      const name = this.model.get("front") ?? "";
      const holder = await this.#modelOf<{ screens: string }>(name.slice("IPY_MODEL_".length));
      const script = holder.get("screens");
      if (script) return script;
    } catch {
      // this page has no such model
    }
    return new Promise((resolve, reject) => {
      const ending = new AbortController();
      setTimeout(() => reject(new Error("no kernel sends the front end")), FRONT_END_PATIENCE);
      this.#listen(
        ["msg:custom"],
        (reply) => {
          const { kind, screens } = reply as { kind?: string; screens: string };
          if (kind !== "front_end") return;
          ending.abort();
          resolve(screens);
        },
        ending.signal,
      );
      this.send({ kind: "front_end", id: 0 });
    });
  }

  /** Another model of the page: from the host, or from the widget manager where the host is older or has no such model. */
  async #modelOf<T extends object>(id: string): Promise<AnyModel<T>> {
    if (typeof this.host?.getModel === "function") {
      try {
        return await this.host.getModel<T>(`anywidget:${id}`);
      } catch {
        // the widget manager may have it
      }
    }
    return this.model.widget_manager.get_model<T>(id);
  }

  #listen(names: readonly string[], act: (value: unknown) => void, signal: AbortSignal): void {
    for (const name of names) this.model.on(name, act as EventHandler);
    signal.addEventListener("abort", () => {
      for (const name of names) this.model.off(name, act as EventHandler);
    });
  }
}
