"""Where the cards lie on the table of Capture for the Universal Card Deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.cards import UNIVERSAL
from capture_widgets.groups import Group, group, hands
from capture_widgets.seats import SEAT_NAMES


def groups(table: Any) -> Iterator[Group]:
    """All groups of a table, empty ones too, in reading order."""
    yield from hands(table)
    for seat, board in enumerate(table["boards"]):
        for i, column in enumerate(board):
            where = f"{SEAT_NAMES[seat]}'s column {i + 1}"
            yield group(("boards", seat, i, "down"), f"the down cards of {where}", column["down"], up=False, seat=seat)
            yield group(("boards", seat, i, "up"), where, column["up"], up=True, seat=seat)
    for suit, count in table["bar"].items():
        cards = [rank + suit for rank in UNIVERSAL.ranks[:count]]
        yield group(("bar", suit), "the bar", cards, "taken")
    yield group(("discard",), "the discard pile", table["discard"], "pile")
    yield group(("stock",), "the stock", table["stock"], "pile")
