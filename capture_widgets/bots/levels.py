"""The bots that a table offers as opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.greedy import Beginner, Greedy, remembered_worlds
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.bots.random import Random
from capture_widgets.core.errors import shown
from capture_widgets.engine.state import State
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


_MOST_SECONDS: Final = 1.5
"""The most that a level thinks about a move, on a machine too slow for its simulations."""


class _Player(ISMCTS):
    """A search with as many simulations as the evaluation of the game says."""

    memory: ClassVar[float] = 1.0
    """The share of the cards seen that it remembers (`Evaluation.recalled`)."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seconds=_MOST_SECONDS, seed=seed)
        self.name = type(self).name

    def worlds(self, view: View, evaluation: Evaluation) -> Callable[[], State]:
        """Draws worlds that fit what the player remembers."""
        return remembered_worlds(view, evaluation, self.memory)


class Club(_Player):
    """Makes a short search, with some weaknesses: in Capture the Commander it remembers only kings and aces."""

    name = "Club player"
    memory: ClassVar[float] = 0.2

    def knowledge(self, view: View) -> Evaluation:
        """A weaker evaluation, so that a person can beat this bot."""
        return super().knowledge(view).simpler()

    def limits(self, evaluation: Evaluation, options: object) -> tuple[float | None, int | None]:
        """Allow few simulations."""
        return self.seconds, evaluation.club_effort(options)


class Strong(_Player):
    """Searches for up to a second and a half per move, and forgets nothing."""

    name = "Strong player"

    def limits(self, evaluation: Evaluation, options: object) -> tuple[float | None, int | None]:
        """Allow many simulations."""
        return self.seconds, evaluation.strong_simulations


BOTS: Final = (
    Level("random", "Random", "Plays any legal move, good or bad.", Random, Random),
    Level("beginner", "Beginner", "Looks at only a few of its moves: for your first games.", Beginner, Beginner),
    Level("greedy", "Greedy", "Takes what gains most at once, and never plans ahead.", Greedy, Greedy),
    Level("club", "Club player", "Plans a little ahead and overlooks some things: a fair opponent.", Club, Club),
    Level(
        "strong",
        "Strong player",
        "Thinks up to a second and a half, and forgets nothing: hard to beat.",
        Strong,
        Strong,
    ),
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
