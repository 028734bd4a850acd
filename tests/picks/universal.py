"""How a person picks a move of Capture for the Universal Card Deck."""

from __future__ import annotations


def steps(move: str) -> list[str]:
    """Cards and piles, then where they go if that has no card of its own; else a button alone."""
    verb, *rest = move.split()
    return [*rest, verb] if verb in ("bar", "discard") else rest or [verb]
