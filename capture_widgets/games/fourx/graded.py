"""Deals by difficulty: seeds of deals whose shortest win is proved (made by `tests/benchmarks/graded.py`)."""

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
    """Turns of the shortest win, with the best king and the whole map known."""
    forgiving: int
    """Of the sensible first choices, the share that keeps the win, in percent."""


@cache
def graded_deals() -> dict[str, tuple[Graded, ...]]:
    """The list by level, in each the easiest first. Lines hold a level, or seed, par and share of a deal of it."""
    levels: dict[str, list[Graded]] = {}
    level = ""
    for line in LIST.read_text("utf-8").splitlines():
        if line.isalpha():
            level = line
            levels[level] = []
        else:
            levels[level].append(Graded(*map(int, line.split())))
    return {level: tuple(listed) for level, listed in levels.items()}
