"""Answers as data: every attempt of everybody, what it counts, and answers judged anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from capture_widgets.teaching.judging import judge
from capture_widgets.teaching.steps import Answer, Step


class Attempt(TypedDict):
    """One answer to one step."""

    who: str
    step: int
    """The step's number, from 0."""
    attempt: int
    """The how manieth answer of theirs to it, from 1."""
    answer: Answer
    right: bool
    reply: str
    hints: int
    """Hints that had been shown by then."""
    seconds: float | None
    """Since the step was shown, or since the answer before; None where nobody measured."""


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
    """The attempts that were made, in order."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._attempts: list[Attempt] = []

    def all(self) -> list[Attempt]:
        """Every attempt; copies."""
        return [Attempt(**one) for one in self._attempts]

    def of(self, who: str, step: int) -> list[Attempt]:
        """What somebody answered to a step."""
        return [one for one in self._attempts if one["who"] == who and one["step"] == step]

    def add(self, attempt: Attempt) -> None:
        """Keep one more."""
        self._attempts.append(attempt)

    def clear(self) -> None:
        """Forget all of them."""
        self._attempts.clear()


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


def grade(steps: Sequence[Step], answers: object) -> dict[str, Score]:
    """Answers judged anew, by who gave them; what they say of themselves counts for nothing.

    Args:
        steps: of the lesson.
        answers: attempts, of which ``step`` and ``answer`` are needed; or one answer for each step, by its number.

    Raises:
        ValueError: this is neither.
    """
    by_who: dict[str, list[dict[str, Any]]] = {}
    for one in _listed(answers):
        number = one.get("step")
        if type(number) is not int or not 0 <= number < len(steps):
            raise ValueError(f"there is no step {str(number)[:40]!r}; steps are 0 to {len(steps) - 1}")
        right = _judged(steps[number], one.get("answer"))
        by_who.setdefault(str(one.get("who", ""))[:200], []).append({"step": number, "right": right})
    return {who: score_of(steps, attempts) for who, attempts in (by_who or {"": []}).items()}


def _judged(step: Step, answer: object) -> bool:
    return judge(step, answer).right


def _listed(answers: object) -> list[Mapping[str, Any]]:
    if isinstance(answers, Mapping):
        return [{"step": number, "answer": answer} for number, answer in answers.items()]
    if isinstance(answers, list | tuple) and all(isinstance(one, Mapping) for one in answers):
        return list(answers)
    raise ValueError("expected the attempts, as Lesson.answers gives them, or answers by the number of their step")
