"""Evaluations: how bots judge positions and moves, one file for each game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.core.lazy_values import LazyMapping
from capture_widgets.model.view import View

__all__ = ["EVALUATIONS", "Evaluation", "evaluation_for"]


def _load(slug: str) -> type[Evaluation]:
    evaluation: type[Evaluation] = import_module(f"{__name__}.{slug}").EVALUATION
    return evaluation


EVALUATIONS: Final[Mapping[str, type[Evaluation]]] = LazyMapping(
    sorted({module.name for module in iter_modules(__path__)} - {"evaluation"}), _load
)
"""The evaluations by slug, each from the file of that name in this folder. Bots judge a game without a file by the
general `Evaluation`."""


def evaluation_for(view: View) -> Evaluation:
    """The evaluation for the game of a view."""
    game = view.game
    kind = EVALUATIONS.get(game.slug, Evaluation) if game.evaluation is None else game.evaluation()
    return kind(match=view.dump["match"] is not None)
