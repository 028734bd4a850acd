"""Where the cards lie on the table of Capture for the Universal Card Deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from capture_widgets.engine.card_groups import Group, group, hands
from capture_widgets.engine.cards import UNIVERSAL
from capture_widgets.engine.seats import SEAT_NAMES, Viewer
from capture_widgets.engine.state import Move
from capture_widgets.games.universal.moves import Bar, Build, Discard, Draw, Play, Slip
from capture_widgets.games.universal.rules import UniversalState

VIEWERS: Final[tuple[Viewer, ...]] = (0, 1, "public")


def groups(table: Any) -> Iterator[Group]:
    """All groups of cards on a table, empty ones too, in reading order."""
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


def learners(before: UniversalState, move: Move, after: UniversalState) -> Iterator[Viewer]:
    """The viewers who see a new card: the player who draws from the stock; the others if a card leaves a hand; all if a
    card is turned up (UC-9).
    """
    mover = before.to_play
    assert mover is not None
    if after.to_play is None:  # once the hand is over, everything but the stock lies open (UC-14)
        down = any(side.board.downs[at] for side in after.sides for at in range(5))
        yield from (
            viewer
            for viewer in VIEWERS
            if down or any(side.hand for seat, side in enumerate(before.sides) if seat != viewer)
        )
    elif isinstance(move, Draw):
        yield from (mover,) if move.pile == "stock" else ()
    elif isinstance(move, Build):
        yield from VIEWERS if before.board.downs[move.source] else ()
    elif isinstance(move, Play | Slip | Bar | Discard):
        yield from (viewer for viewer in VIEWERS if viewer != mover)
