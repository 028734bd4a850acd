// Connects the inspector to its model.
import { render as paint } from "preact";
import type { InspectorScene, Viewer } from "../../kernel/messages";
import { views } from "../../views/index";
import { drawScreen } from "../drawing";
import { type Screen } from "../screen";
import { Inspector } from "./inspector";

/** Shows an inspector and changes its viewer. */
export function showInspector(screen: Screen): void {
  const { model, host } = screen;
  drawScreen(screen, {
    root: host,
    names: ["dump", "before", "moves", "scene", "seat"],
    passive: true,
    draw: (on) => {
      const { uid, settings, theme, kernel, report, show } = on;
      const dump = model.get("dump");
      const view = views[dump.game];
      const scene = model.get("scene") as InspectorScene | null;
      if (!(view && scene)) return;
      const look = (seat: Viewer) => {
        if (on.report.connection !== "gone") {
          model.set({ seat });
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
          log={model.get("moves") ?? []}
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
