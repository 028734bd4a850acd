// The attributes on the one element of a table, replay, inspector or plot, for pages, styles and tests.
import { feelHooks } from "./feel";
import type { State } from "./link";
import type { Theme } from "./theme";
import type { Dump, Settings } from "./messages";

/**
 * Marks what was clicked last, or had the key, while a request is on its way (`[data-sent]`): the hand is answered at once,
 * and nothing has to be laid out for it.
 */
export function sentMark(host: HTMLElement, signal: AbortSignal): (on: boolean) => void {
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

/** The attributes of the element of a screen. */
export function hooks(
  view: "table" | "replay" | "inspector" | "plot" | "poll",
  label: string,
  dump: Pick<Dump, "game" | "seat" | "round" | "ply">,
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
    ...feelHooks(),
  } as const;
}

/** What a browser's own bars and a notebook's leave of a screen's height, about. */
const LEFT = 0.8;

/**
 * The height that a table has, where the window's is not it: hosts such as Colab show each output in a frame as high as its
 * content, and to go by that height would be to go by one's own. Null in a window of its own.
 */
export function heightInFrame({ parent, self, screen }: Pick<Window, "parent" | "self" | "screen">): string | null {
  return parent === self ? null : `${Math.round(screen.availHeight * LEFT)}px`;
}
