"""The bots that choose by a short evaluation, without a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import ClassVar

from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.engine.state import Move, State
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View


class Greedy(Bot):
    """Chooses the move that a short evaluation of the game rates best, on average over a few sampled worlds.

    In five columns and in Capture the Commander it considers only some of the moves. In Capture the Commander it
    remembers only the aces of the cards that it has seen in formations.

    Args:
        seed: makes the choices repeatable; it decides between equal moves, and which worlds are drawn.
    """

    name = "Greedy"
    memory: ClassVar[float] = 0.1
    """The share of the cards seen that it remembers (`Evaluation.recalled`)."""

    def __init__(self, seed: int | None = None) -> None:
        check_seed(seed)
        self.seed = seed

    def choose(self, view: View) -> str:
        """The best-rated of ``view.legal_moves()``, one of them at random if several are equal; takes milliseconds."""
        if len(view.legal_moves()) == 1:
            return view.legal_moves()[0]
        evaluation = evaluation_for(view)
        sample = remembered_worlds(view, evaluation, self.memory)
        moves = self._considered(sample().legal_moves(), evaluation, view.rng)
        return self._best(view, evaluation, sample, moves)

    def _considered(self, moves: Sequence[Move], evaluation: Evaluation, rng: Random) -> Sequence[Move]:
        """The moves that the bot considers: all, or some at random (`Evaluation.glances`)."""
        glances = evaluation.glances(len(moves))
        return moves if len(moves) <= glances else rng.sample(list(moves), glances)

    def _worlds(self, evaluation: Evaluation) -> int:
        """The number of worlds in which the bot rates moves."""
        return evaluation.worlds

    def _best(self, view: View, evaluation: Evaluation, sample: Callable[[], State], moves: Sequence[Move]) -> str:
        totals = [0.0] * len(moves)
        for _ in range(self._worlds(evaluation)):
            if view.cancelled.is_set():
                break
            ratings = evaluation.rate(sample(), moves, view.rng)
            totals = [total + rating for total, rating in zip(totals, ratings, strict=True)]
        most = max(totals)
        best = [move for move, total in zip(moves, totals, strict=True) if total >= most - 1e-9]
        return str(view.rng.choice(best))


class Beginner(Greedy):
    """A greedy bot that mostly considers only two moves, and takes the better one.

    In Capture the Commander it forgets every card that it has seen in a formation, and judges by few worlds.

    Args:
        seed: as for `Greedy`.
    """

    name = "Beginner"
    memory: ClassVar[float] = 0.0

    def _considered(self, moves: Sequence[Move], evaluation: Evaluation, rng: Random) -> Sequence[Move]:
        """The moves that `Greedy` considers, or two moves at random (`Evaluation.slips`)."""
        if len(moves) < 3 or rng.random() >= evaluation.slips:
            return super()._considered(moves, evaluation, rng)
        return rng.sample(list(evaluation.tempting(moves, rng)), 2)

    def _worlds(self, evaluation: Evaluation) -> int:
        """As many worlds as `Greedy`, or fewer (`Evaluation.beginner_worlds`)."""
        return evaluation.worlds if evaluation.beginner_worlds is None else evaluation.beginner_worlds


def remembered_worlds(view: View, evaluation: Evaluation, memory: float) -> Callable[[], State]:
    """Draws worlds that fit what a player remembers who forgets some of what it has seen."""
    if memory >= 1 or not evaluation.remembers:
        return view.sample
    remembered = evaluation.recalled(view.sample(), memory)
    return partial(remembered.determinize, view.seat, view.rng)
