"""The package of the games' rules, in the order of the lobby; ``cw.games()`` lists the games."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.imports import import_at_once
from capture_widgets.engine.game_list import GameList, pickled
from capture_widgets.engine.state import GameType

TITLES: Final = {
    "commander": "Capture the Commander",
    "columns": "Capture in five columns",
    "kommando": "Kommando",
    "fourx": "4X Solitaire",
    "universal": "Capture for the Universal Card Deck",
}
"""Title by slug of the games of this package, each in the module of its slug. They are listed without being loaded."""

ENTRY_POINTS: Final = "capture_widgets.games"
"""The group of entry points by which another package brings a game: its slug, and where its `GameType` is."""


def _load(slug: str) -> GameType:
    game: GameType = import_at_once(f"{__name__}.{slug}").GAME
    return game


_LIST: Final = GameList(TITLES, _load, ENTRY_POINTS)

GAMES: Final[Mapping[str, GameType]] = _LIST
"""Every game by its slug, loaded when it is first asked for; those of other packages after the five."""


def register(game: GameType) -> None:
    """List a game for the rest of this process: it is played, kept and shown like the five.

    A game that was registered under the slug before gives way to the same game made anew, as when a cell is run again.

    Args:
        game: the game, as docs/adding_a_game.md describes it.

    Raises:
        TypeError: it is no `GameType`.
        ValueError: its slug is no name, or that of another game.
    """
    _LIST.register(game)


def game_type(slug: object, home: str | None = None) -> GameType:
    """The game of a slug; raises UnknownGame with the slugs there are.

    Args:
        slug: what it is called.
        home: a module to import first, where the game may be registered by that.
    """
    if home is not None:
        import_module(home)
    return _LIST.find(slug)


def titles() -> dict[str, str]:
    """Title by slug; of this package's own games none is loaded for it."""
    return _LIST.titles()


class Games(ModuleType):
    """This module as it is: one that can be called, so that `games` is both what is imported and what is asked."""

    def __call__(self) -> dict[str, str]:
        """The titles of all games by slug."""
        return titles()


if not TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        if name in TITLES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _reduced(game: GameType) -> str | tuple[Any, ...]:
    return pickled(game, _LIST, game_type)


sys.modules[__name__].__class__ = Games
copyreg.pickle(GameType, _reduced)
