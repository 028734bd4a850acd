// The code that the controllers of all screens but the table share: they are drawn again whenever something changes.
import { render as paint } from "preact";
import { reportAfter, type Kernel, type ConnectionEvent, connect, type Report, sameReport, NO_REPORT } from "../kernel/connection";
import { onFill } from "../page/fullScreen";
import type { ShownSettings } from "../page/root";
import { type Theme, themeIn } from "../page/theme";
import { type Screen, settingsOf, uniqueName } from "./screen";

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
