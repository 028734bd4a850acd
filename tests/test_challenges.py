"""Positions for a bot's own tests: set up in a line, and shipped ones whose answers are proved here."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

import capture_widgets as cw
from capture_widgets.bots import Bot, Greedy, View
from capture_widgets.bots import Random as RandomBot
from tests.forced_wins import shortest_wins, winning_moves

SHIPPED = [one for slug in cw.games() for one in cw.challenges(slug)]


@pytest.mark.parametrize("challenge", SHIPPED, ids=lambda one: one.name)
def test_the_right_moves_of_a_challenge_and_no_others_force_a_win(challenge: cw.Challenge) -> None:
    """In 4X Solitaire, which can go on for ever: begin a win in the fewest turns."""
    game = challenge.game()
    assert len(challenge.right) * 3 <= len(game.legal_moves())
    if len(game.seats) == 1:
        moves, turns = shortest_wins(game.view())
        assert moves == sorted(challenge.right)
        assert turns == 3 and "won in three turns" in challenge.words
    else:
        assert winning_moves(game.view()) == sorted(challenge.right)


NUMBERS = {"three": 3, "five": 5, "six": 6, "eight": 8}


@pytest.mark.parametrize("challenge", SHIPPED, ids=lambda one: one.name)
def test_the_words_of_a_challenge_count_its_worlds_and_moves(challenge: cw.Challenge) -> None:
    game = challenge.game()
    worlds = game.view().worlds(1000)
    assert worlds is not None, "the proof looks at every world"
    if told := re.search(r"(\d+) (?:possible ways|worlds)", challenge.words):
        assert int(told[1]) == len(worlds)
    if told := re.search(r"of (?:your )?(\w+) (?:attacks|moves)", challenge.words):
        assert (NUMBERS.get(told[1]) or int(told[1])) == len(game.legal_moves())


def test_a_file_has_challenges_of_games_that_there_are() -> None:
    read = json.loads(files("capture_widgets.tournaments").joinpath("challenges.json").read_text("utf-8"))
    assert set(read) == set(cw.games()), "each game has some"
    assert sum(map(len, read.values())) == len(SHIPPED) == 13
    assert len({one.name for one in SHIPPED}) == len(SHIPPED)
    assert cw.challenges("kommando")[0].name == "kommando-1"
    with pytest.raises(cw.UnknownGame):
        cw.challenges("komando")


class Right(Bot):
    """Knows the answers."""

    def choose(self, view: View) -> str:
        answers = {move for one in SHIPPED for move in one.right}
        return next(move for move in view.legal_moves() if move in answers)


class Sometimes(Bot):
    """Is right by chance."""

    def choose(self, view: View) -> str:
        return "3b" if view.rng.random() < 0.5 else view.legal_moves()[-1]


def test_a_bot_solves_a_challenge_only_if_it_is_right_each_time() -> None:
    first = cw.challenges("kommando")[0]
    assert first.solved_by(Right())
    assert not first.solved_by(RandomBot(), times=20)
    assert not first.solved_by(Sometimes(), times=20)
    assert "whatever" in str(first)


def test_a_position_is_set_up_in_a_line() -> None:
    game = cw.position("kommando", plies=6, seed=7)
    assert game.ply == 6
    moves = game.moves()
    assert cw.position("kommando", moves, seed=7) == game
    assert cw.position("kommando", "; ".join(moves), seed=7) == game
    assert cw.position("kommando").ply == 0
    with pytest.raises(cw.IllegalMove):
        cw.position("kommando", "L:99z")
    with pytest.raises(ValueError, match="not both"):
        cw.position("kommando", moves, plies=3)
    with pytest.raises(ValueError, match="over after 20"):
        cw.position("kommando", plies=21)
    assert cw.position("commander", plies=2, players=3).ply == 2
    assert (
        cw.position("columns", deal=cw.new("columns", seed=4).deal_code).deal_code
        == cw.new("columns", seed=4).deal_code
    )
    assert isinstance(Greedy().choose(cw.position("kommando", plies=3).view()), str)
