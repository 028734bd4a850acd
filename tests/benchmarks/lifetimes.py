"""What is left of games that were shown: ``python -m tests.benchmarks.lifetimes --games 2000``.

Each game is shown at tables with a bot, in a replay that another follows, and in inspectors. They are closed, or their
pages say that they show them no longer and nobody refers to them, as where a cell's output is replaced.
"""

from __future__ import annotations

import argparse
import gc
import sys
import threading
import time
import tracemalloc
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import comm
from ipywidgets.widgets import widget as listed

import capture_widgets as cw
from tests.wire import say


@dataclass
class Figures:
    """What is left."""

    games: int
    widgets: int
    listed: int
    """In the list that ipywidgets keeps of its widgets."""
    comms: int
    threads: int
    grown: int
    """Bytes of memory more after the second half than after the first."""


def show_one(seed: int, *, closed: bool) -> list[weakref.ref[Any]]:
    """Show a game in all ways and be done with it; returns the game, then the widgets."""
    game = cw.new("kommando", seed=seed, seats=["you", cw.bots.Random(1)])
    leader = game.replay(seat=None)
    widgets: list[Any] = [game.table(seat=0, pace=0), game.table(), game.inspect(), leader, leader.inspect()]
    widgets.append(game.replay(seat=0).follow(leader))
    for widget in widgets:
        say(widget, {"kind": "hello", "id": 1, "view": "page"})
    game.play(game.legal_moves()[0])
    leader.ply = 1
    for widget in widgets:
        if closed:
            widget.close()
        else:
            say(widget, {"kind": "bye", "view": "page"})
    return [weakref.ref(one) for one in (game, *widgets)]


def threads() -> list[threading.Thread]:
    """Threads of tables."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("capture-widgets")]


def run(count: int, *, closed: bool) -> Figures:
    """Show so many games, one after the other, and see what is left of them."""
    gc.collect()
    before = len(listed._instances), len(comm.get_comm_manager().comms)
    earlier = set(threads())
    refs: list[list[weakref.ref[Any]]] = []
    sizes = []
    show_one(0, closed=closed)  # what is made once
    tracemalloc.start()
    try:
        for half in range(2):
            refs.extend(show_one(1 + half + number * 2, closed=closed) for number in range(count // 2))
            until = time.monotonic() + 10
            while set(threads()) - earlier and time.monotonic() < until:
                time.sleep(0.01)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] - sum(map(sys.getsizeof, refs)))
    finally:
        tracemalloc.stop()
    # the references that count what is left are no part of it
    weighed = sum(sys.getsizeof(one) for one in refs[0]) * (count // 2)
    return Figures(
        games=sum(game() is not None for game, *_ in refs),
        widgets=sum(one() is not None for _, *widgets in refs for one in widgets),
        listed=len(listed._instances) - before[0],
        comms=len(comm.get_comm_manager().comms) - before[1],
        threads=len(set(threads()) - earlier),
        grown=sizes[1] - sizes[0] - weighed,
    )


def main() -> int:
    """Print what is left; fails where it is anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    given = parser.parse_args()
    left = 0
    for closed in (True, False):
        start, pages = time.monotonic(), _resident()
        figures = run(given.games, closed=closed)
        print(f"{'closed' if closed else 'dropped'}: {figures}, {time.monotonic() - start:.0f} s, "
              f"resident memory {pages / 1e6:.0f} MB, then {_resident() / 1e6:.0f} MB")  # fmt: skip
        left += figures.games + figures.widgets + figures.listed + figures.comms + figures.threads
    return 1 if left else 0


def _resident() -> int:
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096
    except OSError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
