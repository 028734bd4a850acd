"""The moves of Capture for the Universal Card Deck in words, before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.games.universal.moves import Bar, Build, Discard, Draw, End, Play, Slip, card_name

if TYPE_CHECKING:
    from capture_widgets.engine.names import Names
    from capture_widgets.engine.state import Move
    from capture_widgets.games.universal.rules import UniversalState


def phrase(state: UniversalState, move: Move, names: Names) -> str:
    """Tell somebody to play, to build, to draw or to end the turn; names no card that comes from the stock."""
    mover = state.to_play
    assert mover is not None
    if isinstance(move, Play | Slip):
        where = f"{names.whose(1 - mover if move.across else mover)} column {move.column + 1}"
        if isinstance(move, Slip):
            return f"slip the {card_name(move.card)} behind the top card of {where}"
        return f"play the {card_name(move.card)} onto {where}"
    if isinstance(move, Bar):
        return f"lay the {card_name(move.card)} on the bar"
    if isinstance(move, Discard):
        return f"discard the {card_name(move.card)}"
    if isinstance(move, Build):
        top = card_name(state.board.columns[move.source].up[0])
        return f"move column {move.source + 1}, from the {top} on, to column {move.target + 1}"
    if isinstance(move, Draw):
        if move.pile == "stock":
            return "draw from the stock"
        return f"take the {card_name(state.discard[-1])} from the discard pile"
    return "end the turn" if isinstance(move, End) else "pass"
