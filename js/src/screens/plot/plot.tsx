// The plot of a replay: points by ply; each ply is a button that moves the replay there.
import type { Report, State } from "../../kernel/connection";
import { statusOf } from "../status";
import { MessageField } from "../../panel/message";
import { rootAttributes } from "../../page/root";
import { words } from "../texts";
import type { Theme } from "../../page/theme";
import { Timeline } from "../replay/timeline";
import type { PlotScene, Settings, Timeline as Told } from "../../kernel/messages";

export interface PlotProps {
  scene: PlotScene;
  timeline: Told;
  round: number;
  ply: number;
  settings: Settings;
  theme: Theme;
  report: Report;
  go: (ply: number) => void;
}

export function Plot({ scene, timeline, round, ply, settings, theme, report, go }: PlotProps) {
  const { title, game, seat, first, last } = scene;
  const state: State = report.connection === "gone" ? "lost" : "ready";
  return (
    <div {...rootAttributes("plot", words.plotOf(title), { game, seat, round, ply }, state, settings, theme)}>
      <div class="cw-shell">
        <div class="cw-title" role="heading" aria-level={3}>
          {words.plotOf(title)}
        </div>
        <Timeline timeline={timeline} round={round} ply={ply} first={first} last={last} go={go} step={null} />
        <MessageField message={statusOf(report, words.picture, null)} />
      </div>
    </div>
  );
}
