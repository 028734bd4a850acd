"""The steps of a replay: from position to position, from viewer to viewer, and from line to line."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.model.record_format import position_of

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay

STEPPING: Final = threading.RLock()
"""Held while a replay steps and sets its traits. All replays share it: an observer may make another replay step, and
with one lock for each replay, two threads that do so could wait for each other for ever."""


class Stepping:
    """Observes the traits that say what one replay shows, and brings everything else up to them."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._is_setting = False
        """Whether the replay itself sets these traits; then the observers do nothing."""

    def set_quietly(self, **traits: Any) -> None:
        """Set traits of the replay so that `on_lens` and `on_move` do nothing."""
        before, self._is_setting = self._is_setting, True
        try:
            for name, value in traits.items():
                setattr(self._replay, name, value)
        finally:
            self._is_setting = before

    def settle(self) -> None:
        """Bring round and ply to a position that the browser can show."""
        replay = self._replay
        number, ply = replay._positions.nearest_shown()
        before, self._is_setting = self._is_setting, True
        try:
            with replay.hold_trait_notifications():
                replay.round, replay.ply = number, ply
        finally:
            self._is_setting = before

    def on_lens(self, change: Any) -> None:
        """The viewer or the line has changed: show the record for them."""
        if self._is_setting:
            return
        replay = self._replay
        with STEPPING, replay.hold_sync():
            variations = replay.game.variations
            if replay.seat is not None or not replay._positions.is_known(replay.line):
                self.set_quietly(line=0)
            if change["name"] == "line" and replay.line:
                number, ply = position_of(variations[replay.line - 1]["at"])
                self.set_quietly(round=number, ply=ply + 1)
            replay._show()

    def on_move(self, _change: object) -> None:
        """The round or the ply has changed: without spoilers, send what the viewer has reached."""
        if self._is_setting:
            return
        replay, positions = self._replay, self._replay._positions
        replay._following.on_step()
        with STEPPING:
            if positions.hides_future and not replay.line:
                # a new round begins at its first position, whatever ply the viewer stood at before
                is_new = replay.round > positions.reached[0]
                self.reveal((replay.round, 0 if is_new else replay.ply))
                number, ply = positions.reached
                if is_new and number == replay.round:
                    replay.ply = ply
            self.settle()

    def bind(self, bound: tuple[int, int] | None) -> None:
        """Let the page hold nothing beyond a position; None takes the bound away."""
        replay, positions = self._replay, self._replay._positions
        before = positions.limit
        positions.bound = None if bound is None else positions.nearest(bound)
        after = positions.limit
        if after == before:
            return
        with replay.hold_sync():
            if not positions.is_known(replay.line):
                self.set_quietly(line=0)
            if before is not None and after is not None and before < after and not replay.line:
                positions.send_reached(before)
            else:
                positions.send_line()
            self.settle()
            replay._update_scene()
            replay._update_annotations()

    def reveal(self, goal: tuple[int, int]) -> None:
        """Reach further, up to a goal or the next question, and send the positions that were reached."""
        replay, positions = self._replay, self._replay._positions
        before = positions.reached
        if positions.reach(goal, lambda: replay._questions.current() is not None):
            replay._questions.start_clock()
            with replay.hold_sync():
                positions.send_reached(before)
                replay._update_scene()
                replay._update_annotations()
