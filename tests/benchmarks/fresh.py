"""Whether what is advised is true, at positions that nothing was chosen by; docs/fresh.json.

    python -m tests.benchmarks.fresh                          # 100 positions of each game; goes on where it was
    python -m tests.benchmarks.fresh kommando --positions 400 --minutes 15
    python -m tests.benchmarks.fresh --positions 0            # only say what was found

Bots play one another. At one position of each game a hint is asked for as a player gets it, and `cw.analyse` judges the
move that Beginner would make, with as many simulations as in 0.2 seconds. The reference of `equal_visits.py`, with
trees of 20,000 simulations, says what both moves lose. If the analysis calls a mistake, one analysis ten times as long
says whether it agrees.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import capture_widgets as cw
from capture_widgets.core.intervals import interval, share_interval
from tests.benchmarks import hints, ranges
from tests.benchmarks.by_deal import ByDeal, add_deals, read_deals, write_deals
from tests.benchmarks.equal_visits import TREES, loss_of, worths_of
from tests.benchmarks.hints import FELT, SAME
from tests.benchmarks.ranges import FELT_SURELY, LONGER, SHARE, SIMULATIONS

KEPT: Final = Path(__file__).parent.parent.parent / "docs/fresh.json"
LONG: Final = 20_000
"""The simulations of a move in each tree of the reference."""
FIRST: Final = 6_800_000
"""The deal before the first one, in the count of `hints.py`. Nothing was chosen by these deals."""


class Advised(NamedTuple):
    """What was advised at one position, and what a reference says of it."""

    simulations: float
    confidence: float
    loss: float
    error: float
    """Of the hint."""
    played: float
    """What the move loses that the analysis judged."""
    called: float
    """Whether the analysis called it a mistake."""
    confirmed: float
    """Whether a longer analysis calls the mistake one, too; 0 if there was none."""


Kept = ByDeal[Advised]


def advised(slug: str, deal: int, simulations: int | None = None, long: int = LONG) -> Advised:
    """Judge what is advised at one position of a deal.

    Args:
        slug: the game.
        deal: the number of the deal.
        simulations: of the hint and of the analysis; None for what is usual.
        long: the simulations of the reference.
    """
    game, seed = hints.position_of(slug, FIRST + deal)
    hint = game.hint(simulations=simulations)
    played = str(cw.bots.Beginner(seed=deal).choose(game.view()))
    worths = worths_of(game, hint.move, seed, long, played)
    lost = loss_of(hint.move, worths)
    after, each = game.at(game.ply).play(played), simulations or round(SIMULATIONS[slug] * SHARE)
    called = ranges.standing(after, game.ply, each, 1).mistake
    confirmed = called and ranges.standing(after, game.ply, each * LONGER, LONGER).mistake
    own = loss_of(played, worths).loss
    return Advised(hint.simulations, hint.confidence, lost.loss, lost.error, own, called, confirmed)


def measure(slug: str, positions: int, kept: Kept, path: Path = KEPT, minutes: float = float("inf")) -> None:
    """Look at deals that were not looked at before, until there are so many positions or the time is over."""
    end = time.monotonic() + 60 * minutes
    deals = kept.setdefault(slug, {})
    while sum(map(len, deals.values())) < positions and time.monotonic() < end:
        rows = sum(map(len, deals.values())) + 1
        add_deals(deals, rows, lambda deal: [advised(slug, deal)], lambda: keep(kept, path))


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found."""
    write_deals(path, kept, lambda rows: [[round(float(number), 4) for number in one] for one in rows])


def read(path: Path = KEPT) -> Kept:
    """What was found before."""
    return read_deals(path, lambda plain: [Advised(*one) for one in plain])


PAGE: Final = """
## What is advised, at fresh positions

At {count} positions of games between bots (deals from {first:,} on, by which nothing was chosen), a hint was asked for
as a player gets it, and `cw.analyse` judged the move that Beginner would make there, with as many simulations as in 0.2
seconds. A reference searched every good move and these two {trees} times, with {long:,} simulations each. It has noise
of its own, which makes losses look too large rather than too small. Shares have their 95% intervals (Wilson).

| game | hints | lose over {felt} | lose over {same} | mean loss |
| --- | ---: | --- | --- | --- |
{hints}

How sure the same hints are, and how many of them are right, which is to lose at most {same}:

| game | sure | hints | said | were right |
| --- | --- | ---: | ---: | --- |
{words}

*Called* are the moves that the analysis calls mistakes, *confirmed* those of them that one analysis {longer} times as
long calls mistakes, too. *Missed* are the moves that lose over {surely} by the reference and are not called.

| game | moves | called | of these lose over {felt} | over {same} | confirmed | lose over {surely} | missed |
| --- | ---: | ---: | --- | --- | --- | ---: | --- |
{mistakes}

`python -m tests.benchmarks.fresh` judges more positions.
"""


def page(kept: Kept) -> str:
    """What was found, for docs/strength.md."""
    every = {slug: [one for row in deals.values() for one in row] for slug, deals in kept.items()}
    every = {slug: rows for slug, rows in every.items() if rows}
    words = [
        f"| {slug} | {level} | {len(here)} | {fmean(one.confidence for one in here):.0%} "
        f"| {_share([one.loss <= SAME for one in here])} |"
        for slug, rows in every.items()
        for level, (low, high) in hints.LEVELS.items()
        if (here := [one for one in rows if low <= one.confidence < high])
    ]
    return PAGE.format(
        count=f"{sum(map(len, every.values())):,}", first=hints.SEED + FIRST + 1, trees=TREES, long=LONG, felt=FELT,
        same=SAME, surely=FELT_SURELY, longer=LONGER, words="\n".join(words),
        hints="\n".join(f"| {slug} | {_hints(rows)} |" for slug, rows in every.items()),
        mistakes="\n".join(f"| {slug} | {_mistakes(rows)} |" for slug, rows in every.items()),
    )  # fmt: skip


def _hints(rows: Sequence[Advised]) -> str:
    """The cells about hints."""
    mean, within = interval([one.loss for one in rows])
    shares = " | ".join(_share([one.loss > bound for one in rows]) for bound in (FELT, SAME))
    return f"{len(rows)} | {shares} | {mean:.4f} ± {within:.4f}"


def _mistakes(rows: Sequence[Advised]) -> str:
    """The cells about mistakes."""
    called = [one for one in rows if one.called]
    large = [one for one in rows if one.played > FELT_SURELY]
    shares = [
        _share([one.played > FELT for one in called]),
        _share([one.played > SAME for one in called]),
        _share([bool(one.confirmed) for one in called]),
    ]
    missed = _share([not one.called for one in large])
    return f"{len(rows)} | {len(called)} | {' | '.join(shares)} | {len(large)} | {missed}"


def _share(found: Sequence[bool]) -> str:
    if not found:
        return ""
    low, high = share_interval(sum(found), len(found))
    return f"{sum(found)} of {len(found)} ({low:.0%} to {high:.0%})"


def main() -> None:
    """Measure, keep and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(SIMULATIONS)}; all by default")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="the most for each game")
    given = parser.parse_args()
    kept = read()
    for slug in given.games or SIMULATIONS:
        measure(slug, given.positions, kept, minutes=given.minutes)
    print(page(kept))


if __name__ == "__main__":
    main()
