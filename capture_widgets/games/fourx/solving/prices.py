"""Prices of spaces, from which a lower bound on the number of explorations follows.

Take a space Y that was turned up by an exploration of Z beside it. Exploring Y turns up the spaces around Y that are
not around Z. The prices are chosen so that every such set of spaces costs at most one. So one exploration pays for at
most one, and face-down spaces whose prices sum up to n need at least n explorations. The prices are solutions of linear
programs, in sixtieths, rounded down. Any prices that satisfy this condition are valid, and a test checks it.

All patterns of prices are added up at once: each has a field of a long integer.
"""

from __future__ import annotations

from functools import cache
from typing import Final

UNIT: Final = 60
"""The price of the spaces that one exploration turns up is at most this."""

# fmt: off
_PRICES: Final = (
    (
        60,  0,  0,  0,  0, 20, 40,
         0,  0,  0,  0,  0, 20,  0,
         0,  0,  0,  0,  0, 20,  0,
         0,  0,  0,  0,  0, 20, 40,
         0,  0,  0,  0,  0, 20,  0,
         0, 60,  0,  0,  0, 20,  0,
        60,  0,  0,  0,  0, 20, 40,
    ),
    (
        51,  0,  0, 51,  0,  0, 60,
         0,  8,  8,  0,  0,  0,  0,
         8,  0,  0,  0,  0,  0,  0,
        34, 17,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         2, 20,  2, 20, 20, 20, 20,
        57,  0,  0, 40,  0,  0, 40,
    ),
    (
        24,  0, 12, 24,  0,  4, 56,
        12, 24, 12,  0,  0, 28,  0,
        12,  0, 12, 24,  0,  4,  0,
         0, 24,  0,  0,  0, 28, 32,
        36,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0, 60,
    ),
    (
        60,  0,  0,  0,  0, 20, 40,
         0, 60,  0,  0,  0, 20,  0,
         0,  0,  0,  0,  0, 20,  0,
         0,  0,  0,  0,  0, 20, 40,
         0,  0,  0,  0,  0, 20,  0,
         0,  0,  0,  0,  0, 20,  0,
         0,  0, 60,  0,  0, 20, 40,
    ),
    (
        60,  0,  0, 51,  0,  0, 51,
         0,  0,  0,  0,  8,  8,  0,
         0,  0,  0,  0,  0,  0,  8,
        60,  0,  0,  0,  0, 17, 34,
         0,  0,  0,  0,  0, 17,  0,
         0,  0,  0,  0,  0, 25,  0,
        60,  0,  0,  0, 17,  0, 42,
    ),
    (
        60,  0,  0,  0,  4, 20, 24,
         0,  0,  0,  0,  8, 16,  8,
         0,  0,  0,  0,  4, 20,  4,
        40,  0, 20,  0, 24,  0, 24,
         0, 20,  0, 16,  8, 16,  8,
         0, 20,  0, 20,  4, 20,  4,
        40,  4, 16,  0, 24,  0, 24,
    ),
    (
        60,  0,  0, 40,  0,  0, 60,
         0, 20,  0, 20,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
        40, 20,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0, 60,  0,
        60,  0,  0,  0,  0,  0, 60,
    ),
    (
        60,  0,  0,  0, 60,  0,  0,
         0, 60,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
        20, 20, 20, 20, 20, 20, 20,
        40,  0,  0, 40,  0,  0, 40,
    ),
    (
        60,  0,  0, 40,  0,  0, 40,
         0,  0,  0, 20, 20, 20,  0,
         0,  0,  0,  0,  0,  0, 20,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0, 60,  0,  0,  0, 60,  0,
        60,  0,  0,  0,  0,  0, 60,
    ),
    (
        40, 20,  0,  0, 60,  0,  0,
         0, 20,  0,  0,  0,  0,  0,
         0, 20,  0,  0,  0,  0,  0,
        40, 20,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0, 60,  0,
        60,  0,  0,  0,  0,  0, 60,
    ),
    (
        40, 20,  0,  0,  0, 60,  0,
         0, 20,  0,  0,  0,  0,  0,
         0, 20,  0,  0,  0,  0,  0,
        40,  0,  0,  0,  0,  0, 60,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0,  0,  0,  0,  0,
         0,  0,  0, 60,  0,  0, 60,
    ),
    (
        60,  0,  0,  0,  0, 25, 17,
         0,  0,  0,  0, 17,  8,  8,
         0,  0,  0,  0,  0, 25,  8,
         0,  0,  0,  0, 25,  0, 17,
         0,  0,  0,  0,  0,  0,  8,
         0,  0,  0, 25,  8, 25,  0,
         0,  0,  0, 34,  0,  0, 51,
    ),
)
# fmt: on
"""Each pattern has the prices by space, in reading order; turned and mirrored patterns are valid, too."""

_WIDTH: Final = 11
_MOST: Final = 1 << _WIDTH - 1


@cache
def every_price() -> tuple[tuple[int, ...], ...]:
    """All patterns of prices, turned and mirrored in every way."""
    patterns = set()
    for prices in _PRICES:
        rows = [list(prices[start : start + 7]) for start in range(0, 49, 7)]
        for _ in range(4):
            rows = [list(row) for row in zip(*reversed(rows), strict=True)]
            patterns.add(tuple([price for row in rows for price in row]))
            patterns.add(tuple([price for row in rows for price in reversed(row)]))
    return tuple(sorted(patterns))


class Prices:
    """Tables of the sums of prices, by rows of the map."""

    def __init__(self) -> None:
        every = every_price()
        ones = sum(1 << _WIDTH * field for field in range(len(every)))
        worth = [sum(prices[space] << _WIDTH * field for field, prices in enumerate(every)) for space in range(49)]
        rows = []
        for row in range(7):
            sums = [0]
            for spaces in range(1, 128):
                low = spaces & -spaces
                sums.append(sums[spaces ^ low] + worth[7 * row + low.bit_length() - 1])
            rows.append(sums)
        self._rows = tuple(rows)
        self._high = ones * _MOST
        # with this added, a sum reaches the highest bit of its field if it is worth more than ``count`` explorations
        self._lift = tuple([ones * (_MOST - 1 - UNIT * count) for count in range(_MOST // UNIT + 1)])

    def exceed(self, down: int, count: int) -> bool:
        """Whether it takes more than so many explorations to turn these spaces up."""
        if count >= len(self._lift):
            return False
        row1, row2, row3, row4, row5, row6, row7 = self._rows
        total = (
            row1[down & 127]
            + row2[down >> 7 & 127]
            + row3[down >> 14 & 127]
            + row4[down >> 21 & 127]
            + row5[down >> 28 & 127]
            + row6[down >> 35 & 127]
            + row7[down >> 42]
        )
        return (total + self._lift[count]) & self._high != 0


@cache
def prices() -> Prices:
    """The tables of prices, which are made when they are first needed."""
    return Prices()
