"""Answers as data: every attempt of everybody, kept on disk where that is asked for, and what they count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from capture_widgets.answer_file import MOST_WHO, Answer, AnswerFile
from capture_widgets.data_frames import frame
from capture_widgets.files import replace_file
from capture_widgets.teaching.steps import Step

if TYPE_CHECKING:
    from pandas import DataFrame

Attempt = Answer
"""One answer to one step, with the lesson that it is to: a line of a file of answers."""


class Attempts(list[Attempt]):
    """Attempts in order, as data."""

    def frame(self) -> DataFrame:
        """One row an attempt, its columns the keys of an attempt; moves that were played on are one text.

        Raises:
            ImportError: pandas is not installed; says how to get it.
        """
        rows = [{**one, "answer": _cell(one["answer"])} for one in self]
        return frame(rows, [key for key in Attempt.__annotations__ if key not in ("format", "version")])

    def save(self, path: str | Path) -> Path:
        """Write them to a file that `Lesson.grade` reads, a line each; if that fails, the old file stays."""
        return replace_file(path, "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in self))


def _cell(answer: object) -> object:
    return "; ".join(answer) if isinstance(answer, list) else answer


class Score(NamedTuple):
    """What answers count.

    Attributes:
        points: for steps that were answered right.
        of: the most there are.
    """

    points: int
    of: int

    @property
    def share(self) -> float:
        """Points as a share of the most there are, 0 to 1."""
        return self.points / self.of if self.of else 1.0


class Answers:
    """The attempts that were made at a lesson, in order; those of earlier kernels first, where a file keeps them."""

    def __init__(self, fingerprint: str, keep: str | Path | None) -> None:
        """Open the file.

        Raises:
            RecordError: a line of it is no answer.
            ValueError: this cannot be the name of a file.
        """
        self._file = None if keep is None else AnswerFile(keep)
        there = [] if self._file is None else self._file.read()
        self._attempts: list[Attempt] = [_bare(one) for one in there if one["fingerprint"] == fingerprint]

    def all(self) -> Attempts:
        """Every attempt; copies."""
        return Attempts(_bare(one) for one in self._attempts)

    def of(self, who: str, step: int) -> list[Attempt]:
        """What somebody answered to a step."""
        return [one for one in self._attempts if one["who"] == who and one["step"] == step]

    def add(self, attempt: Attempt) -> None:
        """Keep one more; it is on disk before it is among them.

        Raises:
            OSError: the file cannot be written; nothing has changed.
        """
        if self._file is not None:
            self._file.add(attempt)
        self._attempts.append(attempt)

    def clear(self) -> None:
        """Forget all of them; what a file keeps stays there."""
        self._attempts.clear()


def _bare(attempt: Mapping[str, Any]) -> Attempt:
    """A copy of a line without what makes it one of a file."""
    return {key: value for key, value in attempt.items() if key not in ("format", "version")}  # type: ignore[return-value]


def name_of(who: object) -> str:
    """Somebody's name as a file can keep it."""
    return str(who).encode("utf-8", "replace").decode()[:MOST_WHO]


def score_of(steps: Sequence[Step], attempts: Iterable[Mapping[str, Any]]) -> Score:
    """What attempts count: a step's points where one of them is right, within the tries that it allows."""
    left = {step.number: step.tries for step in steps}
    points = {step.number: 0 for step in steps}
    for one in attempts:
        number = one["step"]
        tries = left[number]
        if tries == 0:
            continue  # the step was closed by then
        if one["right"]:
            points[number] = steps[number].points
        elif tries is not None:
            left[number] = tries - 1
    return Score(sum(points.values()), sum(step.points for step in steps))
