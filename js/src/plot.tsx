// The plot of a replay: points by ply, each ply a button that leads the replay there.
import { reported, type Report, type State } from "./link";
import { MessageField } from "./panel/message";
import { hooks } from "./screen";
import { texts } from "./texts";
import type { Theme } from "./theme";
import { Timeline } from "./timeline";
import type { PlotScene, Settings, Timeline as Told } from "./messages";

export interface PlotProps {
  scene: PlotScene;
  told: Told;
  round: number;
  ply: number;
  settings: Settings;
  theme: Theme;
  report: Report;
  go: (ply: number) => void;
}

export function Plot({ scene, told, round, ply, settings, theme, report, go }: PlotProps) {
  const { title, game, seat, first, last } = scene;
  const state: State = report.link === "lost" ? "lost" : "ready";
  return (
    <div {...hooks("plot", texts.plotOf(title), { game, seat, round, ply }, state, settings, theme)}>
      <div class="cw-shell">
        <div class="cw-title" role="heading" aria-level={3}>
          {texts.plotOf(title)}
        </div>
        <Timeline told={told} round={round} ply={ply} first={first} last={last} go={go} step={null} />
        <MessageField message={reported(report, texts.picture, null)} />
      </div>
    </div>
  );
}
