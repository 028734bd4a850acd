"""Lifetimes of games, tables, replays and inspectors, and of their observers and threads."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import comm
import ipywidgets
import pytest

import capture_widgets as cw
from capture_widgets.bots import Bot, View
from capture_widgets.widgets.host import lifetime as keeping
from capture_widgets.widgets.host.lifetime import Shelf
from capture_widgets.widgets.table import bot_loop
from capture_widgets.widgets.table.session import session_of
from tests.benchmarks import lifetimes
from tests.thorough import little_or_much
from tests.waiting import soon
from tests.wire import say, widget_named

EARLIER: set[threading.Thread] = set()
"""Threads of other tests, whose bots may think for ever."""


def ours() -> list[str]:
    """Threads of this test's tables that are running."""
    return [thread.name for thread in lifetimes.threads() if thread not in EARLIER]


def gone(*objects: weakref.ref[Any]) -> bool:
    gc.collect()
    return all(one() is None for one in objects)


def observers(source: Any) -> int:
    return sum(len(found) for kinds in source._trait_notifiers.values() for found in kinds.values())


def hello(table: Any, view: str = "a") -> None:
    say(table, {"kind": "hello", "id": 1, "view": view})


def bye(table: Any, view: str = "a") -> None:
    say(table, {"kind": "bye", "view": view})


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    EARLIER.update(lifetimes.threads())
    yield
    assert soon(lambda: ours() == []), ours()


@pytest.mark.parametrize("count", little_or_much(8, 60))
@pytest.mark.parametrize("closed", [True, False])
def test_games_that_were_shown_leave_nothing(closed: bool, count: int) -> None:
    figures = lifetimes.run(count, closed=closed)
    assert (figures.games, figures.widgets, figures.listed, figures.comms, figures.threads) == (0, 0, 0, 0, 0)
    assert figures.grown < 100_000, f"{figures.grown:,} bytes more after the second half than after the first"


def test_closed_widgets_hear_no_more_of_a_game_that_goes_on() -> None:
    game = cw.new("kommando", seed=7)
    before = observers(game)
    leader = game.replay(seat=None)
    widgets: list[Any] = []
    for _ in range(20):
        widgets = [game.table(seat=0), game.table(seat=None), game.inspect(), leader.inspect()]
        widgets += [game.replay(seat=0).follow(leader)]
        assert observers(game) > before
        for one in widgets:
            one.close()
    assert (observers(game), len(session_of(game).tables())) == (before, 0)
    dump = widgets[0].dump
    game.play(game.legal_moves()[0])
    assert widgets[0].dump == dump, "it is closed"
    assert observers(leader) == observers(game.replay(seat=None)), "those that followed it are gone as well"


def test_widgets_that_nobody_refers_to_hear_no_more_either() -> None:
    game = cw.new("kommando", seed=7)
    before = observers(game)
    leader = game.replay(seat=None)
    alone = observers(leader)
    refs = [
        weakref.ref(one)
        for one in (game.table(seat=0), game.inspect(), leader.inspect(), game.replay(seat=0).follow(leader))
    ]
    assert gone(*refs)
    assert (observers(game), observers(leader)) == (before, alone)


def test_a_table_keeps_its_game_and_a_game_not_its_table() -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    game = weakref.ref(table.game)
    assert not gone(game)
    shown, model = weakref.ref(table), table.model_id
    assert isinstance(widget_named(model), type(table)), "found by its name as long as it lives"
    del table
    assert gone(game, shown)
    assert widget_named(model) is None
    assert model not in comm.get_comm_manager().comms


def test_closing_all_widgets_closes_these() -> None:
    game = cw.new("kommando", seed=7)
    table = game.table(seat=0)
    ipywidgets.Widget.close_all()
    assert table.closed
    assert game.table(seat=0) is not table


def test_a_page_that_closes_the_comm_closes_the_widget() -> None:
    table = cw.new("kommando", seed=7).table(seat=0)
    table.comm.handle_close({"content": {"data": {}}})
    assert table.closed


# -- views of one model


def test_views_of_a_game_share_one_table_for_each_seat_and_settings() -> None:
    game = cw.new("kommando", seed=7)
    first = game.table(seat=0)
    assert game.table(seat=0) is first
    assert game.table(seat=0, pace=400) is first, "these are the settings there are without"
    others = [game.table(seat=0, pace=0), *(game.table(seat=seat) for seat in (1, None, "public", "auto"))]
    assert len({id(table) for table in (first, *others)}) == 6
    first.close()
    anew = game.table(seat=0)
    assert anew is not first
    assert anew.dump == game.dump(0)
    assert cw.new("kommando", seed=7).table(seat=0) is not anew, "another game, although an equal one"


def test_a_game_displayed_two_hundred_times_sends_one_message_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7)
    kept = game.table()
    names = {game._repr_mimebundle_()[0]["application/vnd.jupyter.widget-view+json"]["model_id"] for _ in range(200)}
    assert names == {kept.model_id}
    sent: list[str] = []
    monkeypatch.setattr(comm.DummyComm, "publish_msg", lambda self, kind, *_args, **_more: sent.append(kind))
    game.play(game.legal_moves()[0])
    # widgets of other tests may go just now
    assert [kind for kind in sent if kind != "comm_close"] == ["comm_msg"]


# -- as long as a page shows it


def test_a_table_that_a_page_shows_lives_without_a_name_for_it() -> None:
    shown = weakref.ref(cw.new("kommando", seed=7).table(seat=0))
    assert gone(shown)

    def show() -> weakref.ref[Any]:
        table = cw.new("kommando", seed=7).table(seat=0)
        hello(table, "a")
        hello(table, "b")
        return weakref.ref(table)

    shown = show()
    assert not gone(shown)
    bye(shown(), "a")
    assert not gone(shown), "the other page still shows it"
    bye(shown(), "b")
    assert gone(shown)


class Clock:
    """A shelf's time and what it has planned."""

    def __init__(self) -> None:
        self.now = 0.0
        self.plans: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        self.plans.append((self.now + seconds, act))
        return True

    def go(self, seconds: float) -> None:
        end = self.now + seconds
        while due := sorted((plan for plan in self.plans if plan[0] <= end), key=lambda plan: plan[0]):
            self.plans.remove(due[0])
            self.now = max(self.now, due[0][0])
            due[0][1]()
        self.now = end


class Thing:
    """Something to keep."""


def test_what_no_page_shows_is_let_go_of_after_a_while() -> None:
    clock = Clock()
    shelf = Shelf(lambda: clock.now, clock.later)
    made, left, shown = Thing(), Thing(), Thing()
    shelf.rest(left, 1000)
    clock.go(10)
    shelf.rest(made, 60)
    shelf.rest(shown, 60)
    shelf.show(shown)
    refs = [weakref.ref(one) for one in (made, left, shown)]
    del made, left, shown
    clock.go(59)
    assert [one() is None for one in refs] == [False, False, False]
    clock.go(3)
    assert [one() is None for one in refs] == [True, False, False], "although something rests for longer"
    clock.go(2000)
    assert [one() is None for one in refs] == [True, True, False]
    assert clock.plans == []


def test_what_rests_is_bounded_and_the_latest_stays() -> None:
    clock = Clock()
    shelf = Shelf(lambda: clock.now, clock.later)

    def rest() -> weakref.ref[Thing]:
        thing = Thing()
        shelf.rest(thing, 60)
        return weakref.ref(thing)

    refs = [rest() for _ in range(3 * keeping.MOST_RESTING)]
    assert [one() is not None for one in refs] == [False] * 2 * keeping.MOST_RESTING + [True] * keeping.MOST_RESTING
    for _ in range(2 * keeping.MOST_SHOWN):
        shelf.show(Thing())
    assert len(shelf) == keeping.MOST_SHOWN + keeping.MOST_RESTING


def test_in_a_script_nothing_rests() -> None:
    shelf = Shelf(later=lambda seconds, act: False)
    thing = Thing()
    ref = weakref.ref(thing)
    shelf.rest(thing, 60)
    del thing
    assert ref() is None


# -- the bots' thread


def test_the_bots_thread_begins_when_one_is_due_and_ends_by_itself() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    table = game.table(pace=0)
    game.play(game.legal_moves()[0])
    assert ours() == [], "no page shows the table"
    hello(table)
    assert soon(lambda: game.to_play == 0)
    assert soon(lambda: ours() == [], bot_loop.LINGER + 4)
    game.play(game.legal_moves()[0])
    assert soon(lambda: game.to_play == 0), "and begins again"


def test_bots_wait_while_no_page_shows_a_table() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    table = game.table(pace=0)
    hello(table)
    bye(table)
    game.play(game.legal_moves()[0])
    time.sleep(0.1)
    assert game.to_play == 1
    hello(table, "b")
    assert soon(lambda: game.to_play == 0)


class Endless(Bot):
    """Thinks until nobody waits for it."""

    name = "Endless"

    def __init__(self) -> None:
        self.asked = threading.Event()

    def choose(self, view: View) -> str:
        self.asked.set()
        view.cancelled.wait(20)
        return view.legal_moves()[0]


@pytest.mark.parametrize("thinking", [True, False])
def test_a_thread_that_waits_keeps_no_game(thinking: bool) -> None:
    bot = Endless()
    game = cw.new("kommando", seed=7, seats=[bot, "you"])
    table = game.table(pace=0 if thinking else 10_000)
    hello(table)
    assert not thinking or bot.asked.wait(60)
    assert soon(lambda: "capture-widgets-bots" in ours())
    refs = weakref.ref(game), weakref.ref(table)
    table.close()
    del game, table
    assert gone(*refs)
    assert soon(lambda: ours() == [])


def test_a_session_stays_with_its_game() -> None:
    game = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])
    table = game.table(seat=0)
    game.play(game.legal_moves()[0])
    say(table, {"kind": "undo", "id": 1, "round": 0, "ply": 1})
    assert table.scene["taken_back"] == 1
    table.close()
    assert game.table(seat=0).scene["taken_back"] == 1, "a table opened anew does not forget"
