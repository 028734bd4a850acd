// The entry: shows the screen that a widget's model names.
import { render as paint } from "preact";
import { showInspector } from "./screens/inspector/controller";
import { showTable } from "./screens/table/controller";
import { showReplay } from "./screens/replay/controller";
import { showPoll } from "./screens/poll/controller";
import { showPlot } from "./screens/plot/controller";
import { showLesson } from "./screens/lesson/controller";
import { showLobby } from "./screens/lobby/controller";
import { showEditor } from "./screens/editor/controller";
import { showConsole } from "./screens/console/controller";
import { bring } from "./screens/brought";
import type { Screen } from "./screens/screen";
import { guardKeys } from "./board/a11y";
import { type HostModel, Model, type ScreenName } from "./kernel/model";
import { followStill } from "./kernel/still";
import { followFullScreen, frameFor } from "./page/fullScreen";
import { followPane, heightInFrame } from "./page/pane";

const SCREENS: Record<ScreenName, (screen: Screen) => void> = {
  table: showTable,
  replay: showReplay,
  inspector: showInspector,
  lobby: showLobby,
  lesson: showLesson,
  editor: showEditor,
  plot: showPlot,
  poll: showPoll,
  console: showConsole,
};

function open(screen: Screen): void {
  const { model, el, signal } = screen;
  bring(model, el, signal);
  SCREENS[model.get("view")](screen);
}

/** anywidget calls this for each display of the widget; it returns a function that removes the display. */
function render({ model: given, el, signal }: { model: HostModel; el: HTMLElement; signal?: AbortSignal }) {
  const model = new Model(given);
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort());
  followStill(model, el.ownerDocument, ending.signal);
  const host = el.ownerDocument.createElement("div");
  const height = heightInFrame(window);
  if (height !== null) host.style.setProperty("--cw-window", height);
  else followPane(host, el, ending.signal);
  const frame = frameFor(el);
  frame.append(host);
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

export default { render };
