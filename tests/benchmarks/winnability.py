"""The share of deals of 4X Solitaire that can be won, with the map known; kept in docs/winnability.json.

    python -m tests.benchmarks.winnability --minutes 10              # goes on from what was counted before
    python -m tests.benchmarks.winnability --minutes 60 --workers 8
    python -m tests.benchmarks.winnability --minutes 0               # only say what was counted

Deals are those of the seeds from 0 on, in blocks that are counted once each; so runs add up, on any executor (`count`
takes one). A deal that is not decided within the time for it is counted by itself and leaves the interval wider.
The interval is Wilson's, as in Blake and Gent, "The winnability of Klondike Solitaire and many other patience games":
undecided deals are taken as lost for its lower end and as won for its upper end.

Both readings of `explorers` can win the same deals: the own king may explore in both, and travels to wherever another
card could. So only one is counted; 27,250 deals were counted in both and came out the same.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count as numbers
from math import sqrt
from pathlib import Path

import capture_widgets as cw
from capture_widgets.analysis.executors import Executor
from capture_widgets.core.atomic_files import replace_file

KEPT = Path(__file__).parent.parent.parent / "docs/winnability.json"
BLOCK = 250
"""Deals of a block."""
LONGEST = 5.0
"""Seconds for one king of a deal."""

Block = list[int]
"""Deals; of those some king wins, and none is known to though not all are decided; kings that win; kings undecided."""


def counted(block: int) -> Block:
    """Count one block."""
    won = open_deals = kings = open_kings = 0
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        answers = [cw.new("fourx", seed=seed).play(f"king {king}").still_winnable(LONGEST) for king in "cdhs"]
        won += True in answers
        open_deals += True not in answers and None in answers
        kings += answers.count(True)
        open_kings += answers.count(None)
    return [BLOCK, won, open_deals, kings, open_kings]


def count(executor: Executor, seconds: float, workers: int, path: Path = KEPT) -> None:
    """Count blocks that are not counted yet, and keep each as it is done."""
    kept = read(path)
    end = time.monotonic() + seconds
    left = (block for block in numbers() if block not in kept)
    waiting: dict[Future[Block], int] = {}
    while time.monotonic() < end or waiting:
        while time.monotonic() < end and len(waiting) < 2 * workers:
            block = next(left)
            waiting[executor.submit(counted, block)] = block
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            kept[waiting.pop(future)] = future.result()
            lines = [f'"{block}":{json.dumps(kept[block], separators=(",", ":"))}' for block in sorted(kept)]
            replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: Path = KEPT) -> dict[int, Block]:
    """What was counted, by the number of the block."""
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {int(block): found for block, found in kept.items()}


def wilson(won: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson's)."""
    z = 1.96
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return middle - half, middle + half


def interval(won: int, undecided: int, of: int) -> tuple[float, float]:
    """The 95% interval where some are not decided."""
    return wilson(won, of)[0], wilson(won + undecided, of)[1]


def lines(kept: dict[int, Block]) -> list[str]:
    """What was counted, as a table."""
    deals, won, undecided, kings, open_kings = (sum(column) for column in zip(*kept.values(), strict=True))
    low, high = interval(won, undecided, deals)
    share = f"{won / deals:.2%} | {low:.2%} to {high:.2%} | {undecided} | {kings / (4 * deals):.2%}"
    return [
        "| deals | can be won | 95% interval | undecided | with a king given | kings undecided |",
        "| ---: | ---: | --- | ---: | ---: | ---: |",
        f"| {deals:,} | {share} | {open_kings} |",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    if asked.minutes:
        with ProcessPoolExecutor(asked.workers) as executor:
            count(executor, 60 * asked.minutes, asked.workers)
    kept = read()
    print("\n".join(lines(kept)) if kept else "nothing was counted yet")


if __name__ == "__main__":
    main()
