"""Whether chances are what they say: of the positions said to be won with 70 to 80%, are about that many won?

    python -m tests.benchmarks.calibration                        # 2,000 positions of each game; goes on where it was
    python -m tests.benchmarks.calibration kommando --positions 4000
    python -m tests.benchmarks.calibration --positions 0          # only say what was found

Bots play one another; a few positions of each game are judged for a seat by what it could know, as `cw.analyse` does
without all cards open, and compared with how the game ended (a draw is a half). What was said and what came of it is
kept in docs/calibration.json, deal by deal, so that runs add up. Prints a reliability table with Wilson's 95%
intervals, Brier's score beside that of always saying the mean, and the slope by which the logarithms of the odds should
be multiplied to fit best (below 1: too sure), fitted on the odd deals and tried on the even ones. Positions of one game
end alike, so the intervals are too narrow by up to the root of positions a game.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import capture_widgets as cw
from capture_widgets.files import replace_file
from capture_widgets.games import GAMES

KEPT = Path(__file__).parent.parent.parent / "docs/calibration.json"
SIMULATIONS = {"columns": 200}
"""Of each judgement: about what `cw.analyse` has time for at 0.2 s a ply; 800 in other games."""
PLAYER = 100
"""Simulations a move of those who play."""
A_GAME = 4
"""Positions judged of each game."""
EVERY = 20
"""Seconds between two times that what was found is kept."""
BINS = 10
EDGE = 0.005
"""Chances nearer to 0 and 1 than this count as this, for the slope."""

Said = tuple[float, float]
"""A chance, and what came of it."""


def judged(slug: str, deal: int) -> list[Said]:
    """Chances said for a seat at a few positions of one game, and what came of them."""
    bots = [cw.bots.ISMCTS(simulations=PLAYER, seed=seat) for seat in range(2)]
    game = cw.new(slug, seed=1_000_003 + deal, seats=bots).seed_bots(f"1/{deal}").run()
    assert game.returns is not None
    rng = Random(f"1/{deal}")
    said: list[Said] = []
    for ply in rng.sample(range(game.ply), min(A_GAME, game.ply)):
        seat = rng.randrange(2)
        # one position alone, without what was played from it
        here = cw.from_dump(game.at(ply).dump())
        effort = SIMULATIONS.get(slug, 800)
        (found, *_) = cw.analyse(here, simulations=effort, seat=seat, seed=deal, progress=False).standings
        if found.chance is not None:
            said.append((round(found.chance, 3), 0.5 + 0.5 * game.returns[seat]))
    return said


Kept = dict[str, dict[int, list[Said]]]
"""By game and deal."""


def judge(slug: str, positions: int, kept: Kept, path: Path = KEPT) -> None:
    """Judge deals that were not judged before, until there are so many positions."""
    deals = kept.setdefault(slug, {})
    since, deal = time.monotonic(), max(deals, default=0)
    while sum(map(len, deals.values())) < positions:
        deal += 1
        deals[deal] = judged(slug, deal)
        if time.monotonic() > since + EVERY:
            keep(kept, path)
            since = time.monotonic()
    keep(kept, path)


def keep(kept: Kept, path: Path = KEPT) -> None:
    """Write what was found, a game a line: for each deal chances and what came of them, one after the other."""
    lines = [
        f'"{slug}":' + json.dumps({deal: [number for one in said for number in one] for deal, said in deals.items()},
                                  separators=(",", ":"))
        for slug, deals in sorted(kept.items())
    ]
    replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: Path = KEPT) -> Kept:
    """What was found before."""
    data: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {
        slug: {int(deal): list(zip(row[::2], row[1::2], strict=True)) for deal, row in deals.items()}
        for slug, deals in data.items()
    }


def table(said: Sequence[Said]) -> list[str]:
    """What was said beside what came of it, in tenths."""
    lines = ["   said    positions   mean said   came true   95%"]
    for at in range(BINS):
        here = [one for one in said if min(BINS - 1, int(one[0] * BINS)) == at]
        if here:
            share, count = fmean(won for _, won in here), len(here)
            middle = (share + 1.92 / count) / (1 + 3.84 / count)
            within = 1.96 / (1 + 3.84 / count) * sqrt(share * (1 - share) / count + 0.96 / count**2)
            lines.append(
                f"{at / BINS:4.0%}-{(at + 1) / BINS:4.0%} {count:9} {fmean(p for p, _ in here):11.0%} {share:11.0%}"
                f"   {max(0.0, middle - within):.0%} to {min(1.0, middle + within):.0%}"
            )
    return lines


def brier(said: Sequence[Said]) -> float:
    """The mean square of what was said less what came."""
    return fmean((chance - won) ** 2 for chance, won in said)


def odds(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    kept = min(1 - EDGE, max(EDGE, chance))
    return log(kept / (1 - kept))


def slope(said: Sequence[Said]) -> float:
    """The factor of the logarithms of the odds that makes what came most likely (Newton's steps)."""
    factor = 1.0
    for _ in range(30):
        first = second = 0.0
        for chance, won in said:
            x = odds(chance)
            p = 1 / (1 + exp(-factor * x))
            first += (won - p) * x
            second += p * (1 - p) * x * x
        factor = min(5.0, max(0.02, factor + first / max(second, 1e-9)))
    return factor


def main() -> None:
    """Judge, keep and print."""
    games = [slug for slug, game in GAMES.items() if game.solver is None]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(games)}; all by default")
    parser.add_argument("--positions", type=int, default=2000)
    given = parser.parse_args()
    kept = read()
    for slug in given.games or games:
        judge(slug, given.positions, kept)
        said = [one for deal in kept[slug].values() for one in deal]
        fitted, tried = ([one for deal, row in kept[slug].items() if deal % 2 == odd for one in row] for odd in (1, 0))
        factor = slope(fitted)
        changed = [(1 / (1 + exp(-factor * odds(chance))), won) for chance, won in tried]
        mean = fmean(won for _, won in said)
        print(f"\n{slug}: {len(said)} positions, {SIMULATIONS.get(slug, 800)} simulations each")
        print("\n".join(table(said)))
        print(f"Brier {brier(said):.4f}, of the mean alone {brier([(mean, won) for _, won in said]):.4f}; "
              f"slope {factor:.2f} on odd deals, on even ones {slope(tried):.2f}: "
              f"Brier {brier(tried):.4f} as said, {brier(changed):.4f} with it")


if __name__ == "__main__":
    main()
