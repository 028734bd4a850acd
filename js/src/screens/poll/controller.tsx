// Connects the poll to its model.
import { render as paint } from "preact";
import type { PollScene } from "../../kernel/messages";
import { views } from "../../views/index";
import { drawScreen } from "../drawing";
import { innerScreen, type Screen } from "../screen";
import { Poll } from "./poll";

/** Shows a poll, and below it the table at which the class plays on. */
export function showPoll(screen: Screen): void {
  const { model, host, el } = screen;
  const top = el.ownerDocument.createElement("div");
  const playing = innerScreen(screen);
  host.append(top, playing.host);
  drawScreen(screen, {
    root: top,
    names: ["dump", "scene"],
    passive: true,
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
            // the request to stop a search must not wait for the search
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
