"""Deals by difficulty: seeds of deals whose shortest win is proved (`tests/benchmarks/graded.py` makes the list)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

LIST: Final = Path(__file__).parent / "deals.txt"


class Graded(NamedTuple):
    """A deal of the list."""

    seed: int
    """The seed of the deal, without a technology."""
    par: int
    """The number of turns of the shortest win, with the best king and all cards known."""
    forgiving: int
    """The percentage of the sensible first choices after which the game can still be won."""


@cache
def graded_deals() -> dict[str, tuple[Graded, ...]]:
    """The list by level, the easiest deals first. A line of the file holds either a level, or the seed, par and
    percentage of a deal.
    """
    levels: dict[str, list[Graded]] = {}
    level = ""
    for line in LIST.read_text("utf-8").splitlines():
        if line.isalpha():
            level = line
            levels[level] = []
        else:
            levels[level].append(Graded(*map(int, line.split())))
    return {level: tuple(listed) for level, listed in levels.items()}
