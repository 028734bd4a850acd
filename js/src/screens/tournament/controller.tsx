// Connects the widget of a tournament to its model.
import { render as paint } from "preact";
import type { TournamentScene } from "../../kernel/messages";
import { leavesByEscape } from "../../page/fullScreen";
import { bringIntoView } from "../../page/pane";
import { handOver, holdsFocus } from "../handOver";
import { drawScreen } from "../drawing";
import { innerScreen, type Screen } from "../screen";
import { Tournament } from "./tournament";

/** Shows the tournament, and below it the replay of a game. */
export function showTournament(screen: Screen): void {
  const { model, host, el, signal } = screen;
  const top = el.ownerDocument.createElement("div");
  const replay = innerScreen(screen);
  host.append(top, replay.host);
  let placed: string | null = null;
  let opened: number | null = null;
  // a replay has used up the key if it closed something of its own
  replay.host.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || leavesByEscape(host)) return;
      event.preventDefault();
      top.querySelector<HTMLElement>('[data-mark="back"]')?.click();
    },
    { signal },
  );
  drawScreen(screen, {
    root: top,
    names: ["scene"],
    draw: ({ uid, theme, kernel, report }) => {
      const scene = model.get("scene") as TournamentScene | null;
      if (!scene) return;
      const opens = scene.replay !== null && scene.replay !== placed;
      const closes = scene.replay === null && placed !== null && holdsFocus(host);
      paint(<Tournament uid={uid} scene={scene} theme={theme()} report={report} embeds={replay.embeds} ask={kernel.ask} />, top);
      placed = scene.replay;
      opened = scene.game ?? opened;
      replay.place(scene.replay);
      if (opens) {
        bringIntoView(replay.host);
        if (holdsFocus(host)) top.querySelector<HTMLElement>('[data-mark="back"]')?.focus({ preventScroll: true });
      } else if (closes) {
        const button = top.querySelector<HTMLElement>(`[data-replay="${opened}"]`);
        if (button) button.focus({ preventScroll: true });
        else handOver(top, signal);
      }
    },
  });
}
