// The theme of the page around a widget, which the widget follows.
import type { Settings } from "../kernel/messages";

type Ground = "light" | "dark";

/** High contrast comes in two versions, for a light and for a dark page. */
export type Theme = Ground | `contrast ${Ground}`;

/** The page is dark if its text is light; this works in shadow roots and on any page. Null while the probe is not on a page. */
function groundAround(probe: HTMLElement): Ground | null {
  const rgb = getComputedStyle(probe).color.match(/[\d.]+/g);
  if (rgb === null) return null;
  const [red = 0, green = 0, blue = 0] = rgb.map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140 ? "dark" : "light";
}

/**
 * Reads the page's theme from a span whose colour is inherited; the end of its colour transition tells that the theme has
 * changed. There are no transitions while the page is hidden or the table is detached, and JupyterLab does both for a
 * moment. The span's animation starts again whenever the span is shown again, and tells us of that. Otherwise the span is
 * read only after a paint: reading it before would make the browser compute the styles of the whole page.
 */
export function themeIn(el: HTMLElement, changed: () => void, signal: AbortSignal): (chosen: Settings["theme"]) => Theme {
  const probe = el.ownerDocument.createElement("span");
  probe.style.cssText = "position:absolute;width:0;height:0;overflow:hidden;transition:color 1ms;animation:cw-shown 1ms";
  probe.setAttribute("aria-hidden", "true");
  let around: Ground | null = null;
  let scheduled = false;
  const look = () => {
    scheduled = false;
    const now = groundAround(probe);
    if (signal.aborted || now === null || now === around) return;
    around = now;
    changed();
  };
  for (const name of ["transitionend", "animationstart"]) probe.addEventListener(name, look, { signal });
  el.append(probe);
  return (chosen) => {
    if (chosen === "light" || chosen === "dark") return chosen;
    around ??= groundAround(probe);
    if (!scheduled) {
      scheduled = true;
      requestAnimationFrame(() => setTimeout(look, 0));
    }
    return chosen === "contrast" ? `contrast ${around ?? "light"}` : (around ?? "light");
  };
}
