"""The rules that decide who captures a column, and how many cards a round deals."""

from __future__ import annotations

from typing import Final

from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.state import Seat

_ACE: Final = 12
"""The rank of an ace, the highest of `FRENCH`."""

Side = tuple[Card, ...]
"""One seat's cards in a column, the face-up card first."""

Column = tuple[Side, Side]
"""A column: the sides of seat A and of seat B."""

_RANK: Final = FRENCH.rank_of

COUNT: Final = (*(1 << 3 * _RANK[card] for card in range(52)), 0)
"""By card, what it adds to the ranks of its side: one in the three bits of its rank. `NO_CARD`, the last entry, adds
nothing.
"""

Ranks = int
"""The number of cards of each rank on a side, three bits for each rank; the sum of what its cards add."""


class Standing:
    """Everything about one side of a column that the rules compare."""

    __slots__ = ("ace", "high", "low", "sets", "strength")

    def __init__(self, ranks: Ranks) -> None:
        counts = [ranks >> 3 * rank & 7 for rank in range(13)]
        plain = [rank for rank in range(_ACE) if counts[rank]]
        self.sets = tuple(sorted((count for count in counts if count > 1), reverse=True))
        """The sizes of its groups of two or more cards of one rank, largest first (CO-6)."""
        first, second, third = (*self.sets, 0, 0, 0)[:3]
        self.strength = first << 6 | second << 3 | third
        """A number that is greater for better sets; no side has more than three sets."""
        self.high = plain[-1] if plain else -1
        """The highest rank on the side, not counting aces; -1 if it has only aces."""
        self.low = plain[0] if plain else 13
        """The lowest rank on the side, not counting aces; 13 if it has only aces."""
        self.ace = counts[_ACE] > 0


STANDINGS: Final = LazyDict[Ranks, Standing](Standing)
"""The standing of a side, by its ranks. There are fewer than 30,000 of them, since a side holds at most six cards."""


def ranks_of(side: Side) -> Ranks:
    """The number of cards of each rank on a side."""
    return sum([COUNT[card] for card in side])


def standing(side: Side) -> Standing:
    """The standing of a side with these cards."""
    return STANDINGS[ranks_of(side)]


def winner(column: Column, aces: str) -> Seat | None:
    """The seat that captures a column (CO-6 to CO-8), or None if the column is drawn; ``aces`` is the option."""
    return captor_of(standing(column[0]), standing(column[1]), aces)


def captor_of(ours: Standing, theirs: Standing, aces: str) -> Seat | None:
    """The seat that captures a column in which the two seats have these standings, or None if it is drawn."""
    if ours.strength != theirs.strength:
        return 0 if ours.strength > theirs.strength else 1
    if not ours.ace and not theirs.ace:
        if ours.high > theirs.high:
            return 0 if ours.low < theirs.low else None
        return 1 if theirs.high > ours.high and theirs.low < ours.low else None
    if aces == "lock" or ours.ace == theirs.ace:
        return None
    # CO-8 "swing": only one side has aces. They give it the highest or the lowest card; a plain card must give the
    # other
    if ours.ace:
        return 0 if ours.high > theirs.high or ours.low < theirs.low else None
    return 1 if theirs.high > ours.high or theirs.low < ours.low else None


def shares(left: int, carried: int) -> tuple[int, int]:
    """The number of new columns in a round, and of hidden cards for each seat (CO-2, CO-3).

    Args:
        left: the number of cards not yet dealt, an even number of two or more.
        carried: the number of columns that were drawn in the round before.
    """
    if left >= 2 * (5 - carried) + 10:
        return 5 - carried, 5
    new = max(0, (left // 2 - carried + 1) // 2)
    return new, left // 2 - new


SHARES: Final = tuple(tuple(shares(left, carried) for carried in range(6)) for left in range(0, 54, 2))
"""All results of `shares`, by half the number of cards left and the number of columns carried."""
