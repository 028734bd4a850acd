// The attributes on the one element of a table, replay or inspector, for pages, styles and tests.
import type { State } from "./link";
import type { Theme } from "./theme";
import type { Dump, Settings } from "./messages";

/** The attributes of the element of a screen. */
export function hooks(
  view: "table" | "replay" | "inspector",
  label: string,
  dump: Dump,
  state: State,
  { size, colours }: Settings,
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
    "data-colours": colours,
  } as const;
}
