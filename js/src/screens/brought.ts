// Views that other packages bring: the plain drawing at once, and their own in its place when it has been loaded.
import { act, box, column, fan, grid, nearSeat, note, pile, plate, row, sees, spot, type GameView } from "../board/layout";
import type { BroughtView } from "../kernel/messages";
import type { Model } from "../kernel/model";
import { moduleOf } from "../kernel/module";
import { plain, views } from "../views/index";

/** What a view is written with. */
const KIT = { act, box, column, fan, grid, nearSeat, note, pile, plate, row, sees, spot };

/** A view as its author writes it: what it leaves out is as in the plain drawing. */
type Given = Partial<GameView> & { style?: string };

const own = new Set(Object.keys(views));
const loading = new Map<string, Promise<Given>>();

async function load(script: string): Promise<Given> {
  const make = await moduleOf<(kit: typeof KIT) => Given>(script);
  return make(KIT);
}

/** Shows a model's game by the view that came with it, now and whenever the model has another one. */
export function bring(model: Model, el: HTMLElement, signal: AbortSignal): void {
  let shown: BroughtView | null = null;
  const look = () => {
    const given = model.get("game_view");
    if (given === shown || given === null || own.has(given.game)) return;
    shown = given;
    const basic = (views[given.game] = plain(given));
    if (given.script === "") return;
    const { script, game } = given;
    const asked = loading.get(script) ?? load(script);
    loading.set(script, asked);
    asked.then(
      ({ style, ...view }) => {
        if (signal.aborted || shown !== given) return;
        if (style !== undefined) {
          const sheet = el.ownerDocument.createElement("style");
          sheet.textContent = style;
          el.prepend(sheet);
        }
        views[game] = { ...basic, ...view };
        model.repaint();
      },
      // a page that forbids scripts of its own, or a view that is broken: the plain drawing stays
      reportError,
    );
    model.repaint();
  };
  model.onChange(["game_view"], look, signal);
  look();
}
