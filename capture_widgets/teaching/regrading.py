"""Answers to another version of a lesson: a key that was mended judges them anew where the same was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from capture_widgets.core.errors import shown
from capture_widgets.teaching.gathering import Entry
from capture_widgets.teaching.steps import Content


class Version(NamedTuple):
    """One version of a lesson.

    Attributes:
        content: all of it.
        fingerprint: of all of it.
        asked: for each step the fingerprint of its question and position, whatever is right; empty where none is asked.
    """

    content: Content
    fingerprint: str
    asked: tuple[str, ...]

    def step_of(self, asked: object, number: int) -> int | None:
        """Which step asks this: the one of this number, or else the only one that does."""
        if not asked:
            return None
        if number < len(self.asked) and self.asked[number] == asked:
            return number
        found = [at for at, one in enumerate(self.asked) if one == asked]
        return found[0] if len(found) == 1 else None


class Assigned(NamedTuple):
    """Answers by the steps of the lesson that judges them.

    Attributes:
        own: each with the number of its step, from 0, and whether it was given to another version.
        left: how many are to another question or position than is asked now, by the number that their step had.
        strange: those to other lessons, or to versions of which nothing is known.
        faults: those to steps that there are not, and what else is wrong.
    """

    own: list[tuple[Entry, int, bool]]
    left: Counter[int]
    strange: list[Entry]
    faults: list[str]


def assign(entries: Sequence[Entry], old: Version, new: Version) -> Assigned:
    """Find the step of the new version that each answer is to.

    Args:
        entries: the answers.
        old: the version that was handed out, as far as it is known.
        new: the version that judges them; the old one again where it is the same.
    """
    found = Assigned([], Counter(), [], [])
    for entry in entries:
        answer, fingerprint = entry.answer, entry.answer.get("fingerprint", new.fingerprint)
        known = new if fingerprint == new.fingerprint else old if fingerprint == old.fingerprint else None
        number = answer.get("step")
        steps = len((known or new).content.steps)
        if type(number) is not int or number < 0 or (known is not None and number >= steps):
            if known is None:
                found.strange.append(entry)
            else:
                found.faults.append(f"{entry.where}: there is no step {shown(number)}; steps are 0 to {steps - 1}")
        elif known is new:
            found.own.append((entry, number, False))
        else:
            _assign_earlier(found, entry, number, known, new)
    return found


def _assign_earlier(found: Assigned, entry: Entry, number: int, known: Version | None, new: Version) -> None:
    """Find the step of an answer to another version: by what that version asked, or by what the answer says of it."""
    asked: object = entry.answer.get("asked")
    if known is not None:
        asked = known.asked[number]
    elif entry.answer.get("lesson") != new.content.title or not asked:
        found.strange.append(entry)
        return
    at = new.step_of(asked, number)
    if at is not None:
        found.own.append((entry, at, True))
    elif known is None or asked:  # where nothing was asked nothing is lost
        found.left[number] += 1


def differs(old: Version, new: Version, number: int, at: int) -> bool:
    """Whether a step's key is another one in two versions that are both known."""
    keys = ("right", "within", "until", "tries", "points")
    mine, theirs = old.content.steps[number], new.content.steps[at]
    return any(getattr(mine, key) != getattr(theirs, key) for key in keys)


def words_of(strange: Sequence[Mapping[str, Any]], count: int, version: Version) -> str:
    """What is said of answers to something else."""
    title, one = version.content.title, strange[0]
    which = f"{len(strange)} of {count} answers" if len(strange) < count else "these answers"
    sign = f"fingerprint {shown(one.get('fingerprint'))}, and this one has {version.fingerprint}"
    if one.get("lesson", title) != title:
        return f"{which} are to another lesson, {shown(one['lesson'])}, and not to {shown(title)} ({sign})"
    return (
        f"{which} are to another version of {shown(title)} ({sign}): grade them with the version that was handed out, "
        "and with key= by the new one"
    )
