"""The file with the lesson about a game's first hand, which lies in the folder of the game's rules.

Tables offer this lesson from the start, so this module imports nothing of lessons.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from capture_widgets.games import GAMES, TITLES

FIRST_HAND: Final = "first_hand.json"
"""The name of the file with the lesson about a game's first hand."""


def lesson_file(slug: str) -> Traversable | None:
    """The lesson's file, in the folder of the game's rules; None if the rules are in no package."""
    if slug in TITLES:
        return files("capture_widgets.games").joinpath(slug, FIRST_HAND)
    package = GAMES[slug].state.__module__.rpartition(".")[0]
    return files(package).joinpath(FIRST_HAND) if package else None


def has_first_hand(slug: str) -> bool:
    """Whether a game has a lesson about its first hand."""
    return slug.isidentifier() and slug in GAMES and _is_there(slug)


@cache  # tables ask at every move
def _is_there(slug: str) -> bool:
    file = lesson_file(slug)
    return file is not None and file.is_file()
