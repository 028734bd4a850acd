"""Kommando: a fight is worth its row card, and the cards it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.cards import Card
from capture_widgets.games.kommando import Attack, Defence, KommandoState, card_name
from capture_widgets.state import Move, State

_CARD_WORTH = 0.6
"""Points that one more in a laid card's value is worth later in the hand."""
_NO_COLOUR = 3
_PARTS = tuple(tuple(bit for bit in range(10) if part >> bit & 1) for part in range(1024))
"""Values less one, by part of a hand in one colour."""
_NONE = 99


def _least(above: int) -> tuple[tuple[int, ...], ...]:
    """By colour and part of a hand in it, its lowest card above a value, as ``value << 2 | colour``, or `_NONE`."""
    return tuple(
        tuple(next((bit << 2 | colour for bit in bits if bit > above), _NONE) for bits in _PARTS)
        for colour in range(3)
    )


_LEAST = _least(-1)
_ABOVE = tuple(_least(value) for value in range(10))
_MOST = tuple(tuple(max((bit << 2 | colour for bit in bits), default=-1) for bits in _PARTS) for colour in range(3))
"""By colour and part of a hand in it, its highest card, or -1."""
_MASK_BUT = (0x3FFFFC00, 0x3FF003FF, 0x000FFFFF, 0x3FFFFFFF)
"""Cards of other colours, by colour; all for none."""
_WILD = 0.3
"""How many attacks of a playout are made at random."""
_SPENT = (1 - _WILD) / 10
"""How much likelier each point of a row card makes an attack with the highest card, else with the lowest."""
_UNSEEN = 4.5
"""What a face-down row card counts for whoever does not know it (less one, as all values here)."""


class KommandoEvaluation(Evaluation):
    """Judges a fight by the value of its row card and by what both sides lay for it."""

    deep: ClassVar[bool] = True
    reuse: ClassVar[int] = 12
    playouts: ClassVar[int] = 2
    scale: ClassVar[float] = 15.0
    exploration: ClassVar[float] = 0.45

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Margin of the fight with the best answer, and the difference between the cards laid."""
        assert isinstance(state, KommandoState)
        if state.attack is not None:
            prize = _prize(state, state.attack.end)
            return [_margin(move.card, state.attack.card, prize) for move in moves if isinstance(move, Defence)]
        rated: list[float] = []
        for move in moves:
            assert isinstance(move, Attack)
            prize = _prize(state, move.end)
            rated.append(
                min(
                    -_margin(answer.card, move.card, prize)
                    for answer in state.apply(move).legal_moves()
                    if isinstance(answer, Defence)
                )
            )
        return rated

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Plays the hand out on plain numbers: attacks with the highest or lowest card, answers with the lowest to win.

        The same rules as in `KommandoState`, spelt out once more because a search spends most of its time here.
        """
        assert isinstance(state, KommandoState)
        random = rng.random
        row, attack = state.row, state.attack
        seat = state.to_play
        assert seat is not None
        hands = [state.other_hand, state.other_hand]
        hands[seat] = state.hand
        attacker = seat if attack is None else 1 - seat
        points = list(state.points)
        low, high = state.ends()
        chosen_end = state.options.no_choice == "chosen end"
        while low <= high:
            if attack is None:
                hand = hands[attacker]
                at_low = hand & _MASK_BUT[_NO_COLOUR if low == 3 or low == 6 else row[low] // 10]
                at_high = 0
                if low != high:
                    at_high = hand & _MASK_BUT[_NO_COLOUR if high == 3 or high == 6 else row[high] // 10]
                if low == high or chosen_end:
                    at_low = at_low or hand
                    if low != high:
                        at_high = at_high or hand
                elif not at_low and not at_high:
                    at_low = at_high = hand
                right_end = not at_low or (at_high != 0 and random() < 0.5)
                mask = at_high if right_end else at_low
                red, yellow, blue = mask & 1023, mask >> 10 & 1023, mask >> 20
                place = high if right_end else low
                dice = random()
                if dice < _WILD:
                    strength, colour = _any_card(red, yellow, blue, random)
                elif dice < _WILD + _SPENT * (_UNSEEN if place == 3 or place == 6 else row[place] % 10):
                    most = max(_MOST[0][red], _MOST[1][yellow], _MOST[2][blue])
                    strength, colour = most >> 2, most & 3
                else:
                    least = min(_LEAST[0][red], _LEAST[1][yellow], _LEAST[2][blue])
                    strength, colour = least >> 2, least & 3
                hands[attacker] ^= 1 << 10 * colour + strength
            else:
                right_end = attack.end == 1
                strength, colour = attack.card % 10, attack.card // 10
                attack = None
            place = high if right_end else low
            if right_end:
                high -= 1
            else:
                low += 1
            shown = _NO_COLOUR if place == 3 or place == 6 else row[place] // 10
            prize = row[place] % 10
            # the answer: the lowest card that wins, the more likely the more there is to win, else the lowest
            hand = hands[1 - attacker]
            mask = hand & _MASK_BUT[colour] & _MASK_BUT[shown] or hand
            a, b, c = mask & 1023, mask >> 10 & 1023, mask >> 20
            answer = _NONE
            if random() * 9 < (prize if shown != _NO_COLOUR else _UNSEEN) + 2:
                above = _ABOVE[strength]
                answer = min(above[0][a], above[1][b], above[2][c])
            if answer == _NONE:
                answer = min(_LEAST[0][a], _LEAST[1][b], _LEAST[2][c])
            theirs = answer >> 2
            hands[1 - attacker] ^= 1 << 10 * (answer & 3) + theirs
            if strength > theirs:
                points[attacker] += prize + 1
                attacker = 1 - attacker
            elif theirs > strength:
                points[1 - attacker] += prize + 1
        margin = points[0] - points[1]
        mine = self.reward((margin > 0) - (margin < 0), margin)
        return mine, 1 - mine

    def purpose(self, state: State, move: Move) -> str:
        """What an attack or an answer is after."""
        assert isinstance(state, KommandoState)
        if isinstance(move, Attack):
            place = state.ends()[move.end]
            target = "the face-down card" if state.shown_colour(place) == _NO_COLOUR else (
                f"the {card_name(state.row[place])}, worth {state.row[place] % 10 + 1}"
            )
            if move.card % 10 >= 7:
                return f"a high card to win {target}"
            if move.card % 10 <= 2:
                return f"a low card, easily spared, to see what they pay for {target}"
            return f"to fight for {target} at a fair price"
        assert isinstance(move, Defence) and state.attack is not None
        place = state.ends()[state.attack.end]
        prize = "the face-down card" if state.shown_colour(place) == _NO_COLOUR else (
            f"the {card_name(state.row[place])}, worth {state.row[place] % 10 + 1}"
        )
        against = state.attack.card % 10
        if move.card % 10 > against:
            return f"it beats the {card_name(state.attack.card)} and wins {prize}"
        if move.card % 10 == against:
            return f"it ties with the {card_name(state.attack.card)}, so nobody wins {prize}"
        return f"it cannot be won well, so this saves better cards and lets {prize} go; you attack next"


def _any_card(red: int, yellow: int, blue: int, random: Callable[[], float]) -> tuple[int, int]:
    """Value less one and colour of a card at random, of a part of a hand in each colour."""
    first, second, third = _PARTS[red], _PARTS[yellow], _PARTS[blue]
    reds, others = len(first), len(first) + len(second)
    pick = int(random() * (others + len(third)))
    if pick < reds:
        return first[pick], 0
    if pick < others:
        return second[pick - reds], 1
    return third[pick - others], 2


def _prize(state: KommandoState, end: int) -> int:
    return state.row[state.ends()[end]] % 10 + 1


def _margin(answer: Card, attack: Card, prize: int) -> float:
    """What a fight brings the defender, in points."""
    laid, against = answer % 10, attack % 10
    won = prize if laid > against else -prize if laid < against else 0
    return won - _CARD_WORTH * (laid - against)
