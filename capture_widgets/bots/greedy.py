"""The bots that choose by a short evaluation, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.engine.state import Move
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View


class Greedy(Bot):
    """Chooses the move that a short evaluation of the game rates best, on average over a few sampled worlds.

    Args:
        seed: makes the choices repeatable; it decides between equal moves, and which worlds are drawn.
    """

    name = "Greedy"

    def __init__(self, seed: int | None = None) -> None:
        check_seed(seed)
        self.seed = seed

    def choose(self, view: View) -> str:
        """The best-rated of ``view.legal_moves()``, one of them at random if several are equal; takes milliseconds."""
        if len(view.legal_moves()) == 1:
            return view.legal_moves()[0]
        return self._best(view, self._considered(view.sample().legal_moves(), view.rng))

    def _considered(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """The moves that the bot considers."""
        return moves

    def _best(self, view: View, moves: Sequence[Move]) -> str:
        evaluation = evaluation_for(view)
        totals = [0.0] * len(moves)
        for _ in range(evaluation.worlds):
            if view.cancelled.is_set():
                break
            ratings = evaluation.rate(view.sample(), moves, view.rng)
            totals = [total + rating for total, rating in zip(totals, ratings, strict=True)]
        most = max(totals)
        best = [move for move, total in zip(moves, totals, strict=True) if total >= most - 1e-9]
        return str(view.rng.choice(best))


class Beginner(Greedy):
    """A greedy bot that often considers only two moves, and takes the better one."""

    name = "Beginner"
    slips: ClassVar[float] = 0.6
    """How often it considers only two moves."""

    def _considered(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """All moves, or two of them at random."""
        if len(moves) < 3 or rng.random() >= self.slips:
            return moves
        return rng.sample(list(moves), 2)
