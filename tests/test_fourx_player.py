"""The bot for 4X Solitaire, which searches sampled maps for a win."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.bots.evaluate import evaluation_for
from capture_widgets.bots.evaluate.fourx import ByPlayouts, FourXEvaluation, worlds
from capture_widgets.bots.levels import Club, Strong
from capture_widgets.games.fourx import NEAR, Capture, Explore, FourXState
from capture_widgets.games.fourx.moves import SPACES


@cache
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
            assert (game.log()[ply]["move"] or "").startswith("conquer")


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


def weighed(game: cw.Game, plies: range) -> tuple[cw.Game, FourXState]:
    """The first of these positions with several moves to judge."""
    for ply in plies:
        state = game.at(ply).state
        assert isinstance(state, FourXState)
        if not state.result and len(worlds.moves_to_judge(state, worlds.ExplorationCosts(state))) > 2:
            return game.at(ply), state
    raise AssertionError("there is none")


def test_moves_whose_turns_take_too_long_to_count_are_charged_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(4, "c")  # kept for other tests, and so played before the limit is changed
    monkeypatch.setattr(worlds, "LOSS_LIMIT", 0)
    _, state = weighed(game, range(1, game.ply))
    exploring = worlds.ExplorationCosts(state)
    moves = [move for move in worlds.moves_to_judge(state, exploring) if isinstance(move, Capture)]
    turns = [each for each in worlds.turns_to_win(state, moves, exploring) if each is not None]
    assert len(turns) > 1 and len(set(turns)) == 1


def test_a_choice_takes_a_few_hundred_maps_at_most() -> None:
    game = played(4, "c")
    late, _ = weighed(game, range(game.ply, 0, -1))
    assert 64 <= cw.bots.ISMCTS(seconds=100, seed=1).search(late.view()).moves[0].visits <= 400


def test_what_a_move_is_for_says_what_the_others_do_not_do() -> None:
    """A hint said how many cards its exploration turns up, and nothing by which it could be told from the next one."""
    told = set()
    for seed in range(12):
        game = cw.new("fourx", seed=seed, explorers="any")
        game.play("king h")
        rng = Random(seed)
        while not game.is_over and game.ply < 30:
            purpose = evaluation_for(game.view()).purpose
            state = game.state
            assert isinstance(state, FourXState)
            counts = {
                space: (NEAR[space] & state.down).bit_count()
                for space in (move.space for move in state.legal_moves() if isinstance(move, Explore))
            }
            words = [purpose(state, move) for move in state.legal_moves()]
            assert "" not in words, "every move has a purpose"
            for space, count in counts.items():
                reason = purpose(state, state.parse(f"explore {SPACES[space]}"))
                rest = [counts[other] for other in counts if other != space]
                assert reason.startswith(f"it turns up {count} card")
                assert ("nobody else" in reason) is (rest == [])
                assert ("more than any" in reason) is (rest != [] and count > max(rest))
                assert ("none could" in reason) is (rest != [] and count == max(rest))
                told.add(reason.partition(", ")[2])
            opens = {
                move.space: (NEAR[move.space] & state.down).bit_count()
                for move in state.legal_moves()
                if isinstance(move, Capture)
            }
            for move in state.legal_moves():
                reason = purpose(state, move)
                if isinstance(move, Capture) and "turn up" in reason:
                    count = opens[move.space]
                    most = all(count > opens[other] for other in opens if other != move.space) and len(opens) > 1
                    cards = f"{count} card{'' if count == 1 else 's'}"
                    assert reason == f"from there you can then turn up {cards}" + (
                        ", more than after any other capture" if most else ""
                    )
            travels = [move for move in game.legal_moves() if move.startswith("travel")]
            others = [move for move in game.legal_moves() if move not in travels] if game.ply % 3 else travels
            game.play(rng.choice([move for move in others if move != "resign"] or game.legal_moves()))
    assert len(told) == 4
