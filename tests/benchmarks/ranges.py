"""How often the ranges of `cw.analyse` hold what a search ten times as long finds.

    python -m tests.benchmarks.ranges kommando commander --positions 200     # goes on where it was
    python -m tests.benchmarks.strength --minutes 0                          # writes docs/strength.md

Greedy and Beginner play each other. At two positions of each game `cw.analyse` judges the move that was played, once
with about as many simulations as it makes in 0.2 seconds and once, with other random numbers, with ten times as many.
docs/ranges.json holds both judgements of each position.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any, Final

import capture_widgets as cw
from capture_widgets.analysis.position_judge import judge_position, position_task
from capture_widgets.analysis.standing import Standing
from capture_widgets.bots.search_budget import SearchBudget
from tests.benchmarks.advice import BUDGETS

KEPT: Final = Path(__file__).parent.parent.parent / "docs/ranges.json"
LONGER: Final = 10
"""The second search makes so many times as many simulations."""
SEED: Final = 8_700_000
"""The deals are those of this seed and the following ones."""
FELT: Final = 0.02
"""A loss above this can be called a mistake."""
Row = dict[str, Any]
"""The game, deal and ply; chance and loss of both searches, each as value, low, high; who called it a mistake."""


def judged(game: cw.Game, deal: int, ply: int, simulations: int) -> Row | None:
    """Both judgements of one position; None if a search has no chance to state."""
    short, long = (_standing(game, ply, simulations * times, times) for times in (1, LONGER))
    if short.chance is None or long.chance is None or short.loss is None or long.loss is None:
        return None
    return {
        "game": game.type.slug, "deal": deal, "ply": ply, "same": short.best == short.played,
        "chance": [_brief(short.chance), _brief(short.low), _brief(short.high)],
        "loss": [_brief(short.loss), _brief(short.loss_low), _brief(short.loss_high)],
        "longer": [_brief(long.chance), _brief(long.loss)], "mistake": [short.mistake, long.mistake],
    }  # fmt: skip


def _brief(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _standing(game: cw.Game, ply: int, simulations: int, seed: int) -> Standing:
    """What ``cw.analyse(game, seat=..., simulations=..., seed=...)`` says of one position, to the seat that moves."""
    seat = game.at(ply).to_play
    assert seat is not None
    task = position_task(game.history, 0, ply, [seat], False, SearchBudget(None, simulations), seed)
    return judge_position(task)[0]


def measure(slug: str, positions: int) -> None:
    """Judge positions of deals that were not looked at before, until there are that many."""
    rows = read()
    deal = max((row["deal"] for row in rows if row["game"] == slug), default=SEED - 1)
    while sum(row["game"] == slug for row in rows) < positions:
        deal += 1
        bots = [cw.bots.Greedy(seed=deal), cw.bots.Beginner(seed=deal)]
        game = cw.new(slug, seed=deal, seats=bots[:: 1 if deal % 2 else -1]).run()
        plies = [ply for ply in range(game.ply) if len(game.at(ply).legal_moves()) > 1]
        chosen = Random(f"ranges/{deal}").sample(plies, min(2, len(plies)))
        found = [judged(game, deal, ply, BUDGETS[slug][1]) for ply in chosen]
        rows += [row for row in found if row is not None]
        KEPT.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


def read() -> list[Row]:
    """What was found before."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(BUDGETS)}; all by default")
    parser.add_argument("--positions", type=int, default=200, help="how many of each game there are to be in the end")
    given = parser.parse_args()
    for slug in given.games or BUDGETS:
        measure(slug, given.positions)


if __name__ == "__main__":
    main()
