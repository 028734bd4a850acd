"""Five capture card games to play, replay and look into, in notebooks and from Python.

>>> import capture_widgets as cw
>>> g = cw.new("kommando", seed=7)
>>> g.play(g.legal_moves()[0]).ply
1
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself would take longer to import than all of this

if TYPE_CHECKING:
    from typing import Any

    from capture_widgets import bots
    from capture_widgets.differences import Diff, diff
    from capture_widgets.display import show
    from capture_widgets.duels import Duel, duel
    from capture_widgets.errors import IllegalDeal, IllegalMove, JournalHeld, RecordError, UnknownGame, UnknownOption
    from capture_widgets.explain import Explanation
    from capture_widgets.game import Game
    from capture_widgets.games import Games
    from capture_widgets.record_files import index_records, read_records
    from capture_widgets.schemas import schema
    from capture_widgets.solver import Solution, solve
    from capture_widgets.start import from_dump, load, new, resume, salvage
    from capture_widgets.widgets import Replay

    games: Games

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
    "Solution",
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
    "solve",
]

_HOMES = {
    "record_files": "index_records read_records",
    "differences": "Diff diff",
    "duels": "Duel duel",
    "errors": "IllegalDeal IllegalMove JournalHeld RecordError UnknownGame UnknownOption",
    "explain": "Explanation",
    "game": "Game",
    "schemas": "schema",
    "solver": "Solution solve",
    "display": "show",
    "start": "from_dump load new resume salvage",
}
"""Which module each public name comes from when it is first asked for; `bots` and `games` are modules themselves."""


def replay(record: Any, seat: Any = "public", **settings: Any) -> Replay:
    """A replay of a record (a dict or a path) as a viewer could follow it: a seat, ``"public"``, or None for
    everything.
    """
    from capture_widgets.widgets import Replay

    return Replay(record, seat=seat, **settings)


if not TYPE_CHECKING:  # which would make every name one that there is

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("bots", "games"):
            return import_module(f"{__name__}.{name}")
        for home, names in _HOMES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
