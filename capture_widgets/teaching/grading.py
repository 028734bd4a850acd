"""Grading without a browser: answers judged anew, what each learner gets for each step, and files for graders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from capture_widgets.answer_file import MOST_ANSWERS, AnswerFile
from capture_widgets.data_frames import frame
from capture_widgets.errors import RecordError, shown
from capture_widgets.files import replace_file
from capture_widgets.plain_data import is_a, plain
from capture_widgets.teaching.answers import Score, name_of, score_of
from capture_widgets.teaching.judging import judge
from capture_widgets.teaching.steps import Content, Step

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_NAMES: Final = 2_000
"""Learners whose answers are graded at once."""

_MOST_SHOWN: Final = 60


class Grades(dict[str, Score]):
    """What each learner gets for a lesson, by name.

    Attributes:
        rows: for each learner and each step that counts ``who``, ``step``, ``text`` (its beginning), ``points``,
            ``of``, ``attempts`` and ``right``.
    """

    def __init__(self, title: str, scores: Mapping[str, Score], rows: list[dict[str, Any]]) -> None:
        """Gather what `grade` has found."""
        super().__init__(scores)
        self.title = title
        self.rows = rows

    def frame(self) -> DataFrame:
        """One row for each learner and each step that counts.

        Raises:
            ImportError: pandas is not installed; says how to get it.
        """
        return frame(self.rows, ["who", "step", "text", "points", "of", "attempts", "right"])

    def results(self, who: str | None = None) -> dict[str, Any]:
        """One learner's grade in the shape of Gradescope's ``results.json``: the score, and a test for each step.

        Args:
            who: whose; not needed where one has answered.

        Raises:
            ValueError: nobody of this name has answered, or several have and nobody was named.
        """
        names = ", ".join(map(shown, [*self][:20]))
        if who is None:
            if len(self) != 1:
                raise ValueError(f"whose results? These have answered: {names}")
            who = next(iter(self))
        if who not in self:
            raise ValueError(f"nobody called {shown(who)} has answered; these have: {names}")
        score = self[who]
        return {
            "score": score.points,
            "output": f"{self.title}: {score.points} of {score.of} points.",
            "tests": [
                {
                    "number": str(row["step"]),
                    "name": f"Step {row['step']}: {row['text']}",
                    "score": row["points"],
                    "max_score": row["of"],
                    "status": "passed" if row["points"] == row["of"] else "failed",
                    "output": _told(row),
                }
                for row in self.rows
                if row["who"] == who
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
    return f"{'Right' if row['right'] else 'Not right'}, after {row['attempts']} attempt{'s' * (row['attempts'] != 1)}."


def grade(content: Content, fingerprint: str, answers: object, others: Literal["refuse", "skip"] = "refuse") -> Grades:
    """Answers judged anew, by who gave them; what they say of themselves counts for nothing.

    Args:
        content: of the lesson.
        fingerprint: of the lesson.
        answers: attempts, of which ``step`` and ``answer`` are needed, as a list, a data frame or the path of a file;
            or one answer for each step, by its number.
        others: whether answers to another lesson, or to another version of this one, are refused or left out.

    Raises:
        ValueError: this is none of these, or holds answers to another version or lesson; a `RecordError` where a file
            or an answer cannot be read.
        OSError: the file cannot be read.
    """
    if others not in ("refuse", "skip"):
        raise ValueError(f'others={shown(others)}: "refuse" or "skip"')
    steps = content.steps
    listed = _own(_listed(answers), content.title, fingerprint, others)
    by_who: dict[str, list[dict[str, Any]]] = {}
    for at, one in enumerate(listed):
        number = one.get("step")
        if type(number) is not int or not 0 <= number < len(steps):
            reason = f"there is no step {shown(number)}; steps are 0 to {len(steps) - 1}"
            raise RecordError(f"answers[{at}].step", reason)
        who = one.get("who", "")
        if not isinstance(who, str):
            raise RecordError(f"answers[{at}].who", "expected a name")
        right = judge(steps[number], _answer(steps[number], one.get("answer"))).right
        by_who.setdefault(name_of(who), []).append({"step": number, "right": right})
        if len(by_who) > MOST_NAMES:
            raise RecordError(f"answers[{at}].who", f"answers of at most {MOST_NAMES:,} learners are graded at once")
    found = by_who or {"": []}
    scores = {who: score_of(steps, attempts) for who, attempts in found.items()}
    rows = [_row(step, who, attempts, steps) for who, attempts in found.items() for step in steps if step.points]
    return Grades(content.title, scores, rows)


def _row(step: Step, who: str, attempts: list[dict[str, Any]], steps: tuple[Step, ...]) -> dict[str, Any]:
    own = [one for one in attempts if one["step"] == step.number]
    points = score_of(steps, own).points
    return {
        "who": who, "step": step.number, "text": _beginning(step.text), "points": points, "of": step.points,
        "attempts": len(own), "right": points > 0,
    }  # fmt: skip


def _answer(step: Step, answer: object) -> object:
    """An answer; where moves are played on they may stand in one text, as in a data frame."""
    if step.ask == "until" and isinstance(answer, str):
        return [move.strip() for move in answer.split(";") if move.strip()]
    return answer


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN].rsplit(' ', 1)[0]} ..."


def _own(
    listed: list[dict[str, Any]], title: str, fingerprint: str, others: Literal["refuse", "skip"]
) -> list[dict[str, Any]]:
    """The answers to this very lesson; those that do not say to which they are count as such."""
    own = [one for one in listed if one.get("fingerprint", fingerprint) == fingerprint]
    if len(own) == len(listed) or others == "skip":
        return own
    strange = next(one for one in listed if one.get("fingerprint", fingerprint) != fingerprint)
    which = f"{len(listed) - len(own)} of {len(listed)} answers" if own else "these answers"
    sign = f"fingerprint {shown(strange['fingerprint'])}, and this one has {fingerprint}"
    if strange.get("lesson", title) != title:
        other = shown(strange["lesson"])
        raise ValueError(f"{which} are to another lesson, {other}, and not to {shown(title)} ({sign})")
    raise ValueError(
        f"{which} are to another version of {shown(title)} ({sign}): grade them with the version that was handed out, "
        'or say others="skip" to leave them out'
    )


def _listed(answers: object) -> list[dict[str, Any]]:
    if is_a(answers, str) or is_a(answers, Path):
        return [{**one} for one in AnswerFile(answers).read(there=True)]
    if type(answers).__module__.partition(".")[0] == "pandas" and hasattr(answers, "to_dict"):
        return _of_frame(answers)
    if is_a(answers, dict):  # by the number of the step, which is no key that data has
        answers = [{"step": number, "answer": one} for number, one in dict.items(answers)]
    copy, unread = plain(answers)
    if unread:
        raise RecordError(f"answers{unread[0][0]}", unread[0][1])
    if isinstance(copy, list) and all(isinstance(one, dict) for one in copy):
        if len(copy) > MOST_ANSWERS:
            raise RecordError("answers", f"at most {MOST_ANSWERS:,} answers are graded at once")
        return copy
    raise ValueError(
        "expected the attempts, as Lesson.answers gives them, a data frame of them, the path of a file of answers, or "
        "answers by the number of their step"
    )


def _of_frame(answers: Any) -> list[dict[str, Any]]:
    """The rows of a data frame; a blank stands for a key that is not there."""
    rows: list[dict[str, Any]] = []
    for row in answers.to_dict("records"):
        kept = {str(key): value for key, value in row.items() if not (type(value) is float and isnan(value))}
        if type(kept.get("step")) is not int:
            kept["step"] = _whole(kept.get("step"))
        rows.append(kept)
    copy, unread = plain(rows)
    if unread:
        raise RecordError(f"answers{unread[0][0]}", unread[0][1])
    return copy  # type: ignore[no-any-return]  # a list, as it was


def _whole(value: object) -> object:
    """A whole number that a data frame made a float, or one of numpy's."""
    try:
        return int(value) if value == int(value) else value  # type: ignore[call-overload]  # whatever it is
    except (TypeError, ValueError, OverflowError):
        return value
