"""The bots that a table offers as opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.greedy import Beginner, Greedy
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.random import Random
from capture_widgets.core.errors import shown
from capture_widgets.model.view import Bot, View


@dataclass(frozen=True)
class Level:
    """A bot that people can choose."""

    id: str
    name: str
    words: str
    """One sentence on how it plays."""
    kind: type[Bot]
    make: Callable[[], Bot]


class Club(ISMCTS):
    """Searches for a third of a second per move."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seconds=0.3, seed=seed)
        self.name = "Club player"

    def knowledge(self, view: View) -> Evaluation:
        """A weaker evaluation, so that a person can beat this bot."""
        return super().knowledge(view).simpler()


class Strong(ISMCTS):
    """Searches for a second and a half per move."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seconds=1.5, seed=seed)
        self.name = "Strong player"


BOTS: Final = (
    Level("random", "Random", "Plays any legal move.", Random, Random),
    Level("beginner", "Beginner", "Takes what looks best, but overlooks a lot.", Beginner, Beginner),
    Level("greedy", "Greedy", "Takes what looks best at once and never plans ahead.", Greedy, Greedy),
    Level("club", "Club player", "Thinks about a move for a third of a second: a fair opponent.", Club, Club),
    Level("strong", "Strong player", "Thinks about a move for a second and a half.", Strong, Strong),
)
"""Every bot that a table offers, the weakest first."""


def make_bot(name: str) -> Bot:
    """A new bot of a level; raises ValueError for an unknown level and lists the valid ones."""
    for level in BOTS:
        if level.id == name:
            return level.make()
    raise ValueError(f"there is no player {shown(name)}; choose one of {', '.join(level.id for level in BOTS)}")


def bot_id(player: object) -> str | None:
    """The level of a player; None for a person and for other bots."""
    return next((level.id for level in BOTS if type(player) is level.kind), None)
