"""Moves in words before they are played: in hints, lists of mistakes and timelines."""

from __future__ import annotations

from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.engine.names import Names
from capture_widgets.games import GAMES
from capture_widgets.model.move_words import move_and_notation
from tests.cases import option_sets, random_move

YOU = Names(["Ann", "Bea", "Cleo", "Dan"], you=0)


def told(slug: str, move: str) -> str:
    """A first move on a known deal in words."""
    state = cw.new(slug, seed=5).state
    return state.phrase(state.parse(move), YOU)


def test_each_kind_of_move_is_told_as_a_player_says_it() -> None:
    assert told("kommando", "R:7r") == "attack the blue 9 at the right end with the red 7"
    assert told("columns", "A:4h B:5s C:6d D:Qc E:5d") == (
        "put the 4 of hearts behind column 1, the 5 of spades behind column 2, the 6 of diamonds behind column 3, "
        "the queen of clubs behind column 4 and the 5 of diamonds behind column 5"
    )
    assert told("commander", "4xB1") == "attack Bea's card 1 with your card 4"
    assert told("universal", "play 4m 1") == "play the 4 of Mars onto your column 1"
    assert told("universal", "draw stock") == "draw from the stock"
    assert told("fourx", "king h") == "choose the king of hearts"


def test_of_two_placements_the_second_is_told_by_what_differs() -> None:
    state = cw.new("columns", seed=5).state
    one, other = (state.parse(f"A:4h B:{b} C:6d D:Qc E:{e}") for b, e in (("5s", "5d"), ("5d", "5s")))
    assert state.phrase(other, YOU, one) == "exchange the 5 of spades and the 5 of diamonds"
    third = state.parse("A:4h B:6d C:5d D:Qc E:5s")
    assert state.phrase(third, YOU, one) == (
        "put the 6 of diamonds behind column 2, the 5 of diamonds behind column 3 and the 5 of spades behind column 5"
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_phrase_is_the_same_in_all_worlds_that_the_seat_to_play_cannot_tell_apart(slug: str) -> None:
    kind, rng = GAMES[slug], Random(slug)
    for options in option_sets(kind):
        game = cw.new(slug, seed=rng.randrange(1000), **options)
        for _ in range(30):
            state, seat = game.state, game.to_play
            if seat is None:
                break
            world = state.determinize(seat, rng)
            moves = state.legal_moves()
            for move in rng.sample([*moves], min(len(moves), 5)):
                words = state.phrase(move, YOU)
                assert words == world.phrase(move, YOU)
                assert words[:1].islower() and "  " not in words and " ," not in words
                assert words != str(move) or words == "pass"
            game.play(str(random_move(state, rng)))


def test_hints_are_words_whose_notation_a_table_shows_beside_them() -> None:
    game = cw.new("kommando", seed=5, seats=["Ann", "Bea"])
    hint = game.hint(simulations=40, seed=1)
    beside = move_and_notation(game.history, 0, 0, hint.move)
    assert hint.text.startswith(f"{beside.removesuffix(f' ({hint.move})')}: ")
    assert hint.move not in hint.text and beside.count(hint.move) == 1
