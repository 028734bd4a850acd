"""Questions in a replay: where they are asked, their words, their right answers, and saved answers."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.teaching.answer_file import AnswerFile
from capture_widgets.teaching.answer_format import MOST_BYTES
from tests.wire import listen, say


def hand() -> cw.Game:
    """A whole hand of Kommando; A is to move at 0, 3, ..."""
    game = cw.new("kommando", seed=4)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def plies_of(game: cw.Game, seat: int) -> list[int]:
    return [ply for ply in range(game.ply) if game.at(ply).to_play == seat]


# -- where it asks


def test_a_position_where_another_seat_moves_is_refused_with_the_reason_and_where_to_ask() -> None:
    game = hand()
    other = plies_of(game, 1)[0]
    own = plies_of(game, 0)
    with pytest.raises(ValueError, match=f"nothing can be asked at 0/{other}: B is to move, and .* as seat A") as told:
        game.replay(seat=0, predict=[own[0], other])
    near = sorted(sorted(own, key=lambda ply: abs(ply - other))[:3])
    ways = f"ask at {' or '.join(f'0/{ply}' for ply in near)}, or make the replay with seat=1 or None"
    assert ways in str(told.value)
    quiz = game.replay(seat=1, predict=[other], ply=game.ply)
    assert (quiz.ply, quiz.question) == (other, {"round": 0, "ply": other, "words": None, "better": False})


def test_the_end_of_a_record_cannot_be_asked() -> None:
    game = hand()
    with pytest.raises(ValueError, match="nothing can be asked at 0/20: the round is over there"):
        game.replay(seat=0, predict=[20])
    begun = game.at(3)
    seat = begun.to_play
    assert seat is not None
    with pytest.raises(ValueError, match="no move to compare with was played"):
        begun.replay(seat=seat, predict=[3])


@pytest.mark.parametrize(
    "predict",
    [
        5, "", "0/3", "x" * 2001, {0: 7}, {0: {"question": 7}}, {0: {"words": "x"}}, {0: []}, {0: {"right": []}},
        {0: ["L:99z"]}, {0: {"right": [7]}}, {"0-3": "Why?"}, {None: "Why?"}, {99: "Why?"}, [0, 99],
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(predict: Any) -> None:
    with pytest.raises(ValueError, match=r"predict|position|ply|round|played"):
        hand().replay(seat=None, predict=predict)


# -- its words, and what is right


def test_a_question_has_words_of_its_own_and_several_right_answers() -> None:
    game = hand()
    first, second = plies_of(game, 0)[:2]
    moves = game.at(first).legal_moves()
    good, bad = moves[-2:], moves[1]
    quiz = game.replay(
        seat=0,
        predict={first: {"question": "Attack or wait?", "right": good}, f"0/{second}": "And now?"},
        who="Ada",
        ply=game.ply,
    )
    assert quiz.question == {"round": 0, "ply": first, "words": "Attack or wait?", "better": False}
    told = json.dumps(quiz.get_state(["question", "scene", "notes", "told"]))
    assert not any(move in told for move in good), "nothing is given away"
    quiz.answer(good[0])
    assert quiz.told["right"] is True
    quiz.ply = game.ply
    assert quiz.question["words"] == "And now?"
    quiz.answer(game.moves()[second])
    assert [one["right"] for one in quiz.answers] == [True, True]
    again = game.replay(seat=0, predict={first: good}, ply=game.ply)
    again.answer(bad)
    assert [(one["chosen"], one["right"]) for one in again.answers] == [(bad, False)]
    every = game.replay(seat=0, predict="What now?", ply=game.ply)
    assert every.question == {"round": 0, "ply": first, "words": "What now?", "better": False}


# -- answers on disk


def test_answers_are_there_again_in_another_kernel(tmp_path: Path) -> None:
    game, path = hand(), tmp_path / "answers.jsonl"
    ask = plies_of(game, 0)[:2]
    quiz = game.replay(seat=0, predict=ask, keep=path, who="Ada\ud800", ply=game.ply)
    quiz.answer(game.moves()[ask[0]])
    quiz.ply = game.ply
    quiz.answer(game.at(ask[1]).legal_moves()[0])
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [(one["who"], one["step"], one["attempt"], one["right"]) for one in lines] == [
        ("Ada?", f"0/{ask[0]}", 1, True),
        ("Ada?", f"0/{ask[1]}", 1, game.at(ask[1]).legal_moves()[0] == game.moves()[ask[1]]),
    ]
    again = cw.replay(game.record(), seat=0, predict=ask, keep=path, who="Ada?", ply=game.ply)
    assert again.answers == quiz.answers
    assert again.question == {"round": 0, "ply": ask[0], "words": None, "better": False}, "it asks again"
    again.answer(game.moves()[ask[0]])
    assert json.loads(path.read_text("utf-8").splitlines()[-1])["attempt"] == 2
    assert cw.replay(game.record(), seat=0, predict=ask[:1], keep=path).answers == [], "another quiz in the same file"
    with pytest.raises(ValueError, match="asks nothing"):
        game.replay(keep=path)


def test_an_answer_that_cannot_be_kept_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    game = hand()
    ply = plies_of(game, 0)[0]
    quiz = game.replay(seat=0, predict=[ply], keep=tmp_path / "none" / "answers.jsonl", ply=game.ply)
    sent = listen(quiz)
    say(quiz, {"kind": "answer", "id": 5, "round": 0, "ply": ply, "move": game.moves()[ply]})
    assert (sent[-1]["kind"], quiz.answers, quiz.ply) == ("refused", [], ply)
    assert quiz.question is not None


# -- the file


def answer(**more: Any) -> Any:
    return {
        "lesson": "First", "fingerprint": "0123456789abcdef", "who": "Ada", "step": 1, "attempt": 1, "answer": "L:7b",
        "right": True, "reply": "", "hints": 0, "seconds": 1.5, "when": "2026-05-04T09:30:00Z", **more,
    }  # fmt: skip


def steps_in(file: AnswerFile) -> list[int | str]:
    return [one["step"] for _, one in file.read().answers]


def test_a_torn_last_line_is_left_out_with_a_warning_and_written_over(tmp_path: Path) -> None:
    file = AnswerFile(tmp_path / "a.jsonl")
    file.add(answer())
    file.add(answer(step=2))
    whole = file.path.read_bytes()
    for cut in (1, 2, 40, len(whole) // 2 - 20, len(whole) // 2 - 1):
        file.path.write_bytes(whole[:-cut])
        if cut == 1:  # only the end of the line is gone
            assert steps_in(file) == [1, 2]
            file.add(answer(step=3))
            assert steps_in(file) == [1, 2, 3]
            continue
        assert steps_in(file) == [1]
        assert file.read().faults == ["line 2: the line is incomplete"]
        with pytest.warns(UserWarning, match="the last line is incomplete"):
            file.add(answer(step=3))
        assert steps_in(file) == [1, 3]
        assert file.read().faults == []


def test_thirty_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda number: AnswerFile(path).add(answer(who=f"student {number}")), range(30)))
    assert {one["who"] for _, one in AnswerFile(path).read().answers} == {f"student {number}" for number in range(30)}


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("[]", "line 2: an"), ("{", "line 2: not"), ('"x"', "line 2: an"), ("NaN", "line 2: not"),
        ('{"who": 1, "who": 2}', "line 2: the key"), (json.dumps(answer(who=7)), "line 2: who"),
        (json.dumps(answer(who="x" * 201)), "line 2: who"), (json.dumps(answer(step=-1)), "line 2: step"),
        (json.dumps(answer(step=True)), "line 2: step"), (json.dumps(answer(answer=[7])), "line 2: answer"),
        (json.dumps(answer(more=1)), "line 2: more"), (json.dumps(answer(seconds=-1)), "line 2: seconds"),
        (json.dumps(answer(seconds=1e300)), "line 2: seconds"), (json.dumps(answer(version=3)), "line 2: version"),
        (json.dumps(answer(format="x")), "line 2: format"), (json.dumps(answer(right="yes")), "line 2: right"),
        (json.dumps(answer(who="\ud800")), "line 2: who"), (json.dumps(answer(number=0)), "line 2: number"),
        (json.dumps(answer(mark="x" * 65)), "line 2: mark"), (json.dumps(answer(asked=7)), "line 2: asked"),
        ('{"who": "Ada"}', "line 2: the answer lacks"), ("[" * 200, "line 2: not"), ("hello", "line 2: not JSON"),
        ("\udcff", "line 2: not UTF-8"), ("\0" * 50, "line 2: not JSON"), ("x" * 300_000, "line 2: a line has at most"),
        ("[" * 100_000, "line 2: not readable"), ('{"a":' * 100, "line 2: not"), ("9" * 5_000, "line 2: not"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_answer_is_left_out_with_its_number(tmp_path: Path, line: str, where: str) -> None:
    path = tmp_path / "a.jsonl"
    text = f"{json.dumps(answer())}\n{line}\n{json.dumps(answer(step=2))}\n"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    file = AnswerFile(path)
    assert steps_in(file) == [1, 2]
    assert [fault[: len(where)] for fault in file.read().faults] == [where]
    file.add(answer(step=3))
    assert steps_in(file) == [1, 2, 3]


def test_a_file_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as made:
        made.truncate(MOST_BYTES + 1)
    with pytest.raises(OSError, match="longer than the"):
        AnswerFile(path).read()
    monkeypatch.setattr("capture_widgets.teaching.answer_file.MOST_BYTES", 100)
    path.write_bytes(b"")
    with pytest.raises(OSError, match="take another one"):
        AnswerFile(path).add(answer())
    assert path.read_bytes() == b""


# -- as a lesson


def test_a_replay_becomes_a_lesson() -> None:
    game = hand()
    own = plies_of(game, 0)
    first, good, bad = own[0], own[2], own[4]
    game.comment("Before anything.", ply=0).glyph("!", ply=good + 1).comment("It wins the fight.", ply=good + 1)
    game.glyph("??", ply=bad + 1).comment("It loses the fight.", ply=bad + 1).comment("At the end.", ply=game.ply)
    better = next(move for move in game.at(bad).legal_moves() if move != game.moves()[bad])
    data = game.record()
    data["variations"] = [
        {"at": f"0/{bad}", "moves": [better]},
        {"at": f"0/{first}", "moves": [game.at(first).legal_moves()[-1]], "comments": {f"0/{first + 1}": "Not so."}},
    ]
    several = game.at(first).legal_moves()[:2]
    replay = cw.replay(data, seat=0, predict={first: {"question": "Attack?", "right": several}})
    lesson = cw.Lesson.from_replay(replay, "A game", who="Ada")
    told = [(step.ask, step.text) for step in lesson.steps]
    assert told[:3] == [("look", "Before anything."), ("move", "Attack?"), ("move", "What would you play for A?")]
    assert told[3][0] == "move"
    assert told[3][1].endswith("A blunder. What is better?")
    assert told[4:] == [("look", "At the end.")]
    played = game.moves()[first]
    assert played == several[0]
    assert lesson.steps[1].right == tuple(several)
    assert lesson.steps[2].right == (game.moves()[good],)
    assert lesson.steps[2].reveal == "It wins the fight."
    assert lesson.steps[3].right == (better,)
    assert lesson.check(3, game.moves()[bad]) == (False, "It loses the fight.")
    assert {step.seat for step in lesson.steps} == {0}
    whole = cw.Lesson.from_replay(cw.replay(data, seat=None))
    assert any(step.text.startswith("Instead: ") and step.text.endswith("Not so.") for step in whole.steps)
    assert {step.seat for step in whole.steps} == {None}
    with pytest.raises(ValueError, match="nothing to make steps from"):
        cw.Lesson.from_replay(hand().replay())


def test_with_a_code_only_the_answers_count_that_bear_its_mark(tmp_path: Path) -> None:
    """Somebody else who can write to the file adds lines in Ann's name, changes hers, and puts an old one last."""
    game = hand()
    ply = plies_of(game, 0)[0]
    codes = cw.class_codes(["Ann", "Ben"])
    path = tmp_path / "answers.jsonl"
    first, other, *_ = game.at(ply).legal_moves()
    ask: dict[str, Any] = {"seat": 0, "predict": [ply], "keep": path, "ply": game.ply}
    quiz = game.replay(who="Ann", code=codes["Ann"], **ask).answer(first)
    assert [row["chosen"] for row in quiz.answers] == [first]
    own = json.loads(path.read_text("utf-8"))
    assert codes["Ann"] not in path.read_text("utf-8")

    def rest(**changed: Any) -> str:
        return json.dumps({**own, **changed}) + "\n"

    unmarked = {key: value for key, value in own.items() if key not in ("number", "before", "mark")}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**unmarked, "answer": other, "attempt": 2}) + "\n")
        file.write(rest(answer=other) + rest(answer=other, number=2, before=own["mark"]))
    with pytest.warns(UserWarning, match="the mark of the class code is missing"):
        stranger = game.replay(who="Ann", code=codes["Ben"], **ask)
    stranger.answer(other)  # in her name, with the code of another one
    with pytest.warns(UserWarning, match="the mark of the class code is missing"):
        again = game.replay(who="Ann", code=codes["Ann"], **ask)
    assert [row["chosen"] for row in again.answers] == [first]
    again.answer(other)  # asked again in another kernel, she may answer again; her last answer counts in a poll
    with path.open("a", encoding="utf-8") as file:
        file.write(rest())  # the first one once more, behind the second
    poll = cw.poll(game.replay(ply=ply), voters=[path], codes=codes)
    assert [(vote["who"], vote["move"]) for vote in poll.votes] == [("Ann", other)]
    assert sum("without the mark" in words for _, words in poll.faults) == 4
    for given, match in (({"keep": path, "code": "short"}, "teacher gave out"), ({"code": codes["Ann"]}, "add keep=")):
        with pytest.raises(ValueError, match=match):
            game.replay(seat=0, predict=[ply], **given)
