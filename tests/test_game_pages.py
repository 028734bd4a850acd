"""The pages of the games: each puzzle has one solution. `test_lesson_pages` has the lessons of these pages."""

from __future__ import annotations

import re

import pytest

import capture_widgets as cw
from tests.puzzles import CODES, puzzle, puzzle_html, solved, tried

ANSWER = re.compile(r'<details class="cw-(right|wrong)"><summary>(.*?)</summary><p>(.*?)</p>')


@pytest.mark.parametrize("slug", cw.games())
def test_exactly_one_move_solves_a_puzzle(slug: str) -> None:
    game, moves = puzzle(slug), tried(slug)
    assert sorted(one.move for one in moves) == sorted(game.legal_moves())
    assert [one.value for one in moves].count(1) == 1
    end = solved(slug)
    assert end.is_over
    assert end.returns is not None and game.to_play is not None
    assert end.returns[game.to_play] == 1
    kinds = [kind for kind, _, _ in ANSWER.findall(puzzle_html(slug))]
    assert kinds == [] or [kind == "right" for kind in kinds] == [one.value == 1 for one in moves]


def test_every_game_has_a_puzzle() -> None:
    assert list(CODES) == list(cw.games())
