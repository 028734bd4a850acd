// The code that the controllers of all screens share: settings, repaints, the connection, and screens inside others.
import { render as paint } from "preact";
import { reportAfter, type Kernel, type ConnectionEvent, connect, type Report, sameReport, NO_REPORT } from "../kernel/connection";
import type { Settings } from "../kernel/messages";
import { SETTINGS } from "../kernel/messages/constants";
import type { Model } from "../kernel/model";
import { fillsRoomyScreen, onFill } from "../page/fullScreen";
import type { ShownSettings } from "../page/root";
import { type Theme, themeIn } from "../page/theme";

/** A place on the page where a widget's screen is shown until the signal ends it. */
export interface Screen {
  model: Model;
  /** The element to paint into. */
  host: HTMLElement;
  /** The element of the notebook's output. */
  el: HTMLElement;
  signal: AbortSignal;
  /** Shows the screen of another model, as `widget.tsx` does for the widget itself. */
  open: (screen: Screen) => void;
  /** Goes back to the screen in whose place this one stands. */
  leave?: () => void;
}

let displaysMade = 0;

/** Returns a name that no other display on the page has. */
export function uniqueName(): string {
  displaysMade += 1;
  return `cw${displaysMade}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
}

/**
 * Returns a function that reads the settings with their defaults: the same object until the model has others. A widget that
 * fills a screen with room is shown as on a projector.
 */
export function settingsOf(model: Model, el: HTMLElement): () => ShownSettings {
  let given: Settings | null = null;
  let whole = SETTINGS;
  let filled: ShownSettings = SETTINGS;
  return () => {
    const now = model.get("settings");
    if (now !== given) {
      given = now;
      whole = { ...SETTINGS, ...now };
      filled = { ...whole, size: "projector", enlarged: whole.size !== "projector" };
    }
    return fillsRoomyScreen(el) ? filled : whole;
  };
}

/** A screen that works without a kernel waits this long (ms) before it asks whether there is one. */
export const GREETING_DELAY = 1000;

/** The values that the function `draw` of a screen gets. */
export interface ScreenContext {
  uid: string;
  settings: () => ShownSettings;
  theme: () => Theme;
  kernel: Kernel;
  report: Report;
  show: () => void;
}

interface ScreenOptions {
  /** The element to draw into. */
  root: HTMLElement;
  /** The traits that the screen shows. */
  names: string[];
  draw: (on: ScreenContext) => void;
  /** Called with each event of the connection, before the screen is drawn. */
  onEvent?: (event: ConnectionEvent, on: ScreenContext) => void;
  /** Whether the screen mostly shows things; then an event of the connection redraws it only if the state of the kernel changes. */
  passive?: boolean;
}

/** Draws a screen, and draws it again whenever its traits, its settings, the theme of the page or the connection change. */
export function drawScreen({ model, el, signal }: Screen, { root, names, draw, onEvent, passive = false }: ScreenOptions): void {
  const show = () => {
    if (!signal.aborted) draw(on);
  };
  const uid = uniqueName();
  const kernel = connect(model, uid, () => on.report, tell, signal);
  const settings = settingsOf(model, el);
  const on: ScreenContext = { uid, settings, theme: () => themeOf(settings().theme), kernel, report: NO_REPORT, show };
  function tell(event: ConnectionEvent) {
    const before = on.report;
    on.report = reportAfter(before, event);
    onEvent?.(event, on);
    if (!passive || !sameReport(before, on.report)) show();
  }
  const themeOf = themeIn(el, show, signal);
  onFill(el, show, signal);
  model.onChange([...names, "settings"], show, signal);
  signal.addEventListener("abort", () => paint(null, root));
  show();
  if (model.get("offline") !== true) kernel.hello(passive ? GREETING_DELAY : 0);
}

/** An element for another widget's screen inside this one. */
export interface InnerScreen {
  host: HTMLElement;
  /** Whether this page can show it. */
  embeds: boolean;
  /** Shows the screen of the model with this identifier; null removes it. */
  place: (id: string | null) => void;
}

/** Makes an element for another widget's screen, which ends with the screen around it. */
export function innerScreen({ model, el, signal, open }: Screen, leave?: () => void): InnerScreen {
  const { embeds } = model;
  const host = el.ownerDocument.createElement("div");
  let shown: { id: string; ending: AbortController } | null = null;
  const end = () => {
    if (!shown) return;
    shown.ending.abort();
    paint(null, host);
    host.replaceChildren(); // screens that stand in elements of their own
    shown = null;
  };
  const place = (id: string | null) => {
    if ((shown?.id ?? null) === id) return;
    end();
    if (id === null || !embeds) return;
    const ending = new AbortController();
    shown = { id, ending };
    void model.other(id).then((its) => {
      if (!ending.signal.aborted) open({ model: its, host, el, signal: ending.signal, open, ...(leave && { leave }) });
    });
  };
  signal.addEventListener("abort", end);
  return { host, embeds, place };
}
