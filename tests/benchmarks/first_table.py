"""The first table of a page in JupyterLab, beside a bare widget in the same run.

``python -m tests.benchmarks.first_table [pairs [game]]`` prints for each the milliseconds from the run of its cell,
with all imports, until the frame after it has been painted, and the ratios of the medians and of the shortest times.
Each is measured in a page and a kernel of its own; bare widgets and tables take turns, so that a drifting
machine touches both alike.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.browser.lab import Server, launch, opened, serve, write_notebook

PAINTED = """selector => new Promise(done => {
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - start);
    requestAnimationFrame(() => port2.postMessage(0));
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  window.jupyterapp.commands.execute("notebook:run-all-cells");
})"""
"""Runs all cells; milliseconds until the frame after the first match has been painted."""


def cells(slug: str) -> dict[str, tuple[str, str]]:
    """The cell of the bare widget and that of the table, each with a selector of what it shows."""
    load = f"import sys; sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})\n"
    return {
        "bare": (f"{load}from tests.benchmarks.echo import Echo\nEcho()", ".echo button"),
        "table": (
            f'{load}import capture_widgets as cw\ncw.new("{slug}", seed=7).table(seat=None)',
            ".capture-widgets .cw-board",
        ),
    }


def measure(browser: Browser, server: Server, folder: Path, pairs: int, slug: str) -> float:
    """The ratio of the shortest times, table to bare widget: what else runs on the machine only adds to a time."""
    found: dict[str, list[float]] = {"bare": [], "table": []}
    for number in range(pairs):
        for kind, (source, selector) in cells(slug).items():
            name = f"first_{kind}_{number}.ipynb"  # the server would hand the kernel of a notebook to its next page
            write_notebook(folder / name, [source])
            with opened(browser, server, name) as book:
                book.page.wait_for_timeout(1000)  # what JupyterLab does after it is ready
                found[kind].append(book.page.evaluate(PAINTED, selector))
                book.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    usual, least = (find(found["table"]) / find(found["bare"]) for find in (median, min))
    for kind, times in found.items():
        print(f"{slug:<10} {kind:<6} median {median(times):5.0f} ms   ({', '.join(f'{one:.0f}' for one in times)})")
    print(f"{slug:<10} ratio of medians {usual:.2f}, of the shortest times {least:.2f}", flush=True)
    return least


def main(arguments: list[str]) -> None:
    """Measure as the command line says: 5 pairs of Kommando by default."""
    pairs, slug = int(arguments[0]) if arguments else 5, arguments[1] if len(arguments) > 1 else "kommando"
    with tempfile.TemporaryDirectory() as folder, serve("lab", Path(folder)) as server, launch() as browser:
        measure(browser, server, Path(folder), pairs, slug)


if __name__ == "__main__":
    main(sys.argv[1:])
