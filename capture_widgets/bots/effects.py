"""The effects of two moves: what each of them brings in the likely continuations of a search.

A search of each move walks down its own tree, in the same worlds for both. Where a continuation has come to the end of
what the move decides (`Evaluation.effects`), it is noted what that brought. Several independent pairs of trees show how
far such a difference can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.evaluate.evaluation import Contrast
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.search import Edge
from capture_widgets.bots.search_budget import SearchPosition
from capture_widgets.core.background import Steps
from capture_widgets.engine.state import Seat, State

TREES: Final = 6
"""The number of independent trees of each move."""
SIMULATIONS: Final = 240
"""The number of simulations of a tree."""
_LEARNING: Final = 80
"""The first simulations of a tree, which are not counted: the tree has not found the good replies yet."""
_WORLDS: Final = 24
"""The number of worlds that take the place of a tree in games whose searches build none."""
_FEWEST: Final = 8
"""A tree with fewer counted continuations says nothing."""
_LONGEST: Final = 12
"""The most moves of a continuation in a game without a tree."""

Effects = Mapping[str, float]


class _Tally:
    """The sums of the effects of some continuations."""

    def __init__(self) -> None:
        self.count = 0
        self.totals: dict[str, float] = {}

    def add(self, effects: Effects) -> None:
        self.count += 1
        for name, value in effects.items():
            self.totals[name] = self.totals.get(name, 0.0) + value

    def means(self) -> dict[str, float] | None:
        """The mean of each effect; None if there were too few continuations."""
        return None if self.count < _FEWEST else {name: total / self.count for name, total in self.totals.items()}


class _EffectSearch(HalvingSearch):
    """A search that notes the effects of the first move in each of its simulations."""

    def __init__(self, evaluation: Evaluation, sample: Callable[[], State], rng: Random) -> None:
        super().__init__(evaluation, sample, rng, lambda: 0.0)
        self.tally = _Tally()

    def _back_up(self, state: State, path: list[tuple[Seat, Edge]]) -> Sequence[float]:
        rewards = super()._back_up(state, path)
        if self.simulations > _LEARNING and self._current_world is not None:
            effects = self._effects_of(self._current_world, path)
            if effects is not None:
                self.tally.add(effects)
        return rewards

    def _effects_of(self, world: State, path: list[tuple[Seat, Edge]]) -> Effects | None:
        state = world
        for _, edge in path:
            state = state.apply(edge.move)
            effects = self._evaluation.effects(world, state)
            if effects is not None:
                return effects
        return None


def contrast_steps(
    position: SearchPosition, evaluation: Evaluation, best: str, played: str, *, has_tree: bool
) -> Steps[dict[str, Contrast]]:
    """Compare what two moves bring, in steps; an effect is left out if too few continuations came to it.

    Args:
        position: the position of the seat to play; the same ``rng`` gives the same result.
        evaluation: judges the game, and names the effects.
        best: the better move.
        played: the move that was played.
        has_tree: whether searches of this game build a tree.
    """
    pairs: list[tuple[dict[str, float], dict[str, float]]] = []
    for _ in range(TREES):
        seed = position.rng.getrandbits(60)  # both moves in the same worlds
        means = []
        for move in (best, played):
            sample, rng = partial(position.sample, Random(f"worlds/{seed}")), Random(f"search/{seed}")
            if has_tree:
                tally = yield from _in_tree(evaluation, sample, rng, move)
            else:
                tally = _in_worlds(evaluation, sample, rng, move)
                yield 0
            means.append(tally.means())
        one, other = means
        if one is None or other is None or position.stop():
            return {}
        pairs.append((one, other))
    names = [name for name in pairs[0][0] if all(name in one and name in other for one, other in pairs)]
    return {name: _contrast([(one[name], other[name]) for one, other in pairs]) for name in names}


def _in_tree(evaluation: Evaluation, sample: Callable[[], State], rng: Random, move: str) -> Steps[_Tally]:
    search = _EffectSearch(evaluation, sample, rng)
    search.only(move)
    while search.simulations < SIMULATIONS:
        search.step()
        yield 0
    return search.tally


def _in_worlds(evaluation: Evaluation, sample: Callable[[], State], rng: Random, move: str) -> _Tally:
    """The effects in some worlds, where each reply is the one that the evaluation would choose."""
    tally = _Tally()
    for _ in range(_WORLDS):
        world = sample()
        state = world.apply(world.parse(move))
        effects = evaluation.effects(world, state)
        for _ in range(_LONGEST):
            if effects is not None or state.to_play is None:
                break
            state = state.apply(evaluation.reply(state, rng))
            effects = evaluation.effects(world, state)
        if effects is not None:
            tally.add(effects)
    return tally


def _contrast(pairs: list[tuple[float, float]]) -> Contrast:
    leads = [one - other for one, other in pairs]
    error = stdev(leads) / sqrt(len(leads))
    return Contrast(fmean(one for one, _ in pairs), fmean(other for _, other in pairs), error)
