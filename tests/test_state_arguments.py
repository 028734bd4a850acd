"""A state refuses what is no move and whom the game does not have, in words that say what to write instead."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.cases import dealt


@pytest.fixture(params=GAMES)
def state(request: pytest.FixtureRequest) -> Any:
    """The first position of a game."""
    return dealt(request.param, {}, 1)


def test_the_text_of_a_move_is_not_applied(state: Any) -> None:
    text = str(state.legal_moves()[0])
    with pytest.raises(TypeError, match=r"a move and not its text: write state\.apply\(state\.parse\("):
        state.apply(text)
    assert state.apply(state.parse(text)).points


@pytest.mark.parametrize("value", [None, 4, object(), ("L", 3)])
def test_what_is_no_move_is_not_applied(state: Any, value: object) -> None:
    with pytest.raises(TypeError, match=r"apply takes a move of this game, such as those of legal_moves\(\), and not"):
        state.apply(value)


@pytest.mark.parametrize("slug", GAMES)
def test_no_move_is_applied_after_the_end(slug: str) -> None:
    game = cw.new(slug, seed=1)
    move = game.state.legal_moves()[0]
    over = cw.new(slug, seed=1, seats=[cw.bots.Random(1)] * len(game.seats)).run().state
    with pytest.raises(ValueError, match="the round is over; there is no move to apply"):
        over.apply(move)


@pytest.mark.parametrize("viewer", [9, -1, True, "everybody", 1.0, [0]])
def test_whom_the_game_does_not_have_sees_no_table_and_no_world(state: Any, viewer: object) -> None:
    with pytest.raises(ValueError, match=r"there is no viewer .*; choose 0 to "):
        state.table(viewer)
    with pytest.raises(ValueError, match=r"there is no viewer .*; choose 0 to "):
        state.determinize(viewer, Random(1))


def test_who_sees_everything_has_no_worlds(state: Any) -> None:
    with pytest.raises(ValueError, match='no card is hidden; choose a seat or "public"'):
        state.determinize(None, Random(1))
    assert state.table(None) != state.table("public")
    assert state.determinize("public", Random(1)).table("public") == state.table("public")


def test_whole_numbers_of_other_kinds_are_seats(state: Any) -> None:
    class Zero:
        def __index__(self) -> int:
            return 0

    assert state.table(Zero()) == state.table(0)
    assert state.determinize(Zero(), Random(1)) == state.determinize(0, Random(1))


@pytest.mark.parametrize("slug", GAMES)
def test_states_and_games_return_results_of_one_type(slug: str) -> None:
    game = cw.new(slug, seed=1, seats=[cw.bots.Random(1)] * len(cw.new(slug).seats)).run()
    assert type(game.state.returns) is type(game.returns) is type(game.dump()["returns"]) is list
    assert game.state.returns == game.returns


@pytest.mark.parametrize("slug", GAMES)
def test_legal_moves_come_in_one_order_wherever_they_are_texts(slug: str) -> None:
    game = cw.new(slug, seed=4, seats=[cw.bots.Random(1)] * len(cw.new(slug).seats)).run()
    for ply in range(0, game.ply, 5):
        there = game.at(ply)
        texts = sorted(map(str, there.state.legal_moves()))
        for listed in (there.legal_moves(), there.history.legal_moves(), there.view().legal_moves(),
                       there.dump()["legal_moves"]):  # fmt: skip
            assert listed == texts
