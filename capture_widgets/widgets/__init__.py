"""The widgets: tables, replays, inspectors, lobbies, lessons, plots, polls and consoles. Only this package imports
anywidget.
"""

from __future__ import annotations

from capture_widgets.widgets.classroom.console import Console
from capture_widgets.widgets.classroom.poll import Poll
from capture_widgets.widgets.inspector import Inspector
from capture_widgets.widgets.lesson.editor import LessonEditor
from capture_widgets.widgets.lesson.lesson import RunningLesson
from capture_widgets.widgets.lobby import Lobby
from capture_widgets.widgets.replay.plot import Plot
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.table.table import Table, table_of

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
    "table_of",
]
