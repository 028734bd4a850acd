"""Hands of Kommando that are played on to their end: what came of the row cards and of the cards that were kept."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from capture_widgets.bots.evaluate.evaluation import Contrast
from capture_widgets.core.bit_masks import bits
from capture_widgets.engine.cards import Card
from capture_widgets.games.kommando import KommandoState, card_name
from capture_widgets.games.kommando.moves import ATTACKS, DEFENCES, DOWN, FACE_DOWN

UNSEEN: Final = 5.5
"""The value of a face-down row card to a player who does not know it."""
RANDOM_SHARE: Final = 0.3
"""The share of a playout's attacks that use a random card."""
HIGH_CARD_STEP: Final = (1 - RANDOM_SHARE) / 10
"""By how much each point of the row card raises the probability of an attack with the highest card; otherwise the
attack uses the lowest one."""
_OFTENER, _MORE = 0.12, 1.0
"""The least differences that are told: in how often a row card is won, and in points."""
_OFTEN, _MOSTLY, _MUCH, _ROUNDED = 0.3, 0.6, 4.0, 0.05
"""How often a kept card wins a row card that is named, and wins mostly that one; from how many points on it wins much;
and from how many on it does not win "0.0" points."""
_NOTHING: Final = Contrast(0.0, 0.0, 0.0)


class LaterWords(NamedTuple):
    """What whole hands say of a better move, each as the part of a sentence; empty where nothing differs clearly."""

    kept: str
    """What the card that was played brings if it is kept, where that is much."""
    row: str
    """A row card that is won more often."""
    rest: str
    """The points of the later fights, or what a kept card brings that brings little."""


def rest_of_hand(before: KommandoState, decided: KommandoState, after: KommandoState, rng: Random) -> dict[str, float]:
    """What the seat to play before has at the end of a hand that is played on from a position.

    By name: ``row 3`` is 1 if it won the row card at place 3, ``by 12`` the points that its card 12 won, ``12 on 3`` is
    1 if that was the row card at place 3, and ``rest`` is by how many points it won more than the other player after
    the fight that was decided first.
    """
    seat, row = before.to_play, before.row
    assert seat is not None
    end = _play_on(after, rng)
    found = {"rest": float(_lead(end, seat) - _lead(decided, seat))}
    for place, fight in end.fights():
        if fight.winner == seat:
            card = fight.attack if fight.attacker == seat else fight.defence
            found[f"row {place}"] = found[f"{card} on {place}"] = 1.0
            found[f"by {card}"] = row[place] % 10 + 1.0
    return found


def later_words(state: KommandoState, best: Any, played: Any, told: Mapping[str, Contrast]) -> LaterWords:
    """What the whole hand says of a better move than the one that was played."""
    brings = told.get(f"by {played.card}", _NOTHING)
    kept = _kept(state, played.card, told) if best.card != played.card and brings.is_clear(_MORE) else ""
    is_much = brings.best >= _MUCH
    return LaterWords(kept if is_much else "", _row(state, told), _rest(told) or ("" if is_much else kept))


def _kept(state: KommandoState, card: Card, told: Mapping[str, Contrast]) -> str:
    brings = told[f"by {card}"]
    often, place = max((told[name].best, place) for place in range(10) if (name := f"{card} on {place}") in told)
    target = (
        ""
        if often < _OFTEN or place in FACE_DOWN
        else f", {'mostly' if often >= _MOSTLY else 'often'} the {card_name(state.row[place])}"
    )
    now = f"{brings.played:.1f}" if brings.played >= _ROUNDED else "nothing"
    return f"kept, your {card_name(card)} wins {brings.best:.1f} points later on average{target}; used here, {now}"


def _row(state: KommandoState, told: Mapping[str, Contrast]) -> str:
    """The row card that makes the greatest difference in points, of those that are won clearly more often."""
    low, high = state.ends()
    rows = {place: told.get(f"row {place}", _NOTHING) for place in range(low, high + 1)}
    clear = {place: one for place, one in rows.items() if one.lead >= max(_OFTENER, 4 * one.error)}
    if not clear:
        return ""
    place = max(clear, key=lambda place: clear[place].lead * _seen(state, place))
    return f"in the end you win {_row_card(state, place)} {clear[place].in_hundred}"


def _row_card(state: KommandoState, place: int) -> str:
    """A row card as the players know it; one of two that lie face down has a side."""
    if state.shown_colour(place) != DOWN:
        return f"the {card_name(state.row[place])}"
    low, high = state.ends()
    side = {3: "left ", 6: "right "}[place] if all(low <= other <= high for other in FACE_DOWN) else ""
    return f"the {side}face-down card"


def _rest(told: Mapping[str, Contrast]) -> str:
    """The points of the later fights, unless this fight costs more than they bring: then they explain nothing."""
    rest, points = told.get("rest", _NOTHING), told["points"]
    if not rest.is_clear(_MORE) or rest.lead + points.lead < _ROUNDED:
        return ""
    if points.is_clear(-_MORE / 2):
        costs = f"on average it costs {-points.lead:.1f} points in this fight"
        return f"{costs} and brings {rest.lead:.1f} more in later ones"
    return f"on average the fights after this one bring you {rest.lead:.1f} points more than with your move"


def _lead(state: KommandoState, seat: int) -> int:
    points = state.points
    return points[seat] - points[1 - seat]


def _play_on(state: KommandoState, rng: Random) -> KommandoState:
    """Play on as the playouts of a search do.

    Attackers use the highest or the lowest card, defenders the lowest that wins or the lowest of all.
    """
    random = rng.random
    while state.to_play is not None:
        ends = state.ends()
        if state.attack is None:
            may = state.possible_attackers()
            end = int(random() < 0.5)
            end = end if may[end] else 1 - end
            card = _attacker([*bits(may[end])], _seen(state, ends[end]), random(), rng)
            state = state.apply(ATTACKS[end][card])
        else:
            cards, against = [*bits(state.possible_answers())], state.attack.card % 10
            if random() < (_seen(state, ends[state.attack.end]) + 1) / 9:
                cards = [card for card in cards if card % 10 > against] or cards
            state = state.apply(DEFENCES[min(cards, key=_value)])
    return state


def _attacker(cards: list[Card], seen: float, dice: float, rng: Random) -> Card:
    if dice < RANDOM_SHARE:
        return cards[int(rng.random() * len(cards))]
    return (max if dice < RANDOM_SHARE + HIGH_CARD_STEP * (seen - 1) else min)(cards, key=_value)


def _value(card: Card) -> int:
    return card % 10


def _seen(state: KommandoState, place: int) -> float:
    """The value of a row card to the players, who do not know a face-down one."""
    return UNSEEN if state.shown_colour(place) == DOWN else state.row[place] % 10 + 1
