"""Where the cards lie on the table of Capture the Commander."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.groups import Group, group, one
from capture_widgets.seats import SEAT_NAMES


def groups(table: Any) -> Iterator[Group]:
    """All groups of a table, empty ones too, in reading order."""
    for seat, formation in enumerate(table["formations"]):
        for i, entry in enumerate(formation):
            words = f"{SEAT_NAMES[seat]}'s position {i + 1}"
            yield one(("formations", seat, i), words, entry and entry["card"], up=entry and entry["seen"])
    yield group(("removed",), "the cards out of play", [card for _, _, card in table["removed"]], "taken")
