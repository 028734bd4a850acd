"""A lesson that deals each student other positions of the same kind, and grades each by the student's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.variants import are_alike


def steps(seed: int) -> list[dict[str, Any]] | None:
    """Attack with a red card, then count the attacks; only from hands that have a red card to attack with."""
    game = cw.new("kommando", seed=seed)
    red = [move for move in game.legal_moves() if move.endswith("r")]
    count = {"text": "How many attacks are there?", "ask": "number", "right": len(game.legal_moves())}
    return (
        [{"position": game, "text": "Attack with red.", "ask": "move", "right": red, "points": 2}, count]
        if red
        else None
    )


def variants(who: str = "", **more: Any) -> cw.Lesson:
    return cw.Lesson("Red", steps, seed="who", who=who, **more)


NAMES = [f"student {number}" for number in range(25)]


def test_each_student_has_another_position_that_is_as_hard_and_always_the_same() -> None:
    lesson = variants("Ann")
    own = [lesson.variant(who) for who in NAMES]
    assert len({one.fingerprint for one in own}) == len(NAMES)
    assert [variants(who).fingerprint for who in NAMES] == [one.fingerprint for one in own]
    assert variants(" ANN ").fingerprint == lesson.fingerprint == lesson.variant("ann").fingerprint
    chances = [len(one.steps[0].right) / len(one.steps[0].start.legal_moves()) for one in own if one.steps[0].start]
    assert max(chances) <= 1.5**2 * min(chances), "each is within one and a half of the same model"
    assert all(are_alike(one._content, variants()._content) for one in own)
    assert [step.points for step in own[0].steps] == [2, 1]
    assert cw.lesson(lesson.data()).fingerprint == lesson.fingerprint, "a variant is a lesson like any other"


def test_answers_are_graded_by_the_variant_of_their_writer(tmp_path: Path) -> None:
    folder = f"{tmp_path}/answers/"
    for who in NAMES[:4]:
        own = variants(who, keep=folder)
        own.answer(0, own.steps[0].right[0])
        own.answer(1, own.steps[1].right[0])
    variants("Eve", keep=folder).answer(1, 0)
    grades = variants().grade(folder)
    assert {who: score.points for who, score in grades.items() if who != "Eve"} == dict.fromkeys(NAMES[:4], 3)
    roster = tmp_path / "class.csv"
    roster.write_text("Name,Email\n" + "".join(f"Name {n},{who}\n" for n, who in enumerate(NAMES[:5])), "utf-8")
    by_label = variants().grade(folder, roster=roster)
    assert by_label == {f"Name {n}": (3 if n < 4 else 0, 3) for n in range(5)}, "the name that was given decides"
    assert by_label.missing == ["Name 4"]
    copied = [{**one, "who": NAMES[1]} for one in variants(NAMES[0], keep=folder).answers]
    neighbours = variants().grade(copied)
    assert neighbours == {NAMES[1]: (0, 3)}, "a neighbour's answers are to other positions"
    assert sum("left out" in words for words in neighbours.changed.values()) == 2

    def mended(seed: int) -> list[dict[str, Any]] | None:
        made = steps(seed)
        return made and [made[0], {**made[1], "points": 5}]

    key = cw.Lesson("Red", mended, seed="who")
    assert variants().grade(folder, key=key)[NAMES[0]] == (7, 7)


def test_what_makes_no_variants_is_refused() -> None:
    make: Any
    for make in ([], "x", None):
        with pytest.raises(ValueError, match='seed="who" needs a function'):
            cw.Lesson("Red", make, seed="who")
    with pytest.raises(ValueError, match="none of 60 seeds"):
        cw.Lesson("Red", lambda seed: None, seed="who")
    with pytest.raises(cw.RecordError, match="the first step needs"):
        cw.Lesson("Red", lambda seed: [{"text": "Look."}], seed="who")
    seed: Any = 7
    with pytest.raises(ValueError, match='expected "who"'):
        cw.Lesson("Red", steps, seed=seed)
    with pytest.raises(ValueError, match="'Ben' has a lesson with other positions"):
        variants("Ann").answer(0, "L:1r", who="Ben")
    taken: list[int] = []

    def once(seed: int) -> list[dict[str, Any]] | None:
        taken.append(seed)
        return steps(seed) if len(taken) == 1 else [*(steps(seed) or []), {"text": "More."}]

    with pytest.raises(ValueError, match="that is like the others and as hard"):
        cw.Lesson("Red", once, seed="who", who="Ann")
