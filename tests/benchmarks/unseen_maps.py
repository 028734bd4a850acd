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
from typing import Any, Final

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
{TRIED}"""


TRIED: Final = """
It loses the other deals mostly by bad luck, since other players lose the same ones. One such player explores whenever
it can, without regard to turns, and searches only for captures. It won 371 of 400 winnable deals (93%, 95% interval
90% to 95%) with 20 sampled maps for each choice, and 381 (95%, 93% to 97%) with 200, in a quarter of a second a deal.
Of the 19 deals that it lost with 200 maps, three times as many maps won 4. It won 5 of them when it judged a map by
playing on without knowledge of the map, instead of solving it. Of 81 winnable deals (seeds 750,000 to 750,400) it won
75 and `ISMCTS` 73, in 3.1 ± 0.6 turns more than possible; `ISMCTS` also lost the 6 deals that this player lost. So
about 95% seem to be possible.

The player before today's valued unseen cards before a capture with up to ten turns if a win was in doubt. That won no
deal and cost turns: of 84 winnable deals (seeds 780,000 to 780,137) both won 83, today's player in 0.45 ± 0.27 turns
fewer. Of 240 (to 780,421) today's player won 228, in 3.6 ± 0.4 turns more than the shortest known win (10 of these are
not proved to be shortest), and the player before lost the other 12 too. With half that value it took 0.24 ± 0.30 turns
fewer on 30 deals. An exact count of explorations with more than 22 cards face down took 0.08 ± 0.15 turns more on 52
deals, so today's player estimates them; bounds instead of long counts took 0.1 ± 0.5 turns more on 20. Explorations,
journeys and captures each make up a third of the lost turns; an analysis with known maps shows that another exploration
would have saved few of them.

A still earlier player sampled fewer maps for a choice, dropped half of the moves after 16 maps, and added four turns to
a move if its count was cut off, which happened most often to the moves judged last. On 60 winnable deals (seeds 700,000
to 700,107) it won 55 and its successor 57, in 0.4 ± 0.6 turns more if both won, which is no significant gain. Today's
player takes 3 s of CPU a deal.
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
