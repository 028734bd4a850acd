"""Hints: a move for the seat to play, its purpose, and the confidence of the search."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from math import erf, exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from capture_widgets.bots.estimates import BLANK, Estimate
from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.bots.finalists import FINALISTS, Comparison, closer_confidence_in, compared, confidence_in
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.hint_words import HARDLY, HintWords
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.outlook import chance_of
from capture_widgets.bots.search import Search, SearchedMove, SearchResult
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.core.background import Steps
from capture_widgets.core.effort import Effort
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import SEAT_NAMES, State
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import View

SECONDS: Final = 0.5
"""The CPU seconds of a hint by default in games without a tree; for others see `Evaluation.hint_seconds`."""
_LONG: Final = 1.0
"""If the comparison may take more seconds than this, the hint of the first search is told before it."""
_TREE_SHARE: Final = 0.6
"""In games with a tree, the share of a given budget for the search that chooses the best moves."""
_COMPARED_SHARE: Final = 0.3
"""The share of the budget for searches that compare these moves; the rest estimates the chance to win."""
_CHANCE_BATCHES: Final = 4
"""In games with a tree, the number of independent searches that estimate the chance to win."""
_COMPARED_FROM: Final = SearchBudget(1.0, 12_000)
"""With less than this nothing is compared, since trees that are too small all err alike; the first search is longer."""
BATCHES: Final = 8
"""In games without a tree, the number of short independent searches that check a hint."""
_CHOOSING: Final = 0.5
"""In games without a tree, the share of the budget for the one search that chooses the move."""
_CHECKING: Final = 0.25
"""In games without a tree, the share of the budget for the checks; the rest estimates the chance to win."""
CHECKED_WEIGHTS: Final = (-1.2, 3.4, 0.0, 1.0)
"""The weights of `features` in a confidence, for games without a tree whose hints are checked; the confidences of all
other hints have the weights of `Evaluation.sureness`.
"""
_FULL_VISITS: Final = 150
"""A hint whose move was visited less often is less sure: a stopped search, or a busy machine."""
_MOST_AHEAD: Final = 6.0
"""A larger lead than this, in standard errors, adds nothing to the confidence."""
_RIVAL_VISITS: Final = 20
"""A move is a rival if it has at least one visit for this many of the best move; below, its worth is too uncertain."""
_LEAST_SPREAD: Final = 0.002
"""The least standard deviation assumed between checks, because short checks may agree by luck."""


@dataclass(frozen=True)
class Hint:
    """The result of `Game.hint`.

    Attributes:
        move: the notation of a legal move.
        text: two or three sentences with the purpose of the move and the confidence of the search.
        confidence: 0 to 1, the probability that a much longer search would find no better move; 1 for an only move.
        simulations: the number of simulations behind the hint; 0 if there was nothing to search.
        rivals: the next best moves, the best first, each with its worth (0 to 1) to the seat.
        worth: the worth of the move itself, on the same scale; None if there was nothing to search.
        chance, low, high: the chance to win the round with the move and its 95% interval, as `analyse` gives them; None
            if it was not estimated, and in games that count turns.
        first: the first sentence of the text, with the move and its purpose.
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
    first: str = ""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)}</p>"


def hint_steps(
    view: View,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    names: Sequence[str] = SEAT_NAMES,
    so_far: Callable[[Hint], object] | None = None,
) -> Steps[Hint]:
    """Search for a hint, in steps; the search uses only the view's dump and worlds sampled from it.

    Args:
        view: the view of the seat to play.
        seconds: the most CPU seconds of the search (see `Effort`). If neither this nor ``simulations`` is given, they
            are 7.5 in Kommando, 1.5 in other games with a tree and 0.5 elsewhere. Where a tree is searched, a clear
            case takes about two thirds of them, in Kommando half.
        simulations: the number of simulations.
        seed: together with ``simulations``, makes the hint repeatable.
        names: the names of the players by seat, for the words.
        so_far: called with the hint of the first search if several of its moves are then compared for over a second.
    """
    simulations, seed = whole(simulations), whole(seed)
    check_seed(seed)
    ISMCTS(seconds, simulations)  # checks the arguments as the caller gave them
    drawn = secrets.randbits(32) if seed is None else seed
    view.rng = Random(f"hint/{drawn}/{view.dump['round']}/{view.dump['ply']}")
    evaluation = evaluation_for(view)
    has_tree = evaluation.in_tree(view.options)
    given = None if seconds is None and simulations is None else SearchBudget(seconds, simulations)
    moves = view.legal_moves()
    words = HintWords(evaluation, view.sample(), Names(names, view.seat))
    if len(moves) == 1:
        only = words.only(moves[0])
        return Hint(moves[0], only, 1.0, 0, first=only)
    if has_tree:
        return (yield from _tree_hint(view, words, given, seed, so_far))
    budget = given or SearchBudget(SECONDS, None)
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
    chance = BLANK
    if not evaluation.in_turns:
        left = 1 - _CHOOSING - (_CHECKING if evaluation.deep else 0)
        chance = yield from chance_of(_position(view), move, budget.part(left))
    text = first = words.best(move, chance)
    numbers = (best.worth, *chance)
    if not rivals:
        return Hint(move, f"{text} {_alone(view)}", 1.0, pool.simulations, (), *numbers, first)
    confidence = confidence_of(pool) if evaluation.deep else confidence_in(unchecked(pool), evaluation.sureness)
    text += f" {words.sureness(confidence, move, str(rivals[0].move))} {words.prospect(best.worth, chance)}"
    named = tuple((str(other.move), other.worth) for other in rivals[:3])
    return Hint(move, text, confidence, pool.simulations, named, *numbers, first)


def _alone(view: View) -> str:
    """Why a hint names no second move."""
    others = len(view.legal_moves()) - 1 - ("resign" in view.legal_moves())
    return "No other move seemed worth a closer look." if others > 0 else "There is no other move but giving up."


class Parts(NamedTuple):
    """The budgets for the parts of a hint in a game with a tree."""

    first: SearchBudget
    """For the search that chooses the best moves."""
    comparison: SearchBudget | None
    """For the searches that compare the best moves; None if nothing is compared."""
    chance: SearchBudget
    """For the estimate of the chance to win."""

    @classmethod
    def by_default(cls, evaluation: Evaluation | type[Evaluation]) -> Parts:
        """What a hint may take if the caller gives no budget."""
        return cls(*(SearchBudget(seconds, None) for seconds in evaluation.hint_seconds))

    @classmethod
    def of(cls, budget: SearchBudget) -> Parts:
        """Divide the budget that a caller gives."""
        chance = budget.part(1 - _TREE_SHARE - _COMPARED_SHARE)
        if not budget.allows(_COMPARED_FROM):
            return cls(budget.part(_TREE_SHARE + _COMPARED_SHARE), None, chance)
        return cls(budget.part(_TREE_SHARE), budget.part(_COMPARED_SHARE), chance)


def _tree_hint(
    view: View, words: HintWords, budget: SearchBudget | None, seed: int | None, so_far: Callable[[Hint], object] | None
) -> Steps[Hint]:
    """Search for a hint in a game with a tree, by default if there is no budget."""
    evaluation = words.evaluation
    parts = Parts.of(budget) if budget else Parts.by_default(evaluation)
    usual = partial(confidence_in, weights=evaluation.sureness)
    longer = None if budget else evaluation.default_sureness
    sure = partial(closer_confidence_in, weights=longer) if longer else usual

    def without_waste(chosen: SearchResult, comparison: Comparison) -> Comparison:
        return spared(comparison, chosen, lambda text: evaluation.wastes(words.world, words.world.parse(text)))

    def tell(chosen: SearchResult, comparison: Comparison) -> None:
        if so_far is not None:
            so_far(_compared_hint(view, words, chosen, without_waste(chosen, comparison), BLANK, usual))

    chosen, comparison = yield from tree_search(view, parts, seed, tell)
    comparison = without_waste(chosen, comparison)
    best = str(comparison.moves[0].move)
    chance = yield from chance_of(_position(view), best, parts.chance, _CHANCE_BATCHES)
    return _compared_hint(view, words, chosen, comparison, chance, sure)


def _compared_hint(
    view: View,
    words: HintWords,
    chosen: SearchResult,
    comparison: Comparison,
    chance: Estimate,
    sure: Callable[[Comparison], float],
) -> Hint:
    """Make a hint of what a search found and of what the comparison of its best moves found."""
    best, *others = comparison.moves
    move = str(best.move)
    text = first = words.best(move, chance)
    simulations = chosen.simulations + comparison.simulations
    prospect = words.prospect(best.worth, chance)
    if not others:
        text += f" {_alone(view)} {prospect}"
        return Hint(move, text, 1.0, simulations, (), best.worth, *chance, first)
    confidence = sure(comparison) * min(1.0, best.visits / _FULL_VISITS)
    text += f" {words.sureness(confidence, move, str(others[0].move))} {prospect}"
    told = {move, *(str(other.move) for other in others)}
    others += [other for other in chosen.moves[len(comparison.moves) :] if str(other.move) not in told]
    rivals = sorted(((str(other.move), other.worth) for other in others[:3]), key=lambda rival: -rival[1])
    return Hint(move, text, confidence, simulations, tuple(rivals), best.worth, *chance, first)


def spared(comparison: Comparison, chosen: SearchResult, wastes: Callable[[str], bool]) -> Comparison:
    """Put moves that throw no card away first where hardly a game is won, since all moves are as good there.

    Args:
        comparison: the best moves.
        chosen: the search that found them, with all others.
        wastes: whether a move throws something away for nothing.
    """
    best = comparison.moves[0]
    if best.worth > HARDLY or not wastes(str(best.move)):
        return comparison
    compared = {str(one.move) for one in comparison.moves}
    every = [*comparison.moves, *(one for one in chosen.moves if str(one.move) not in compared and one.visits)]
    every.sort(key=lambda one: wastes(str(one.move)))
    return Comparison(tuple(every[: len(comparison.moves)]), 0.0, comparison.simulations)


def tree_search(
    view: View,
    parts: Parts,
    seed: int | None,
    so_far: Callable[[SearchResult, Comparison], object] = lambda *_: None,
) -> Steps[tuple[SearchResult, Comparison]]:
    """The two searches of a hint in a game with a tree: one for the best moves, and one that compares these.

    Args:
        view: the view of the seat to play.
        parts: how long to search.
        seed: makes the searches repeatable if the budgets are simulations.
        so_far: called with what the first search found if several of its moves are then compared for over a second.
    """
    adviser = Adviser(parts.first.seconds, parts.first.simulations, seed)
    adviser.finalists = FINALISTS if parts.comparison else 2
    chosen = yield from adviser.searching(view)
    is_long = parts.comparison is not None and (parts.comparison.seconds or 0.0) > _LONG
    tell = partial(so_far, chosen) if is_long else None
    comparison = yield from compared(_position(view), adviser.knowledge(view), chosen, parts.comparison, tell)
    return chosen, comparison


class _ByEffort(ISMCTS):
    """A search whose seconds are CPU seconds, so that a busy machine does not weaken a hint."""

    def __init__(self, seconds: float | None = None, simulations: int | None = None, seed: int | None = None) -> None:
        super().__init__(seconds, simulations, seed)
        self._effort = Effort()

    def clock(self) -> float:
        """CPU seconds since the bot was made (see `Effort`)."""
        return self._effort.seconds()


class Adviser(_ByEffort):
    """The search for a hint: unlike that of a player, it visits all root moves equally often."""

    finalists: int = 2
    """The number of moves that are left in the last round of the search."""

    def knowledge(self, view: View) -> Evaluation:
        """The evaluation by which the search judges the game."""
        return super().knowledge(view).for_advice()

    def tree_search(
        self, evaluation: Evaluation, view: View, sample: Callable[[], State], spent: Callable[[], float]
    ) -> Search:
        """A new search with sequential halving."""
        return HalvingSearch(evaluation, sample, view.rng, spent, self.finalists)


def _bot(budget: SearchBudget, seed: int | None) -> _ByEffort:
    return _ByEffort(budget.seconds, budget.simulations, seed)


def _position(view: View) -> SearchPosition:
    return SearchPosition.of_view(view, view.seat, view.cancelled.is_set)


def confidence_of(pool: PooledSearch) -> float:
    """The probability that a much longer search would choose the same move as a search that was checked."""
    odds = sum(weight * feature for weight, feature in zip(CHECKED_WEIGHTS, features(pool), strict=True))
    return 1 / (1 + exp(-odds))


def unchecked(pool: PooledSearch) -> Comparison:
    """What a search without checks says of its best moves."""
    return Comparison(pool.moves, pool.ahead_in_one, pool.simulations)


def features(pool: PooledSearch) -> tuple[float, ...]:
    """The numbers from which the confidence in a search that was checked is computed."""
    return 1.0, pool.votes, *(min(max(ahead, 0.0), _MOST_AHEAD) for ahead in (pool.ahead, pool.ahead_in_one))


class PooledSearch(NamedTuple):
    """The combined result of a search and of independent checks."""

    moves: tuple[SearchedMove, ...]
    """The move that the search chose, then the others by visits; the worths are means over all searches."""
    votes: float
    """The share of the checks that chose the same move as the search."""
    ahead: float
    """The lead of the move over its best rival: the mean difference between the checks, in standard errors."""
    ahead_in_one: float
    """The smallest lead over any other move in the search alone, as if its simulations were independent."""
    simulations: int


def pool_searches(chosen: SearchResult, checks: Sequence[SearchResult]) -> PooledSearch:
    """Combine a search with checks that have their own worlds and trees."""
    visits: dict[str, int] = {}
    totals: dict[str, float] = {}
    for result in (chosen, *checks):
        for entry in result.moves:
            move = str(entry.move)
            visits[move] = visits.get(move, 0) + entry.visits
            totals[move] = totals.get(move, 0.0) + entry.visits * entry.worth
    best = str(chosen.moves[0].move)
    moves = [SearchedMove(move, count, totals[move] / max(1, count)) for move, count in visits.items() if count]
    moves.sort(key=lambda one: (one.move != best, -one.visits, -one.worth, str(one.move)))
    votes = fmean(str(result.moves[0].move) == best for result in checks) if checks else 0.0
    simulations = sum(result.simulations for result in (chosen, *checks))
    return PooledSearch(tuple(moves), votes, _ahead(checks, best, moves), _ahead_in_one(chosen), simulations)


def _ahead(checks: Sequence[SearchResult], best: str, moves: Sequence[SearchedMove]) -> float:
    """The lead of a move over its best rival in the checks, in standard errors."""
    if len(moves) < 2:
        return 0.0
    most = max(one.visits for one in moves)
    rival = max(moves[1:], key=lambda one: one.worth if one.visits * _RIVAL_VISITS >= most else -1.0).move
    worths = [{str(one.move): one.worth for one in result.moves if one.visits} for result in checks]
    leads = [worth[best] - worth[str(rival)] for worth in worths if best in worth and str(rival) in worth]
    if len(leads) < 2:
        return 0.0
    spread = max(stdev(leads), _LEAST_SPREAD) / sqrt(len(leads))
    return fmean(leads) / spread


def _ahead_in_one(result: SearchResult) -> float:
    """The smallest lead of the first move over any other in one search, as if its simulations were independent."""
    best, *others = result.moves

    def ahead(other: SearchedMove) -> float:
        spread = sqrt(
            max(best.worth * (1 - best.worth), 0.02) / best.visits
            + max(other.worth * (1 - other.worth), 0.02) / other.visits
        )
        return (best.worth - other.worth) / spread

    return min((ahead(other) for other in others if other.visits), default=0.0)


def binomial(result: SearchResult) -> float:
    """The probability that the first move of one search is best, as if its simulations were independent.

    The simulations of a tree are not independent, so there this is too high.
    """
    return max(0.5, 0.5 * (1 + erf(_ahead_in_one(result) / sqrt(2))))
