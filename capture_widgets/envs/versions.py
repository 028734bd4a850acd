"""The versions of the environments, and their names in each library.

A version changes when the same seed and the same actions lead to other observations, masks or rewards than before.
"""

from __future__ import annotations

from typing import Final

VERSIONS: Final = {"commander": 1, "columns": 1, "kommando": 1, "fourx": 1, "universal": 1}
"""By game the version of its environments in all three libraries."""

NAMESPACE: Final = "capture_widgets"

_TITLES: Final = {
    "commander": "Commander",
    "columns": "Columns",
    "kommando": "Kommando",
    "fourx": "FourX",
    "universal": "Universal",
}


def aec_name(slug: str) -> str:
    """The name of a PettingZoo environment: ``kommando_v1``."""
    return f"{slug}_v{VERSIONS[slug]}"


def gym_id(slug: str) -> str:
    """The identifier of a Gymnasium environment: ``capture_widgets/Kommando-v1``."""
    return f"{NAMESPACE}/{_TITLES[slug]}-v{VERSIONS[slug]}"


def openspiel_name(slug: str) -> str:
    """The short name of an OpenSpiel game: ``python_capture_kommando``."""
    return f"python_capture_{slug}"
