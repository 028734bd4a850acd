"""What a table shows: the last move, replayed moves, the end, hidden cards revealed, a hint being searched."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import hints
from capture_widgets.bots.hints import hint_steps
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import Viewer
from capture_widgets.records.last_move import touched
from capture_widgets.widgets.table.session import FOLLOWING, GOING_ON, session_of
from tests.cases import random_move
from tests.leaks import find_cards, unseen
from tests.waiting import soon
from tests.wire import Wire, say

HIDING = [("commander", {}), ("commander", {"players": 4}), ("fourx", {})]
"""Games at whose end something is still hidden."""


def finish(game: cw.Game, seed: int = 3) -> cw.Game:
    """The game played to its end by chance."""
    rng = Random(seed)
    while not game.is_over:
        resigns = game.ply > 20 and "resign" in game.legal_moves()
        game.play("resign" if resigns else str(random_move(game.state, rng)))
    return game


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_a_table_tells_the_places_of_the_last_move_until_the_next_one(slug: str) -> None:
    game = cw.new(slug, seed=5)
    table, rng = game.table(0), Random(1)
    assert table.scene["last"] == []
    for _ in range(6):
        game.play(str(random_move(game.state, rng)))
        assert table.scene["last"] == touched(game.history, game.ply, seat=0) != []
    last = table.scene["last"]
    game.play(str(random_move(game.state, rng)))
    game.undo()
    assert table.scene["last"] == last


def test_ge_8_the_last_move_of_a_hand_stays_marked_while_the_hand_is_shown() -> None:
    game = cw.new("kommando", seed=3, match=True)
    wire, rng = Wire(game.table(0)), Random(1)
    while game.round == 0:
        game.play(str(random_move(game.state, rng)))
    assert wire.table.scene["last"] == touched(game.history, 20, round=0, seat=0)
    wire.ask(kind="next")
    assert wire.table.scene["last"] == []


# -- again


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_moves_shown_again_hold_what_the_viewer_saw_and_no_more(slug: str) -> None:
    game = cw.new(slug, seed=5)
    seats: list[Viewer] = [0, 1, "public"]
    wires = {seat: Wire(game.table(seat)) for seat in seats}
    rng = Random(2)
    assert not wires[0].table.scene["can"]["again"]
    while not game.is_over and game.ply < 9:
        game.play(str(random_move(game.state, rng)))
        for seat, wire in wires.items():
            assert wire.table.scene["can"]["again"]
            answer = wire.ask(kind="again")
            frames = answer["frames"]
            assert answer["kind"] == "again"
            assert frames["dumps"][0]["seat"] == seat
            assert frames["log"][-1]["ply"] == game.ply
            assert len(frames["dumps"]) == len(frames["last"]) == len(frames["log"]) + 1
            assert find_cards(answer, unseen(game, seat)) == []


# -- the end


def test_the_end_is_said_to_the_person_at_the_table_and_of_all_to_those_who_look_on() -> None:
    game = finish(cw.new("kommando", seed=7, seats=["Ada", "Bo"]))
    own, other, public = (game.table(seat).scene["outcome"] for seat in (0, 1, "public"))
    assert {own["came"], other["came"]} == {"won", "lost"}
    assert own["text"].startswith("You ")
    assert public["came"] is None
    assert "You" not in public["text"]
    assert game.table().scene["outcome"] == public, "two people at one screen"


def test_a_page_that_comes_after_the_end_learns_what_the_last_round_of_columns_decided() -> None:
    game = cw.new("columns", seed=3, seats=["Ada", "Bo"])
    assert game.table(0).scene["before"] is None, "a game that goes on shows it move by move"
    finish(game)
    tables = [game.table(seat) for seat in (0, 1, "public")]
    assert [table.scene["before"] for table in tables] == [
        game.at(game.ply - 1).dump(seat=seat) for seat in (0, 1, "public")
    ], "as each of them knew it"
    game.undo()
    assert tables[0].scene["before"] is None
    assert finish(cw.new("kommando", seed=3)).table(0).scene["before"] is None, "no round of it is decided at once"


@pytest.mark.parametrize(("slug", "options"), HIDING)
def test_what_was_hidden_is_shown_when_asked_for_at_the_end_and_not_before(slug: str, options: dict[str, Any]) -> None:
    game = cw.new(slug, seed=4, **options)
    wire, rng = Wire(game.table(0)), Random(3)
    while not game.is_over:
        assert not wire.table.scene["can"]["open"]
        assert wire.ask(kind="open")["kind"] == "refused"
        game.play("resign" if game.ply > 20 and slug == "fourx" else str(random_move(game.state, rng)))
    assert wire.table.scene["can"]["open"]
    assert find_cards(wire.table.get_state(), unseen(game, 0)) == [], "nobody has asked for it yet"
    answer = wire.ask(kind="open")
    assert answer["kind"] == "open"
    assert answer["dump"]["table"] == game.dump()["table"]
    assert answer["dump"]["seat"] == 0
    assert "rest" not in answer["dump"]
    assert HIDDEN not in str(answer["dump"]["table"].get("map") or answer["dump"]["table"].get("formations"))
    assert find_cards(wire.table.get_state(), unseen(game, 0)) == [], "it is shown, not kept"
    # it is over for good: a position that all know is no game any more
    assert not wire.table.scene["can"]["undo"]
    assert wire.undo()["kind"] == "refused"
    wire.ask(kind="new", same=True)
    assert not session_of(game).opened
    assert wire.ask(kind="open")["kind"] == "refused"


def test_ge_8_between_the_hands_of_a_match_nothing_is_laid_open() -> None:
    game = cw.new("commander", seed=3, scoring=True, match=True)
    wire, rng = Wire(game.table(0)), Random(1)
    while game.round == 0:
        game.play(str(random_move(game.state, rng)))
    assert wire.table.dump["is_over"]
    assert not wire.table.scene["can"]["open"]
    assert wire.ask(kind="open")["kind"] == "refused"
    finish(game)
    assert wire.ask(kind="open")["kind"] == "open"


def test_who_only_looks_on_lays_nothing_open() -> None:
    game = finish(cw.new("commander", seed=4))
    wire = Wire(game.table("public"))
    assert not wire.table.scene["can"]["open"]
    assert wire.ask(kind="open")["kind"] == "refused"


def test_where_nothing_is_hidden_nothing_is_offered() -> None:
    game = finish(cw.new("universal", seed=4))
    assert not game.table(None).scene["can"]["open"]


def test_a_stock_of_which_only_the_number_is_shown_is_nothing_to_lay_open() -> None:
    game, bot = cw.new("universal", seed=1, seats=["Ada", "Bo"]), cw.bots.Greedy(1)
    while not game.is_over:
        view = game.view(seat=game.to_play)
        view.rng = Random(f"{game.ply}")  # by chance, one hand in fifteen ends without a stock
        game.play(bot.choose(view))
    assert game.dump()["table"]["stock"], "this hand ended before the stock did"
    assert game.dump(0)["table"] != game.dump()["table"]
    assert not game.table(0).scene["can"]["open"], "the button changed nothing on the table"


# -- hints

LONG_SOUGHT = {"fourx": ("king c", "explore e3", "travel e3 f4", "explore f4")}
"""What is played before a search of many seconds: at the start there is little to search."""


def seeking_a_hint(game: cw.Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[dict[str, Any]], threading.Event]:
    """A table that searches for a hint of ten minutes (request 1), its answers, and whether it has answered that."""
    table: Any = game.table(0)
    answers: list[dict[str, Any]] = []
    answered = threading.Event()

    def heard(content: dict[str, Any], _buffers: object = None) -> None:
        answers.append(content)
        if content["id"] == 1:
            answered.set()

    table.send = heard
    monkeypatch.setattr(hints, "hint_steps", lambda view, **_: hint_steps(view, seconds=600))
    say(table, {"kind": "hint", "id": 1})
    return table, answers, answered


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_a_hint_that_is_sought_can_be_stopped_within_a_fifth_of_a_second(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cw.new(slug, seed=1)
    for move in LONG_SOUGHT.get(slug, ()):
        game.play(move)
    table, answers, answered = seeking_a_hint(game, monkeypatch)
    assert not answered.wait(0.1)
    spent = time.process_time()
    say(table, {"kind": "unhint", "id": 2})
    assert answered.wait(60)
    assert time.process_time() - spent < 0.5  # a busy machine comes to it later, and does not do more
    assert {answer["id"]: answer["kind"] for answer in answers} == {1: "done", 2: "done"}


def test_who_moves_while_a_hint_is_searched_is_told_of_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7, seats=["you", "Bo"])
    table, answers, answered = seeking_a_hint(game, monkeypatch)
    say(table, {"kind": "unhint", "id": 2})
    say(table, {"kind": "play", "id": 3, "move": game.legal_moves()[0], "round": 0, "ply": 0})
    assert answered.wait(60)
    assert {answer["id"]: answer["kind"] for answer in answers} == {1: "done", 2: "done", 3: "done"}
    assert game.ply == 1


def hinted(
    confidence: float, monkeypatch: pytest.MonkeyPatch, *, is_long: bool = False
) -> tuple[list[dict[str, Any]], list[float | None]]:
    """The messages of a hint whose short search is so sure of the last legal move, and the seconds of its searches.

    If moves are compared for long, the last one is the best of the first search, too.
    """
    game = cw.new("kommando", seed=7, seats=["you", "Bo"])
    answers, answered = list[dict[str, Any]](), threading.Event()
    seconds: list[float | None] = []

    def noted(view: Any, **given: Any) -> Any:
        seconds.append(given.get("seconds"))
        # the same search each time: now and then so short a one leaves the chance to win blank
        hint = yield from hint_steps(view, simulations=400, seed=1, names=given["names"])
        # searches as short as these may agree by chance, so each is given its move
        if "seconds" not in given:
            if is_long:
                given["so_far"](replace(hint, move=game.legal_moves()[-1], confidence=0.6))
            return replace(hint, move=game.legal_moves()[0])
        return replace(hint, move=game.legal_moves()[-1], confidence=confidence)

    def heard(content: dict[str, Any], _buffers: object = None) -> None:
        answers.append(content)
        if not content["goes_on"]:
            answered.set()

    monkeypatch.setattr(hints, "hint_steps", noted)
    table: Any = game.table(0)
    table.send = heard
    say(table, {"kind": "hint", "id": 1})
    assert answered.wait(60)
    return answers, seconds


def test_a_hint_begins_with_the_move_and_its_purpose_and_keeps_the_numbers_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (*_, answer), _ = hinted(0.8, monkeypatch)
    assert answer["id"] == 1
    assert answer["sure"] in ("quite", "fairly", "close")
    assert answer["text"].count(".") == 1 and not any(words in answer["text"] for words in ("of 100", "Of 100"))
    assert "of 100 hints like this" in answer["more"] and "Of 100 games from here" in answer["more"]


def test_the_hint_of_a_fifth_of_a_second_is_a_first_guess_and_is_taken_back_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (early, answer), seconds = hinted(0.8, monkeypatch)
    assert seconds == [0.2, None]
    assert (early["sure"], early["goes_on"], early["id"]) == ("first", True, 1)
    assert answer["move"] != early["move"]
    assert answer["text"].startswith("A longer search found better: ")


def test_while_moves_are_compared_for_long_the_better_one_so_far_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    (so_far, answer), _ = hinted(0.7, monkeypatch, is_long=True)
    assert (so_far["sure"], so_far["goes_on"], so_far["id"]) == ("closer", True, 1)
    assert answer["move"] != so_far["move"] and not answer["goes_on"]
    assert answer["text"].startswith("A longer search found better: ")


def test_advice_that_is_shown_does_not_turn_over_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    (early, answer), _ = hinted(0.8, monkeypatch, is_long=True)
    assert (early["sure"], early["goes_on"]) == ("first", True)
    assert not answer["goes_on"]


def test_advice_that_a_longer_search_may_well_take_back_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,), seconds = hinted(0.7, monkeypatch)
    assert seconds == [0.2, None]
    assert not answer["text"].startswith("A longer search")


def test_a_hint_for_a_position_that_is_gone_is_dropped_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7, seats=["you", "Bo"])
    _table, answers, answered = seeking_a_hint(game, monkeypatch)
    game.play(game.legal_moves()[0])
    assert answered.wait(60)
    assert answers == [{"kind": "done", "id": 1}]


# -- several bots in a row


def test_bots_in_a_row_leave_time_to_follow_each_where_a_person_plays() -> None:
    bots = [cw.bots.Random(seed) for seed in range(3)]
    game = cw.new("commander", seed=5, players=4, seats=["you", *bots])
    table = game.table()  # kept: a session follows a game as long as there is a table
    session = session_of(table.game)
    game.play("1xB4")
    session.read()
    assert session.pause() == session.pace, "a person has moved, and knows what"
    game.play("1xC2")
    assert session.pause() > FOLLOWING > session.pace
    session.read()
    assert session.pause() == session.pace, "a person who clicks does not want to wait"
    session.pace = 0
    assert session.pause() == 0, "without a pace nobody waits"
    watched = cw.new("commander", seed=5, players=4, seats=[*bots, cw.bots.Random(4)])
    watched.table()
    watched.play("1xB4")
    session_of(watched).read()
    assert session_of(watched).pause() == session_of(watched).pace


@pytest.mark.parametrize("teams", [False, True])
def test_three_bots_in_a_row_take_little_more_than_three_seconds_and_each_of_them_more_than_one(*, teams: bool) -> None:
    game = cw.new("commander", seed=5, teams=teams, players=4, seats=["you", *map(cw.bots.Random, range(3))])
    table = game.table()  # kept: a session follows a game as long as there is a table
    session, pauses = session_of(table.game), []
    for _ in range(3):
        game.play(next(move for move in game.legal_moves() if "x" in move))
        while game.state.table(None)["war"] is not None:
            game.play(game.legal_moves()[0])
        pauses.append(session.pause())
    assert 3.0 < sum(pauses) <= 3.4
    assert min(pauses) > 1.0


@pytest.mark.parametrize(("pace", "least"), [(0, 0), (400, 1.6), (800, 2.25), (2000, 4.1)])
def test_a_battle_of_a_person_who_plays_at_a_table_stays_before_several_bots_go_on(pace: int, least: float) -> None:
    bots = [cw.bots.Random(seed) for seed in range(3)]
    game = cw.new("commander", seed=5, players=4, seats=["you", *bots])
    wire, session = Wire(game.table(pace=pace)), session_of(game)
    wire.play("1xB4")
    assert game.log()[-1]["why"]
    assert least <= session.pause() <= 1.2 * least
    session.read()
    assert session.pause() <= 0.8, "a person who clicks does not want to wait"
    game.play("1xC2")
    others = session.pause()
    assert others <= least / 1.4, "nobody who sits here fought"
    game.play(next(move for move in game.legal_moves() if "xA" in move))
    while game.state.table(None)["war"] is not None:
        game.play(game.legal_moves()[0])
    assert session.pause() >= least, "a bot has attacked the person"


def test_bots_do_not_wait_for_readers_of_moves_that_a_cell_makes() -> None:
    bots = [cw.bots.Random(seed) for seed in range(3)]
    game = cw.new("commander", seed=5, players=4, seats=["you", *bots])
    wire, session = Wire(game.table()), session_of(game)
    game.play("1xB4")
    assert session.pause() < 1.5
    game.undo()
    wire.play("1xB4")
    assert session.pause() > 1.6
    game.undo()
    game.play("1xB4")
    assert session.pause() < 1.5


def test_a_single_bot_leaves_more_time_to_read_a_battle() -> None:
    game = cw.new("commander", seed=5, seats=["you", cw.bots.Random(1)])
    table = game.table()
    game.play("1xB4")
    assert game.log()[-1]["why"]
    assert session_of(table.game).pause() > 2


def test_the_moves_of_one_bots_turn_follow_sooner() -> None:
    game = cw.new("universal", seed=10, seats=[cw.bots.Random(1), "you"])
    game.table()
    move = next(move for move in game.legal_moves() if move.startswith("play"))
    game.play(move)
    assert game.to_play == 0
    assert session_of(game).pause() == GOING_ON


# -- out of the round, and a new deal


def test_who_is_out_at_a_table_of_four_can_skip_to_the_end() -> None:
    bots = [cw.bots.Strong(seed) for seed in range(3)]
    game = cw.new("commander", seed=2, players=4, seats=["you", *bots])
    wire, rng = Wire(game.table(pace=2000)), Random(2)
    assert wire.ask(kind="skip")["kind"] == "refused", "a person still plays"
    while 0 not in game.state.seats_out:
        assert not wire.table.scene["can"]["skip"]
        game.play(rng.choice(game.legal_moves()))
    assert not game.is_over
    assert wire.table.scene["can"]["skip"]
    wire.ask(kind="hello", view="page")
    wire.ask(kind="skip")
    assert soon(lambda: game.is_over, 20)  # thirty moves of Strong would take a minute and more
    assert not session_of(game).hurries
    assert game.names == ["you", *["Strong player"] * 3]


def test_every_deal_starts_the_hand_clock_anew_and_taking_back_does_not() -> None:
    game = cw.new("kommando", seed=5)
    table = game.table()

    def deal() -> int:
        number: int = table.scene["deal"]
        return number

    first = deal()
    game.play(game.legal_moves()[0]).play(game.legal_moves()[0])
    game.undo()
    game.undo()
    assert deal() == first
    game.restart(same=True)
    assert deal() == first + 1
    game.restart(same=False)
    assert deal() == first + 2
