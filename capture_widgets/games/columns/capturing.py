"""Who captures a column, and how the cards are shared out."""

from __future__ import annotations

from typing import Final

from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.cards import FRENCH, Card
from capture_widgets.engine.state import Seat

_ACE: Final = 12
"""Rank of the aces, the highest of `FRENCH`."""

Side = tuple[Card, ...]
"""One seat's cards in a column, the face-up card first."""

Column = tuple[Side, Side]
"""A column: the sides of seat A and of seat B."""

_RANK: Final = FRENCH.rank_of

COUNT: Final = (*(1 << 3 * _RANK[card] for card in range(52)), 0)
"""What a card adds to the ranks of its side, by card: one in the three bits of its rank; the last entry, that of
`NO_CARD`, is nothing."""

Ranks = int
"""How many cards of each rank a side has, three bits a rank; the sum of what its cards add."""


class Standing:
    """All that counts about one side of a column."""

    __slots__ = ("ace", "high", "low", "sets", "strength")

    def __init__(self, ranks: Ranks) -> None:
        counts = [ranks >> 3 * rank & 7 for rank in range(13)]
        plain = [rank for rank in range(_ACE) if counts[rank]]
        self.sets = tuple(sorted((count for count in counts if count > 1), reverse=True))
        """Sizes of its groups of equal rank of two or more, largest first (CO-6)."""
        first, second, third = (*self.sets, 0, 0, 0)[:3]
        self.strength = first << 6 | second << 3 | third
        """The sets as a number, greater for greater sets; no side has more than three."""
        self.high = plain[-1] if plain else -1
        """Its highest rank, aces apart; -1 without any."""
        self.low = plain[0] if plain else 13
        """Its lowest rank, aces apart; 13 without any."""
        self.ace = counts[_ACE] > 0


STANDINGS: Final = LazyDict[Ranks, Standing](Standing)
"""The standing of a side with these ranks: fewer than 30,000, since a side holds at most six cards."""


def ranks_of(side: Side) -> Ranks:
    """How many cards of each rank a side has."""
    return sum([COUNT[card] for card in side])


def standing(side: Side) -> Standing:
    """What a side's cards amount to."""
    return STANDINGS[ranks_of(side)]


def winner(column: Column, aces: str) -> Seat | None:
    """Who captures a column (CO-6 to CO-8), None where it is drawn; ``aces`` is the option."""
    return captor_of(standing(column[0]), standing(column[1]), aces)


def captor_of(ours: Standing, theirs: Standing, aces: str) -> Seat | None:
    """Who captures a column where seats A and B stand like this, None where it is drawn."""
    if ours.strength != theirs.strength:
        return 0 if ours.strength > theirs.strength else 1
    if not ours.ace and not theirs.ace:
        if ours.high > theirs.high:
            return 0 if ours.low < theirs.low else None
        return 1 if theirs.high > ours.high and theirs.low < ours.low else None
    if aces == "lock" or ours.ace == theirs.ace:
        return None
    # CO-8 "swing": the only side with aces has one extreme by them and needs the other by a plain card
    if ours.ace:
        return 0 if ours.high > theirs.high or ours.low < theirs.low else None
    return 1 if theirs.high > ours.high or theirs.low < ours.low else None


def shares(left: int, carried: int) -> tuple[int, int]:
    """How many new columns a round lays and how many hidden cards each seat gets (CO-2, CO-3).

    Args:
        left: cards not yet dealt, an even number of two or more.
        carried: columns drawn in the round before.
    """
    if left >= 2 * (5 - carried) + 10:
        return 5 - carried, 5
    new = max(0, (left // 2 - carried + 1) // 2)
    return new, left // 2 - new


SHARES: Final = tuple(tuple(shares(left, carried) for carried in range(6)) for left in range(0, 54, 2))
"""Every answer of `shares`, by half the cards left and columns carried."""
