// The page's theme, as the table is to follow it.
import type { Settings } from "./messages";

type Ground = "light" | "dark";

/** High contrast lies on the page's ground. */
export type Theme = Ground | `contrast ${Ground}`;

/** Dark if the text around is light; works in shadow roots and on any page. Null while the probe is not on a page. */
function groundAround(probe: HTMLElement): Ground | null {
  const rgb = getComputedStyle(probe).color.match(/[\d.]+/g);
  if (rgb === null) return null;
  const [red = 0, green = 0, blue = 0] = rgb.map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140 ? "dark" : "light";
}

/**
 * The page's theme, read from a span whose colour is inherited: its transition says when the theme changes. A page that
 * is hidden while it changes has no transitions, and neither has a table that is taken out of it: JupyterLab does both,
 * and shows itself again within a frame. An animation begins anew whenever the span is shown again, and says so. In
 * between the span is asked after a painting only: to ask before makes the browser work out the styles of the whole page.
 */
export function themeIn(el: HTMLElement, changed: () => void, signal: AbortSignal): (chosen: Settings["theme"]) => Theme {
  const probe = el.ownerDocument.createElement("span");
  probe.style.cssText = "position:absolute;width:0;height:0;overflow:hidden;transition:color 1ms;animation:cw-shown 1ms";
  probe.setAttribute("aria-hidden", "true");
  let around: Ground | null = null;
  let asked = false;
  const look = () => {
    asked = false;
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
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => setTimeout(look, 0));
    }
    return chosen === "contrast" ? `contrast ${around ?? "light"}` : (around ?? "light");
  };
}
