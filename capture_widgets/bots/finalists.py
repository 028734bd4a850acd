"""The second part of a hint: searches that are independent of the first one compare its best moves.

One tree is no proof. Two trees of equally many simulations differ by far more than the luck of the worlds, because each
follows the replies that looked good early on. So the best moves of a search meet again in new worlds and new trees, and
the mean over all trees decides. The trees also say how far such a mean can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import exp, log, sqrt
from random import Random
from statistics import stdev
from typing import Final, NamedTuple

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.search import SearchedMove, SearchResult
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import Steps
from capture_widgets.core.effort import Effort

FINALISTS: Final = 3
"""The number of moves that are compared."""
_TREE_SHARE: Final = 1 / 6
"""The share of the budget for one tree of one move. Smaller trees would err more alike, larger ones would be too few to
show how much they differ."""
_USUAL_SPREAD: Final = 0.03
"""The usual standard deviation of the difference between two moves, from tree to tree (`_USUAL_SIZE`)."""
_USUAL_SIZE: Final = 2000
"""The number of simulations of a tree with the usual spread; the spread falls with the cube root of the size."""
_USUAL_WEIGHT: Final = 4
"""The usual spread counts like that of so many trees, since a few trees may agree by luck."""
_CLEAR: Final = 2.5
"""A move that is behind by so many standard errors is dropped."""
_CLEAR_AT_ONCE: Final = 4.0
"""The same before the first comparison, when only the tree is known in which the moves were chosen."""
_STEADY: Final = 0.005
"""If the lead differs by so much from tree to tree, the trees count half as much as trees that agree. A hint that
loses so little is right."""
_CERTAIN: Final = 9.0
"""The lead of a move without a rival, in standard errors."""
_MOST_AHEAD: Final = 6.0
"""A larger lead than this, in standard errors, adds nothing to the confidence."""


@dataclass
class Finalist:
    """A move with its mean reward in each tree, and the size of each tree."""

    move: str
    worths: list[float]
    visits: list[int]
    worth: float = field(default=0.0)
    """The mean over all trees, by their sizes."""

    @classmethod
    def first(cls, entry: SearchedMove) -> Finalist:
        """A move as one search has judged it."""
        one = cls(str(entry.move), [entry.worth], [entry.visits])
        one.weigh()
        return one

    def add(self, entry: SearchedMove) -> None:
        """Take another tree into account."""
        self.worths.append(entry.worth)
        self.visits.append(entry.visits)
        self.weigh()

    def weigh(self) -> None:
        """Compute the mean over all trees."""
        total = sum(worth * count for worth, count in zip(self.worths, self.visits, strict=True))
        self.worth = total / max(1, sum(self.visits))

    def entry(self) -> SearchedMove:
        """The move as the result of a search."""
        return SearchedMove(self.move, sum(self.visits), self.worth)


class Comparison(NamedTuple):
    """The result of comparing the best moves of a search."""

    moves: tuple[SearchedMove, ...]
    """The compared moves, the best one first."""
    ahead: float
    """The smallest lead of the best move over another one that was still compared, in standard errors."""
    simulations: int
    spread: float | None = None
    """The standard deviation of the lead over the second move from tree to tree; None if one tree is all there is."""


def features(comparison: Comparison) -> tuple[float, ...]:
    """The numbers from which the confidence in the first move is computed.

    They are its lead, the size of its trees (or how often a search without a tree tried it), and how far the game is
    decided: where a side has nearly won, most moves are as good as the best one.
    """
    best = comparison.moves[0]
    chance = min(1.0, max(0.0, best.worth))
    decided = 1 - 2 * sqrt(chance * (1 - chance))
    return 1.0, min(max(comparison.ahead, 0.0), _MOST_AHEAD), log(max(1, best.visits) / _USUAL_SIZE), decided


def closer_features(comparison: Comparison) -> tuple[float, ...]:
    """The numbers from which the confidence is computed after a longer comparison.

    How far the game is decided counts only where it nearly is, and it counts if all trees say the same of both moves:
    then the first one is as good as the other at the least, even without a lead.
    """
    constant, ahead, size, decided = features(comparison)
    steady = 0.0 if comparison.spread is None else 1 / (1 + (comparison.spread / _STEADY) ** 2)
    return constant, ahead, size, decided**2, steady


def confidence_in(comparison: Comparison, weights: Sequence[float]) -> float:
    """The probability that a much longer search would find no better move.

    Args:
        comparison: what was found.
        weights: those of `features`, as `Evaluation.sureness` has them.
    """
    return _probability(weights, features(comparison))


def closer_confidence_in(comparison: Comparison, weights: Sequence[float]) -> float:
    """Compute this probability after a longer comparison, with the weights of `closer_features`."""
    return _probability(weights, closer_features(comparison))


def _probability(weights: Sequence[float], numbers: Sequence[float]) -> float:
    odds = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return 1 / (1 + exp(-odds))


def compared(
    position: SearchPosition,
    evaluation: Evaluation,
    chosen: SearchResult,
    budget: SearchBudget | None,
    so_far: Callable[[Comparison], object] | None = None,
) -> Steps[Comparison]:
    """Compare the best moves of a search until one of them is clearly best or the budget is used up, in steps.

    Args:
        position: the position of the seat to play.
        evaluation: judges the game, as in the search that chose the moves.
        chosen: the result of that search, the best move first.
        budget: how long to search, for all moves together; None to compare them only by that search.
        so_far: called with what that search says if moves are then compared in new searches.
    """
    left = [Finalist.first(entry) for entry in chosen.moves[:FINALISTS]]
    effort, simulations = Effort(), 0
    out: list[Finalist] = []
    ahead = _drop(left, out, _CLEAR_AT_ONCE)
    if so_far and budget and len(left) > 1 and not position.stop():
        so_far(Comparison(tuple(one.entry() for one in (*left, *out)), ahead, 0))
    while budget is not None and len(left) > 1 and not position.stop():
        used = max(
            0.0 if budget.seconds is None else effort.seconds() / budget.seconds,
            0.0 if budget.simulations is None else simulations / budget.simulations,
        )
        if used + _TREE_SHARE * len(left) / 2 >= 1:
            break
        part = budget.part(_TREE_SHARE)
        seed = position.rng.getrandbits(60)  # all moves in the same worlds
        for one in left:
            entry = yield from searched_alone(position, evaluation, one.move, part, seed)
            one.add(entry)
            simulations += entry.visits
        ahead = _drop(left, out, _CLEAR)
    best, *others = (*left, *out)
    return Comparison((best.entry(), *(one.entry() for one in others)), ahead, simulations, _spread(best, others))


def searched_alone(
    position: SearchPosition, evaluation: Evaluation, move: str, part: SearchBudget, seed: int
) -> Steps[SearchedMove]:
    """The worth of one move by a tree of its own."""
    sample = partial(position.sample, Random(f"worlds/{seed}"))
    search = HalvingSearch(evaluation, sample, Random(f"search/{seed}"), lambda: 0.0)
    search.only(move)
    yield from part.spending(search.step, lambda: search.simulations, position.stop)
    return search.result().moves[0]


def _drop(left: list[Finalist], out: list[Finalist], clear: float) -> float:
    """Sort the moves and drop those that are clearly behind; return the smallest lead over any, in standard errors."""
    left.sort(key=lambda one: -one.worth)
    best = left[0]
    leads = [(best.worth - one.worth) / lead_error(best, one) for one in left[1:]]
    out[:0] = [one for one, lead in zip(left[1:], leads, strict=True) if lead >= clear]
    left[1:] = [one for one, lead in zip(left[1:], leads, strict=True) if lead < clear]
    return min(leads, default=_CERTAIN)


def _spread(best: Finalist, others: Sequence[Finalist]) -> float | None:
    """The standard deviation of the lead over the next move, from tree to tree, if there are at least two trees."""
    leads = [first - second for first, second in zip(best.worths, others[0].worths, strict=False)] if others else []
    return stdev(leads) if len(leads) > 1 else None


def lead_error(one: Finalist, other: Finalist, doubt: float = 1.0) -> float:
    """The standard error of the difference between two moves.

    Args:
        one: a move.
        other: another one, with equally many trees.
        doubt: a factor for the usual spread.
    """
    leads = [first - second for first, second in zip(one.worths, other.worths, strict=True)]
    count = len(leads)
    size = max(1.0, min(sum(one.visits), sum(other.visits)) / count)
    usual = _USUAL_WEIGHT * (doubt * _USUAL_SPREAD * (_USUAL_SIZE / size) ** (1 / 3)) ** 2
    return sqrt((usual + _squares(leads)) / (_USUAL_WEIGHT + count - 1) / count)


def _squares(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)
