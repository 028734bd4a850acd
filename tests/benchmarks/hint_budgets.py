"""Whether hints with less time are as sure as they say, by the same reference; docs/hint_budgets.json.

    python -m tests.benchmarks.hint_budgets                       # 60 deals of each game; goes on where it was
    python -m tests.benchmarks.hint_budgets universal --deals 80
    python -m tests.benchmarks.hint_budgets --deals 0             # only say what was found

At one decision of each deal a hint is made with each of some budgets, from about 0.2 seconds of CPU on. The deals are
others than those of `hints.py`, and the factors by which `Evaluation.sureness` was multiplied come from them; they are
tried on those of `hints.py`, and on each fifth of these deals with factors that were fitted to the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from capture_widgets.bots.finalists import features
from tests.benchmarks import hints
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals
from tests.benchmarks.equal_visits import loss_of, view_of, worths_of
from tests.benchmarks.hints import LEVELS, SAME

KEPT = Path(__file__).parent.parent.parent / "docs/hint_budgets.json"
BUDGETS: Final = {"commander": (3_200, 10_000, 24_000), "universal": (1_500, 4_500, 11_000, 12_000)}
"""Simulations of a hint, from about 0.2 seconds to about the default. From 12,000 on the best moves are compared."""
FIRST: Final = 20_000
"""The deal before the first one, in the count of `hints.py`."""
BEFORE: Final = {"commander": (0.15, 0.5, 0.2, 0.0), "universal": (0.04, 1.36, 0.33, 2.77)}
"""The weights of the confidence before they were multiplied."""
FOLDS: Final = 5


class Told(NamedTuple):
    """A hint: its simulations, what its confidence is made of, and what its move loses."""

    simulations: float
    first: float
    second: float
    third: float
    loss: float


Kept = ByDeal[Told]


def hinted(slug: str, deal: int) -> list[Told]:
    """The hints at one decision of a deal."""
    position, seed = hints.position_of(slug, FIRST + deal)
    told = []
    for budget in BUDGETS[slug]:
        found = hints.tree_hint(view_of(position, f"chosen/{seed}"), budget)
        move = str(found.moves[0].move)
        _, first, second, third = features(found)
        told.append(Told(budget, first, second, third, loss_of(move, worths_of(position, move, seed)).loss))
    return told


def measure(slug: str, deals: int, kept: Kept, path: Path = KEPT) -> None:
    """Look at deals that were not looked at before, until there are so many."""
    rows = deals * len(BUDGETS[slug])
    add_deals(kept.setdefault(slug, {}), rows, lambda deal: hinted(slug, deal), lambda: keep(kept, path))


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found."""
    write_deals(path, kept, lambda rows: [[round(number, 4) for number in one] for one in rows])


def read(path: Path = KEPT) -> Kept:
    """What was found before."""
    return read_deals(path, lambda plain: [Told(*one) for one in plain])


PAGE: Final = """
## Hints with less time

At {decisions} (deals from {first:,} on), a hint was made with each of
some budgets, from about 0.2 seconds of CPU on, and judged by the same reference. Up to 11,000 simulations a hint is
the first search alone; from 12,000 on, and by default, it compares the best moves after that.

The weights of the confidence had been fitted to other deals. They made hints say too little, and were multiplied by the
factor that fits these decisions best: {factors}. In this table, each fifth of the
deals has the factor that fits the others. The decisions of the section above try the factors on deals that had no part
in them.

| game | simulations | sure | hints | said | were right | lost |
| --- | --- | --- | ---: | ---: | ---: | ---: |
{rows}

The hints of different budgets at one decision are often the same, so the rows of all budgets tell less than so many
hints of as many decisions. `python -m tests.benchmarks.hint_budgets` judges more.
"""


def factor(slug: str, told: Sequence[Told]) -> float:
    """What the weights are to be multiplied by, so that what came is most likely (Newton's steps)."""
    by = 1.0
    for _ in range(40):
        first, second = 0.0, 1e-9
        for one in told:
            odds = sum(w * v for w, v in zip(BEFORE[slug], (1.0, *one[1:4]), strict=True))
            said = 1 / (1 + exp(-by * odds))
            first += ((one.loss <= SAME) - said) * odds
            second += said * (1 - said) * odds**2
        by += first / second
    return by


Held = tuple[float, tuple[float, float, float]]
"""The simulations of a hint; its confidence by what was fitted to other deals, whether it was right, and its loss."""


def held_out(slug: str, deals: dict[int, list[Told]]) -> list[Held]:
    """The hints of each fifth of the deals, with the factor that was fitted to the other deals."""
    found: list[Held] = []
    for fold in range(FOLDS):
        by = factor(slug, [one for deal, row in deals.items() if deal % FOLDS != fold for one in row])
        weights = [by * weight for weight in BEFORE[slug]]
        found += [
            (one.simulations, (hints.said_by(weights, one[1:4]), float(one.loss <= SAME), one.loss))
            for deal, row in deals.items()
            if deal % FOLDS == fold
            for one in row
        ]
    return found


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    rows = []
    for slug, deals in kept.items():
        said = held_out(slug, deals)
        for name, here in [
            *((f"{budget:,}", [one for simulations, one in said if simulations == budget]) for budget in BUDGETS[slug]),
            ("all", [one for _, one in said]),
        ]:
            rows += [f"| {slug} | {name} | {level} | {hints.cells(here, span)} |" for level, span in LEVELS.items()]
    every = {slug: [one for row in deals.values() for one in row] for slug, deals in kept.items()}
    return PAGE.format(
        decisions=" and ".join(f"{len(deals)} decisions of {slug}" for slug, deals in kept.items()),
        first=hints.SEED + FIRST + 1,
        factors=" and ".join(f"{factor(slug, told):.2f} in {slug}" for slug, told in every.items()),
        rows="\n".join(rows),
    )


def main() -> None:
    """Measure, keep and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(BUDGETS)}; all by default")
    parser.add_argument("--deals", type=int, default=60)
    given = parser.parse_args()
    kept = read()
    for slug in given.games or BUDGETS:
        measure(slug, given.deals, kept)
        said = held_out(slug, kept[slug])
        print(f"\n{slug}: factor {factor(slug, [one for row in kept[slug].values() for one in row]):.3f}")
        for budget in BUDGETS[slug]:
            print(f"{budget:,} simulations")
            print("\n".join(hints.table([one for simulations, one in said if simulations == budget])))


if __name__ == "__main__":
    main()
