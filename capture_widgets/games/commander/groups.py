"""Where the cards lie on the table of Capture the Commander."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from capture_widgets.groups import Group, group, one
from capture_widgets.seats import SEAT_NAMES, Seat


def groups(table: Any) -> Iterator[Group]:
    """All groups of a table, empty ones too, in reading order."""
    for seat, formation in enumerate(table["formations"]):
        for i, entry in enumerate(formation):
            words = f"{SEAT_NAMES[seat]}'s position {i + 1}"
            yield one(("formations", seat, i), words, entry and entry["card"], up=entry and entry["seen"])
    yield group(("removed",), "the cards out of play", [card for _, _, card in table["removed"]], "taken")


_PLACE = re.compile(r"([A-D]?)(\d+)")


def aims(move: str, seat: Seat, before: Any, after: Any) -> Iterator[str]:
    """The positions that a move names, and all that fight in a battle that is open before or after it."""
    for owner, position in _PLACE.findall(move):
        yield f"formations/{SEAT_NAMES.index(owner) if owner else seat}/{int(position) - 1}"
    for table in (before, after):
        for side, positions in (table["war"] or {}).values():
            yield from (f"formations/{side}/{position - 1}" for position in positions)
