"""The only imports upward: widgets that show a game or a lesson, and its teacher, made when somebody asks for them.

Everything else in the package imports downward, and `import capture_widgets` imports no widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from capture_widgets.engine.seats import Viewer

# others take the names for their annotations from here, so that no other file looks upward
__all__ = ["Inspector", "LessonEditor", "Replay", "RunningLesson", "Table", "Teacher"]

if TYPE_CHECKING:
    from capture_widgets.play.game import Game
    from capture_widgets.teaching.lesson import Lesson
    from capture_widgets.teaching.teacher import Teacher
    from capture_widgets.widgets import Inspector, LessonEditor, Replay, RunningLesson, Table


def table_of(game: Game, seat: Viewer | str, **settings: Any) -> Table:
    """A table of a game."""
    from capture_widgets import widgets

    return widgets.table_of(game, seat, **settings)


def replay_of(game: Game, seat: Viewer, **settings: Any) -> Replay:
    """A replay of a game."""
    from capture_widgets import widgets

    return widgets.Replay(game, seat=seat, **settings)


def inspector_of(game: Game, seat: Viewer, **settings: Any) -> Inspector:
    """An inspector of a game."""
    from capture_widgets import widgets

    return widgets.Inspector(game, seat=seat, **settings)


def running_lesson_of(lesson: Lesson, **settings: Any) -> RunningLesson:
    """A lesson to go through in a cell."""
    from capture_widgets import widgets

    return widgets.RunningLesson(lesson, **settings)


def editor_of(lesson: Lesson, **settings: Any) -> LessonEditor:
    """An editor of a lesson."""
    from capture_widgets import widgets

    return widgets.LessonEditor(lesson, **settings)


def teacher_of(game: Game) -> Teacher:
    """What a teacher does at the tables of a game."""
    from capture_widgets.teaching.teacher import Teacher

    return Teacher(game)
