"""The teacher's clock as pages get it: the seconds that are left when a message is sent.

A page counts down from there. The time of day at which the clock ends would not help it, since a telephone's own clock
may be wrong by minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from capture_widgets.play.teacher_settings import Clock

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import ClockInfo


def clock_info(clock: Clock | None) -> ClockInfo | None:
    """A clock as a page gets it now; None if none runs."""
    return None if clock is None else {"seconds": clock.seconds, "left": clock.left(), "stops": clock.stops}


def at_table(scene: dict[str, Any], table: Any) -> dict[str, Any]:
    """The scene of a table, with the seconds that are left on the clock at the time of the call."""
    teacher, clock = scene.get("teacher"), table.game.teacher.settings.clock
    if teacher is None or teacher["clock"] is None or clock is None:
        return scene
    return {**scene, "teacher": {**teacher, "clock": clock_info(clock)}}


def at_console(scene: dict[str, Any], console: Any) -> dict[str, Any]:
    """The scene of a console, with the seconds that are left on the clock at the time of the call."""
    clock = console.game.teacher.settings.clock
    return scene if scene.get("clock") is None or clock is None else {**scene, "clock": clock_info(clock)}
