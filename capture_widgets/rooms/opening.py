"""`open_class`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Unpack

from capture_widgets.model.view import Bot
from capture_widgets.protocol.widget_settings import ServerSettings, refuse_others
from capture_widgets.rooms.absences import GRACE
from capture_widgets.rooms.game_class import GameClass
from capture_widgets.rooms.pairing import Scheme


def open_class(
    game: str,
    players: Iterable[str] | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    scheme: Scheme = "swiss",
    odd: str | Bot | None = None,
    keep: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    grace: float = GRACE,
    stand_in: str | Bot | None = None,
    **settings: Unpack[ServerSettings],
) -> GameClass:
    """Open a class: everybody joins by one link, and plays in rounds on a page of their own (`GameClass`).

    Args:
        game: the name of the game.
        players: the names of the class, from which people choose theirs and come in at once; None lets them write a
            name, and the teacher admits them.
        host: the address to serve at: this machine alone by default, ``"0.0.0.0"`` for its whole network.
        port: the port; 0 takes a free one, or that of before with ``keep``.
        scheme: ``"swiss"`` pairs people with equal points who have not met, ``"all"`` lets everybody play everybody. In
            games of three or four, people with equal points play together.
        odd: a bot, or a level such as ``"greedy"``, that plays with whoever is left over; None lets them rest.
        keep: a folder for the games, the people and their links; opened again with it, the class goes on.
        options: options of the game, such as ``dict(players=4)``; ``seed`` or ``deal`` gives all tables the same deal.
        grace: for how many seconds somebody may be away before they count as away for long.
        stand_in: a bot, or a level, that plays for whoever is away for long while somebody else at the table is here;
            None lets their seats wait. `GameClass.stand_in` changes it.
        **settings: ``address``, ``origins`` and ``certificate``, as for `Game.open_room`.

    Raises:
        ValueError, UnknownGame: an argument is wrong, or the class cannot be reached there.
        OSError: the folder cannot be written.
    """
    refuse_others(settings, "the server of a class", sorted(ServerSettings.__optional_keys__))
    return GameClass(
        game, players, host, port, scheme=scheme, odd=odd, keep=keep, options=options or {},
        grace=grace, stand_in=stand_in, settings=settings,
    )  # fmt: skip
