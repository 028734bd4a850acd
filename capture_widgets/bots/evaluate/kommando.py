"""Kommando: a fight is worth its row card, and the cards it costs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move, State
from capture_widgets.games.kommando import Attack, Defence, KommandoState, card_name
from capture_widgets.games.kommando.moves import SHOWN

_CARD_WORTH = 0.6
"""Points that one more in a laid card's value is worth later in the hand."""
_NO_COLOUR = 3
_WILD = 0.3
"""How many attacks of a playout are made at random."""
_SPENT = (1 - _WILD) / 10
"""How much likelier each point of a row card makes an attack with the highest card, else with the lowest."""
_UNSEEN = 5.5
"""What a face-down row card counts for whoever does not know it."""

# Playouts keep a hand as a mask of their own, bit 3 * (value - 1) + colour: the lowest and the highest card of a hand,
# and the lowest that beats another, are each found by one operation on whole numbers.


def _spread(colour: int) -> tuple[int, ...]:
    """By part of a hand in a colour, that part in the order of playouts."""
    return tuple(sum(1 << 3 * bit + colour for bit in range(10) if part >> bit & 1) for part in range(1024))


_RED, _YELLOW, _BLUE = (_spread(colour) for colour in range(3))
_ALL = (1 << 30) - 1
_BUT = (*(_ALL & ~column[1023] for column in (_RED, _YELLOW, _BLUE)), _ALL)
"""Cards of other colours, by colour; all for none."""
_LAID = {
    1 << 3 * value + colour: (_BUT[colour], _ALL >> 3 * value + 3 << 3 * value + 3, 7 << 3 * value)
    for value in range(10)
    for colour in range(3)
}
"""By the bit of a card: cards of other colours, cards above it, cards as high as it."""
_Place = tuple[int, float, float, int]
"""A row card: cards of other colours; how likely an attack is random or high, on a scale to 0.5, and an answer above
it, if there is one; and its value."""


def _place(place: int, card: Card) -> _Place:
    colour, value = SHOWN[place][card], card % 10 + 1
    seen = _UNSEEN if colour == _NO_COLOUR else value
    return _BUT[colour], (_WILD + _SPENT * (seen - 1)) / 2, (seen + 1) / 9, value


_PLACES = tuple(tuple(_place(place, card) for card in range(30)) for place in range(10))
"""By place and the card that lies there."""
_MOST = 3 * (10 + 9 + 8) + 7
"""Points of the highest row there can be."""


class KommandoEvaluation(Evaluation):
    """Judges a fight by the value of its row card and by what both sides lay for it."""

    deep: ClassVar[bool] = True
    reuse: ClassVar[int] = 12
    playouts: ClassVar[int] = 2
    """Ways to the end from each position that a search comes to, as they are cheap beside the way through the tree."""
    scale: ClassVar[float] = 15.0
    exploration: ClassVar[float] = 0.45

    def __init__(self, *, match: bool = False) -> None:
        super().__init__(match=match)
        self._row: tuple[Card, ...] = ()
        self._places: list[_Place] = []
        """What lies at each place of that row."""
        self._worth = {margin: self.reward((margin > 0) - (margin < 0), margin) for margin in range(-_MOST, _MOST + 1)}
        """Seat A's reward by its margin."""

    def _lay(self, state: KommandoState) -> None:
        """Look at the row of a world once for all playouts in it."""
        self._row = state.row
        self._places = [cards[card] for cards, card in zip(_PLACES, state.row)]  # noqa: B905  (ten each)

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
        if state.row is not self._row:
            self._lay(state)
        places = self._places
        attacker, hand, other, attack = state.to_play, state.hand, state.other_hand, state.attack
        assert attacker is not None
        attacking = _RED[hand & 1023] | _YELLOW[hand >> 10 & 1023] | _BLUE[hand >> 20]
        answering = _RED[other & 1023] | _YELLOW[other >> 10 & 1023] | _BLUE[other >> 20]
        first, last = state.ends()
        pending = 0
        fought = places[0]
        if attack is not None:
            attacker, attacking, answering = 1 - attacker, answering, attacking
            pending = 1 << attack.card % 10 * 3 + attack.card // 10
            fought = places[last if attack.end else first]
            first, last = first + 1 - attack.end, last - attack.end
        points = state.points
        ahead = points[attacker] - points[1 - attacker]
        chosen_end = state.options.no_choice == "chosen end"
        total = 0.0
        for _ in range(self.playouts):
            low, high, ours, theirs = first, last, attacking, answering
            seat, margin = attacker, ahead
            laid = pending
            but, _, pays, prize = fought
            while laid or low <= high:
                if not laid:
                    # one number for the end, by its half, and for the kind of attack, by where it lies in that half
                    dice = random()
                    if dice < 0.5:
                        place, elsewhere = low, high
                    else:
                        place, elsewhere = high, low
                        dice -= 0.5
                    but, spent, pays, prize = places[place]
                    may = ours & but
                    if not may:
                        if not chosen_end and ours & places[elsewhere][0]:
                            place = elsewhere
                            but, spent, pays, prize = places[place]
                            may = ours & but
                        else:
                            may = ours
                    if place == low:
                        low += 1
                    else:
                        high -= 1
                    if dice < _WILD / 2:
                        for _ in range(int(dice * (2 / _WILD) * may.bit_count())):
                            may &= may - 1
                        laid = may & -may
                    elif dice < spent:
                        laid = 1 << may.bit_length() - 1
                    else:
                        laid = may & -may
                    ours ^= laid
                # the answer: the lowest card that wins, the more likely the more there is to win, else the lowest
                others, above, equal = _LAID[laid]
                may = theirs & others & but or theirs
                if random() < pays:
                    may = may & above or may
                answer = may & -may
                theirs ^= answer
                if not answer & equal:
                    if answer > laid:
                        margin -= prize
                    else:  # KO-9: the loser attacks next
                        seat, margin = 1 - seat, -margin - prize
                        ours, theirs = theirs, ours
                laid = 0
            total += self._worth[-margin if seat else margin]
        mine = total / self.playouts
        return mine, 1 - mine

    def purpose(self, state: State, move: Move) -> str:
        """What an attack or an answer is after."""
        assert isinstance(state, KommandoState)
        if isinstance(move, Attack):
            place = state.ends()[move.end]
            target = (
                "the face-down card"
                if state.shown_colour(place) == _NO_COLOUR
                else (f"the {card_name(state.row[place])} (worth {state.row[place] % 10 + 1})")
            )
            if move.card % 10 >= 7:
                return f"a high card to win {target}"
            if move.card % 10 <= 2:
                return f"a low card, easily spared, to see what they pay for {target}"
            return f"to fight for {target} at a fair price"
        assert isinstance(move, Defence) and state.attack is not None
        place = state.ends()[state.attack.end]
        prize = (
            "the face-down card"
            if state.shown_colour(place) == _NO_COLOUR
            else (f"the {card_name(state.row[place])} (worth {state.row[place] % 10 + 1})")
        )
        against = state.attack.card % 10
        if move.card % 10 > against:
            return f"it beats the {card_name(state.attack.card)} and wins {prize}"
        if move.card % 10 == against:
            return f"it ties with the {card_name(state.attack.card)}, so nobody wins {prize}"
        return f"it cannot be won well, so this saves better cards and lets {prize} go; you attack next"


def _prize(state: KommandoState, end: int) -> int:
    return state.row[state.ends()[end]] % 10 + 1


def _margin(answer: Card, attack: Card, prize: int) -> float:
    """What a fight brings the defender, in points."""
    laid, against = answer % 10, attack % 10
    won = prize if laid > against else -prize if laid < against else 0
    return won - _CARD_WORTH * (laid - against)


EVALUATION: Final = KommandoEvaluation
