"""The games there are, in the order in which they are listed; called, ``cw.games()``, it lists them."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import UnknownGame, did_you_mean, shown
from capture_widgets.core.lazy_values import LazyMapping
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.state import GameType

TITLES: Final = {
    "commander": "Capture the Commander",
    "columns": "Capture in five columns",
    "kommando": "Kommando",
    "fourx": "4X Solitaire",
    "universal": "Capture for the Universal Card Deck",
}
"""Title by slug: the list of the games, each in the module of its slug. They can be listed without being loaded."""


def _load(slug: str) -> GameType:
    game: GameType = import_module(f"{__name__}.{slug}").GAME
    return game


GAMES: Final[Mapping[str, GameType]] = LazyMapping(TITLES, _load)
"""Every game by its slug, loaded when it is first asked for."""


def game_type(slug: object) -> GameType:
    """The game of a slug; raises UnknownGame with the slugs there are."""
    found = GAMES.get(slug) if is_a(slug, str) else None
    if found is None:
        meant = did_you_mean(slug, {**{TITLES[one]: one for one in TITLES}, **{one: one for one in GAMES}})
        raise UnknownGame(f"there is no game {shown(slug)}{meant}; the games are: {', '.join(GAMES)}")
    return found


class Games(ModuleType):
    """This module as it is: one that can be called, so that `games` is both what is imported and what is asked."""

    def __call__(self) -> dict[str, str]:
        """The games there are: title by slug."""
        return dict(TITLES)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        if name in TITLES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _by_slug(game: GameType) -> str | tuple[Any, ...]:
    return (game_type, (game.slug,)) if GAMES.get(game.slug) is game else object.__reduce_ex__(game, 2)


sys.modules[__name__].__class__ = Games
# the facts of a game hold functions that have no name to be found by; elsewhere the slug finds them again
copyreg.pickle(GameType, _by_slug)
