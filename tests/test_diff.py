"""Differences between positions: as data, as cards, in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from tests.cases import random_move, viewers


def put(dump: Any, path: list[Any], value: Any) -> None:
    for key in path[:-1]:
        dump = dump[key]
    dump[path[-1]] = value


@pytest.mark.parametrize("slug", GAMES)
def test_the_data_turns_one_dump_into_the_other_for_every_game_and_lens(slug: str) -> None:
    game, rng = cw.new(slug, seed=5), Random(5)
    while not game.is_over and game.ply < 30:
        game.play(str(random_move(game.state, rng)))
    for viewer in [*viewers(game.type, {}), None]:
        for ply in game.plies()[:-1]:
            before, after = game.dump_at(ply, seat=viewer), game.dump_at(ply + 1, seat=viewer)
            found = cw.diff(before, after)
            assert found
            assert found.words
            for item in found.data:
                put(before, item["path"], item["new"])
            assert before == after
            assert not cw.diff(before, after)
            assert cw.diff(before, after).words == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_difference_of_a_seat_names_no_card_that_its_dumps_do_not_show(slug: str) -> None:
    game, rng = cw.new(slug, seed=8), Random(8)
    while not game.is_over and game.ply < 30:
        before = game.dump("public")
        game.play(str(random_move(game.state, rng)))
        after = game.dump("public")
        shown = str(before) + str(after)
        if slug == "universal":  # piles on the bar are counts
            shown += " ".join(rank + suit for suit, n in after["table"]["bar"].items() for rank in "1234567MSG"[:n])
        assert [item["card"] for item in cw.diff(before, after).cards if item["card"] not in shown] == []


def test_kommando_a_fight_in_words_with_points() -> None:
    game = cw.new("kommando", seed=3).play("R:8r")
    before = game.dump()
    game.play("6b")
    found = cw.diff(before, game)
    assert found.words == [
        "The blue 6 goes from B's hand to the defence of place 10.",
        "The fight for place 10 of the row: A wins.",
        "A has 1 point, up from 0.",
    ]
    assert found.points == [1, 0]
    assert found.cards == [{"card": "6b", "kind": "moved", "start": "hands/1", "end": "row/9/defence"}]
    assert {"path": ["points", 0], "old": 0, "new": 1} in found.data
    assert str(found).splitlines() == found.words


def test_fourx_territory_gained_and_cards_turned() -> None:
    game, rng = cw.new("fourx", seed=3), Random(1)
    before = game.dump("public")
    while not any(entry and entry["territory"] for entry in game.dump()["table"]["map"]):
        before = game.dump("public")
        game.play(str(random_move(game.state, rng)))
    found = cw.diff(before, game.dump("public"))
    (space,) = found.territory["gained"]
    assert found.territory["lost"] == []
    assert f"Territory gained: {space}." in found.words
    turned = [item for ply in game.plies()[:-1] for item in cw.diff(game.at(ply), game.at(ply + 1)).cards]
    assert any(item["kind"] == "turned" for item in turned)


def test_commander_a_card_taken_out_of_play() -> None:
    game = cw.new("commander", seed=3)
    before = game.dump(0)
    game.play("1xB4")
    found = cw.diff(before, game.dump(0))
    assert "taken" in {item["kind"] for item in found.cards}
    assert any("the cards out of play" in sentence for sentence in found.words)


def test_columns_unseen_cards_are_counted_not_named() -> None:
    game = cw.new("columns", seed=3)
    before = game.dump("public")
    game.play(game.legal_moves()[0])
    assert cw.diff(before, game.dump("public")).words == [
        "A's hand: 5 unseen cards fewer.",
        "A's placement: 5 unseen cards more.",
        "B is to play.",
    ]


def test_universal_a_draw_is_seen_by_the_drawer_alone() -> None:
    game = cw.new("universal", seed=2)
    rng = Random(0)
    while "draw stock" not in game.legal_moves():
        game.play(str(random_move(game.state, rng)))
    seat = game.to_play
    assert seat is not None
    mine, public = game.dump(seat), game.dump("public")
    game.play("draw stock")
    (card,) = cw.diff(mine, game.dump(seat)).cards
    assert (card["kind"], card["start"], card["end"]) == ("moved", None, f"hands/{seat}")
    assert cw.diff(mine, game.dump(seat)).words[0].endswith(f"from the stock to {'AB'[seat]}'s hand.")
    assert cw.diff(public, game.dump("public")).cards == []


def test_html_escapes_whatever_a_dump_holds() -> None:
    before = cw.new("kommando", seed=3).dump()
    after: Any = {**before, "legal_moves": ["<script>", "<img src=x>"]}
    page = cw.diff(before, after)._repr_html_()
    assert "<script>" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page
    assert cw.diff(before, before)._repr_html_() == "<p>Nothing differs.</p>"


def test_two_games_are_not_compared() -> None:
    with pytest.raises(ValueError, match="two games"):
        cw.diff(cw.new("kommando", seed=1), cw.new("columns", seed=1))
    with pytest.raises(ValueError, match="the second is no position"):
        cw.diff(cw.new("kommando", seed=1), 3)


def test_rounds_of_a_match_compare() -> None:
    game, rng = cw.new("kommando", seed=1, match=True), Random(1)
    while game.round == 0:
        game.play(str(random_move(game.state, rng)))
    assert cw.diff(game.at(3, round=0), game).words[0] == "Round 1 gives way to round 2."
