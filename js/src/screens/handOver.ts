// Hands the focus to the screen that takes the place of another one.

/** How long the new screen may take until it is drawn (ms); after that the focus stays where it is. */
const WAIT = 5000;

/** Where the focus belongs on a new screen: the step of a lesson, Play of a replay that asks nothing, the Tab stop of a board, the chosen game of a lobby, else the first button. */
const FIRST = [
  '.cw-step-head > [tabindex="-1"]',
  '.cw-replay .cw-stage:first-child [data-go="play"]',
  '.cw-board [tabindex="0"]',
  '[data-choose][aria-pressed="true"]',
  "[data-choose]",
  'button:not([data-mark="back"])',
];

/** Whether the focus is inside an element. */
export function holdsFocus(within: HTMLElement): boolean {
  return within.contains((within.getRootNode() as Document | ShadowRoot).activeElement);
}

/**
 * Focuses the first thing to act on below `within` as soon as it is drawn. The button that was pressed is gone by then, and
 * without a focus here the notebook would take the next key. Nothing happens if the person has gone elsewhere meanwhile.
 */
export function handOver(within: HTMLElement, signal: AbortSignal): void {
  const root = within.getRootNode() as Document | ShadowRoot;
  const settle = () => {
    const now = root.activeElement;
    if (now !== null && now !== within.ownerDocument.body && now !== within) return true;
    for (const selector of FIRST) {
      const first = within.querySelector<HTMLElement>(selector);
      if (first) {
        first.focus({ preventScroll: true });
        return true;
      }
    }
    return false;
  };
  if (settle()) return;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    if (settle()) end();
  });
  observer.observe(within, { childList: true, subtree: true });
  const timer = setTimeout(end, WAIT);
  signal.addEventListener("abort", end, { once: true });
}
