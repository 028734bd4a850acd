"""Bots: players that get a View of the game, never its true state."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capture_widgets.bots.chat import Chat, Exchange, Forfeit
    from capture_widgets.bots.greedy import Beginner, Greedy
    from capture_widgets.bots.ismcts import ISMCTS
    from capture_widgets.bots.levels import Club, Strong
    from capture_widgets.bots.random import Random
    from capture_widgets.model.view import Bot, View

__all__ = [
    "Beginner",
    "Bot",
    "Chat",
    "Club",
    "Exchange",
    "Forfeit",
    "Greedy",
    "ISMCTS",
    "Random",
    "Strong",
    "View",
]

_MODULES = {
    "Beginner": "capture_widgets.bots.greedy",
    "Bot": "capture_widgets.model.view",
    "Chat": "capture_widgets.bots.chat",
    "Club": "capture_widgets.bots.levels",
    "Exchange": "capture_widgets.bots.chat",
    "Forfeit": "capture_widgets.bots.chat",
    "Greedy": "capture_widgets.bots.greedy",
    "ISMCTS": "capture_widgets.bots.ismcts",
    "Random": "capture_widgets.bots.random",
    "Strong": "capture_widgets.bots.levels",
    "View": "capture_widgets.model.view",
}
"""The module of each name. It is imported on first use, so that a game without bots imports no search."""

if not TYPE_CHECKING:  # a type checker would otherwise accept any name

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__"])
