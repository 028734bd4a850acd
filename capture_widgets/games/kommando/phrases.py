"""The moves of Kommando in words, before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.games.kommando.moves import DOWN, Attack, Defence, card_name

if TYPE_CHECKING:
    from capture_widgets.engine.state import Move
    from capture_widgets.games.kommando.rules import KommandoState


def phrase(state: KommandoState, move: Move) -> str:
    """Tell somebody to attack or to answer; names no row card that lies face down."""
    if isinstance(move, Defence):
        return f"answer with the {card_name(move.card)}"
    assert isinstance(move, Attack)
    low, high = state.ends()
    place = (low, high)[move.end]
    target = "face-down card" if state.shown_colour(place) == DOWN else card_name(state.row[place])
    where = ", the last of the row," if low == high else (" at the left end", " at the right end")[move.end]
    return f"attack the {target}{where} with the {card_name(move.card)}"
