"""The widgets, the only part that imports anywidget: tables, replays, inspectors, lobbies, lessons, plots and polls."""

from __future__ import annotations

from capture_widgets.widgets.console import Console
from capture_widgets.widgets.editor import LessonEditor
from capture_widgets.widgets.inspector import Inspector
from capture_widgets.widgets.lesson import RunningLesson
from capture_widgets.widgets.lobby import Lobby
from capture_widgets.widgets.plotted import Plot
from capture_widgets.widgets.poll import Poll
from capture_widgets.widgets.replay import Replay
from capture_widgets.widgets.table import Table, table_of

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
