"""What the ready-made players know of each game beyond its rules: one file a game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.core.lazy_values import OnDemand
from capture_widgets.model.view import View

__all__ = ["EVALUATIONS", "Evaluation", "evaluation_for"]


def _load(slug: str) -> type[Evaluation]:
    found: type[Evaluation] = import_module(f"{__name__}.{slug}").EVALUATION
    return found


EVALUATIONS: Final[Mapping[str, type[Evaluation]]] = OnDemand(
    sorted({module.name for module in iter_modules(__path__)} - {"evaluation"}), _load
)
"""By slug, from the file of that name in this folder; a game without one is judged by `Evaluation` itself, which knows
nothing of it."""


def evaluation_for(view: View) -> Evaluation:
    """The evaluation that fits a view."""
    return EVALUATIONS.get(view.game.slug, Evaluation)(match=view.dump["match"] is not None)
