"""Judges moves of 4X Solitaire in sampled maps: whether a win is still possible after a move, and in how few turns.

An exploration without a detour is always made: it shows more cards and rules nothing out. A capture may rule a win out,
so captures are judged map by map. An exploration that needs a detour competes with the captures.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from capture_widgets.core.bit_masks import bits
from capture_widgets.engine.state import Move
from capture_widgets.games.fourx import (
    COLUMN,
    NEAR,
    ROW,
    SUIT,
    Capture,
    Conquer,
    Explore,
    FourXState,
    TechCapture,
    TechConquer,
    TechExplore,
    TechFlip,
    Travel,
)
from capture_widgets.games.fourx.moves import DIAMONDS, KING_OF, KINGS, TRAVEL, WHOLE, around
from capture_widgets.games.fourx.solving.cover import Cover, unpriced
from capture_widgets.games.fourx.solving.facts import NOTHING, Arsenal, MapFacts, replaced
from capture_widgets.games.fourx.solving.prices import UNIT, every_price
from capture_widgets.games.fourx.solving.shortest import Node, Shortest

_MOST_EXACT: Final = 22
"""With at most this many face-down cards, the fewest turns of exploration are counted exactly."""
_COUNT_LIMIT: Final = 4000
"""The number of positions that one such count may visit."""
_TURNS_PER_CARD: Final = 0.47
"""The average number of turns per card, if many cards are face down."""
_MOST_EXPLORATIONS: Final = 6
"""The number of explorations that are judged."""
_BEST_LIMIT: Final = 10_000
"""The number of positions that the search for the fewest turns of a win may visit in a world."""
LOSS_LIMIT: Final = 3_000
"""The number of positions that the search for the loss of one move may visit."""
_MOST_FAILURES: Final = 3
"""After this many worlds in a row in which turns could not be counted, counting is given up."""
_UNLIMITED: Final = 1 << 60
_MOST_LOST: Final = 4
"""A larger loss of a move, in turns, is counted as this much."""
_COUNT_EVERY: Final = 4
"""Turns are counted in one of this many worlds; in the others the search decides only whether a win is possible."""
_LAST_COUNTED: Final = 48
"""After this many worlds the turns are known well enough; only wins are counted then."""
_DETOUR: Final = 0.5
"""An exploration is made at once if it costs less than this many turns more than the cheapest exploration."""
_SEEING: Final = 0.4
"""The value of seeing cards, in turns."""


class _BudgetExceeded(Exception):
    """A search has visited as many positions as its budget allows."""


class Exploration(NamedTuple):
    """A way to turn up cards."""

    move: Move
    down: int
    """The mask of the cards that stay face down."""
    turns: int
    """The number of turns, including a journey."""


class _Budget:
    """Counts down the positions that a search may still visit."""

    def __init__(self, most: int) -> None:
        self.left = most

    def tick(self) -> None:
        """Count one position; raise `_BudgetExceeded` after the last one."""
        self.left -= 1
        if self.left < 0:
            raise _BudgetExceeded


class ExplorationCosts:
    """Counts the turns that it takes to turn up face-down cards; caches the counts for one decision.

    Args:
        state: the position; the values of face-down cards are not used.
        failures: in how many worlds of this position, just before, turns could not be counted.
    """

    def __init__(self, state: FourXState, failures: int = 0) -> None:
        self._whole = WHOLE[state.options.tech]
        self._near = tuple([near & self._whole for near in NEAR])
        self._budget = _Budget(0)
        # the king is left out: wherever he explores, he has to travel there
        self._movers = state.movers & ~(1 << _king(state))
        self._cover = Cover(self._near, self._whole, self._movers, self._budget.tick)
        self._known: dict[int, float] = {}
        self.worlds = 0
        """The number of worlds judged so far."""
        self.failures = failures
        """The number of the last worlds in a row in which turns could not be counted."""
        self.needed: dict[Move, list[float]] = {}
        """By move, the turns of a win after it in each counted world."""

    def turns(self, down: int) -> float:
        """The turns to turn up some spaces, if every space could be explored from; an estimate for many spaces."""
        known = self._known.get(down)
        if known is None:
            known = self._known[down] = self._counted(down)
        return known

    def _counted(self, down: int) -> float:
        if not down:
            return 0.0
        useful = (self._movers & around(down)).bit_count()
        if down.bit_count() > _MOST_EXACT:
            return _TURNS_PER_CARD * down.bit_count() - 0.5 * useful
        priced = ~unpriced(self._near, self._whole & ~down, down)
        self._budget.left = _COUNT_LIMIT
        turns = 1
        try:
            while not self._cover.within(down, 0, turns, priced):
                turns += 1
                if turns > 60:
                    break
        except _BudgetExceeded:
            worth = max(sum(sheet[space] for space in bits(down & priced)) for sheet in every_price())
            return max(float(turns), 2.2 * worth / UNIT - useful)
        return float(turns)


def _king(state: FourXState) -> int:
    """The space of the own king."""
    assert state.own is not None
    return state.cards.index(KING_OF[state.own])


def explorations_from(state: FourXState, costs: ExplorationCosts) -> list[Exploration]:
    """Explorations, at once or after a journey; those without a detour come first."""
    movers, down = state.movers, state.down
    options = []
    # the traveller is a card with nothing to explore where it stands, best of all the king
    idle = next((space for space in (_king(state), *bits(movers)) if not NEAR[space] & down), -1)
    for space in bits(state.territory & around(down)):
        left = down & ~NEAR[space]
        if left == down:
            continue
        if movers >> space & 1:
            options.append(Exploration(Explore(space), left, 1))
        elif idle >= 0:
            options.append(Exploration(TRAVEL[idle][space], left, 2))
    options.sort(key=lambda look: (look.turns + costs.turns(look.down), look.down.bit_count()))
    return options


def moves_to_judge(state: FourXState, costs: ExplorationCosts) -> list[Move]:
    """The moves to judge; a single one if it is certainly best, and none if no move leads on."""
    conquest = next((move for move in state.standing if isinstance(move, Conquer)), None)
    if conquest is not None:
        return [conquest]
    explorations = explorations_from(state, costs)
    if explorations:
        best = explorations[0]
        if best.turns + costs.turns(best.down) - costs.turns(state.down) < _DETOUR:
            return [best.move]
    useful = around(state.down)
    for card in bits(state.foes & KINGS):
        useful |= NEAR[state.cards.index(card)]
    moves: list[Move] = [look.move for look in explorations[:_MOST_EXPLORATIONS]]
    moves += [
        move
        for move in state.standing
        if isinstance(move, TechConquer | TechFlip)
        or (isinstance(move, Capture | TechCapture) and useful >> move.space & 1)
    ]
    if state.tech is not None and not state.used and SUIT[state.tech] == DIAMONDS:
        for space in bits(state.movers):
            for lines, line in ((ROW, "row"), (COLUMN, "column")):
                if lines[space] & state.down:
                    moves.append(TechExplore(space, "row" if line == "row" else "column"))
    return moves


def turns_to_win(world: FourXState, moves: Sequence[Move], costs: ExplorationCosts) -> list[float | None]:
    """For each move, estimate the turns of a win in a world, counted from before the move; None if no win is left."""
    facts = MapFacts(world)
    up = WHOLE[world.options.tech] & ~world.down
    budget = _Budget(_UNLIMITED)  # the search for a win has no limit
    arsenal: Arsenal = tuple(sorted(world.arsenal))
    search = Shortest(facts, up, arsenal, budget.tick)
    here = search.after(arsenal=arsenal, ability=facts.ability)
    after = [_after(world, move, facts, search, here) for move in moves]
    wins = [search.wins(node) for _, node in after]
    costs.worlds += 1
    if not any(wins):
        return [None] * len(moves)
    best = None
    if costs.worlds % _COUNT_EVERY == 1 and costs.worlds <= _LAST_COUNTED and costs.failures < _MOST_FAILURES:
        budget.left = _BEST_LIMIT
        best = _fewest(search, here)
        costs.failures = 0 if best is not None else costs.failures + 1
    turns: list[float | None] = []
    for move, (cost, node), win in zip(moves, after, wins, strict=True):
        if not win:
            turns.append(None)
            continue
        needed = costs.needed.setdefault(move, [])
        if best is not None:
            shown = _SEEING if isinstance(move, Explore | Travel) else 0
            budget.left = LOSS_LIMIT
            needed.append(best + _lost(search, node, best - cost) - shown)
        turns.append(fmean(needed) if needed else cost + costs.turns(facts.whole & ~node.up))
    return turns


def _fewest(search: Shortest, node: Node) -> int | None:
    """The fewest turns of a win; None if the search exceeds its budget."""
    turns = 1
    try:
        while not search.reaches(node, turns):
            turns += 1
    except _BudgetExceeded:
        return None
    return turns


def _lost(search: Shortest, node: Node, turns: int) -> float:
    """How many turns more than a number a win takes, at most `_MOST_LOST`; an estimate if the budget is exceeded."""
    lost = 0
    try:
        while lost < _MOST_LOST and not search.reaches(node, turns + lost):
            lost += 1
    except _BudgetExceeded:
        return lost + 0.5
    return lost


def _after(world: FourXState, move: Move, facts: MapFacts, search: Shortest, here: Node) -> tuple[int, Node]:
    """The turns of a move and the node it leads to; a journey includes the exploration at its end."""
    arsenal, ability = here.arsenal, here.ability
    if isinstance(move, Explore):
        return 1, search.after(up=facts.near[move.space], arsenal=arsenal, ability=ability)
    if isinstance(move, Travel):
        return 2, search.after(up=facts.near[move.end], arsenal=arsenal, ability=ability)
    if isinstance(move, Capture):
        left = replaced(arsenal, arsenal.index(move.card), world.cards[move.space])
        return 1, search.after(taken=1 << move.space, arsenal=left, ability=ability)
    if isinstance(move, TechCapture):
        return 1, search.after(taken=1 << move.space, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, TechFlip):
        return 1, search.after(up=1 << move.space, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, TechExplore):
        line = (ROW if move.line == "row" else COLUMN)[move.space] & facts.whole
        return 1, search.after(up=line, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, Conquer | TechConquer):
        suit = 1 << SUIT[world.cards[move.space]]
        left_ability = ability if isinstance(move, Conquer) else NOTHING
        return 1, search.after(conquered=suit, arsenal=arsenal, ability=left_ability)
    return 0, here
