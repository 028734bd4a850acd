"""Lesson: positions with questions, one after the other, to be run in a cell or answered from Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, Unpack

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import shown
from capture_widgets.play import upward
from capture_widgets.teaching.answer_format import fingerprint, now
from capture_widgets.teaching.answers import Answers, Attempt, Attempts, Score, copies, name_of
from capture_widgets.teaching.from_replays import Shown, steps_of
from capture_widgets.teaching.grading import Grades, Others, grade
from capture_widgets.teaching.judging import Judged, Verdict, asked_of, judge, plainly, written
from capture_widgets.teaching.reading import lesson_data, read_lesson
from capture_widgets.teaching.regrading import Version
from capture_widgets.teaching.steps import Answer, Content, Step

if TYPE_CHECKING:
    from capture_widgets.play.upward import LessonEditor, RunningLesson
    from capture_widgets.protocol.widget_settings import TableSettings


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
        code: str | None = None,
    ) -> None:
        """Make a lesson.

        Args:
            title: its name.
            steps: dicts with the keys of a lesson's file (docs/lessons.md); a game may stand for the position where it
                stands.
            words: what it is about, in a sentence.
            who: the learner's name.
            keep: a folder in which each student has a file, such as ``"answers/"``, or one file for all; each answer is
                added to it, to be there again after a restart of the kernel.
            code: the learner's code (`class_codes`), whose mark each answer bears.

        Raises:
            RecordError: with ``where``, the path to the first fault; or the file holds something else than answers.
            ValueError: a folder keeps answers by name, and there is no name; or this is no code.
            OSError: what is to keep the answers is no regular file, or cannot be read.
        """
        self._take(read_lesson(lesson_data(title, steps, words)), who, keep, code)

    @classmethod
    def _of(cls, data: object, who: str = "", keep: str | Path | None = None, code: str | None = None) -> Self:
        """The lesson of a file's data."""
        lesson = cls.__new__(cls)
        lesson._take(read_lesson(data), who, keep, code)
        return lesson

    @classmethod
    def from_replay(
        cls,
        replay: Shown,
        title: str = "",
        *,
        words: str = "",
        who: str = "",
        keep: str | Path | None = None,
        code: str | None = None,
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
            keep: a folder or a file to which each answer is added.
            code: the learner's code.

        Raises:
            ValueError: there is nothing in it that could be a step.
            RecordError: it would be longer than a lesson can be.
        """
        return cls(title or replay.game.type.title, steps_of(replay), words=words, who=who, keep=keep, code=code)

    def _take(self, content: Content, who: str, keep: str | Path | None, code: str | None) -> None:
        self._content = content
        self.title = content.title
        self.words = content.words
        self.steps = content.steps
        self.who = str(who)
        self._data = content.data
        self._fingerprint = fingerprint(self._data)
        self._answers = Answers(content.steps, self._fingerprint, keep, name_of(who), code)
        self._asked: dict[int, str] = {}
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
        attempt: Attempt = {
            "lesson": self.title,
            "fingerprint": self._fingerprint,
            "who": name,
            "step": step,
            "attempt": len(self._attempts(step, name)) + 1,
            "answer": _as_data(self.steps[step], answer),
            "right": verdict.right,
            "reply": verdict.reply,
            "hints": hints,
            "seconds": seconds,
            "when": now(),
        }
        asked = self._asked_at(step)
        if asked:
            attempt["asked"] = asked
        self._answers.add(attempt)
        return verdict

    def _attempts(self, step: int, name: str) -> list[Attempt]:
        """What somebody has answered to a step; not to be changed."""
        return [one for one in self._answers.of(name) if one["step"] == step]

    def _answered(self, step: int) -> list[Judged]:
        """What the learner has answered to a step, judged."""
        return [one for number, one in self._answers.judged(name_of(self.who)) if number == step]

    def _asked_at(self, step: int) -> str:
        """What tells the question of a step from others; empty where none is asked."""
        if step not in self._asked:
            self._asked[step] = asked_of(self.steps[step])
        return self._asked[step]

    @property
    def answers(self) -> Attempts:
        """Every attempt of the learner so far, in order; copies. ``answers.frame()`` has them as a data frame.

        Each has who, step, attempt, answer, right, reply, hints, seconds and when; the title and the fingerprint of the
        lesson, and that of what was asked; and the mark of a code where there is one. Nobody else's are among them.
        """
        return copies(self._answers.of(name_of(self.who)))

    def score(self, who: str | None = None) -> Score:
        """The points for what the learner has answered right, judged anew, and the most there are.

        Args:
            who: another one who has answered in this kernel.
        """
        return self._answers.score(name_of(self.who if who is None else who))

    def grade(
        self,
        answers: object,
        *,
        others: Others = "name",
        codes: Mapping[str, str] | None = None,
        key: Lesson | None = None,
    ) -> Grades:
        """Answers judged anew: the score of each who gave some, by name, and more on what it returns (`Grades`).

        What cannot be read is left out and named in ``faults``; it keeps nothing else from being graded.

        Args:
            answers: a folder that keeps a file for each student, a file, or a list of files; attempts as `answers`
                gives them, of which only ``step``, ``answer`` and ``who`` count, as a list or a data frame; or one
                answer for each step, by its number.
            others: whether answers to another lesson, or to another question than this lesson asks now, are left out
                and named (``"name"``), left out silently (``"skip"``), or refused (``"refuse"``). Where nothing else is
                there, they are refused unless they are to be skipped.
            codes: the code of each student, by name: only answers that bear its mark count (docs/lessons.md).
            key: the lesson by which they are judged, with a key that was mended, where these are answers to this one.
                Without it this lesson judges answers to an earlier version of its own, too. Either way a question has
                to be the same, at the same position.

        Raises:
            ValueError: it is none of these, or nothing in it can be graded, and why; a `RecordError` where a file or an
                answer cannot be read.
            OSError: the file or the folder cannot be read.
        """
        if key is not None and not isinstance(key, Lesson):
            raise ValueError(f"key={shown(key)}: expected the lesson with the right answers")
        return grade(self._version(), answers, others, codes, None if key is None else key._version())

    def _version(self) -> Version:
        return Version(self._content, self._fingerprint, tuple(map(self._asked_at, range(len(self.steps)))))

    # -- showing

    def run(self, **settings: Unpack[TableSettings]) -> RunningLesson:
        """The lesson in a cell, from its beginning; a lesson that is last in a cell runs by itself.

        Args:
            **settings: those of its table, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        return upward.running_lesson_of(self, **settings)

    def edit(self, **settings: Unpack[TableSettings]) -> LessonEditor:
        """An editor of this lesson; what is written there is another one, its ``lesson``.

        Args:
            **settings: how it looks, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        return upward.editor_of(self, **settings)

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
