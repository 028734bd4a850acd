"""After a game: mistakes are counted, and the same deal can be played against a stronger bot or from another seat."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import make_bot
from capture_widgets.library import kept_analyses
from capture_widgets.widgets.settings import LOOKS
from capture_widgets.widgets.table.table import Table
from tests.waiting import soon
from tests.wire import say, widget_named


def over(level: str = "greedy", slug: str = "kommando") -> tuple[cw.Game, Table]:
    game = cw.new(slug, seed=7, seats=["Ann", make_bot(level)])
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game, game.table(pace=0)


def ask(table: Any, **request: Any) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    table.send = lambda content, buffers=None: heard.append(content)
    say(table, {"id": 1, **request})
    assert soon(lambda: any(one.get("id") == 1 for one in heard))
    return heard


def test_the_same_deal_is_played_against_the_next_stronger_bot() -> None:
    game, table = over("greedy")
    deal, seats = game.deal_code, game.seats
    assert table.scene["after"] == {"stronger": "Club player", "swap": True}
    ask(table, kind="rematch", how="stronger")
    assert game.ply == 0
    assert game.deal_code == deal
    assert game.names == ["Ann", "Club player"]
    assert table.scene["after"] is None
    game.bring_back()
    assert game.is_over
    assert game.seats == seats


def test_stronger_than_a_table_of_different_levels_is_the_level_above_its_strongest() -> None:
    def after(*levels: str) -> tuple[cw.Game, Table]:
        game = cw.new("commander", seed=7, players=4, seats=["Ann", *map(make_bot, levels)])
        while not game.is_over:
            game.play(game.legal_moves()[0])
        return game, game.table(pace=0)

    game, table = after("club", "greedy", "beginner")
    assert table.scene["after"]["stronger"] == "Strong player"
    ask(table, kind="rematch", how="stronger")
    assert game.names[0] == "Ann"
    assert {name.rstrip(" 0123456789") for name in game.names[1:]} == {"Strong player"}
    _, table = after("strong", "greedy", "beginner")
    assert table.scene["after"]["stronger"] is None


def test_against_the_strongest_there_is_no_stronger_one_and_seats_can_be_changed() -> None:
    game, table = over("strong")
    assert table.scene["after"]["stronger"] is None
    deal, first = game.deal_code, game.record()["options"]
    assert ask(table, kind="rematch", how="stronger")[0]["kind"] == "refused"
    ask(table, kind="rematch", how="swap")
    assert game.deal_code == deal
    assert game.record()["options"] == first
    assert game.names == ["Strong player", "Ann"]
    assert table.dump["seat"] == 1, "the table shows the person's new seat"


def test_a_game_under_way_offers_nothing_of_this() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", make_bot("greedy")])
    table = game.table(pace=0)
    assert table.scene["after"] is None
    for request in ({"kind": "rematch", "how": "swap"}, {"kind": "mistakes"}, {"kind": "watch"}):
        assert ask(table, **request)[-1]["kind"] == "refused"
    assert game.table("public").scene["after"] is None
    for kind in ("mistakes", "watch"):
        assert ask(game.table("public"), kind=kind)[-1]["kind"] == "refused"


def test_the_whole_game_is_replayed_from_its_start_as_the_seat_could_follow_it() -> None:
    _, table = over(slug="columns")
    first, again = (ask(table, kind="watch")[-1] for _ in range(2))
    assert first["kind"] == again["kind"] == "watched"
    replay = widget_named(again["replay"])
    assert replay is not None
    assert (replay.seat, replay.round, replay.ply) == (0, 0, 0)
    assert [lens["seat"] for lens in replay.scene["lenses"]] == [0], "nobody looks into the other hand by a click"
    assert replay.analysis is None, "nothing was searched"
    assert replay.settings == {name: table.settings[name] for name in LOOKS}
    assert widget_named(first["replay"]) in (None, replay), "one is enough"
    table.close()
    assert replay.closed


def test_mistakes_are_counted_by_what_the_seat_could_know_and_shown_in_its_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_analyses, "SECONDS", 0.02)
    game, table = over()
    *told, judged = ask(table, kind="mistakes")
    own = [ply for ply in range(game.ply) if game.at(ply).to_play == 0]
    done = [one["done"] for one in told]
    assert done[: len(own)] == list(range(1, len(own) + 1))
    assert done == sorted(done), "then the reasons for the better moves are counted, if there is one to look for"
    assert judged["complete"]
    assert judged["id"] == 1
    replay = widget_named(judged["replay"])
    assert replay is not None
    assert replay.seat == 0
    assert [lens["seat"] for lens in replay.scene["lenses"]] == [0]
    assert replay.analysis is not None
    assert [one["at"] for one in judged["mistakes"]] == replay.analysis.mistakes(0)
    table.close()
    assert replay.closed


def test_the_search_for_mistakes_can_be_stopped_and_keeps_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_analyses, "SECONDS", 0.02)
    game, table = over("random", "universal")
    heard: list[Any] = []
    done = threading.Event()

    def send(content: Any, buffers: object = None) -> None:
        heard.append(content)
        if content["kind"] == "progress" and content["done"] == 2:
            say(table, {"id": 2, "kind": "unjudge"})
        elif content.get("id") == 1:
            done.set()

    table.send = send
    say(table, {"id": 1, "kind": "mistakes"})
    assert done.wait(60)
    judged = heard[-1]
    assert judged["kind"] == "judged"
    assert not judged["complete"]
    assert sum(one["kind"] == "progress" for one in heard) < game.ply


def test_between_the_hands_of_a_match_the_hand_that_has_ended_is_replayed() -> None:
    game = cw.new("kommando", seed=7, match=True, seats=["Ann", make_bot("random")])
    table = game.table(pace=0)
    for hand in range(2):
        while game.round == hand:
            game.play(game.legal_moves()[0])
        assert table.scene["can"]["next"]
        assert table.scene["after"] == {"stronger": None, "swap": False}
        assert ask(table, kind="mistakes")[-1]["kind"] == "refused"
        watched = ask(table, kind="watch")[-1]
        replay = widget_named(watched["replay"])
        assert replay is not None
        assert (replay.seat, replay.round, replay.ply) == (0, hand, 0)
        assert len(replay.game.history.rounds) == hand + 1, "it knows nothing of the next hand"
        assert replay.game.history.seed is None
        assert replay.scene["learn"] == "can", "it offers to find mistakes"
        assert cw.load(replay.record).history.moves(hand) == game.history.moves(hand)
        ask(table, kind="next")
        assert table.scene["after"] is None
        assert ask(table, kind="watch")[-1]["kind"] == "refused"
