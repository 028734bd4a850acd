"""The games there are, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

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
