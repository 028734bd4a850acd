"""The widgets, the only part that imports anywidget: table, replay and inspector."""

from __future__ import annotations

from capture_widgets.widgets.inspector import Inspector
from capture_widgets.widgets.replay import Replay
from capture_widgets.widgets.table import Table, table_of

__all__ = ["Inspector", "Replay", "Table", "table_of"]
