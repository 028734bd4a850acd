"""JSON Schemas (draft 2020-12) of records, journals, dumps and lessons, for other programs.

The package contains the schemas for its five games as files; `schema` adds the games of other packages.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from capture_widgets.core.errors import shown
from capture_widgets.games import GAMES, TITLES, game_type


def schema(kind: Literal["record", "journal", "dump", "lesson"], game: str | None = None) -> dict[str, Any]:
    """The JSON Schema of records, journals, dumps or lessons.

    A schema describes the shape of the data. It cannot say whether moves and positions are legal; `load`, `from_dump`
    and `lesson` check that.

    Args:
        kind: ``"record"``, ``"dump"``, ``"lesson"``, or ``"journal"`` for one line of a journal.
        game: the slug of the game, for dumps only.

    Raises:
        ValueError: there is no such schema.
    """
    if kind not in ("record", "journal", "dump", "lesson"):
        raise ValueError(f'there is no schema {shown(kind)}; choose "record", "journal", "dump" or "lesson"')
    if (kind == "dump") != (game is not None):
        raise ValueError('a dump\'s schema is asked for by game, schema("dump", "kommando"); the others without one')
    if game is not None:
        game_type_of_dump = game_type(game)
        if game_type_of_dump.slug in TITLES:
            return _shipped(f"{kind}-{game_type_of_dump.slug}")
        from capture_widgets.protocol.schemas.shapes import dump_schema

        return dump_schema(game_type_of_dump)
    whole = _shipped(kind)
    more = [slug for slug in GAMES if slug not in TITLES]
    if more:
        from capture_widgets.protocol.schemas.shapes import add_game

        for slug in more:
            add_game(whole, GAMES[slug])
    return whole


def _shipped(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return read
