"""The editor of lessons: what is set up and written there is a lesson, and nothing it is sent can break it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.drafts import FIELDS
from capture_widgets.teaching.lesson import Lesson
from capture_widgets.widgets import LessonEditor
from tests.test_lessons import everything
from tests.test_schemas import faults


def asked(editor: LessonEditor, what: str, one: str = "", to: str = "") -> Any:
    """What the editor replies to a page."""
    sent: list[Any] = []
    editor.send = lambda content, buffers=None: sent.append(content)
    editor._heard(None, {"kind": "edit", "what": what, "one": one, "to": to, "id": 1}, [])
    return sent[-1]


def test_a_lesson_is_made_in_the_editor_and_saved(tmp_path: Path) -> None:
    editor = cw.lesson_editor("kommando", title="Two questions")
    editor.clear()
    low = ["1r", "2r", "3r"]
    for card in low:
        editor.put(card, "hands/0")
    assert editor.places["hands/0"] == low
    editor.finish(seed=1)
    editor.write(text="Attack.", ask="move", seat="all")
    legal = editor.scene["legal"]
    editor.write(right=f"{legal[0]}; {legal[1]}", reply="Think again.", replies=f"{legal[2]} = Too dear.")
    editor.write(hints="On the left.\nThe lowest.")
    editor.add()
    editor.play(legal[0])
    editor.write(text="How many?", ask="number", right="3", within="0,5", tries="2", points="2", reveal="It was three.")
    lesson = cw.lesson(editor.lesson.save(tmp_path / "lesson.json"))
    assert (lesson.title, [step.ask for step in lesson.steps]) == ("Two questions", ["move", "number"])
    assert lesson.steps[0].right == (legal[0], legal[1])
    assert lesson.check(0, legal[2]) == (False, "Too dear.")
    assert lesson.steps[1].start is not None
    assert lesson.steps[1].start.moves() == [legal[0]]
    assert {*low} <= {*lesson.steps[0].start.dump()["table"]["hands"][0]}  # type: ignore[union-attr]
    assert lesson.check(1, "3.5").right
    assert (lesson.steps[1].tries, lesson.steps[1].points, lesson.steps[1].reveal) == (2, 2, "It was three.")
    assert faults(cw.schema("lesson"), lesson.data()) == []


def test_a_lesson_that_is_opened_and_not_touched_stays_the_same() -> None:
    lesson = cw.lesson(everything())
    editor = lesson.edit()
    again = editor.lesson
    assert len(again) == len(lesson)
    for one, other in zip(again.steps, lesson.steps, strict=True):
        for name in one.__dataclass_fields__:
            if name != "start":
                assert getattr(one, name) == getattr(other, name), name
        assert (one.start and one.start.dump()) == (other.start and other.start.dump())
    assert isinstance(again, Lesson)


def test_what_is_missing_is_said_at_its_step_and_the_step_is_shown_as_a_student_sees_it() -> None:
    editor = cw.lesson_editor(cw.new("kommando", seed=7))
    assert editor.scene["steps"][0]["fault"] == "text: expected a text"
    with pytest.raises(cw.RecordError):
        _ = editor.lesson
    assert asked(editor, "write", "text", "Attack.")["kind"] == "done"
    asked(editor, "write", "ask", "move")
    assert editor.scene["steps"][0]["fault"].startswith("right: ")
    asked(editor, "write", "right", "L:1r")
    assert editor.scene["steps"][0]["fault"] is None
    assert asked(editor, "try")["kind"] == "done"
    trial = editor.preview()
    assert editor.scene["trial"] == trial.model_id
    assert "L:1r" not in json.dumps(trial.scene)
    trial.take_move("L:1r")
    assert trial.scene["reply"]["right"]
    asked(editor, "write", "text", "Attack!")
    assert editor.scene["trial"] is None


def test_a_page_lays_cards_and_what_the_rules_forbid_comes_back_with_the_rule() -> None:
    editor = cw.lesson_editor("kommando")
    asked(editor, "clear")
    for card in ("1r", "2r", "3r", "4r", "5r", "6r", "7r", "1b", "2b"):
        assert asked(editor, "put", card, "hands/0")["kind"] == "done"
    refused = asked(editor, "put", "3b", "hands/0")
    assert (refused["kind"], refused["rule"]) == ("refused", "KO-3")
    assert asked(editor, "put", "10r", "hands/0|1r")["kind"] == "done"
    assert "1r" in editor.scene["tray"]
    asked(editor, "take", "10r")
    assert "10r" in editor.scene["tray"]
    asked(editor, "finish")
    assert editor.scene["tray"] == []
    asked(editor, "on", "3")
    assert len(editor.scene["moves"]) == 3
    asked(editor, "back")
    assert len(editor.scene["moves"]) == 2
    asked(editor, "game", "fourx")
    assert editor.scene["game"] == "fourx"
    asked(editor, "add")
    asked(editor, "move", "up")
    asked(editor, "open", "1")
    asked(editor, "drop")
    assert len(editor.scene["steps"]) == 1


def test_nothing_that_a_page_sends_breaks_it() -> None:
    editor = cw.lesson_editor("kommando", title="x")
    rng = Random(1)
    kinds = "put take clear finish play on back write title game add open drop move try __init__".split()
    texts = "1r hands/0 hands/0|2r L:1r text ask move choice until universal 3 -1 ² a=b right".split()
    texts += ["", "9" * 400, "x" * 30_000]
    replies = set()
    for _ in range(300):
        sent: list[Any] = []
        editor.send = lambda content, buffers=None, sent=sent: sent.append(content)
        one: Any = rng.choice([*texts, None, 7, []])
        to: Any = rng.choice([*texts, {}])
        editor._heard(None, {"kind": "edit", "id": 7, "what": rng.choice(kinds), "one": one, "to": to}, [])
        replies.add(sent[-1]["kind"])
        json.dumps(editor.scene)
    assert replies == {"done", "refused"}
    assert {*editor.scene["fields"]} == {*FIELDS}
    assert len(editor.scene["steps"]) <= 200
    for bad in (7, "nothing", {"format": 1}, cw.new("kommando", match=True)):
        with pytest.raises(ValueError, match=r"lesson|format|object|deal"):
            cw.lesson_editor(bad)  # type: ignore[arg-type]
