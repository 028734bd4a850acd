"""Types for type checkers: `new` with the options of each game, and the tables of dumps.

``from capture_widgets.play.typed import KommandoTable`` gives ``table: KommandoTable = g.dump()["table"]`` its type.
Made by ``python -m tests.generate``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, overload

from capture_widgets.games.columns.position import ColumnsTable
from capture_widgets.games.commander.position import CommanderTable
from capture_widgets.games.fourx.position import FourXTable
from capture_widgets.games.kommando.position import KommandoTable
from capture_widgets.games.universal.position import UniversalTable
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new as _new

__all__ = ["ColumnsTable", "CommanderTable", "FourXTable", "KommandoTable", "UniversalTable", "new"]

_Deal = Sequence[Any] | str | None
_Graded = Literal["easy", "medium", "hard"] | _Deal
_Seats = Sequence[str | Bot] | None
_Path = str | Path | None


@overload
def new(
    game: Literal["commander"],
    *,
    seed: int | None = ...,
    deal: _Deal = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    players: Literal[2, 3, 4] = ...,
    war: Literal["original", "chain"] = ...,
    first: Literal[0, 1, 2, 3] = ...,
    scoring: bool = ...,
    target: int = ...,
    teams: bool = ...,
    twos_beat_aces: bool = ...,
    one_suit_each: bool = ...,
) -> Game: ...


@overload
def new(
    game: Literal["columns"],
    *,
    seed: int | None = ...,
    deal: _Deal = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    dealer: Literal[0, 1] = ...,
    aces: Literal["lock", "swing"] = ...,
) -> Game: ...


@overload
def new(
    game: Literal["kommando"],
    *,
    seed: int | None = ...,
    deal: _Deal = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    dealer: Literal[0, 1] = ...,
    no_choice: Literal["both ends", "chosen end"] = ...,
    target: int = ...,
) -> Game: ...


@overload
def new(
    game: Literal["fourx"],
    *,
    seed: int | None = ...,
    deal: _Graded = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    explorers: Literal["court", "any"] = ...,
    conquered_serve: bool = ...,
    tech: bool = ...,
) -> Game: ...


@overload
def new(
    game: Literal["universal"],
    *,
    seed: int | None = ...,
    deal: _Deal = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    dealer: Literal[0, 1, "cut"] = ...,
    target: int = ...,
    opening: Literal["two cards", "one card"] = ...,
) -> Game: ...


@overload
def new(
    game: str,
    *,
    seed: int | None = ...,
    deal: _Deal = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
    players: int = ...,
) -> Game: ...


def new(game: str, **settings: Any) -> Game:
    """A game to play; see `capture_widgets.new`."""
    return _new(game, **settings)
