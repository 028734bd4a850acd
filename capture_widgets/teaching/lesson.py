"""Lesson: positions with questions, one after the other, to be run in a cell or answered from Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, Unpack

from capture_widgets.errors import shown
from capture_widgets.files import replace_file
from capture_widgets.teaching.answers import Answers, Attempt, Score, grade, score_of
from capture_widgets.teaching.judging import Verdict, judge, plainly, written
from capture_widgets.teaching.reading import lesson_data, read_lesson
from capture_widgets.teaching.steps import Answer, Content, Step

if TYPE_CHECKING:
    from capture_widgets.widget_settings import TableSettings
    from capture_widgets.widgets import RunningLesson


class Lesson:
    """A lesson: steps that show a position, say something and may ask for a move, a choice or a number.

    Attributes:
        title: its name for people.
        words: what it is about.
        steps: the steps, in order.
        who: the learner's name, for the answers.
    """

    def __init__(
        self, title: str, steps: Sequence[Mapping[str, Any]], *, words: str = "", who: str = ""
    ) -> None:
        """Make a lesson.

        Args:
            title: its name.
            steps: dicts with the keys of a lesson's file (docs/lessons.md); a game may stand for the position where it
                stands.
            words: what it is about, in a sentence.
            who: the learner's name.

        Raises:
            RecordError: with ``where``, the path to the first fault.
        """
        self._take(read_lesson(lesson_data(title, steps, words)), who)

    @classmethod
    def _of(cls, data: object, who: str = "") -> Self:
        """The lesson of a file's data."""
        lesson = cls.__new__(cls)
        lesson._take(read_lesson(data), who)
        return lesson

    def _take(self, content: Content, who: str) -> None:
        self.title = content.title
        self.words = content.words
        self.steps = content.steps
        self.who = str(who)
        self._data = content.data
        self._answers = Answers(self.steps)
        self._running: RunningLesson | None = None

    def __repr__(self) -> str:
        return f"<Lesson {self.title!r}, {len(self.steps)} {'step' if len(self.steps) == 1 else 'steps'}>"

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def fingerprint(self) -> str:
        """A short text that is another one as soon as anything of the lesson is."""
        plainly = json.dumps(self._data, sort_keys=True, separators=(",", ":"))
        return sha256(plainly.encode()).hexdigest()[:16]

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
        """
        name = self.who if who is None else str(who)
        verdict = self.check(step, answer)
        earlier = self._answers.of(name, step)
        self._answers.add(
            {
                "who": name,
                "step": step,
                "attempt": len(earlier) + 1,
                "answer": _as_data(self.steps[step], answer),
                "right": verdict.right,
                "reply": verdict.reply,
                "hints": hints,
                "seconds": seconds,
            }
        )
        return verdict

    @property
    def answers(self) -> list[Attempt]:
        """Every attempt so far, in order: who, step, attempt, answer, right, reply, hints and seconds; copies."""
        return self._answers.all()

    def score(self, who: str | None = None) -> Score:
        """The points for what was answered right, and the most there are; of one learner, or of all together."""
        return score_of(self.steps, [one for one in self.answers if who is None or one["who"] == who])

    def grade(self, answers: object) -> dict[str, Score]:
        """Answers judged anew: the score of each who gave some.

        Args:
            answers: attempts as `answers` gives them, of which only ``step``, ``answer`` and ``who`` count; or one
                answer for each step, by its number.

        Raises:
            ValueError: this is neither.
        """
        return grade(self.steps, answers)

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
