"""Players at the seats of a game: names of persons, and bots."""

from __future__ import annotations

from typing import Any

from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.model.record_format import MOST_NAME, is_name
from capture_widgets.model.view import Bot


def name_of(player: str | Bot) -> str:
    """The name of a player."""
    return player if isinstance(player, str) else player.name


def check_player(player: Any) -> None:
    """Raise ValueError unless this is the name of a person or a bot."""
    if not is_a(player, str) and not issubclass(type(player), Bot):
        raise ValueError(f"a seat takes a person's name or a bot, not {shown(player)}")
    if not is_name(name_of(player)):
        name = shown(name_of(player))
        raise ValueError(f"a name is a text of at most {MOST_NAME:,} characters that every file can hold, not {name}")
