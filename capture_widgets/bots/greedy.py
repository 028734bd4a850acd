"""The player that takes what looks best at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.engine.state import Move
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View


class Greedy(Bot):
    """Chooses the move that a short evaluation of the game likes best, on average over a few sampled worlds.

    Args:
        seed: makes its choices repeatable; it matters among equals and for the worlds drawn.
    """

    name = "Greedy"

    def __init__(self, seed: int | None = None) -> None:
        check_seed(seed)
        self.seed = seed

    def choose(self, view: View) -> str:
        """The best-rated of ``view.legal_moves()``, at random among equals; a few milliseconds."""
        if len(view.legal_moves()) == 1:
            return view.legal_moves()[0]
        return self._best(view, self._seen(view.sample().legal_moves(), view.rng))

    def _seen(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """The moves that it considers."""
        return moves

    def _best(self, view: View, moves: Sequence[Move]) -> str:
        evaluation = evaluation_for(view)
        totals = [0.0] * len(moves)
        for _ in range(evaluation.worlds):
            if view.cancelled.is_set():
                break
            rated = evaluation.rate(view.sample(), moves, view.rng)
            totals = [total + new for total, new in zip(totals, rated, strict=True)]
        most = max(totals)
        best = [move for move, total in zip(moves, totals, strict=True) if total >= most - 1e-9]
        return str(view.rng.choice(best))


class Beginner(Greedy):
    """A greedy player that often thinks of two moves only and takes the better of them."""

    name = "Beginner"
    slips: ClassVar[float] = 0.6
    """How often it overlooks most of its moves."""

    def _seen(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """All moves, or two at random."""
        if len(moves) < 3 or rng.random() >= self.slips:
            return moves
        return rng.sample(list(moves), 2)
