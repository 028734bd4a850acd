"""A lesson that deals each student other positions of the same kind, and grades each by the student's own.

Python functions deal them, and lesson files.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.variants import are_alike
from tests.hostile import harmed
from tests.test_schemas import faults


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


def test_nobody_gets_a_second_variant_by_another_way_to_write_the_name(tmp_path: Path) -> None:
    wide = "\uff21nn"  # a fullwidth A, which a class list takes for an A
    assert variants(wide).fingerprint == variants("Ann").fingerprint
    roster = tmp_path / "class.csv"
    roster.write_text("Name,Email,ID\nAnn Lee,ann@x.org,17\n", "utf-8")
    folder = f"{tmp_path}/answers/"
    for who, right in (("17", True), ("ann@x.org", False), ("Ann Lee", False)):
        own = variants(who, keep=folder)
        start = own.steps[0].start
        assert start is not None
        wrong = next(move for move in start.legal_moves() if move not in own.steps[0].right)
        own.answer(0, own.steps[0].right[0] if right else wrong)
        grades = variants().grade(folder, roster=roster)
        assert grades["Ann Lee"] == ((2, 3) if who != "Ann Lee" else (0, 3)), "the first, or that of the own name"
        assert grades.changed == {}
    assert variants().grade(folder, roster=roster).faults == [
        "'Ann Lee': 2 answers not counted, given under another name than 'Ann Lee', for which other positions are dealt"
    ]


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


# -- lesson files


FILE: dict[str, Any] = json.loads((Path(__file__).parent / "formats" / "lesson_3.json").read_text("utf-8"))


def changed(step: int, **more: Any) -> dict[str, Any]:
    """A copy of the lesson file in which one step has these values instead of its own."""
    data: dict[str, Any] = json.loads(json.dumps(FILE))
    data["steps"][step].update(more)
    return data


def test_a_file_deals_each_student_a_position_of_the_same_kind_and_level(tmp_path: Path) -> None:
    lesson = cw.lesson(FILE, who="Ann")
    own = [lesson.variant(who) for who in NAMES]
    assert len({one.fingerprint for one in own}) == len(NAMES)
    for one in own:
        red, count, win = one.steps
        assert red.start is not None
        assert red.start.ply == 4
        moves = red.start.legal_moves()
        assert set(red.right) == {move for move in moves if move.endswith("r")} != set(moves)
        assert count.right == (len(moves),)
        assert win.start is not None
        assert win.start.seed in cw.games.GAMES["fourx"].graded("easy", win.start.settings)
    chances = [len(one.steps[0].right) / float(one.steps[1].right[0]) for one in own]
    assert max(chances) <= 1.5**2 * min(chances)
    assert cw.lesson(FILE, who=" ann").fingerprint == lesson.fingerprint
    copied = lesson.save(tmp_path / "red.json")
    assert json.loads(copied.read_text("utf-8")) == FILE, "a saved lesson still deals"
    assert cw.lesson(own[0].save(tmp_path / "one.json")).fingerprint == own[0].fingerprint, "a variant is as it is"
    made = cw.Lesson(FILE["title"], FILE["steps"], words=FILE["words"], who="Ann")
    assert (made.data(), made.fingerprint) == (lesson.data(), lesson.fingerprint)
    with pytest.raises(ValueError, match="lesson of one student"):
        cw.lesson_editor(lesson)


def test_answers_to_a_dealt_file_are_graded_by_the_variant_of_their_writer(tmp_path: Path) -> None:
    folder = f"{tmp_path}/answers/"
    for who in NAMES[:3]:
        own = cw.lesson(FILE, who=who, keep=folder)
        assert own.answer(0, own.steps[0].right[-1]).right
        assert own.answer(1, own.steps[1].right[0]).right
    grades = cw.lesson(FILE).grade(folder)
    assert grades == dict.fromkeys(NAMES[:3], (3, 4))
    copied = [{**one, "who": NAMES[1]} for one in cw.lesson(FILE, who=NAMES[0], keep=folder).answers]
    assert cw.lesson(FILE).grade(copied) == {NAMES[1]: (0, 4)}


@pytest.mark.parametrize("by", ["beginner", "greedy"])
def test_ready_made_players_play_on_to_a_position(by: str) -> None:
    data = changed(0, position={**FILE["steps"][0]["position"], "plies": 6, "by": by})
    once, again = (cw.lesson(data, who="Ann").fingerprint for _ in range(2))
    assert once == again != cw.lesson(changed(0, position={**FILE["steps"][0]["position"], "plies": 6})).fingerprint


DEALT: list[tuple[dict[str, Any], str, str]] = [
    ({**FILE, "version": 2}, "version", "expected 3"),
    ({**FILE, "script": "x"}, "lesson", "no key 'script'"),
    (changed(0, position={"game": "chess", "seed": "who"}), "steps[0].position.game", "no game 'chess'"),
    (changed(0, position={"game": "kommando", "seed": "who", "moves": []}), "steps[0].position", "no key 'moves'"),
    (
        changed(0, position={"game": "kommando", "seed": "who", "options": {"autosave": "x"}}),
        "steps[0].position.options",
        "autosave",
    ),
    (
        changed(0, position={"game": "kommando", "seed": "who", "deal": "easy"}),
        "steps[0].position.deal",
        "no deals by difficulty",
    ),
    (changed(0, position={"game": "kommando", "seed": "who", "plies": 10**9}), "steps[0].position.plies", "300"),
    (changed(0, position={"game": "kommando", "seed": "who", "by": "strong"}), "steps[0].position.by", "random"),
    (changed(0, position={"game": "kommando", "seed": "who", "plies": 299}), "steps", "at most 300 plies"),
    (changed(0, right={"count": "*"}), "steps[0].right", "where a move is asked"),
    (changed(0, right={"moves": "*" * 41}), "steps[0].right", "at most 40"),
    (changed(0, right={"moves": 7}), "steps[0].right", "pattern"),
    (changed(1, position={"game": "kommando", "seed": 7}), "steps[1].right", "a rule needs a position"),
    (changed(1, tries=0), "steps[1].tries", "from 1"),
]


@pytest.mark.parametrize(("data", "where", "reason"), DEALT, ids=[reason for _, _, reason in DEALT])
def test_a_wrong_dealt_file_is_refused_with_the_place(data: dict[str, Any], where: str, reason: str) -> None:
    with pytest.raises(cw.RecordError, match=reason) as caught:
        cw.lesson(data)
    assert caught.value.where == where


def test_a_harmed_dealt_file_is_refused_in_words_or_deals() -> None:
    dealt = 0
    for seed in range(60):
        data = harmed(json.loads(json.dumps(FILE)), Random(f"dealt lessons/{seed}"), objects=True)
        try:
            lesson = cw.lesson(data, who="Ann")
        except cw.RecordError as error:
            assert error.where  # noqa: PT017 - what it says is the point
            continue
        dealt += lesson.fingerprint != lesson.variant("Ben").fingerprint
        assert faults(cw.schema("lesson"), lesson.data()) == []
        lesson.grade([{"who": "Ann", "step": 0, "answer": "L:1r"}])
    assert dealt > 5


@pytest.mark.parametrize("pattern", ["*", "Z*"])
def test_a_pattern_of_all_moves_or_of_none_asks_nothing(pattern: str) -> None:
    with pytest.raises(ValueError, match="none of 60 seeds"):
        cw.lesson(changed(0, right={"moves": pattern}))
