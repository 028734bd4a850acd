"""What the ready-made players know of each game beyond its rules: one file a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from capture_widgets.bots.evaluate.columns import ColumnsEvaluation
from capture_widgets.bots.evaluate.commander import CommanderEvaluation
from capture_widgets.bots.evaluate.evaluation import Evaluation
from capture_widgets.bots.evaluate.fourx import FourXEvaluation
from capture_widgets.bots.evaluate.kommando import KommandoEvaluation
from capture_widgets.bots.evaluate.universal import UniversalEvaluation
from capture_widgets.view import View

__all__ = ["EVALUATIONS", "Evaluation", "evaluation_for"]

EVALUATIONS: Final[Mapping[str, type[Evaluation]]] = MappingProxyType({
    "commander": CommanderEvaluation,
    "columns": ColumnsEvaluation,
    "kommando": KommandoEvaluation,
    "fourx": FourXEvaluation,
    "universal": UniversalEvaluation,
})
"""By slug; a game that is not listed is judged by `Evaluation` itself, which knows nothing of it."""


def evaluation_for(view: View) -> Evaluation:
    """The evaluation that fits a view."""
    return EVALUATIONS.get(view.game.slug, Evaluation)(match=view.dump["match"] is not None)
