// Connects the plot to its model.
import { render as paint } from "preact";
import type { PlotScene } from "../../kernel/messages";
import { drawScreen } from "../drawing";
import { type Screen } from "../screen";
import { Plot } from "./plot";

/** Shows the points by ply; a click on a ply asks the kernel to move the replay there. */
export function showPlot(screen: Screen): void {
  const { model, host } = screen;
  drawScreen(screen, {
    root: host,
    names: ["scene", "timeline", "round", "ply"],
    passive: true,
    draw: (on) => {
      const { settings, theme, kernel, report } = on;
      const scene = model.get("scene") as PlotScene | null;
      const timeline = model.get("timeline");
      if (!scene || !timeline) return;
      const [round, ply] = [model.get("round"), model.get("ply")];
      const go = (to: number) => {
        if (on.report.connection === "gone") return;
        model.set({ ply: to });
        kernel.save();
      };
      paint(<Plot {...{ scene, timeline, round, ply, report, go }} theme={theme()} settings={settings()} />, host);
    },
  });
}
