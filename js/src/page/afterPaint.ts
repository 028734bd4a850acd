// What may wait until the page has been painted.

/** Milliseconds after which a page that paints nothing, such as one in a hidden tab, goes on. */
const PATIENCE = 300;

/** Calls `act` once, after the next frame has been painted. */
export function afterPaint(act: () => void): void {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, PATIENCE);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(act, 0);
  });
}
