"""How long `cw.analyse` takes for a hand, in the kernel and on two processes.

    python -m tests.benchmarks.analysis_time                 # three hands of each game
    python -m tests.benchmarks.analysis_time kommando --hands 5

Prints for each hand its CPU seconds in this process and the seconds that pass; how long two workers need for the same
positions if both have a core of their own; and the seconds that pass with a pool of two processes, its start included.
Seconds that pass say something only while nothing else runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from heapq import heapreplace
from itertools import pairwise
from typing import Final

import capture_widgets as cw

GAMES: Final = ("kommando", "commander")
SEED: Final = 8_800_000
"""The first deal."""
WORKERS: Final = 2


def hand(slug: str, deal: int) -> cw.Game:
    """A game between two bots."""
    bots = [cw.bots.ISMCTS(simulations=100, seed=seat) for seat in range(2)]
    return cw.new(slug, seed=SEED + deal, seats=bots).seed_bots(str(deal)).run()


def each_position(game: cw.Game, simulations: int | None = None) -> list[float]:
    """The CPU seconds of each position."""
    marks = [time.thread_time()]
    cw.analyse(game, simulations=simulations, progress=lambda _done, _all: marks.append(time.thread_time()))
    return [after - before for before, after in pairwise(marks)]


def shared(seconds: Sequence[float], workers: int = WORKERS) -> float:
    """How long workers need for some tasks if each takes the next task when it is free."""
    free = [0.0] * workers
    for one in seconds:
        heapreplace(free, free[0] + one)
    return max(free)


def on_processes(game: cw.Game, simulations: int | None = None) -> float:
    """The seconds that pass until a pool of processes has started and analysed a game."""
    begun = time.perf_counter()
    with ProcessPoolExecutor(WORKERS) as pool:
        cw.analyse(game, executor=pool, simulations=simulations, progress=False)
    return time.perf_counter() - begun


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help=f"of any; {' and '.join(GAMES)} by default")
    parser.add_argument("--hands", type=int, default=3)
    parser.add_argument("--simulations", type=int, help="instead of 0.2 seconds a position")
    given = parser.parse_args(arguments)
    for slug in given.games or GAMES:
        for deal in range(given.hands):
            game = hand(slug, deal)
            begun = time.perf_counter()
            seconds = each_position(game, given.simulations)
            passed = time.perf_counter() - begun
            print(
                f"{slug} {deal}: {len(seconds)} positions, {sum(seconds):.1f} s of CPU, {passed:.1f} s passed, "
                f"{shared(seconds):.1f} s on two free cores; {on_processes(game, given.simulations):.1f} s passed "
                "with two processes",
                flush=True,
            )


if __name__ == "__main__":
    main()
