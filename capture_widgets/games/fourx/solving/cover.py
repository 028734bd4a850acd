"""The cheapest explorations that turn up all face-down cards, if every card turned up is territory."""

from __future__ import annotations

from collections.abc import Callable

from capture_widgets.core.bit_masks import bits, mask_of
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.games.fourx.moves import NEAR, around
from capture_widgets.games.fourx.solving.prices import prices

_CORNERS_FIRST = tuple(mask_of(space for space in range(49) if NEAR[space].bit_count() == count) for count in (3, 5, 8))
"""Masks of the corners of the map, of its sides, and of all other spaces."""
_NOT_AROUND = LazyDict[int, int](lambda spaces: ~around(spaces))
"""By a set of spaces around a space, the mask of all spaces that are not around them. Fewer than 13,000 sets are ever
needed.
"""
_FAR = LazyDict[tuple[int, ...], tuple[tuple[int, ...], ...]](
    lambda near: tuple(
        [tuple([~(near[space] & ~near[other] & ~(1 << other)) for other in bits(near[space])]) for space in range(49)]
    )
)
"""For each space, one mask for each of its neighbours: all spaces except the space's other neighbours that are not
adjacent to that neighbour. The key is the table of neighbours.
"""
_MOST_FAILURES = 400_000
"""The largest number of failed positions that are remembered."""


class Cover:
    """A search for explorations when every space can be explored: one turn for the spaces of ``movers``, two for
    others.

    This is what remains to be done when all suits are conquered; before that it gives a lower bound. The search decides
    on each space once and for all, so it tries no set of explorations in two orders.

    Args:
        near: the mask of the spaces around each space.
        whole: the mask of the map.
        movers: the mask of the spaces whose cards may explore.
        tick: called now and then; it may raise to end the search.
    """

    def __init__(self, near: tuple[int, ...], whole: int, movers: int, tick: Callable[[], None]) -> None:
        self._near = near
        self._whole = whole
        self._movers = movers
        self._tick = tick
        self._exceed = prices().exceed
        self._at_least: dict[int, int] = {}
        self._enough: dict[int, int] = {}
        self._failed: dict[tuple[int, int], int] = {}

    def within(self, down: int, banned: int, turns: int, priced: int) -> bool:
        """Whether so many turns are enough to turn up all of ``down``.

        Args:
            down: the mask of the face-down cards.
            banned: the mask of spaces that must not be explored; an answer that is known from before may use them all
                the same.
            turns: the number of turns.
            priced: the mask of spaces whose prices hold (see `unpriced`).
        """
        if turns < 0:
            return False
        if not down:
            return True
        if self._enough.get(down, 99) <= turns:
            return True
        if self._at_least.get(down, 1) > turns:
            return False
        reach = around(down) & self._whole
        useful = self._movers & ~banned & reach
        if self._exceed(down & priced, turns + useful.bit_count() >> 1):
            if not banned:
                self._at_least[down] = turns + 1
            return False
        if banned:
            if self._failed.get((down, banned), -1) >= turns:
                return False
            if self.apart(down, banned) > turns:
                return False
        self._tick()
        front = reach & ~down & ~banned
        if not front:
            return False
        near = self._near
        most = space = -1
        left = front & self._movers or front
        while left:
            bit = left & -left
            left ^= bit
            each = bit.bit_length() - 1
            count = (near[each] & down).bit_count()
            if count > most:
                most, space = count, each
        cost = 1 if self._movers >> space & 1 else 2
        if self.within(down & ~self._near[space], banned, turns - cost, priced):
            self._enough[down] = min(turns, self._enough.get(down, 99))
            return True
        if self.within(down, banned | 1 << space, turns, priced):
            return True
        if banned:
            if len(self._failed) >= _MOST_FAILURES:
                self._failed.clear()
            self._failed[down, banned] = turns
        else:
            self._at_least[down] = turns + 1
        return False

    def apart(self, down: int, banned: int) -> int:
        """A lower bound: the number of turns for spaces that are so far apart that each needs an exploration of its
        own.
        """
        open_spaces = ~banned
        movers, near = self._movers, self._near
        turns = 0
        for part in _CORNERS_FIRST:
            while left := down & part:
                by = near[(left & -left).bit_length() - 1] & open_spaces
                if not by:
                    return 99
                turns += 1 if by & movers else 2
                down &= _NOT_AROUND[by]
            if not down:
                break
        return turns

    def explorations(self, down: int, turns: int) -> list[int]:
        """The spaces to explore, in order, after `within` has said that so many turns are enough."""
        spaces = []
        while down:
            for space in bits(around(down) & self._whole & ~down):
                left = down & ~self._near[space]
                remaining = turns - (1 if self._movers >> space & 1 else 2)
                if remaining >= 0 and (not left or self._enough.get(left, 99) <= remaining):
                    spaces.append(space)
                    down, turns = left, remaining
                    break
            else:
                raise AssertionError("no explorations are known, although `within` said yes")
        return spaces


def unpriced(near: tuple[int, ...], up: int, down: int) -> int:
    """The mask of the spaces whose prices do not hold, because an exploration can turn up more around them than the
    prices assume.

    If a space was turned up by an exploration beside it, at most a corner of the spaces around it is still face down.
    More may be face down around the king's first space, and around spaces that a technology turned up.
    """
    exempt = 0
    far = _FAR[near]
    for space in bits(up & around(down)):
        shown = near[space] & down
        if all(map(shown.__and__, far[space])):
            exempt |= shown
    return exempt
