"""How browser tests pick a move: by places that exist and that spell no other move."""

from __future__ import annotations

from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.cases import random_move
from tests.picks import steps


@pytest.mark.parametrize("slug", list(GAMES))
def test_different_moves_are_picked_by_different_places(slug: str) -> None:
    game, rng = cw.new(slug, seed=3), Random(3)
    for _ in range(30):
        if game.is_over:
            break
        moves = game.legal_moves()[:500]
        picked = [tuple(steps(slug, move)) for move in moves]
        assert all(picked)
        assert len(set(picked)) == len(moves)
        game.play(str(random_move(game.state, rng)))


def test_a_game_that_says_nothing_is_picked_in_the_order_of_its_notation() -> None:
    assert steps("trio", "3c") == ["3c"]
