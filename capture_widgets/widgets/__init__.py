"""The widgets, the only part that imports anywidget: table, replay, inspector, lobby, plot, poll and console."""

from __future__ import annotations

from capture_widgets.widgets.inspector import Inspector
from capture_widgets.widgets.lobby import Lobby
from capture_widgets.widgets.plotted import Plot
from capture_widgets.widgets.poll import Poll
from capture_widgets.widgets.replay import Replay
from capture_widgets.widgets.table import Table, table_of

__all__ = ["Inspector", "Lobby", "Plot", "Poll", "Replay", "Table", "table_of"]
