"""What the ready-made players know of each game beyond its rules: one file a game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.on_demand import OnDemand
from capture_widgets.view import View

__all__ = ["EVALUATIONS", "Evaluation", "evaluation_for"]

_NAMES: Final = {
    "commander": "CommanderEvaluation",
    "columns": "ColumnsEvaluation",
    "kommando": "KommandoEvaluation",
    "fourx": "FourXEvaluation",
    "universal": "UniversalEvaluation",
}
"""By slug, the class in the module of that name."""


def _load(slug: str) -> type[Evaluation]:
    found: type[Evaluation] = getattr(import_module(f"{__name__}.{slug}"), _NAMES[slug])
    return found


EVALUATIONS: Final[Mapping[str, type[Evaluation]]] = OnDemand(_NAMES, _load)
"""By slug; a game that is not listed is judged by `Evaluation` itself, which knows nothing of it."""


def evaluation_for(view: View) -> Evaluation:
    """The evaluation that fits a view."""
    return EVALUATIONS.get(view.game.slug, Evaluation)(match=view.dump["match"] is not None)
