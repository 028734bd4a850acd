"""Click to repainted table in JupyterLab, beside the bare widget's round trip in the same run.

``python -m tests.benchmarks.latency [moves [rest]] [game ...]`` prints two lines a game, p50 and p95 of both in ms, and
the ratios: until the page has changed, and until the frame after that has been laid out and painted; for Kommando also
how soon a picked card is shown as picked. Blocks of both kinds of clicks take turns, so
that a drifting machine touches both alike. Times are taken inside the page. Before a click, what the last move did is
stepped through, and then ``rest`` milliseconds go by, 20 if not given, on the bare widget as on the table. How long
they are matters: clicks that follow one another closely wait for an acknowledgement of the server's websocket, some
40 ms, which hides what a table does meanwhile; with 300, as people click, the bare widget takes a third.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Locator

from capture_widgets.games import GAMES
from tests.browser.lab import launch, opened, serve, wait_for_turn, write_notebook

BLOCK = 25
"""Clicks of one kind in a row."""

REST = 20
"""Milliseconds from one click's answer to the next click."""

SEEN = """(node, options, click) => new Promise(done => {
  const start = performance.now();
  const watch = new MutationObserver(() => {
    watch.disconnect();
    const changed = performance.now() - start, { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done([changed, performance.now() - start]);
    requestAnimationFrame(() => port2.postMessage(0));
  });
  watch.observe(node, options);
  click();
})"""
"""Milliseconds from a click until the page has changed, and until the next frame has been painted."""

ECHO = """async (root, [clicks, rest]) => {
  const seen = SEEN;
  const button = root.querySelector("button"), output = root.querySelector("output"), times = [];
  for (let i = 0; i < clicks; i++) {
    times.push(await seen(output, { childList: true, characterData: true, subtree: true }, () => button.click()));
    await new Promise(next => setTimeout(next, rest));
  }
  return times;
}""".replace("SEEN", SEEN)

TABLE = """async (root, [clicks, rest]) => {
  const seen = SEEN;
  const times = [], pause = (ms = 20) => new Promise(next => setTimeout(next, ms));
  const button = words => [...root.querySelectorAll("button")].find(found => words.test(found.textContent));
  const turn = async () => {
    let step;
    while ((step = root.querySelector("[data-reveal]")) || !root.querySelector("[data-move]")) {
      if (step) step.click();
      else if (root.dataset.state === "over") button(/New deal|Next/)?.click();
      await pause();
    }
    await pause(rest);
  };
  for (let i = 0; i < clicks; i++) {
    await turn();
    const moves = [...root.querySelectorAll("[data-move]")].filter(entry => entry.dataset.move !== "resign");
    const entry = moves[(i * 7) % moves.length] ?? root.querySelector("[data-move]");
    const changes = { attributes: true, attributeFilter: ["data-ply", "data-round"] };
    times.push(await seen(root, changes, () => entry.click()));
  }
  return times;
}""".replace("SEEN", SEEN)

PICK = """async (root, clicks) => {
  const times = [], pause = () => new Promise(next => setTimeout(next, 20));
  for (let i = 0; i < clicks; i++) {
    const open = [...root.querySelectorAll('[data-place][aria-disabled="false"]')];
    const card = open.find(place => /[0-9]/.test(place.dataset.place));
    const start = performance.now();
    await new Promise(done => {
      const watch = new MutationObserver(() => { watch.disconnect(); times.push(performance.now() - start); done(); });
      watch.observe(root, { attributes: true, subtree: true });
      card.click();
    });
    await pause();
    card.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await pause();
  }
  return times;
}"""
"""Picks a card of the hand and lets go of it again; no kernel is asked."""


Seen = list[tuple[float, float]]
"""Milliseconds of each click until the page has changed, and until the frame after that has been painted."""


def measure(echo: Locator, table: Locator, clicks: int, rest: int) -> tuple[Seen, Seen]:
    """The clicks on the bare widget and those on the table."""
    bare: Seen = []
    played: Seen = []
    echo.evaluate(ECHO, [5, rest])
    table.evaluate(TABLE, [5, rest])
    while len(played) < clicks:
        block = min(BLOCK, clicks - len(played))
        bare += echo.evaluate(ECHO, [block, rest])
        played += table.evaluate(TABLE, [block, rest])
    return bare, played


def run(slugs: list[str], clicks: int, rest: int = REST) -> dict[str, float]:
    """Measure games one after the other, each in a notebook of its own.

    Returns by game the ratio of the medians until the page has changed.
    """
    ratios: dict[str, float] = {}
    root = Path(__file__).parent.parent.parent
    with tempfile.TemporaryDirectory() as folder, serve("lab", Path(folder)) as server, launch() as browser:
        for slug in slugs:
            load = f"import sys; sys.path.insert(0, {str(root)!r})\nimport capture_widgets as cw"
            cells = [
                f"{load}\nfrom tests.benchmarks.echo import Echo\nEcho()",
                f'cw.new("{slug}", seed=7).table(seat=None)',
            ]
            write_notebook(Path(folder) / f"{slug}.ipynb", cells)
            with opened(browser, server, f"{slug}.ipynb") as book:
                book.run_all()
                table = book.widget()
                bare, played = measure(book.page.locator(".echo"), table, clicks, rest)
                if slug == "kommando":
                    wait_for_turn(table)
                    picked = table.evaluate(PICK, 50)
                    print(f"{slug:<10} picked card shown after p50 {median(picked):.1f} ms, most {max(picked):.1f} ms")
            for at, words in enumerate(("changed", "painted")):
                one, other = [times[at] for times in bare], [times[at] for times in played]
                print(line(slug, words, one, other), flush=True)
                ratios.setdefault(slug, median(other) / median(one))
    return ratios


def late(times: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


def line(slug: str, words: str, bare: list[float], played: list[float]) -> str:
    """One line of the report."""

    def figures(times: list[float]) -> str:
        return f"p50 {median(times):6.1f} ms  p95 {late(times):6.1f} ms"

    ratios = f"ratio {median(played) / median(bare):.2f} and {late(played) / late(bare):.2f}"
    return f"{slug:<10} {words} table {figures(played)}   bare {figures(bare)}   {ratios}   ({len(played)} moves)"


def main(arguments: list[str]) -> Any:
    """Measure what the command line names, every game with 200 moves by default."""
    numbers = [int(word) for word in arguments if word.isdigit()]
    slugs = [word for word in arguments if not word.isdigit()] or list(GAMES)
    return run(slugs, *(numbers or [200]))


if __name__ == "__main__":
    main(sys.argv[1:])
