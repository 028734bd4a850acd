"""Beginning another game at the same table: nothing is lost, and every widget follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.widgets.table.table import Table
from tests.wire import ask


def choice(game: str, **more: Any) -> dict[str, Any]:
    return {"game": game, "opponent": "random", "match": False, "options": {}, "deal": "7", **more}


def under_way(**more: Any) -> tuple[cw.Game, Table]:
    game = cw.new("kommando", seed=1, seats=["Ann", cw.bots.Random()], **more)
    game.play(game.legal_moves()[0])
    return game, game.table(pace=0)


def test_a_table_tells_what_can_be_chosen_and_what_a_choice_comes_to() -> None:
    _, table = under_way()
    assert [one["slug"] for one in ask(table, kind="choices")["games"]] == list(cw.games())
    said = ask(table, kind="choose", choice=choice("fourx"))["chosen"]
    assert said["line"] == 'cw.new("fourx", seats=["you"], seed=7)'


def test_another_game_takes_the_place_of_this_one_which_can_be_brought_back() -> None:
    game, table = under_way()
    before, players = game.record(), game.seats
    assert ask(table, kind="begin", choice=choice("commander", options={"players": 3}))["kind"] == "begun"
    assert game.type.slug == "commander"
    assert len(game.seats) == 3
    assert table.dump["game"] == table.scene["title"].split()[-1].lower() == "commander"
    assert table.rules[0]["id"].startswith("CC-")
    assert table.guide["goal"]
    game.run()
    ask(table, kind="bring_back")
    assert game.record() == before
    assert game.seats == players, "its bots sit there again"
    assert table.rules[0]["id"].startswith("KO-")


def test_the_journal_has_both_games(tmp_path: Path) -> None:
    game, table = under_way(autosave=tmp_path / "game.jsonl")
    before = game.record()
    ask(table, kind="begin", choice=choice("fourx"))
    game.play(game.legal_moves()[0])
    game.close()
    again = cw.load(tmp_path / "game.jsonl")
    assert again == game
    assert [one.record() for one in again.ended] == [before]


def test_a_game_without_a_seat_for_a_table_is_refused_there_and_watched_where_code_begins_it() -> None:
    game = cw.new("kommando", seed=1)
    table = game.table(1)
    assert ask(table, kind="begin", choice=choice("fourx"))["kind"] == "refused"
    assert game.type.slug == "kommando"
    game.begin(cw.new("fourx", seed=1))
    assert table.dump["seat"] == "public"
    assert table.scene["acts"] == []


def test_only_a_game_can_be_begun() -> None:
    with pytest.raises(ValueError, match=r"cw\.new"):
        cw.new("fourx").begin("kommando")  # type: ignore[arg-type]
