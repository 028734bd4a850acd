"""The widgets: tables, replays, inspectors, lobbies, lessons, plots, polls, consoles and tournaments. Only this
package imports anywidget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.core.imports import import_at_once

if TYPE_CHECKING:
    from capture_widgets.widgets.classroom.console import Console
    from capture_widgets.widgets.classroom.poll import Poll
    from capture_widgets.widgets.inspector import Inspector
    from capture_widgets.widgets.lesson.editor import LessonEditor
    from capture_widgets.widgets.lesson.lesson import RunningLesson
    from capture_widgets.widgets.lobby import Lobby
    from capture_widgets.widgets.replay.plot import Plot
    from capture_widgets.widgets.replay.replay import Replay
    from capture_widgets.widgets.table.table import Table, table_of
    from capture_widgets.widgets.tournament import TournamentWidget

__all__ = [
    "Console",
    "Inspector",
    "LessonEditor",
    "Lobby",
    "Plot",
    "Poll",
    "Replay",
    "RunningLesson",
    "Table",
    "TournamentWidget",
    "table_of",
]

_MODULES = {
    "Console": "classroom.console",
    "Inspector": "inspector",
    "LessonEditor": "lesson.editor",
    "Lobby": "lobby",
    "Plot": "replay.plot",
    "Poll": "classroom.poll",
    "Replay": "replay.replay",
    "RunningLesson": "lesson.lesson",
    "Table": "table.table",
    "TournamentWidget": "tournament",
    "table_of": "table.table",
}
"""The module of each name. It is imported on first use, so that a table does not wait for replays and lessons."""

if not TYPE_CHECKING:  # a type checker would otherwise accept any name

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_at_once(f"{__name__}.{_MODULES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__"])
