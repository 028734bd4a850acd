"""Lessons: they are written, read and scored, and invalid ones are refused with a place and a reason."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.model.rounds import Round
from tests.hostile import Liar, damaged_text, harmed
from tests.test_schemas import faults
from tests.thorough import little_or_much

INVALID: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "lessons" / "invalid.json").read_text(encoding="utf-8")
)
"""What is changed in `everything`, where the fault is found then, and a piece of the reason."""


@cache
def _everything() -> str:
    game = cw.new("kommando", seed=7)
    moves = game.legal_moves()
    after = game.at(0).play(moves[0])
    answers = after.legal_moves()
    goes_on = after.at(1).play(answers[0])
    return json.dumps(
        {
            "format": "capture-widgets/lesson",
            "version": 1,
            "title": "A bit of everything",
            "words": "For the tests.",
            "steps": [
                {"text": "Look.", "position": {"game": "kommando", "seed": 7}},
                {
                    "text": "Attack.",
                    "seat": 0,
                    "ask": "move",
                    "right": moves[:2],
                    "replies": {moves[0]: "Very good.", moves[3]: "Too dear.", "R:10b": "Not that."},
                    "reply": "Think again.",
                    "praise": "Good.",
                    "hints": ["On the left.", "The lowest."],
                    "reveal": {"text": "It was easy.", "seat": None},
                    "then": answers[:1],
                    "tries": 3,
                    "points": 2,
                },
                {"text": "And now?", "seat": "public", "ask": "choice", "choices": ["A", "B", "nobody"], "right": "B"},
                {"text": "How many?", "ask": "number", "right": [3, 7.5], "within": 0.5, "replies": {"4": "Nearly."}},
                {
                    "text": "From a record.",
                    "position": {"record": goes_on.record(), "at": "0/1"},
                    "ask": "move",
                    "right": answers[0],
                },
                {
                    "text": "From a dump.",
                    "position": {"dump": goes_on.dump()},
                    "ask": "move",
                    "right": goes_on.legal_moves()[0],
                },
                {"text": "From a code.", "position": {"record": game.code()}, "seat": None},
                {
                    "text": "Play on.",
                    "position": {"game": "kommando", "deal": game.deal_code, "options": {"dealer": 1}, "moves": []},
                    "ask": "until",
                    "until": {"over": True, "points": 1},
                    "bot": "random",
                },
                {"text": "Well played."},
            ],
        }
    )


def everything() -> Any:
    """The data of a lesson with every kind of step."""
    return json.loads(_everything())


def test_what_is_written_is_read_and_written_again(tmp_path: Path) -> None:
    data = everything()
    assert faults(cw.schema("lesson"), data) == []
    lesson = cw.lesson(data)
    assert lesson.data() == data == everything()
    saved = lesson.save(tmp_path / "lesson.json")
    for source in (saved, str(saved), json.dumps(data), data):
        again = cw.lesson(source)
        assert (again.title, len(again), again.fingerprint) == (lesson.title, 9, lesson.fingerprint)
    data["steps"][0]["text"] += " "
    assert cw.lesson(data).fingerprint != lesson.fingerprint


def test_a_lesson_is_made_in_python_of_games() -> None:
    game = cw.new("kommando", seed=7)
    first, *others = game.legal_moves()
    game.play(others[-1]).undo().comment("A note.")
    lesson = cw.Lesson("Attacks", [{"text": "Attack.", "position": game, "ask": "move", "right": first}], words="One.")
    assert lesson.check(0, first) == (True, "Right.")
    assert faults(cw.schema("lesson"), lesson.data()) == []
    assert cw.lesson(lesson.data()).fingerprint == lesson.fingerprint
    assert "A note" not in json.dumps(lesson.data())
    with pytest.raises(cw.RecordError) as caught:
        cw.Lesson("Attacks", [{"text": "Attack.", "position": game, "ask": "move", "right": "L:99"}])
    assert caught.value.where == "steps[0].right"


def test_moves_are_judged_with_the_replies_that_were_written_and_else_with_the_rule() -> None:
    lesson = cw.lesson(everything())
    game = cw.new("kommando", seed=7)
    first, second, third, fourth = game.legal_moves()[:4]
    assert lesson.check(1, first) == (True, "Very good.")
    assert lesson.check(1, f"  {second} ") == (True, "Good.")
    assert lesson.check(1, third) == (False, "Think again.")
    assert lesson.check(1, fourth) == (False, "Too dear.")
    illegal = next(f"L:{card}" for card in game.dump()["table"]["hands"][0] if f"L:{card}" not in game.legal_moves())
    right, reply = lesson.check(1, illegal)
    assert not right
    assert game.explain(illegal).rule in reply
    assert lesson.check(1, "R:10b") == (False, "Not that.")
    for strange in ("", "x" * 9999, None, 7, ["L:7b"], Liar()):
        right, reply = lesson.check(1, strange)  # type: ignore[arg-type]
        assert not right
        assert "GE-3" in reply


def test_choices_and_numbers_are_read_as_people_write_them() -> None:
    lesson = cw.lesson(everything())
    assert [lesson.check(2, said).right for said in ("B", " b", 1)] == [True] * 3
    for wrong in ("A", 0, 3, -1, True, None, "C"):
        assert not lesson.check(2, wrong).right
    assert "A; B; nobody" in lesson.check(2, "C").reply
    assert [lesson.check(3, said).right for said in (3, 3.5, "7,2", " 2.5 ", 8.0)] == [True] * 5
    assert lesson.check(3, "4") == lesson.check(3, 4) == (False, "Nearly.")
    for strange in ("", "seven", float("nan"), True, None, 10**4000, "1e999"):
        assert "number" in lesson.check(3, strange).reply
    assert lesson.check(0, None) == (True, "")


def test_what_is_played_until_something_is_judged_by_its_moves() -> None:
    lesson = cw.lesson(everything())
    game, rng = cw.new("kommando", seed=7), Random(3)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    moves = game.moves(0)
    assert game.points[0] > 0
    assert lesson.check(7, moves).right
    assert lesson.check(7, moves[:-1]) == (False, "Not yet.")
    assert not lesson.check(7, [*moves, "L:1b"]).right
    assert not lesson.check(7, "L:1b").right
    win = everything()
    win["steps"][7]["until"] = {"won": True, "moves": 3}
    returns = game.returns
    assert returns is not None
    assert cw.lesson(win).check(7, moves).right is (returns[0] > 0)


def test_a_step_goes_on_where_the_right_answer_leads() -> None:
    lesson = cw.lesson(everything())
    first = lesson.steps[1]
    follows = lesson.steps[2].start
    assert first.start is not None
    assert follows is not None
    assert [str(move) for move in follows.current.moves] == list(first.follows)
    assert lesson.steps[2].seat == "public"
    assert lesson.steps[3].seat == "public"
    assert lesson.steps[8].start is None


def test_every_attempt_is_kept_and_counted_within_the_tries() -> None:
    lesson = cw.lesson(everything(), who="ann")
    right = cw.new("kommando", seed=7).legal_moves()[0]
    lesson.answer(1, "R:10b")
    lesson.answer(1, right, hints=2, seconds=3.5)
    lesson.answer(2, 1, who="bob")
    lesson.answer(2, 1)
    for wrong in (1, 2, 4):
        lesson.answer(3, wrong)
    assert {one["who"] for one in lesson.answers} == {"ann"}, "nobody else's are told"
    asked = lesson.answers[1]["asked"]
    assert lesson.answers[1] == {
        "lesson": lesson.title, "fingerprint": lesson.fingerprint, "when": lesson.answers[1]["when"], "who": "ann",
        "step": 1, "attempt": 2, "answer": right, "right": True, "reply": "Very good.", "hints": 2, "seconds": 3.5,
        "asked": asked,
    }  # fmt: skip
    assert lesson.answers[2]["answer"] == "B"
    assert lesson.score("ann") == lesson.score() == (3, 7)
    assert lesson.score("bob") == (1, 7)
    assert lesson.score("cem") == (0, 7)
    lesson.answers[0]["right"] = True
    assert lesson.answers[0]["right"] is False
    late = cw.lesson(everything())
    for dear in cw.new("kommando", seed=7).legal_moves()[3:6]:
        late.answer(1, dear)
    late.answer(1, right)
    assert late.score() == (0, 7)


def test_what_the_rules_refuse_and_what_is_no_answer_costs_no_try() -> None:
    data = everything()
    data["steps"][2]["tries"] = data["steps"][3]["tries"] = data["steps"][7]["tries"] = 1
    lesson = cw.lesson(data, who="ann")
    right = cw.new("kommando", seed=7).legal_moves()[0]
    for step, strange in ((1, "x"), (1, "R:10b"), (2, "C"), (3, "seven"), (7, ["L:99"])):
        for _ in range(4):
            assert not lesson.answer(step, strange).right
    lesson.answer(1, right)
    lesson.answer(2, "B")
    lesson.answer(3, 4)
    lesson.answer(3, 3)
    assert lesson.score() == lesson.grade(lesson.answers)["ann"] == (3, 7), "the last one was closed by a wrong number"


def test_answers_are_judged_anew_whatever_they_say_of_themselves() -> None:
    lesson = cw.lesson(everything())
    right = cw.new("kommando", seed=7).legal_moves()[0]
    claimed = [{"who": "ann", "step": 1, "answer": "R:10b", "right": True}, {"who": "bob", "step": 1, "answer": right}]
    assert lesson.grade(claimed) == {"ann": (0, 7), "bob": (2, 7)}
    assert lesson.grade({1: right, 2: "B", 3: "x"}) == {"": (3, 7)}
    for bad in ({9: "x"}, [{"step": True}], [1], {"1": right}):
        with pytest.raises(ValueError, match=r"step|attempt"):
            lesson.grade(bad)


# -- what opening one takes


def match_code(length: int, first: int) -> str:
    """The code of a match of many moves; another first move makes it another one."""
    game = cw.new("kommando", seed=1, match=True, target=100_000)
    game.play(game.legal_moves()[first])
    while sum(len(game.moves(number)) for number in game.round_numbers()) < length:
        game.play(game.legal_moves()[0])
    return game.code()


def moves_made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every move that is made from now on, in any position."""
    made: list[object] = []
    play = Round.play

    def counted(entry: Round, move: Any) -> Round:
        made.append(move)
        return play(entry, move)

    monkeypatch.setattr(Round, "play", counted)
    return made


def test_a_game_that_many_steps_look_into_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    code, made = match_code(1_000, 0), moves_made(monkeypatch)
    steps = [{"text": "Look.", "position": {"record": code, "at": f"{at % 7}/{at % 11}"}} for at in range(150)]
    lesson = cw.Lesson("One match", steps)
    once = len(made)
    assert 1_000 <= once < 4_000
    assert [step.start.ply for step in lesson.steps if step.start] == [at % 11 for at in range(150)]
    game = cw.new("kommando", seed=5)
    moves: list[str] = []
    while not game.is_over:
        moves.append(game.legal_moves()[0])
        game.play(moves[-1])
    deal = {"game": "kommando", "seed": 5}
    made.clear()
    cw.Lesson("It grows", [{"text": "Look.", "position": {**deal, "moves": moves[:at]}} for at in range(len(moves))])
    assert len(made) < 2 * len(moves)
    back = [{"text": "Look.", "position": {**deal, "moves": moves[:at]}} for at in (3, 9, 2, 0, 5)]
    assert [step.start.ply for step in cw.Lesson("There and back", back).steps if step.start] == [3, 9, 2, 0, 5]


def test_a_small_file_cannot_ask_for_endless_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.teaching.positions.MOST_IN_ALL", 2_000)
    codes = [match_code(200, first) for first in range(12)]
    assert len({*codes}) == 12
    made = moves_made(monkeypatch)
    cw.Lesson("Some", [{"text": "Look.", "position": {"record": code}} for code in codes[:8]])
    one = len(made) / 8
    made.clear()
    with pytest.raises(cw.RecordError, match="all steps together need more than 2,000 moves") as caught:
        cw.Lesson("More", [{"text": "Look.", "position": {"record": code}} for code in codes * 16])
    assert len(made) < 13 * one, "it stops where there are too many, whatever follows"
    assert len(caught.value.faults) == 192 - 10
    made.clear()
    broken = [f"{code[:-6]}zzzzzz" for code in codes]
    with pytest.raises(cw.RecordError):
        cw.Lesson("Broken", [{"text": "Look.", "position": {"record": code}} for code in broken * 16])
    assert len(made) < 25 * one


# -- bad lessons


def changed(data: Any, path: list[str | int], value: Any) -> Any:
    """Data with another value at a path; null takes it away."""
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


@pytest.mark.parametrize("bad", INVALID, ids=lambda bad: f"{bad['where']}: {bad['reason']}")
def test_a_bad_lesson_is_refused_where_it_is_bad(bad: Any, tmp_path: Path) -> None:
    data = everything()
    for path, value in bad["changes"]:
        data = changed(data, path, value)
    with pytest.raises(cw.RecordError, match=bad["reason"]) as caught:
        cw.lesson(data)
    assert caught.value.where == bad["where"]
    assert "autosave" not in str(bad) or list(tmp_path.iterdir()) == []


def test_what_is_no_lesson_at_all_is_refused(tmp_path: Path) -> None:
    other = {"format": "capture-widgets/record", "version": 1}
    bad: Any
    for bad in ([], None, 7, Liar(), {}, "{", '{"format": 1}', other):
        with pytest.raises(cw.RecordError):
            cw.lesson(bad)
    with pytest.raises(ValueError, match="did you mean kommando"):
        cw.lesson("Komando")
    with pytest.raises(FileNotFoundError):
        cw.lesson(tmp_path / "none.json")
    long = everything()
    long["steps"] = [{**long["steps"][0], "text": "x" * 9_999}] * 200 + [long["steps"][0]]
    with pytest.raises(cw.RecordError, match="200"):
        cw.lesson(long)
    long["steps"] = [{**long["steps"][0], "hints": ["x" * 9_999] * 190}] * 3
    with pytest.raises(cw.RecordError, match="too long"):
        cw.lesson(long)


def test_every_faulty_step_is_told() -> None:
    data = everything()
    data["steps"][4]["right"] = "L:99"
    data["steps"][5]["right"] = "L:99"
    data["steps"][7]["bot"] = "nobody"
    with pytest.raises(cw.RecordError) as caught:
        cw.lesson(data)
    assert [where for where, _ in caught.value.faults] == ["steps[4].right", "steps[5].right", "steps[7].bot"]


@pytest.mark.parametrize("count", little_or_much(100, 250))
def test_harmed_lessons_are_refused_in_words_or_work(count: int, tmp_path: Path) -> None:
    accepted = refused = 0
    for seed in range(count):
        rng = Random(f"lessons/{seed}")
        data: Any
        if rng.random() < 0.2:
            data = tmp_path / "bad.json"
            data.write_bytes(damaged_text(_everything(), rng))
        else:
            data = harmed(copy.deepcopy(everything()), rng, objects=True)
        try:
            lesson = cw.lesson(data)
        except cw.RecordError as error:
            assert error.where  # noqa: PT017 - what it says is the point
            refused += 1
            continue
        accepted += 1
        json.dumps(lesson.data(), allow_nan=False).encode()
        assert faults(cw.schema("lesson"), lesson.data()) == []
        for step in lesson.steps:
            lesson.answer(step.number, rng.choice(["x", 1, None, [], "L:1r"]))
        lesson.grade(lesson.answers)
    assert accepted > count // 12
    assert refused > 2 * count // 5
