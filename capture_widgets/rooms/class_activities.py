"""What a class does beside its games: a poll, or a lesson, on the same pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.engine.state import Viewer
from capture_widgets.play.game import Game
from capture_widgets.rooms.class_lesson import ClassLesson
from capture_widgets.rooms.class_people import ClassPeople, Person
from capture_widgets.rooms.class_poll import ClassPoll
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.table.table import Table

if TYPE_CHECKING:
    from capture_widgets.protocol.widget_settings import Looks
    from capture_widgets.rooms.class_file import ClassFile
    from capture_widgets.rooms.class_games import ClassGame


class Activities(ABC):
    """The part of a class that asks polls and gives lessons. `GameClass` is the whole."""

    _people: ClassPeople
    _file: ClassFile | None

    def __init__(self) -> None:
        """Begin with the games."""
        self._activity: ClassPoll | ClassLesson | None = None
        self._lessons: dict[str, ClassLesson] = {}

    @property
    @abstractmethod
    def games(self) -> list[ClassGame]:
        """The games of this round."""

    @abstractmethod
    def _reseat(self, people: Iterable[Person]) -> None:
        """Let the pages of these people show what they have to show now."""

    @abstractmethod
    def _got_on(self, *, often: bool = True) -> None:
        """Show anew what the teacher sees, at most once a second if this happens often."""

    @property
    def activity(self) -> ClassPoll | ClassLesson | None:
        """The poll or the lesson that the pages show now; None while they show the games."""
        return self._activity

    def poll(
        self,
        game_or_replay: Game | Table | Replay,
        question: str = "",
        *,
        seat: Viewer | str = "auto",
        begin: bool = True,
        **settings: Unpack[Looks],
    ) -> ClassPoll:
        """Ask everybody which move to play; they vote on their pages until the poll ends.

        Everybody sees the position as the seat to play knows it. The games wait until `back_to_games`.

        Args:
            game_or_replay: the position: a game, a table, or a replay at its ply.
            question: the question; by default "What would you play for A?".
            seat: the viewer on the projector, as for `capture_widgets.poll`.
            begin: whether the class is asked at once; otherwise the poll waits for *Take votes*.
            **settings: the looks of the poll.

        Returns:
            The poll, for the projector. It counts the votes, and shows them when you choose so.

        Raises:
            ValueError: nobody is to play there, or an argument is wrong.
            ActionRefused: somebody of the class plays this game just now, and all others would see their cards.
            OSError: the votes cannot be kept.
        """
        game = game_or_replay if isinstance(game_or_replay, Game) else getattr(game_or_replay, "game", None)
        playing = next((one for one in self.games if one.game is game and not one.is_over), None)
        if playing is not None and len(playing.names) > 1:
            words = f"game {playing.number} goes on, and everybody would see a hand of it; ask when it is over"
            raise ActionRefused("poll", words)
        keep = None if self._file is None else self._file.folder
        poll = ClassPoll(
            game_or_replay,
            question,
            told=self._renew_pages,
            ended=self._has_ended,
            keep=keep,
            seat=seat,
            begin=begin,
            settings=dict(settings),
        )
        self._show_all(poll)
        return poll

    def lesson(self, lesson: Lesson) -> ClassLesson:
        """Give everybody a lesson on their pages; each person goes through it alone.

        Answers are judged here. A page gets what was right when the lesson tells it to its student. A class with
        ``keep`` has a file of answers for each person in its folder ``answers``. The games wait until
        `back_to_games`; given again, the lesson goes on.

        Args:
            lesson: the lesson, as `capture_widgets.lesson` opens it.

        Raises:
            ValueError: this is no lesson.
        """
        if not isinstance(lesson, Lesson):
            raise ValueError(f"lesson={shown(lesson)}: expected a lesson, such as cw.lesson(...)")
        given = self._lessons.get(lesson.fingerprint)
        if given is None:
            keep: Path | None = None if self._file is None else self._file.folder / "answers"
            given = ClassLesson(lesson, keep, self._got_on, self._has_ended)
            self._lessons[lesson.fingerprint] = given
        self._show_all(given)
        return given

    def back_to_games(self) -> Any:
        """End the poll or the lesson: all pages show their games again."""
        self._end_activity()
        self._renew_pages()
        return self

    def _show_all(self, activity: ClassPoll | ClassLesson) -> None:
        before, self._activity = self._activity, activity
        if isinstance(before, ClassPoll) and before is not activity:
            before.close()
        self._renew_pages()

    def _end_activity(self) -> None:
        before, self._activity = self._activity, None
        if isinstance(before, ClassPoll):
            before.close()

    def _has_ended(self, activity: object) -> None:
        if self._activity is activity:
            self._activity = None
            self._renew_pages()

    def _renew_pages(self) -> None:
        self._reseat(self._people.all)
