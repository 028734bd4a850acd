// Connects the console to its model.
import { render as paint } from "preact";
import type { ConsoleScene } from "../../kernel/messages";
import { views } from "../../views/index";
import { drawScreen } from "../drawing";
import { innerScreen, type Screen } from "../screen";
import { Console } from "./console";

/** Shows the console, and below it the projector's table. */
export function showConsole(screen: Screen): void {
  const { model, host, el } = screen;
  const top = el.ownerDocument.createElement("div");
  const projector = innerScreen(screen);
  host.append(top, projector.host);
  drawScreen(screen, {
    root: top,
    names: ["scene"],
    draw: ({ uid, theme, kernel, report }) => {
      const scene = model.get("scene") as ConsoleScene | null;
      const deck = scene && views[scene.game]?.deck;
      if (!(scene && deck)) return;
      const bots = model.get("bots_info") ?? [];
      paint(<Console uid={uid} deck={deck} scene={scene} bots={bots} theme={theme()} report={report} ask={kernel.ask} />, top);
      projector.place(scene.table);
    },
  });
}
