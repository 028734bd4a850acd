"""How a person picks a move of 4X Solitaire."""

from __future__ import annotations


def steps(move: str) -> list[str]:
    """Cards and spaces, then what is done with them where that is not clear."""
    verb, *rest = move.split()
    if verb == "explore":
        return [*rest, verb]
    return ["tech", *rest[1:]] if verb == "tech" and len(rest) > 1 else rest or [verb]
