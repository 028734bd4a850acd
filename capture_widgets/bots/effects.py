"""The effects of two moves: what each of them brings in the likely continuations of a search.

A search of each move walks down its own tree, in the same worlds for both. Where a continuation has come to the end of
what the move decides (`Evaluation.effects`), it is noted what that brought; some continuations are played on to the end
of the round, which shows what came of the cards that were kept (`Evaluation.later`). Several independent pairs of trees
show how far such a difference can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
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
from capture_widgets.engine.state import Move, Seat, State

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
_PLAYED_ON: Final = 3
"""One of so many counted continuations is played on to the end of the round, which takes longer than the search."""
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
        self.tally, self.later = _Tally(), _Tally()
        self._later_rng = copy(rng)  # the search draws the same numbers as without it

    def _back_up(self, state: State, path: list[tuple[Seat, Edge]]) -> Sequence[float]:
        rewards = super()._back_up(state, path)
        if self.simulations > _LEARNING and self._current_world is not None:
            self._note(self._current_world, [edge.move for _, edge in path])
        return rewards

    def _note(self, world: State, moves: list[Move]) -> None:
        """Note what a continuation brought, if it came to the end of what the first move decides."""
        evaluation, state = self._evaluation, world
        for number, move in enumerate(moves, 1):
            state = state.apply(move)
            effects = evaluation.effects(world, state)
            if effects is None:
                continue
            self.tally.add(effects)
            if not self.tally.count % _PLAYED_ON:
                last = state
                for after in moves[number:]:
                    last = last.apply(after)
                self.later.add(evaluation.later(world, state, last, self._later_rng))
            return

    def means(self) -> dict[str, float] | None:
        """The mean of each effect, with those of whole rounds; None if too few continuations were counted."""
        means = self.tally.means()
        return None if means is None else means | (self.later.means() or {})


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
                means.append((yield from _in_tree(evaluation, sample, rng, move)))
            else:
                means.append(_in_worlds(evaluation, sample, rng, move))
                yield 0
        one, other = means
        if one is None or other is None or position.stop():
            return {}
        pairs.append((one, other))
    names = sorted({name for pair in pairs for means in pair for name in means})  # what never came about has no mean
    return {name: _contrast([(one.get(name, 0.0), other.get(name, 0.0)) for one, other in pairs]) for name in names}


def _in_tree(
    evaluation: Evaluation, sample: Callable[[], State], rng: Random, move: str
) -> Steps[dict[str, float] | None]:
    search = _EffectSearch(evaluation, sample, rng)
    search.only(move)
    while search.simulations < SIMULATIONS:
        search.step()
        yield 0
    return search.means()


def _in_worlds(evaluation: Evaluation, sample: Callable[[], State], rng: Random, move: str) -> dict[str, float] | None:
    """Average the effects in some worlds, where the evaluation chooses each reply; None if too few were counted."""
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
            tally.add({**effects, **evaluation.later(world, state, state, rng)})
    return tally.means()


def _contrast(pairs: list[tuple[float, float]]) -> Contrast:
    leads = [one - other for one, other in pairs]
    error = stdev(leads) / sqrt(len(leads))
    return Contrast(fmean(one for one, _ in pairs), fmean(other for _, other in pairs), error)
