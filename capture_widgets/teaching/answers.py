"""Answers as data: every attempt of everybody, kept on disk where that is asked for, and what they count."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.class_keys import as_code
from capture_widgets.core.errors import shown
from capture_widgets.core.marks import KEYS, with_mark
from capture_widgets.export.data_frames import frame
from capture_widgets.teaching.answer_folder import AnswerFolder, keeper
from capture_widgets.teaching.answer_format import MOST_WHO, UNMARKED, Answer
from capture_widgets.teaching.judging import Judge, Judged
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
        return frame(rows, [key for key in Attempt.__annotations__ if key not in (*UNMARKED, *KEYS)])

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
    """What was answered to a lesson, in order; what a file keeps of earlier kernels first.

    Where a file keeps them it alone says what there is: whatever stops the writing of an answer, the stop button too,
    the file is read again before anybody is told what was answered.
    """

    def __init__(
        self, steps: Sequence[Step], fingerprint: str, keep: str | Path | None, who: str, code: str | None
    ) -> None:
        """Open the file or the folder.

        Raises:
            RecordError: the file is none of answers.
            ValueError: this cannot be the name of a file, or of a folder without the name of whose file it is; or this
                is no code.
            OSError: it is no regular file, or cannot be read.
        """
        self._steps = steps
        self._fingerprint = fingerprint
        self._code = "" if code is None else as_code(code)
        self._keeper = None if keep is None else keeper(keep)
        self._by_name: dict[str, list[Attempt]] = {}
        self._read: set[str] = set()
        """Whose answers are in memory as they are in the file."""
        self._judges: dict[str, Judge] = {}
        if self._keeper is not None:
            self._check_name(who)
            self._load(who, warns=True)

    def of(self, who: str) -> list[Attempt]:
        """What somebody has answered, each judged anew: whether it is right is not for a file to say."""
        self._load(who)
        return self._by_name.get(who, [])

    def add(self, attempt: Attempt) -> None:
        """Keep one more; it is on disk before it is among them.

        Raises:
            OSError: the file cannot be written; nothing has changed.
            RecordError: the file is none of answers any more; nothing has changed.
        """
        who = attempt["who"]
        own = self.of(who)
        if self._keeper is None:
            last = own[-1] if own else None
            added = with_mark(self._code, attempt, last, UNMARKED) if self._code else attempt
            self._by_name[who] = [*own, cast("Attempt", added)]
            return
        self._check_name(who)
        self._read.discard(who)
        self._by_name[who] = [*own, self._keeper.add(attempt, self._code)]
        self._read.add(who)

    def _load(self, who: str, *, warns: bool = False) -> None:
        if self._keeper is None or who in self._read:
            return
        answers, faults = self._keeper.own(who, self._code)
        own: list[Attempt] = []
        for one in answers:
            if one["fingerprint"] != self._fingerprint:
                continue
            step = one["step"]
            if isinstance(step, int) and step < len(self._steps):
                judged = self._judge(who).of(step, one["answer"])
                own.append({**_bare(one), "right": judged is not None and judged.verdict.right})
            else:
                faults.append(f"an answer to step {shown(step)}, which there is not")
        self._by_name[who] = own
        self._read.add(who)
        if warns and faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            warnings.warn(f"left out of your answers: {faults[0]}{more}", stacklevel=5)

    def score(self, who: str) -> Score:
        """What somebody's answers count."""
        return score_of(self._steps, self.judged(who))

    def judged(self, who: str) -> list[tuple[int, Judged]]:
        """What somebody has answered, by the number of the step, with what is said to it."""
        judge = self._judge(who)
        found = [(step, judge.of(step, one["answer"])) for one in self.of(who) if isinstance(step := one["step"], int)]
        return [(step, judged) for step, judged in found if judged is not None]

    def _judge(self, who: str) -> Judge:
        return self._judges.setdefault(who, Judge(self._steps))

    def _check_name(self, who: str) -> None:
        if isinstance(self._keeper, AnswerFolder) and not who.strip():
            raise ValueError(
                'a folder keeps a file for each student: say whose answers these are, cw.lesson(..., who="Ann")'
            )


def _bare(attempt: Mapping[str, Any]) -> Attempt:
    """A copy of a line without what makes it one of a file."""
    return {key: value for key, value in attempt.items() if key not in UNMARKED}  # type: ignore[return-value]


def copies(attempts: Iterable[Attempt]) -> Attempts:
    """Attempts as they are handed out: nobody changes the lesson's own."""
    return Attempts(_bare(one) for one in attempts)


def name_of(who: object) -> str:
    """Somebody's name as a file can keep it."""
    return str(who).encode("utf-8", "replace").decode()[:MOST_WHO]


def score_of(steps: Sequence[Step], answers: Iterable[tuple[int, Judged]]) -> Score:
    """What one learner's answers count: a step's points where one is right, within the tries that it allows."""
    left = {step.number: step.tries for step in steps}
    points = dict.fromkeys(left, 0)
    for number, (verdict, tries) in answers:
        if left[number] == 0:
            continue  # the step was closed by then
        if verdict.right:
            points[number] = steps[number].points
        elif tries:
            still = left[number]
            left[number] = None if still is None else still - 1
    return Score(sum(points.values()), sum(step.points for step in steps))
