"""Options and moves of Kommando, and lists of moves that are made in advance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from capture_widgets.core.lazy_tables import LazyDict, by_mask
from capture_widgets.engine.cards import KOMMANDO, Card
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.game_options import Options, option
from capture_widgets.engine.state import Move, Seat


@dataclass(frozen=True)
class KommandoOptions(Options):
    """The options of a game of Kommando."""

    dealer: int = option(
        1,
        "Who deals the first hand; the other player attacks first.",
        rule="KO-1",
        choices=(0, 1),
        seats=True,
        short={0: "deal first"},
    )
    no_choice: str = option(
        "both ends",
        "When a card may attack a row card of its own colour: only if no other attack is possible at either end, or as "
        "soon as none is possible at the end that you choose.",
        rule="KO-5",
        choices=("both ends", "chosen end"),
        labels={
            "both ends": "If no other attack is possible at either end",
            "chosen end": "If no other attack is possible at the end that you choose",
        },
        short={"chosen end": "Own colour if the chosen end forces it"},
    )
    target: int = option(100, "A match ends once a player has more than this many points.", rule="KO-11")


@dataclass(frozen=True, slots=True)
class Attack:
    """Lay a card from hand against one end of the row (KO-4)."""

    end: int
    """0 for the left end of the row, 1 for the right end."""
    card: Card

    def __str__(self) -> str:
        return f"{'LR'[self.end]}:{KOMMANDO.text[self.card]}"


@dataclass(frozen=True, slots=True)
class Defence:
    """Answer an attack with a card from hand (KO-6)."""

    card: Card

    def __str__(self) -> str:
        return KOMMANDO.text[self.card]


# A hand is a mask of 30 bits, bit c for card c: three colours of ten values.
_ALL: Final = (1 << 30) - 1

BIT: Final = tuple(1 << card for card in range(30))

bit_of: Final = BIT.__getitem__

DOWN: Final = 3
"""The colour of a card that lies face down."""

DIFFERS: Final = (_ALL & ~1023, _ALL & ~(1023 << 10), _ALL & ~(1023 << 20), _ALL)
"""By colour, the mask of the cards that differ from it; every card differs from a face-down card."""

HIGH: Final = sum(0b1110000000 << 10 * colour for colour in range(3))
"""The mask of the 8s, 9s and 10s (KO-3)."""

FACE_DOWN: Final = (3, 6)
"""The places of the row whose cards lie face down until they are fought for, counted from 0 (KO-2)."""

SHOWN: Final = tuple(tuple(DOWN if place in FACE_DOWN else card // 10 for card in range(30)) for place in range(10))
"""By place of the row and card there, the colour that the players see."""

ATTACKS: Final = tuple(tuple(Attack(end, card) for card in range(30)) for end in (0, 1))

DEFENCES: Final = tuple(Defence(card) for card in range(30))

# A list of legal moves is the sum of tuples, one for each colour and each of its 1024 part-hands. Each is made when a
# hand first needs it: to make all of them takes as long as all else that a first table needs of the rules.
_ByPart = LazyDict[int, tuple[Move, ...]]

_ByColour = tuple[_ByPart, _ByPart, _ByPart]

_NONE: Final[_ByPart] = LazyDict(lambda _part: ())


def _by_part(moves: Sequence[Move]) -> tuple[_ByPart, ...]:
    return tuple(by_mask(moves[10 * colour : 10 * colour + 10]) for colour in range(3))


LEFT, _RIGHT, ANSWER = map(_by_part, (*ATTACKS, DEFENCES))


def _joined(left: _ByPart, right: _ByPart) -> _ByPart:
    return LazyDict(lambda part: left[part] + right[part])


BOTH: Final = tuple(map(_joined, LEFT, _RIGHT))


def _attacks(low: int, high: int | None) -> _ByColour:
    """The attacks on ends that show these colours (KO-5); if one card is left, it counts as the left end (KO-4)."""
    red, yellow, blue = (
        (_NONE if colour == low else LEFT[colour])
        if colour == high or high is None
        else (_RIGHT if colour == low else BOTH)[colour]
        for colour in range(3)
    )
    return red, yellow, blue


def _answers(*used: int) -> _ByColour:
    """The answers in all colours that the fight has not used yet (KO-6)."""
    red, yellow, blue = (_NONE if colour in used else ANSWER[colour] for colour in range(3))
    return red, yellow, blue


ATTACKS_ON: Final = tuple(tuple(_attacks(low, high) for high in range(4)) for low in range(4))
"""Attacks by the colours of the left and the right end."""

ATTACKS_ON_LAST: Final = tuple(_attacks(low, None) for low in range(4))

ANSWERS_TO: Final = tuple(tuple(_answers(attack, shown) for shown in range(4)) for attack in range(3))
"""Answers by the colours of the attacking card and of the row card."""


class Fight(NamedTuple):
    """One finished fight for a row card."""

    attacker: Seat
    attack: Card
    defence: Card

    @property
    def winner(self) -> Seat | None:
        """The seat that laid the higher card, or None after a tie (KO-7)."""
        attack, defence = self.attack % 10, self.defence % 10
        return None if attack == defence else self.attacker if attack > defence else 1 - self.attacker


FIGHTS: Final = tuple(
    tuple(tuple((Fight(attacker, attack, defence),) for defence in range(30)) for attack in range(30))
    for attacker in (0, 1)
)
"""By attacker, attack and answer, the fight in a tuple of its own, ready to be added to other fights."""


def moves_for(moves: Sequence[_ByPart], hand: int) -> tuple[Move, ...]:
    """The moves of all cards of a hand."""
    red, yellow, blue = moves
    return red[hand & 1023] + yellow[hand >> 10 & 1023] + blue[hand >> 20]


def card_name(card: Card) -> str:
    """A card in words: "yellow 7"."""
    return card_words(KOMMANDO, KOMMANDO.text[card])


ACTIONS: Final = (*(f"{end}:{card}" for end in "LR" for card in KOMMANDO.text), *KOMMANDO.text)
"""The texts of all moves: the attacks at each end, then the answers."""
