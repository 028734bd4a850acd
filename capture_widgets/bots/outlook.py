"""How a position stands for a seat: chances, points, the best move and what another one loses, each with an interval.

Everything comes from worlds drawn from what the seat knows. An interval comes from independent batches, each with
worlds and a tree of its own: within one tree simulations depend on one another, and their binomial error says too
little. The best move is found by a search that no estimate uses, since the best of many noisy numbers is too good. An
interval covers chance only, not what the search does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final, NamedTuple

from capture_widgets.bots.evaluate import EVALUATIONS, Evaluation
from capture_widgets.bots.search import Comparison, ObserverSearch, Search
from capture_widgets.core.intervals import interval
from capture_widgets.engine.state import GameType, Move, Seat, State
from capture_widgets.model.view import View

BATCHES: Final = 8
LEAST: Final = 8
"""Simulations of a batch below which it says nothing."""
_VAGUE: Final = 0.6
"""A chance whose interval is wider than this is left blank."""
_ALIKE: Final = 2.0
"""Simulations of one tree that are worth one independent one, at best."""
_Z: Final = 1.96
_NAMED = 0.01
"""A move is called a mistake where it loses more than this for sure."""
_NAMED_TURNS = 0.1
"""The same where turns are counted."""
_WIDE = 4
"""Margins of so many times the scale of an evaluation are the ends of the rewards that stand for points."""
_LOST: Final = 30.0
"""Turns that a lost map counts for, beyond those of its rivals."""


class Estimate(NamedTuple):
    """A number with its 95% interval; all three None where there is too little to go by."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


BLANK: Final = Estimate()
_NONE_LOST: Final = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Outlook:
    """What a seat could expect at a position.

    Attributes:
        chance: of winning the round, a draw counting for a half; blank in games that are counted in turns.
        points: by how many points it will be ahead of the best other; where a game is counted in turns, how many the
            round takes in all.
        best: the best move found, for the seat that is to play.
        loss: by how much the move that was played is worse than that, in chances or turns.
        mistake: whether the interval of the loss says so.
        simulations: how many simulations it rests on.
    """

    chance: Estimate = BLANK
    points: Estimate = BLANK
    best: str | None = None
    loss: Estimate = BLANK
    mistake: bool = False
    simulations: int = 0


@dataclass(frozen=True)
class SearchBudget:
    """How long to search: seconds, or simulations, so that the same comes out again."""

    seconds: float | None
    simulations: int | None

    def part(self, share: float) -> SearchBudget:
        """A share of it."""
        seconds, simulations = self.seconds, self.simulations
        return SearchBudget(
            None if seconds is None else seconds * share,
            None if simulations is None else max(1, round(simulations * share)),
        )

    def spend(self, step: Callable[[], object], made: Callable[[], int], stop: Callable[[], bool]) -> None:
        """Make steps until it is used up; as many as say something at least, however busy the machine is."""
        end = None if self.seconds is None else perf_counter() + self.seconds
        most = self.simulations
        while True:
            step()
            if stop() or (most is not None and made() >= most):
                return
            if end is not None and perf_counter() >= end and made() >= LEAST:
                return


@dataclass(frozen=True)
class SearchPosition:
    """A position as it is searched for a seat.

    Attributes:
        game: the facts of the game.
        match: whether it is a match.
        seat: whom the estimates are for.
        to_play: the seat to move.
        moves: how many moves the seat has to choose from; 0 where it is not to play.
        sample: draws a world.
        points: whether points are counted.
        rng: all chance.
        stop: says that the answer is no longer wanted.
    """

    game: GameType
    match: bool
    seat: Seat
    to_play: Seat
    moves: int
    sample: Callable[[Random], State]
    points: bool
    rng: Random
    stop: Callable[[], bool] = lambda: False

    @classmethod
    def of_view(cls, view: View, to_play: Seat, stop: Callable[[], bool] = lambda: False) -> SearchPosition:
        """What a seat sees."""
        points = view.game.counts_points(view.options)
        match = view.dump["match"] is not None
        return cls(view.game, match, view.seat, to_play, len(view.legal_moves()), view.sample, points, view.rng, stop)

    @property
    def mine(self) -> bool:
        """Whether the seat is to play."""
        return self.seat == self.to_play


class _Chances(Evaluation):
    """Counts winning alone, so that a mean reward is a chance."""

    def reward(self, sign: float, margin: float) -> float:
        """A half for a draw."""
        return 0.5 + 0.5 * sign

    def come_true(self, chance: float) -> float:
        """A chance that comes true as often as it says, from what a search says (see `Evaluation.sharper`)."""
        if not 0 < chance < 1 or (self.sharper, self.lean) == (1, 0):
            return chance
        against: float = ((1 - chance) / chance) ** self.sharper * exp(-self.lean)
        return 1 / (1 + against)


class _Margins(Evaluation):
    """Counts points alone, so that a mean reward is a margin on another scale."""

    def reward(self, sign: float, margin: float) -> float:
        """A half for a margin of nothing."""
        return 0.5 + margin / (2 * _WIDE * self.scale)


def _judging(counts: type[Evaluation], kind: type[Evaluation], *, match: bool) -> Evaluation:
    """A game's evaluation with rewards that count something else."""
    made: type[Evaluation] = type(f"{counts.__name__}Of{kind.__name__}", (counts, kind), {})
    return made(match=match)


def outlook(position: SearchPosition, played: str | None, budget: SearchBudget) -> Outlook:
    """The estimates for a seat.

    Args:
        position: what it sees.
        played: the move that was made, where it is the seat's own.
        budget: how long to search, for all of it together.
    """
    kind = EVALUATIONS.get(position.game.slug, Evaluation)
    if kind.in_turns:
        return _in_turns(position, kind, played, budget)
    chances = _judging(_Chances, kind, match=position.match)
    share = 0.2 if position.points else 0.0
    points = BLANK
    simulations = 0
    if position.points:
        margins = _judging(_Margins, kind, match=position.match)
        worths, counts = _batches(position, margins, None, budget.part(share))
        wide = 2 * _WIDE * margins.scale
        points = _estimate([(worth - 0.5) * wide for worth in worths], counts)
        simulations += sum(counts)
    if not position.mine or position.moves < 2:
        worths, counts = _batches(position, chances, None, budget.part(1 - share))
        best = played if position.mine and position.moves == 1 else None
        loss = Estimate() if best is None else _NONE_LOST
        return Outlook(_chance(worths, counts), points, best, loss, False, simulations + sum(counts))
    best, found = _best(position, chances, budget.part(0.3))
    left = budget.part(0.7 - share)
    simulations += found
    if played is None or best == played:
        worths, counts = _batches(position, chances, best, left)
        loss = BLANK if played is None else _NONE_LOST
        return Outlook(_chance(worths, counts), points, best, loss, False, simulations + sum(counts))
    seeds = _seeds(position)  # the same worlds for both, so that the luck that they share says nothing
    worths, counts = _batches(position, chances, best, left.part(0.5), seeds)
    others, more = _batches(position, chances, played, left.part(0.5), seeds)
    simulations += sum(counts) + sum(more)
    loss = _estimate([one - other for one, other in zip(worths, others, strict=True)], [*counts, *more])
    if loss.value is not None and loss.low is not None and loss.high is not None and loss.value <= 0:
        # looked at more closely, the move played is the best one found
        best, loss = played, Estimate(0.0, 0.0, max(0.0, loss.high))
        worths, counts = others, more
    mistake = loss.low is not None and loss.low > _NAMED
    return Outlook(_chance(worths, counts), points, best, loss, mistake, simulations)


def _seeds(position: SearchPosition) -> list[int]:
    return [position.rng.getrandbits(60) for _ in range(BATCHES)]


def _batches(
    position: SearchPosition,
    evaluation: Evaluation,
    move: str | None,
    budget: SearchBudget,
    seeds: Sequence[int] | None = None,
) -> tuple[list[float], list[int]]:
    """The mean reward of the seat in each batch, and its simulations; of one first move where one is given."""
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
    return evaluation.come_true(worth) if isinstance(evaluation, _Chances) else worth, count


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
        # of several moves those tried most are those that would be made
        return moves[0].worth, search.simulations
    if evaluation.deep:
        looking = ObserverSearch(evaluation, sample, rng, position.seat)
        budget.spend(looking.step, lambda: looking.simulations, position.stop)
        return looking.total / looking.simulations, looking.simulations
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


def _best(position: SearchPosition, evaluation: Evaluation, budget: SearchBudget) -> tuple[str, int]:
    """The best move found by one search, and its simulations."""
    seed = position.rng.getrandbits(60)
    worlds, rng = Random(f"worlds/{seed}"), Random(f"search/{seed}")
    search = _search(evaluation, lambda: position.sample(worlds), rng, budget)
    budget.spend(search.step, lambda: search.simulations, position.stop)
    return str(search.result().moves[0].move), search.simulations


def _estimate(values: Sequence[float], counts: Sequence[int]) -> Estimate:
    """The mean of batches with its interval; a blank where they are too small."""
    if min(counts, default=0) < LEAST:
        return BLANK
    mean, within = interval(values)
    return Estimate(mean, mean - within, mean + within)


def _chance(values: Sequence[float], counts: Sequence[int]) -> Estimate:
    """The same of chances, never surer than so many simulations can be."""
    found = _estimate(values, counts)
    if found.value is None or found.high is None:
        return found
    chance = found.value
    # near 0 and 1 batches are alike by luck: Wilson's interval of as many simulations as they are worth independently
    spread = (found.high - chance) / 2
    worth = sum(counts) / _ALIKE
    if spread:
        worth = max(1.0, min(worth, chance * (1 - chance) / spread**2))
    middle = (chance + _Z**2 / (2 * worth)) / (1 + _Z**2 / worth)
    within = _Z / (1 + _Z**2 / worth) * sqrt(chance * (1 - chance) / worth + _Z**2 / (4 * worth**2))
    low = max(0.0, min(2 * chance - found.high, middle - within))
    high = min(1.0, max(found.high, middle + within))
    return BLANK if high - low > _VAGUE else Estimate(chance, min(low, chance), max(high, chance))


def _in_turns(position: SearchPosition, kind: type[Evaluation], played: str | None, budget: SearchBudget) -> Outlook:
    """Turns instead of chances, in games of one player that are solved in sampled worlds."""
    first = position.sample(Random(0))
    named = [*kind(match=position.match).candidates(first, first.legal_moves())]
    if played is not None and played not in map(str, named):
        named.append(first.parse(played))
    moves = [str(move) for move in named]
    part = budget.part(1 / BATCHES)
    batches = [_solved(position, kind, named, part, seed) for seed in _seeds(position)]
    solved = sum(map(len, batches))
    if solved < len(batches) or not all(batches):  # nothing is solved before the map is laid out
        return Outlook()
    # chosen by some batches, judged by the others
    choosing, judging = batches[: BATCHES // 4], batches[BATCHES // 4 :]
    best = min(range(len(moves)), key=lambda at: fmean(_cost(rows, at) for rows in choosing))
    needed = [[row[best] for row in rows] for rows in judging]
    won = [[turns for turns in row if turns is not None] for row in needed]
    points = _estimate([fmean(turns) for turns in won], [LEAST] * len(won)) if all(won) else BLANK
    if played is None:
        return Outlook(points=points, best=None, simulations=solved)
    at = moves.index(played)
    if at == best:
        return Outlook(points=points, best=played, loss=_NONE_LOST, simulations=solved)
    loss = _estimate([_cost(rows, at) - _cost(rows, best) for rows in judging], [LEAST] * len(judging))
    if loss.value is None or loss.low is None or loss.high is None:
        return Outlook(points=points, simulations=solved)
    if loss.value <= 0:
        return Outlook(points=points, best=played, loss=Estimate(0.0, 0.0, max(0.0, loss.high)), simulations=solved)
    return Outlook(points=points, best=moves[best], loss=loss, mistake=loss.low > _NAMED_TURNS, simulations=solved)


def _solved(
    position: SearchPosition, kind: type[Evaluation], moves: Sequence[Move], part: SearchBudget, seed: int
) -> list[list[float | None]]:
    """One batch: the turns that each move takes, a row for each world in which they could be counted."""
    worlds, evaluation = Random(f"worlds/{seed}"), kind(match=position.match)
    rows: list[list[float | None]] = []
    step = partial(_solve, evaluation, position, worlds, moves, rows)
    part.spend(step, partial(_worlds_solved, rows, len(moves)), position.stop)
    return [row for row in rows if row]


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
    """Turns that a move costs in the mean of some worlds; a lost one costs more than any that is won."""
    total = 0.0
    for row in rows:
        turns = row[at]
        total += min((other for other in row if other is not None), default=0.0) + _LOST if turns is None else turns
    return total / len(rows)


def choices(
    position: SearchPosition, moves: Sequence[str], budget: SearchBudget
) -> Generator[float, None, tuple[str, dict[str, Estimate]]]:
    """The best of some moves and one that a search finds, and what each of them would come to, in steps.

    That is a chance of winning, or in games counted in turns how many the round takes, a lost one counting as many
    more. All moves are judged in the same worlds, so that luck which they share tells nothing.

    Args:
        position: of the seat that is to play.
        moves: the moves to judge, legal there.
        budget: how long to search, for all of it together.
    """
    kind = EVALUATIONS.get(position.game.slug, Evaluation)
    if kind.in_turns:
        return (yield from _choices_in_turns(position, kind, moves, budget))
    chances = _judging(_Chances, kind, match=position.match)
    best = _best(position, chances, budget.part(0.2))[0] if position.moves > 1 else moves[0]
    yield 0
    seeds = _seeds(position)  # the same for every move
    wanted = list(dict.fromkeys([*moves, best]))
    part = budget.part(0.8 / len(wanted) / BATCHES)
    found = {}
    for move in wanted:
        found[move] = yield from _judged(position, chances, move, part, seeds)
    return max(found, key=lambda move: found[move].value or 0.0), found


def chance_of(position: SearchPosition, move: str, budget: SearchBudget) -> Generator[float, None, Estimate]:
    """The chance of winning with a move, in steps: the same number that `outlook` gives for the best one."""
    chances = _judging(_Chances, EVALUATIONS.get(position.game.slug, Evaluation), match=position.match)
    return (yield from _judged(position, chances, move, budget.part(1 / BATCHES), _seeds(position)))


def _judged(
    position: SearchPosition, chances: Evaluation, move: str, part: SearchBudget, seeds: Sequence[int]
) -> Generator[float, None, Estimate]:
    """The chance of winning with a move, a step for each batch."""
    worths, counts = [], []
    for seed in seeds:
        worth, count = _batch(position, chances, move, part, seed)
        worths.append(worth)
        counts.append(count)
        yield 0
    return _chance(worths, counts)


def _choices_in_turns(
    position: SearchPosition, kind: type[Evaluation], moves: Sequence[str], budget: SearchBudget
) -> Generator[float, None, tuple[str, dict[str, Estimate]]]:
    first = position.sample(Random(0))
    named = [*kind(match=position.match).candidates(first, first.legal_moves())]
    named += [first.parse(move) for move in moves if move not in map(str, named)]
    batches: list[list[list[float | None]]] = []
    part = budget.part(1 / BATCHES)
    for seed in _seeds(position):
        batches.append(_solved(position, kind, named, part, seed))
        yield 0
    if not all(batches):  # nothing is solved before the map is laid out
        return moves[0], dict.fromkeys(moves, BLANK)
    costs = {str(move): [_cost(rows, at) for rows in batches] for at, move in enumerate(named)}
    best = min(costs, key=lambda move: fmean(costs[move]))
    return best, {move: _estimate(costs[move], [LEAST] * BATCHES) for move in dict.fromkeys([*moves, best])}
