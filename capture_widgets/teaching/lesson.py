"""Lesson: a list of positions with questions, to run in a cell or to answer from Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self, Unpack, cast

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import shown
from capture_widgets.core.plain_data import plain
from capture_widgets.play import upward
from capture_widgets.teaching.answer_format import fingerprint, now
from capture_widgets.teaching.answers import Answers, Attempt, Attempts, copy_attempts, storable_name
from capture_widgets.teaching.deadlines import deadline
from capture_widgets.teaching.dealt import is_dealt
from capture_widgets.teaching.from_replays import AnnotatedReplay, steps_from_replay
from capture_widgets.teaching.grading import Grades, Others, grade
from capture_widgets.teaching.judging import (
    JudgedAnswer,
    Verdict,
    as_plain_data,
    judge,
    listed_moves,
    normalized,
    question_fingerprint,
)
from capture_widgets.teaching.lesson_page import StaticLesson
from capture_widgets.teaching.reading import lesson_data, read_lesson
from capture_widgets.teaching.regrading import Version
from capture_widgets.teaching.review import ReviewedStep, review
from capture_widgets.teaching.roster import roster_of
from capture_widgets.teaching.scoring import Score
from capture_widgets.teaching.shapes import Solutions
from capture_widgets.teaching.steps import Answer, Content, Step
from capture_widgets.teaching.variants import Make, Variants, variants_of

if TYPE_CHECKING:
    from capture_widgets.play.upward import LessonEditor, RunningLesson
    from capture_widgets.protocol.widget_settings import TableSettings


class Lesson:
    """A lesson: steps that show a position and a text, and may ask for a move, a choice or a number.

    Attributes:
        title: its title.
        words: what it is about.
        steps: the steps, in order.
        who: the learner's name, for the answers.
    """

    def __init__(
        self,
        title: str,
        steps: Sequence[Mapping[str, Any]] | Make,
        *,
        words: str = "",
        solutions: Solutions = "tries",
        who: str = "",
        keep: str | Path | None = None,
        code: str | None = None,
        seed: Literal["who"] | None = None,
    ) -> None:
        """Make a lesson.

        Args:
            title: its title.
            steps: dicts with the keys of a lesson's file (docs/lessons.md). A game may be given as a position: it means
                the position at which it stands. A position with ``"seed": "who"`` is dealt for each student. With the
                argument ``seed="who"``, a function that makes the steps from a seed, and None where the seed's deal
                does not suit.
            words: what it is about, in a sentence.
            solutions: when a student sees what was right: after the last try (``"tries"``), at the ``"end"`` in any
                case, or ``"never"``.
            who: the learner's name.
            keep: a folder in which each student has a file, such as ``"answers/"``, or one file for all; the lesson
                adds each answer to it and reads them again after a restart of the kernel.
            code: the learner's code (`class_codes`), with which each answer is marked.
            seed: ``"who"`` gives each student a variant: the seed is made of the title and ``who``, and the next one is
                tried until the lesson has the same questions, points and chance of a lucky guess as all others.

        Raises:
            RecordError: the steps are no lesson; ``where`` is the path to the first fault. Or the file of ``keep`` is
                no file of answers.
            ValueError: a folder is to keep the answers and there is no name; or this is no code.
            OSError: ``keep`` names something that is no regular file, or cannot be read.
        """
        if seed is None:
            self._read(lesson_data(title, steps, words, solutions), who, keep, code)
        elif seed == "who":
            variants = Variants(title, cast("Make", steps), words, solutions)
            self._take(variants.of(storable_name(who)), who, keep, code, variants)
        else:
            raise ValueError(f'seed={shown(seed)}: expected "who", or nothing')

    @classmethod
    def _of(cls, data: object, who: str = "", keep: str | Path | None = None, code: str | None = None) -> Self:
        """The lesson of a file's data."""
        lesson = cls.__new__(cls)
        lesson._read(data, who, keep, code)
        return lesson

    def _read(self, data: object, who: str, keep: str | Path | None, code: str | None) -> None:
        """Become the lesson of these data, or the student's variant of it."""
        copied, unread = plain(data)
        if unread or not is_dealt(copied):
            self._take(read_lesson(data), who, keep, code)
            return
        variants = variants_of(copied)
        self._take(variants.of(storable_name(who)), who, keep, code, variants, copied)

    @classmethod
    def from_replay(
        cls,
        replay: AnnotatedReplay,
        title: str = "",
        *,
        words: str = "",
        who: str = "",
        keep: str | Path | None = None,
        code: str | None = None,
    ) -> Self:
        """A lesson from a replay: comments, signs, variations and the questions of ``predict`` become its steps.

        A comment becomes a step to look at. The lesson asks for the moves that the replay asks for, and for those with
        ``!`` or ``!!``. If a move has ``?`` or ``??`` and there are variations, the lesson asks for a better move; the
        first moves of the variations are right. Every step shows what the replay's viewer could know; variations are
        steps with everything open (``seat=None``).

        Args:
            replay: a replay; `Game.replay` makes one of a game.
            title: its title; that of the game by default.
            words: what it is about, in a sentence.
            who: the learner's name.
            keep: a folder or a file to which each answer is added.
            code: the learner's code.

        Raises:
            ValueError: the replay has nothing that could be a step.
            RecordError: the lesson would be too long.
        """
        return cls(
            title or replay.game.type.title, steps_from_replay(replay), words=words, who=who, keep=keep, code=code
        )

    def _take(
        self,
        content: Content,
        who: str,
        keep: str | Path | None,
        code: str | None,
        variants: Variants | None = None,
        dealing: Mapping[str, Any] | None = None,
    ) -> None:
        self._content = content
        self._dealing = dealing
        self.title = content.title
        self.words = content.words
        self.steps = content.steps
        self.who = str(who)
        self._data = content.data
        self._fingerprint = fingerprint(self._data)
        self._answers = Answers(content.steps, self._fingerprint, keep, storable_name(who), code)
        self._questions: dict[int, str] = {}
        self._running: RunningLesson | None = None
        self._variants = variants

    def __repr__(self) -> str:
        return f"<Lesson {self.title!r}, {len(self.steps)} {'step' if len(self.steps) == 1 else 'steps'}>"

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def fingerprint(self) -> str:
        """A short text that changes with anything in the lesson."""
        return self._fingerprint

    def data(self) -> dict[str, Any]:
        """The lesson as JSON-ready data, a new copy on every call; `cw.lesson` opens it.

        If its positions are dealt for each student (docs/lessons.md), so they are in these data; `variant` has those of
        one student.
        """
        read: dict[str, Any] = json.loads(json.dumps(self._data if self._dealing is None else self._dealing))
        return read

    def save(self, path: str | Path) -> Path:
        """Write the lesson to a file as JSON and return its path; if that fails, the old file stays.

        Anybody who can read the file can read the right answers.
        """
        return replace_file(path, json.dumps(self.data(), ensure_ascii=False, indent=1) + "\n")

    # -- answers

    def step(self, number: int) -> Step:
        """A step by its number, from 0; raises ValueError if there is none."""
        if type(number) is not int or not 0 <= number < len(self.steps):
            raise ValueError(f"there is no step {shown(number)}; steps are 0 to {len(self.steps) - 1}")
        return self.steps[number]

    def check(self, step: int, answer: Answer) -> Verdict:
        """Judge an answer to a step, and keep nothing.

        Args:
            step: its number, from 0.
            answer: a move in notation; a choice, as its text or by its number from 0; a number; or, at a step with
                "until", the list of all moves made from the step's position.

        Raises:
            ValueError: there is no such step.
        """
        return judge(self.step(step), answer)

    def answer(
        self, step: int, answer: Answer, *, who: str | None = None, hints: int = 0, seconds: float | None = None
    ) -> Verdict:
        """Judge an answer like `check`, and keep it among the `answers`.

        Args:
            step: its number, from 0.
            answer: as in `check`.
            who: the name of the person; the lesson's ``who`` by default.
            hints: how many hints had been shown.
            seconds: how long it took.

        Raises:
            ValueError: there is no such step.
            OSError: the file that keeps the answers cannot be written; nothing has changed.
        """
        name = storable_name(self.who if who is None else who)
        if self._variants is not None and name != storable_name(self.who):
            raise ValueError(f"{shown(name)} has a lesson with other positions: lesson.variant({shown(name)})")
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
        question = self._question_at(step)
        if question:
            attempt["asked"] = question
        self._answers.add(attempt)
        return verdict

    def _attempts(self, step: int, name: str) -> list[Attempt]:
        """The answers of a person to a step; the caller must not change them."""
        return [one for one in self._answers.of(name) if one["step"] == step]

    def _answered(self, step: int) -> list[JudgedAnswer]:
        """The answers of the learner to a step, judged."""
        return [one for number, one in self._answers.judged(storable_name(self.who)) if number == step]

    def _question_at(self, step: int) -> str:
        """The fingerprint of a step's question; empty if it asks nothing."""
        if step not in self._questions:
            self._questions[step] = question_fingerprint(self.steps[step])
        return self._questions[step]

    @property
    def answers(self) -> Attempts:
        """Copies of all attempts of the learner so far, in order. ``answers.frame()`` makes a data frame of them.

        Each has who, step, attempt, answer, right, reply, hints, seconds and when; the title and the fingerprint of the
        lesson; the fingerprint of the question; and a mark if the learner has a code.
        """
        return copy_attempts(self._answers.of(storable_name(self.who)))

    def score(self, who: str | None = None) -> Score:
        """The points for the learner's right answers, which are judged again, and the points for all steps.

        Args:
            who: the name of another person who has answered in this kernel.
        """
        return self._answers.score(storable_name(self.who if who is None else who))

    def review(self) -> list[ReviewedStep]:
        """The summary at the end: each question with the learner's answer, the reply, and perhaps the right answer.

        A lesson with ``solutions="end"`` shows what was right here as soon as every question has an answer.
        """
        answered = {one["step"] for one in self._answers.of(storable_name(self.who))}
        return self._reviewed(ended=all(step.number in answered for step in self.steps if step.ask != "look"))

    def _reviewed(self, *, ended: bool) -> list[ReviewedStep]:
        """The review for a learner who has come to the end, or has not."""
        given = self._answers.given(storable_name(self.who))
        return review(self.steps, given, self._content.solutions, ended=ended)

    def grade(
        self,
        answers: object,
        *,
        others: Others = "name",
        codes: Mapping[str, str] | None = None,
        key: Lesson | None = None,
        roster: object = None,
        until: str | date | None = None,
        counts_late: bool = False,
    ) -> Grades:
        """Judge answers again, and return the score of each learner by name, with more facts (`Grades`).

        An answer that cannot be read is left out and named in ``faults``; the others are graded.

        Args:
            answers: a folder that keeps a file for each student, a file, or a list of files; attempts as `answers`
                gives them, as a list or a data frame, of which only ``step``, ``answer`` and ``who`` count; or one
                answer for each step, by the number of the step.
            others: what to do with answers to another lesson, or to a question that this lesson does not ask: leave
                them out and name them (``"name"``), leave them out without a word (``"skip"``), or refuse all
                (``"refuse"``). If there are no other answers, they are refused unless this is ``"skip"``.
            codes: the code of each student by name: only answers with its mark count (docs/lessons.md).
            key: a corrected version of this lesson, which then judges the answers. Without it, this lesson also judges
                answers to its own earlier versions. Either way an answer counts only if the question and its position
                are the same.
            roster: the names of the class, or a table with a column for them: a data frame or the path of a CSV file,
                as learning systems export it. Answers under other names are left out and named; everybody in it gets a
                score. A name, an e-mail address or another account in the table means its student.
            until: the deadline: a time, or a text such as ``"2026-05-04 18:00"``, without a zone in that of this
                machine; a date means the end of that day. Answers after it do not count and are counted in ``late``.
            counts_late: True counts late answers, too.

        Raises:
            ValueError: it is none of these, or nothing of it can be graded, and why; a `RecordError` if a file or an
                answer cannot be read.
            OSError: the file or the folder cannot be read.
        """
        if key is not None and not isinstance(key, Lesson):
            raise ValueError(f"key={shown(key)}: expected a Lesson, the corrected version")
        return grade(
            self._versions(key),
            answers,
            others,
            codes,
            roster_of(roster),
            None if until is None else deadline(until),
            counts_late=counts_late,
        )

    def _version(self) -> Version:
        return Version(self._content, self._fingerprint, tuple(map(self._question_at, range(len(self.steps)))))

    def variant(self, who: str, *, keep: str | Path | None = None) -> Lesson:
        """The lesson that a student gets; everybody gets the same one unless positions are dealt.

        Args:
            who: the student's name.
            keep: a folder or a file to which each answer is added; None keeps answers in memory alone.

        Raises:
            ValueError: no lesson like the others was found for this student; or a `RecordError`: ``keep`` names no file
                of answers.
            OSError: ``keep`` cannot be read.
        """
        content = self._content if self._variants is None else self._variants.of(storable_name(who))
        lesson = type(self).__new__(type(self))
        lesson._take(content, who, keep, None)
        return lesson

    def _versions(self, key: Lesson | None) -> Callable[[str], tuple[Version, Version]]:
        """For each student the version that was handed out and the one that judges."""

        def versions(who: str) -> tuple[Version, Version]:
            own = self._version() if self._variants is None else self.variant(who)._version()
            if key is None:
                return own, own
            return own, key._version() if key._variants is None else key.variant(who)._version()

        return versions

    # -- showing

    def run(self, **settings: Unpack[TableSettings]) -> RunningLesson:
        """Run the lesson in a cell, from its beginning. A lesson as the last line of a cell runs by itself.

        Args:
            **settings: the settings of its table, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        return upward.running_lesson_of(self, **settings)

    def static(self, *, answers: bool = True) -> StaticLesson:
        """The lesson without a kernel, for a page or a book: pictures of the positions, texts, hints, folded answers.

        The pictures show what each step's viewer may know. But a step that continues from the right move of the step
        before shows that move.

        Args:
            answers: whether the page contains answers with their replies, the right ones too, so that a reader can
                unfold them. Without them it contains the questions alone, for readers who must not find a solution.
        """
        return StaticLesson(self.title, self.steps, answers=answers)

    def edit(self, **settings: Unpack[TableSettings]) -> LessonEditor:
        """An editor that starts from this lesson. It does not change this one: its ``lesson`` is a new lesson.

        Args:
            **settings: its looks, as in `Game.table`.

        Raises:
            ValueError: there is no such setting or value.
        """
        return upward.editor_of(self, **settings)

    def _shown(self) -> RunningLesson:
        """The widget that shows this lesson without `run`; it is the same one in every cell."""
        if self._running is None or self._running.closed:
            self._running = self.run()
        return self._running

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._shown()._repr_mimebundle_(**kwargs)

    def _ipython_display_(self, **kwargs: Any) -> None:
        self._shown()._ipython_display_(**kwargs)


MOST_KEPT: Final = 1_000
"""The largest number of characters, or moves, that are kept of an answer."""


def _as_data(step: Step, given: object) -> Answer:
    """An answer in the form that is kept: its normal form, or else its beginning."""
    answer = as_plain_data(given)
    if step.ask == "until":
        answer = listed_moves(answer)
    if step.ask == "until" and isinstance(answer, list):
        return [_kept(one, 60) for one in answer[:MOST_KEPT]]
    try:
        normal = normalized(step, answer)
    except ValueError:
        normal = None
    if normal is not None:
        return normal
    return None if answer is None else _kept(answer, MOST_KEPT)


def _kept(value: Any, most: int) -> str:
    text = value if isinstance(value, str) else shown(value)
    return text[:most].encode("utf-8", "replace").decode()  # half a surrogate pair could not be written
