"""Assigns answers to an earlier version of a lesson to the steps of the version that judges them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from capture_widgets.core.errors import shown
from capture_widgets.teaching.answer_sources import Entry
from capture_widgets.teaching.steps import Content


class Version(NamedTuple):
    """One version of a lesson.

    Attributes:
        content: the lesson.
        fingerprint: its fingerprint.
        questions: for each step, the fingerprint of its question and position, without the right answers; empty for a
            step that asks nothing.
    """

    content: Content
    fingerprint: str
    questions: tuple[str, ...]

    def step_of(self, question: object, number: int) -> int | None:
        """The number of the step with this question: preferably ``number``, or else the only one that asks it."""
        if not question:
            return None
        if number < len(self.questions) and self.questions[number] == question:
            return number
        steps = [at for at, one in enumerate(self.questions) if one == question]
        return steps[0] if len(steps) == 1 else None


class AssignedAnswers(NamedTuple):
    """The answers of one learner, assigned to the steps of the version that judges them.

    Attributes:
        own: each answer with the number of its step, from 0, and whether it was given to another version.
        left: the number of answers to questions or positions that this version does not have, by the step of the
            earlier version.
        strange: the answers to other lessons, or to unknown versions.
        faults: the answers to steps that do not exist.
    """

    own: list[tuple[Entry, int, bool]]
    left: Counter[int]
    strange: list[Entry]
    faults: list[str]


def assign(entries: Sequence[Entry], old: Version, new: Version) -> AssignedAnswers:
    """Assign each answer to a step of the new version.

    Args:
        entries: the answers.
        old: the version that was handed out.
        new: the version that judges them; it may be the same.
    """
    assigned = AssignedAnswers([], Counter(), [], [])
    for entry in entries:
        answer, fingerprint = entry.answer, entry.answer.get("fingerprint", new.fingerprint)
        known = new if fingerprint == new.fingerprint else old if fingerprint == old.fingerprint else None
        number = answer.get("step")
        steps = len((known or new).content.steps)
        if type(number) is not int or number < 0 or (known is not None and number >= steps):
            if known is None:
                assigned.strange.append(entry)
            else:
                assigned.faults.append(f"{entry.where}: there is no step {shown(number)}; steps are 0 to {steps - 1}")
        elif known is new:
            assigned.own.append((entry, number, False))
        else:
            _assign_earlier(assigned, entry, number, known, new)
    return assigned


def _assign_earlier(assigned: AssignedAnswers, entry: Entry, number: int, known: Version | None, new: Version) -> None:
    """Assign an answer to another version, by the question of that version or by what the answer says about it."""
    question: object = entry.answer.get("asked")
    if known is not None:
        question = known.questions[number]
    elif entry.answer.get("lesson") != new.content.title or not question:
        assigned.strange.append(entry)
        return
    at = new.step_of(question, number)
    if at is not None:
        assigned.own.append((entry, at, True))
    elif known is None or question:  # an answer to a step without a question is no loss
        assigned.left[number] += 1


def has_other_key(old: Version, new: Version, number: int, at: int) -> bool:
    """Whether two versions judge a step by different keys."""
    keys = ("right", "within", "until", "tries", "points", "hint_costs", "try_costs")
    mine, theirs = old.content.steps[number], new.content.steps[at]
    return any(getattr(mine, key) != getattr(theirs, key) for key in keys)


def words_about(strange: Sequence[Mapping[str, Any]], count: int, version: Version) -> str:
    """The fault that names answers to another lesson or version."""
    title, one = version.content.title, strange[0]
    which = f"{len(strange)} of {count} answers" if len(strange) < count else "these answers"
    sign = f"fingerprint {shown(one.get('fingerprint'))}, and this one has {version.fingerprint}"
    if one.get("lesson", title) != title:
        return f"{which} are to another lesson, {shown(one['lesson'])}, and not to {shown(title)} ({sign})"
    return (
        f"{which} are to another version of {shown(title)} ({sign}): grade them with the version that was handed out, "
        "and with key= by the new one"
    )
