"""What bots lose to best opponents in the end game of notebooks/equilibrium.ipynb; kept in docs/equilibrium.json.

    python -m tests.benchmarks.equilibrium            # all bots, about a quarter of an hour
    python -m tests.benchmarks.equilibrium Greedy     # one of them

Each bot is asked in every information set that its own choices reach, each time with another seed: the shares of
its choices are its strategy. ``tests.end_game`` then finds the best answers to that strategy.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import capture_widgets as cw
from capture_widgets.core.atomic_files import replace_file
from tests.end_game import HIDDEN, Known, Position, best_against, information_sets

KEPT: Final = Path(__file__).parent.parent.parent / "docs/equilibrium.json"
ASKED: Final = 4
"""How often a bot is asked in an information set."""
DOWN: Final = 6
"""The place of the face-down card."""

BOTS: Final[dict[str, Callable[[int], cw.bots.Bot] | None]] = {
    "Random": None,
    "Greedy": lambda seed: cw.bots.Greedy(seed=seed),
    "ISMCTS 100": lambda seed: cw.bots.ISMCTS(simulations=100, seed=seed),
    "ISMCTS 1000": lambda seed: cw.bots.ISMCTS(simulations=1000, seed=seed),
}
"""By name how a bot is made with a seed; None for any legal move."""


def game() -> cw.Game:
    """The game of the notebook after seven fights."""
    return cw.new("kommando", seed=46, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run().at(14)


class Asked:
    """The strategy of a bot, asked where it is needed."""

    def __init__(self, make: Callable[[int], cw.bots.Bot] | None, times: int = 1) -> None:
        self._make, self._times = make, times
        self._sets = information_sets()
        self._dump = game().dump()
        self._told: dict[Known, Mapping[str, float]] = {}

    def __call__(self, known: Known) -> Mapping[str, float]:
        """The share of each move in an information set."""
        if known not in self._told:
            position, moves = self._sets[known]
            if self._make is None or len(moves) == 1:
                self._told[known] = dict.fromkeys(moves, 1 / len(moves))
            else:
                chosen = Counter(self._choice(position, self._make(seed)) for seed in range(self._times))
                self._told[known] = {move: count / self._times for move, count in chosen.items()}
        return self._told[known]

    def _choice(self, position: Position, bot: cw.bots.Bot) -> str:
        (down,) = set(HIDDEN) - position.start[0] - position.start[1]
        table = {**self._dump["table"], "hands": [sorted(hand) for hand in position.start]}
        table["row"] = [{**entry, "card": down} if at == DOWN else entry for at, entry in enumerate(table["row"])]
        there = cw.from_dump({**self._dump, "table": table})
        for move in position.seen:
            if there.to_play is not None and move in there.legal_moves():
                there.play(move)
        return bot.choose(there.sit(position.seat, bot).view())


def measured(name: str, times: int | None = None) -> list[float]:
    """What best opponents get against a bot: as seat A, and as seat B."""
    make = BOTS[name]
    strategy = Asked(make, times or ASKED)
    return [round(best_against(strategy, 1 - seat), 4) for seat in (0, 1)]


def main(names: list[str]) -> int:
    """Measure bots and keep what was found."""
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for name in names or list(BOTS):
        kept[name] = measured(name)
        print(name, kept[name], f"exploitability {sum(kept[name]) / 2:.4f}", flush=True)
        ordered = {one: kept[one] for one in BOTS if one in kept}
        replace_file(KEPT, json.dumps(ordered, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
