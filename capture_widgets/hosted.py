"""What a host asks of a widget that code hands to it, answered by a game's table."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from capture_widgets.widgets import Table


class Hosted:
    """A game that marimo takes for a widget: ``mo.ui.anywidget(game)`` shows its table."""

    _hosted: Table | None = None
    at_table: bool = False
    """Whether a page has shown a table of it to play at: it is somebody's own game then, and what looks at every card
    is remembered.
    """

    @abstractmethod
    def table(self) -> Table:
        """The table to play at."""

    def _host(self) -> Table:
        # held here: the host has the game alone, and a table lives as long as code refers to it
        if self._hosted is None or self._hosted.closed:
            self._hosted = self.table()
        return self._hosted

    @property
    def comm(self) -> Any:
        """How a host and the game's table talk."""
        return self._host().comm

    @property
    def _model_id(self) -> str:
        return str(self._host().model_id)

    def get_state(self) -> dict[str, Any]:
        """What the game's table tells a host's page."""
        return self._host().get_state()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Hand what a host's page has set to the game's table."""
        self._host().set_state(sync_data)
