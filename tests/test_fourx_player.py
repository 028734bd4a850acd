"""The player of 4X Solitaire that asks in sampled maps whether the game can still be won."""

from __future__ import annotations

import pytest

import capture_widgets as cw
from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.bots.evaluate.fourx import ByPlayouts, FourXEvaluation
from capture_widgets.bots.levels import Club, Strong


def played(seed: int, king: str) -> cw.Game:
    """A deal played to its end by a short search."""
    bot = cw.bots.ISMCTS(simulations=200, seed=1)
    return cw.new("fourx", seed=seed, seats=[bot]).play(f"king {king}").run()


@pytest.mark.parametrize(("seed", "king"), [(4, "c"), (16, "c"), (100, "c")])
def test_fx_9_a_short_search_wins_in_few_turns_more_than_it_takes(seed: int, king: str) -> None:
    game = played(seed, king)
    best = cw.solve(cw.new("fourx", seed=seed), suit=king, progress=False).turns
    assert best is not None
    assert game.returns == [1]
    assert best <= game.points[0] <= best + 8


def test_fx_7_it_conquers_at_once() -> None:
    game = played(4, "c")
    for ply in range(1, game.ply):
        before = game.at(ply)
        if any(move.startswith("conquer") for move in before.legal_moves()):
            assert game.log()[ply]["move"].startswith("conquer")


def test_what_is_best_without_a_doubt_takes_no_search() -> None:
    game = cw.new("fourx", seed=4).play("king c")
    hint = game.hint(simulations=50, seed=1)
    assert hint.move.startswith("explore")
    assert hint.simulations < 50


def test_the_club_player_knows_less_than_the_strong_one() -> None:
    view = cw.new("fourx", seed=4).play("king c").view()
    assert type(evaluation_for(view)) is FourXEvaluation
    assert type(Strong().knowledge(view)) is FourXEvaluation
    assert type(Club().knowledge(view)) is ByPlayouts
    kommando = cw.new("kommando", seed=1).view()
    assert type(Club().knowledge(kommando)) is type(Strong().knowledge(kommando))
