"""The games there are, in the order in which they are listed; called, ``cw.games()``, it lists them."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any, Final

from capture_widgets.errors import UnknownGame, shown
from capture_widgets.games import columns, commander, fourx, kommando, universal
from capture_widgets.state import GameType

GAMES: Final[Mapping[str, GameType]] = MappingProxyType(
    {module.GAME.slug: module.GAME for module in (commander, columns, kommando, fourx, universal)}
)
"""Every game by its slug."""


def game_type(slug: object) -> GameType:
    """The game of a slug; raises UnknownGame with the slugs there are."""
    found = GAMES.get(slug) if isinstance(slug, str) else None
    if found is None:
        raise UnknownGame(f"there is no game {shown(slug)}; the games are: {', '.join(GAMES)}")
    return found


class Games(ModuleType):
    """This module as it is: one that can be called, so that `games` is both what is imported and what is asked."""

    def __call__(self) -> dict[str, str]:
        """The games there are: title by slug."""
        return {slug: kind.title for slug, kind in GAMES.items()}


def _by_slug(game: GameType) -> str | tuple[Any, ...]:
    return (game_type, (game.slug,)) if GAMES.get(game.slug) is game else object.__reduce_ex__(game, 2)


sys.modules[__name__].__class__ = Games
# the facts of a game hold functions that have no name to be found by; elsewhere the slug finds them again
copyreg.pickle(GameType, _by_slug)
