"""A table says when more than one page shows a seat's cards, and not for pages that have vanished."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import capture_widgets as cw
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
