"""The cheapest explorations that turn up all that is face down, where every card turned up is territory."""

from __future__ import annotations

from collections.abc import Callable

from capture_widgets.core.bit_masks import bits, mask_of
from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.games.fourx.moves import NEAR, around
from capture_widgets.games.fourx.solving.prices import prices

_CORNERS_FIRST = tuple(mask_of(space for space in range(49) if NEAR[space].bit_count() == count) for count in (3, 5, 8))
"""The corners of the map, its sides, and what is left."""
_NOT_AROUND = LazyDict[int, int](lambda spaces: ~around(spaces))
"""By some of the spaces around one, all that are not around these: fewer than 13,000 are ever asked for."""
_FAR = LazyDict[tuple[int, ...], tuple[tuple[int, ...], ...]](
    lambda near: tuple(
        [tuple([~(near[space] & ~near[other] & ~(1 << other)) for other in bits(near[space])]) for space in range(49)]
    )
)
"""By the neighbours of all spaces and a space: for each of its neighbours all but those far from that one."""
_KEPT = 400_000
"""Failures that are remembered at a time."""


class Cover:
    """Explores with every space open, at one turn from the spaces of ``movers`` and at two from others.

    That is what is left to do when all suits are conquered, and before that a bound on what there is to explore. Each
    space that can be explored is decided on once, for good, so that no set of explorations is tried in two orders.

    Args:
        near: the spaces around each space.
        whole: the map.
        movers: spaces of the cards that may explore.
        tick: called now and then; may raise to end the search.
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

    def within(self, down: int, banned: int, turns: int, firm: int) -> bool:
        """Whether so many turns turn all of ``down`` up.

        Args:
            down: what is face down.
            banned: spaces that are not explored from; where there is a way that is known from before, it may be one
                that explores from them.
            turns: how many there are.
            firm: spaces whose prices hold (see `loose`).
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
        if self._exceed(down & firm, turns + useful.bit_count() >> 1):
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
        if self.within(down & ~self._near[space], banned, turns - cost, firm):
            self._enough[down] = min(turns, self._enough.get(down, 99))
            return True
        if self.within(down, banned | 1 << space, turns, firm):
            return True
        if banned:
            if len(self._failed) >= _KEPT:
                self._failed.clear()
            self._failed[down, banned] = turns
        else:
            self._at_least[down] = turns + 1
        return False

    def apart(self, down: int, banned: int) -> int:
        """A bound from spaces so far apart that each needs an exploration of its own."""
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

    def way(self, down: int, turns: int) -> list[int]:
        """The spaces to explore from, in order, when `within` has found so many turns enough."""
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
                raise AssertionError("a way that was found is known")
        return spaces


def loose(near: tuple[int, ...], up: int, down: int) -> int:
    """Spaces whose prices tell nothing, since they can be turned up from one whose neighbours were not explored from.

    From a space that was turned up by exploring beside it at most a corner of its surroundings is left to turn up. From
    the own king's first space, and from those that a technology showed, there may be more.
    """
    exempt = 0
    far = _FAR[near]
    for space in bits(up & around(down)):
        shown = near[space] & down
        if all(map(shown.__and__, far[space])):
            exempt |= shown
    return exempt
