"""What a student reads at the end of a lesson, and points that depend on hints and tries."""

from __future__ import annotations

from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.review import answer_words
from capture_widgets.widgets import RunningLesson
from tests.schemas import lesson_schema
from tests.test_schemas import faults
from tests.wire import ask

BLUE_8 = "Attack the yellow 7 at the left end with the blue 8 (L:8b)"


def steps(**more: Any) -> list[dict[str, Any]]:
    start = cw.new("kommando", seed=7)
    attack = {"text": "Attack.", "position": start, "ask": "move", "right": "L:8b", "tries": 2, "points": 4}
    return [
        {**attack, "hints": ["One.", "Two."], "reply": "Think again.", **more},
        {"text": "How many?", "ask": "number", "right": 14},
        {"text": "Look."},
        {"text": "Who?", "ask": "choice", "choices": ["A", "B"], "right": "B", "tries": 1},
    ]


COSTLY = {"hint_costs": 1, "try_costs": 2}


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ([("L:8b", 0)], 4),
        ([("L:8b", 2)], 2),
        ([("L:1r", 0), ("L:8b", 1)], 1),
        ([("L:1r", 2), ("L:8b", 2)], 0),
        ([("L:99", 0), ("x", 0), ("L:8b", 0)], 4),  # what the rules refuse costs no try
        ([("L:1r", 0), ("L:1r", 0), ("L:8b", 0)], 0),
        ([("L:8b", 10**6)], 2),  # a step has two hints, whatever an answer claims
        ([("L:8b", 1), ("L:8b", 0)], 3),
    ],
)
def test_hints_and_wrong_tries_cost_what_the_lesson_says(given: list[tuple[str, int]], points: int) -> None:
    lesson = cw.Lesson("Costs", steps(**COSTLY))
    for answer, hints in given:
        lesson.answer(0, answer, hints=hints)
    grades = lesson.grade(lesson.answers)
    assert lesson.score() == grades[""] == (points, 6)
    assert grades.rows[0]["points"] == points
    assert grades.results()["tests"][0]["status"] == (
        "failed" if len(given) == 3 and given[1][0] == "L:1r" else "passed"
    )


def test_a_lesson_without_costs_is_of_the_first_version_as_before() -> None:
    old, new = cw.Lesson("Costs", steps()), cw.Lesson("Costs", steps(**COSTLY), solutions="end")
    assert (old.data()["version"], new.data()["version"]) == (1, 2)
    assert "solutions" not in old.data()
    for lesson in (old, new):
        assert faults(cw.schema("lesson"), lesson.data()) == faults(lesson_schema(), lesson.data()) == []
        assert cw.lesson(lesson.data()).fingerprint == lesson.fingerprint
        edited = lesson.edit().lesson.data()
        assert [edited.get(key) for key in ("version", "solutions")] == [
            lesson.data().get(key) for key in ("version", "solutions")
        ]
        assert [edited["steps"][0].get(key) for key in COSTLY] == [lesson.data()["steps"][0].get(key) for key in COSTLY]
    for key, where in (("solutions", "lesson"), ("hint_costs", "steps[0]"), ("try_costs", "steps[0]")):
        data = new.data() | {"version": 1}
        for other in ({"solutions", "hint_costs", "try_costs"} - {key}) | set():
            data.pop(other, None)
            data["steps"][0].pop(other, None)
        with pytest.raises(cw.RecordError, match=f"there is no key '{key}' here") as caught:
            cw.lesson(data)
        assert caught.value.where == where
    for bad, where in (({"hint_costs": -1}, "steps[0].hint_costs"), ({"try_costs": "1"}, "steps[0].try_costs")):
        with pytest.raises(cw.RecordError) as caught:
            cw.Lesson("Costs", steps(**bad))
        assert caught.value.where == where
    odd: Any = "always"
    with pytest.raises(cw.RecordError, match="expected one of tries, end, never"):
        cw.Lesson("Costs", steps(), solutions=odd)


def shown(lesson: cw.Lesson) -> list[tuple[int, str, bool, bool, str]]:
    return [(one.step, one.answer, one.right, one.closed, one.solution) for one in lesson.review()]


def test_a_review_has_answers_replies_and_what_was_right_where_the_teacher_allows_it() -> None:
    lesson = cw.Lesson("Review", steps(), who="Ann")
    for answer in ("L:1r", "L:3b", "L:8b"):
        lesson.answer(0, answer)
    lesson.answer(1, "13")
    lesson.answer(3, "B")
    lost = "Attack the yellow 7 at the left end with the blue 3 (L:3b)"
    assert shown(lesson) == [(0, lost, False, True, BLUE_8), (1, "13", False, False, ""), (3, "B", True, False, "")]
    first = lesson.review()[0]
    assert (first.text, first.reply, first.points, first.of) == ("Attack.", "Think again.", 0, 4)
    at_end = cw.Lesson("Review", steps(), solutions="end")
    at_end.answer(0, "L:1r")
    assert [one[-1] for one in shown(at_end)] == ["", "", ""], "the lesson is not over"
    at_end.answer(1, "13")
    at_end.answer(3, "A")
    assert [one[-1] for one in shown(at_end)] == [BLUE_8, "14", "B"]
    never = cw.Lesson("Review", steps(), solutions="never")
    never.answer(3, "A")
    assert shown(never)[2] == (3, "A", False, True, "")


def test_the_end_of_a_lesson_shows_the_review_and_no_page_has_it_before() -> None:
    run: RunningLesson = cw.Lesson("Run", steps(**COSTLY), who="Ann").run()
    game = run.table.game
    assert run.scene["costs"] == "Each hint costs 1 point and each wrong try costs 2 points of 4."
    for move in ("L:10b", "L:1r", "L:3b"):  # the first is against the rules
        ask(run.table, kind="play", move=move, round=game.round, ply=game.ply)
        assert run.scene["review"] == []
        assert BLUE_8 not in str(run.get_state())
    assert (run.scene["closed"], run.scene["tries"]) == (True, 0)
    for _ in range(2):
        ask(run, kind="next")
        ask(run, kind="say", answer="14")
    ask(run, kind="next")
    ask(run, kind="say", answer="A")
    assert BLUE_8 not in str(run.get_state())
    ask(run, kind="next")
    assert run.scene["over"]
    review = run.scene["review"]
    assert [(one["step"], one["right"], one["solution"]) for one in review] == [
        (0, False, BLUE_8),
        (1, True, ""),
        (3, False, "B"),
    ]
    ask(run, kind="back")
    assert run.scene["review"] == []


def test_a_review_counts_the_moves_of_a_hand_that_was_played_on() -> None:
    step = cw.lesson("kommando").steps[10]
    assert step.ask == "until"
    assert answer_words(step, ["2b", "L:3b"]) == "2 moves in all (2b; L:3b)"
