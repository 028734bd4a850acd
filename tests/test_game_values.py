"""Games as values: copying, pickling, equality, and games that come back from other processes."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES

COPIES: dict[str, Callable[[cw.Game], cw.Game]] = {
    "g.copy()": lambda game: game.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}
each_copy = pytest.mark.parametrize("made", COPIES.values(), ids=list(COPIES))


def played(slug: str, plies: int = 12, **settings: Any) -> cw.Game:
    """A game with moves, moves taken back, a comment and a sign."""
    game, rng = cw.new(slug, seed=5, **settings), Random(slug)
    while game.ply < plies and not game.is_over:
        game.play(rng.choice([move for move in game.legal_moves() if move != "resign"]))
    game.undo().undo().comment("Hm.", ply=1).glyph("?!", ply=2)
    return game


def everything(game: cw.Game) -> Any:
    return game.record(), game.dump(), game.can_undo, game.can_redo, game.history.undone, game.names


@each_copy
@pytest.mark.parametrize("slug", GAMES)
def test_a_copy_equals_the_game_and_goes_its_own_way(slug: str, made: Callable[[cw.Game], cw.Game]) -> None:
    game = played(slug)
    before = everything(game)
    other = made(game)
    assert everything(other) == before
    assert other == game
    other.redo().comment("Mine.")
    other.play(other.legal_moves()[0]).undo()
    assert everything(game) == before
    assert other != game
    kept = everything(other)
    game.undo().play(game.legal_moves()[-1])
    assert everything(other) == kept


@each_copy
def test_a_copy_of_a_match_deals_the_same_rounds(made: Callable[[cw.Game], cw.Game]) -> None:
    game = cw.new("kommando", seed=3, match=True, seats=[cw.bots.Random(1), cw.bots.Random(2)])
    for _ in range(45):
        game.play(game.legal_moves()[0])
    assert game.round == 2
    other = made(game)
    for one in (game, other):
        for _ in range(40):
            one.play(one.legal_moves()[-1])
    assert other == game
    assert other.record() == game.record()


@each_copy
def test_bots_sit_at_a_copy_and_play_there(made: Callable[[cw.Game], cw.Game]) -> None:
    game = cw.new("kommando", seed=3, seats=["you", cw.bots.Greedy(seed=4)])
    other = made(game)
    assert [type(player) for player in other.seats] == [str, cw.bots.Greedy]
    assert other.names == game.names
    for one in (game, other):
        one.play(one.legal_moves()[0]).run()
    assert game.ply >= 2
    assert other == game


@each_copy
def test_no_journal_and_no_observer_comes_along(made: Callable[[cw.Game], cw.Game], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=1, autosave=path)
    heard: list[Any] = []
    game.observe(heard.append, "ply")
    other = made(game)
    other.play(other.legal_moves()[0])
    assert heard == []
    assert cw.load(path) == game
    other.autosave(tmp_path / "other.jsonl").play(other.legal_moves()[0])
    assert cw.load(tmp_path / "other.jsonl") == other
    assert cw.load(path) == game


@each_copy
def test_a_copy_is_shown_on_a_table_of_its_own(made: Callable[[cw.Game], cw.Game]) -> None:
    game = cw.new("kommando", seed=1)
    table = game.table(seat=None)
    other = made(game)
    assert other.table(seat=None) is not table
    other.play(other.legal_moves()[0])
    assert table.dump["ply"] == 0


@each_copy
def test_what_cannot_be_taken_back_cannot_be_in_a_copy(made: Callable[[cw.Game], cw.Game]) -> None:
    game = cw.new("kommando", seed=1, undo=False)
    game.play(game.legal_moves()[0])
    with pytest.raises(cw.ActionRefused):
        made(game).undo()


def test_a_deep_copy_has_bots_of_its_own_and_a_copy_the_same_ones() -> None:
    bot = cw.bots.Greedy(seed=1)
    game = cw.new("kommando", seed=1, seats=[bot, "you"])
    assert game.copy().seats[0] is bot
    assert copy.deepcopy(game).seats[0] is not bot
    pair = copy.deepcopy([game, bot])
    assert pair[0].seats[0] is pair[1]  # type: ignore[attr-defined]


def test_chance_that_was_made_repeatable_is_so_in_a_copy() -> None:
    game = cw.new("kommando", seed=1, seats=[cw.bots.Random(), cw.bots.Random()]).seed_bots("lesson")
    other, third = game.copy(), pickle.loads(pickle.dumps(game))
    assert game.run() == other.run() == third.run()
    free = cw.new("kommando", seed=1, seats=[cw.bots.Random(), cw.bots.Random()])
    assert len({tuple(free.copy().run().moves()) for _ in range(5)}) > 1


def test_a_game_from_a_position_is_copied() -> None:
    start = cw.from_dump(played("universal").dump())
    start.play(start.legal_moves()[0])
    for made in COPIES.values():
        assert made(start) == start
        assert made(start).record() == start.record()


def test_what_was_left_out_of_a_damaged_record_is_known_to_its_copy(tmp_path: Path) -> None:
    record = played("kommando").record()
    record["rounds"][0]["moves"][3] = "L:99z"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    game = cw.salvage(path)
    assert game.faults
    for made in COPIES.values():
        assert made(game).faults == game.faults


def _finished(seed: int) -> cw.Game:
    return cw.new("kommando", seed=seed, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()


def _moved(game: cw.Game) -> cw.Game:
    return game.play(game.legal_moves()[0])


def test_games_go_to_other_processes_and_come_back() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = list(pool.map(_finished, [1, 2]))
        game = played("fourx")
        moved = pool.submit(_moved, game).result()
    assert there == [_finished(1), _finished(2)]
    assert moved == _moved(game)


# -- what equals what


def test_games_are_equal_when_the_same_was_played_and_said() -> None:
    game = played("kommando")
    assert game == cw.load(game.record())
    again = cw.new("kommando", seed=5)
    by_hand = cw.new("kommando", deal=again.record()["rounds"][0]["deal"], seats=["Ann", cw.bots.Random()])
    assert again == by_hand
    move = again.legal_moves()[0]
    assert again.play(move) != by_hand
    assert again == by_hand.play(move)
    assert (again == "kommando") is False


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.comment("x"),
        lambda game: game.glyph("!"),
        lambda game: game.undo(),
        lambda game: game.play(game.legal_moves()[0]),
        lambda game: game.play(game.legal_moves()[0]).undo(),
        lambda game: game.restart(seed=99),
    ],
    ids=["comment", "sign", "undo", "move", "variation", "deal"],
)
def test_any_difference_makes_games_unequal(change: Callable[[cw.Game], cw.Game]) -> None:
    game = cw.new("kommando", seed=1)
    game.play(game.legal_moves()[0])
    other = game.copy()
    assert change(other) != game
    assert other.history != game.history


def test_options_and_matches_make_a_difference() -> None:
    deal = cw.new("kommando", seed=1).record()["rounds"][0]["deal"]
    one, other = (cw.new("kommando", deal=deal, no_choice=value) for value in ("both ends", "chosen end"))
    assert one != other
    assert one != cw.new("kommando", deal=deal, match=True)
    assert cw.new("columns", seed=1) != cw.new("universal", seed=1)


def test_the_order_in_which_variations_were_added_makes_no_difference() -> None:
    game = played("kommando")
    game.play(game.legal_moves()[-1])
    record = game.at(2).play(game.at(2).legal_moves()[-1]).undo().record()
    lines = [*game.variations, *record["variations"]]
    one, other = ({**game.record(), "variations": listed} for listed in (lines, lines[::-1]))
    assert len(lines) == 2
    assert cw.load(one) == cw.load(other)


def test_a_game_is_itself_in_a_set_and_its_history_is_what_was_played() -> None:
    game = played("kommando")
    other = game.copy()
    assert game == other
    assert len({game, other}) == 2
    assert {game: "mine"}.get(other) is None
    number = hash(game)
    game.redo()
    assert hash(game) == number
    assert len({game.history, other.redo().history, cw.load(game.record()).history}) == 1


def test_a_history_is_its_own_copy() -> None:
    history = played("kommando").history
    assert copy.copy(history) is copy.deepcopy(history) is history
    assert pickle.loads(pickle.dumps(history)) == history


def test_a_pickle_holds_no_moves_that_other_games_went_on_with() -> None:
    game = cw.new("kommando", seed=1)
    start = game.copy()
    size = len(pickle.dumps(start))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert len(pickle.dumps(start)) == size
    assert len(pickle.dumps(game)) < size + 20 * 40


# -- going back


def test_persons_sit_at_an_earlier_position_unless_bots_are_asked_for() -> None:
    game = cw.new("kommando", seed=1, seats=["you", cw.bots.Random(1)])
    while game.ply < 2:
        game.play(game.legal_moves()[0]).run()
    then = game.at(1)
    assert then.seats == ["you", "Random"]
    assert then.run().ply == 1
    assert isinstance(game.at(1, bots=True).seats[1], cw.bots.Random)
    bots = cw.new("kommando", seed=1, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    table = bots.at(5).table(seat=None)
    assert {seat["kind"] for seat in table.scene["seats"]} == {"person"}
    assert bots.at(5, bots=True).run().is_over


def test_games_differ_when_a_comment_on_a_variation_differs() -> None:
    def game(comment: str) -> cw.Game:
        record = cw.new("kommando", seed=3).record()
        moves = cw.new("kommando", seed=3).legal_moves()[:1]
        record["variations"] = [{"at": "0/0", "moves": moves, "comments": {"0/1": comment}}]
        return cw.load(record)

    assert game("bold") == game("bold")
    assert game("bold") != game("weak")
