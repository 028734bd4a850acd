"""Seats and viewers: numbers in code, letters in notation and on screen."""

from __future__ import annotations

from typing import Final, Literal

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a

Seat = int
"""0, 1, 2, 3 in code; A, B, C, D in notation and on screen (GE-1)."""

Viewer = Seat | Literal["public"] | None
"""A viewer: a seat, "public" for a spectator, or None for somebody who sees all cards face up."""

SEAT_NAMES: Final = "ABCD"


def check_seat(seat: object, seats: int) -> Seat:
    """A seat of a game with so many seats; raises ValueError if it is none."""
    if type(seat) is int and 0 <= seat < seats:
        return seat
    raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {seats - 1}")


def check_viewer(viewer: object, seats: int) -> None:
    """Raise ValueError unless this is a viewer of a game with so many seats."""
    if viewer is None or (is_a(viewer, str) and viewer == "public") or (type(viewer) is int and 0 <= viewer < seats):
        return
    raise ValueError(f'there is no viewer {shown(viewer)}; choose 0 to {seats - 1}, "public" or None')
