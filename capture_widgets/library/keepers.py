"""The keepers of games, and what a table says if one of them has trouble; saving itself is in `game_keeper`.

Every table asks, also before its game is saved, so this module imports nothing of files.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from capture_widgets.play.game import Game

if TYPE_CHECKING:
    from capture_widgets.library.game_keeper import GameKeeper

KEEPERS: dict[weakref.ref[Game], GameKeeper] = {}
"""The keepers by game; an entry is removed when its game is collected."""


def trouble_of(game: Game) -> str | None:
    """What a table says about a game that could not be saved; None if there is no problem."""
    keeper = KEEPERS.get(weakref.ref(game))
    return None if keeper is None or game.kept_in is not None else keeper.trouble
