"""The table of a lesson, at which a move is an answer."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.engine.state import Viewer
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.protocol.table_messages import Scene, TableActions
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.table.table import Table
from capture_widgets.widgets.table.undo import check_position

if TYPE_CHECKING:
    from capture_widgets.widgets.lesson.lesson import RunningLesson

_ASKS: Final = {"play", "again", "read", "stop", "go"}
"""The requests that a lesson's table answers; it refuses all others, so that nobody avoids the question."""


class LessonTable(Table):
    """The table of a lesson. A move at it is an answer to the question of the step."""

    again = "the lesson"

    def __init__(self, run: RunningLesson, game: Game, seat: Viewer, **settings: Any) -> None:
        self._run = weakref.ref(run)
        super().__init__(game, seat, **settings)

    def _takes_moves(self) -> bool:
        run = self._run()
        return run is not None and run.takes_moves

    def _now(self) -> tuple[Dump, Scene, History]:
        dump, scene, history = super()._now()
        can: TableActions = {
            "undo": False, "redo": False, "new": False, "bring_back": False, "hint": False, "next": False, "sit": [],
            "again": scene["can"]["again"], "open": False, "winnable": False, "learn": False, "skip": False,
            "retry": False,
        }  # fmt: skip
        run = self._run()
        return (
            dump,
            {
                **scene, "can": can, "under_way": False, "after": None, "par": None, "share": None, "day": None,
                "hinted": None if run is None else run.hinted, "taught": True,
            },
            history,
        )  # fmt: skip

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        run_to_end(self._answering(received(content)))

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        yield 0
        return self._act(message)

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.get("kind")
        if not isinstance(kind, str) or kind not in _ASKS:
            raise ActionRefused(
                str(kind)[:40],
                "this table takes only answers to the lesson's question; use the buttons of the lesson for all else",
            )
        if kind == "play":
            self._play(message)
            return None
        return super()._act(message)

    def _play(self, message: dict[str, Any]) -> None:
        run, move = self._run(), message.get("move")
        if run is None or not run.takes_moves:
            raise ActionRefused("play", "this step does not ask for a move; answer beside the table")
        if not isinstance(move, str):
            raise IllegalMove("GE-3", "", "a move is a text")
        if self.game.to_play not in self._seating.acting():
            raise ActionRefused("play", "it is not your turn; wait until the other seats have played")
        check_position(self.game, message)
        run.take_move(move)
