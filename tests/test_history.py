"""Going back: games that share a history stay independent, and traits are right with and without observers."""

from __future__ import annotations

from random import Random
from typing import Any

import capture_widgets as cw

TRAITS = ("ply", "round", "to_play", "is_over", "points", "returns")


def played(moves: int, **settings: Any) -> cw.Game:
    game = cw.new("kommando", seed=3, **settings)
    rng = Random(3)
    for _ in range(moves):
        game.play(rng.choice(game.legal_moves()))
    return game


def test_a_game_of_the_past_goes_its_own_way() -> None:
    game = played(12)
    before = game.record()
    past = game.at(6)
    assert past.ply == 6
    past.play(past.legal_moves()[0]).play(past.legal_moves()[-1])
    assert past.ply == 8
    assert past.moves()[:6] == game.moves()[:6]
    assert game.record() == before


def test_what_the_game_takes_back_stays_in_the_past_it_lent() -> None:
    game = played(12)
    past, dump = game.at(10), game.at(10).dump()
    for _ in range(8):
        game.undo()
    game.play(next(move for move in game.legal_moves() if move != past.moves()[4]))
    assert past.dump() == dump
    assert past.undo().redo().dump() == dump
    assert len(past.moves()) == 10


def test_a_past_round_of_a_match_has_its_totals() -> None:
    game = played(90, match=True, target=400)
    assert game.round == 4
    for number in game.round_numbers():
        past = game.at(7, round=number)
        assert past.dump() == game.dump_at(7, round=number)
        assert past.points == past.dump()["points"]
        while past.can_undo:
            past.undo()
        assert past.points == [0, 0]


def test_traits_are_the_same_whether_anybody_observes_or_not() -> None:
    quiet, watched = cw.new("kommando", seed=3, match=True), cw.new("kommando", seed=3, match=True)
    heard: list[str] = []
    watched.observe(lambda change: heard.append(change["name"]))
    rng = Random(3)
    for _ in range(30):
        move = rng.choice(quiet.legal_moves())
        quiet.play(move)
        heard.clear()
        before = {name: getattr(watched, name) for name in TRAITS}
        watched.play(move)
        assert {name: getattr(quiet, name) for name in TRAITS} == {name: getattr(watched, name) for name in TRAITS}
        changed = {name for name in TRAITS if getattr(watched, name) != before[name]}
        assert sorted(heard) == sorted({*changed, "revision"})
