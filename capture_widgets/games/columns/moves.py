"""Options and placements of Capture in five columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from operator import itemgetter
from typing import Final, Self

from capture_widgets.core.lazy_tables import LazySequence
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.faces import card_words
from capture_widgets.engine.game_options import Options, option


@dataclass(frozen=True)
class ColumnsOptions(Options):
    """The options of a game of Capture in five columns."""

    dealer: int = option(
        1,
        "Who deals; the other player gets the first card and places first.",
        rule="CO-1",
        choices=(0, 1),
        seats=True,
        short={0: "deal"},
    )
    aces: str = option(
        "lock",
        "What an ace does in a column: with “lock” nobody captures that column by the highest and the lowest card, "
        "with “swing” the ace counts as its owner's highest or lowest card.",
        rule="CO-8",
        choices=("lock", "swing"),
        labels={
            "lock": "Nobody captures that column by the highest and the lowest card",
            "swing": "It counts as its owner's highest or lowest card",
        },
        short={"swing": "Aces count as high or low"},
    )


COLUMN_NAMES: Final = "ABCDE"

NO_CARD: Final = -1
"""The entry of a placement for a column that gets no card."""

_PIECES: Final = tuple(tuple(f"{name}:{text}" for text in FRENCH.text) for name in COLUMN_NAMES)


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement of all hidden cards of a seat, at most one behind each column (CO-4)."""

    cards: tuple[Card, Card, Card, Card, Card]
    """The card behind each slot A to E, or `NO_CARD`."""

    def __str__(self) -> str:
        return " ".join(_PIECES[slot][card] for slot, card in enumerate(self.cards) if card != NO_CARD)

    def played(self) -> list[Card]:
        """The cards placed, from column A to column E."""
        return [card for card in self.cards if card != NO_CARD]


ADDED: Final[tuple[tuple[Card, ...], ...]] = (*((card,) for card in range(52)), ())
"""By card, what it adds to its side of a column; `NO_CARD`, the last entry, adds nothing."""

_Pick = Callable[[Sequence[Card]], tuple[Card, Card, Card, Card, Card]]
"""A function that takes the five entries of a placement from a hand with `NO_CARD` at its end."""


def _picks(columns: int, hidden: int) -> tuple[_Pick, ...]:
    slots = [slot for slot in range(5) if columns >> slot & 1]
    picks = []
    for chosen in combinations(slots, hidden):
        for order in permutations(range(hidden)):
            places = dict(zip(chosen, order, strict=True))
            picks.append(itemgetter(*(places.get(slot, hidden) for slot in range(5))))
    return tuple(picks)


PICKS: Final = tuple(tuple(_picks(columns, hidden) for hidden in range(6)) for columns in range(32))
"""Every way to place hidden cards, by the mask of the columns and the number of cards; at most 120."""

_blank: Final = object.__new__

_LAST: Final = (NO_CARD,)

_set_cards: Final = vars(Placement)["cards"].__set__


def _placement(cards: tuple[Card, Card, Card, Card, Card]) -> Placement:
    """Make ``Placement(cards)`` in half the time, by setting its field directly although the class is frozen."""
    made = _blank(Placement)
    _set_cards(made, cards)
    return made


class Placements(LazySequence[Placement]):
    """The legal placements of a hand. Each of up to 120 is made only when it is asked for, since callers look at few of
    them.
    """

    __slots__ = ("_hand", "_picks")
    _hand: tuple[Card, ...]
    _picks: tuple[_Pick, ...]

    @classmethod
    def of(cls, hand: tuple[Card, ...], columns: int) -> Self:
        """The placements of a hand behind the columns of a mask, in canonical order."""
        made = _blank(cls)
        made._hand = hand
        made._picks = PICKS[columns][len(hand)]
        return made

    def __len__(self) -> int:
        return len(self._picks)

    def at(self, index: int) -> Placement:
        """The placement at an index."""
        made: Placement = _blank(Placement)
        _set_cards(made, self._picks[index](self._hand + _LAST))
        return made

    def __iter__(self) -> Iterator[Placement]:
        cards = self._hand + _LAST
        return (_placement(pick(cards)) for pick in self._picks)

    def __contains__(self, move: object) -> bool:
        if type(move) is not Placement:
            return False
        cards = self._hand + _LAST
        return any(pick(cards) == move.cards for pick in self._picks)

    def parts(self) -> tuple[Hashable, ...]:
        """What the list is made from: the hand, and the ways to place it."""
        return self._hand, self._picks

    def __repr__(self) -> str:
        return f"Placements({len(self)} of {' '.join(FRENCH.texts(self._hand))})"


FORMS: Final = "A:Qh B:3d, a column and a card for each card placed, columns in order"

NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def card_name(card: Card) -> str:
    """A card in words: "queen of hearts"."""
    return card_words(FRENCH, FRENCH.text[card])


ACTIONS: Final = tuple(piece for column in _PIECES for piece in column)
"""The texts of all parts of placements: each card behind each column."""
