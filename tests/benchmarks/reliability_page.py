"""Writes the table of figures in docs/reliability.md from docs/reliability.json.

``python -m tests.benchmarks.reliability_page`` rewrites the page. The file has an object for each row: ``count``
(trials), ``faults`` (how many of them went wrong) and ``command`` (what made the figure).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
PAGE: Final = DOCS / "reliability.md"
FIGURES: Final = DOCS / "reliability.json"

BEGIN: Final = "<!-- figures -->\n"
END: Final = "<!-- end of figures -->\n"

ROWS: Final = {
    "lines": "stop button, full memory or full disk at a line of an operation",
    "kills": "processes killed while they play",
    "failed writes": "calls of the system that fail while a journal is written, writes after any part",
    "damages": "journals damaged: bits, bytes, lines, lengths",
    "two processes": "two processes at one journal",
    "threads at one path": "three threads that begin or resume games at one path at once",
    "full disks": "times that the disk refused a kept game for some moves",
    "stops in finalizers": "presses of the stop button while games and tables are thrown away",
    "hostile records and dumps": "records, dumps, codes and journals from strangers",
    "hostile messages": "messages that a browser might send",
    "stops": "presses of the stop button in JupyterLab while a cell plays",
    "soak minutes": "minutes of play in JupyterLab with all faults in turn",
    "threads": "operations by eight threads on one game with three tables",
}
"""What each figure counts."""


def table(figures: dict[str, Any]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| tried | how often | faults | command |", "| --- | ---: | ---: | --- |"]
    for name, words in ROWS.items():
        if name in figures:
            row = figures[name]
            lines.append(f"| {words} | {row['count']:,} | {row['faults']:,} | `{row['command']}` |")
    return "\n".join(lines) + "\n"


def page(text: str, figures: dict[str, Any]) -> str:
    """The page with the table in its place."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table(figures)}{END}{after}"


def main() -> None:
    """Rewrite the page."""
    figures = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(page(PAGE.read_text("utf-8"), figures), "utf-8")


if __name__ == "__main__":
    main()
