"""capture_widgets/play/typed.py, made from the games: `new` with the options of each game, for type checkers."""

from __future__ import annotations

from typing import Any

from capture_widgets.engine.state import GameType
from capture_widgets.games import GAMES

HEAD = '''"""Types for type checkers: `new` with the options of each game, and the tables of dumps.

``from capture_widgets.play.typed import KommandoTable`` gives ``table: KommandoTable = g.dump()["table"]`` its type.
Made by ``python -m tests.generate``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, overload

{imports}
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new as _new

__all__ = [{names}]

_Deal = Sequence[Any] | str | None
_Graded = Literal["easy", "medium", "hard"] | _Deal
_Seats = Sequence[str | Bot] | None
_Path = str | Path | None
'''

OVERLOAD = """

@overload
def new(
    game: {game},
    *,
    seed: int | None = ...,
    deal: {deal} = ...,
    match: bool = ...,
    seats: _Seats = ...,
    autosave: _Path = ...,
    undo: bool | None = ...,
{options}) -> Game: ...
"""

TAIL = '''

def new(game: str, **settings: Any) -> Game:
    """A game to play; see `capture_widgets.new`."""
    return _new(game, **settings)
'''


def typed_py() -> str:
    """The text of the module."""
    tables = {slug: game.state.table.__annotations__["return"] for slug, game in GAMES.items()}
    homes = {slug: game.state.table.__module__.rpartition(".")[0] + ".position" for slug, game in GAMES.items()}
    imports = "\n".join(sorted(f"from {homes[slug]} import {tables[slug]}" for slug in GAMES))
    names = ", ".join(f'"{name}"' for name in [*sorted(tables.values()), "new"])
    overloads = "".join(
        OVERLOAD.format(game=f'Literal["{slug}"]', deal="_Graded" if game.graded else "_Deal", options=_options(game))
        for slug, game in GAMES.items()
    )
    # of a game that is not named in the source the number of players may be given, which most programs choose; other
    # options are given as a dict, or slips in those of the games that are named would go unnoticed
    other = OVERLOAD.format(game="str", deal="_Deal", options="    players: int = ...,\n")
    return HEAD.format(imports=imports, names=names) + overloads + other + TAIL


def _options(game: GameType) -> str:
    return "".join(f"    {item['name']}: {_type(item)} = ...,\n" for item in game.options.described())


def _type(item: dict[str, Any]) -> str:
    choices = item["choices"]
    if not choices or type(item["default"]) is bool:
        return type(item["default"]).__name__
    values = ", ".join(f'"{value}"' if isinstance(value, str) else repr(value) for value in choices)
    return f"Literal[{values}]"
