"""Grading without a browser: answers judged anew, what each learner gets for each step, and files for graders."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import shown
from capture_widgets.export.data_frames import frame
from capture_widgets.teaching.answer_format import UNMARKED
from capture_widgets.teaching.answers import Attempt, Attempts, Score, score_of
from capture_widgets.teaching.attributing import attribute
from capture_widgets.teaching.gathering import Entry, gather
from capture_widgets.teaching.judging import Judge, Judged, Verdict
from capture_widgets.teaching.regrading import Assigned, Version, assign, differs, words_of
from capture_widgets.teaching.steps import Step

if TYPE_CHECKING:
    from pandas import DataFrame

Others = Literal["name", "skip", "refuse"]
"""What is done with answers to something else: named among the faults, left out silently, or refused."""

MOST_NAMES: Final = 2_000
"""Learners whose answers are graded at once."""

MOST_FAULTS: Final = 200
"""Faults that are named; of the others it is said how many there are."""

_MOST_SHOWN: Final = 60
_MOST_TOLD: Final = 10

COLUMNS: Final = ("who", "step", "text", "points", "of", "attempts", "right", "answer", "reply")


class Grades(dict[str, Score]):
    """What each learner gets for a lesson, by name.

    Attributes:
        rows: for each learner and each step that counts ``who``, ``step`` (from 0), ``text`` (its beginning),
            ``points``, ``of``, ``attempts``, ``right``, and the last ``answer`` with the ``reply`` to it, or the right
            one.
        attempts: every answer that was graded, as `Lesson.answers` has a learner's own, under the name and at the step
            for which it counts; whether it is right, and the reply, are what is judged now.
        faults: what was left out and why, with file and line; and names that several claim.
        gaps: for each learner with a code what is missing among the answers.
        changed: for steps that an earlier version asked or judged otherwise, by number from 0, what has become of the
            answers to it.
    """

    def __init__(self, version: Version, scores: Mapping[str, Score], rows: list[dict[str, Any]]) -> None:
        """Gather what `grade` has found."""
        super().__init__(scores)
        self.title = version.content.title
        self.rows = rows
        self.attempts = Attempts()
        self.faults: list[str] = []
        self.gaps: dict[str, list[str]] = {}
        self.changed: dict[int, str] = {}
        self._nobody = _rows("", [], version.content.steps)

    def __repr__(self) -> str:
        told = [*(f"step {number}: {words}" for number, words in self.changed.items()), *self.faults]
        more = [f"and {len(told) - _MOST_TOLD:,} more: see .faults"] if len(told) > _MOST_TOLD else []
        return "\n".join([super().__repr__(), *told[:_MOST_TOLD], *more])

    def frame(self) -> DataFrame:
        """One row for each learner and each step that counts.

        Raises:
            ImportError: pandas is not installed; says how to get it.
        """
        return frame([{**row, "answer": _in_words(row["answer"])} for row in self.rows], [*COLUMNS])

    def results(self, who: str | None = None) -> dict[str, Any]:
        """One learner's grade in the shape of Gradescope's ``results.json``: the score, and a test for each step.

        Steps have the numbers that learners saw, from 1. Where nobody has answered there is a grade of no points.

        Args:
            who: whose; not needed where one has answered.

        Raises:
            ValueError: nobody of this name has answered, or several have and nobody was named.
        """
        names = ", ".join(map(shown, [*self][:20]))
        if who is None and len(self) == 1:
            who = next(iter(self))
        if who is None and self:
            raise ValueError(f"whose results? These have answered: {names}")
        if who is not None and who not in self:
            raise ValueError(f"nobody called {shown(who)} has answered; these have: {names}")
        own = self._nobody if who is None else [row for row in self.rows if row["who"] == who]
        points, of = (sum(row[key] for row in own) for key in ("points", "of"))
        return {
            "score": points,
            "output": f"{self.title}: {points} of {of} points.",
            "tests": [
                {
                    "number": str(row["step"] + 1),
                    "name": f"Step {row['step'] + 1}: {row['text']}",
                    "score": row["points"],
                    "max_score": row["of"],
                    "status": "passed" if row["points"] == row["of"] else "failed",
                    "output": _told(row),
                }
                for row in own
            ],
        }

    def save_results(self, path: str | Path, who: str | None = None) -> Path:
        """Write `results` to a file, for Gradescope ``/autograder/results/results.json``; a failure keeps the old one.

        Raises:
            ValueError: as `results`.
        """
        return replace_file(path, json.dumps(self.results(who), ensure_ascii=False, indent=1) + "\n")


def _told(row: Mapping[str, Any]) -> str:
    if row["attempts"] == 0:
        return "Not answered."
    count = row["attempts"]
    told = f"{'Right' if row['right'] else 'Not right'}, after {count} attempt{'s' * (count != 1)}."
    return f"{told}\nAnswer: {_in_words(row['answer'])}\n{row['reply']}".rstrip()


def _in_words(answer: object) -> object:
    """An answer in one cell; moves that were played on are one text."""
    return "; ".join(map(str, answer)) if isinstance(answer, list) else answer


def grade(
    version: Version,
    answers: object,
    others: Others = "name",
    codes: Mapping[str, str] | None = None,
    key: Version | None = None,
) -> Grades:
    """Answers judged anew, by who gave them; what they say of themselves counts for nothing.

    Args:
        version: the lesson that was handed out.
        answers: as `Lesson.grade` takes them.
        others: what is done with answers to something else.
        codes: the code of each student, by name.
        key: the version that judges; the one that was handed out by default.

    Raises:
        ValueError: nothing in this can be graded, and why; a `RecordError` where a file or an answer cannot be read.
        OSError: a file or folder cannot be read.
    """
    if others not in ("name", "skip", "refuse"):
        raise ValueError(f'others={shown(others)}: "name", "skip" or "refuse"')
    gathered = gather(answers)
    attributed = attribute(gathered, codes)
    new = key or version
    steps = new.content.steps
    faults = [*gathered.faults, *attributed.faults]
    names = list(attributed.by_name)
    if len(names) > MOST_NAMES:
        faults.append(f"answers of {len(names):,} names, of which {MOST_NAMES:,} are graded at once")
    found = {who: assign(attributed.by_name[who], version, new) for who in names[:MOST_NAMES]}
    faults += [fault for one in found.values() for fault in one.faults]
    faults += _strange(found, len(gathered.entries), new, others, faults)
    scores: dict[str, Score] = {}
    rows: list[dict[str, Any]] = []
    attempts = Attempts()
    changes = _Changes(version, new)
    for who in sorted(found):
        if not found[who].own:
            continue
        given = _judged(who, found[who], steps, changes, faults)
        scores[who] = score_of(steps, [(number, one) for number, _, one in given])
        rows += _rows(who, given, steps)
        attempts += [_attempt(who, *one) for one in given]
    grades = Grades(new, scores, rows)
    grades.attempts = attempts
    more = len(faults) - MOST_FAULTS
    grades.faults = [*faults[:MOST_FAULTS], f"and {more:,} more faults"] if more > 0 else faults
    grades.gaps = attributed.gaps
    grades.changed = changes.in_words()
    return grades


def _strange(
    found: Mapping[str, Assigned], count: int, version: Version, others: Others, faults: Sequence[str]
) -> list[str]:
    """What is said of answers to something else; refused where that was asked for, or where nothing else is there."""
    strange = [entry.answer for one in found.values() for entry in one.strange]
    graded = any(one.own or one.left for one in found.values())
    if strange and others != "skip":
        words = words_of(strange, count, version)
        if others == "refuse" or not graded:
            raise ValueError(words)
        return [words]
    if not graded and faults and not strange:
        raise ValueError(f"none of these answers can be graded: {faults[0]}")
    return []


_Given = list[tuple[int, Entry, Judged]]


def _judged(who: str, found: Assigned, steps: Sequence[Step], changes: _Changes, faults: list[str]) -> _Given:
    """One learner's answers with what is said to each."""
    judge, given, unjudged = Judge(steps), [], 0
    for entry, number, earlier in found.own:
        judged = judge.of(number, _answer(steps[number], entry.answer.get("answer")))
        if judged is None:
            unjudged += 1
            continue
        if earlier:
            changes.regraded(entry, number, judged.verdict)
        given.append((number, entry, judged))
    for number, count in found.left.items():
        changes.left[number] += count
    if unjudged:
        faults.append(f"{shown(who)}: {unjudged:,} of very many answers are not judged")
    return given


def _attempt(who: str, number: int, entry: Entry, judged: Judged) -> Attempt:
    """An answer with what is judged of it now."""
    verdict = judged.verdict
    told = {"who": who, "step": number, "right": verdict.right, "reply": verdict.reply}
    known = {key: value for key, value in entry.answer.items() if key not in UNMARKED}
    return cast("Attempt", {"answer": None, **known, **told})


class _Changes:
    """What has become of answers to an earlier version, step by step."""

    def __init__(self, old: Version, new: Version) -> None:
        self._old, self._new = old, new
        self.left: Counter[int] = Counter()
        self._again: Counter[int] = Counter()
        self._otherwise: Counter[int] = Counter()
        self._known: set[int] = set()

    def regraded(self, entry: Entry, number: int, verdict: Verdict) -> None:
        """Count an answer that is judged by another version than it was given to."""
        self._again[number] += 1
        self._otherwise[number] += entry.answer.get("right") != verdict.right
        before = entry.answer["step"]
        if entry.answer.get("fingerprint") == self._old.fingerprint and differs(self._old, self._new, before, number):
            self._known.add(number)

    def in_words(self) -> dict[int, str]:
        """By the number of the step, for steps of which there is something to say."""
        told: dict[int, list[str]] = {}
        for number, count in self._again.items():
            otherwise = self._otherwise[number]
            if otherwise or number in self._known:
                words = f"{count} answers to an earlier version judged by this one, {otherwise} otherwise than then"
                told.setdefault(number, []).append(words)
        for number, count in self.left.items():
            words = f"{count} answers left out: an earlier version asked something else, or at another position"
            told.setdefault(number, []).append(words)
        return {number: "; ".join(told[number]) for number in sorted(told)}


def _rows(who: str, given: _Given, steps: Sequence[Step]) -> list[dict[str, Any]]:
    """What a learner gets for each step that counts."""
    by_step: dict[int, _Given] = {}
    for one in given:
        by_step.setdefault(one[0], []).append(one)
    return [_row(step, who, by_step.get(step.number, []), steps) for step in steps if step.points]


def _row(step: Step, who: str, own: _Given, steps: Sequence[Step]) -> dict[str, Any]:
    points = score_of(steps, [(number, judged) for number, _, judged in own]).points
    right = next((one for one in own if one[2].verdict.right), None) if points else None
    last = right or (own[-1] if own else None)
    answer, reply = (None, "") if last is None else (last[1].answer.get("answer"), last[2].verdict.reply)
    return {
        "who": who, "step": step.number, "text": _beginning(step.text), "points": points, "of": step.points,
        "attempts": len(own), "right": points > 0, "answer": answer, "reply": reply,
    }  # fmt: skip


def _answer(step: Step, answer: object) -> object:
    """An answer; where moves are played on they may stand in one text, as in a data frame."""
    if step.ask == "until" and isinstance(answer, str):
        return [move.strip() for move in answer.split(";") if move.strip()]
    return answer


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN].rsplit(' ', 1)[0]} ..."
