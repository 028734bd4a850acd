"""How a person picks a move of Kommando."""

from __future__ import annotations


def steps(move: str) -> list[str]:
    """The card, then the end of the row that it attacks."""
    return move.split(":")[::-1]
