"""Solving 4X Solitaire with every card known: whether a position can be won, and in how few turns."""

from __future__ import annotations

from capture_widgets.games.fourx.solving.answers import solve, winnable

__all__ = ["solve", "winnable"]
