"""Attacks of Capture the Commander that throw a card away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move
from capture_widgets.games.commander import Attack, CommanderState
from capture_widgets.games.commander.formation import BASE, BLOW

_SURE: Final = 0.1
"""Up to this chance that the attacking card is not the lower one, an attack throws it away."""


def throws_away(state: CommanderState, move: Move) -> bool:
    """Whether an attack loses its card for certain, or nearly so, by the cards that everybody has seen."""
    if not isinstance(move, Attack) or state.to_play is None:
        return False
    unseen = [card for card in range(52) if not state.shown >> card & 1]

    def possible(card: Card) -> Sequence[Card]:
        return [card] if state.shown >> card & 1 else unseen

    mine = possible(state.cards[BASE[state.to_play] + move.own])
    theirs = possible(state.cards[BASE[move.seat] + move.target])
    beats = BLOW[state.options.twos_beat_aces]
    met = [beats[own][other] for own in mine for other in theirs if own != other]
    return sum(blow >= 0 for blow in met) <= _SURE * len(met)
