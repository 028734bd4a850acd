"""The keyword arguments of tables, replays and inspectors, for type checkers and `help`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from capture_widgets.core.errors import shown
from capture_widgets.engine.seats import Viewer
from capture_widgets.model.view import Bot

Size = Literal["normal", "projector"]
Theme = Literal["auto", "light", "dark", "contrast"]
Colours = Literal["two", "four"]
Memory = Literal["none", "last", "all"]


class Looks(TypedDict, total=False):
    """The looks of a table or a replay."""

    size: Size
    theme: Theme
    colours: Colours
    memory: Memory


class TableSettings(Looks, total=False):
    """The settings of a table."""

    pace: float
    legal: bool


class ServerSettings(TypedDict, total=False):
    """The settings of the web server of a room."""

    address: str | None
    """The address in the links, where another one leads to the room, such as that of a proxy."""
    origins: Iterable[str]
    """More origins whose pages may connect, such as ``https://hub.example.org``."""
    certificate: tuple[str | Path, str | Path] | None
    """The files of a certificate and of its key, for encrypted connections."""


class HostSettings(ServerSettings, total=False):
    """The settings of a room that is hosted without a notebook."""

    grace: float
    """For how many seconds somebody may be away before they count as away for long; 60 by default."""
    stand_in: str | Bot | None
    """A bot, or a level, that plays for whoever is away for long while somebody else is here; None, the default, lets
    their seats wait. `Room.stand_in` changes it.
    """


class RoomSettings(HostSettings, total=False):
    """The settings of a room."""

    keep: str | Path | None
    """A file for the port and the links, so that the same links lead to the game after its kernel has restarted."""


class ReplaySettings(Looks, total=False):
    """The settings of a replay."""

    spoilers: bool
    predict: bool | str | Iterable[str | int] | Mapping[str | int, Any]
    keep: str | Path | None
    code: str | None
    lenses: Iterable[Viewer] | None
    analysis: Any
    round: int
    ply: int
    line: int
    playing: bool
    who: str
    settings: Mapping[str, Any]


class InspectorSettings(TypedDict, total=False):
    """The settings of an inspector."""

    lenses: Iterable[Viewer] | None
    settings: Mapping[str, Any]


def refuse_others(settings: Mapping[str, object], whose: str, known: Collection[str]) -> None:
    """Refuse a setting that there is not.

    Args:
        settings: what was given, by name.
        whose: what has settings, with its article.
        known: the names of all that it has, in the order in which the error lists them.

    Raises:
        ValueError: there is no setting of a name that was given.
    """
    for name in settings:
        if name not in known:
            raise ValueError(f"there is no setting {shown(name)}; {whose} has {', '.join(known)}")
