"""Lets marimo treat a Game as a widget: ``mo.ui.anywidget(game)`` shows its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from capture_widgets.play.game import Game
    from capture_widgets.play.upward import Table

WIDGET_NAMES: Final = ("comm", "_model_id", "get_state", "set_state")
"""The attributes that marimo reads from a widget."""


class MarimoAdapter:
    """Gives marimo the attributes of a game's table.

    The adapter keeps a reference to the table, since marimo refers only to the game, and the table would be collected.
    """

    def __init__(self) -> None:
        self._table: Table | None = None

    def get(self, game: Game, name: str) -> Any:
        """The value of one of `WIDGET_NAMES` of the game's table; makes a new table if the last one was closed."""
        if self._table is None or self._table.closed:
            self._table = game.table()
        return getattr(self._table, "model_id" if name == "_model_id" else name)
