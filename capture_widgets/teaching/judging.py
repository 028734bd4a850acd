"""Judges answers: whether they are right, and the reply. A browser gets nothing of this but the reply."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import IllegalMove, shown
from capture_widgets.core.plain_data import plain
from capture_widgets.model.history import History
from capture_widgets.teaching.answer_format import fingerprint
from capture_widgets.teaching.answer_values import plain_words, readings
from capture_widgets.teaching.steps import Answer, Step

RIGHT: Final = "Right."
WRONG: Final = "No, that is not it."
NOT_YET: Final = "Not yet."
MISSED: Final = "The round is over, and the goal was not reached."

MOST_ANSWER: Final = 1_000
"""The largest number of characters, or of moves, in an answer."""

_MOST_TEXT: Final = 20_000
"""The largest number of characters in moves that are one text."""

_ROUNDING: Final = 1e-9

MOST_EFFORT: Final = 100_000
"""The limit for one learner's answers: each different answer costs ten, and each move in it costs one."""


class Verdict(NamedTuple):
    """Whether an answer is right, and the reply to it."""

    right: bool
    reply: str


class JudgedAnswer(NamedTuple):
    """An answer that was judged.

    Attributes:
        verdict: whether it is right, and the reply.
        tries: whether it counts as a try. A move that the rules refuse does not count, and neither does a text that is
            no possible answer, such as letters where the step asks for a number.
        hints: how many hints had been shown.
    """

    verdict: Verdict
    tries: bool = True
    hints: int = 0


def judge(step: Step, answer: object) -> Verdict:
    """Judge an answer. It may be any value; it is only compared and never run."""
    return judge_attempt(step, answer).verdict


def judge_attempt(step: Step, answer: object) -> JudgedAnswer:
    """Judge an answer, and say whether it counts as a try."""
    answer = as_plain_data(answer)
    if step.ask == "look":
        return JudgedAnswer(Verdict(True, ""))
    if step.ask == "until":
        return _played(step, answer)
    if step.ask == "move":
        try:
            given = normalized(step, answer)
        except IllegalMove as error:
            return JudgedAnswer(Verdict(False, _refused(step, error)), tries=False)
    else:
        given = normalized(step, answer)
        if given is None:
            return JudgedAnswer(Verdict(False, _no_answer(step, answer)), tries=False)
    if _is_right(step, given):
        return JudgedAnswer(Verdict(True, step.replies.get(reply_key(given)) or step.praise or RIGHT))
    return JudgedAnswer(Verdict(False, step.replies.get(reply_key(given)) or step.reply or WRONG))


class AnswerJudge:
    """Judges the answers of one learner to a lesson, each different answer once, up to a limit.

    Anybody may have written the file of answers: without a limit, a few megabytes of invented moves would take minutes.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        """Begin with the whole limit left."""
        self._steps = steps
        self._left = MOST_EFFORT
        self._known: dict[tuple[int, str], JudgedAnswer] = {}

    def of(self, number: int, answer: object, hints: object = 0) -> JudgedAnswer | None:
        """Judge an answer, as data, to an existing step; None if the limit is reached.

        Args:
            number: the number of the step.
            answer: the answer.
            hints: how many hints had been shown, as the answer says.
        """
        key = number, json.dumps(answer, sort_keys=True)
        result = self._known.get(key)
        if result is None and self._left > 0:
            moves = listed_moves(answer) if self._steps[number].ask == "until" else None
            self._left -= 10 + (len(moves) if isinstance(moves, list) else 0)
            result = self._known[key] = judge_attempt(self._steps[number], answer)
        return result._replace(hints=hints) if result is not None and type(hints) is int and hints > 0 else result


def as_plain_data(answer: object) -> Any:
    """A copy of an answer as plain data; None if it is no plain data. Other numbers become those of Python."""
    copy, unread = plain(_plain_number(answer))
    return None if unread else copy


def _plain_number(answer: object) -> object:
    """A number of NumPy, a fraction or a decimal as a number of Python; anything else as it is."""
    kind = type(answer)
    if kind is Fraction or kind is Decimal:
        return number_of(answer)
    numpy = sys.modules.get("numpy")
    # the type itself is compared: a name alone could be anybody's
    if numpy is not None and kind.__module__ == "numpy" and getattr(numpy, kind.__name__, None) is kind:
        return answer.item() if isinstance(answer, numpy.generic) else answer
    return answer


def normalized(step: Step, answer: Any) -> Answer:
    """An answer in its normal form; None if it is no possible answer to this question.

    Raises:
        IllegalMove: the step asks for a move, and the rules refuse this one.
    """
    if step.ask == "move":
        assert step.start is not None
        return meant_move(step.start, answer)
    if step.ask == "choice":
        return _choice(step, answer)
    if step.ask == "number":
        return _number(step, answer)
    return None


def meant_move(history: History, answer: object) -> str:
    """A legal move from its notation; case, spaces and signs do not matter where only one legal move is meant.

    Raises:
        IllegalMove: the text is no move, or a rule forbids it.
    """
    text = answer[:MOST_ANSWER] if isinstance(answer, str) else answer
    try:
        return str(history.read(text))  # type: ignore[arg-type]  # it refuses what is no text
    except IllegalMove as error:
        if error.rule != "GE-3" or not isinstance(text, str):
            raise
        meant = _letters(text)
        same = [move for move in map(str, history.legal_moves()) if _letters(move) == meant] if meant else []
        if len(same) != 1:
            raise
        return same[0]


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _choice(step: Step, answer: object) -> str | None:
    if type(answer) is int:
        return step.choices[answer] if 0 <= answer < len(step.choices) else None
    if not isinstance(answer, str):
        return None
    meant = _words(answer[:MOST_ANSWER])
    exact = next((one for one in step.choices if _words(one) == meant), None)
    if exact is not None:
        return exact
    bare = plain_words(answer)
    near = [one for one in step.choices if bare and plain_words(one) == bare]
    return near[0] if len(near) == 1 else None


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()


def _number(step: Step, answer: object) -> int | float | None:
    """The number that an answer means; of two readings (`readings`) the right one, if one is right."""
    values = [_as_number(one) for one in readings(answer)]
    return next((one for one in values if _is_right(step, one)), values[0] if values else None)


def number_of(answer: object) -> int | float | None:
    """A number, from a number or a text with a decimal point or comma or a fraction; None if it is no number."""
    values = readings(answer)
    return _as_number(values[0]) if values else None


def _as_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def question_fingerprint(step: Step) -> str:
    """A fingerprint of a question and its position, without the right answers; empty if the step asks nothing."""
    if step.start is None or step.ask == "look":
        return ""
    words = " ".join(step.text.split())
    return fingerprint([step.ask, words, step.seat, step.choices, step.until, step.bot, step.start.dump()])


def reply_key(answer: Answer) -> str:
    """The key of an answer among the replies of a step."""
    return str(answer)


def _is_right(step: Step, given: Answer) -> bool:
    if step.ask == "number" and isinstance(given, int | float):
        # a fraction such as 1/3 has no exact decimals, so the computer's rounding is no mistake
        return any(
            abs(given - right) <= step.within + _ROUNDING * max(1, abs(right))
            for right in step.right
            if isinstance(right, int | float)
        )
    return given in step.right


def _refused(step: Step, error: IllegalMove) -> str:
    """The reply to a move that the rules refuse: the one in the lesson, or else the reason of the rule."""
    return step.replies.get(error.move) or f"{error.reason[:1].upper()}{error.reason[1:]} ({error.rule})."


def _no_answer(step: Step, answer: object) -> str:
    if step.ask == "number":
        return f"This question asks for a number; {shown(answer)} is no number."
    return f"Choose one of these: {'; '.join(step.choices)}."


def listed_moves(answer: object) -> object:
    """The moves in a text, which semicolons, commas or line breaks separate; anything else as it is."""
    if not isinstance(answer, str):
        return answer
    return [move.strip() for move in re.split(r"[;,\n]", answer[:_MOST_TEXT]) if move.strip()] or None


def _played(step: Step, given: object) -> JudgedAnswer:
    """Judge the moves, of all seats, that were made from the step's position."""
    history, answer = step.start, listed_moves(given)
    assert history is not None
    if not isinstance(answer, list) or len(answer) > MOST_ANSWER:
        return JudgedAnswer(Verdict(False, "Answer with the list of all moves that were made."), tries=False)
    seat = step.seat
    own = 0
    for text in answer:
        own += seat is None or history.to_play == seat
        try:
            history = history.play(meant_move(history, text))
        except IllegalMove as error:
            return JudgedAnswer(Verdict(False, _refused(step, error)), tries=False)
    return JudgedAnswer(check_goal(step, history, own))


def check_goal(step: Step, history: History, own: int) -> Verdict:
    """Whether the goal of a step is reached, after ``own`` moves of the learner."""
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
