"""Players for a seat: they see a View, never the game's own state."""

from __future__ import annotations

from capture_widgets.bots.greedy import Beginner, Greedy
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.levels import Club, Strong
from capture_widgets.bots.random import Random
from capture_widgets.view import Bot, View

__all__ = ["Beginner", "Bot", "Club", "Greedy", "ISMCTS", "Random", "Strong", "View"]
