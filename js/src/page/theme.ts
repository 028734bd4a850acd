// Finds the theme of the page around a widget, so that the widget can follow it.
import type { Settings } from "../kernel/messages";

type Ground = "light" | "dark";

/** The themes; high contrast has a version for light pages and one for dark pages. */
export type Theme = Ground | `contrast ${Ground}`;

/** Whether the page is light or dark, by the colour of its text; this works in shadow roots too. Null while the probe is not on a page. */
function groundAround(probe: HTMLElement): Ground | null {
  const rgb = getComputedStyle(probe).color.match(/[\d.]+/g);
  if (rgb === null) return null;
  const [red = 0, green = 0, blue = 0] = rgb.map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140 ? "dark" : "light";
}

/**
 * Reads the page's theme from a span that inherits its colour; the end of the span's colour transition shows that the theme
 * has changed. While the page is hidden or the table is detached there are no transitions, and JupyterLab hides and
 * detaches for a moment; so an animation of the span, which starts again when the span is shown again, triggers another
 * reading. All other readings wait for a paint, because an earlier one would make the browser compute all styles of the page.
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
