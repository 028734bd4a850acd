"""The only imports of higher packages: the widgets of a game, a lesson or a tournament, and the teacher of a game.

The functions import on first use, so that `import capture_widgets` imports no widget.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.imports import at_once
from capture_widgets.engine.seats import Viewer

# other files import these names from here for annotations, so that no other file imports upward
__all__ = ["Inspector", "LessonEditor", "Replay", "Room", "RunningLesson", "Table", "Teacher", "TournamentWidget"]

if TYPE_CHECKING:
    from capture_widgets.play.game import Game
    from capture_widgets.rooms.room import Room
    from capture_widgets.teaching.lesson import Lesson
    from capture_widgets.teaching.teacher import Teacher
    from capture_widgets.tournaments.tournament_result import Tournament
    from capture_widgets.widgets import Inspector, LessonEditor, Replay, RunningLesson, Table, TournamentWidget


def table_of(game: Game, seat: Viewer | str, **settings: Any) -> Table:
    """Make a table of a game."""

    def make() -> Table:
        from capture_widgets import widgets
        from capture_widgets.widgets.host.first_message import send_front_end

        send_front_end()  # the page loads the script while the kernel imports and makes the table
        return widgets.table_of(game, seat, **settings)

    return at_once(make)


def replay_of(game: Game, seat: Viewer, **settings: Any) -> Replay:
    """Make a replay of a game."""
    from capture_widgets import widgets

    return widgets.Replay(game, seat=seat, **settings)


def inspector_of(game: Game, seat: Viewer, **settings: Any) -> Inspector:
    """Make an inspector of a game."""
    from capture_widgets import widgets

    return widgets.Inspector(game, seat=seat, **settings)


def running_lesson_of(lesson: Lesson, **settings: Any) -> RunningLesson:
    """Make a widget in which a student goes through a lesson."""
    from capture_widgets import widgets

    return widgets.RunningLesson(lesson, **settings)


def editor_of(lesson: Lesson, **settings: Any) -> LessonEditor:
    """Make an editor of a lesson."""
    from capture_widgets import widgets

    return widgets.LessonEditor(lesson, **settings)


def widget_of_tournament(result: Tournament, **settings: Any) -> TournamentWidget:
    """Make the widget of a tournament."""
    from capture_widgets import widgets

    return widgets.TournamentWidget(result, **settings)


def room_of(game: Game, host: str, port: int, **settings: Any) -> Room:
    """Open a room of a game."""
    if sys.platform == "emscripten":
        raise ActionRefused("open_room", "a page in a browser cannot serve other pages: open a room from a kernel")
    from capture_widgets.protocol.widget_settings import RoomSettings, refuse_others
    from capture_widgets.rooms.room import Room

    refuse_others(settings, "a room", sorted(RoomSettings.__optional_keys__))
    return Room(game, host, port, **settings)


def teacher_of(game: Game) -> Teacher:
    """Make the object through which a teacher controls the tables of a game."""
    from capture_widgets.teaching.teacher import Teacher

    return Teacher(game)
