"""How good moves of 4X Solitaire are in sampled maps: whether the game can still be won there, and in how few turns.

What can be explored without a detour is explored, since that shows more and closes no door. Captures close some, and
are judged map by map; where exploring is a detour, it competes with them.
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
from capture_widgets.games.fourx.solving.cover import Cover, loose
from capture_widgets.games.fourx.solving.ground import NOTHING, Arsenal, Ground, replaced
from capture_widgets.games.fourx.solving.prices import UNIT, every_price
from capture_widgets.games.fourx.solving.shortest import Node, Shortest

_FEW: Final = 22
"""Face-down cards of which the cheapest explorations are counted exactly."""
_LONGEST: Final = 4000
"""Positions that one such count may look at."""
_A_CARD: Final = 0.47
"""Turns that it takes about to turn up a card of many."""
_BEST: Final = 6
"""Explorations that are judged."""
_LOOKED_AT: Final = 10_000
"""Positions of a world that are looked at for the fewest turns of a win."""
_MORE: Final = 3_000
"""Positions that are looked at for the turns that one move loses."""
_IN_VAIN: Final = 3
"""Worlds in a row too hard to count turns in, after which it is not tried any more."""
_ENDLESS: Final = 1 << 60
_MOST_LOST: Final = 4
"""Turns lost by a move beyond which it does not matter how many."""
_COUNTED: Final = 4
"""Of so many worlds, turns are counted in one; in the others only whether the game can be won, which is quicker."""
_MANY: Final = 48
"""Worlds after which turns are not counted any more: they are known well enough sooner than whether the game is won."""
_DETOUR: Final = 0.5
"""Turns that an exploration may cost more than the cheapest way to see everything and still be made at once."""
_SHOWN: Final = 0.4
"""What it is worth, in turns, to see cards rather than not."""


class _BudgetExceeded(Exception):
    """The count of explorations takes too long."""


class Exploration(NamedTuple):
    """A way to turn cards up."""

    move: Move
    down: int
    """What stays face down."""
    turns: int
    """Those that it takes, a journey included."""


class _Budget:
    """How many positions may be looked at."""

    def __init__(self, most: int) -> None:
        self.left = most

    def tick(self) -> None:
        """One position more."""
        self.left -= 1
        if self.left < 0:
            raise _BudgetExceeded


class ExplorationCosts:
    """Turns that it takes to turn up what is face down, by what is seen; remembered for one decision.

    Args:
        state: the position; nothing face down is looked at.
    """

    def __init__(self, state: FourXState) -> None:
        self._whole = WHOLE[state.options.tech]
        self._near = tuple([near & self._whole for near in NEAR])
        self._budget = _Budget(0)
        # the king counts as one who has to travel: he does, wherever else something is explored
        self._movers = state.movers & ~(1 << _king(state))
        self._cover = Cover(self._near, self._whole, self._movers, self._budget.tick)
        self._known: dict[int, float] = {}
        self.worlds = 0
        """Worlds that were looked at."""
        self.in_vain = 0
        """How many of them in a row were too hard to count turns in."""
        self.needed: dict[Move, list[float]] = {}
        """Turns that wins took after a move, by world."""

    def turns(self, down: int) -> float:
        """How many turns turn these spaces up, were every space open to explore from; roughly where they are many."""
        known = self._known.get(down)
        if known is None:
            known = self._known[down] = self._counted(down)
        return known

    def _counted(self, down: int) -> float:
        if not down:
            return 0.0
        useful = (self._movers & around(down)).bit_count()
        if down.bit_count() > _FEW:
            return _A_CARD * down.bit_count() - 0.5 * useful
        firm = ~loose(self._near, self._whole & ~down, down)
        self._budget.left = _LONGEST
        turns = 1
        try:
            while not self._cover.within(down, 0, turns, firm):
                turns += 1
                if turns > 60:
                    break
        except _BudgetExceeded:
            worth = max(sum(sheet[space] for space in bits(down & firm)) for sheet in every_price())
            return max(float(turns), 2.2 * worth / UNIT - useful)
        return float(turns)


def _king(state: FourXState) -> int:
    """Where the own king stands."""
    assert state.own is not None
    return state.cards.index(KING_OF[state.own])


def explorations_from(state: FourXState, exploring: ExplorationCosts) -> list[Exploration]:
    """Explorations, at once or after the king's journey, those without a detour first."""
    movers, down = state.movers, state.down
    found = []
    # who travels: not from where there is something to explore
    idle = next((space for space in (_king(state), *bits(movers)) if not NEAR[space] & down), -1)
    for space in bits(state.territory & around(down)):
        left = down & ~NEAR[space]
        if left == down:
            continue
        if movers >> space & 1:
            found.append(Exploration(Explore(space), left, 1))
        elif idle >= 0:
            found.append(Exploration(TRAVEL[idle][space], left, 2))
    found.sort(key=lambda look: (look.turns + exploring.turns(look.down), look.down.bit_count()))
    return found


def moves_to_judge(state: FourXState, exploring: ExplorationCosts) -> list[Move]:
    """The moves to judge, the only one where there is nothing to weigh; none where nothing leads on."""
    conquest = next((move for move in state.standing if isinstance(move, Conquer)), None)
    if conquest is not None:
        return [conquest]
    explorations = explorations_from(state, exploring)
    if explorations:
        best = explorations[0]
        if best.turns + exploring.turns(best.down) - exploring.turns(state.down) < _DETOUR:
            return [best.move]
    useful = around(state.down)
    for card in bits(state.foes & KINGS):
        useful |= NEAR[state.cards.index(card)]
    moves: list[Move] = [look.move for look in explorations[:_BEST]]
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


def turns_to_win(world: FourXState, moves: Sequence[Move], exploring: ExplorationCosts) -> list[float | None]:
    """For each move, about how many turns a win takes in a world from before it; None where there is none."""
    ground = Ground(world)
    up = WHOLE[world.options.tech] & ~world.down
    budget = _Budget(_ENDLESS)  # whether the game can be won is looked for as long as it takes
    arsenal: Arsenal = tuple(sorted(world.arsenal))
    search = Shortest(ground, up, arsenal, budget.tick)
    here = search.after(arsenal=arsenal, ability=ground.ability)
    after = [_after(world, move, ground, search, here) for move in moves]
    wins = [search.wins(node) for _, node in after]
    exploring.worlds += 1
    if not any(wins):
        return [None] * len(moves)
    best = None
    if exploring.worlds % _COUNTED == 1 and exploring.worlds <= _MANY and exploring.in_vain < _IN_VAIN:
        budget.left = _LOOKED_AT
        best = _fewest(search, here)
        exploring.in_vain = 0 if best is not None else exploring.in_vain + 1
    turns: list[float | None] = []
    for move, (cost, node), win in zip(moves, after, wins, strict=True):
        if not win:
            turns.append(None)
            continue
        needed = exploring.needed.setdefault(move, [])
        if best is not None:
            shown = _SHOWN if isinstance(move, Explore | Travel) else 0
            budget.left = _MORE
            needed.append(best + _lost(search, node, best - cost) - shown)
        turns.append(fmean(needed) if needed else cost + exploring.turns(ground.whole & ~node.up))
    return turns


def _fewest(search: Shortest, node: Node) -> int | None:
    """The fewest turns of a win, None where it takes too long to say."""
    turns = 1
    try:
        while not search.reaches(node, turns):
            turns += 1
    except _BudgetExceeded:
        return None
    return turns


def _lost(search: Shortest, node: Node, turns: int) -> float:
    """How many turns more than these a win takes, up to a bound; about, where it takes too long to say."""
    lost = 0
    try:
        while lost < _MOST_LOST and not search.reaches(node, turns + lost):
            lost += 1
    except _BudgetExceeded:
        return lost + 0.5
    return lost


def _after(world: FourXState, move: Move, ground: Ground, search: Shortest, here: Node) -> tuple[int, Node]:
    """Turns of a move, with the exploration that a journey is for, and where it leads."""
    arsenal, ability = here.arsenal, here.ability
    if isinstance(move, Explore):
        return 1, search.after(up=ground.near[move.space], arsenal=arsenal, ability=ability)
    if isinstance(move, Travel):
        return 2, search.after(up=ground.near[move.end], arsenal=arsenal, ability=ability)
    if isinstance(move, Capture):
        left = replaced(arsenal, arsenal.index(move.card), world.cards[move.space])
        return 1, search.after(taken=1 << move.space, arsenal=left, ability=ability)
    if isinstance(move, TechCapture):
        return 1, search.after(taken=1 << move.space, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, TechFlip):
        return 1, search.after(up=1 << move.space, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, TechExplore):
        line = (ROW if move.line == "row" else COLUMN)[move.space] & ground.whole
        return 1, search.after(up=line, arsenal=arsenal, ability=NOTHING)
    if isinstance(move, Conquer | TechConquer):
        suit = 1 << SUIT[world.cards[move.space]]
        left_ability = ability if isinstance(move, Conquer) else NOTHING
        return 1, search.after(conquered=suit, arsenal=arsenal, ability=left_ability)
    return 0, here
