"""Five capture card games to play, replay and look into, in notebooks and from Python.

>>> import capture_widgets as cw
>>> g = cw.new("kommando", seed=7)
>>> g.play(g.legal_moves()[0]).ply
1
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself would take longer to import than all of this

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any, Unpack

    from capture_widgets import bots, plot
    from capture_widgets.analysis import Analysis, analyse
    from capture_widgets.day_deals import daily
    from capture_widgets.deal_frames import deals
    from capture_widgets.differences import Diff, diff
    from capture_widgets.display import show
    from capture_widgets.duels import Duel, duel
    from capture_widgets.errors import IllegalDeal, IllegalMove, JournalHeld, RecordError, UnknownGame, UnknownOption
    from capture_widgets.explain import Explanation
    from capture_widgets.freezing import freeze
    from capture_widgets.game import Game
    from capture_widgets.game_facts import options, rules
    from capture_widgets.games import Games
    from capture_widgets.kept_games import history, keep_games
    from capture_widgets.loading import from_dump, load, resume, salvage
    from capture_widgets.record_files import index_records, read_records
    from capture_widgets.record_format import Record
    from capture_widgets.schemas import schema
    from capture_widgets.seats import Viewer
    from capture_widgets.solver import Solution, solve
    from capture_widgets.state import State
    from capture_widgets.teaching.lesson import Lesson
    from capture_widgets.teaching.shelf import lesson, lessons
    from capture_widgets.typed import new
    from capture_widgets.view import Bot, View
    from capture_widgets.widget_settings import ReplaySettings, TableSettings
    from capture_widgets.widgets import Console, LessonEditor, Lobby, Poll, Replay

    games: Games

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Bot",
    "Console",
    "Diff",
    "Duel",
    "Explanation",
    "Game",
    "IllegalDeal",
    "IllegalMove",
    "JournalHeld",
    "Lesson",
    "Poll",
    "RecordError",
    "Solution",
    "State",
    "UnknownGame",
    "UnknownOption",
    "View",
    "analyse",
    "bots",
    "daily",
    "deals",
    "diff",
    "duel",
    "freeze",
    "from_dump",
    "games",
    "history",
    "index_records",
    "keep_games",
    "lesson",
    "lesson_editor",
    "lessons",
    "load",
    "lobby",
    "new",
    "options",
    "plot",
    "read_records",
    "replay",
    "resume",
    "rules",
    "salvage",
    "schema",
    "show",
    "solve",
]

_HOMES = {
    "analysis": "Analysis analyse",
    "record_files": "index_records read_records",
    "day_deals": "daily",
    "deal_frames": "deals",
    "differences": "Diff diff",
    "duels": "Duel duel",
    "errors": "IllegalDeal IllegalMove JournalHeld RecordError UnknownGame UnknownOption",
    "explain": "Explanation",
    "freezing": "freeze",
    "game": "Game",
    "game_facts": "options rules",
    "kept_games": "history keep_games",
    "schemas": "schema",
    "solver": "Solution solve",
    "display": "show",
    "loading": "from_dump load resume salvage",
    "start": "new",
    "state": "State",
    "teaching.lesson": "Lesson",
    "teaching.shelf": "lesson lessons",
    "view": "Bot View",
    "widgets": "Console Poll",
}
"""Which module each public name comes from when it is first asked for; `bots`, `games` and `plot` are modules."""


def replay(
    game: Game | Record | Mapping[str, Any] | str | Path, seat: Viewer = "public", **settings: Unpack[ReplaySettings]
) -> Replay:
    """A replay of a game as a viewer could follow it.

    Args:
        game: a game; a record as a dict or as JSON text; a text from `Game.code` or `Game.notation`; or the path of a
            file that holds one of these, or of a journal. A damaged one opens up to the first fault.
        seat: who looks: a seat, ``"public"``, or None for everything.
        **settings: any of the following.
        spoilers: False hides the future, its length and the result until they are reached.
        predict: True asks before each move of the viewer; a list of positions (``"0/12"``, or 12) before those; a
            mapping of positions has for each the question's words, a list of right moves, or both:
            ``{12: {"question": "Attack or wait?", "right": ["L:7b", "R:7b"]}}``.
        keep: a file to which each answer is added, to be there again after a restart of the kernel.
        lenses: the viewers that may be chosen; by default all of a finished game, else ``seat`` alone.
        analysis: what `analyse` found out, or its file: the viewer's part of it is shown in a timeline.
        round: the round to begin with.
        ply: the ply of it to begin at.
        line: the variation to begin with, counted from 1; 0 is the main line.
        playing: whether it steps by itself.
        who: the viewer's name, for the answers of ``predict``.
        size: ``"normal"`` or ``"projector"``, as large as the window is high.
        theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
        colours: ``"two"`` or ``"four"`` colours of suits.
        memory: what stays marked that everybody has seen: ``"none"``, the ``"last"`` move, or ``"all"``.
        settings: the looks together, as a dict.

    Raises:
        RecordError: not even the start of the first round can be read.
        ValueError: there is no such viewer, setting or value.
    """
    from capture_widgets.widgets import Replay

    return Replay(game, seat=seat, **settings)


def lobby(**settings: Unpack[TableSettings]) -> Lobby:
    """Games to choose from without code: last in a cell, it shows all five, then who plays and how, then the table.

    Its ``game`` is the game being played, so that the next cell can look at it. Games that were not finished wait there
    to be gone on with.

    Args:
        **settings: those of the table, as in `Game.table`.

    Raises:
        ValueError: there is no such setting or value.
    """
    from capture_widgets.widgets import Lobby

    return Lobby(**settings)


def lesson_editor(
    source: Game | Lesson | Mapping[str, Any] | str | Path | None = None,
    *,
    title: str = "",
    **settings: Unpack[TableSettings],
) -> LessonEditor:
    """An editor of lessons: last in a cell, it sets up positions by hand and writes questions on them.

    Its ``lesson`` is the lesson as it is written at that moment; ``editor.lesson.save("lesson.json")`` keeps it.

    Args:
        source: a game to begin with, or its slug; or a lesson to go on with, its data or its file.
        title: the lesson's name.
        **settings: how it looks, as in `Game.table`.

    Raises:
        ValueError: it is none of these, or the game cannot be set up by hand; a `RecordError` where a lesson cannot be
            read.
    """
    from capture_widgets.widgets import LessonEditor

    return LessonEditor(source, title=title, **settings)


if not TYPE_CHECKING:  # which would make every name one that there is

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("bots", "games", "plot"):
            return import_module(f"{__name__}.{name}")
        for home, names in _HOMES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__version__"])
