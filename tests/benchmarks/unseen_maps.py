"""How near the player of 4X Solitaire who does not know the map comes to what the map allows; docs/unseen_maps.json.

    python -m tests.benchmarks.unseen_maps --minutes 20 --workers 2   # goes on from what was played before
    python -m tests.benchmarks.unseen_maps --minutes 0                # only say what was found

A deal of each seed is played with one king by `ISMCTS` with a second of CPU a move. Of deals that this king can win, it
says how many were won, and in how many turns more than the shortest win takes by somebody who knows the map.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count as numbers
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import capture_widgets as cw
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.intervals import interval
from tests.benchmarks.winnability import wilson

KEPT = Path(__file__).parent.parent.parent / "docs/unseen_maps.json"
FIRST = 900_000
"""Seed of the first deal: none that was looked at, or chosen by, while the player was made (those were 700,000 to
700,107, 750,000 to 750,400, 780,000 to 780,421 and 2,000,000 to 2,000,700; the player before was measured on 760,000
to 760,268)."""
KINGS = "cdhs"
SECONDS = 1.0
"""Of CPU a move."""
PROVING = 60.0
"""Seconds, at most, to prove the shortest win."""

Played = dict[str, Any]
"""``best``: turns of the shortest win with this king (None: it cannot win); ``bound``, if that is not proved: the
fewest that it can be; ``won``; ``turns``."""


class Timed(cw.bots.ISMCTS):
    """ISMCTS with so many seconds of CPU."""

    def clock(self) -> float:
        return time.thread_time()


def played(seed: int, seconds: float = SECONDS) -> Played:
    """One deal, if its king can win it."""
    king = KINGS[seed % len(KINGS)]
    dealt = cw.new("fourx", seed=seed)
    best = cw.solve(dealt, PROVING, suit=king, progress=False)
    if best.turns is None:
        if best.status == "unknown":
            raise AssertionError(f"whether deal {seed} can be won was not decided")
        return {"best": None}
    game = cw.new("fourx", seed=seed, seats=[Timed(seconds, seed=seed)])
    game.play(f"king {king}").run()
    proved = {} if best.status == "solved" else {"bound": best.bound}
    return {"best": best.turns, **proved, "won": game.returns == [1], "turns": game.points[0]}


def read(path: Path = KEPT) -> dict[int, Played]:
    """What was played, by seed."""
    return {int(seed): one for seed, one in json.loads(path.read_text("utf-8")).items()} if path.exists() else {}


def play_on(seconds: float, workers: int, path: Path = KEPT) -> dict[int, Played]:
    """Play deals that were not played yet, until the time is over; keep each as it is done."""
    kept, end = read(path), time.monotonic() + seconds
    with ProcessPoolExecutor(workers) as executor:
        while time.monotonic() < end:
            seeds = list(islice((seed for seed in numbers(FIRST) if seed not in kept), workers))
            waiting = {executor.submit(played, seed): seed for seed in seeds}
            for done in as_completed(waiting):
                kept[waiting[done]] = done.result()
            lines = ",\n".join(f'"{seed}":{json.dumps(kept[seed], separators=(",", ":"))}' for seed in sorted(kept))
            replace_file(path, "{\n" + lines + "\n}\n")
    return kept


def page(kept: dict[int, Played]) -> str:
    """What is said of it in docs/strength.md."""
    can = [one for one in kept.values() if one["best"] is not None]
    won = [one for one in can if one["won"]]
    low, high = wilson(len(won), len(can))
    more, within = interval([float(one["turns"] - one["best"]) for one in won])
    took, possible = (fmean(one[name] for one in won) for name in ("turns", "best"))
    share = f"{len(won)} of them, {len(won) / len(can):.0%} (95% interval {low:.0%} to {high:.0%})"
    open_still = sum("bound" in one for one in won)
    shortest = f"; for {open_still} of them that is not proved" if open_still else ""
    return f"""
## 4X Solitaire without the map

Of {len(kept)} deals, each with a king given, {len(can)} could be won by somebody who knows the map. `ISMCTS` with
{SECONDS:g} s of CPU a move won {share}, in {took:.1f} turns where {possible:.1f}
were possible{shortest}: {more:.1f} ± {within:.1f} more. The player was developed with other deals.
`python -m tests.benchmarks.unseen_maps` plays more.
"""


def main() -> None:
    """Parse the arguments, play, say what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    print(page(play_on(asked.minutes * 60, asked.workers) if asked.minutes else read()))


if __name__ == "__main__":
    main()
