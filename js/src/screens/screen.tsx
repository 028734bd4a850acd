// The code that the controllers of all screens share: settings, and screens inside others.
import { render as paint } from "preact";
import type { Settings } from "../kernel/messages";
import { SETTINGS } from "../kernel/messages/constants";
import type { Model } from "../kernel/model";
import { fillsRoomyScreen } from "../page/fullScreen";
import type { ShownSettings } from "../page/root";

/** A place on the page where a widget's screen is shown until the signal ends it. */
export interface Screen {
  model: Model;
  /** The element to paint into. */
  host: HTMLElement;
  /** The element of the notebook's output. */
  el: HTMLElement;
  signal: AbortSignal;
  /** Shows the screen of another model, as `widget.tsx` does for the widget itself. */
  open: (screen: Screen) => void;
  /** Goes back to the screen in whose place this one stands. */
  leave?: () => void;
}

let displaysMade = 0;

/** Returns a name that no other display on the page has. */
export function uniqueName(): string {
  displaysMade += 1;
  return `cw${displaysMade}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`;
}

/**
 * Returns a function that reads the settings with their defaults: the same object until the model has others. A widget that
 * fills a screen with room is shown as on a projector.
 */
export function settingsOf(model: Model, el: HTMLElement): () => ShownSettings {
  let given: Settings | null = null;
  let whole = SETTINGS;
  let filled: ShownSettings = SETTINGS;
  return () => {
    const now = model.get("settings");
    if (now !== given) {
      given = now;
      whole = { ...SETTINGS, ...now };
      filled = { ...whole, size: "projector", enlarged: whole.size !== "projector" };
    }
    return fillsRoomyScreen(el) ? filled : whole;
  };
}

/** An element for another widget's screen inside this one. */
export interface InnerScreen {
  host: HTMLElement;
  /** Whether this page can show it. */
  embeds: boolean;
  /** Shows the screen of the model with this identifier; null removes it. */
  place: (id: string | null) => void;
}

/** Makes an element for another widget's screen, which ends with the screen around it. */
export function innerScreen({ model, el, signal, open }: Screen, leave?: () => void): InnerScreen {
  const { embeds } = model;
  const host = el.ownerDocument.createElement("div");
  let shown: { id: string; ending: AbortController } | null = null;
  const end = () => {
    if (!shown) return;
    shown.ending.abort();
    paint(null, host);
    host.replaceChildren(); // screens that stand in elements of their own
    shown = null;
  };
  const place = (id: string | null) => {
    if ((shown?.id ?? null) === id) return;
    end();
    if (id === null || !embeds) return;
    const ending = new AbortController();
    shown = { id, ending };
    void model.other(id).then((its) => {
      if (!ending.signal.aborted) open({ model: its, host, el, signal: ending.signal, open, ...(leave && { leave }) });
    });
  };
  signal.addEventListener("abort", end);
  return { host, embeds, place };
}
