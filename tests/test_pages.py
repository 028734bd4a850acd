"""A table says when more than one page shows a seat's cards, and not for pages that have vanished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

import capture_widgets as cw
from capture_widgets.widgets.host.lifetime import LOOP
from capture_widgets.widgets.host.pages import PageCount
from tests.wire import listen, say


@pytest.mark.parametrize(("game", "says"), [("kommando", True), ("fourx", False)])
def test_a_table_says_that_several_pages_show_its_cards(game: str, says: bool) -> None:
    table = cw.new(game, seed=7).table(seat=0)
    heard = listen(table)
    planned: list[Callable[[], None]] = []

    def later(_seconds: float, act: Callable[[], None]) -> bool:
        planned.append(act)
        return True

    def hello(display: str, page: str) -> None:
        say(table, {"kind": "hello", "view": display, "page": page, "id": 1})

    def notice() -> str:
        return table.scene["notice"]["text"] if table.scene["notice"] else ""

    table._page_count.later = later
    hello("one", "p")
    hello("two", "p")
    assert not planned, "two displays of one page"
    hello("other", "q")
    assert {"kind": "who", "id": None} in heard, "the first page may have been reloaded"
    assert not notice()
    for display, page in (("one", "p"), ("two", "p")):
        hello(display, page)
    planned.pop()()
    assert notice().startswith("2 browser pages show this table") is says
    hello("again", "r")  # the second page was reloaded without a word
    hello("one", "p")
    planned.pop()()
    assert table._page_count.count == 2
    say(table, {"kind": "bye", "view": "again"})
    assert table._page_count.count == 1
    assert not notice()
    table.close()


def test_a_table_that_a_message_of_a_page_makes_in_a_thread_asks_in_time() -> None:
    """JupyterLab's messages about widgets come in threads of their own, as when a lobby begins a game."""

    def count() -> PageCount:
        return PageCount(lambda: None, lambda: None)

    async def cell() -> None:
        LOOP.find()  # as each widget does that the cell makes
        called = asyncio.Event()
        assert await asyncio.to_thread(lambda: count().later(0, called.set))
        await asyncio.wait_for(called.wait(), 10)

    asyncio.run(cell())


def test_a_loop_that_has_stopped_calls_nothing_later() -> None:
    async def cell() -> bool:
        return LOOP.later(0, lambda: None)

    stopped = asyncio.new_event_loop()
    try:
        assert stopped.run_until_complete(cell())
        assert not LOOP.later(0, lambda: None)
    finally:
        stopped.close()
