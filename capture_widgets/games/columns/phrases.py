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
    moved = [(card, was, column) for column, (card, was) in pairs if card != was]
    were = [was for _, was, _ in moved]
    if len(moved) == 2 and NO_CARD not in were and [card for card, _, _ in moved] == were[::-1]:
        return "exchange " + listed([f"the {card_name(card)}" for card in were])
    return "put " + listed([f"the {card_name(card)} behind column {at}" for card, _, at in moved if card != NO_CARD])
