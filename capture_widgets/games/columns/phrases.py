"""The moves of Capture in five columns in words, before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.core.phrases import listed
from capture_widgets.games.columns.moves import NO_CARD, Placement, card_name

if TYPE_CHECKING:
    from capture_widgets.engine.state import Move


def phrase(move: Move, instead: Move | None) -> str:
    """Tell somebody which card to put behind which column; instead of another placement, only what differs."""
    assert isinstance(move, Placement)
    other = instead.cards if isinstance(instead, Placement) and instead != move else (NO_CARD,) * 5
    pairs = enumerate(zip(move.cards, other, strict=True), 1)
    placed = [(card_name(card), str(number)) for number, (card, was) in pairs if card not in (NO_CARD, was)]
    cards, columns = ([pair[half] for pair in placed] for half in (0, 1))
    where = "columns 1 to 5" if len(columns) == 5 else f"column{'s' if len(columns) > 1 else ''} {listed(columns)}"
    return f"put the {listed(cards)} behind {where}"
