"""The versions of the environments, and their names in each library."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

from capture_widgets.core.lazy_values import LazyMapping

if TYPE_CHECKING:
    from capture_widgets.envs.base_encoding import Encoding

NAMESPACE: Final = "capture_widgets"

_ENCODINGS: Final = "encodings"


def _load(slug: str) -> type[Encoding]:
    module = import_module(f"{__package__}.{_ENCODINGS}.{slug}")
    found: type[Encoding] = next(
        kind for name, kind in vars(module).items() if name.endswith("Encoding") and kind.__module__ == module.__name__
    )
    return found


def _version(slug: str) -> int:
    return ENCODINGS[slug].version


ENCODINGS: Final[Mapping[str, type[Encoding]]] = LazyMapping(
    sorted(module.name for module in iter_modules([str(Path(__file__).with_name(_ENCODINGS))])), _load
)
"""The encodings by slug, each from the file of that name in the folder; they need NumPy."""

VERSIONS: Final[Mapping[str, int]] = LazyMapping(ENCODINGS, _version)
"""By game the version of its environments in all libraries."""


def aec_name(slug: str) -> str:
    """The name of a PettingZoo environment: ``kommando_v1``."""
    return f"{slug}_v{VERSIONS[slug]}"


def gym_id(slug: str) -> str:
    """The identifier of a Gymnasium environment: ``capture_widgets/Kommando-v1``."""
    return f"{NAMESPACE}/{ENCODINGS[slug].title()}-v{VERSIONS[slug]}"


def openspiel_name(slug: str) -> str:
    """The short name of an OpenSpiel game: ``python_capture_kommando``."""
    return f"python_capture_{slug}"
