"""The moves of Capture the Commander in words, before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.games.commander.formation import BASE, COMMANDER, Position, card_name
from capture_widgets.games.commander.moves import Attack, Choice, Gift

if TYPE_CHECKING:
    from capture_widgets.engine.names import Names
    from capture_widgets.engine.state import Move, Seat
    from capture_widgets.games.commander.rules import CommanderState


def phrase(state: CommanderState, move: Move, names: Names) -> str:
    """Tell somebody to attack, to choose a card or to give one; names only cards that everybody has seen."""
    assert state.to_play is not None

    def card(seat: Seat, position: Position) -> str:
        lies = state.cards[BASE[seat] + position]
        place = "commander" if position == COMMANDER else f"card {position}"
        seen = f", the {card_name(lies)}, " if state.shown >> lies & 1 else " "
        return f"{names.whose(seat)} {place}{seen}"

    if isinstance(move, Gift):
        return f"give {names.who(move.seat)} {card(state.to_play, move.own)}for position {move.hole}"
    if isinstance(move, Choice):
        return f"put {card(state.to_play, move.position)}into the war"
    assert isinstance(move, Attack)
    return f"attack {card(move.seat, move.target)}with {card(state.to_play, move.own)}".rstrip(", ")
