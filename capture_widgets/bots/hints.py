"""Hints: a move for the seat to play, what it is for, and how sure the search is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import erf, exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.outlook import BLANK, Estimate, SearchBudget, SearchPosition, chance_of
from capture_widgets.bots.search import SearchedMove, SearchResult
from capture_widgets.core.background import Steps
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import View

BATCHES: Final = 8
"""Checks with worlds and trees of their own: how they differ says how sure a hint is."""
_CHOOSING: Final = 0.5
"""The part of a hint's effort that chooses a move, in one search: so it finds more than several short ones."""
_CHECKING: Final = 0.25
"""The part that checks it where there is a tree; the rest says what its chances are."""
_WEIGHTS: Final = {True: (-1.2, 3.4, 0.0, 1.0), False: (-0.5, 0.0, 0.0, 2.5)}
"""For searches with and without a tree: the weights of `features` in a confidence."""
_FAR: Final = 6.0
"""Further ahead than this makes no surer."""
_LITTLE: Final = 20
"""A move tried less often than one in so many of the best one's is no rival: its worth says little."""
_LEAST_SPREAD: Final = 0.002
"""Of differences between searches; fewer simulations may agree by luck."""


@dataclass(frozen=True)
class Hint:
    """What `Game.hint` says.

    Attributes:
        move: the notation of a legal move.
        text: two or three sentences: what the move is for and how sure the search is.
        confidence: 0 to 1, how likely a much longer search would choose this move, too; 1 when there is no other.
        simulations: how many simulations it rests on; 0 when there was nothing to search.
        rivals: the next best moves, best first, each with its worth (0 to 1) to the seat.
        worth: of the move itself, on the same scale; None when there was nothing to search.
        chance, low, high: to win the round with the move, with its 95% interval, as `analyse` gives it; None where that
            was not found out, and in games counted in turns.
    """

    move: str
    text: str
    confidence: float
    simulations: int
    rivals: tuple[tuple[str, float], ...] = ()
    worth: float | None = None
    chance: float | None = None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)}</p>"


def hinting(
    view: View, seconds: float | None = None, simulations: int | None = None, seed: int | None = None
) -> Steps[Hint]:
    """A hint in steps, from a view; everything in it comes from the dump and from sampled worlds.

    Args:
        view: of the seat to play.
        seconds: how long to search, at most; half a second where neither this nor ``simulations`` is given.
        simulations: how many simulations to make.
        seed: makes the search repeatable, together with ``simulations``.
    """
    check_seed(seed)
    ISMCTS(seconds, simulations)  # refuses what is no effort as it was given; below it is shared out
    budget = SearchBudget(0.5 if seconds is None and simulations is None else seconds, simulations)
    drawn = secrets.randbits(32) if seed is None else seed
    view.rng = Random(f"hint/{drawn}/{view.dump['round']}/{view.dump['ply']}")
    evaluation = evaluation_for(view)
    moves = view.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0], f"{moves[0]}: it is the only legal move, so there is nothing to choose.", 1.0, 0)
    world = view.sample()
    part = budget if evaluation.in_turns else budget.part(_CHOOSING)
    chosen = yield from _bot(part, seed).searching(view)
    checks = []
    for _ in range(BATCHES if evaluation.deep else 0):
        one = yield from _bot(budget.part(_CHECKING / BATCHES), seed).searching(view)
        checks.append(one)
    pool = pool_searches(chosen, checks)
    best, *others = pool.moves
    move = str(best.move)
    rivals = sorted((other for other in others if other.visits), key=lambda other: -other.worth)
    text = f"{move}: {evaluation.purpose(world, world.parse(move))}."
    chance = BLANK
    if not evaluation.in_turns:
        left = 1 - _CHOOSING - (_CHECKING if evaluation.deep else 0)
        chance = yield from chance_of(_sight(view), move, budget.part(left))
    numbers = (best.worth, *chance)
    if not rivals:
        return Hint(move, f"{text} No other move seemed worth a closer look.", 1.0, pool.simulations, (), *numbers)
    confidence = sure(pool, deep=evaluation.deep)
    prospect = evaluation.prospect(best.worth) if chance.value is None else _chances_words(chance)
    text += f" {_sureness(confidence, str(rivals[0].move))} {prospect}"
    named = tuple((str(other.move), other.worth) for other in rivals[:3])
    return Hint(move, text, confidence, pool.simulations, named, *numbers)


def _bot(budget: SearchBudget, seed: int | None) -> ISMCTS:
    return ISMCTS(budget.seconds, budget.simulations, seed)


def _sight(view: View) -> SearchPosition:
    return SearchPosition.of_view(view, view.seat, view.cancelled.is_set)


def _chances_words(chance: Estimate) -> str:
    """A chance to win, in a sentence."""
    value, low, high = (round(100 * (number or 0)) for number in chance)
    return f"Your chances from here are about {value} in 100 ({low} to {high})."


def sure(pool: PooledSearch, *, deep: bool) -> float:
    """How likely a much longer search would choose the same move: calibrated by `tests/benchmarks/hints.py`."""
    weights = _WEIGHTS[deep]
    return 1 / (1 + exp(-sum(weight * feature for weight, feature in zip(weights, features(pool), strict=True))))


def features(pool: PooledSearch) -> tuple[float, ...]:
    """What a confidence is made of."""
    return 1.0, pool.votes, *(min(max(ahead, 0.0), _FAR) for ahead in (pool.ahead, pool.ahead_in_one))


class PooledSearch(NamedTuple):
    """What a search and independent checks of it found."""

    moves: tuple[SearchedMove, ...]
    """The one that the search chose, then the others by visits; moves are texts, and worths those of all together."""
    votes: float
    """The share of the checks that chose the same move."""
    ahead: float
    """How far it lies before the best other: their mean difference from check to check in standard errors."""
    ahead_in_one: float
    """How far it lies before each other in the search alone, as if its simulations were independent."""
    simulations: int


def pool_searches(chosen: SearchResult, checks: Sequence[SearchResult]) -> PooledSearch:
    """Take a search and checks of it together, which have worlds and trees of their own."""
    visits: dict[str, int] = {}
    totals: dict[str, float] = {}
    for result in (chosen, *checks):
        for rated in result.moves:
            move = str(rated.move)
            visits[move] = visits.get(move, 0) + rated.visits
            totals[move] = totals.get(move, 0.0) + rated.visits * rated.worth
    best = str(chosen.moves[0].move)
    rated_moves = [SearchedMove(move, count, totals[move] / max(1, count)) for move, count in visits.items() if count]
    rated_moves.sort(key=lambda one: (one.move != best, -one.visits, -one.worth, str(one.move)))
    votes = fmean(str(result.moves[0].move) == best for result in checks) if checks else 0.0
    simulations = sum(result.simulations for result in (chosen, *checks))
    return PooledSearch(
        tuple(rated_moves), votes, _ahead(checks, best, rated_moves), _ahead_in_one(chosen), simulations
    )


def _ahead(checks: Sequence[SearchResult], best: str, rated: Sequence[SearchedMove]) -> float:
    """How far a move lies before the one that comes next, in standard errors of the difference in each check."""
    if len(rated) < 2:
        return 0.0
    most = max(one.visits for one in rated)
    rival = max(rated[1:], key=lambda one: one.worth if one.visits * _LITTLE >= most else -1.0).move
    worths = [{str(one.move): one.worth for one in result.moves if one.visits} for result in checks]
    apart = [found[best] - found[str(rival)] for found in worths if best in found and str(rival) in found]
    if len(apart) < 2:
        return 0.0
    spread = max(stdev(apart), _LEAST_SPREAD) / sqrt(len(apart))
    return fmean(apart) / spread


def _ahead_in_one(result: SearchResult) -> float:
    """How far the first move of one search lies before each other, as if its simulations were independent."""
    best, *others = result.moves

    def ahead(other: SearchedMove) -> float:
        spread = sqrt(
            max(best.worth * (1 - best.worth), 0.02) / best.visits
            + max(other.worth * (1 - other.worth), 0.02) / other.visits
        )
        return (best.worth - other.worth) / spread

    return min((ahead(other) for other in others if other.visits), default=0.0)


def binomial(result: SearchResult) -> float:
    """How likely the first move of one search is the best, as if its simulations were independent: in a tree they are
    not, and so it is too sure.
    """
    return max(0.5, 0.5 * (1 + erf(_ahead_in_one(result) / sqrt(2))))


def _sureness(confidence: float, rival: str) -> str:
    percent = f"{round(100 * confidence)} in 100"
    if confidence >= 0.95:
        return f"The search is quite sure ({percent})."
    if confidence >= 0.75:
        return f"The search is fairly sure ({percent}); {rival} comes next."
    return f"It is a close call ({percent}): {rival} looks almost as good."
