"""The answers to a lesson as data: kept in memory or in a file, and counted as points."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.class_keys import as_code
from capture_widgets.core.errors import shown
from capture_widgets.core.marks import KEYS, with_mark
from capture_widgets.export.data_frames import frame
from capture_widgets.teaching.answer_folder import AnswerFolder, answer_store
from capture_widgets.teaching.answer_format import MOST_WHO, UNMARKED, Answer
from capture_widgets.teaching.judging import AnswerJudge, JudgedAnswer
from capture_widgets.teaching.scoring import Score, score_of
from capture_widgets.teaching.steps import Step

if TYPE_CHECKING:
    from pandas import DataFrame

Attempt = Answer
"""One answer to one step, as in a line of a file of answers."""


class Attempts(list[Attempt]):
    """A list of attempts, in order."""

    def frame(self) -> DataFrame:
        """A data frame with a row for each attempt and a column for each key; several moves are one text.

        Raises:
            ImportError: pandas is not installed; the message says how to install it.
        """
        rows = [{**one, "answer": _cell(one["answer"])} for one in self]
        return frame(rows, [key for key in Attempt.__annotations__ if key not in (*UNMARKED, *KEYS)])

    def save(self, path: str | Path) -> Path:
        """Write the attempts to a file that `Lesson.grade` reads, a line each; if that fails, the old file stays."""
        return replace_file(path, "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in self))


def _cell(answer: object) -> object:
    return "; ".join(answer) if isinstance(answer, list) else answer


class Answers:
    """The answers to a lesson, in order; if a file keeps them, those of earlier kernels come first.

    The file decides which answers there are. If anything, even the stop button, interrupts the writing of an answer,
    the file is read again before anybody gets the answers.
    """

    def __init__(
        self, steps: Sequence[Step], fingerprint: str, keep: str | Path | None, who: str, code: str | None
    ) -> None:
        """Open the file or the folder.

        Raises:
            RecordError: it is no file of answers.
            ValueError: this cannot be the path of a file or folder; or a folder is to keep the answers and there is no
                name; or this is no code.
            OSError: it is no regular file, or cannot be read.
        """
        self._steps = steps
        self._fingerprint = fingerprint
        self._code = "" if code is None else as_code(code)
        self._keeper = None if keep is None else answer_store(keep)
        self._by_name: dict[str, list[Attempt]] = {}
        self._read: set[str] = set()
        """The names of those whose answers in memory are those in the file."""
        self._judges: dict[str, AnswerJudge] = {}
        if self._keeper is not None:
            self._check_name(who)
            self._load(who, warns=True)

    def of(self, who: str) -> list[Attempt]:
        """The answers of a person, each judged again, since a file may claim anything to be right."""
        self._load(who)
        return self._by_name.get(who, [])

    def add(self, attempt: Attempt) -> None:
        """Keep one more answer; it is on disk before `of` returns it.

        Raises:
            OSError: the file cannot be written; nothing has changed.
            RecordError: the file is no file of answers any more; nothing has changed.
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
                own.append({**_without_format(one), "right": judged is not None and judged.verdict.right})
            else:
                faults.append(f"an answer to step {shown(step)}, which does not exist")
        self._by_name[who] = own
        self._read.add(who)
        if warns and faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            warnings.warn(f"left out of your answers: {faults[0]}{more}", stacklevel=5)

    def score(self, who: str) -> Score:
        """The points for a person's answers."""
        return score_of(self._steps, self.judged(who))

    def judged(self, who: str) -> list[tuple[int, JudgedAnswer]]:
        """The answers of a person, judged, each with the number of its step."""
        return [(step, judged) for step, _, judged in self.given(who)]

    def given(self, who: str) -> list[tuple[int, object, JudgedAnswer]]:
        """The answers of a person, each with the number of its step, as it was given, and judged."""
        judge = self._judge(who)
        answers = [
            (step, one["answer"], judge.of(step, one["answer"], one["hints"]))
            for one in self.of(who)
            if isinstance(step := one["step"], int)
        ]
        return [(step, answer, judged) for step, answer, judged in answers if judged is not None]

    def _judge(self, who: str) -> AnswerJudge:
        return self._judges.setdefault(who, AnswerJudge(self._steps))

    def _check_name(self, who: str) -> None:
        if isinstance(self._keeper, AnswerFolder) and not who.strip():
            raise ValueError('a folder keeps a file for each student: name the student, cw.lesson(..., who="Ann")')


def _without_format(attempt: Mapping[str, Any]) -> Attempt:
    """A copy of an attempt without the keys that name the file format."""
    return {key: value for key, value in attempt.items() if key not in UNMARKED}  # type: ignore[return-value]


def copy_attempts(attempts: Iterable[Attempt]) -> Attempts:
    """Copies of attempts, so that no caller changes those of the lesson."""
    return Attempts(_without_format(one) for one in attempts)


def storable_name(who: object) -> str:
    """A person's name in a form that a file can hold."""
    return str(who).encode("utf-8", "replace").decode()[:MOST_WHO]
