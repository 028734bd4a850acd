"""Solving 4X Solitaire with every card known: whether a position can be won, and in how few turns."""

from __future__ import annotations

from capture_widgets.games.fourx.solving.answers import deciding, solve, solving, winnable
from capture_widgets.games.fourx.solving.comparing import compared, decided

__all__ = ["compared", "decided", "deciding", "solve", "solving", "winnable"]
