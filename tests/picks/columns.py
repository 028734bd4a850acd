"""How a person picks a move of Capture in five columns."""

from __future__ import annotations


def steps(move: str) -> list[str]:
    """Each card, then its column; at last the button that places them."""
    return [place for pair in move.split() for place in pair.split(":")[::-1]] + ["place"]
