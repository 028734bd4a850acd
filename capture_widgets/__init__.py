"""Five capture card games to play, replay and look into, in notebooks and from Python.

>>> import capture_widgets as cw
>>> g = cw.new("kommando", seed=7)
>>> g.play(g.legal_moves()[0]).ply
1
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

from capture_widgets import bots
from capture_widgets.differences import Diff, diff
from capture_widgets.duels import Duel, duel
from capture_widgets.errors import IllegalDeal, IllegalMove, JournalHeld, RecordError, UnknownGame, UnknownOption
from capture_widgets.explain import Explanation
from capture_widgets.game import Game
from capture_widgets.games import Games
from capture_widgets.schemas import schema
from capture_widgets.start import from_dump, load, new, resume, salvage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pandas import DataFrame

    from capture_widgets.collection import Found
    from capture_widgets.shown import MoveList, Position
    from capture_widgets.widgets import Replay

__version__ = "0.1.0"

__all__ = [
    "Diff",
    "Duel",
    "Explanation",
    "Game",
    "IllegalDeal",
    "IllegalMove",
    "JournalHeld",
    "RecordError",
    "UnknownGame",
    "UnknownOption",
    "bots",
    "diff",
    "duel",
    "from_dump",
    "games",
    "index_records",
    "load",
    "new",
    "read_records",
    "replay",
    "resume",
    "salvage",
    "schema",
    "show",
]


games = cast("Games", sys.modules["capture_widgets.games"])
"""The module, which can be called: the games there are, title by slug."""


def replay(record: Any, seat: Any = "public", **settings: Any) -> Replay:
    """A replay of a record (a dict or a path) as a viewer could follow it: a seat, ``"public"``, or None for
    everything.
    """
    from capture_widgets.widgets import Replay

    return Replay(record, seat=seat, **settings)


def show(what: Any, seat: Any = None) -> Position | MoveList:
    """A dump as something that shows itself in a notebook; of a game or a record, its moves as that viewer knows
    them.
    """
    from capture_widgets.shown import show

    return show(what, seat)


def read_records(source: Any, **filters: Any) -> Iterator[Found]:
    """The records of a folder or a file, one at a time (see `collection.read_records` for the filters)."""
    from capture_widgets.collection import read_records

    return read_records(source, **filters)


def index_records(source: Any, **filters: Any) -> DataFrame:
    """A data frame with one row a record of a folder or a file."""
    from capture_widgets.collection import index_records

    return index_records(source, **filters)
