"""Exercises in a notebook: a key says whether an answer is right, and does not show the right answer.

The key stands in the notebook, so it hides the answer from the eye and not from a program: whoever tries all words of a
dictionary, or all numbers, finds it. For marks, judge the answers where no student can read the key (docs/teaching.md).
"""

from __future__ import annotations

import re
import secrets
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from capture_widgets.core.errors import shown
from capture_widgets.teaching.answer_values import plain_words, readings

OPEN: Final = "Not answered yet: replace None by your answer and run the cell again."
RIGHT: Final = "Right."
WRONG: Final = "Not right yet. Read the question again, or count in another way."
NO_NUMBER: Final = "Not right yet. The answer must be a number, and this is not one."

_ROUNDING: Final = Fraction(1, 10**7)
"""How far an answer may be from a right number of less than ten million at least, since computers round."""

_STEPS: Final = 2_000
"""The number of places at which a cell of numbers may begin."""

_MOST_PARTS: Final = 1_000
"""The largest number of values in a list that is an answer."""

_MOST_DEPTH: Final = 2
"""The largest number of lists around a value."""

_PART: Final = re.compile(r"w\.[0-9a-f]{8}\.[0-9a-f]{24}|n\.[0-9a-f]{8}\.\d+/\d+\.\d+/\d+\.[0-9a-f]{24}")


class Checked:
    """Whether an answer to an exercise is right, with a sentence for the student; true if it is right.

    Attributes:
        right: whether it is right.
        words: the sentence.
    """

    def __init__(self, right: bool, words: str) -> None:
        self.right = right
        self.words = words

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.words


def answer_key(*right: object, near: float = 0) -> str:
    """A key for `check`: a text that tells right answers from wrong ones and does not show the right ones.

    A new call makes another text, which recognizes the same answers.

    Args:
        *right: all right answers: each a number, a text, True or False, or a list or set of these.
        near: how far a number may be from a right one.

    Raises:
        ValueError: there is no right answer, one cannot be an answer, or ``near`` is no number from 0.
    """
    widest = readings(near)
    if not widest or widest[0] < 0:
        raise ValueError(f"near={shown(near)}: expected a number, 0 or more")
    if not right:
        raise ValueError("expected at least one right answer")
    return " ".join(_part(one, widest[0]) for one in right)


def check(answer: object, key: str) -> Checked:
    """Check an answer to an exercise. As the last line of a cell it shows whether the answer is right.

    Upper and lower case, spaces and hyphens do not matter. A number may be a text, a fraction such as ``"4/9"`` or a
    percentage.

    Args:
        answer: the answer; None while there is none.
        key: the text that `answer_key` has made.

    Raises:
        ValueError: this is no key.
    """
    parts = str(key).split()
    if not parts or not all(_PART.fullmatch(part) for part in parts):
        raise ValueError(f"{shown(key)} is no key; cw.answer_key(right) makes one")
    if answer is None or answer is ...:
        return Checked(False, OPEN)
    if any(_fits(answer, part) for part in parts):
        return Checked(True, RIGHT)
    wants_number = all(part.startswith("n") for part in parts)
    return Checked(False, NO_NUMBER if wants_number and not readings(answer) else WRONG)


def _part(right: object, near: Fraction) -> str:
    """The key of one right answer.

    A number is found by its cell: all numbers are cut into cells as wide as the tolerance allows, one of them around
    the right number. The key tells the width and where one cell begins, and only a digest of which cell is right.
    """
    salt = secrets.token_hex(4)
    numbers = readings(right)
    if numbers:
        near = max(near.limit_denominator(10**12), _rounding(numbers[0]))
        width = 2 * near
        # rounded, since all digits of where a cell begins could tell the number
        start = round((numbers[0] - near) % width / width * _STEPS) * width / _STEPS
        return f"n.{salt}.{_text(width)}.{_text(start)}.{_digest(salt, (numbers[0] - start) // width)}"
    words = _words(right)
    if not words:
        raise ValueError(f"{shown(right)} cannot be an answer")
    return f"w.{salt}.{_digest(salt, words)}"


def _rounding(value: Fraction) -> Fraction:
    """What rounding may do to a number; it must not tell the number, so it has few values."""
    return _ROUNDING if abs(value) < 10**7 else _ROUNDING * 10**5 if abs(value) < 10**12 else Fraction(1, 4)


def _fits(answer: object, part: str) -> bool:
    kind, salt, *middle, digest = part.split(".")
    if kind == "w":
        forms = {_words(answer), _words(answer, as_set=True)} - {""}
        return any(_digest(salt, form) == digest for form in forms)
    width, start = (Fraction(int(above), int(below) or 1) for above, below in (one.split("/") for one in middle))
    for value in readings(answer):
        # rounding, of a computer or of where a cell begins, must not put a number on the edge into the next cell
        edge = max(_rounding(value), width / _STEPS)
        for moved in (value, value - edge, value + edge):
            if width and _digest(salt, (moved - start) // width) == digest:
                return True
    return False


def _words(answer: object, depth: int = 0, *, as_set: bool = False) -> str:
    """The normal form of a text, of True or False, or of a list or set of answers; empty if it is none."""
    one: Any = answer
    if type(one).__module__.partition(".")[0] == "numpy" and hasattr(one, "tolist"):
        one = one.tolist()
    if isinstance(one, bool):
        return "yes" if one else "no"
    if isinstance(one, str):
        words = plain_words(one)
        return {"true": "yes", "false": "no"}.get(words, words)
    if not isinstance(one, list | tuple | set | frozenset) or depth > _MOST_DEPTH or len(one) > _MOST_PARTS:
        return ""
    parts = [_element(value, depth) for value in one]
    if as_set or isinstance(one, set | frozenset):
        return f"{{{';'.join(sorted({*parts}))}}}"
    return f"[{';'.join(parts)}]"


def _element(value: object, depth: int) -> str:
    numbers = readings(value)
    return f"{float(numbers[0]):.9g}" if numbers else _words(value, depth + 1)


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _digest(salt: str, value: object) -> str:
    return sha256(f"capture_widgets exercise\n{salt}\n{value}".encode("utf-8", "replace")).hexdigest()[:24]
