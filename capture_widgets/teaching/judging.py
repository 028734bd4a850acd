"""Judging answers: right or not, and what is said to it; nothing of it ever leaves Python but the reply."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.plain_data import plain
from capture_widgets.model.history import History
from capture_widgets.teaching.answer_format import fingerprint
from capture_widgets.teaching.steps import Answer, Step

RIGHT: Final = "Right."
WRONG: Final = "No, that is not it."
NOT_YET: Final = "Not yet."
MISSED: Final = "It is over, and that was not reached."

MOST_ANSWER: Final = 1_000
"""Characters of an answer; moves of one that was played."""

MOST_EFFORT: Final = 100_000
"""What is judged of one learner's answers: ten for each that is another one, and one for each move in it."""


class Verdict(NamedTuple):
    """What a lesson says to an answer."""

    right: bool
    reply: str


class Judged(NamedTuple):
    """An answer that was judged.

    Attributes:
        verdict: whether it is right, and what is said to it.
        tries: whether it counts as a try: a move that the rules refuse does not, and neither does what is no answer to
            such a question.
    """

    verdict: Verdict
    tries: bool = True


def judge(step: Step, answer: object) -> Verdict:
    """Whether an answer is right, and what is said to it; whatever it is, it is judged and never run."""
    return judged(step, answer).verdict


def judged(step: Step, answer: object) -> Judged:
    """As `judge`, and whether it counts as a try."""
    answer = plainly(answer)
    if step.ask == "look":
        return Judged(Verdict(True, ""))
    if step.ask == "until":
        return _played(step, answer)
    if step.ask == "move":
        try:
            told = written(step, answer)
        except IllegalMove as error:
            return Judged(Verdict(False, _refused(step, error)), tries=False)
    else:
        told = written(step, answer)
        if told is None:
            return Judged(Verdict(False, _no_answer(step, answer)), tries=False)
    if _is_right(step, told):
        return Judged(Verdict(True, step.replies.get(key_of(told)) or step.praise or RIGHT))
    return Judged(Verdict(False, step.replies.get(key_of(told)) or step.reply or WRONG))


class Judge:
    """Judges what one learner has answered to a lesson, each answer once and within a bound.

    Files hold what anybody has written into them: without a bound a few megabytes of moves that were never made would
    take minutes.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        """Begin with as much effort as there may be."""
        self._steps = steps
        self._left = MOST_EFFORT
        self._known: dict[tuple[int, str], Judged] = {}

    def of(self, number: int, answer: object) -> Judged | None:
        """The judgement of an answer as data to a step that there is; None where too much was to be judged."""
        key = number, json.dumps(answer, sort_keys=True)
        found = self._known.get(key)
        if found is None and self._left > 0:
            self._left -= 10 + (len(answer) if isinstance(answer, list) else 0)
            found = self._known[key] = judged(self._steps[number], answer)
        return found


def plainly(answer: object) -> Any:
    """A copy of an answer that holds nothing but data; None in place of what cannot be read."""
    copy, unread = plain(answer)
    return None if unread else copy


def written(step: Step, answer: Any) -> Answer:
    """An answer in the one way it is written; None where it is no answer to this question.

    Raises:
        IllegalMove: a move was asked for, and the rules refuse this one.
    """
    if step.ask == "move":
        assert step.start is not None
        text = answer[:MOST_ANSWER] if isinstance(answer, str) else answer
        return str(step.start.read(text))
    if step.ask == "choice":
        return _choice(step, answer)
    if step.ask == "number":
        return number_of(answer)
    return None


def _choice(step: Step, answer: object) -> str | None:
    if type(answer) is int:
        return step.choices[answer] if 0 <= answer < len(step.choices) else None
    if not isinstance(answer, str):
        return None
    meant = " ".join(answer[:MOST_ANSWER].split()).casefold()
    return next((one for one in step.choices if " ".join(one.split()).casefold() == meant), None)


def number_of(answer: object) -> int | float | None:
    """A number, also where it was typed, with a point or a comma; None where it is none."""
    if isinstance(answer, str) and len(answer) <= 40:
        try:
            answer = float(answer.strip().replace("−", "-").replace(",", "."))
        except ValueError:
            return None
    if isinstance(answer, float):
        if not math.isfinite(answer):
            return None
        return int(answer) if answer.is_integer() and abs(answer) < 1e15 else answer
    return answer if type(answer) is int and abs(answer) < 10**15 else None


def asked_of(step: Step) -> str:
    """What tells a question at its position from all others, whatever is right; empty where nothing is asked."""
    if step.start is None or step.ask == "look":
        return ""
    words = " ".join(step.text.split())
    return fingerprint([step.ask, words, step.seat, step.choices, step.until, step.bot, step.start.dump()])


def key_of(answer: Answer) -> str:
    """What an answer is called among the replies."""
    return str(answer)


def _is_right(step: Step, told: Answer) -> bool:
    if step.ask == "number" and isinstance(told, int | float):
        return any(abs(told - right) <= step.within for right in step.right if isinstance(right, int | float))
    return told in step.right


def _refused(step: Step, error: IllegalMove) -> str:
    """What is said to a move that the rules refuse: what was written for it, else the rule's own words."""
    return step.replies.get(error.move) or f"{error.reason[:1].upper()}{error.reason[1:]} ({error.rule})."


def _no_answer(step: Step, answer: object) -> str:
    if step.ask == "number":
        return f"A number is asked for; {shown(answer)} is none."
    return f"Choose one of these: {'; '.join(step.choices)}."


def _played(step: Step, answer: object) -> Judged:
    """Judge the moves, of all seats, that were made from the step's position."""
    history = step.start
    assert history is not None
    if not isinstance(answer, list) or len(answer) > MOST_ANSWER:
        return Judged(Verdict(False, "The moves that were made are asked for, as a list."), tries=False)
    seat = step.seat
    own = 0
    for text in answer:
        own += seat is None or history.to_play == seat
        try:
            history = history.play(text)
        except IllegalMove as error:
            return Judged(Verdict(False, _refused(step, error)), tries=False)
    return Judged(reached(step, history, own))


def reached(step: Step, history: History, own: int) -> Verdict:
    """Whether what a step is played on for has come about, after so many own moves."""
    assert step.start is not None
    number = step.start.round
    here = history.round_at(number).state
    points, returns = list(here.points), here.returns
    seat = step.seat if isinstance(step.seat, int) else 0
    until = step.until
    met = (
        ("over" not in until or returns is not None)
        and ("won" not in until or (returns is not None and returns[seat] > 0))
        and points[seat] >= until.get("points", points[seat])
        and own >= until.get("moves", 0)
    )
    if met:
        return Verdict(True, step.praise or RIGHT)
    return Verdict(False, (step.reply or MISSED) if returns is not None else NOT_YET)
