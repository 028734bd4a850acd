"""The purpose of a move of Capture the Commander in words, by the cards that everybody has seen."""

from __future__ import annotations

from capture_widgets.bots.evaluate.commander.wasted import chance_to_beat
from capture_widgets.engine.state import Move, Seat
from capture_widgets.games.commander import COMMANDER, ROWS, Attack, Choice, CommanderState, Gift
from capture_widgets.games.commander.battle import choosable
from capture_widgets.games.commander.formation import BASE, BLOW, Position, card_name

_GAMBLE, _LIKELY = 0.25, 0.6
"""By the share of unseen cards that beat a card: below the first, an attack on it with one of them is a gamble; above
the second, it is likely to win.
"""


def purpose_of(state: CommanderState, move: Move) -> str:
    """The purpose of an attack, a choice or a gift, by the cards that everybody has seen."""
    assert state.to_play is not None

    def known(seat: Seat, position: Position) -> str | None:
        card = state.cards[BASE[seat] + position]
        return card_name(card) if state.shown >> card & 1 else None

    if isinstance(move, Gift):
        return "it covers your partner's commander again"
    if isinstance(move, Choice):
        mine = known(state.to_play, move.position)
        if mine:
            return f"your {mine} is strong enough for a war"
        if move.position in ROWS[0]:
            return "a card from the front is the smallest loss if the war is lost"
        return "it is the card that you can best risk in this war"
    assert isinstance(move, Attack)
    mine, theirs = known(state.to_play, move.own), known(move.seat, move.target)
    if mine and theirs:
        return f"everybody has seen both cards, and {_sure_words(state, move, mine, theirs)}"
    if move.target == COMMANDER:
        return "it takes the commander if your card is the higher one"
    if mine:
        is_high = state.cards[BASE[state.to_play] + move.own] % 13 > 6
        return f"your {mine} is {'higher than most cards' if is_high else 'low, so little is lost with it'}"
    if theirs:
        odds = chance_to_beat(state, move)
        if odds == 0:
            return f"no card beats the {theirs}, but the other attacks seem no better"
        if odds < _GAMBLE:
            return f"few cards beat the {theirs}, so it is a gamble, but the other attacks seem no better"
        likely = "is likely to beat" if odds > _LIKELY else "has a fair chance against"
        return f"a card of yours that nobody has seen {likely} the {theirs}"
    return "nobody has seen either card; if yours is higher, the way to the commander is shorter"


def _sure_words(state: CommanderState, move: Attack, mine: str, theirs: str) -> str:
    """What comes of an attack whose two cards everybody has seen."""
    assert state.to_play is not None
    own, other = state.cards[BASE[state.to_play] + move.own], state.cards[BASE[move.seat] + move.target]
    blow = BLOW[state.options.twos_beat_aces][own][other]
    if blow > 0:
        return f"your {mine} is sure to beat the {theirs}{', the commander' if move.target == COMMANDER else ''}"
    if blow < 0:
        return f"your {mine} is sure to lose to the {theirs}, but the other attacks seem no better"
    sides = ((state.to_play, move.own), (move.seat, move.target))
    if all(choosable((position,), state.formation(seat), state.options) for seat, position in sides):
        return f"your {mine} and the {theirs} are equal, so there will be war"
    return f"your {mine} and the {theirs} are equal: with no card for a war, the player with more cards in all wins"
