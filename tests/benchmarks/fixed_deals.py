"""The benchmark of the bots that are shipped; writes the table of docs/language_models.md.

    python -m tests.benchmarks.fixed_deals                  # all games; some ten minutes of one processor
    python -m tests.benchmarks.fixed_deals kommando fourx   # these games alone
    python -m tests.benchmarks.fixed_deals --write          # only write the page anew

The rows are kept in docs/benchmark.json; rows of games that are played again are replaced.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.analysis.benchmark import Benchmark, BenchmarkRow
from capture_widgets.bots.levels import BOTS
from capture_widgets.games import GAMES

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
KEPT: Final = DOCS / "benchmark.json"
PAGE: Final = DOCS / "language_models.md"
DEALS: Final = 8
JUDGED: Final = 1
SIMULATIONS: Final = 500
_TABLE: Final = re.compile(r"(?<=<!-- benchmark -->\n).*?(?=<!-- /benchmark -->)", re.DOTALL)


def measured(slug: str, *, judged: int = JUDGED, levels: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The rows of a game, by default with all levels."""
    rows = []
    for level in BOTS:
        if not levels or level.id in levels:
            bot = level.make()
            bot.seed = 1
            told = cw.benchmark(bot, [slug], deals=DEALS, judged=judged, simulations=SIMULATIONS, progress=False)
            rows += [vars(row) for row in told.rows]
    return rows


def kept() -> list[dict[str, Any]]:
    """The rows in the file, by game and level."""
    found: list[dict[str, Any]] = json.loads(KEPT.read_text("utf-8"))["rows"] if KEPT.exists() else []
    names = [level.name for level in BOTS]
    return sorted(found, key=lambda row: ([*GAMES].index(row["game"]), names.index(row["bot"])))


def keep(rows: list[dict[str, Any]]) -> None:
    """Put rows into the file, in place of those of the same games."""
    games = {row["game"] for row in rows}
    others = [row for row in kept() if row["game"] not in games]
    lines = ",\n  ".join(json.dumps(row) for row in [*others, *rows])
    KEPT.write_text(
        f'{{"deals": {DEALS}, "judged": {JUDGED}, "simulations": {SIMULATIONS}, "rows": [\n  {lines}\n]}}\n', "utf-8"
    )


def table() -> str:
    """The table of the page."""
    head, *rows = Benchmark(tuple(BenchmarkRow(**row) for row in kept()), "Greedy", ()).cells()
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ("---",) * len(head), *rows)]
    return "\n".join(lines) + "\n"


def write() -> None:
    """Write the table into the page."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(_TABLE.sub(lambda _: table(), page), "utf-8")


def main() -> None:
    """Play, keep and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    for slug in [] if given.write else given.games:
        keep(measured(slug))
        print(slug, flush=True)
    write()


if __name__ == "__main__":
    main()
