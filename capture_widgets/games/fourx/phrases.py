"""The moves of 4X Solitaire in words, before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.games.fourx.moves import (
    KING_OF,
    NO_CARD,
    SPACES,
    Capture,
    Conquer,
    Explore,
    King,
    Resign,
    SetAside,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
    card_name,
)

if TYPE_CHECKING:
    from capture_widgets.engine.state import Move
    from capture_widgets.games.fourx.rules import FourXState


def phrase(state: FourXState, move: Move) -> str:
    """Tell somebody what to do on the map; names no card that lies face down."""

    def card(space: int) -> str:
        return f"the {card_name(state.cards[space])} on {SPACES[space]}"

    if isinstance(move, Resign):
        return "give up"
    if isinstance(move, King):
        return f"choose the {card_name(KING_OF[move.suit])}"
    if isinstance(move, SetAside):
        return f"set the {card_name(move.card)} aside as technology"
    if isinstance(move, Travel):
        if state.cards[move.end] == NO_CARD:
            return f"let {card(move.start)} travel to {SPACES[move.end]}"
        return f"let {card(move.start)} change places with {card(move.end)}"
    if isinstance(move, Capture):
        return f"capture {card(move.space)} with the {card_name(move.card)}"
    if isinstance(move, Explore):
        return f"explore around {card(move.space)}"
    if isinstance(move, Conquer):
        return f"conquer {card(move.space)}"
    if isinstance(move, TechFlip):
        does = f"turn up the card on {SPACES[move.space]}"
    elif isinstance(move, TechExplore):
        does = f"explore the {move.line} of {card(move.space)}"
    else:
        assert isinstance(move, TechConquer | TechCapture)
        does = f"{'conquer' if isinstance(move, TechConquer) else 'capture'} {card(move.space)}"
    return f"use the technology to {does}"
