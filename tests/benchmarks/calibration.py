"""Whether chances are what they say: of the positions said to be won with 70 to 80%, are about that many won?

    python -m tests.benchmarks.calibration                                    # 2,000 positions of each game
    python -m tests.benchmarks.calibration kommando --positions 100 --simulations 2000

Bots play one another; a few positions of each game are judged for each seat by what it could know, as `cw.analyse`
does without all cards open, and compared with how the game ended (a draw is a half). Prints a reliability table with
Wilson's 95% intervals, Brier's score beside that of always saying the mean, and the slope by which the logarithms of
the odds should be multiplied to fit best (below 1: too sure). Positions of one game end alike, so the intervals are too
narrow by up to the root of positions a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from statistics import fmean

import capture_widgets as cw
from capture_widgets.games import GAMES

A_GAME = 3
"""Positions judged of each game."""
BINS = 10
EDGE = 0.005
"""Chances nearer to 0 and 1 than this count as this, for the slope."""

Said = tuple[float, float]
"""A chance, and what came of it."""


def judged(slug: str, positions: int, simulations: int, player: int, seed: int) -> list[Said]:
    """Chances said for a seat, and what came of them."""
    said: list[Said] = []
    deal = 0
    while len(said) < positions:
        deal += 1
        bots = [cw.bots.ISMCTS(simulations=player, seed=seat) for seat in range(2)]
        game = cw.new(slug, seed=1_000_003 * seed + deal, seats=bots).seed_bots(f"{seed}/{deal}").run()
        assert game.returns is not None
        rng = Random(f"{seed}/{deal}")
        for ply in rng.sample(range(game.ply), min(A_GAME, game.ply, positions - len(said))):
            seat = rng.randrange(2)
            # one position alone, without what was played from it
            here = cw.from_dump(game.at(ply).dump())
            found = cw.analyse(here, simulations=simulations, seat=seat, seed=deal, progress=False).standings[0]
            if found.chance is not None:
                said.append((found.chance, 0.5 + 0.5 * game.returns[seat]))
    return said


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
    """Judge and print."""
    games = [slug for slug, game in GAMES.items() if game.solver is None]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(games)}; all by default")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=2000, help="of each judgement")
    parser.add_argument("--player", type=int, default=400, help="simulations a move of those who play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for slug in given.games or games:
        said = judged(slug, given.positions, given.simulations, given.player, given.seed)
        mean = fmean(won for _, won in said)
        print(f"\n{slug}: {len(said)} positions, {given.simulations} simulations each")
        print("\n".join(table(said)))
        print(f"Brier {brier(said):.3f}, of the mean alone {brier([(mean, won) for _, won in said]):.3f}; "
              f"slope {slope(said):.2f}")


if __name__ == "__main__":
    main()
