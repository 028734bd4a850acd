"""The bot that plays at random."""

from __future__ import annotations

from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View


class Random(Bot):
    """Chooses uniformly among the legal moves.

    Args:
        seed: makes the choices repeatable.
    """

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        check_seed(seed)
        self.seed = seed

    def choose(self, view: View) -> str:
        """Choose one of ``view.legal_moves()``, all equally likely."""
        return view.rng.choice(view.legal_moves())
