"""The shortest win from one position: iterative deepening on turns, with bounds from captures and explorations.

A win takes three conquests, captures, and explorations with the travels to them. So a lower bound is the sum of two
numbers: the fewest captures that win if exploring is free, and the cheapest explorations if every space can be
explored.

The search decides on explorations before captures, and on each space once and for all, since it never hurts to explore
early. So it tries each set of explorations in one order only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from capture_widgets.core.bit_masks import bits
from capture_widgets.games.fourx.moves import around
from capture_widgets.games.fourx.solving.cover import Cover, unpriced
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
from capture_widgets.games.fourx.solving.winning import Winning

_new = tuple.__new__
"""Makes a named tuple without checks, in half the time."""
_MOST_FAILURES = 500_000
"""The largest number of failed positions that are remembered."""


class Node(NamedTuple):
    """A position of the search, before the conquests that are possible in it."""

    up: int
    """The mask of the spaces turned up."""
    taken: int
    """The mask of the spaces where enemy cards were captured."""
    conquered: int
    """Suits conquered since the start of the search."""
    arsenal: Arsenal
    ability: int
    """The ability of the technology, or `NOTHING`."""
    banned: int
    """The mask of the spaces that the search no longer explores."""
    priced: int
    """The mask of the spaces whose prices hold (see `unpriced`)."""
    king_visits: int
    """The mask of the explored spaces, where the king may have stood; kept only while a technology of diamonds can use
    it.
    """


class Shortest:
    """A search for wins from one position.

    Args:
        facts: the facts of the position.
        up: the mask of the spaces turned up.
        arsenal: the arsenal of the position.
        tick: called now and then; it may raise to end the search.
    """

    def __init__(self, facts: MapFacts, up: int, arsenal: Arsenal, tick: Callable[[], None]) -> None:
        self._facts = facts
        self._tick = tick
        priced = ~unpriced(facts.near, up, facts.whole & ~up)
        self._root = Node(up, 0, 0, arsenal, facts.ability, 0, priced, 0)
        self._covers: dict[int, Cover] = {}
        self._failed: dict[Node, int] = {}
        self._captures: dict[tuple[int, int, Arsenal, int, int], int] = {}
        self._plan: list[Step] = []
        self._winning = Winning(facts, tick)

    def possible(self) -> bool:
        """Whether the player can win at all."""
        root = self._root
        return self._winning.possible((root.up, self._facts.ours, 0, root.arsenal, root.ability))

    def within(self, turns: int) -> list[Step] | None:
        """A win in at most so many turns, which include the conquests that are left; None if there is none."""
        self._plan = []
        return self._plan[::-1] if self._search(self._root, turns - len(self._facts.kings)) else None

    def after(self, *, up: int = 0, taken: int = 0, conquered: int = 0, arsenal: Arsenal, ability: int) -> Node:
        """The position after more cards were turned up, taken and conquered, for use with `reaches`."""
        root = self._root
        up |= root.up
        priced = ~unpriced(self._facts.near, up, self._facts.whole & ~up)
        return Node(up, taken, conquered, arsenal, ability, 0, priced, 0)

    def reaches(self, node: Node, turns: int) -> bool:
        """Whether the player can win from a later position in so many turns, not counting the conquests before it."""
        self._plan = []
        return self._search(node, turns - (self._facts.all_conquered & ~node.conquered).bit_count())

    def wins(self, node: Node) -> bool:
        """Whether the player can win at all from a later position."""
        facts = self._facts
        ours = facts.ours | node.taken | facts.of_suits[node.conquered]
        return self._winning.possible((node.up, ours, node.conquered, node.arsenal, node.ability))

    def _search(self, node: Node, turns: int) -> bool:
        """Whether the player can win in so many turns, not counting conquests; puts the plan together from its end."""
        if turns < 0:
            return False
        facts = self._facts
        up, taken, conquered, arsenal, ability, banned, priced, king_visits = node
        ours, conquered = facts.conquering(up, facts.ours | taken | facts.of_suits[conquered], conquered)
        down = facts.whole & ~up
        cover = self._cover(taken, facts.all_conquered)
        done = conquered == facts.all_conquered
        if done and cover.within(down, 0, turns, priced):
            self._plan += [Step("explore", space) for space in reversed(cover.explorations(down, turns))]
            return True
        if done and ability not in (FLIPPING, LINING):
            return False
        if self._failed.get(node, -1) >= turns:
            return False
        self._tick()
        left = turns if done else turns - self._fewest(node, ours, conquered)
        if left < 0 or (down and not self._may_cover(cover, node, down, left)):
            return False
        open_spaces = up & ours & ~banned & around(down)
        if open_spaces:
            movers = facts.movers | facts.later_movers[conquered] & ~taken
            near = facts.near
            most = space = -1
            remaining = open_spaces & movers or open_spaces
            while remaining:
                bit = remaining & -remaining
                remaining ^= bit
                each = bit.bit_length() - 1
                count = (near[each] & down).bit_count()
                if count > most:
                    most, space = count, each
            bit = 1 << space
            visits_then = king_visits | bit if ability == LINING else 0
            after = _new(Node, (up | near[space], taken, conquered, arsenal, ability, banned, priced, visits_then))
            if self._search(after, turns - (1 if movers & bit else 2)):
                self._plan.append(Step("explore", space))
                return True
            passed = _new(Node, (up, taken, conquered, arsenal, ability, banned | bit, priced, king_visits))
            if self._search(passed, turns):
                return True
        else:
            for step, cost, after in self._steps(node, ours, conquered):
                if self._search(after, turns - cost):
                    self._plan.append(step)
                    return True
        if len(self._failed) >= _MOST_FAILURES:
            self._failed.clear()
        self._failed[node] = turns
        return False

    def _cover(self, taken: int, conquered: int) -> Cover:
        """The search for explorations by the cards that may explore and were not taken."""
        facts = self._facts
        movers = facts.movers | facts.later_movers[conquered] & ~taken
        cover = self._covers.get(movers)
        if cover is None:
            cover = self._covers[movers] = Cover(facts.near, facts.whole, movers, self._tick)
        return cover

    def _fewest(self, node: Node, ours: int, conquered: int) -> int:
        """The number of captures that are still needed if exploring is free.

        Without a technology it depends only on the cards taken so far, because everything else could be turned up or
        conquered for free.
        """
        plain = self._facts.ability == NOTHING
        key = (node.taken, 0 if plain else conquered, node.arsenal, node.ability, 0 if plain else node.priced)
        captures = self._captures.get(key)
        if captures is None:
            captures = self._winning.fewest((node.up, ours, conquered, node.arsenal, node.ability))
            self._captures[key] = captures
        return captures

    def _may_cover(self, cover: Cover, node: Node, down: int, turns: int) -> bool:
        """Whether so many turns may be enough to turn up all face-down cards."""
        showing = node.ability in (FLIPPING, LINING)
        if cover.within(down, 0, turns, node.priced):
            return showing or not node.banned or cover.apart(down, node.banned) <= turns
        return showing and any(
            cover.within(remaining, 0, turns - 1, priced)
            for remaining, priced in self._shown(down, node.ability, node.priced)
        )

    def _shown(self, down: int, ability: int, priced: int) -> Iterator[tuple[int, int]]:
        """For each use of the technology, the cards that it leaves face down, and the spaces whose prices hold after
        it.
        """
        facts = self._facts
        if ability == FLIPPING:
            for space in bits(down):
                yield down & ~(1 << space), priced & ~facts.near[space]
        else:
            for line in facts.lines:
                if line & down:
                    yield down & ~line, priced & ~around(line)

    def _steps(self, node: Node, ours: int, conquered: int) -> Iterator[tuple[Step, int, Node]]:
        """The steps other than explorations and conquests, each with its turns and the position after it."""
        facts = self._facts
        up, taken, _, arsenal, ability, banned, priced, king_visits = node
        down = facts.whole & ~up
        useful = (around(down) & ~banned | facts.near_kings(conquered)) & up & ~ours & ~facts.throne
        last = -1
        for place, card in enumerate(arsenal):
            if card != last:
                last = card
                for space in bits(facts.takes[card] & useful):
                    after = replaced(arsenal, place, facts.cards[space])
                    fields = (up, taken | 1 << space, conquered, after, ability, banned, priced, king_visits)
                    next_node = _new(Node, fields)
                    yield Step("capture", space, card), 1, next_node
        if ability == CAPTURING:
            for space in bits(useful):
                yield (
                    Step("seize", space),
                    1,
                    Node(up, taken | 1 << space, conquered, arsenal, NOTHING, banned, priced, 0),
                )
        elif ability == BESIEGING:
            for king in facts.besieged(up, ours, conquered):
                yield (
                    Step("besiege", king.space.bit_length() - 1),
                    0,
                    Node(up, taken, conquered | king.bit, arsenal, NOTHING, banned, priced, 0),
                )
        elif ability == FLIPPING:
            for space in bits(down):
                shown = priced & ~facts.near[space]
                yield (
                    Step("flip", space),
                    1,
                    Node(up | 1 << space, taken, conquered, arsenal, NOTHING, banned, shown, 0),
                )
        elif ability == LINING:
            movers = facts.movers | facts.later_movers[conquered] & ~taken
            for number, line in enumerate(facts.lines):
                if line & down and line & up & ours:
                    cost = 1 if line & (movers & up & ours | king_visits) else 2
                    shown = priced & ~around(line)
                    yield (
                        Step("line", number),
                        cost,
                        Node(up | line, taken, conquered, arsenal, NOTHING, banned, shown, 0),
                    )
