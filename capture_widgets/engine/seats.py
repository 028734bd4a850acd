"""Seats and viewers: numbers in code, letters in notation and on screen."""

from __future__ import annotations

from typing import Final, Literal

Seat = int
"""0, 1, 2, 3 in code; A, B, C, D in notation and on screen (GE-1)."""

Viewer = Seat | Literal["public"] | None
"""A viewer: a seat, "public" for a spectator, or None for somebody who sees all cards face up."""

SEAT_NAMES: Final = "ABCD"
