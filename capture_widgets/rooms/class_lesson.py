"""A lesson in a class: everybody goes through it on a page of their own, and the kernel judges the answers."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from capture_widgets.engine.state import Viewer
from capture_widgets.play.game import Game
from capture_widgets.rooms.class_people import Person
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.page_widget import AnsweredOnce, Send
from capture_widgets.rooms.people import Guest
from capture_widgets.rooms.seat_table import PageTable
from capture_widgets.teaching.answers import Attempts
from capture_widgets.teaching.grading import Grades
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.teaching.lesson_page import STYLE, step_page
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.lesson.lesson import RunningLesson
from capture_widgets.widgets.lesson.progress import StepProgress
from capture_widgets.widgets.lesson.table import LessonTable

if TYPE_CHECKING:
    from pandas import DataFrame

_LOG = logging.getLogger(__name__)


class PageLessonTable(AnsweredOnce, PageTable, LessonTable):
    """The table of a lesson on the page of one person."""

    requests: ClassVar[frozenset[str]] = frozenset({"hello", "bye", "play", "again", "read", "stop", "go"})
    is_inner: ClassVar[bool] = True

    def __init__(self, run: PageLesson, game: Game, seat: Viewer, **settings: Any) -> None:
        self._to_page = run._to_page
        super().__init__(run, game, seat, **settings)


class PageLesson(AnsweredOnce, RunningLesson):
    """The lesson of one person. It stays while its page is away, and goes on where the person was."""

    requests: ClassVar[frozenset[str]] = frozenset({"hello", "bye", "say", "next", "back", "again", "hint", "new"})
    sent: ClassVar[frozenset[str]] = frozenset({"view", "scene", "settings"})

    reached = 0
    """The last step that the person has come to."""

    def __init__(self, lesson: Lesson) -> None:
        """Begin where the answers that are kept end."""
        self.lock = threading.RLock()
        super().__init__(lesson)
        self._first_hand_of = None  # a class plays in rounds
        self._go_on()

    def _go_on(self) -> None:
        """Go to the first question that has no right answer yet and takes another one."""
        steps = self.lesson.steps
        self._progress_by_step = [StepProgress() for _ in steps]
        first = len(steps) - 1
        for step in steps:
            self.number = step.number
            if step.ask != "look" and not self._is_closed_step():
                first = step.number
                break
        if first > 0 and all(one.ask == "look" for one in steps[:first]):
            first = 0  # nobody has answered anything yet
        if steps[first].start is None:  # it is played on from a position that only an answer brings about
            while steps[first].start is None:
                first -= 1
            self._progress_by_step[first:] = self._begun()[first:]
        self._go_to(first)

    def _go_to(self, number: int, before: str = "") -> None:
        self.reached = max(self.reached, number)
        super()._go_to(number, before)

    def to_read(self) -> dict[int, str]:
        """What the person may read of each step without a connection, by its number, as HTML.

        Steps that they have not come to are not among them. A question has its answers once the lesson has told the
        person what is right, or they have found it.
        """
        lesson, of = self.lesson, len(self.lesson)
        known = {one.step: one for one in lesson._reviewed(ended=self.scene["over"])}
        pages = {}
        for step in lesson.steps[: self.reached + 1]:
            one = known.get(step.number)
            told = one is not None and lesson._content.solutions != "never" and (one.right or one.solution != "")
            own = "" if one is None or not one.answer else f"Your answer: {one.answer}. {one.reply}".strip()
            pages[step.number] = step_page(
                step, of, told=told, own=own, closed=one is not None and (one.right or one.closed)
            )
        return pages

    def _make_table(self, game: Game, viewer: Viewer) -> LessonTable:
        return PageLessonTable(self, game, viewer, **self.settings)

    def show_on(self, send: Send) -> None:
        """Show the lesson and its table on a page."""
        with self.lock:
            self._to_page = send
            table = self._table
            if isinstance(table, PageLessonTable):
                table.show_on(send)
                self._show()  # the table has another name now
            super().show_on(send)

    def take_off(self, send: Send) -> None:
        """Show the lesson and its table on no page, if it is this page that shows them."""
        with self.lock:
            if isinstance(self._table, PageLessonTable):
                self._table.take_off(send)
            super().take_off(send)

    def hears(self, message: dict[str, Any]) -> bool:
        """Take a message of the page for the lesson or its table (`AnsweredOnce.hears`)."""
        with self.lock:
            table = self._table
            return super().hears(message) or (isinstance(table, PageLessonTable) and table.hears(message))


class _LessonPage:
    """The lesson of a person while one connection shows it."""

    def __init__(self, run: PageLesson, send: Send) -> None:
        self.run, self._send = run, send
        run.show_on(send)
        self._has: dict[int, str] = {}
        """What the page keeps for the time without a connection, by the number of the step."""
        self._say({"type": "lesson", "title": run.lesson.title, "style": STYLE})
        self._observer = WeakObserver(self._got_on, run, ["scene"])
        self._got_on(None)

    def _say(self, message: dict[str, Any]) -> None:
        self._send(json.dumps(message))

    def _got_on(self, _change: object) -> None:
        with self.run.lock:
            for number, html in self.run.to_read().items():
                if self._has.get(number) != html:
                    self._has[number] = html
                    self._say({"type": "step", "at": number, "html": html})

    def hear(self, message: dict[str, Any]) -> None:
        if self.run._to_page == self._send:  # else a newer page has it
            self.run.hear(message)

    def close(self) -> None:
        self._observer.stop()
        self.run.take_off(self._send)


class ClassLesson:
    """A lesson that a class goes through; `GameClass.lesson` gives one.

    Attributes:
        lesson: the lesson.
        keep: the folder with a file of answers for each person; None if they are kept in memory alone.
    """

    def __init__(
        self, lesson: Lesson, keep: Path | None, told: Callable[[], None], ended: Callable[[object], None]
    ) -> None:
        """Begin the lesson.

        Args:
            lesson: the lesson.
            keep: the folder for the answers, a file for each person; None keeps them in memory.
            told: called after somebody has got on.
            ended: called with the lesson when it was closed.
        """
        self.lesson, self.keep = lesson, keep
        self._told, self._ended_by = told, ended
        self._lock = threading.RLock()
        self._runs: dict[str, PageLesson] = {}
        self._observers: list[WeakObserver] = []
        self.faults: dict[str, str] = {}
        """Why somebody cannot have the lesson, by name."""

    # -- what a teacher uses

    @property
    def progress(self) -> list[dict[str, Any]]:
        """How far everybody is who has begun: ``name``, ``step`` (from 0), ``over``, ``points`` and ``of``."""
        with self._lock:
            runs = list(self._runs.items())
        return [
            {"name": name, "step": run.number, "over": run.scene["over"], "points": score.points, "of": score.of}
            for name, run in runs
            for score in [run.lesson.score()]
        ]

    def frame(self) -> DataFrame:
        """The progress as a data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        from capture_widgets.export.data_frames import frame

        return frame(self.progress, ["name", "step", "over", "points", "of"])

    @property
    def answers(self) -> Attempts:
        """All answers so far, as `Lesson.grade` takes them."""
        with self._lock:
            runs = list(self._runs.values())
        return Attempts(one for run in runs for one in run.lesson.answers)

    def grade(self, **given: Any) -> Grades:
        """Grade the answers of the class (`Lesson.grade`): those in the folder if there is one.

        Raises:
            ValueError: there is no answer yet, or an argument is wrong.
        """
        return self.lesson.grade(self.answers if self.keep is None else self.keep, **given)

    def close(self) -> None:
        """End the lesson: the pages go back to the games. `GameClass.lesson` goes on with it."""
        self._ended_by(self)

    def __repr__(self) -> str:
        return f"<{self.lesson!r} in a class, {len(self._runs)} have begun>"

    def _repr_html_(self) -> str:
        import html

        rows = "".join(
            f"<tr><td>{html.escape(one['name'])}</td><td>{'done' if one['over'] else one['step'] + 1}</td>"
            f"<td>{one['points']:g} of {one['of']:g}</td></tr>"
            for one in self.progress
        )
        faults = "".join(f"<p>{html.escape(f'{who}: {words}')}</p>" for who, words in self.faults.items())
        return (
            f"<p><b>{html.escape(self.lesson.title)}</b></p><table><thead><tr><th>Name</th>"
            f"<th>Step of {len(self.lesson)}</th><th>Points</th></tr></thead><tbody>{rows}</tbody></table>{faults}"
        )

    # -- the pages

    def _sit(self, person: Person, guest: Guest, shown: OnPage | None) -> OnPage | None:
        """Show the lesson to somebody of the class (`Chair.sit`)."""
        try:
            run = self._run_of(person.name)
        except (OSError, ValueError) as error:
            _LOG.warning("the lesson of somebody cannot be shown", exc_info=True)
            self.faults[person.name] = str(error)
            guest.say(
                {"type": "wait", "title": self.lesson.title, "text": "Your lesson cannot be shown. Tell your teacher."}
            )
            return None
        if isinstance(shown, _LessonPage) and shown.run is run:
            return shown
        guest.say({"type": "room", "title": self.lesson.title, "seat": None, "people": [], "watching": 0})
        return _LessonPage(run, guest.send)

    def _run_of(self, name: str) -> PageLesson:
        with self._lock:
            run = self._runs.get(name)
            if run is None:
                run = self._runs[name] = PageLesson(self.lesson.variant(name, keep=self.keep))
                self._observers.append(WeakObserver(self._has_got_on, run, ["scene"]))
        return run

    def _has_got_on(self, _change: object) -> None:
        self._told()
