"""The lesson editor: it writes valid lessons, and no request breaks it."""

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
from tests.hostile_messages import declared
from tests.test_lessons import everything
from tests.test_schemas import faults
from tests.wire import say


def asked(editor: LessonEditor, what: str, one: str = "", to: str = "", *, step: str | None = None) -> Any:
    """What the editor replies to a page that shows the open step, or another one."""
    shown = opened(editor) if step is None else step
    return replied(editor, {"kind": "edit", "what": what, "one": one, "to": to, "step": shown})


def replied(editor: LessonEditor, request: dict[str, Any]) -> Any:
    """What the editor replies to a request, whatever it is."""
    sent: list[Any] = []
    editor.send = lambda content, buffers=None: sent.append(content)
    say(editor, {**request, "id": 1})
    return sent[-1]


def opened(editor: LessonEditor) -> str:
    """The name of the open step."""
    return str(editor.scene["steps"][editor.scene["step"]]["id"])


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
    assert editor.scene["steps"][0]["fault"] == "the text is empty"
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
    editor = cw.lesson_editor(cw.new("kommando", seed=7))
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
    first = opened(editor)
    asked(editor, "add")
    added = opened(editor)
    asked(editor, "move", "up")
    assert [one["id"] for one in editor.scene["steps"]] == [added, first]
    asked(editor, "open", step=first)
    assert (opened(editor), editor.scene["step"]) == (first, 1)
    asked(editor, "drop")
    assert [one["id"] for one in editor.scene["steps"]] == [added]


def test_what_is_written_for_a_step_reaches_it_wherever_the_editor_is_by_then() -> None:
    editor = cw.lesson_editor(cw.new("kommando", seed=7))
    first = opened(editor)
    assert asked(editor, "add", to="page-1")["kind"] == "done"
    assert opened(editor) == "page-1", "a page may name the step that it begins"
    # typed before the page knew that another step is open
    assert asked(editor, "write", "text", "The first.", step=first)["kind"] == "done"
    assert asked(editor, "play", "L:1r", step=first)["kind"] == "done"
    assert opened(editor) == "page-1"
    assert (editor.scene["fields"]["text"], editor.scene["moves"]) == ("", [])
    assert asked(editor, "play", "L:0r", step=first)["kind"] == "refused"
    assert opened(editor) == "page-1"
    asked(editor, "write", "text", "The second.", step="page-1")
    assert [one["text"] for one in editor.scene["steps"]] == ["The first.", "The second."]
    asked(editor, "open", step=first)
    assert (editor.scene["fields"]["text"], editor.scene["moves"]) == ("The first.", ["L:1r"])
    # what begins beside a step that is not open is opened there
    asked(editor, "add", to="page-2", step="page-1")
    assert [one["id"] for one in editor.scene["steps"]] == [first, "page-1", "page-2"]
    assert asked(editor, "add", to="page-2")["kind"] == "refused", "there is one of that name"


def test_a_page_never_sees_a_step_open_that_was_only_written_into() -> None:
    editor = cw.lesson_editor(cw.new("kommando", seed=7))
    asked(editor, "add")
    sent: list[Any] = []
    comm: Any = editor.comm
    comm.send = lambda data, **_: sent.append(data)
    asked(editor, "write", "text", "The first.", step="1")
    states = [one["state"]["scene"]["step"] for one in sent if one.get("method") == "update"]
    assert states == [1]


def test_words_for_a_step_that_was_removed_are_refused_and_told_back() -> None:
    editor = cw.lesson_editor(cw.new("kommando", seed=7))
    asked(editor, "add")
    gone = opened(editor)
    asked(editor, "drop")
    left = dict(editor.scene["fields"])
    refused = asked(editor, "write", "text", "What would you lead?", step=gone)
    assert refused["kind"] == "refused"
    assert "removed from the lesson" in refused["text"]
    assert "What would you lead?" in refused["text"]
    assert editor.scene["fields"] == left


STRANGE: list[Any] = [
    "self", "text", "seat", "right", "", "x", "L:1b", "\u0663", "up", "\ud800", "x" * 30_000, None, 7, [], {}, True,
    "|", "-1", "NaN", "1e999", "9" * 400, "won x", "a = b", "kommando", "points", "tries",
]  # fmt: skip


def in_words(reply: dict[str, Any]) -> bool:
    """Whether a reply says nothing in a programming language."""
    return not any(word in json.dumps(reply) for word in ("Error", "Exception", "Traceback", "unhashable", "argument"))


def test_whatever_a_page_asks_of_an_editor_is_answered_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some of what it asks saves the lesson
    rng = Random(24)
    done = 0
    deeds = sorted({message["what"] for message in declared() if message["kind"] == "edit"})
    for source in ("kommando", "fourx", everything()):
        editor = cw.lesson_editor(source)
        for _ in range(400):
            what = rng.choice([*deeds, "self", *STRANGE[:14]])
            strange = [one for one in STRANGE if isinstance(one, str)]
            request = {"kind": "edit", "what": what, "one": rng.choice(strange), "to": rng.choice(strange)}
            request["step"] = editor.scene["steps"][editor.scene["step"]]["id"]
            if rng.random() < 0.2:
                request["step" if rng.random() < 0.7 else "kind"] = rng.choice(STRANGE)
            reply = replied(editor, request)
            assert in_words(reply), (request, reply)
            done += reply["kind"] == "done"
            json.dumps(editor.scene)
        assert {*editor.scene["fields"]} == {*FIELDS}
        assert len(editor.scene["steps"]) <= 200
    assert done > 50
    editor = cw.lesson_editor("kommando")
    for name in ("self", "name", "text ", "fields", "cls"):
        assert "there is no field" in asked(editor, "write", name, "x")["text"]
        with pytest.raises(ValueError, match="there is no field"):
            editor.write(**{name: "x"})


def test_what_is_no_lesson_is_refused() -> None:
    for bad in (7, "nothing", {"format": 1}, cw.new("kommando", match=True)):
        with pytest.raises(ValueError, match=r"lesson|format|object|deal"):
            cw.lesson_editor(bad)  # type: ignore[arg-type]


def test_a_step_keeps_its_view_when_the_side_to_move_changes_and_says_what_another_game_would_discard() -> None:
    editor = cw.lesson_editor("kommando")
    assert not editor.scene["made"]
    editor.play("L:" + editor.scene["legal"][0].partition(":")[2])
    assert editor.scene["fields"]["seat"] == "0"
    editor.write(ask="move")
    assert editor.scene["fields"]["seat"] == "", "who moves answers"
    editor.write(ask="look", seat="0")
    assert editor.scene["made"]
    editor.add()
    assert editor.scene["made"]
    down = {place["key"] for place in editor.scene["places"] if place["down"]}
    row: Any = editor._setup().history.dump(0)["table"]["row"]
    assert len(down) == sum(place["card"] == "??" for place in row) == 2
    say(editor, {"kind": "edit", "id": 1, "what": "game", "one": "fourx", "to": "", "step": editor._draft.id})
    assert (editor.scene["made"], editor.scene["fields"]["seat"]) == (False, "")
    assert sum(place["down"] for place in editor.scene["places"]) >= 49


def test_the_page_saves_the_lesson_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ends-of-a-row.json").write_text("not ours")
    editor = cw.lesson_editor("kommando", title="Ends of a row!")
    with pytest.raises(cw.RecordError):
        editor.save()
    editor.write(text="Look.")
    say(editor, {"kind": "edit", "id": 1, "what": "save", "one": "", "to": "", "step": editor._draft.id})
    assert editor.scene["saved"] == "ends-of-a-row-2.json"
    editor.write(text="Look again.")
    assert editor.save() == Path("ends-of-a-row-2.json")
    assert cw.lesson("ends-of-a-row-2.json").steps[0].text == "Look again."
    assert (tmp_path / "ends-of-a-row.json").read_text() == "not ours"
