"""Whether the player can win at all, and with how few captures; exploring and conquering cost nothing here."""

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

Position = tuple[int, int, int, Arsenal, int]
"""The spaces turned up, the territory, the conquered suits, the arsenal, and the ability of the technology."""
NEVER = 99
"""A number of captures that no game has."""


class Winning:
    """Answers for the positions that can follow one position.

    Args:
        facts: the facts of that position.
        tick: called now and then; it may raise to end the search.
    """

    def __init__(self, facts: MapFacts, tick: Callable[[], None]) -> None:
        self._facts = facts
        self._tick = tick
        self._lost: set[tuple[int, int, Arsenal, int]] = set()
        self._at_least: dict[tuple[int, int, Arsenal, int], int] = {}
        self._enough: dict[tuple[int, int, Arsenal, int], int] = {}

    # -- whether

    def possible(self, position: Position) -> bool:
        """Whether the player can win."""
        return self._can_win(self._closed(position))

    def _closed(self, position: Position) -> Position:
        up, ours, conquered, arsenal, ability = position
        return *self._facts.closed(up, ours, conquered), arsenal, ability

    def _can_win(self, position: Position) -> bool:
        facts = self._facts
        while True:
            up, ours, conquered, arsenal, ability = position
            if conquered == facts.all_conquered:
                return True
            useful = self._useful(up, ours, conquered)
            taken = self._always_good_capture(up & useful, useful, arsenal)
            if taken is None:
                break
            space, arsenal = taken
            position = self._closed((up, ours | 1 << space, conquered, arsenal, ability))
        arsenal = tuple([card for card in arsenal if facts.takes[card] & useful])
        key = (up, ours, arsenal, ability)
        if key in self._lost:
            return False
        self._tick()
        if self._hopeless(position):
            self._lost.add(key)
            return False
        following = [self._closed(after) for _, _, after in self._steps((up, ours, conquered, arsenal, ability))]
        following.sort(key=lambda after: (after[2].bit_count(), after[0].bit_count()), reverse=True)
        if any(self._can_win(after) for after in following):
            return True
        self._lost.add(key)
        return False

    def winning_steps(self, position: Position) -> list[Step]:
        """The captures of a win, and the use of the technology. The caller must know that there is a win."""
        steps = []
        position = self._closed(position)
        while position[2] != self._facts.all_conquered:
            for step, _, after in self._steps(position):
                following = self._closed(after)
                if self._can_win(following):
                    steps.append(step)
                    position = following
                    break
            else:
                raise AssertionError("no step wins, although the position can be won")
        return steps

    def _useful(self, up: int, ours: int, conquered: int) -> int:
        """The mask of the enemy cards, face up or not, whose capture can help: to explore, or to surround a king."""
        facts = self._facts
        near = around(facts.whole & ~up) | facts.near_kings(conquered)
        return near & facts.whole & ~ours & ~facts.throne

    def _always_good_capture(self, up: int, useful: int, arsenal: Arsenal) -> tuple[int, Arsenal] | None:
        """A capture that is never a mistake: a card that takes only its own suit takes the highest card that it can
        ever take.
        """
        facts = self._facts
        for position, card in enumerate(arsenal):
            if not facts.free[card]:
                prey = facts.takes[card] & useful
                if prey & up:
                    space = max(bits(prey), key=lambda space: RANK[facts.cards[space]])
                    if up >> space & 1:
                        return space, replaced(arsenal, position, facts.cards[space])
        return None

    def _hopeless(self, position: Position) -> bool:
        """Whether the player cannot win even by taking every card that can be taken."""
        up, ours, conquered, arsenal, ability = position
        if ability != NOTHING:
            return False
        facts = self._facts
        for card in arsenal:
            ours |= facts.takes[card]
        return facts.closed(up, ours, conquered)[2] != facts.all_conquered

    def _steps(self, position: Position) -> Iterator[tuple[Step, int, Position]]:
        """The captures and uses of the technology that can help, each with its number of captures and the position
        after it.
        """
        up, ours, conquered, arsenal, ability = position
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

    def fewest(self, position: Position) -> int:
        """The fewest captures with which the player wins; `NEVER` if the player cannot win."""
        position = self._closed(position)
        captures = 0
        while not self._within(position, captures):
            captures += 1
            if self._at_least.get(_key(position), 0) >= NEVER or (captures == 5 and not self._can_win(position)):
                return NEVER
        return captures

    def _within(self, position: Position, captures: int) -> bool:
        """Whether the player can win with so many captures."""
        if position[2] == self._facts.all_conquered:
            return True
        ability = position[4]
        key = _key(position)
        at_least = self._at_least.get(key, 0)
        if at_least > captures:
            return False
        if self._enough.get(key, NEVER) <= captures:
            return True
        self._tick()
        if at_least == 0 and self._hopeless(position):
            self._at_least[key] = NEVER
            return False
        if captures > 0 or ability != NOTHING:
            for _, cost, after in self._steps(position):
                if cost <= captures and self._within(self._closed(after), captures - cost):
                    self._enough[key] = captures
                    return True
        self._at_least[key] = captures + 1
        return False


def _key(position: Position) -> tuple[int, int, Arsenal, int]:
    up, ours, _, arsenal, ability = position
    return up, ours, arsenal, ability
