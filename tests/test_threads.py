"""Threads: many at one game, games that observe each other, observers that fail or play again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.widgets.host.turns import Turns
from tests.benchmarks import threads
from tests.benchmarks.threads import at_once, quiet
from tests.thorough import little_or_much


@pytest.mark.parametrize("seconds", little_or_much(1.5, 30))
def test_eight_threads_and_three_tables_agree_field_by_field(seconds: float) -> None:
    done, faults = threads.run(seconds)
    assert faults == []
    assert all(done[name] > 10 for name in ("_play", "_undo", "_redo", "_say", "_judge", "_click", "_set")), done


def busy(game: cw.Game, until: Callable[[], bool]) -> Callable[[], None]:
    def play() -> None:
        while not until():
            with game.held():
                game.play(game.legal_moves()[0]) if game.ply < 6 else game.undo().undo().undo()

    return play


@pytest.mark.parametrize("through_tables", [False, True])
@pytest.mark.parametrize("times", little_or_much(12, 60))
def test_two_games_that_observe_each_other_do_not_wait_for_each_other(through_tables: bool, times: int) -> None:
    one, other = cw.new("kommando", seed=1), cw.new("kommando", seed=2)
    heard = [0, 0]

    def look(at: int, there: cw.Game) -> Callable[[object], None]:
        def observer(_change: object) -> None:
            heard[at] += 1
            with there.held():
                there.dump()
            there.comment(f"heard {heard[at]}", ply=0)

        return observer

    tables = [one.table(seat=None), other.table(seat=None)]
    sources: list[Any] = tables if through_tables else [one, other]
    name = "dump" if through_tables else "ply"
    sources[0].observe(look(0, other), name)
    sources[1].observe(look(1, one), name)
    end = time.monotonic() + 60

    def enough() -> bool:
        return min(heard) > times or time.monotonic() > end

    assert at_once([busy(game, enough) for game in (one, other, one, other)], 120) == []
    assert min(heard) > times
    for game, table in zip((one, other), tables, strict=True):
        assert table.dump == game.dump()


def test_two_replays_that_step_each_other_do_not_wait_for_each_other() -> None:
    game = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()

    def step(other: Any) -> Callable[[object], None]:
        return lambda _change: other.set_trait("ply", other.ply + 1)

    def through(replay: Any) -> Callable[[], None]:
        def go() -> None:
            for ply in range(1, 21):
                replay.ply = ply

        return go

    for _ in range(12):
        one, other = (game.replay(seat=None, spoilers=False) for _ in range(2))
        one.observe(step(other), "tail")
        other.observe(step(one), "tail")
        assert at_once([through(one), through(other)], 10) == []
        assert (one.ply, other.ply) == (20, 20)


def test_an_observer_that_fails_keeps_no_table_from_being_up_to_date() -> None:
    game = cw.new("kommando", seed=7)

    def fail(_change: object) -> None:
        raise RuntimeError("this one holds 5r")

    before = game.table(seat=0)
    game.observe(fail, "ply")
    before.observe(fail, "dump")
    after, everything = game.table(seat=1), game.table(seat=None)
    heard: list[int] = []
    game.observe(lambda change: heard.append(change["new"]), "ply")
    with quiet():
        game.play("L:1r")
    assert heard == [1]
    assert game.ply == 1
    assert (before.dump, after.dump, everything.dump) == (game.dump(0), game.dump(1), game.dump()), "legal moves, too"
    for table, words in ((everything, "this one holds 5r"), (after, "RuntimeError; `table.trouble` in a cell")):
        assert words in table.scene["notice"]["text"]
    assert "5r" not in str(after.scene["notice"]), "its words may name cards"
    assert after.trouble is not None
    assert "5r" in after.trouble
    game.unobserve(fail, "ply")
    before.unobserve(fail, "dump")
    game.play(game.legal_moves()[0])
    assert [table.scene["notice"] for table in (before, after, everything)] == [None] * 3


def test_what_a_tables_own_observer_fails_with_stands_on_that_table() -> None:
    game = cw.new("kommando", seed=7)
    table, other = game.table(seat=None), game.table(seat=0)

    def fail(_change: object) -> None:
        raise RuntimeError("no idea")

    table.observe(fail, "dump")
    with quiet():
        game.play("L:1r")
    assert "no idea" in table.scene["notice"]["text"]
    assert other.scene["notice"] is None


def test_an_observer_that_plays_again_is_heard_after_the_present_change() -> None:
    game = cw.new("kommando", seed=7)
    table = game.table(seat=None)
    plies: list[int] = []

    def again(_change: object) -> None:
        if game.ply < 6:
            game.play(game.legal_moves()[0])

    game.observe(again, "ply")
    game.observe(lambda change: plies.append(change["new"]), "ply")
    game.play(game.legal_moves()[0])
    assert plies == [1, 2, 3, 4, 5, 6]
    assert table.dump == game.dump()


def test_a_table_is_never_set_back_to_what_it_showed_before() -> None:
    game = cw.new("kommando", seed=7)
    table = game.table(seat=None)
    plies: list[int] = []
    table.observe(lambda change: plies.append(change["new"]["ply"]), "dump")
    turn = threading.Lock()

    def play() -> None:
        for _ in range(5):
            with turn:
                move = game.legal_moves()[0]
                game.play(move)
            table.refresh()

    assert at_once([play, play, play, play], 20) == []
    assert plies == sorted(plies)
    assert table.dump == game.dump()


def test_what_has_its_turn_is_done_in_order_and_one_at_a_time() -> None:
    turns, done = Turns(), []
    now, most = [0], [0]

    def act(number: int) -> Callable[[], None]:
        def one() -> None:
            now[0] += 1
            most[0] = max(most[0], now[0])
            time.sleep(0.0001)
            done.append(number)
            now[0] -= 1

        return one

    def many(first: int) -> Callable[[], None]:
        def all_of_them() -> None:
            for number in range(50):
                turns(act(first + number))

        return all_of_them

    assert at_once([many(0), many(100), many(200)], 20) == []
    assert most == [1]
    assert len(done) == 150
    assert all(sorted(part) == part for part in ([n for n in done if n // 100 == k] for k in range(3)))


def test_a_turn_that_fails_or_is_interrupted_leaves_the_next_one_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    turns, done = Turns(), []

    def stop() -> None:
        done.append("stopped")
        if len(done) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        turns(stop)
    turns(lambda: done.append("next"))
    assert done == ["stopped", "stopped", "next"], "what was interrupted is done once more"

    def fail() -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        turns(fail)
    with caplog.at_level(logging.ERROR):
        turns(lambda: turns(fail))
    assert "an update of a widget failed" in caplog.text, "by whom it was asked for has gone on"
    assert not turns.busy
