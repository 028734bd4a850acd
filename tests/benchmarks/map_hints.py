"""Whether hints of 4X Solitaire are as sure as they say, by longer searches; docs/map_hints.json.

    python -m tests.benchmarks.map_hints                     # 60 positions; goes on where it was
    python -m tests.benchmarks.map_hints --decisions 0       # only say what was found

A bot plays a deal. At one position of it where the search has more than one move to compare, a hint is made with each
of four budgets, and four searches with five times the default say together what its move loses.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

import capture_widgets as cw
from capture_widgets.bots.hints import pool_searches
from capture_widgets.bots.search import SearchResult
from tests.benchmarks.by_deal import add_deals, read_deals, write_deals
from tests.benchmarks.equal_visits import view_of
from tests.benchmarks.hints import LEVELS, SAME

KEPT = Path(__file__).parent.parent.parent / "docs/map_hints.json"
FIRST: Final = 2_691_003
"""The seed of the deal before the first one; the weights of the confidence come from 80 positions of 2,690,003 on."""
BUDGETS: Final = (100, 250, 600, 1200)
"""Simulations of a hint: 600 take about the default of half a second."""
SEARCHES: Final = 4
LONG: Final = 3000
"""The simulations of each of the long searches."""
VISITED: Final = 40
"""A move with fewer visits in a long search has no worth there."""
TRIED: Final = 6
"""The positions of a game where such a position is looked for."""


class Told(NamedTuple):
    """A hint: its simulations, its confidence, and what its move loses."""

    simulations: float
    said: float
    loss: float


def hinted(deal: int) -> list[Told]:
    """The hints at one position of a deal; none if no position of it has moves to compare."""
    bot = cw.bots.ISMCTS(simulations=60, seed=1)
    game = cw.new("fourx", seed=FIRST + deal, seats=[bot]).seed_bots(f"map/{deal}").run()
    plies = [*range(1, game.ply)]
    Random(f"map/{deal}").shuffle(plies)
    for ply in plies[:TRIED]:
        position = game.at(ply)
        if position.hint(simulations=BUDGETS[0], seed=1).rivals:
            worths = worths_of(position, f"{deal}/{ply}")
            hints = {budget: position.hint(simulations=budget, seed=deal) for budget in BUDGETS}
            best = max(worths.values())
            return [Told(budget, hint.confidence, best - worths.get(hint.move, 0.0)) for budget, hint in hints.items()]
    return []


def worths_of(position: cw.Game, seed: str) -> dict[str, float]:
    """The mean worth of each move in the long searches, weighted by its visits."""
    first, *others = (often_visited(position, number, f"{number}/{seed}") for number in range(SEARCHES))
    return {str(one.move): one.worth for one in pool_searches(first, others).moves}


def often_visited(position: cw.Game, number: int, seed: str) -> SearchResult:
    """One long search, with the moves that have a worth in it."""
    found = cw.bots.ISMCTS(simulations=LONG, seed=number).search(view_of(position, seed))
    return SearchResult(tuple(one for one in found.moves if one.visits >= VISITED), found.simulations)


def read(path: Path = KEPT) -> dict[int, list[Told]]:
    """What was found before, by deal."""
    return read_deals(path, lambda plain: [Told(*one) for one in plain]).get("fourx", {})


def keep(kept: dict[int, list[Told]], path: Path = KEPT) -> None:
    """Write what was found."""
    write_deals(path, {"fourx": kept}, lambda rows: [[round(number, 4) for number in one] for one in rows])


def page(kept: dict[int, list[Told]]) -> str:
    """What is said of it in docs/strength.md."""
    told = [one for rows in kept.values() for one in rows]
    lines = [
        f"| {budget:,} | {name} | {len(here)} | {fmean(one.said for one in here):.0%} |"
        f" {fmean(one.loss <= SAME for one in here):.0%} | {fmean(one.loss for one in here):.4f} |"
        for budget in BUDGETS
        for name, (low, high) in LEVELS.items()
        if (here := [one for one in told if one.simulations == budget and low <= one.said < high])
    ]
    table = "\n".join(lines)
    return f"""
## Hints of 4X Solitaire as sure as they say

At {len(told) // len(BUDGETS)} positions of games by a bot where the search had more than one move to compare, a hint
was made with four budgets; {BUDGETS[2]} simulations are about the default. {SEARCHES} searches with {LONG:,}
simulations each judged it: it is right if its move loses at most {SAME}, which is a turn and a half of a won deal. The
weights of the confidence come from 80 positions of other deals. Where the search has only one move to compare, a hint
says so and names no confidence; that was not judged.

| simulations | sure | hints | said | were right | lost |
| ---: | --- | ---: | ---: | ---: | ---: |
{table}

`python -m tests.benchmarks.map_hints` judges more positions.
"""


def main() -> None:
    """Measure, keep and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--decisions", type=int, default=60)
    kept = read()
    add_deals(kept, parser.parse_args().decisions * len(BUDGETS), hinted, lambda: keep(kept))
    print(page(kept))


if __name__ == "__main__":
    main()
