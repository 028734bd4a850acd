"""Changes to the record that a viewer makes in a replay: comments, signs and variations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from capture_widgets.core.errors import ActionRefused
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.records.variations import dropped, played_on, promoted
from capture_widgets.widgets.replay.stepping import STEPPING

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay


class RecordEditor:
    """Changes the record of one replay."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay

    def note(self, kind: Literal["comment", "glyph"], text: str, ply: int | None, number: int | None) -> None:
        """Set the comment or the sign at a position, by default the one shown."""
        replay = self._replay
        number = replay.round if number is None else number
        getattr(replay.game, kind)(text, ply=replay.ply if ply is None else ply, round=number)
        replay._update_annotations()

    def play(self, move: str) -> None:
        """Play a move from the position shown, in a variation; see `Replay.play`."""
        replay = self._replay
        with STEPPING:
            self._check_open("play on")
            history, line = played_on(replay.game.history, replay.line, replay.round, replay.ply, move)
            self._take(history, line, replay.ply + 1)

    def promote(self, line: int | None) -> None:
        """Make a variation, by default the one shown, the main line."""
        replay = self._replay
        with STEPPING:
            self._check_open("change variations")
            self._take(promoted(replay.game.history, replay.line if line is None else line), 0, replay.ply)

    def drop(self, line: int | None) -> None:
        """Remove a variation, by default the one shown."""
        replay = self._replay
        with STEPPING:
            self._check_open("change variations")
            self._take(dropped(replay.game.history, replay.line if line is None else line), 0, replay.ply)

    def _check_open(self, action: str) -> None:
        """Refuse an action that would show cards or moves that the viewer may not know yet."""
        positions = self._replay._positions
        if self._replay.seat is not None:
            words = f"to {action} would show cards that were hidden then: choose to see everything open"
            raise ActionRefused(action, words)
        if positions.holds_back:
            words = f"while later moves are hidden you cannot {action}; you can at the end of the record"
            raise ActionRefused(action, words)

    def _take(self, history: History, line: int, ply: int) -> None:
        replay = self._replay
        replay.game = Game(history)
        if replay.analysis is not None and not replay.analysis.fits(history):
            replay.analysis = None  # another line has become the main line
        replay._positions.hides_future = False
        with replay.hold_sync():
            replay._stepping.set_quietly(line=line, ply=ply)
            replay._show()
