"""The player that takes what looks best at once."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.state import Move
from capture_widgets.view import Bot, View


class Greedy(Bot):
    """Chooses the move that a short evaluation of the game likes best, on average over a few sampled worlds.

    Args:
        seed: makes its choices repeatable; it matters among equals and for the worlds drawn.
    """

    name = "Greedy"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        """The best-rated of ``view.legal_moves``, at random among equals; a few milliseconds."""
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        evaluation = evaluation_for(view)
        totals: list[float] = []
        moves: Sequence[Move] = ()
        for _ in range(evaluation.worlds):
            if view.cancelled.is_set():
                break
            world = view.sample()
            moves = world.legal_moves()
            rated = evaluation.rate(world, moves, view.rng)
            totals = [total + new for total, new in zip(totals, rated, strict=True)] if totals else rated
        if not totals:
            return view.legal_moves[0]
        most = max(totals)
        best = [move for move, total in zip(moves, totals, strict=True) if total >= most - 1e-9]
        return str(view.rng.choice(best))
