"""Points for answers: a step counts if one of its allowed tries is right, and hints and tries may cost points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from capture_widgets.teaching.judging import JudgedAnswer
from capture_widgets.teaching.steps import Step


class Score(NamedTuple):
    """The points for the answers to a lesson.

    Attributes:
        points: the points for the steps that were answered right.
        of: the points for all steps.
    """

    points: int
    of: int

    @property
    def share(self) -> float:
        """The points as a share of all points, 0 to 1."""
        return self.points / self.of if self.of else 1.0


class StepScore(NamedTuple):
    """The points for the answers to one step.

    Attributes:
        points: the points.
        at: the place of the right answer among the answers; None if there is none.
        left: the number of tries that are left; None if there is no limit.
        last: the place of the answer that decides: the right one, or else the last that still counted; None if there is
            none.
    """

    points: int
    at: int | None
    left: int | None
    last: int | None

    @property
    def right(self) -> bool:
        """Whether one of the allowed tries is right."""
        return self.at is not None


def step_score(step: Step, answers: Sequence[JudgedAnswer]) -> StepScore:
    """The points for a learner's answers to a step, in order; answers after the last try do not count."""
    left, wrong, hints = step.tries, 0, 0
    last: int | None = None
    for at, (verdict, tries, shown) in enumerate(answers):
        if left == 0:
            break
        hints, last = max(hints, shown), at
        if verdict.right:
            cost = step.hint_costs * min(hints, len(step.hints)) + step.try_costs * wrong
            return StepScore(max(0, step.points - cost), at, left, at)
        if tries:
            wrong += 1
            left = None if left is None else left - 1
    return StepScore(0, None, left, last)


def score_of(steps: Sequence[Step], answers: Iterable[tuple[int, JudgedAnswer]]) -> Score:
    """The points for one learner's answers to all steps."""
    by_step: dict[int, list[JudgedAnswer]] = {step.number: [] for step in steps}
    for number, judged in answers:
        by_step[number].append(judged)
    points = sum(step_score(step, by_step[step.number]).points for step in steps)
    return Score(points, sum(step.points for step in steps))
