"""Answers of lessons: saved, shown as a data frame, graded without a browser."""

from __future__ import annotations

import copy
import json
import math
import warnings
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

import capture_widgets as cw
from capture_widgets.teaching.answer_file import AnswerFile
from capture_widgets.teaching.answers import Attempts
from tests.hostile import Liar, damaged_text, harmed
from tests.test_lessons import everything

RIGHT = cw.new("kommando", seed=7).legal_moves()[0]


def answered(**more: Any) -> cw.Lesson:
    """The lesson with all kinds of questions, answered by Ann."""
    lesson = cw.lesson(everything(), who="Ann", **more)
    lesson.answer(0, None)
    lesson.answer(1, "R:10b", seconds=2.5)
    lesson.answer(1, RIGHT, hints=1, seconds=9)
    lesson.answer(2, "B")
    return lesson


def by_ben(**more: Any) -> cw.Lesson:
    """The same, answered by Ben."""
    lesson = cw.lesson(everything(), who="Ben", **more)
    lesson.answer(3, 99)
    lesson.answer(3, 3)
    lesson.answer(7, ["L:1b", "x"])
    return lesson


def both() -> Attempts:
    """What the two have answered."""
    return Attempts([*answered().answers, *by_ben().answers])


def test_answers_outlive_the_kernel_and_count_on(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    lesson = answered(keep=path)
    by_ben(keep=path)
    again = cw.lesson(everything(), who="Ann", keep=path)
    assert again.answers == lesson.answers
    assert again.score() == lesson.score() == (3, 7)
    again.answer(2, "A")
    assert again.answers[-1]["attempt"] == 2
    assert len(AnswerFile(path).read().answers) == 8
    other = everything()
    other["title"] = "Another one"
    assert cw.lesson(other, who="Ann", keep=path).answers == [], "a file may hold answers to several lessons"
    held = again.answers
    with pytest.raises(OSError, match="none"):
        cw.lesson(everything(), keep=tmp_path / "none" / "a.jsonl").answer(2, "B")
    assert again.answers == held


def test_strange_names_and_answers_are_kept_so_that_they_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    who = "x" * 999 + "\ud800"
    lesson = cw.lesson(everything(), who=who, keep=path)
    strange: Any
    for strange in ("\ud800" * 3000, math.inf, 10**4000, {"a": 1}, [1, None], ["L:1b"] * 2000, True, Liar()):
        for step in (1, 2, 3, 7):
            lesson.answer(step, strange)
    assert len(lesson.answers) == 32
    assert cw.lesson(everything(), who=who, keep=path).answers == lesson.answers
    assert {*lesson.grade(path).values()} == {(0, 7)}


def test_answers_are_a_data_frame_and_a_file(tmp_path: Path) -> None:
    lesson, answers = answered(), both()
    frame = answers.frame()
    columns = ["who", "step", "attempt", "answer", "right", "reply", "hints", "seconds", "when", "asked"]
    assert list(frame.columns)[2:] == columns
    assert frame[frame.right].groupby("who").size().to_dict() == {"Ann": 3, "Ben": 1}
    saved = answers.save(tmp_path / "a.jsonl")
    expected = {"Ann": (3, 7), "Ben": (1, 7)}
    csv = tmp_path / "a.csv"
    frame.to_csv(csv)
    import pandas as pd

    for given in (answers, frame, saved, str(saved), pd.read_csv(csv), [dict(one) for one in answers], [saved]):
        assert lesson.grade(given) == expected


def test_what_was_played_on_is_graded_from_one_text_too() -> None:
    lesson = cw.lesson(everything())
    game = cw.new("kommando", seed=7)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    right = game.points[0] > 0
    lesson.answer(7, game.moves())
    assert lesson.grade(lesson.answers.frame()) == lesson.grade({7: game.moves()}) == {"": (int(right), 7)}


def test_answers_to_something_else_are_left_out_and_named_or_refused(tmp_path: Path) -> None:
    lesson = answered(keep=tmp_path / "a.jsonl")
    changed = everything()
    changed["title"] = "Another one"
    new = cw.lesson(changed)
    for given in (lesson.answers, lesson.answers.frame(), tmp_path / "a.jsonl"):
        with pytest.raises(ValueError, match="these answers are to another lesson, 'A bit of everything'") as told:
            new.grade(given)
        assert lesson.fingerprint in str(told.value)
        assert new.fingerprint in str(told.value)
        assert new.grade(given, others="skip") == {}, "nobody is invented"
    cems = cw.lesson(changed, who="Cem")
    cems.answer(2, "B")
    mixed = [*lesson.answers, *cems.answers]
    with pytest.raises(ValueError, match="4 of 5 answers are to another lesson"):
        new.grade(mixed, others="refuse")
    grades = new.grade(mixed)
    assert grades == new.grade(mixed, others="skip") == {"Cem": (1, 7)}
    assert [fault[:40] for fault in grades.faults] == ["4 of 5 answers are to another lesson, 'A"]
    assert grades.faults[0] in repr(grades)
    assert new.grade(mixed, others="skip").faults == []
    old = [{key: value for key, value in one.items() if key != "asked"} for one in lesson.answers]
    changed = everything()
    changed["steps"][2]["right"] = "A"
    with pytest.raises(ValueError, match=r"another version of 'A bit of everything'.*with key= by the new one"):
        cw.lesson(changed).grade(old)


def test_a_key_that_was_mended_judges_earlier_answers_where_the_same_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lesson = answered(keep=path)
    lesson.answer(3, 9)
    lesson.answer(2, "A", who="Ben")
    mended = everything()
    mended["steps"][2]["right"] = ["B", "A"]
    mended["steps"][2]["points"] = 3
    mended["steps"][3]["text"] = "How many cards?"
    mended["steps"].insert(1, {"text": "One more to look at."})
    new = cw.lesson(mended)
    given: Any
    for given in (path, str(path)):
        grades = new.grade(given)
        assert grades == {"Ann": (5, 9), "Ben": (3, 9)}
        assert list(grades.changed) == [3]
        assert "1 answer was left out: an earlier version asked another question" in grades.changed[3]
        assert "2 answers were judged by this version, not an earlier one, 1 of them differently" in grades.changed[3]
    assert lesson.grade(path, key=new) == {"Ann": (5, 9), "Ben": (3, 9)}
    assert lesson.grade(path) == {"Ann": (3, 7), "Ben": (0, 7)}
    assert [(one["who"], one["step"], one["right"]) for one in new.grade(path).attempts][-2:] == [
        ("Ann", 3, True), ("Ben", 3, True),
    ]  # fmt: skip
    assert list(new.grade(path).attempts.frame().who.unique()) == ["Ann", "Ben"]
    old = [
        {key: value for key, value in json.loads(line).items() if key != "asked"}
        for line in path.read_text("utf-8").splitlines()
    ]
    by_key = lesson.grade(old, key=new)
    assert by_key == {"Ann": (5, 9), "Ben": (3, 9)}, "where both versions are known answers need not say what was asked"
    assert list(by_key.changed) == [3]
    moved = everything()
    moved["steps"][1]["right"] = moved["steps"][1]["right"][::-1]  # what follows goes on from another position
    moved["steps"][1]["then"] = {}
    grades = cw.lesson(moved).grade(path)
    assert grades["Ann"] == (2, 7), "the question itself is the same, and what followed it is not"
    assert [*grades.changed] == [2, 3]
    bad: Any
    for bad in ("x", 7, {}):
        with pytest.raises(ValueError, match="key="):
            lesson.grade(path, key=bad)


def test_every_answer_of_a_large_class_is_graded() -> None:
    """All of them together hold more values than the package reads of one value."""
    one = answered()
    given = one.answers[0]
    many = [{**given, "who": f"student {number % 1500}"} for number in range(30_000)]
    grades = one.grade(many)
    assert grades.faults == []
    assert (len(grades), len(grades.attempts)) == (1500, 30_000)
    assert one.grade(grades.attempts.frame()).faults == []


def test_what_is_no_answers_is_refused() -> None:
    lesson = cw.lesson(everything())
    liar = Liar()
    bad: Any
    for bad in (
        None, 7, [7], {"a": 1}, [{"step": 99}], [{"step": "1"}], [{"step": 1, "who": 7}], [{"step": 1, "answer": liar}],
        liar, {1: liar}, [liar], [{}],
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"answers|attempts|step"):
            lesson.grade(bad)


def test_a_file_that_is_not_there_or_none_of_answers_is_refused(tmp_path: Path) -> None:
    lesson = cw.lesson(everything())
    with pytest.raises(FileNotFoundError):
        lesson.grade(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl").write_text("{}\n")
    with pytest.raises(cw.RecordError, match="line 1: the answer lacks lesson"):
        lesson.grade(tmp_path / "a.jsonl")


def test_results_for_gradescope(tmp_path: Path) -> None:
    lesson = answered()
    grades = lesson.grade(both())
    path = grades.save_results(tmp_path / "results.json", who="Ann")
    found = json.loads(path.read_text("utf-8"))
    assert found["score"] == 3 == sum(test["score"] for test in found["tests"])
    assert sum(test["max_score"] for test in found["tests"]) == 7
    assert found["tests"][0] == {
        "number": "2", "name": "Step 2: Attack.", "score": 2, "max_score": 2, "status": "passed",
        "output": f"Right, after 2 attempts.\nAnswer: {RIGHT}\nVery good.",
    }  # fmt: skip
    assert found["tests"][2]["output"] == "Not answered."
    assert grades.results("Ben")["tests"][2]["output"] == "Right, after 2 attempts.\nAnswer: 3\nRight."
    assert "Not right, after 1 attempt.\nAnswer: L:1b; x\n" in grades.results("Ben")["tests"][-1]["output"]
    columns = ["who", "step", "text", "points", "of", "attempts", "right", "answer", "reply"]
    assert list(grades.frame().columns) == columns
    for who, reason in ((None, "several have answered"), ("Cem", "nobody called 'Cem'")):
        with pytest.raises(ValueError, match=reason):
            grades.results(who)
    assert lesson.grade([]) == {}
    nobody = lesson.grade([]).results()
    assert (nobody["score"], {test["status"] for test in nobody["tests"]}) == (0, {"failed"})


def test_harmed_answers_are_refused_in_words_or_graded(tmp_path: Path) -> None:
    lesson = answered(keep=tmp_path / "kept.jsonl")
    by_ben(keep=tmp_path / "kept.jsonl")
    sound, text = [*both()], (tmp_path / "kept.jsonl").read_text("utf-8")
    graded = refused = named = 0
    for seed in range(250):
        rng = Random(f"answers/{seed}")
        others: Literal["refuse", "skip"] = rng.choice(["refuse", "skip"])
        data: Any
        if rng.random() < 0.4:
            data = tmp_path / f"{seed}.jsonl"
            data.write_bytes(damaged_text(text, rng))
        else:
            data = harmed(copy.deepcopy(sound), rng, objects=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a torn last line is left out with one
            try:
                grades = lesson.grade(data, others=others)
            except ValueError as error:  # a RecordError is one
                assert str(error)  # noqa: PT017 - what it says is the point
                refused += 1
                continue
        graded += 1
        named += bool(grades.faults)
        assert all(0 <= points <= of == 7 for points, of in grades.values())
        grades.frame()
    assert graded > 100
    assert refused > 5
    assert named > 50
