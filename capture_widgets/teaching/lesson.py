"""Lesson: positions with questions, one after the other, to be run in a cell or answered from Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self, Unpack

from capture_widgets.answer_file import fingerprint, now
from capture_widgets.errors import shown
from capture_widgets.files import replace_file
from capture_widgets.teaching.answers import Answers, Attempts, Score, name_of, score_of
from capture_widgets.teaching.from_replays import Shown, steps_of
from capture_widgets.teaching.grading import Grades, grade
from capture_widgets.teaching.judging import Verdict, judge, plainly, written
from capture_widgets.teaching.reading import lesson_data, read_lesson
from capture_widgets.teaching.steps import Answer, Content, Step

if TYPE_CHECKING:
    from capture_widgets.widget_settings import TableSettings
    from capture_widgets.widgets import LessonEditor, RunningLesson


class Lesson:
    """A lesson: steps that show a position, say something and may ask for a move, a choice or a number.

    Attributes:
        title: its name for people.
        words: what it is about.
        steps: the steps, in order.
        who: the learner's name, for the answers.
    """

    def __init__(
        self,
        title: str,
        steps: Sequence[Mapping[str, Any]],
        *,
        words: str = "",
        who: str = "",
        keep: str | Path | None = None,
    ) -> None:
        """Make a lesson.

        Args:
            title: its name.
            steps: dicts with the keys of a lesson's file (docs/lessons.md); a game may stand for the position where it
                stands.
            words: what it is about, in a sentence.
            who: the learner's name.
            keep: a file to which each answer is added, such as ``"answers.jsonl"``, to be there again after a restart
                of the kernel.

        Raises:
            RecordError: with ``where``, the path to the first fault; or the file holds something else than answers.
        """
        self._take(read_lesson(lesson_data(title, steps, words)), who, keep)

    @classmethod
    def _of(cls, data: object, who: str = "", keep: str | Path | None = None) -> Self:
        """The lesson of a file's data."""
        lesson = cls.__new__(cls)
        lesson._take(read_lesson(data), who, keep)
        return lesson

    @classmethod
    def from_replay(
        cls, replay: Shown, title: str = "", *, words: str = "", who: str = "", keep: str | Path | None = None
    ) -> Self:
        """A lesson out of a replay: comments, signs, variations and the questions of ``predict`` become its steps.

        A comment becomes a step to look at. Moves that the replay asks for are asked for, and so are those with ``!``
        or ``!!``. Where a move has ``?`` or ``??`` and there are variations, a better one is asked for: the first moves
        of the variations. Every step shows what the replay's viewer could know; variations are steps with everything
        open (``seat=None``).

        Args:
            replay: a replay; `Game.replay` makes one of a game.
            title: its name; the game's by default.
            words: what it is about, in a sentence.
            who: the learner's name.
            keep: a file to which each answer is added.

        Raises:
            ValueError: there is nothing in it that could be a step.
            RecordError: it would be longer than a lesson can be.
        """
        return cls(title or replay.game.type.title, steps_of(replay), words=words, who=who, keep=keep)

    def _take(self, content: Content, who: str, keep: str | Path | None) -> None:
        self._content = content
        self.title = content.title
        self.words = content.words
        self.steps = content.steps
        self.who = str(who)
        self._data = content.data
        self._fingerprint = fingerprint(self._data)
        self._answers = Answers(self._fingerprint, keep)
        self._running: RunningLesson | None = None

    def __repr__(self) -> str:
        return f"<Lesson {self.title!r}, {len(self.steps)} {'step' if len(self.steps) == 1 else 'steps'}>"

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def fingerprint(self) -> str:
        """A short text that is another one as soon as anything of the lesson is."""
        return self._fingerprint

    def data(self) -> dict[str, Any]:
        """The lesson as JSON-ready data, fresh on every call."""
        read: dict[str, Any] = json.loads(json.dumps(self._data))
        return read

    def save(self, path: str | Path) -> Path:
        """Write it to a file as JSON and return its path; if that fails, the old file stays.

        Whoever can read the file can read the right answers.
        """
        return replace_file(path, json.dumps(self._data, ensure_ascii=False, indent=1) + "\n")

    # -- answers

    def step(self, number: int) -> Step:
        """A step by its number, from 0; raises ValueError where there is none."""
        if type(number) is not int or not 0 <= number < len(self.steps):
            raise ValueError(f"there is no step {shown(number)}; steps are 0 to {len(self.steps) - 1}")
        return self.steps[number]

    def check(self, step: int, answer: Answer) -> Verdict:
        """Whether an answer to a step is right, and the reply to it; nothing is kept.

        Args:
            step: its number, from 0.
            answer: a move in notation; a choice, as it is written or by its number from 0; a number; or, where the
                question is "until", the list of all moves made from the step's position.

        Raises:
            ValueError: there is no such step.
        """
        return judge(self.step(step), answer)

    def answer(
        self, step: int, answer: Answer, *, who: str | None = None, hints: int = 0, seconds: float | None = None
    ) -> Verdict:
        """Like `check`, and the attempt is kept among the `answers`.

        Args:
            step: its number, from 0.
            answer: as in `check`.
            who: who answers; the lesson's ``who`` by default.
            hints: how many hints had been shown.
            seconds: how long it took.

        Raises:
            ValueError: there is no such step.
            OSError: the file that keeps the answers cannot be written; nothing has changed.
        """
        name = name_of(self.who if who is None else who)
        verdict = self.check(step, answer)
        earlier = self._answers.of(name, step)
        self._answers.add(
            {
                "lesson": self.title,
                "fingerprint": self._fingerprint,
                "who": name,
                "step": step,
                "attempt": len(earlier) + 1,
                "answer": _as_data(self.steps[step], answer),
                "right": verdict.right,
                "reply": verdict.reply,
                "hints": hints,
                "seconds": seconds,
                "when": now(),
            }
        )
        return verdict

    @property
    def answers(self) -> Attempts:
        """Every attempt so far, in order; copies. ``answers.frame()`` has them as a data frame.

        Each has who, step, attempt, answer, right, reply, hints, seconds and when; and the title and the fingerprint of
        the lesson that it is to.
        """
        return self._answers.all()

    def score(self, who: str | None = None) -> Score:
        """The points for what was answered right, and the most there are; of one learner, or of all together."""
        return score_of(self.steps, [one for one in self.answers if who is None or one["who"] == who])

    def grade(self, answers: object, *, others: Literal["refuse", "skip"] = "refuse") -> Grades:
        """Answers judged anew: the score of each who gave some, by name, and more on what it returns (`Grades`).

        Args:
            answers: attempts as `answers` gives them, of which only ``step``, ``answer`` and ``who`` count, as a list,
                a data frame or the path of a file that kept them; or one answer for each step, by its number.
            others: whether answers to another lesson, or to another version of this one, are refused or left out.

        Raises:
            ValueError: it is none of these, or holds answers to another version or lesson; a `RecordError` where a file
                or an answer cannot be read.
            OSError: the file cannot be read.
        """
        return grade(self._content, self._fingerprint, answers, others)

    # -- showing

    def run(self, **settings: Unpack[TableSettings]) -> RunningLesson:
        """The lesson in a cell, from its beginning; a lesson that is last in a cell runs by itself.

        Args:
            **settings: those of its table, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        from capture_widgets.widgets import RunningLesson

        return RunningLesson(self, **settings)

    def edit(self, **settings: Unpack[TableSettings]) -> LessonEditor:
        """An editor of this lesson; what is written there is another one, its ``lesson``.

        Args:
            **settings: how it looks, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        from capture_widgets.widgets import LessonEditor

        return LessonEditor(self, **settings)

    def _shown(self) -> RunningLesson:
        """The one that shows it by itself: the same in every cell, as it stands."""
        if self._running is None or self._running.closed:
            self._running = self.run()
        return self._running

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._shown()._repr_mimebundle_(**kwargs)

    def _ipython_display_(self, **kwargs: Any) -> None:
        self._shown()._ipython_display_(**kwargs)


MOST_KEPT: Final = 1_000
"""Characters of an answer that are kept, or moves of one that was played."""


def _as_data(step: Step, given: object) -> Answer:
    """An answer as it is kept: in the one way it is written, or as much of it as there is room for."""
    answer = plainly(given)
    if step.ask == "until" and isinstance(answer, list):
        return [_kept(one, 60) for one in answer[:MOST_KEPT]]
    try:
        told = written(step, answer)
    except ValueError:
        told = None
    if told is not None:
        return told
    return None if answer is None else _kept(answer, MOST_KEPT)


def _kept(value: Any, most: int) -> str:
    text = value if isinstance(value, str) else shown(value)
    return text[:most].encode("utf-8", "replace").decode()  # half a surrogate pair could not be written
