"""The table that a room shows on the page of one seat, or of one spectator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

from capture_widgets.engine.state import Viewer
from capture_widgets.export.pages import offline_replay
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.rooms.page_widget import PageWidget, Send
from capture_widgets.widgets.table.table import Table

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import Scene

REQUESTS: Final = frozenset({"hello", "bye", "play", "again", "read", "next", "open", "new", "skip"})
"""What a page may ask for. All else would act for others, search on the machine of the room, or show files of it."""

SENT: Final = frozenset(
    {"view", "dump", "scene", "logged", "rules", "bots_info", "guide", "ply", "settings", "game_view"}
)
"""The traits that a page gets, beside the pages of the log."""


class PageTable(PageWidget, Table):
    """A table on the page of one person."""

    requests: ClassVar[frozenset[str]] = REQUESTS
    sent: ClassVar[frozenset[str]] = SENT

    def _prepare(self) -> None:
        self._join()
        self.refresh()
        self._log.news = set()

    def _now(self) -> tuple[Dump, Scene, History]:
        dump, scene, history = super()._now()
        can = scene["can"]
        can["undo"] = can["redo"] = can["bring_back"] = can["hint"] = can["winnable"] = can["learn"] = False
        can["retry"] = False  # whoever opened the room asks a failed bot again
        can["sit"] = []
        scene["after"] = scene["par"] = scene["kept_in"] = None
        if scene["notice"] is not None:  # its words may name files of the machine
            scene["notice"] = {"text": "Something went wrong where the room was opened; ask there.", "rule": None}
        return dump, scene, history


class SeatTable(PageTable):
    """The table of a seat."""

    def __init__(self, game: Game, seat: Viewer, send: Send, *, begins: bool = True) -> None:
        """Make the table.

        Args:
            game: the game.
            seat: the seat, or ``"public"`` for a spectator.
            send: gets each message to the page, as text.
            begins: whether its page may begin another game when this one is over.
        """
        self._begins, self._viewer = begins, seat
        self._to_page = send
        self._has_told_end: object = None
        super().__init__(game, seat)
        self._tell_end()

    def refresh(self) -> None:
        """Bring the page up to the game, and give it the whole game as its seat saw it once that is over."""
        super().refresh()
        self._tell_end()

    def _tell_end(self) -> None:
        """Send a replay, with which the page can show the game when there is no network."""
        history, send = self.game.history, self._to_page
        if not history.is_over or history is self._has_told_end or send is None or self.comm is None:
            return
        self._has_told_end = history
        page = offline_replay(history, self._viewer)
        said = {"type": "seen", "state": {**page.state, "frames": page.every[0]}}
        send(json.dumps(said))

    def _may_ask(self, content: dict[str, Any]) -> bool:
        return content.get("same") is not True and (content.get("kind") != "new" or self._begins)

    def _set_pace(self, _change: object = None) -> None:
        """Leave the pace of the bots, which all players share, to whoever opened the room."""

    def _now(self) -> tuple[Dump, Scene, History]:
        dump, scene, history = super()._now()
        scene["can"]["new"] = scene["can"]["new"] and self._begins
        return dump, scene, history
