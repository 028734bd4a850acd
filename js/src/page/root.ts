// The attributes of a screen's root element, on which pages, styles and tests rely.
import { preferenceAttributes } from "./preferences";
import type { State } from "../kernel/connection";
import type { Theme } from "./theme";
import type { Dump, Settings } from "../kernel/messages";

/**
 * Marks the control that the user clicked last with `data-sent` until the reply comes, so that the user sees the effect of
 * the click at once, without a repaint.
 */
export function markSent(host: HTMLElement, signal: AbortSignal): (on: boolean) => void {
  let last: Element | null = null;
  let marked: Element | null = null;
  const note = ({ target }: Event) => {
    last = (target as Element).closest("button, input, select, [data-place]");
  };
  for (const name of ["pointerup", "click", "keydown"]) host.addEventListener(name, note, { capture: true, signal });
  return (on) => {
    if (on === (marked !== null)) return;
    marked?.removeAttribute("data-sent");
    marked = on ? last : null;
    marked?.setAttribute("data-sent", "");
  };
}

/** Settings as a screen shows them. */
export interface ShownSettings extends Settings {
  /** Whether the screen is shown as on a projector only because it fills the screen: its reader sits close to it, so the room goes to the cards
      and not to larger text. */
  enlarged?: boolean;
}

/** The attributes of a screen's root element. */
export function rootAttributes(
  view: "table" | "replay" | "inspector" | "plot" | "poll",
  label: string,
  dump: Pick<Dump, "game" | "seat" | "round" | "ply">,
  state: State,
  { size, colours, enlarged = false }: ShownSettings,
  theme: Theme,
) {
  const [look, ground = look] = theme.split(" ");
  return {
    class: view === "table" ? "capture-widgets cw-table" : `capture-widgets cw-table cw-${view}`,
    role: "group",
    "aria-label": label,
    "data-game": dump.game,
    "data-view": view,
    "data-seat": dump.seat ?? "all",
    "data-round": dump.round,
    "data-ply": dump.ply,
    "data-state": state,
    "data-theme": look,
    "data-ground": ground,
    "data-size": size,
    ...(enlarged && { "data-enlarged": "" }),
    "data-colours": colours,
    ...preferenceAttributes(),
  } as const;
}
