"""The timeline of a replay shows each viewer what it could know, and no more."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.chances import Chances, chances_of, won_words
from capture_widgets.engine.state import Viewer
from capture_widgets.model.record_format import place
from tests.leaks import find_cards, unseen
from tests.random_games import play_at_random


@cache
def game() -> cw.Game:
    """A Kommando hand of random moves."""
    return play_at_random(cw.new("kommando", seed=8), Random(8))


@cache
def analysis() -> cw.Analysis:
    """With all cards open, too."""
    return cw.analyse(game(), simulations=700, seat=None, progress=False)


@cache
def half() -> cw.Game:
    """The game in its middle, where much is still hidden."""
    return game().at(9)


@cache
def analysis_of_half() -> cw.Analysis:
    return cw.analyse(half(), simulations=500, seat=None, progress=False)


def sent(replay: Any) -> Any:
    """The timeline as a page gets it."""
    return replay.get_state()["timeline"]


def test_a_seat_is_sent_its_own_curve_only() -> None:
    for seat in (0, 1):
        replay = cw.replay(game().record(), seat=seat, analysis=analysis())
        (curve,) = sent(replay)["curves"]
        assert (curve["seat"], curve["open"]) == (seat, False)
        own = analysis().of(seat)
        told = analysis().told(seat)
        after = {place(row.round, row.ply + 1) for row in told} - {row.at for row in told}
        for point, row in zip(curve["points"], own, strict=True):
            assert point["value"] == row.chance or row.at in after
        assert [point["at"] for point in curve["points"] if point["blame"]] == analysis().mistakes(seat)


def test_the_curve_after_a_mistake_says_what_the_question_about_it_says() -> None:
    """A player read "about 47 of 100 games from here are won" of a move, and 62 (52 to 72) at the same place."""
    compared = 0
    for seat in (0, 1):
        replay = cw.replay(game().record(), seat=seat, analysis=analysis())
        points = {point["at"]: point for point in sent(replay)["curves"][0]["points"]}
        told = {row.at: row for row in analysis().told(seat)}
        for row in told.values():
            point, chances = points[place(row.round, row.ply + 1)], chances_of(row)
            if point["at"] in told or point["low"] == point["high"] or chances is None:
                continue
            assert point["value"] == chances.after / 100
            assert point["low"] <= point["value"] <= point["high"]
            assert won_words(chances.after) in point["words"]
            compared += 1
    assert compared > 2


def test_one_mistake_has_one_price_wherever_it_is_told() -> None:
    """A player read "about 24 of 100 games" for the best move, 0 for the own one, and "That costs about 26 wins"."""
    priced = 0
    for row in analysis().standings + analysis_of_half().standings:
        chances = chances_of(row)
        if row.seat is None or chances is None:
            continue
        for one in (row, replace(row, loss=chances.best / 100 + 0.02, loss_high=1.0)):
            told: Chances = chances_of(one) or chances
            assert analysis().cost(one, ranged=False).startswith(f"about {told.best - told.after} win")
            assert analysis().cost(one).startswith(f"{told.best - told.after} win")
            priced += 1
    assert priced > 20


def test_a_spectator_is_sent_none_and_who_sees_everything_all() -> None:
    replay = cw.replay(game().record(), analysis=analysis())
    assert sent(replay) is None
    replay.set_state({"seat": None})
    assert [(curve["seat"], curve["open"]) for curve in sent(replay)["curves"]] == [(0, False), (1, False), (0, True)]
    replay.set_state({"seat": 1})
    assert [curve["seat"] for curve in sent(replay)["curves"]] == [1]


def test_games_that_a_seat_cannot_tell_apart_have_the_same_timeline() -> None:
    deal = game().record()["rounds"][0]["deal"]
    start = cw.new("kommando", deal=deal, dealer=game().options["dealer"])
    mine = set(start.dump(0)["table"]["hands"][0])
    theirs = [at for at, card in enumerate(deal) if card in start.dump()["table"]["hands"][1]]
    row = [entry["card"] for entry in start.dump(0)["table"]["row"]]
    hidden = [at for at, card in enumerate(deal) if card not in mine and card not in row and at not in theirs]
    assert hidden
    other = list(deal)
    other[theirs[0]], other[hidden[-1]] = other[hidden[-1]], other[theirs[0]]
    twin = cw.new("kommando", deal=other, dealer=game().options["dealer"])
    assert twin.dump(0) == start.dump(0)
    assert twin.dump() != start.dump()
    told = []
    for one in (start, twin):
        found = cw.analyse(one, simulations=400, seat=None, progress=False)
        told.append(json.dumps(sent(one.replay(seat=0, analysis=found, lenses=[0]))))
    assert told[0] == told[1]


@pytest.mark.parametrize("seat", [0, 1, "public"])
def test_no_timeline_names_a_card_that_its_viewer_was_never_shown(seat: Viewer) -> None:
    replay = half().replay(seat=seat, analysis=analysis_of_half())
    assert find_cards(sent(replay), unseen(half(), seat)) == []


def test_without_spoilers_it_ends_where_the_viewer_has_come_and_judges_no_move_before_it_is_shown() -> None:
    at = next(row.ply for row in analysis().of(0) if row.mistake)
    replay = cw.replay(game().record(), seat=0, spoilers=False, analysis=analysis())
    assert [point["at"] for point in sent(replay)["curves"][0]["points"]] == ["0/0"]
    for ply in range(1, at + 1):
        replay.ply = ply
    last = sent(replay)["curves"][0]["points"][-1]
    assert (last["at"], last["blame"], last["better"]) == (f"0/{at}", None, None)
    replay.ply = at + 1
    before = sent(replay)["curves"][0]["points"][-2]
    assert before["blame"] and before["better"]


def test_the_replay_asks_for_a_better_move_at_ones_mistakes() -> None:
    marks = analysis().mistakes(1)
    replay = cw.replay(game().record(), seat=1, predict=marks, analysis=analysis())
    number, ply = map(int, marks[0].split("/"))
    for step in range(1, ply + 1):
        replay.ply = step
    assert replay.question == {"round": number, "ply": ply, "words": None, "better": False}
    replay.answer(next(row.best or "" for row in analysis().of(1) if row.at == marks[0]))
    assert json.dumps({"better": replay.answers[0]["chosen"]})[1:-1] in json.dumps(sent(replay))


def test_an_analysis_of_another_game_is_refused(tmp_path: Path) -> None:
    wrong = cw.new("kommando", seed=9)
    with pytest.raises(ValueError, match="another game"):
        cw.replay(wrong.record(), analysis=analysis())
    saved = analysis().save(tmp_path / "analysis.json")
    assert sent(cw.replay(game().record(), seat=0, analysis=saved)) is not None


def test_a_file_has_its_viewers_curve_only(tmp_path: Path) -> None:
    replay = cw.replay(game().record(), seat=None, analysis=analysis())
    page = replay.save_html(tmp_path / "a.html", seat=0).read_text("utf-8")
    assert "A, by what A had seen" in page
    assert "B, by what B had seen" not in page
    assert "A, with all cards open" not in page


def test_a_variation_has_no_timeline() -> None:
    replay = cw.replay(game().record(), seat=None, analysis=analysis())
    replay.ply = 2
    replay.play(game().at(2).legal_moves()[0])
    assert sent(replay) is None
    replay.line = 0
    assert sent(replay) is not None
    replay.promote(1)
    assert sent(replay) is None, "the moves judged are no longer the main line"


def test_better_moves_can_be_stepped_as_variations() -> None:
    lined = analysis().with_lines(game())
    replay = cw.replay(lined, seat=None, analysis=analysis())
    blamed = [(row.at, row.best) for row in analysis().standings if row.mistake]
    assert {(line["at"], line["moves"][0]) for line in replay.lines} == set(blamed)
    replay.line = 1
    at, best = replay.lines[0]["at"], replay.lines[0]["moves"][0]
    assert (f"0/{replay.ply - 1}", replay.log()[-1]["move"]) == (at, best)
    with pytest.raises(ValueError, match="another game"):
        analysis().with_lines(cw.new("kommando", seed=9))


def test_from_two_turns_on_a_loss_is_told_in_whole_turns() -> None:
    """A player read "14.0 turns (very likely 4.8 to 23.2)"."""
    row, found = analysis().of(0)[0], replace(analysis(), unit="turns")

    def said(loss: float, low: float, high: float, *, ranged: bool = True) -> str:
        return found.cost(replace(row, loss=loss, loss_low=low, loss_high=high), ranged=ranged)

    assert said(14.04, 4.8, 23.2) == "about 14 turns (likely 5 to 23)"
    assert said(14.04, 4.8, 23.2, ranged=False) == "about 14 turns"
    assert said(1.5, 1.0, 2.0) == "1.5 turns (very likely 1.0 to 2.0)"
    assert said(3.0, 3.0, 3.0) == "3 turns"
