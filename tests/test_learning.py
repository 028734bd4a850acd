"""Learning from mistakes: the replay stops at each, asks for a better move, and a search judges the answer."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from functools import cache, partial
from random import Random
from time import sleep
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.position_judge import judge_other_move
from capture_widgets.analysis.standing import LOST_FROM_THE_START, Standing, instructive, lost_from_the_start
from capture_widgets.analysis.timeline import brief_blame, timeline
from capture_widgets.model.move_words import chosen_words, other_words
from capture_widgets.widgets.replay import learning
from tests.leaks import find_cards, unseen
from tests.random_games import play_at_random
from tests.wire import ask, listen, say


@cache
def game() -> cw.Game:
    """A Kommando hand of random moves."""
    return play_at_random(cw.new("kommando", seed=8), Random(8))


def choices(ply: int) -> list[str]:
    """What else could have been played."""
    here = game().at(ply)
    return [move for move in here.legal_moves() if move != game().moves(0)[ply]]


@cache
def analysis() -> Analysis:
    """An analysis that calls the first two free choices of each seat mistakes."""
    found = cw.analyse(game(), simulations=80, seat=None, progress=False)
    blamed: dict[int | None, int] = {}
    rows = []
    for row in found.standings:
        blames = row.to_play is not None and row.seat in (row.to_play, None) and bool(choices(row.ply))
        count = blamed.get(row.seat, 0)
        if blames and count < 2:
            blamed[row.seat] = count + 1
            best = choices(row.ply)[0]
            rows.append(replace(row, best=best, chance=0.6, loss=0.2, loss_low=0.15, loss_high=0.25, mistake=True))
        else:
            rows.append(replace(row, mistake=False))
    return replace(found, standings=tuple(rows))


def learning_replay(seat: Any = 1) -> Any:
    """A replay at the first mistake."""
    return cw.replay(game().record(), seat=seat, analysis=analysis()).learn()


def answers_are(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let the search say this of every other move."""

    def look(_history: Any, row: Standing, move: str, *_how: Any) -> Standing:
        return replace(row, played=move, **changes)

    monkeypatch.setattr(learning, "judge_other_move", look)


def test_the_same_answer_gets_the_same_judgement_again(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = learning_replay()
    move = next(one for one in choices(replay.question["ply"]) if one != analysis().of(1)[replay.question["ply"]].best)
    answers_are(monkeypatch, mistake=True, loss=0.1)
    replay.answer(move)
    poor = replay.told
    answers_are(monkeypatch, mistake=False, loss=0.0)  # what another search would find
    told: list[Any] = []
    replay.observe(lambda change: told.append(change.new), "told")
    replay.answer(move)
    assert told == [None, poor], "the page hears that it was judged anew, and the same verdict"


def test_it_stops_at_each_mistake_of_the_seat_and_asks_for_a_better_move() -> None:
    replay = learning_replay()
    first, second = analysis().mistakes(1)
    ply = int(first.split("/")[1])
    assert replay.question["ply"] == ply
    assert replay.question["better"]
    assert replay.question["played"] == game().moves(0)[ply]
    assert replay.question["words"] == (
        "You chose to answer with the blue 7. Your move: about 40 of 100 games won. Best move: about 60. "
        "Which move wins more?"
    )
    assert replay.scene["mistake"] == (1, 2)
    replay.ply = ply + 1
    assert replay.ply == ply, "what was played is not shown before the answer"
    replay.answer(choices(ply)[0])
    assert replay.told["right"] and replay.told["words"].startswith("Right: to answer with")
    assert (replay.ply, replay.question) == (ply, None), "the table shows the better move where it was to be found"
    assert not holds_more(replay, ply), "what was played comes with a step on"
    replay.ply = ply + 1
    assert replay.ply == ply + 1
    assert replay.scene["learn"] == "does"
    ask(replay, kind="learn")
    assert replay.question["ply"] == int(second.split("/")[1]), "it goes on to the next one"
    assert replay.scene["learn"] == "last"
    assert [*replay.questions] == [first, second]


def test_beside_a_drawing_a_question_need_not_list_the_cards_that_were_placed() -> None:
    played = play_at_random(cw.new("columns", seed=8), Random(8))
    said = partial(chosen_words, played.history, 0, 0, played.moves(0)[0], played.at(0).to_play)
    assert said().count(" behind column ") == 5
    assert said(drawn=True) == "You chose this"
    one = play_at_random(cw.new("kommando", seed=8), Random(8))
    move = one.history, 0, 0, one.moves(0)[0]
    assert chosen_words(*move, drawn=True) == chosen_words(*move)


def test_an_answer_of_several_cards_is_told_by_what_differs_from_the_move_that_was_played() -> None:
    played = play_at_random(cw.new("columns", seed=8), Random(8))
    move = str(played.moves(0)[0])
    say = partial(other_words, played.history, 0, 0, played=move)
    one, two, three, four, five = (pair[2:] for pair in move.split())
    assert re.fullmatch(
        r"to exchange the \w+ of \w+ and the \w+ of \w+", say(f"A:{two} B:{one} C:{three} D:{four} E:{five}")
    )
    assert say(f"A:{one} B:{two} C:{four} D:{five} E:{three}") == "this"


def test_beside_a_drawing_of_both_moves_a_mistake_is_told_without_their_cards() -> None:
    played = play_at_random(cw.new("columns", seed=8), Random(8))
    found = cw.analyse(played, simulations=4, seat=None, progress=False)
    blame: Any = {"chance": 0.6, "loss": 0.2, "loss_low": 0.15, "loss_high": 0.25, "mistake": True}
    first = next(row for row in found.of(0) if row.to_play == 0)
    best = str(next(move for move in played.at(first.ply).legal_moves() if move != first.played))
    rows = tuple(replace(row, best=best, **blame) if row == first else row for row in found.standings)
    line: Any = timeline(replace(found, standings=rows), played.history, 0)
    point = next(point for point in line["curves"][0]["points"] if point["blame"])
    assert "Better: put the " in point["blame"]
    assert point["better"] == best
    row = rows[found.standings.index(first)]
    words = brief_blame(row, replace(found, standings=rows), played.history, 0)
    assert "behind column" not in words and words.startswith(
        "Your move: about 40 of 100 games won. Best move: about 60."
    )
    assert brief_blame(replace(row, best="8b"), found, played.history, 0) == ""


def test_a_mistake_in_a_position_that_is_nearly_lost_is_left_out_unless_there_is_no_other() -> None:
    rows = [row for row in analysis().of(1) if row.mistake]
    hopeless, hopeful = replace(rows[0], chance=0.06, loss=0.05), replace(rows[1], chance=0.6)
    assert instructive([hopeless, hopeful]) == [hopeful]
    assert instructive([hopeless]) == [hopeless]


def test_a_replay_offers_no_lesson_about_mistakes_that_are_not_told() -> None:
    rows = tuple(replace(row, loss=0.06) if row.mistake else row for row in analysis().standings)
    small = replace(analysis(), standings=rows)
    assert cw.replay(game().record(), seat=1, analysis=small).scene["learn"] == "can"
    untold = replace(small, unexplained={(row.at, row.seat) for row in rows})
    replay = cw.replay(game().record(), seat=1, analysis=untold)
    assert replay.scene["learn"] is None
    with pytest.raises(ValueError, match="no mistake here"):
        replay.learn()


def test_a_small_loss_that_nothing_explains_is_told_if_it_takes_a_third_of_the_chances() -> None:
    rows = tuple(replace(row, loss=0.06) if row.mistake else row for row in analysis().standings)
    bare = {(row.at, row.seat) for row in rows}
    for chance, told in ((0.17, True), (0.3, False)):
        standings = tuple(replace(row, chance=chance) if row.mistake else row for row in rows)
        one = replace(analysis(), standings=standings, unexplained=bare)
        assert bool(one.told(1)) == told


def test_a_game_that_was_nearly_lost_from_the_start_is_said_to_be() -> None:
    rows = tuple(replace(row, chance=0.04, low=0.0, high=0.09) for row in analysis().of(1))
    assert lost_from_the_start(rows)
    assert not lost_from_the_start([*rows, replace(rows[0], chance=0.3)]), "it could be won once"
    assert not lost_from_the_start([replace(row, chance=None) for row in rows])
    lost = replace(analysis(), standings=rows)
    words = cw.replay(game().record(), seat=1, analysis=lost).learn().question["words"]
    assert words.startswith(f"{LOST_FROM_THE_START} You chose to answer with the blue 7. ")
    assert not learning_replay().question["words"].startswith(LOST_FROM_THE_START)


def test_one_game_of_a_hundred_is_won() -> None:
    rows = tuple(replace(row, chance=0.02, loss=0.01, loss_low=0.0, loss_high=0.01) for row in analysis().of(1))
    replay = cw.replay(game().record(), seat=1, analysis=replace(analysis(), standings=rows)).learn()
    words = "Your move: about 1 of 100 games won. Best move: about 2."
    assert words in replay.question["words"]


def test_as_many_mistakes_are_marked_as_are_counted() -> None:
    hopeless, hopeful = (row for row in analysis().of(1) if row.mistake)
    lost = {hopeless.at: 0.06, hopeful.at: 0.6}
    rows = [replace(row, chance=lost.get(row.at, row.chance)) for row in analysis().of(1)]
    replay = cw.replay(game().record(), seat=1, analysis=replace(analysis(), standings=tuple(rows))).learn()
    assert replay.scene["mistake"] == (1, 1)
    assert replay.scene["marks"] == []
    assert "Your move: about 40 of 100 games won. Best move: about 60." in replay.question["words"], "as the list says"
    ask(replay, kind="unlearn")
    (mark,) = replay.scene["marks"]
    assert mark["at"] == f"0/{hopeful.ply + 1}"
    assert mark["words"].startswith("This move: about 40 of 100 games won. Best move: about 60. Better: ")


def test_a_poor_answer_leaves_the_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = learning_replay()
    question = replay.question
    played = game().moves(0)[question["ply"]]
    replay.answer(played)
    assert not replay.told["right"]
    assert replay.told["words"].startswith(
        "That is the move that was played. Your move: about 40 of 100 games won. Best move: about 60."
    )
    others = choices(question["ply"])[1:]
    if others:
        found = {"chance": 0.5, "loss": 0.3, "loss_low": 0.2, "loss_high": 0.4}  # by a search of its own
        answers_are(monkeypatch, mistake=True, simulations=learning.ENOUGH, **found)
        replay.answer(others[0])
        assert replay.told["words"].endswith("Not the best. This move: about 30 of 100 games won. Best move: about 60.")
    assert replay.question == question
    assert replay.ply == question["ply"]
    assert [row["right"] for row in replay.answers] == [False] * len(replay.answers)


def test_a_search_that_saw_little_says_so_and_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = learning_replay()
    question = replay.question
    others = [move for move in choices(question["ply"])[1:] if move != question["played"]]
    few = learning.ENOUGH - 1
    answers_are(monkeypatch, mistake=True, loss=0.3, loss_low=0.2, loss_high=0.4, simulations=few)
    replay.answer(others[0])
    told = "Not the best. This move: about 30 of 100 games won, as far as a short search can tell."
    assert replay.told["words"].startswith(told)
    answers_are(monkeypatch, mistake=False, loss=0.3, loss_low=0.0, loss_high=0.6, simulations=learning.ENOUGH)
    replay.answer(others[1])
    assert "may be about as good as the best move found" in replay.told["words"]
    assert "costs" not in replay.told["words"]
    assert not replay.told["right"]
    assert replay.question == question, "and another move can be tried"


def test_the_better_move_is_shown_to_who_asks_for_it() -> None:
    replay = learning_replay()
    ply = replay.question["ply"]
    replay.better()
    assert (replay.told["chosen"], replay.told["right"]) == (choices(ply)[0], False)
    assert (replay.ply, replay.question) == (ply, None)
    with pytest.raises(cw.ActionRefused, match="no question"):
        replay.better()
    quiz = cw.replay(game().record(), seat=1, predict=[ply])
    for step in range(ply + 1):
        quiz.ply = step
    with pytest.raises(cw.ActionRefused, match="knows no better move"):
        quiz.better()


def test_another_good_move_counts_as_right(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = learning_replay(seat=None)
    ply = replay.question["ply"]
    others = choices(ply)[1:]
    assert others
    answers_are(monkeypatch, loss=0.004, loss_low=0.0, loss_high=0.02, mistake=False)
    replay.answer(others[0])
    assert replay.told["right"]
    words = replay.told["words"]
    assert words.startswith("Right, as far as the search can tell: as good as the best move found. ")
    assert re.search(r" Best: (attack|answer) ", words), "and which that is, and what both bring"
    assert re.search(r"Either move: .* of 100 games|The move that was played costs \d+", words)
    assert (replay.ply, replay.question) == (ply, None)


def holds_more(replay: Any, ply: int) -> bool:
    """Whether the page holds a position after this one."""
    last = sum(len(frames["dumps"]) for frames in replay.frames) - 1 + len((replay.tail or {"dumps": []})["dumps"])
    return last > ply


def test_the_better_move_ends_a_search_that_judges_an_answer_and_nobody_hears_of_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replay = learning_replay()
    question = replay.question
    begun, stopped = threading.Event(), threading.Event()

    def look(_history: Any, row: Standing, move: str, _seconds: float, stop: Any) -> Standing:
        begun.set()
        while not stop():
            sleep(0.005)
        stopped.set()
        return replace(row, played=move)

    monkeypatch.setattr(learning, "judge_other_move", look)
    heard = listen(replay)
    other = choices(question["ply"])[1]
    say(replay, {"kind": "answer", "id": 5, "round": 0, "ply": question["ply"], "move": other})
    assert begun.wait(60)
    say(replay, {"kind": "better", "id": 6})
    better = replay.told
    assert stopped.wait(60)
    for _ in range(200):
        if len(heard) > 1:
            break
        sleep(0.05)
    assert sorted((one["kind"], one["id"]) for one in heard) == [("done", 5), ("done", 6)]
    assert replay.told == better, "the answer, which nobody waits for any more, does not count"
    assert [row["chosen"] for row in replay.answers] == [better["chosen"]]


def test_a_button_that_is_pressed_twice_neither_tells_an_error_nor_leaves_a_mistake_out() -> None:
    replay = learning_replay()
    heard = listen(replay)
    for number in (5, 6):
        say(replay, {"kind": "better", "id": number})
    for number in (7, 8):
        say(replay, {"kind": "learn", "id": number})
    assert [one["kind"] for one in heard] == ["done"] * 4
    assert replay.question["ply"] == int(analysis().mistakes(1)[1].split("/")[1])
    assert replay.scene["mistake"] == (2, 2)


def test_the_search_judges_a_move_by_what_the_seat_could_know() -> None:
    row = next(row for row in analysis().of(0) if row.mistake)
    for move in (row.best or "", choices(row.ply)[-1]):
        found = judge_other_move(game().history, row, move, 0.05)
        assert (found.at, found.seat, found.played) == (row.at, 0, move)
        assert found.loss is None or 0 <= found.loss <= 1


def test_a_page_is_answered_beside_all_else_and_nothing_hidden_is_said() -> None:
    replay = learning_replay()
    heard: list[Any] = []
    done = threading.Event()

    def hear(content: Any, buffers: Any = None) -> None:
        heard.append(content)
        done.set()

    replay.send = hear
    question = replay.question
    message = {"kind": "answer", "id": 5, "round": 0, "ply": question["ply"], "move": choices(question["ply"])[0]}
    say(replay, message)
    assert done.wait(60)
    assert heard[-1]["kind"] == "done"
    hidden = unseen(game().at(question["ply"] + 1), 1)
    assert not find_cards({"told": replay.told, "question": question["words"]}, hidden - {replay.told["chosen"]})


def test_all_is_shown_again_afterwards() -> None:
    replay = cw.replay(game().record(), seat=1, analysis=analysis())
    assert replay.scene["learn"] == "can"
    ask(replay, kind="learn")
    assert replay.scene["learn"] == "does"
    assert [lens["seat"] for lens in replay.scene["lenses"]] == [1]
    assert not replay.scene["spoilers"]
    ask(replay, kind="unlearn")
    assert replay.scene["learn"] == "can"
    assert replay.scene["spoilers"]
    assert len(replay.scene["lenses"]) == 4
    assert replay.question is None


def test_there_is_nothing_to_learn_from_without_mistakes() -> None:
    with pytest.raises(ValueError, match="only an analysis finds mistakes"):
        cw.replay(game().record(), seat=1).learn()
    with pytest.raises(ValueError, match="a spectator makes no mistakes"):
        cw.replay(game().record(), analysis=analysis()).learn()
    clean = replace(analysis(), standings=tuple(replace(row, mistake=False) for row in analysis().standings))
    with pytest.raises(ValueError, match="found no mistake"):
        cw.replay(game().record(), seat=0, analysis=clean).learn()
    assert cw.replay(game().record(), seat=0, analysis=clean).scene["learn"] is None


def test_mistakes_are_marked_and_the_better_move_can_be_stepped_as_a_line() -> None:
    replay = cw.replay(game().record(), seat=1, analysis=analysis())
    marks = replay.scene["marks"]
    assert [mark["at"] for mark in marks] == [f"0/{int(at[2:]) + 1}" for at in analysis().mistakes(1)]
    assert "Better: " in marks[0]["words"]
    (curve,) = replay.timeline["curves"]
    (point, *_) = [point for point in curve["points"] if point["blame"]]
    replay.set_state({"seat": None, "line": point["line"]})
    assert (replay.seat, replay.line) == (None, point["line"])
    assert replay.log()[-1]["move"] == point["better"]
    assert (
        cw.replay(game().record(), seat=1, analysis=analysis(), lenses=[1])
        .timeline["curves"][0]["points"][int(point["at"][2:])]
        .get("line")
        is None
    )
