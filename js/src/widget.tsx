// The entry: shows the screen that a widget's model names. This script has the table, which a page must show soon. The other
// screens are in a second script.
import { render as paint } from "preact";
import type * as otherScreens from "./otherScreens";
import { showTable } from "./screens/table/controller";
import { bring } from "./screens/brought";
import type { Screen } from "./screens/screen";
import { guardKeys } from "./board/a11y";
import { type Host, type HostModel, Model } from "./kernel/model";
import { moduleOf } from "./kernel/module";
import { followStill } from "./kernel/still";
import { followFullScreen, frameFor } from "./page/fullScreen";
import { followPane, heightInFrame } from "./page/pane";
import { texts } from "./texts";

/** The screens of the second script. */
type Others = typeof otherScreens;

/** The default export. */
const front = {
  render,
  /** anywidget calls this for each model with this script; that of the front end puts it where all widgets of the page find it. */
  initialize({ model }: { model: { get: (name: string) => unknown } }) {
    const key = model.get("front_key");
    if (typeof key === "string") (globalThis as unknown as Record<string, unknown>)[key] ??= Promise.resolve(front);
  },
  /** What the second script exports, once there is one. A page that may load nothing has it from its start (`whole_script`). */
  second: null as ((shared: unknown) => Others) | null,
};

/** What the second script uses of this one: `js/build.mjs` puts an object with it in the place of this import. */
const shared = (): unknown => import("./otherScreens");

let others: Others | null = null;

function open(screen: Screen): void {
  const { model, host, el, signal } = screen;
  bring(model, el, signal);
  const view = model.get("view");
  if (view === "table") {
    showTable(screen);
    return;
  }
  const show = (second: (shared: unknown) => Others) => {
    others ??= second(shared());
    if (!signal.aborted) others[view](screen);
  };
  if (front.second) {
    show(front.second);
    return;
  }
  model.secondScript().then(moduleOf<(shared: unknown) => Others>).then(
    (second) => show((front.second ??= second)),
    (error: unknown) => {
      host.textContent = texts.noScreen;
      reportError(error);
    },
  );
}

/** anywidget calls this for each display of the widget; it returns a function that removes the display. */
function render({ model: given, el, signal, host: page }: { model: HostModel; el: HTMLElement; signal?: AbortSignal; host?: Partial<Host> }) {
  const model = new Model(given, page);
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort());
  followStill(model, el.ownerDocument, ending.signal);
  const host = el.ownerDocument.createElement("div");
  const height = heightInFrame(window);
  if (height !== null) host.style.setProperty("--cw-window", height);
  const frame = frameFor(el);
  frame.append(host);
  if (height === null) followPane(host, el, ending.signal);
  followFullScreen(frame, host, ending.signal);
  guardKeys(host, ending.signal);
  open({ model, host, el, signal: ending.signal, open });
  const end = () => {
    paint(null, host);
    frame.remove();
  };
  ending.signal.addEventListener("abort", end, { once: true });
  return () => ending.abort();
}

export default front;
