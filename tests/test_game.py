"""Game: playing, taking back, looking back, matches, seats, traits, threads and errors."""

from __future__ import annotations

import copy
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from traitlets import HasTraits, Int, link

import capture_widgets as cw
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import GAMES
from tests.cases import random_move, viewers


def playing(slug: str = "kommando", plies: int = 0, *, seed: int = 7, last: bool = False, **settings: Any) -> cw.Game:
    """A game after so many moves, always the first legal one (or the last)."""
    game = cw.new(slug, seed=seed, **settings)
    for _ in range(plies):
        game.play(game.legal_moves()[-1 if last else 0])
    return game


def second_round(ply: int = 0, **settings: Any) -> cw.Game:
    """A match of Kommando in its second round."""
    return playing("kommando", 20 + ply, match=True, **settings)


def everything(game: cw.Game) -> Any:
    """All that a game would tell anybody, JSON-ready."""
    traits = {name: game.trait_values()[name] for name in ("ply", "round", "to_play", "is_over", "points", "returns")}
    return copy.deepcopy([game.dump(), game.record(), game.log(), game.can_undo, game.can_redo, game.revision, traits])


def facts(game: cw.Game, *names: str) -> list[Any]:
    """Traits by name, which a type checker does not believe to stay what they were."""
    return [getattr(game, name) for name in names]


class Snob(cw.bots.Bot):
    """Chooses a move that is not legal."""

    name = "Snob"

    def choose(self, view: cw.bots.View) -> str:
        return "no such move"


# -- what the contract names


def test_the_contract_from_the_top() -> None:
    assert list(cw.games()) == ["commander", "columns", "kommando", "fourx", "universal"]
    game = cw.new("kommando", seed=7)
    assert game.to_play == 0
    moves = game.legal_moves()
    assert moves == sorted(moves)
    assert all(type(move) is str for move in moves)
    assert game.play(moves[0]) is game
    assert game.undo() is game
    assert game.redo() is game
    assert facts(game, "is_over", "returns", "points") == [False, None, [0, 0]]
    assert game.dump()["seat"] is None
    assert game.dump(seat=0)["seat"] == 0
    assert game.dump(seat="public")["seat"] == "public"
    assert cw.load(game.record()).dump() == game.dump()
    assert cw.from_dump(game.dump()).dump() == game.dump()
    assert game.at(0).ply == 0
    assert game.at(1, round=0).dump() == game.dump()


@pytest.mark.parametrize("slug", GAMES)
def test_ge_7_returns_and_points_once_over(slug: str) -> None:
    game = cw.new(slug, seed=11)
    rng = Random(slug)
    while not game.is_over:
        assert facts(game, "returns") == [None]
        assert len(game.points) == len(game.seats)
        game.play(str(random_move(game.state, rng)))
    assert facts(game, "to_play") == [None]
    assert game.legal_moves() == []
    assert game.returns is not None
    assert set(game.returns) <= {-1, 0, 1}
    with pytest.raises(cw.IllegalMove):
        game.play("resign")
    result = game.record()["rounds"][0]["result"]
    assert result == {"returns": game.returns, "points": game.points}


def test_options_are_known_and_kept() -> None:
    game = cw.new("kommando", seed=1, dealer=0, no_choice="chosen end")
    assert game.options == {"dealer": 0, "no_choice": "chosen end", "target": 100}
    game.options["dealer"] = 1
    assert game.options["dealer"] == 0
    assert game.to_play == 1


class Nameless(cw.bots.Random):
    name = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"game": "chess"}, cw.UnknownGame, "commander, columns, kommando, fourx, universal"),
        ({"game": None}, cw.UnknownGame, "the games are"),
        ({"players": 2}, cw.UnknownOption, "this game has: dealer, no_choice, target"),
        ({"dealer": 2}, cw.UnknownOption, "choose one of 0, 1"),
        ({"dealer": True}, cw.UnknownOption, "choose one of 0, 1"),
        ({"target": 0}, cw.UnknownOption, "1 or more"),
        ({"target": "100"}, cw.UnknownOption, "a whole number"),
        ({"seed": "7"}, cw.UnknownOption, "a whole number"),
        ({"seed": 7.0}, cw.UnknownOption, "a whole number"),
        ({"seed": True}, cw.UnknownOption, "a whole number"),
        ({"match": 1}, cw.UnknownOption, "True or False"),
        ({"seats": ["a", "b", "c"]}, cw.UnknownOption, "this game has 2"),
        ({"seats": [1]}, ValueError, "a person's name or a bot"),
        ({"seats": 5}, cw.UnknownOption, "a list of names"),
        ({"seats": "AB"}, cw.UnknownOption, "a list of names"),
        ({"seats": ["\ud800"]}, ValueError, "a text of at most 1,000 characters"),
        ({"seats": [Nameless()]}, ValueError, "a text of at most 1,000 characters"),
        ({"seed": 10**5000}, cw.UnknownOption, "300 digits"),
        ({"undo": "x"}, cw.UnknownOption, "True or False"),
        ({"deal": 5, "match": True}, cw.IllegalDeal, "a list of 30"),
        ({"game": "columns", "match": True}, cw.UnknownOption, "match"),
        ({"game": "fourx", "match": True}, cw.UnknownOption, "match"),
        ({"game": "commander", "match": True}, cw.UnknownOption, "scoring"),
        ({"game": "universal", "dealer": "cut"}, cw.UnknownOption, "seed"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_in_words(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        cw.new(**{"game": "kommando", **arguments})


# -- playing


@pytest.mark.parametrize(
    ("move", "rule"),
    [("nonsense", "GE-3"), ("", "GE-3"), ("L:99r", "GE-3"), ("9y", "KO-4"), ("\ud800", "GE-3"), ("x" * 10**6, "GE-3")],
)
def test_ge_5_a_refused_move_changes_nothing(move: str, rule: str) -> None:
    game = playing(plies=4)
    game.undo().undo()
    before = everything(game)
    seen: list[object] = []
    game.observe(seen.append)
    with pytest.raises(cw.IllegalMove) as caught:
        game.play(move)
    assert caught.value.rule == rule
    assert len(str(caught.value).encode()) < 400
    assert everything(game) == before
    assert seen == []
    assert game.redo().redo().ply == 4


@pytest.mark.parametrize("move", [None, 7, b"L:1r", ["L:1r"]])
def test_ge_3_a_move_is_a_text(move: Any) -> None:
    game = playing()
    with pytest.raises(cw.IllegalMove, match="a move is a text"):
        game.play(move)


def test_ge_3_spaces_are_forgiven_and_the_record_has_none() -> None:
    game = cw.new("universal", seed=11)
    game.play("  play   Sj 1 ")
    assert game.moves() == ["play Sj 1"]


def test_a_stale_move_is_refused() -> None:
    game = playing(plies=2)
    with pytest.raises(cw.ActionRefused, match="has moved on"):
        game.play(game.legal_moves()[0], at=(0, 1))
    assert game.play(game.legal_moves()[0], at=(0, 2)).ply == 3


# -- taking back


@pytest.mark.parametrize("slug", GAMES)
def test_undo_and_redo_lead_through_the_same_positions(slug: str) -> None:
    game = cw.new(slug, seed=5)
    rng = Random(slug)
    dumps = [game.dump()]
    while not game.is_over and game.ply < 25:
        dumps.append(game.play(str(random_move(game.state, rng))).dump())
    for dump in reversed(dumps[:-1]):
        assert game.undo().dump() == dump
    for dump in dumps[1:]:
        assert game.redo().dump() == dump


def test_nothing_to_take_back_or_to_make_again() -> None:
    game = playing()
    assert not game.can_undo
    with pytest.raises(cw.ActionRefused, match="no move to take back"):
        game.undo()
    with pytest.raises(cw.ActionRefused, match="no move was taken back"):
        game.redo()
    game.play(game.legal_moves()[0])
    assert facts(game, "can_undo", "can_redo") == [True, False]


def test_a_game_without_taking_back() -> None:
    game = cw.new("kommando", seed=7, undo=False)
    game.play(game.legal_moves()[0])
    before = everything(game)
    for what in (game.undo, game.redo):
        with pytest.raises(cw.ActionRefused, match="without taking moves back"):
            what()
    assert everything(game) == before
    assert not game.can_undo
    assert not game.can_redo


def test_moves_taken_back_stay_as_a_variation() -> None:
    game = playing(plies=6)
    line = game.moves()[3:]
    game.undo().undo().undo()
    assert game.variations == [{"at": "0/3", "moves": line}]
    other = game.legal_moves()[-1]
    game.play(other)
    assert game.variations == [{"at": "0/3", "moves": line}]
    assert not game.can_redo
    # the very same line again says nothing new, a longer one takes its place
    game.undo()
    for move in line:
        game.play(move)
    longer = [*line, game.legal_moves()[0]]
    game.play(longer[-1])
    for _ in range(4):
        game.undo()
    game.play(other)
    assert {"at": "0/3", "moves": longer} in game.variations
    assert {"at": "0/3", "moves": line} not in game.variations
    assert cw.load(game.record()).variations == game.variations


def test_making_the_same_moves_again_is_no_variation() -> None:
    game = playing(plies=4)
    moves = game.moves()
    game.undo().undo()
    game.play(moves[2])
    assert facts(game, "can_redo") == [True]
    game.play(moves[3])
    assert facts(game, "can_redo") == [False]
    assert game.variations == []


def test_a_line_from_a_position_that_is_no_more_begins_where_the_ways_part() -> None:
    game = playing(plies=5)
    main = game.moves()
    game.undo().play(game.legal_moves()[-1])  # leaves main at 0/4
    first = game.moves()[4]
    assert first != main[4]
    game.undo().undo().undo()  # back to 0/2, before where that line left
    record = game.record()
    assert {"at": "0/2", "moves": main[2:]} in record["variations"]
    assert {"at": "0/2", "moves": [*main[2:4], first]} in record["variations"]
    assert cw.load(record).dump() == game.dump()
    game.play(game.legal_moves()[-1])
    assert cw.load(game.record()).variations == game.variations
    # nothing is lost for those who make the moves again
    game = playing(plies=4).comment("x")
    game.undo().undo()
    assert game.record()["comments"] == {}
    game.redo().redo()
    assert game.record()["comments"] == {"0/4": "x"}


def test_what_is_said_of_moves_that_are_taken_back_stays_with_the_variation(tmp_path: Path) -> None:
    game = playing(plies=4).autosave(tmp_path / "game.jsonl")
    game.comment("Before.", ply=2).comment("A slip.").glyph("?")
    line = game.moves()[2:]
    kept = {"at": "0/2", "moves": line, "comments": {"0/4": "A slip."}, "glyphs": {"0/4": "?"}}
    game.undo().undo()
    assert game.variations == [kept]
    game.play(game.legal_moves()[-1]).comment("Better.")
    record = game.record()
    assert record["variations"] == [kept]
    assert record["comments"] == {"0/2": "Before.", "0/3": "Better."}
    for again in (cw.load(record), cw.load(game.notation()), cw.load(tmp_path / "game.jsonl")):
        assert again == game
        assert again.record()["variations"] == [kept]
    assert game != cw.load({**record, "variations": [{"at": "0/2", "moves": line}]})
    # said of the same moves at another time
    game.undo().play(line[0]).play(line[1]).comment("Once more.").glyph("!").undo().undo()
    game.play(record["rounds"][0]["moves"][2])
    both = {**kept, "comments": {"0/4": "A slip.\nOnce more."}, "glyphs": {"0/4": "!"}}
    assert game.variations[0] == both
    replay = game.replay(seat=None, line=1)
    assert replay.notes["0/4"] == {"comment": "A slip.\nOnce more.", "glyph": "!"}
    assert "0/3" not in replay.notes
    assert replay.notes["0/2"]["comment"] == "Before."
    assert "0/4" not in game.replay(seat=0).notes


def test_comments_and_signs() -> None:
    game = playing(plies=3)
    game.comment("Good.").glyph("!").comment("<b>", ply=1).glyph("?!", ply=1, round=0)
    assert game.comments == {"0/3": "Good.", "0/1": "<b>"}
    assert game.glyphs == {"0/3": "!", "0/1": "?!"}
    game.comment("").glyph("", ply=1)
    assert game.record()["comments"] == {"0/1": "<b>"}
    assert game.record()["glyphs"] == {"0/3": "!"}
    before = everything(game)
    number: Any = 7
    wrong: list[Callable[[], object]] = [
        lambda: game.comment(number),
        lambda: game.glyph("+-"),
        lambda: game.comment("x", ply=4),
        lambda: game.comment("x", ply=-1),
        lambda: game.comment("x", round=1),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"text|sign|ply|round"):
            call()
    assert everything(game) == before


# -- looking back


@pytest.mark.parametrize("slug", GAMES)
def test_at_is_the_game_as_it_stood(slug: str) -> None:
    game = cw.new(slug, seed=5)
    rng = Random(slug)
    seen = [(game.dump(), game.log(), str(game))]
    while not game.is_over and game.ply < 15:
        game.play(str(random_move(game.state, rng)))
        seen.append((game.dump(), game.log(), str(game)))
    for ply, what in enumerate(seen):
        then = game.at(ply)
        assert (then.dump(), then.log(), str(then)) == what
        assert then.record()["rounds"][0]["moves"] == game.moves()[:ply]
        for viewer in (*viewers(GAMES[slug], {}), None):
            assert game.dump_at(ply, seat=viewer) == then.dump(viewer)


def test_at_is_independent() -> None:
    game = second_round(ply=4)
    before = everything(game)
    then = game.at(2)
    then.play(then.legal_moves()[-1]).comment("x")
    # back over the start of the round, into one that both have
    then.undo().undo().undo().undo().undo()
    assert (then.round, then.ply) == (0, 18)
    then.play(then.legal_moves()[-1])
    assert everything(game) == before
    # and the other way round
    then = game.at(3)
    kept = everything(then)
    while game.can_undo:
        game.undo()
    game.play(game.legal_moves()[-1])
    assert everything(then) == kept


@pytest.mark.parametrize("arguments", [(-1,), (21,), (True,), (1.0,), ("1",), (None,)])
def test_at_a_ply_that_is_none_is_said(arguments: Any) -> None:
    with pytest.raises(ValueError, match="there is no ply"):
        second_round().at(*arguments, round=0)


@pytest.mark.parametrize("number", [-1, 2, True, "0"])
def test_at_a_round_that_is_none_is_said(number: Any) -> None:
    with pytest.raises(ValueError, match="there is no round"):
        second_round().at(0, round=number)


# -- matches


def test_ge_8_the_move_that_ends_a_round_deals_the_next() -> None:
    game = second_round()
    assert (game.round, game.ply, game.to_play, game.is_over) == (1, 0, 1, False)  # the deal alternates
    final = game.at(20, round=0)
    assert final.to_play is None
    assert final.is_over is True
    assert final.dump()["match"] == {"totals": [0, 0], "over": False}
    assert game.dump()["match"] == {"totals": final.points, "over": False}
    assert game.points == final.points
    result = game.record()["rounds"][0]["result"]
    assert result is not None
    assert result["points"] == final.points


def test_ge_8_at_the_last_ply_of_an_earlier_round() -> None:
    game = second_round(ply=3)
    final = game.at(20, round=0)
    assert final.legal_moves() == []
    with pytest.raises(cw.IllegalMove):
        final.play("L:1r")
    # from there the match goes on as before: taken back and made again, the next round is dealt
    last = final.moves()[-1]
    final.undo().play(last)
    assert (final.round, final.ply) == (1, 0)
    assert final.dump() == game.at(0).dump()


def test_ge_8_undo_over_the_start_of_a_round() -> None:
    game = second_round()
    dealt = game.dump()
    last = game.moves(0)[-1]
    game.undo()
    assert (game.round, game.ply) == (0, 19)
    assert game.dump()["match"] == {"totals": [0, 0], "over": False}
    assert list(game.round_numbers()) == [0]
    assert game.redo().dump() == dealt
    game.undo().play(last)
    assert game.dump() == dealt  # the same next deal, however it came
    game.undo()
    again = cw.load(json.loads(json.dumps(game.record())))
    assert again.play(last).dump() == dealt


def test_ge_8_a_match_is_played_to_its_end() -> None:
    game = cw.new("kommando", seed=3, match=True, target=60)
    rng = Random(1)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    assert game.round >= 1
    assert max(game.points) > 60
    assert game.returns == ([1, -1] if game.points[0] > game.points[1] else [-1, 1])
    match = game.dump()["match"]
    assert match is not None
    assert match["over"]
    rounds: Any = game.record()["rounds"]
    assert [sum(entry["result"]["points"][seat] for entry in rounds) for seat in (0, 1)] == game.points
    assert [entry["dealer"] for entry in rounds] == [(1 + i) % 2 for i in range(game.round + 1)]
    with pytest.raises(cw.IllegalMove):
        game.play("L:1r")
    again = cw.load(json.loads(json.dumps(game.record())))
    assert again.dump() == game.dump()
    assert facts(game.undo(), "is_over") == [False]


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("universal", {"target": 60}),
        ("commander", {"scoring": True, "target": 12}),
        ("commander", {"scoring": True, "teams": True, "target": 10, "players": 4}),
    ],
)
def test_ge_8_matches_of_the_other_games(slug: str, options: dict[str, Any]) -> None:
    game = cw.new(slug, seed=3, match=True, **options)
    rng = Random(1)
    while not game.is_over:
        assert game.round < 60
        game.play(str(random_move(game.state, rng)))
    most = max(game.points)
    assert most >= options["target"]
    assert game.returns == [1 if points == most else -1 for points in game.points]
    assert cw.load(json.loads(json.dumps(game.record()))).dump() == game.dump()


def test_restart() -> None:
    game = second_round(ply=2).comment("x")
    deal = game.record()["rounds"][0]["deal"]
    game.restart(same=True)
    assert (game.round, game.ply, game.points) == (0, 0, [0, 0])
    record = game.record()
    assert record["rounds"][0]["deal"] == deal
    assert (record["comments"], record["variations"]) == ({}, [])
    game.restart(seed=8)
    assert game.dump() == cw.new("kommando", seed=8, match=True).dump()
    for wrong in ("x", 1.5, True):
        with pytest.raises(cw.UnknownOption, match="a whole number"):
            game.restart(seed=wrong)  # type: ignore[arg-type]
    assert game.dump() == cw.new("kommando", seed=8, match=True).dump()
    # a position set up for a lesson comes back as it was set up
    start = playing("columns", 1).dump()
    lesson = cw.from_dump(start)
    lesson.play(lesson.legal_moves()[0])
    assert lesson.restart(same=True).dump() == start


# -- what is said


@pytest.mark.parametrize("slug", GAMES)
def test_the_log_tells_every_move(slug: str) -> None:
    game = playing(slug, 5, last=slug != "fourx")
    log = game.log()
    assert [entry["ply"] for entry in log] == [1, 2, 3, 4, 5]
    assert [entry["move"] for entry in log] == game.moves()
    assert [entry["seat"] for entry in log] == game.history.movers()
    for entry in log:
        assert entry["text"][0].isupper()
        assert entry["text"].endswith(".")
    assert game.log(ply=2) == log[:2]
    with pytest.raises(ValueError, match="there is no ply"):
        game.log(ply=6)


def test_ge_4_a_hidden_choice_is_not_told_until_the_other_is_made() -> None:
    game = playing("columns", 1)
    assert game.log(0)[0]["move"] == game.moves()[0]
    for viewer in [viewer for viewer in viewers(game.type, {}) if viewer != 0]:
        entry = game.log(viewer)[0]
        assert entry["move"] is None
        assert entry["text"] == "A has chosen; nobody else sees it yet."
    game.play(game.legal_moves()[0])
    assert game.log("public")[0]["move"] == game.moves()[0]


@pytest.mark.parametrize("slug", GAMES)
def test_explain_a_legal_move(slug: str) -> None:
    game = playing(slug, 3, last=slug != "fourx")
    before = everything(game)
    for move in game.legal_moves()[:12]:
        told = game.explain(move)
        assert told.legal
        assert told.move == move
        assert (told.reason, told.rule) == ("", "")
        assert told.rules
        assert all(text == GAMES[slug].all_rules[name] for name, text in told.rules)
        assert len(told.changes) == 1
        assert str(told).startswith(f"{move}: legal.")
    assert everything(game) == before


def test_explain_an_illegal_move_and_nonsense() -> None:
    game = playing()
    told = game.explain("9y")
    assert not told.legal
    assert told.rule == "KO-4"
    assert told.rules == (("KO-4", GAMES["kommando"].rules["KO-4"]),)
    assert told.changes == ()
    assert "not legal" in str(told)
    told = game.explain("<script>alert(1)</script>")
    assert told.rule == "GE-3"
    assert "<script>" not in told._repr_html_()
    assert game.explain(7).rule == "GE-3"  # type: ignore[arg-type]


def test_explain_tells_no_more_than_the_player_knows() -> None:
    """What comes of attacking depends on cards that nobody has seen."""
    game = cw.new("commander", seed=1)
    assert game.explain("1xB1").changes == ("The result depends on hidden cards.",)


@pytest.mark.parametrize("slug", GAMES)
def test_the_text_of_a_game_is_the_persons_view(slug: str) -> None:
    game = playing(slug, 2, last=slug != "fourx")
    assert str(game) == game.text(game.to_play)
    assert repr(game) == f"<Game {slug}, round 0, ply 2>"
    assert game.text(None) != game.text("public")
    assert "??" not in game.text(None)


# -- seats and bots


def test_ge_1_seats_are_numbers_in_code_and_letters_in_words() -> None:
    game = cw.new("commander", seed=3, players=4)
    moves = game.legal_moves()
    assert {move[move.index("x") + 1] for move in moves} == {"B", "C", "D"}
    game.play("1xD1")
    assert game.dump()["to_play"] == game.to_play
    assert game.log()[0]["seat"] == 0
    assert re.match(r"A('s|\b)", game.log()[0]["text"])
    assert [dump["seat"] for dump in (game.dump(0), game.dump(3))] == [0, 3]
    assert game.seats == ["A", "B", "C", "D"]
    assert "B to play" in str(game) or "A to play" in str(game)


def test_ge_6_what_a_seat_has_seen_stays_in_its_dump() -> None:
    """Cards shown in battle lie face down again, or leave play, and every view still has their texts."""
    game = cw.new("commander", seed=3)
    rng = Random(2)
    shown: set[str] = set()
    told: set[str] = set()
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
        for viewer in viewers(game.type, {}):
            table: Any = game.dump(viewer)["table"]
            lying = [entry for formation in table["formations"] for entry in formation if entry is not None]
            told = {entry["card"] for entry in lying if entry["seen"]} | {card for _, _, card in table["removed"]}
            assert "??" not in {entry["card"] for entry in lying if entry["seen"]}
            assert shown <= told
        shown = told - {"??"}
    assert len(shown) > 5


def test_what_a_game_hands_out_is_a_copy() -> None:
    game = cw.new("kommando", seed=7)
    first, second = game.legal_moves()[:2]
    game.play(first).undo().play(second)
    lesson = cw.from_dump(game.dump())
    before, set_up = game.record(), lesson.record()
    game.record()["variations"][0]["moves"].clear()
    game.variations[0]["moves"].clear()
    game.points[0] = 99
    lesson.record()["rounds"][0]["setup"]["table"]["hands"][0].clear()
    assert game.record() == before
    assert game.points == [0, 0]
    assert lesson.record() == set_up


@pytest.mark.parametrize("viewer", ["Public", "0", 2, 1.0, True, []])
def test_what_is_no_viewer_reads_no_log(viewer: Any) -> None:
    with pytest.raises(ValueError, match="there is no viewer"):
        cw.new("kommando", seed=7).log(viewer)


def test_a_round_that_is_over_is_not_the_match() -> None:
    game = cw.new("kommando", seed=3, match=True, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    with pytest.raises(cw.IllegalMove, match="this round is over"):
        game.at(game.plies(0)[-1], round=0).play("L:7b")
    with pytest.raises(cw.IllegalMove, match="the match is over"):
        game.play("L:7b")


def test_who_sits_where() -> None:
    bot = cw.bots.Random(seed=1)
    game = cw.new("kommando", seed=7, seats=["you", bot])
    assert game.seats == ["you", bot]
    assert game.record()["seats"] == ["you", "Random"]
    assert str(game) == game.text(0)
    assert cw.new("kommando", seed=7).seats == ["A", "B"]
    assert cw.new("commander", seed=7, players=4, seats=["you"]).seats == ["you", *SEAT_NAMES[1:]]
    game.sit(0, cw.bots.Random())
    assert str(game) == game.text("public")
    for seat, player in ((2, "x"), (-1, "x"), (0, 7)):
        with pytest.raises(ValueError, match="seat"):
            game.sit(seat, player)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", GAMES)
def test_run_lets_bots_play_to_the_end(slug: str) -> None:
    count = 1 if slug == "fourx" else 2

    def played() -> cw.Game:
        return cw.new(slug, seed=2, seats=[cw.bots.Random(seed=9 + i) for i in range(count)]).run()

    game = played()
    assert game.is_over
    assert game.record() == played().record()  # seeded bots choose the same again


def test_run_stops_at_a_person() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(seed=1)])
    assert game.run().ply == 0
    game.play(game.legal_moves()[0]).run()
    assert game.to_play == 0
    assert game.ply >= 2
    over = cw.new("kommando", seed=7, seats=[cw.bots.Random(), cw.bots.Random()]).run()
    assert over.run().is_over


def test_a_bot_that_cheats_is_refused() -> None:
    game = cw.new("kommando", seed=7, seats=[Snob(), "you"])
    with pytest.raises(cw.IllegalMove):
        game.run()
    assert game.ply == 0


def test_a_view_holds_what_the_seat_knows_and_chooses_alike() -> None:
    game = playing(plies=3, seats=[cw.bots.Random(seed=4), cw.bots.Random(seed=5)])
    view = game.view()
    assert view.dump == game.dump(view.seat)
    assert view.legal_moves() == game.legal_moves()
    assert [game.view().rng.random() for _ in range(3)] == [view.rng.random()] * 3
    assert view.sample().table(view.seat) == game.state.table(view.seat)
    over = playing("fourx")
    over.play("king c").play("resign")
    with pytest.raises(cw.ActionRefused, match="nobody is to play"):
        over.view()


# -- traits


def test_traits_are_observed() -> None:
    game = cw.new("kommando", seed=7, match=True)
    seen: list[tuple[str, Any]] = []
    names = ["ply", "round", "to_play", "is_over", "points", "returns"]
    game.observe(lambda change: seen.append((change["name"], change["new"])), names)
    game.play(game.legal_moves()[0])
    assert seen == [("ply", 1), ("to_play", 1)]
    while game.round == 0:
        game.play(game.legal_moves()[0])
    seen.clear()
    game.undo()
    assert dict(seen)["round"] == 0
    assert dict(seen)["ply"] == 19


def test_observers_see_everything_in_place_and_may_play_on() -> None:
    game = cw.new("kommando", seed=7)
    seen: list[tuple[int, int, int | None]] = []

    def look(_change: object) -> None:
        seen.append((game.ply, game.dump()["ply"], game.to_play))
        if game.ply == 1:
            game.play(game.legal_moves()[0])

    game.observe(look, "ply")
    game.play(game.legal_moves()[0])
    assert game.ply == 2
    assert all(ply == dumped for ply, dumped, _ in seen)


def test_traits_are_linked_and_unlinked() -> None:
    class Slider(HasTraits):
        value = Int()

    game, slider = playing(plies=2), Slider()
    tied = link((game, "ply"), (slider, "value"))
    assert slider.value == 2
    game.play(game.legal_moves()[0])
    assert slider.value == 3
    tied.unlink()
    game.undo()
    assert slider.value == 3


def test_traits_cannot_be_set_from_outside() -> None:
    from traitlets import TraitError

    game = playing(plies=2)
    for name in ("ply", "round", "to_play", "is_over", "points", "returns"):
        with pytest.raises(TraitError, match="read-only"):
            setattr(game, name, getattr(game, name))
    assert game.ply == 2


def test_revision_grows_with_every_change() -> None:
    game = playing()
    steps: list[Callable[[], object]] = [
        lambda: game.play(game.legal_moves()[0]),
        game.undo,
        game.redo,
        lambda: game.comment("x"),
        lambda: game.glyph("!"),
        lambda: game.sit(0, "Ada"),
        game.restart,
    ]
    for step in steps:
        before = game.revision
        step()
        assert game.revision == before + 1


# -- threads


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
def test_many_threads_play_and_read_one_game() -> None:
    """Every move made counts once, every dump read is one position, and the record replays."""
    game = cw.new("universal", seed=6, match=True, target=10**6)
    made: list[str] = []
    stop = threading.Event()

    def player(number: int) -> None:
        rng = Random(number)
        while not stop.is_set():
            with game.held():
                moves = game.legal_moves()
                game.play(rng.choice(moves))
                made.append("move")
                if len(made) >= 600:
                    stop.set()

    def stale(number: int) -> int:
        """Plays without holding the lock: refused whenever somebody was faster."""
        refused = 0
        while not stop.is_set():
            at = (game.round, game.ply)
            try:
                game.play(game.legal_moves()[0], at=at)
                made.append("move")
            except (cw.ActionRefused, cw.IllegalMove, IndexError):
                refused += 1
        return refused

    def reader(number: int) -> int:
        looks = 0
        while looks == 0 or not stop.is_set():
            dump = game.dump([0, 1, "public", None][number % 4])  # type: ignore[arg-type]
            cards = json.dumps(dump["table"]["hands"])
            assert len(dump["table"]["hands"]) == 2, cards
            assert dump["is_over"] == (dump["to_play"] is None)
            if dump["seat"] is None:
                assert cw.from_dump(dump).dump() == dump
            assert len(game.log()) <= 2000
            game.record()
            looks += 1
        return looks

    with ThreadPoolExecutor(12) as pool:
        players = [pool.submit(player, number) for number in range(3)]
        others = [pool.submit(stale, number) for number in range(2)]
        looks = [pool.submit(reader, number) for number in range(4)]
        for future in players:
            future.result(60)
        for other in others:
            other.result(60)
        assert all(look.result(60) > 0 for look in looks)
    assert sum(len(game.moves(number)) for number in game.round_numbers()) == len(made)
    assert cw.load(json.loads(json.dumps(game.record()))).dump() == game.dump()


@pytest.mark.usefixtures("hurried")
def test_threads_that_take_back_and_make_again() -> None:
    game = playing(plies=10)
    dumps = {ply: json.dumps(game.at(ply).dump()) for ply in range(11)}

    def back_and_forth(number: int) -> None:
        for _ in range(100):
            with game.held():
                game.undo()
                assert json.dumps(game.dump()) == dumps[game.ply]
            with game.held():
                game.redo()
                assert json.dumps(game.dump()) == dumps[game.ply]

    with ThreadPoolExecutor(6) as pool:
        for future in [pool.submit(back_and_forth, number) for number in range(6)]:
            future.result(60)
    assert json.dumps(game.dump()) == dumps[10]
    assert game.variations == []


@pytest.mark.parametrize("slug", cw.games())
def test_the_end_of_a_log_is_the_end_of_the_whole_log(slug: str) -> None:
    game = cw.new(slug, seed=3)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    whole = game.log(0)
    for after in range(-1, game.ply + 2):
        assert game.log(0, after=after) == [entry for entry in whole if entry["ply"] > after]


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    one, two, five = numpy.int64(1), numpy.int32(2), numpy.uint8(5)
    game = cw.new("commander", seed=five, players=numpy.int64(3))
    assert game.record() == cw.new("commander", seed=5, players=3).record()
    assert type(game.dump(one)["seat"]) is int
    assert game.dump(one) == game.dump(1)
    game.sit(two, "Ann").play(game.legal_moves()[0])
    assert game.names[2] == "Ann"
    assert game.at(numpy.int64(0)).ply == game.dump_at(numpy.int64(0))["ply"] == 0
    assert game.belief(one, two).counts == game.belief(1, 2).counts
    assert game.hint(simulations=numpy.int64(50), seed=one) == game.hint(simulations=50, seed=1)
    assert game.table(one).seat == 1
    with pytest.raises(ValueError, match="viewer"):
        game.dump(numpy.int64(3))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_is_of_the_seat_that_is_named(seat: int) -> None:
    """No argument can be taken for a seat by mistake, and a seat sees nothing but its own hand."""
    game = cw.new("kommando", seed=3)
    view = game.view(seat=seat)
    assert (view.seat, view.dump) == (seat, game.dump(seat))
    assert view.legal_moves() == (game.legal_moves() if seat == 0 else [])
    assert "??" in view.dump["table"]["hands"][1 - seat]
    with pytest.raises(TypeError):
        game.view(1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="there is no seat 2; seats are 0 to 1"):
        game.view(seat=2)
    over = cw.new("kommando", seed=3, seats=[cw.bots.Random(), cw.bots.Random()]).run()
    assert over.view(seat=1).legal_moves() == []
    with pytest.raises(cw.ActionRefused):
        over.view()
