"""Players for a seat: they see a View, never the game's own state."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capture_widgets.bots.greedy import Beginner, Greedy
    from capture_widgets.bots.ismcts import ISMCTS
    from capture_widgets.bots.levels import Club, Strong
    from capture_widgets.bots.random import Random
    from capture_widgets.model.view import Bot, View

__all__ = ["Beginner", "Bot", "Club", "Greedy", "ISMCTS", "Random", "Strong", "View"]

_HOMES = {
    "Beginner": "capture_widgets.bots.greedy",
    "Bot": "capture_widgets.model.view",
    "Club": "capture_widgets.bots.levels",
    "Greedy": "capture_widgets.bots.greedy",
    "ISMCTS": "capture_widgets.bots.ismcts",
    "Random": "capture_widgets.bots.random",
    "Strong": "capture_widgets.bots.levels",
    "View": "capture_widgets.model.view",
}
"""The module that each name comes from when it is first asked for: playing without a search loads none."""

if not TYPE_CHECKING:  # which would make every name one that there is

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__"])
