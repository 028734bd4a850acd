// On a telephone the table keeps its place below the words of a lesson, whatever these say.

/** The least height (px) that is left for the words beside a high board. */
const LEAST = 120;

/** Keeps the board where it is; with `toFoot`, its foot, where the viewer's hand lies, at the foot of the window, else the page at its top, until somebody scrolls. */
export function keepSteady(table: HTMLElement, toFoot: boolean): () => void {
  const [shell, said] = [table.parentElement, table.previousElementSibling];
  const frame = table.closest<HTMLElement>(".cw-frame");
  if (shell === null || said === null || frame === null) return () => undefined;
  let follows = true;
  const more = () => said.toggleAttribute("data-more", said.scrollHeight - said.clientHeight - said.scrollTop > 6);
  const place = () => {
    const board = table.querySelector(".cw-board");
    if (board === null) return;
    // the words get the height that the board leaves: it does not depend on their length, so the board does not move
    const high = board.getBoundingClientRect().bottom - table.getBoundingClientRect().top;
    shell.style.setProperty("--cw-above", `${Math.max(LEAST, Math.floor(frame.clientHeight - high))}px`);
    shell.toggleAttribute("data-steady", true);
    if (follows && toFoot) board.scrollIntoView({ block: "end" });
    else if (follows) frame.scrollTo(0, 0);
    more();
  };
  const sizes = new ResizeObserver(place);
  for (const part of [frame, table, said, ...said.children]) sizes.observe(part);
  // the browser may still scroll to the new words after the sizes are known
  const late = [60, 250].map((wait) => setTimeout(place, wait));
  const scrolled = () => {
    follows = false;
  };
  for (const moves of ["touchmove", "wheel"]) table.addEventListener(moves, scrolled, { passive: true });
  said.addEventListener("scroll", more, { passive: true });
  return () => {
    sizes.disconnect();
    late.forEach(clearTimeout);
    for (const moves of ["touchmove", "wheel"]) table.removeEventListener(moves, scrolled);
    said.removeEventListener("scroll", more);
    said.removeAttribute("data-more");
    shell.removeAttribute("data-steady");
  };
}
