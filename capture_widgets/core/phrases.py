"""Helpers for sentences in games and pages."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def be(count: int) -> str:
    """The verb after a number: "is" after 1, "are" after any other."""
    return "is" if count == 1 else "are"


def number_of(count: int, noun: str) -> str:
    """A number with its noun: "1 turn", "2 turns"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def about(games: int) -> str:
    """How many of 100 games, as a search can tell it: "about 40", but none and all without "about"."""
    return f"{'about ' if 0 < games < 100 else ''}{games}"


def ordinal(number: int) -> str:
    """A place, from the first to the ninth: "1st", "2nd", "4th"."""
    return f"{number}{('st', 'nd', 'rd', 'th')[min(number, 4) - 1]}"
