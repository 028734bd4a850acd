"""The bots that can be seated from a table, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from capture_widgets.bots.random import Random
from capture_widgets.view import Bot


@dataclass(frozen=True)
class Level:
    """A kind of bot as people choose it."""

    id: str
    name: str
    words: str
    """One sentence on how it plays."""
    kind: type[Bot]
    make: Callable[[], Bot]


BOTS: Final = (Level("random", "Random", "Plays any legal move.", Random, Random),)
"""Every bot that a table offers, weakest first."""


def make_bot(name: str) -> Bot:
    """A bot by its identifier; raises ValueError with those there are."""
    for level in BOTS:
        if level.id == name:
            return level.make()
    raise ValueError(f"there is no player {name[:40]!r}; choose one of {', '.join(level.id for level in BOTS)}")


def bot_id(player: object) -> str | None:
    """The identifier of the kind of bot that sits at a seat, or None."""
    return next((level.id for level in BOTS if type(player) is level.kind), None)
