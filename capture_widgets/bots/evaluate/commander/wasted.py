"""What everybody knows of the cards of an attack, and attacks that throw a card away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.state import Move
from capture_widgets.games.commander import Attack, CommanderState
from capture_widgets.games.commander.formation import BASE, BLOW, Place

_SURE: Final = 0.1
"""Up to this chance that the attacking card is not the lower one, an attack throws it away."""


def throws_away(state: CommanderState, move: Move) -> bool:
    """Whether an attack loses its card for certain, or nearly so, by the cards that everybody has seen."""
    if not isinstance(move, Attack) or state.to_play is None:
        return False
    met = _blows(state, move)
    return sum(blow >= 0 for blow in met) <= _SURE * len(met)


def chance_to_beat(state: CommanderState, move: Attack) -> float:
    """The share of the cards that the two may be, by what everybody has seen, with which an attack wins at once."""
    met = _blows(state, move)
    return sum(blow > 0 for blow in met) / len(met) if met else 0.0


def _blows(state: CommanderState, move: Attack) -> list[int]:
    """The blow of each two cards that the attacking card and its target may be: +1 if the attacker's is the higher."""
    assert state.to_play is not None
    mine = _possible(state, BASE[state.to_play] + move.own)
    theirs = _possible(state, BASE[move.seat] + move.target)
    beats = BLOW[state.options.twos_beat_aces]
    return [beats[own][other] for own in mine for other in theirs if own != other]


def _possible(state: CommanderState, place: Place) -> Sequence[Card]:
    """The cards that a card may be: itself if it was shown, else every card that nobody has seen.

    Cards that left play unseen, and those out of play, are among them: nobody knows which cards they are.
    """
    card = state.cards[place]
    if state.shown >> card & 1:
        return [card]
    by_suit, suit = state.options.one_suit_each, FRENCH.suit_of[card]
    return [
        other for other in range(52) if not state.shown >> other & 1 and (not by_suit or FRENCH.suit_of[other] == suit)
    ]
