"""The rules that all games share, as texts for players."""

from __future__ import annotations

from typing import Final

COMMON_RULES: Final = {
    "GE-1": "The seats are called A, B, C and D.",
    "GE-2": "A deal is the whole deck in order, each card once. A seed makes the same deal everywhere and for ever; "
    "nothing else is left to chance.",
    "GE-3": "Every move has one way to be written. Extra spaces are forgiven, anything else must be exact.",
    "GE-4": "When players choose at the same time, the first choice stays hidden from everybody else until the other "
    "has been made.",
    "GE-5": "A move that is refused changes nothing.",
    "GE-6": "What a player has seen counts as known, whether the screen still shows it or not.",
    "GE-7": "A finished round is a win, a draw or a loss for each seat; partners share it. Points are counted beside "
    "it.",
    "GE-8": "A match plays round after round until somebody reaches the target; the points add up, and whoever has "
    "most wins.",
}
"""Rule texts by identifier."""
