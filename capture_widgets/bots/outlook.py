"""The outlook of a seat: its chances and points, the best move, and the loss of the move played, with intervals.

All numbers come from worlds drawn from what the seat knows. Intervals come from independent batches, each with its own
worlds and its own tree, because the simulations of one tree depend on one another and their binomial error is too
small. A separate search finds the best move, because the highest of many noisy estimates is too high. The intervals
of chances and losses are widened by what a longer search changes (`tests/benchmarks/ranges.py`); they do not cover
errors of the evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from random import Random
from statistics import fmean
from typing import Final

from capture_widgets.bots.estimates import BLANK, Estimate, chance_from, estimate_from
from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation
from capture_widgets.bots.finalists import FINALISTS
from capture_widgets.bots.halving_search import HalvingSearch
from capture_widgets.bots.move_loss import LEAST_MISTAKE, MISTAKE_LOSS, move_loss
from capture_widgets.bots.search import Comparison, ObserverSearch, Search, SearchResult
from capture_widgets.bots.search_budget import LEAST, SearchBudget, SearchPosition
from capture_widgets.core.effort import Effort
from capture_widgets.engine.state import Move, State

BATCHES: Final = 8
_NO_WORSE: Final = 0.05
"""There is no second look if the move played seems better by more than this."""
_SECOND_LOOK: Final = 3.0
"""In games without a tree, the budget of a second look, as a multiple of the first."""
_SECOND_BATCHES: Final = 4
"""The number of independent batches of a second look; they are few, so that each is long."""
_SEARCH_ERROR: Final = 0.05
"""How far the searches of two moves err alike in all batches; it widens the interval of a loss."""
_MISTAKE_TURNS: Final = 0.1
"""In games that count turns, a mistake loses more than this."""
_MARGIN_RANGE = 4
"""Rewards 0 and 1 stand for margins of minus and plus this many times `Evaluation.scale`."""
_LOST_MAP_TURNS: Final = 30.0
"""A lost map counts as this many turns more than the best move needs in it."""
_NO_LOSS: Final = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Outlook:
    """What a seat can expect at a position.

    Attributes:
        chance: the chance to win the round, a draw counting as half a win; blank in games that count turns.
        points: the expected lead over the best opponent; in games that count turns, the turns of the whole round.
        best: the best move that the search found, if the seat is to play.
        loss: how much worse the move played is than the best one, in chances or turns.
        mistake: whether the loss is beyond doubt; in games without a tree, whether all searches of it agree.
        simulations: the number of simulations behind these numbers.
    """

    chance: Estimate = BLANK
    points: Estimate = BLANK
    best: str | None = None
    loss: Estimate = BLANK
    mistake: bool = False
    simulations: int = 0


class _Chances(Evaluation):
    """Rewards count only wins, so that a mean reward is a chance to win."""

    def reward(self, sign: float, margin: float) -> float:
        """1 for a win, 0 for a loss, and a half for a draw."""
        return 0.5 + 0.5 * sign

    def calibrated(self, chance: float) -> float:
        """Correct a chance from a search, so that predicted wins occur as often as predicted (`Evaluation.sharper`)."""
        if not 0 < chance < 1 or (self.sharper, self.lean) == (1, 0):
            return chance
        odds_against: float = ((1 - chance) / chance) ** self.sharper * exp(-self.lean)
        return 1 / (1 + odds_against)


class _Margins(Evaluation):
    """Rewards count only points, so that a mean reward is a mean margin on a scale from 0 to 1."""

    def reward(self, sign: float, margin: float) -> float:
        """A half for a margin of 0."""
        return 0.5 + margin / (2 * _MARGIN_RANGE * self.scale)


def _with_rewards(rewards: type[Evaluation], kind: type[Evaluation], *, match: bool) -> Evaluation:
    """The evaluation of a game, with other rewards."""
    combined: type[Evaluation] = type(f"{rewards.__name__}Of{kind.__name__}", (rewards, kind), {})
    return combined(match=match)


def outlook(position: SearchPosition, played: str | None, budget: SearchBudget) -> Outlook:
    """Estimate what a seat can expect.

    Args:
        position: the position as the seat sees it.
        played: the move that was made, if the seat made it.
        budget: how long to search, for all estimates together.
    """
    kind = EVALUATIONS.get(position.game.slug, Evaluation)
    if kind.in_turns:
        return _in_turns(position, kind, played, budget)
    chances = _with_rewards(_Chances, kind, match=position.match)
    share = 0.2 if position.points else 0.0
    points = BLANK
    simulations = 0
    if position.points:
        margins = _with_rewards(_Margins, kind, match=position.match)
        worths, counts = _batches(position, margins, None, budget.part(share))
        wide = 2 * _MARGIN_RANGE * margins.scale
        points = estimate_from([(worth - 0.5) * wide for worth in worths], counts)
        simulations += sum(counts)
    if not position.mine or position.moves < 2:
        worths, counts = _batches(position, chances, None, budget.part(1 - share))
        best = played if position.mine and position.moves == 1 else None
        loss = Estimate() if best is None else _NO_LOSS
        return Outlook(chance_from(worths, counts), points, best, loss, False, simulations + sum(counts))
    if kind.deep:
        return _after_trees(position, kind, played, points, simulations, budget.part(1 - share))
    finder = _with_rewards(_Chances, kind, match=position.match)
    result = _first_search(position, finder, budget.part(0.3))
    best, left = str(result.moves[0].move), budget.part(0.7 - share)
    simulations += result.simulations
    if played is not None and best != played:
        alike = _alike(position, chances)
        if alike(best) == alike(played):
            best = played
    if played is None or best == played:
        worths, counts = _batches(position, chances, best, left)
        loss = BLANK if played is None else _NO_LOSS
        return Outlook(chance_from(worths, counts), points, best, loss, False, simulations + sum(counts))
    seeds = _seeds(position)  # the same worlds for both moves, so that the luck of a world affects them alike
    worths, counts = _batches(position, chances, best, left.part(0.5), seeds)
    others, more = _batches(position, chances, played, left.part(0.5), seeds)
    simulations += sum(counts) + sum(more)
    loss = estimate_from([one - other for one, other in zip(worths, others, strict=True)], [*counts, *more])
    mistake = False
    if loss.value is not None and loss.value > -_NO_WORSE:
        seems_worse = loss.value > 0
        loss, agree, looked = _second_look(position, finder, best, played, left.part(_SECOND_LOOK))
        mistake = seems_worse and agree and loss.value is not None and loss.value > MISTAKE_LOSS
        simulations += looked
    value, low, high = loss
    if value is not None and low is not None and high is not None:
        within = sqrt((value - low) ** 2 + _SEARCH_ERROR**2)
        if value <= 0:
            # a closer look shows that the move played is no worse
            best, loss = played, Estimate(0.0, 0.0, max(0.0, value + within))
            worths, counts = others, more
        else:
            least = LEAST_MISTAKE if mistake else 0.0  # what was confirmed is no doubt any more
            loss = Estimate(value, max(least, value - within), value + within)
    return Outlook(chance_from(worths, counts), points, best, loss, mistake, simulations)


def _after_trees(
    position: SearchPosition,
    kind: type[Evaluation],
    played: str | None,
    points: Estimate,
    simulations: int,
    budget: SearchBudget,
) -> Outlook:
    """The rest of `outlook` in a game with a tree: the best move, the loss of the move played, and the chances.

    Args:
        position: the position as the seat to play sees it.
        kind: the evaluation of the game.
        played: the move that was made, if there is one.
        points: the estimate of the points.
        simulations: the number of simulations behind that estimate.
        budget: how long to search; comparing a doubtful move may take eighteen times as long in addition.
    """
    chances = _with_rewards(_Chances, kind, match=position.match)
    finder = _with_rewards(_Chances, kind, match=position.match)
    result = _first_search(position, finder, budget.part(kind.choosing), FINALISTS)
    best, loss, mistake = str(result.moves[0].move), BLANK, False
    simulations += result.simulations
    if played is not None:
        found = move_loss(position, finder, played, result, _alike(position, chances), budget)
        best, mistake = found.best, found.mistake
        if found.known:
            loss = Estimate(max(0.0, found.loss), found.low, found.high)
        simulations += found.simulations
    worths, counts = _batches(position, chances, best, budget.part(0.5))
    return Outlook(chance_from(worths, counts), points, best, loss, mistake, simulations + sum(counts))


def _second_look(
    position: SearchPosition, evaluation: Evaluation, best: str, played: str, budget: SearchBudget
) -> tuple[Estimate, bool, int]:
    """The loss of a move by few long searches in new worlds, whether all of them find one, and their simulations.

    For games without a tree; `move_loss` looks closer in the others.
    """
    part = budget.part(0.5 / _SECOND_BATCHES)
    leads: list[float] = []
    counts: list[int] = []
    for seed in _seeds(position)[:_SECOND_BATCHES]:
        worths = []
        for move in (best, played):
            sample = partial(position.sample, Random(f"worlds/{seed}"))
            rng = Random(f"search/{seed}")
            search = Comparison(evaluation, sample, rng, part.simulations or 400)
            search.only(move)
            part.spend(search.step, partial(getattr, search, "simulations"), position.stop)
            worths.append(search.result().moves[0].worth)
            counts.append(search.simulations)
        leads.append(worths[0] - worths[1])
    return estimate_from(leads, counts), min(leads) > 0, sum(counts)


def _seeds(position: SearchPosition) -> list[int]:
    return [position.rng.getrandbits(60) for _ in range(BATCHES)]


def _batches(
    position: SearchPosition,
    evaluation: Evaluation,
    move: str | None,
    budget: SearchBudget,
    seeds: Sequence[int] | None = None,
) -> tuple[list[float], list[int]]:
    """The mean reward of the seat in each batch and the batch's simulations; after a first move, if one is given."""
    worths: list[float] = []
    counts: list[int] = []
    part = budget.part(1 / BATCHES)
    for seed in _seeds(position) if seeds is None else seeds:
        worth, count = _batch(position, evaluation, move, part, seed)
        worths.append(worth)
        counts.append(count)
    return worths, counts


def _batch(
    position: SearchPosition, evaluation: Evaluation, move: str | None, budget: SearchBudget, seed: int
) -> tuple[float, int]:
    worth, count = _searched(position, evaluation, move, budget, seed)
    return evaluation.calibrated(worth) if isinstance(evaluation, _Chances) else worth, count


def _searched(
    position: SearchPosition, evaluation: Evaluation, move: str | None, budget: SearchBudget, seed: int
) -> tuple[float, int]:
    worlds, rng = Random(f"worlds/{seed}"), Random(f"search/{seed}")
    sample = partial(position.sample, worlds)
    if position.mine:
        search = _search(evaluation, sample, rng, budget)
        if move is not None:
            search.only(move)
        budget.spend(search.step, lambda: search.simulations, position.stop)
        moves = search.result().moves
        # the most visited move is the one that a player would make
        return moves[0].worth, search.simulations
    if evaluation.deep:
        search_of_observer = ObserverSearch(evaluation, sample, rng, position.seat)
        budget.spend(search_of_observer.step, lambda: search_of_observer.simulations, position.stop)
        return search_of_observer.total / search_of_observer.simulations, search_of_observer.simulations
    rewards: list[float] = []
    budget.spend(
        lambda: rewards.append(evaluation.playout(sample(), rng)[position.seat]), lambda: len(rewards), position.stop
    )
    return fmean(rewards), len(rewards)


def _search(
    evaluation: Evaluation, sample: Callable[[], State], rng: Random, budget: SearchBudget
) -> Search | Comparison:
    if evaluation.deep:
        return Search(evaluation, sample, rng)
    return Comparison(evaluation, sample, rng, budget.simulations or 400)


def _alike(position: SearchPosition, evaluation: Evaluation) -> Callable[[str], Hashable]:
    """A function that gives the same key to moves that differ only in the names of their cards."""
    world = position.sample(Random(0))
    return lambda move: evaluation.alike(world, world.parse(move))


def _first_search(
    position: SearchPosition, evaluation: Evaluation, budget: SearchBudget, finalists: int = 2
) -> SearchResult:
    """One search of all moves, the best ones first."""
    seed = position.rng.getrandbits(60)
    worlds, rng = Random(f"worlds/{seed}"), Random(f"search/{seed}")
    sample = partial(position.sample, worlds)
    effort = Effort()
    search: Search | Comparison

    def spent() -> float:
        return max(
            0.0 if budget.seconds is None else effort.seconds() / budget.seconds,
            0.0 if budget.simulations is None else search.simulations / budget.simulations,
        )

    if evaluation.deep:
        search = HalvingSearch(evaluation.for_analysis(), sample, rng, spent, finalists)
    else:
        search = _search(evaluation, sample, rng, budget)
    budget.spend(search.step, lambda: search.simulations, position.stop)
    return search.result()


def _in_turns(position: SearchPosition, kind: type[Evaluation], played: str | None, budget: SearchBudget) -> Outlook:
    """The outlook of a game for one player that counts turns: sampled worlds are solved."""
    first = position.sample(Random(0))
    candidates = [*kind(match=position.match).candidates(first, first.legal_moves())]
    if played is not None and played not in map(str, candidates):
        candidates.append(first.parse(played))
    moves = [str(move) for move in candidates]
    batches = [*_solved(position, kind, candidates, budget)]
    solved = sum(map(len, batches))
    if solved < len(batches) or not all(batches):  # before the map is laid out there is nothing to solve
        return Outlook()
    # some batches choose the best move, and the others judge it
    choosing, judging = batches[: BATCHES // 4], batches[BATCHES // 4 :]
    best = min(range(len(moves)), key=lambda at: fmean(_cost(rows, at) for rows in choosing))
    turns_of_best = [[row[best] for row in rows] for rows in judging]
    won = [[turns for turns in row if turns is not None] for row in turns_of_best]
    points = estimate_from([fmean(turns) for turns in won], [LEAST] * len(won)) if all(won) else BLANK
    if played is None:
        return Outlook(points=points, best=None, simulations=solved)
    at = moves.index(played)
    if at == best:
        return Outlook(points=points, best=played, loss=_NO_LOSS, simulations=solved)
    loss = estimate_from([_cost(rows, at) - _cost(rows, best) for rows in judging], [LEAST] * len(judging))
    if loss.value is None or loss.low is None or loss.high is None:
        return Outlook(points=points, simulations=solved)
    if loss.value <= 0:
        return Outlook(points=points, best=played, loss=Estimate(0.0, 0.0, max(0.0, loss.high)), simulations=solved)
    mistake = loss.low > _MISTAKE_TURNS
    loss = Estimate(loss.value, max(0.0, loss.low), loss.high)  # no move is better than the best one
    return Outlook(points=points, best=moves[best], loss=loss, mistake=mistake, simulations=solved)


def _solved(
    position: SearchPosition, kind: type[Evaluation], moves: Sequence[Move], budget: SearchBudget
) -> Iterator[list[list[float | None]]]:
    """Solve batches of worlds: a row for each world with the turns of a win after each move, None for a loss."""
    part, evaluation = budget.part(1 / BATCHES), kind(match=position.match)
    for seed in _seeds(position):
        rows: list[list[float | None]] = []
        step = partial(_solve, evaluation, position, Random(f"worlds/{seed}"), moves, rows)
        part.spend(step, partial(_worlds_solved, rows, len(moves)), position.stop)
        yield [row for row in rows if row]
        evaluation = evaluation.again()


def _solve(
    evaluation: Evaluation,
    position: SearchPosition,
    worlds: Random,
    moves: Sequence[Move],
    rows: list[list[float | None]],
) -> None:
    rows.append(evaluation.turns(position.sample(worlds), moves))


def _worlds_solved(rows: list[list[float | None]], moves: int) -> int:
    return len(rows) * moves


def _cost(rows: Sequence[Sequence[float | None]], at: int) -> float:
    """The mean turns of a move over some worlds; a lost world costs more than any win."""
    total = 0.0
    for row in rows:
        turns = row[at]
        total += (
            min((other for other in row if other is not None), default=0.0) + _LOST_MAP_TURNS
            if turns is None
            else turns
        )
    return total / len(rows)


def choices(
    position: SearchPosition, moves: Sequence[str], budget: SearchBudget
) -> Generator[float, None, tuple[str, dict[str, Estimate]]]:
    """Estimate some moves and the best move that a search finds, in steps; return the best of them and all estimates.

    An estimate is a chance to win; in games that count turns it is the number of turns of the round, where a loss
    counts as many turns more. All moves are judged in the same worlds, so that the luck of a world affects them alike.

    Args:
        position: the position of the seat to play.
        moves: the legal moves to judge.
        budget: how long to search, for all moves together.
    """
    kind = EVALUATIONS.get(position.game.slug, Evaluation)
    if kind.in_turns:
        return (yield from _choices_in_turns(position, kind, moves, budget))
    chances = _with_rewards(_Chances, kind, match=position.match)
    finder = _with_rewards(_Chances, kind, match=position.match)
    best = str(_first_search(position, finder, budget.part(0.2)).moves[0].move) if position.moves > 1 else moves[0]
    yield 0
    seeds = _seeds(position)  # the same for every move
    judged = list(dict.fromkeys([*moves, best]))
    part = budget.part(0.8 / len(judged) / BATCHES)
    estimates = {}
    for move in judged:
        estimates[move] = yield from _chance_steps(position, chances, move, part, seeds)
    values = {move: estimate.value for move, estimate in estimates.items() if estimate.value is not None}
    # too few simulations for estimates: the first move is no better for that, the search's own choice stands
    return max(values, key=values.__getitem__) if best in values else best, estimates


def chance_of(
    position: SearchPosition, move: str, budget: SearchBudget, batches: int = BATCHES
) -> Generator[float, None, Estimate]:
    """The chance to win with a move, in steps; `outlook` gives the same number for the best move.

    Args:
        position: the position of the seat to play.
        move: a legal move.
        budget: how long to search, for all batches together.
        batches: the number of independent searches.
    """
    chances = _with_rewards(_Chances, EVALUATIONS.get(position.game.slug, Evaluation), match=position.match)
    return (yield from _chance_steps(position, chances, move, budget.part(1 / batches), _seeds(position)[:batches]))


def _chance_steps(
    position: SearchPosition, chances: Evaluation, move: str, part: SearchBudget, seeds: Sequence[int]
) -> Generator[float, None, Estimate]:
    """The chance to win with a move, one batch per step."""
    worths, counts = [], []
    for seed in seeds:
        worth, count = _batch(position, chances, move, part, seed)
        worths.append(worth)
        counts.append(count)
        yield 0
    return chance_from(worths, counts)


def _choices_in_turns(
    position: SearchPosition, kind: type[Evaluation], moves: Sequence[str], budget: SearchBudget
) -> Generator[float, None, tuple[str, dict[str, Estimate]]]:
    first = position.sample(Random(0))
    candidates = [*kind(match=position.match).candidates(first, first.legal_moves())]
    candidates += [first.parse(move) for move in moves if move not in map(str, candidates)]
    batches: list[list[list[float | None]]] = []
    for batch in _solved(position, kind, candidates, budget):
        batches.append(batch)
        yield 0
    if not all(batches):  # before the map is laid out there is nothing to solve
        return moves[0], dict.fromkeys(moves, BLANK)
    costs = {str(move): [_cost(rows, at) for rows in batches] for at, move in enumerate(candidates)}
    best = min(costs, key=lambda move: fmean(costs[move]))
    return best, {move: estimate_from(costs[move], [LEAST] * BATCHES) for move in dict.fromkeys([*moves, best])}
