"""Answers to exercises and lessons are right in every usual form, and the key in a notebook shows no answer."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import capture_widgets as cw

RIGHT_AND_WRONG: list[tuple[object, float, list[object], list[object]]] = [
    ("overconfident", 0, [" Over-Confident ", "over confident.", '"overconfident"'], ["underconfident", "", 7]),
    (0.44, 0.006, ["0,44", "11/25", "44%", 0.434, 0.446, Fraction(11, 25), Decimal("0.44"), np.float64(0.44)],
     ["0.4", "x", 0.4335, 0.4465, True, [0.44]]),
    (108, 0, ["108", 108.0, " 108.0 ", np.int64(108), "216/2"], [110, 107.99, "none"]),
    (6147, 30, ["6,147", "6 147", "6'150", 6120], [6.147, 6000]),
    (85_357_272, 0, ["85_357_272", "85,357,272"], [85_357_273, "85"]),
    (-3, 0, ["-3", "\u22123"], [3, "3"]),
    (1 / 3, 0, ["1/3", 1 / 3], [0.33, "1/0", "/3"]),
    (True, 0, ["yes", "True", np.bool_(True)], [False, "no", 1]),
    ({"L:1r", "R:2b"}, 0, [["R:2b", "L:1r"], {"l:1r", "r:2b"}, ("L:1r", "R:2b", "R:2b")], ["L:1r", ["L:1r"]]),
    ([1, "a"], 0, [("1", "A"), [1.0, "a"]], [["a", 1], {1, "a"}]),
]  # fmt: skip


@pytest.mark.parametrize(("right", "near", "good", "bad"), RIGHT_AND_WRONG, ids=range(len(RIGHT_AND_WRONG)))
def test_a_key_knows_a_right_answer_in_every_form(right: Any, near: float, good: list[Any], bad: list[Any]) -> None:
    key = cw.answer_key(right, near=near)
    assert [answer for answer in [right, *good] if not cw.check(answer, key)] == []
    assert [answer for answer in bad if cw.check(answer, key)] == []
    # the salt and the digest are hexadecimal digits by chance, in which a short number may well stand
    _, salt, *plain, digest = key.split(".")
    assert str(right).strip("[]{}'") not in ".".join(plain)
    assert (len(salt), len(digest)) == (8, 24)
    assert key != cw.answer_key(right, near=near), "each key has a salt of its own"


def test_a_key_may_know_several_answers_and_says_what_is_open_or_no_number() -> None:
    key = cw.answer_key(3, "three")
    assert cw.check("Three", key)
    assert cw.check("3.0", key)
    assert repr(cw.check(None, key)) == "Not answered yet: replace None by your answer and run the cell again."
    assert cw.check(..., key).words.startswith("Not answered yet")
    assert repr(cw.check("4", key)).startswith("Not right yet. Read the question again")
    assert (
        repr(cw.check("three", cw.answer_key(3))) == "Not right yet. The answer must be a number, and this is not one."
    )
    bad: Any
    for bad in ("", "x", None, 7, "n.00000000.1/0"):
        with pytest.raises(ValueError, match="is no key"):
            cw.check(3, bad)
    for bad in ((), (None,), ("",), (object(),)):
        with pytest.raises(ValueError, match="answer"):
            cw.answer_key(*bad)
    for near in (-1, float("nan"), None):
        bad = near
        with pytest.raises(ValueError, match="near="):
            cw.answer_key(3, near=bad)
    assert not cw.check(3, "n.00000000.0/1.0/0.000000000000000000000000"), "a damaged key is no error in the cell"


def test_no_notebook_shows_the_answer_in_the_cell_where_students_type() -> None:
    for path in (Path(__file__).parent.parent / "notebooks").glob("*.ipynb"):
        calls = re.findall(r"(?:cw\.|[^.\w])check\(\w+, (.{0,30})", path.read_text("utf-8"))
        assert [call for call in calls if not re.match(r'\\"[nw]\.[0-9a-f]{8}\.', call)] == [], path.name


def test_a_lesson_takes_what_is_right_in_another_form() -> None:
    start = cw.new("kommando", seed=7)
    lesson = cw.Lesson(
        "Forms",
        [
            {"position": start, "text": "Attack.", "ask": "move", "right": "L:8b", "tries": 1},
            {"text": "Count.", "ask": "number", "right": [14, 1 / 3]},
            {"text": "Choose.", "ask": "choice", "choices": ["Re-sign", "Resign", "Play on"], "right": "Play on"},
            {"position": start, "text": "Win.", "ask": "until", "until": {"points": 5}, "seat": 0, "bot": "beginner"},
        ],
    )
    good: list[tuple[int, list[Any]]] = [
        (0, ["L:8b", " l:8B ", "L 8b", "l8b", "L-8b"]),
        (1, ["14", 14.0, np.int64(14), Fraction(28, 2), Decimal(14), "28/2", "1/3", 1 / 3]),
        (2, ["play-on", "PLAY  ON", 2]),
        (3, [["R:9y", "1b"], ("R:9y", "1b"), "R:9y, 1b", "r:9Y; 1B"]),
    ]
    for step, answers in good:
        assert [answer for answer in answers if not lesson.check(step, answer).right] == []
    for step, answer in ((0, "8b"), (0, "L:7r"), (1, "fourteen"), (1, True), (2, "resign"), (2, "re sign"), (3, "")):
        assert not lesson.check(step, answer).right, answer
    lesson.answer(3, "r:9Y; 1B")
    assert lesson.answers[-1]["answer"] == ["r:9Y", "1B"]
    assert lesson.grade(lesson.answers)[""].points == 1
