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
import { placeStyles } from "./page/styles";
import { texts } from "./texts";

/** What the second script brings: screens and their styles, which `js/build.mjs` adds. */
type Others = typeof otherScreens & { styles: string };

/** The second script's default export. */
type Second = (shared: unknown) => Others;

/** The default export. */
const front = {
  render,
  /** anywidget calls this for each model with this script; that of the front end puts it where all widgets of the page find it. */
  initialize({ model }: { model: { get: (name: string) => unknown } }) {
    const key = model.get("front_key");
    if (typeof key === "string") (globalThis as unknown as Record<string, unknown>)[key] ??= Promise.resolve(front);
  },
  /** What the second script exports, once there is one. A page that may load nothing has it from its start (`whole_script`). */
  second: null as Second | null,
};

/** What the second script uses of this one: `js/build.mjs` puts a list of it in the place of this import. */
const shared = (): unknown => import("./otherScreens");

let others: Others | null = null;

/** What the second script exports, on a page that has it. */
function ready(screen: Screen, second: Second): Others {
  others ??= second(shared());
  placeStyles(screen.el, screen.model.get("front") === null, others.styles);
  return others;
}

/** Fetches the second script, unless the page has it. */
async function fetchOthers(screen: Screen): Promise<Others> {
  const second = front.second ?? (await moduleOf<Second>(await screen.model.secondScript()));
  front.second = second;
  return ready(screen, second);
}

function open(screen: Screen): void {
  const { model, host, el, signal } = screen;
  bring(model, el, signal);
  const view = model.get("view");
  if (view === "table") {
    placeStyles(el, model.get("front") === null);
    showTable(screen, () => fetchOthers(screen));
    return;
  }
  if (front.second) {
    ready(screen, front.second)[view](screen);
    return;
  }
  fetchOthers(screen).then(
    (fetched) => {
      if (!signal.aborted) fetched[view](screen);
    },
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
