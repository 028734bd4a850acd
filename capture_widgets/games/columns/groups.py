"""Where the cards lie on the table of Capture in five columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.engine.card_groups import Group, group, hands
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.seats import SEAT_NAMES, Viewer
from capture_widgets.games.columns.moves import Placement
from capture_widgets.games.columns.rules import ColumnsState


def groups(table: Any) -> Iterator[Group]:
    """All groups of cards on a table, empty ones too, in reading order."""
    yield from hands(table)
    for seat, placed in enumerate(table["placed"]):
        cards = [] if placed is None else [HIDDEN] * placed[HIDDEN] if HIDDEN in placed else list(placed.values())
        yield group(("placed", seat), f"{SEAT_NAMES[seat]}'s placement", cards, up=False, seat=seat)
    for i, column in enumerate(table["slots"]):
        for seat, cards in enumerate(column or ([], [])):
            words = f"{SEAT_NAMES[seat]}'s side of column {i + 1}"
            yield group(("slots", i, seat), words, cards, up=True, seat=seat)
    for seat, cards in enumerate(table["captured"]):
        yield group(("captured", seat), f"{SEAT_NAMES[seat]}'s captured cards", cards, "taken", seat=seat)
    yield group(("left",), "the cards not yet dealt", table["left"], "pile")


def learners(before: ColumnsState, _move: Placement, _after: ColumnsState) -> tuple[Viewer, ...]:
    """The viewers who see new cards by a placement: nobody by the first, which stays face down; everybody by the
    second, which shows both (CO-5).
    """
    return () if before.hides_move else (0, 1, "public")
