"""A game as marimo takes a widget: ``mo.ui.anywidget(game)`` shows its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from capture_widgets.play.game import Game
    from capture_widgets.play.upward import Table

WIDGET_NAMES: Final = ("comm", "_model_id", "get_state", "set_state")
"""What marimo reads from an object in order to show it."""


class MarimoAdapter:
    """Answers marimo in a game's stead with the game's table.

    It holds the table: marimo has the game alone, and a table lives as long as code refers to it.
    """

    def __init__(self) -> None:
        self._table: Table | None = None

    def get(self, game: Game, name: str) -> Any:
        """One of `WIDGET_NAMES`, of the game's table; a new one is made where it was closed."""
        if self._table is None or self._table.closed:
            self._table = game.table()
        return getattr(self._table, "model_id" if name == "_model_id" else name)
