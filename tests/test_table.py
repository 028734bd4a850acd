"""The kernel's side of a table: what it shows, for whom it acts, and how it answers messages."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from traitlets import TraitError

import capture_widgets as cw
from capture_widgets.bots import Bot, View
from capture_widgets.engine.names import Names
from capture_widgets.model.log_entry import Reason
from capture_widgets.widgets import Table
from capture_widgets.widgets.table.session import REVEAL, STAGE, TURNS, reading_time, session_of, stage_time
from tests.leaks import find_cards
from tests.wire import Wire, logged, say, set_traits, until


class Slow(Bot):
    """Answers when it is let go, or when nobody waits any longer."""

    name = "Slow"

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.let_go = threading.Event()

    def choose(self, view: View) -> str:
        self.asked.set()
        while not self.let_go.wait(0.005) and not view.cancelled.is_set():
            pass
        return view.legal_moves()[0]


def test_a_seats_table_acts_for_its_seat_alone() -> None:
    game = cw.new("kommando", seed=7)
    first, second = Wire(game.table(seat=0)), Wire(game.table(seat=1))
    assert first.table.dump == game.dump(0)
    assert second.table.dump["legal_moves"] == []
    move = game.legal_moves()[0]
    refused = second.play(move)
    assert refused["kind"] == "refused"
    assert "A's turn" in refused["text"]
    assert game.ply == 0
    assert first.play(move)["kind"] == "done"
    assert first.table.dump["ply"] == second.table.dump["ply"] == 1
    assert second.table.dump == game.dump(1)


def test_public_looks_only_and_all_acts_for_whoever_is_to_move() -> None:
    game = cw.new("kommando", seed=7)
    public, everyone = Wire(game.table(seat="public")), Wire(game.table(seat=None))
    assert public.play(game.legal_moves()[0])["kind"] == "refused"
    assert public.ask(kind="new", same=True)["kind"] == "refused"
    assert public.ask(kind="undo", round=0, ply=0)["kind"] == "refused"
    for _ in range(4):
        assert everyone.play(everyone.table.dump["legal_moves"][0])["kind"] == "done"
    assert game.ply == 4
    assert "rest" in everyone.table.dump
    assert "rest" not in public.table.dump


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": None},
        {"kind": "fly"},
        {"kind": ["play"]},
        {"kind": "play"},
        {"kind": "play", "move": 7, "round": 0, "ply": 0},
        {"kind": "play", "move": "L:1r"},
        {"kind": "play", "move": "L:1r", "round": "0", "ply": 0},
        {"kind": "play", "move": "L:1r", "round": True, "ply": 0},
        {"kind": "play", "move": "L:1r", "round": 0, "ply": 3},
        {"kind": "play", "move": "L:9y", "round": 0, "ply": 0},
        {"kind": "play", "move": "x" * 100_000, "round": 0, "ply": 0},
        {"kind": "play", "move": "<b>", "round": 0, "ply": 0},
        {"kind": "undo"},
        {"kind": "undo", "round": 0, "ply": 0},
        {"kind": "redo", "round": 0, "ply": 0},
        {"kind": "seat"},
        {"kind": "seat", "seat": 9, "player": "random"},
        {"kind": "seat", "seat": 1, "player": "nobody"},
        {"kind": "seat", "seat": True, "player": "random"},
    ],
)
def test_a_stale_forged_or_broken_message_is_refused_and_changes_nothing(message: dict[str, Any]) -> None:
    game = cw.new("kommando", seed=7)
    wire = Wire(game.table(seat=0))
    before = game.record(), game.dump(), wire.table.dump
    answer = wire.ask(**message)
    assert answer["kind"] == "refused"
    assert 10 < len(answer["text"]) < 700
    assert (game.record(), game.dump(), wire.table.dump) == before
    assert wire.play("L:1r")["kind"] == "done"


def test_what_is_no_message_at_all_is_ignored() -> None:
    wire = Wire(cw.new("kommando", seed=7).table(seat=0))
    nothing: list[Any] = [None, [], "play", 7]
    for content in nothing:
        say(wire.table, content)
    assert wire.heard == []


def test_a_refused_move_names_its_rule() -> None:
    answer = Wire(cw.new("kommando", seed=7).table(seat=0)).play("L:9y")
    assert answer["rule"] == "KO-5"
    assert answer["move"] == "L:9y"
    assert answer["text"].startswith("A yellow 9 cannot attack")


def test_hot_seat_shows_nothing_hidden_until_the_next_person_is_ready() -> None:
    game = cw.new("kommando", seed=7)
    wire = Wire(game.table())
    hands = [list(hand) for hand in game.dump()["table"]["hands"]]
    assert wire.table.dump == game.dump(0)
    assert wire.play("L:1r")["kind"] == "done"
    assert wire.table.scene["cover"] == 1
    assert wire.table.scene["acts"] == []
    assert wire.table.dump["seat"] == "public"
    state = {name: value for name, value in wire.table.get_state().items() if name != "rules"}
    assert find_cards(state, {*hands[0], *hands[1]} - {"1r"}) == []
    assert wire.ask(kind="play", move=game.legal_moves()[0], round=0, ply=1)["kind"] == "refused"
    assert wire.ask(kind="uncover")["kind"] == "done"
    assert wire.table.dump == game.dump(1)
    assert wire.table.scene["cover"] is None


def test_undo_goes_back_to_the_persons_own_move() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())
    assert wire.table.scene["can"]["undo"] is False
    game.play(game.legal_moves()[0]).run()
    assert game.to_play == 0
    made = game.moves()
    assert wire.undo()["kind"] == "done"
    assert game.ply == 0
    assert wire.table.scene["can"]["redo"]
    assert wire.ask(kind="redo", round=0, ply=0)["kind"] == "done"
    assert game.moves() == made


def test_undo_is_meant_although_a_bot_has_answered_meanwhile() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())
    game.play(game.legal_moves()[0])
    game.run()
    assert game.ply == 2
    for wrong in ({"round": 0, "ply": 0}, {"round": 0, "ply": -1}, {"round": 1, "ply": 1}, {"round": 0, "ply": 3}):
        assert "moved on" in wire.ask(kind="undo", **wrong)["text"]
    assert wire.ask(kind="undo", round=0, ply=1)["kind"] == "done"
    assert game.ply == 0


def test_a_seats_table_takes_back_its_own_persons_moves_alone() -> None:
    game = cw.new("columns", seed=7)
    first, second = Wire(game.table(seat=0)), Wire(game.table(seat=1))
    first.play(game.legal_moves()[0])
    assert (first.table.scene["can"]["undo"], second.table.scene["can"]["undo"]) == (True, False)
    assert "another person's" in second.undo()["text"]
    assert game.ply == 1
    assert first.undo()["kind"] == "done"
    assert (first.table.scene["can"]["redo"], second.table.scene["can"]["redo"]) == (True, False)
    assert "another person's" in second.ask(kind="redo", round=0, ply=0)["text"]
    assert first.ask(kind="redo", round=0, ply=0)["kind"] == "done"
    assert game.ply == 1


@pytest.mark.parametrize(
    ("slug", "moves", "shown"),
    [
        ("kommando", ["L:1r"], True),  # a card from the hand
        ("columns", ["A:Qh B:3d C:5c D:Ks E:9h"], False),  # face down until the other has placed, too
        ("columns", None, True),  # both have placed: all cards are turned up
        ("universal", ["draw stock"], True),  # the seat itself has seen the card
    ],
)
def test_between_persons_a_seats_table_takes_back_nothing_that_was_shown(
    slug: str, moves: list[str] | None, shown: bool
) -> None:
    game = cw.new(slug, seed=7)
    for _ in range(2 if moves is None else 1):
        wanted = [move for move in game.legal_moves() if moves and move in moves]
        game.play((wanted or game.legal_moves())[0])
    seat = game.history.movers()[-1]
    wire, ply = Wire(game.table(seat=seat)), game.ply
    assert wire.table.scene["can"]["undo"] is not shown
    answer = wire.undo()
    assert (answer["kind"], game.ply) == (("refused", ply) if shown else ("done", ply - 1))
    if shown:
        assert answer["rule"] is None
        assert "shown" in answer["text"]
        assert Wire(game.table(seat=None)).undo()["kind"] == "done", "a teacher's table may"


def test_the_deal_of_the_next_round_is_not_taken_back_between_persons() -> None:
    game = cw.new("kommando", seed=3, match=True)
    while game.round == 0:
        game.play(game.legal_moves()[0])
    assert game.ply == 0
    wire = Wire(game.table(seat=game.history.movers()[-1]))
    wire.ask(kind="next")
    assert wire.undo()["kind"] == "refused"
    assert game.round == 1


def test_against_bots_a_player_takes_back_what_they_like_and_it_is_counted() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table(seat=0))
    assert wire.table.scene["taken_back"] == 0
    for count in (1, 2):
        wire.play(game.legal_moves()[0])
        game.run()
        assert wire.undo()["kind"] == "done"
        assert (game.ply, wire.table.scene["taken_back"]) == (0, count)
    game.restart()
    assert wire.table.scene["taken_back"] == 0


def test_between_persons_a_seats_table_neither_begins_anew_nor_gives_away_anothers_seat() -> None:
    game = cw.new("commander", seed=28, players=3, seats=["Ann", "Ben", cw.bots.Random(1)])
    wire = Wire(game.table(seat=0))
    assert (wire.table.scene["can"]["new"], wire.table.scene["can"]["sit"]) == (False, [0, 2])
    before = game.record()
    for message in (
        {"kind": "new", "same": True},
        {"kind": "new", "same": False},
        {"kind": "seat", "seat": 1, "player": "random"},
        {"kind": "seat", "seat": 1, "player": "person"},
    ):
        answer = wire.ask(**message)
        assert (answer["kind"], answer["rule"]) == ("refused", None)
    assert game.record() == before
    assert wire.ask(kind="seat", seat=2, player="person")["kind"] == "done"
    assert wire.ask(kind="seat", seat=0, player="random")["kind"] == "done", "its own seat"
    game.sit(1, cw.bots.Random(2))
    assert wire.ask(kind="new", same=True)["kind"] == "refused", "C is a person now"
    over = Wire(cw.new("columns", seed=7).table(seat=0))
    while not over.table.game.is_over:
        over.table.game.play(over.table.game.legal_moves()[0])
    assert over.table.scene["can"]["new"], "nobody loses what is over"
    assert over.ask(kind="new", same=False)["kind"] == "done"
    game.sit(2, cw.bots.Random(3)).sit(0, "Ann")
    assert wire.table.scene["can"]["new"]
    assert wire.ask(kind="new", same=True)["kind"] == "done"
    for seat, may in (("auto", [0, 1]), (None, [0, 1]), ("public", [])):
        can = cw.new("kommando", seed=7).table(seat=seat).scene["can"]
        assert (can["new"], can["sit"]) == (bool(may), may)


def test_a_game_without_undo_offers_none() -> None:
    game = cw.new("kommando", seed=7, undo=False)
    wire = Wire(game.table(seat=None))
    wire.play(game.legal_moves()[0])
    assert wire.table.scene["can"]["undo"] is False
    assert wire.undo()["kind"] == "refused"
    assert game.ply == 1


def test_new_deal_and_the_same_deal_again() -> None:
    game = cw.new("kommando", seed=7)
    wire = Wire(game.table(seat=None))
    start = game.dump()
    wire.play(game.legal_moves()[0])
    assert wire.ask(kind="new", same=True)["kind"] == "done"
    assert game.dump() == start
    assert wire.ask(kind="new", same=False)["kind"] == "done"
    assert game.dump()["table"]["hands"] != start["table"]["hands"]
    assert wire.table.dump == game.dump()


def test_a_finished_hand_stays_on_the_table_until_the_players_go_on() -> None:
    game = cw.new("kommando", seed=3, match=True)
    wire = Wire(game.table(seat=None))
    while game.round == 0:
        wire.play(wire.table.dump["legal_moves"][0])
    shown = wire.table.dump
    assert (shown["round"], shown["ply"], shown["is_over"]) == (0, 20, True)
    assert shown == game.at(20, round=0).dump()
    assert wire.table.scene["can"]["next"]
    assert wire.table.scene["outcome"]["lines"][0]["points"] == shown["points"][0]
    assert wire.ask(kind="next")["kind"] == "done"
    assert wire.table.dump == game.dump()
    assert not wire.table.scene["can"]["next"]


def test_bots_wait_until_the_end_of_a_hand_was_heard_of() -> None:
    """Who still tells of the move before the last tells of the last as well; the bot's own thread goes on meanwhile."""
    game = cw.new("kommando", seed=7, match=True, seats=["you", cw.bots.Random(1)])
    while game.ply < 18:
        game.play(game.legal_moves()[0])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")

    def slow(_change: object) -> None:
        if game.ply >= 19 or game.round > 0:
            deadline = time.monotonic() + 60
            while game.round == 0 and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.2)

    game.observe(slow, "revision")
    wire.play(wire.table.dump["legal_moves"][0])
    until(wire.table, lambda: game.round == 1 and wire.table.scene["can"]["next"])
    # the bot attacks first in the next hand
    assert (game.to_play, game.ply) == (1, 0)
    assert wire.table.dump["round"] == 0


def test_bots_wait_while_a_finished_hand_is_shown() -> None:
    game = cw.new("kommando", seed=3, match=True, target=300, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    until(wire.table, lambda: game.to_play == 0)
    while game.round == 0:
        if game.to_play == 0:
            wire.play(wire.table.dump["legal_moves"][0])
            until(wire.table, lambda: game.to_play == 0 or game.round == 1)
    # B dealt first, so A is the dealer now and the bot would be the one to attack
    assert (game.to_play, game.ply) == (1, 0)
    assert wire.table.dump["round"] == 0
    wire.ask(kind="next")
    until(wire.table, lambda: game.ply == 1)
    assert wire.table.dump["round"] == 1


def test_a_bot_moves_by_itself_once_a_table_is_on_screen() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), "you"])
    wire = Wire(game.table(pace=0))
    assert game.ply == 0
    assert wire.ask(kind="hello", view="page")["kind"] == "hello"
    until(wire.table, lambda: bool(wire.table.dump["ply"] == 1))
    assert wire.table.dump["legal_moves"] == game.legal_moves()


def test_bots_wait_until_a_battle_can_be_read_unless_told_not_to_pause() -> None:
    game = cw.new("commander", seed=28, seats=["you", cw.bots.Random(1), cw.bots.Random(2)], players=3)
    for pace, waits in ((400, True), (0, False)):
        table = game.table(pace=pace)  # kept: a session goes with its last table
        session = session_of(table.game)
        game.restart(same=True)
        assert session.pause() == session.pace
        game.play("1xB1")
        assert game.log()[-1]["why"]
        assert (session.pause() > TURNS / 2 - 0.1) is waits
    game = cw.new("columns", seed=0, seats=[cw.bots.Random(1), "you"])
    table = game.table(pace=400)
    session = session_of(table.game)
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0])
    assert len(game.log()[-1]["why"]) == 5
    assert session.pause() == 0.4, "a placement is not seen yet, so nobody is disturbed by it"


def test_bots_wait_as_long_as_a_table_shows_the_columns_one_by_one() -> None:
    decided: list[Reason] = [{"of": name, "text": "", "rule": "CO-6"} for name in "ABCDE"]
    # each column, then what the round brought: six seconds at the usual pace, which the pace that was set scales
    paces = ((0.0, 5, 3.6), (0.4, 5, REVEAL), (0.8, 5, 8.4), (2.0, 5, 15.6), (0.4, 1, 2 * (STAGE + 0.4)))
    for pace, columns, shown in paces:
        assert (columns + 1) * stage_time(columns + 1, pace) == pytest.approx(shown)
        assert shown < reading_time(decided[:columns], pace) < shown + 1


def test_bots_go_on_when_what_was_decided_has_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture_widgets.widgets.table.session.reading_time", lambda *_: 600.0)
    game = cw.new("commander", seed=28, seats=["you", cw.bots.Random(1), cw.bots.Random(2)], players=3)
    wire = Wire(game.table(pace=10))
    wire.ask(kind="hello", view="page")
    game.play("1xB1")
    assert session_of(game).pause() > 500
    assert wire.ask(kind="read")["kind"] == "done"
    until(wire.table, lambda: game.ply == 2)


def test_a_thinking_bot_is_shown_stopped_and_cancelled() -> None:
    bot = Slow()
    game = cw.new("kommando", seed=7, seats=["you", bot])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    wire.play(wire.table.dump["legal_moves"][0])
    assert bot.asked.wait(60)
    until(wire.table, lambda: bool(wire.table.scene["thinking"] == 1))
    assert wire.ask(kind="stop")["kind"] == "done"
    until(wire.table, lambda: wire.table.scene["thinking"] is None)
    assert wire.table.scene["stopped"]
    assert game.ply == 1
    bot.asked.clear()
    wire.ask(kind="go")
    assert bot.asked.wait(60)
    bot.let_go.set()
    until(wire.table, lambda: game.ply == 2)
    assert game.moves()[1] == cw.load(game.at(1).record()).legal_moves()[0]


def test_undo_while_a_bot_thinks_takes_its_answer_away() -> None:
    bot = Slow()
    game = cw.new("kommando", seed=7, seats=["you", bot])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    wire.play(wire.table.dump["legal_moves"][0])
    assert bot.asked.wait(60)
    assert wire.undo()["kind"] == "done"
    until(wire.table, lambda: wire.table.scene["thinking"] is None)
    assert game.ply == 0


class Broken(Bot):
    """A bot that does what it is told to: raise, or answer nonsense."""

    name = "Broken"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        answer: str = self.answer
        return answer


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), "L:9y", "checkmate", None, 7])
def test_a_broken_bot_is_said_and_its_seat_can_be_taken_over(answer: Any) -> None:
    game = cw.new("kommando", seed=7, seats=[Broken(answer), "you"])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    until(wire.table, lambda: wire.table.scene["notice"] is not None)
    assert "Broken" in wire.table.scene["notice"]["text"]
    assert game.ply == 0
    assert wire.ask(kind="seat", seat=0, player="random")["kind"] == "done"
    until(wire.table, lambda: game.ply == 1)
    assert wire.table.scene["notice"] is None


def test_what_a_broken_bot_says_reaches_only_those_who_know_its_cards() -> None:
    game = cw.new("kommando", seed=7, seats=[Broken(RuntimeError("I hold 5r")), "you"])
    own, other, public, everything = (game.table(seat=seat, pace=0) for seat in (0, 1, "public", None))
    Wire(other).ask(kind="hello", view="page")
    for table in (own, other, public, everything):  # they are told one after another, and first that there is trouble
        until(table, lambda shown=table: "RuntimeError" in json.dumps(shown.scene["notice"]))  # type: ignore[misc]
    until(own, lambda: "5r" in json.dumps(own.scene))
    told = ["5r" in json.dumps(table.scene) for table in (own, other, public, everything)]
    assert told == [True, False, False, True]
    assert "RuntimeError" in other.scene["notice"]["text"]
    assert other.trouble is not None
    assert "I hold 5r" in other.trouble
    assert game.trouble == other.trouble


def test_whoever_writes_a_bot_sees_the_line_that_failed() -> None:
    """In `game.trouble`: the traceback of the bot, without the lines of this package, until the fault is gone."""

    class Mine(Bot):
        name = "Mine"
        fails = True

        def choose(self, view: View) -> str:
            return self.best(view.legal_moves())

        def best(self, moves: list[str]) -> str:
            return moves[99 if self.fails else 0]

    bot = Mine()
    game = cw.new("kommando", seed=7, seats=[bot, "you"])
    wire = Wire(game.table(pace=0))
    wire.ask(kind="hello", view="page")
    until(wire.table, lambda: wire.table.scene["notice"] is not None)
    assert game.trouble is not None
    assert "in choose" in game.trouble
    assert "return moves[99 if self.fails else 0]" in game.trouble
    assert game.trouble.endswith("IndexError: list index out of range")
    assert "asking.py" not in game.trouble
    assert "in line" not in str(game.table(seat=1).scene["notice"])
    assert "press “Let it try again”" in wire.table.scene["notice"]["text"]
    assert wire.table.scene["can"]["retry"]
    bot.fails = False
    wire.ask(kind="go")
    until(wire.table, lambda: game.ply == 1)
    assert not wire.table.scene["can"]["retry"]
    assert game.trouble is None


def test_bots_among_themselves_are_taken_back_and_made_again_at_any_table() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)])
    wire = Wire(game.table(seat=0))
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0])
    assert wire.undo()["kind"] == "done"
    assert wire.ask(kind="redo", round=0, ply=1)["kind"] == "done"
    assert game.ply == 2


def test_a_person_takes_a_bots_seat_and_gives_it_back() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    wire = Wire(game.table())
    assert [seat["kind"] for seat in wire.table.scene["seats"]] == ["person", "bot"]
    wire.ask(kind="seat", seat=1, player="person")
    assert [seat["kind"] for seat in wire.table.scene["seats"]] == ["person", "person"]
    assert isinstance(game.seats[1], str)


def test_a_persons_seat_keeps_its_name_through_a_bot_and_back() -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    wire = Wire(game.table(seat=None))
    for player, name in (("random", "Random"), ("greedy", "Greedy"), ("person", "Ben")):
        assert wire.ask(kind="seat", seat=1, player=player)["kind"] == "done"
        assert wire.table.scene["seats"][1]["name"] == name
    game.sit(0, cw.bots.Random(1))
    wire.ask(kind="seat", seat=0, player="person")
    assert game.names == ["Ann", "Ben"]


def test_a_name_is_changed_at_the_table_and_kept_in_record_and_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)], autosave=path)
    wire = Wire(game.table())
    assert wire.ask(kind="name", seat=0, name="  Ann   Lee ")["kind"] == "done"
    assert game.names == ["Ann Lee", "Random"]
    assert wire.table.scene["seats"][0]["name"] == "Ann Lee"
    assert game.record()["seats"] == ["Ann Lee", "Random"]
    game.close()
    assert cw.load(path).names == ["Ann Lee", "Random"]
    assert wire.ask(kind="name", seat=0, name=" ")["kind"] == "done"
    assert game.names[0] == "A", "who has no name is called by the letter"


def test_a_name_is_refused_that_no_record_could_hold_or_that_is_another_persons() -> None:
    game = cw.new("commander", seed=28, players=3, seats=["Ann", "Ben", cw.bots.Random(1)])
    wire = Wire(game.table(seat=0))
    before = game.record()
    for message in (
        {"seat": 1, "name": "Mallory"},
        {"seat": 2, "name": "Hal"},
        {"seat": 0, "name": "x" * 1001},
        {"seat": 0, "name": "\ud800"},
        {"seat": 0, "name": 7},
        {"seat": 3, "name": "Dan"},
        {"seat": True, "name": "Dan"},
        {"name": "Dan"},
    ):
        answer = wire.ask(kind="name", **message)
        assert answer["kind"] == "refused", message
        assert answer["text"]
    assert Wire(game.table(seat="public")).ask(kind="name", seat=0, name="Eve")["kind"] == "refused"
    assert game.record() == before


def test_unknown_viewers_and_settings_are_refused() -> None:
    game = cw.new("kommando", seed=7)
    for seat in (2, -1, "both", True, 1.0):
        with pytest.raises(ValueError, match="there is no viewer"):
            game.table(seat=seat)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no setting"):
        game.table(seat=0, colour="red")  # type: ignore[call-arg]
    for wrong in ({"size": "giant"}, {"legal": 1}, {"colours": 4}):
        with pytest.raises(ValueError, match="choose one of"):
            game.table(seat=0, **wrong)
    refused = Wire(game.table(seat=0)).ask(kind="seat", seat=7, player="person")
    assert "there is no seat 7" in refused["text"]


def test_the_plain_page_shows_position_and_moves_without_script() -> None:
    game = cw.new("kommando", seed=7, seats=["<script>alert(1)</script>", "you"])
    game.play(game.legal_moves()[0])
    data, _ = game.table(seat=0)._repr_mimebundle_()
    html = data["text/html"]
    assert "<table>" in html
    assert "<script" not in html
    assert "You attack" in html
    hidden = set(game.dump()["table"]["hands"][1])
    assert find_cards([html, data["text/plain"]], hidden) == []


def told(table: Table) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The refusals and the traits that a browser is sent from now on."""
    refusals: list[dict[str, Any]] = []
    traits: dict[str, Any] = {}

    def send(data: dict[str, Any], **_more: object) -> None:
        if data["method"] == "custom":
            refusals.append(data["content"])
        elif data["method"] == "update":
            traits.update(data["state"])

    comm: Any = table.comm
    comm.send = send
    return refusals, traits


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("settings", {"size": "giant"}, "choose one of 'normal', 'projector'"),
        ("settings", {"pace": "fast"}, "milliseconds"),
        ("settings", {"colour": "red"}, "there is no setting 'colour'"),
        ("settings", None, "settings"),
        ("dump", {}, "a page cannot set dump"),
        ("scene", {"acts": [0, 1]}, "a page cannot set scene"),
        ("_esm", "alert(1)", "a page cannot set _esm"),
        ("rules", [], "a page cannot set rules"),
    ],
)
def test_a_trait_that_is_refused_comes_back_in_words_with_the_true_value(name: str, value: Any, words: str) -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    true = getattr(table, name)
    refusals, traits = told(table)
    set_traits(table, **{name: value})
    ((refused),) = refusals
    assert (refused["kind"], refused["id"]) == ("refused", None)
    assert words in refused["text"][:1].lower() + refused["text"][1:]
    assert getattr(table, name) == true
    assert traits == {name: true}


def test_what_is_right_is_taken_although_it_comes_with_what_is_wrong() -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    refusals, _ = told(table)
    looks = {**table.settings, "size": "projector"}
    table.set_state({"dump": {}, "settings": looks})
    assert [refused["text"][:22] for refused in refusals] == ["A page cannot set dump"]
    assert table.settings == looks
    with pytest.raises(TraitError, match="giant"):
        table.settings = {"size": "giant"}


def test_a_move_sends_of_the_log_what_is_new_however_long_it_is() -> None:
    game = cw.new("universal", seed=7)
    table = game.table(seat=None)
    sent: dict[str, Any] = {}
    comm: Any = table.comm
    comm.send = lambda data, **_: sent.update(data["state"])
    while game.ply < 40:
        sent.clear()
        game.play(game.legal_moves()[0])
        assert [name for name in sent if name[3:].isdigit()] == [f"log{(game.ply - 1) // 16}"]
        assert logged(table.get_state()) == game.log(None)
    sent.clear()
    game.sit(0, "Ann")
    assert "scene" in sent
    pages = sorted(name for name in sent if name[3:].isdigit())
    assert pages == ["log0", "log1", "log2"], "the whole log says the new name"
    assert logged(table.get_state()) == game.history.log(None, names=Names(["Ann", "B"]))


def test_a_page_that_comes_later_has_the_whole_log_and_one_that_stays_loses_what_was_taken_back() -> None:
    game = cw.new("universal", seed=7)
    table = game.table(seat=None)
    page = dict(table.get_state())
    comm: Any = table.comm
    comm.send = lambda data, **_: page.update(data["state"])
    for _ in range(34):
        game.play(game.legal_moves()[0])
    for _ in range(20):
        game.undo()
        assert logged(page) == logged(table.get_state()) == game.log(None)
    assert page["log1"] == page["log2"] == []
    game.restart(seed=8)
    assert logged(page) == []
    assert page["log0"] == []


def test_a_page_of_the_log_that_could_not_be_sent_goes_with_the_next_move() -> None:
    game = cw.new("universal", seed=7)
    for _ in range(15):
        game.play(game.legal_moves()[0])
    table = game.table(seat=None)
    page = dict(table.get_state())
    comm: Any = table.comm

    def fail(*_args: Any, **_more: Any) -> None:
        raise OSError("no way to the page")

    comm.send = fail
    with contextlib.suppress(OSError):
        game.play(game.legal_moves()[0])
    assert len(page["log0"]) == 15
    comm.send = lambda data, **_: page.update(data["state"])
    game.play(game.legal_moves()[0])
    assert (len(page["log0"]), len(page["log1"])) == (16, 1)
    assert logged(page) == game.log(None)
