"""The table that a room shows on the page of one seat, or of one spectator."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from capture_widgets.engine.state import Viewer
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.widgets.host.lifetime import unlist
from capture_widgets.widgets.host.page_comm import PrivateComm
from capture_widgets.widgets.host.request_shapes import number_of
from capture_widgets.widgets.table.table import Table

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import Scene

REQUESTS: Final = frozenset({"hello", "bye", "play", "again", "read", "next", "open", "new", "skip"})
"""What a page may ask for. All else would act for others, search on the machine of the room, or show files of it."""

SENT: Final = frozenset(
    {"view", "dump", "scene", "logged", "rules", "bots_info", "guide", "ply", "settings", "game_view"}
)
"""The traits that a page gets, beside the pages of the log."""

_METHODS: Final = ("custom", "update", "request_state")

_NOT_HERE: Final = "this cannot be done in a room"


class SeatTable(Table):
    """A table whose page is reached by a function, and by no notebook."""

    carries_front_end: ClassVar[bool] = False

    def __init__(self, game: Game, seat: Viewer, send: Callable[[str], object], *, begins: bool = True) -> None:
        """Make the table.

        Args:
            game: the game.
            seat: the seat, or ``"public"`` for a spectator.
            send: gets each message to the page, as text.
            begins: whether its page may begin another game when this one is over.
        """
        self._begins = begins
        self._to_page = send
        self._wire: PrivateComm | None = None
        super().__init__(game, seat)

    def open(self) -> None:
        """Tell the page that the table exists."""
        if self._wire is None:
            self._join()
            self.refresh()
            self._log.news = set()
            self.comm = self._wire = PrivateComm(self._to_page, {"state": self.get_state()})
            unlist(self)  # ipywidgets gives the state of all widgets that it lists to any notebook of the kernel

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the page (`read_message`).

        Raises:
            ValueError: a page never sends such a message.
        """
        if message["data"].get("method") not in _METHODS:
            raise ValueError("a message of a page has a method")
        if self._wire is not None and message.get("comm") == self._wire.comm_id:
            self._wire.hear(message["data"])

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The traits that the page gets, and the pages of the log."""
        state = super().get_state(key, drop_defaults)
        return {name: value for name, value in state.items() if name in SENT or name.startswith("log")}

    def _heard(self, widget: object, content: object, buffers: object) -> None:
        if not isinstance(content, dict):
            return
        kind = content.get("kind")
        refused = content.get("same") is True or (kind == "new" and not self._begins)
        if not isinstance(kind, str) or kind not in REQUESTS or refused:
            self._refuse(number_of(content), _NOT_HERE, None, None)
        else:
            super()._heard(widget, content, buffers)

    def _set_pace(self, _change: object = None) -> None:
        """Leave the pace of the bots, which all players share, to whoever opened the room."""

    def _now(self) -> tuple[Dump, Scene, History]:
        dump, scene, history = super()._now()
        can = scene["can"]
        can["undo"] = can["redo"] = can["bring_back"] = can["hint"] = can["winnable"] = can["learn"] = False
        can["new"] = can["new"] and self._begins
        can["sit"] = []
        scene["after"] = scene["par"] = scene["kept_in"] = None
        if scene["notice"] is not None:  # its words may name files of the machine
            scene["notice"] = {"text": "Something went wrong where the room was opened; ask there.", "rule": None}
        return dump, scene, history
