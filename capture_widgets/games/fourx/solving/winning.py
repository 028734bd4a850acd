"""Whether a position can be won at all, and with how few captures: exploring and conquering cost nothing here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from capture_widgets.core.bit_masks import bits
from capture_widgets.games.fourx.moves import RANK, around
from capture_widgets.games.fourx.solving.facts import (
    BESIEGING,
    CAPTURING,
    FLIPPING,
    LINING,
    NOTHING,
    Arsenal,
    MapFacts,
    Step,
    replaced,
)

Place = tuple[int, int, int, Arsenal, int]
"""What is turned up, ours and conquered, the arsenal, and the ability that is left."""
NEVER = 99
"""More captures than there can be."""


class Winning:
    """Answers for the positions that come after one.

    Args:
        ground: the facts of that position.
        tick: called now and then; may raise to end the search.
    """

    def __init__(self, facts: MapFacts, tick: Callable[[], None]) -> None:
        self._facts = facts
        self._tick = tick
        self._lost: set[tuple[int, int, Arsenal, int]] = set()
        self._at_least: dict[tuple[int, int, Arsenal, int], int] = {}
        self._enough: dict[tuple[int, int, Arsenal, int], int] = {}

    # -- whether

    def possible(self, place: Place) -> bool:
        """Whether the game can be won."""
        return self._can_win(self._closed(place))

    def _closed(self, place: Place) -> Place:
        up, ours, conquered, arsenal, ability = place
        return *self._facts.closed(up, ours, conquered), arsenal, ability

    def _can_win(self, place: Place) -> bool:
        facts = self._facts
        while True:
            up, ours, conquered, arsenal, ability = place
            if conquered == facts.all_conquered:
                return True
            useful = self._useful(up, ours, conquered)
            taken = self._always_good_capture(up & useful, useful, arsenal)
            if taken is None:
                break
            space, arsenal = taken
            place = self._closed((up, ours | 1 << space, conquered, arsenal, ability))
        arsenal = tuple([card for card in arsenal if facts.takes[card] & useful])
        key = (up, ours, arsenal, ability)
        if key in self._lost:
            return False
        self._tick()
        if self._hopeless(place):
            self._lost.add(key)
            return False
        following = [self._closed(after) for _, _, after in self._steps((up, ours, conquered, arsenal, ability))]
        following.sort(key=lambda after: (after[2].bit_count(), after[0].bit_count()), reverse=True)
        if any(self._can_win(after) for after in following):
            return True
        self._lost.add(key)
        return False

    def way(self, place: Place) -> list[Step]:
        """Captures, and the use of the technology, of some win from where there is one."""
        steps = []
        place = self._closed(place)
        while place[2] != self._facts.all_conquered:
            for step, _, after in self._steps(place):
                following = self._closed(after)
                if self._can_win(following):
                    steps.append(step)
                    place = following
                    break
            else:
                raise AssertionError("a win that was found is known")
        return steps

    def _useful(self, up: int, ours: int, conquered: int) -> int:
        """Spaces of enemy cards, turned up or not, that can help when they are taken: to explore, or to surround."""
        facts = self._facts
        near = around(facts.whole & ~up) | facts.near_kings(conquered)
        return near & facts.whole & ~ours & ~facts.throne

    def _always_good_capture(self, up: int, useful: int, arsenal: Arsenal) -> tuple[int, Arsenal] | None:
        """A capture that closes no door: the highest card of all that a card bound to its suit will ever take."""
        facts = self._facts
        for place, card in enumerate(arsenal):
            if not facts.free[card]:
                prey = facts.takes[card] & useful
                if prey & up:
                    space = max(bits(prey), key=lambda space: RANK[facts.cards[space]])
                    if up >> space & 1:
                        return space, replaced(arsenal, place, facts.cards[space])
        return None

    def _hopeless(self, place: Place) -> bool:
        """Whether not even taking everything that can be taken would do."""
        up, ours, conquered, arsenal, ability = place
        if ability != NOTHING:
            return False
        facts = self._facts
        for card in arsenal:
            ours |= facts.takes[card]
        return facts.closed(up, ours, conquered)[2] != facts.all_conquered

    def _steps(self, place: Place) -> Iterator[tuple[Step, int, Place]]:
        """Captures and uses of the technology that can help, with the captures that each is and where it leads."""
        up, ours, conquered, arsenal, ability = place
        facts = self._facts
        useful = self._useful(up, ours, conquered) & up
        last = -1
        for at, card in enumerate(arsenal):
            if card != last:
                last = card
                for space in bits(facts.takes[card] & useful):
                    after = replaced(arsenal, at, facts.cards[space])
                    yield Step("capture", space, card), 1, (up, ours | 1 << space, conquered, after, ability)
        if ability == CAPTURING:
            for space in bits(useful):
                yield Step("seize", space), 1, (up, ours | 1 << space, conquered, arsenal, NOTHING)
        elif ability == BESIEGING:
            for king in facts.besieged(up, ours, conquered):
                after_siege = (up, ours | king.suit, conquered | king.bit, arsenal, NOTHING)
                yield Step("besiege", king.space.bit_length() - 1), 0, after_siege
        elif ability == FLIPPING:
            for space in bits(facts.whole & ~up):
                yield Step("flip", space), 0, (up | 1 << space, ours, conquered, arsenal, NOTHING)
        elif ability == LINING:
            for number, line in enumerate(facts.lines):
                if line & ~up and line & up & ours:
                    yield Step("line", number), 0, (up | line, ours, conquered, arsenal, NOTHING)

    # -- how

    def fewest(self, place: Place) -> int:
        """The fewest captures that a win takes, `NEVER` where there is none."""
        place = self._closed(place)
        captures = 0
        while not self._within(place, captures):
            captures += 1
            if self._at_least.get(_key(place), 0) >= NEVER or (captures == 5 and not self._can_win(place)):
                return NEVER
        return captures

    def _within(self, place: Place, captures: int) -> bool:
        """Whether so many captures win."""
        if place[2] == self._facts.all_conquered:
            return True
        ability = place[4]
        key = _key(place)
        at_least = self._at_least.get(key, 0)
        if at_least > captures:
            return False
        if self._enough.get(key, NEVER) <= captures:
            return True
        self._tick()
        if at_least == 0 and self._hopeless(place):
            self._at_least[key] = NEVER
            return False
        if captures > 0 or ability != NOTHING:
            for _, cost, after in self._steps(place):
                if cost <= captures and self._within(self._closed(after), captures - cost):
                    self._enough[key] = captures
                    return True
        self._at_least[key] = captures + 1
        return False


def _key(place: Place) -> tuple[int, int, Arsenal, int]:
    up, ours, _, arsenal, ability = place
    return up, ours, arsenal, ability
