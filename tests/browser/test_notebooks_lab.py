"""The notebooks as they are shipped: a round of each game at the tables that its notebook shows, and its record."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator

import capture_widgets as cw
from tests.browser.conftest import Turn
from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn
from tests.browser.play import (
    WON,
    Choose,
    click,
    first,
    last,
    onward,
    play,
    press,
    said,
    script,
    step_through,
    tab_into,
)

GIVEN_UP = [
    "king h", "explore b6", "capture Qd c5", "capture 9c c7", "explore a5", "travel a5 b4", "explore b4", "explore c4",
    "capture 4c d4", "resign",
]  # fmt: skip
"""A line of the deal at the top of the notebook on 4X Solitaire, which can be won, but not so fast."""

CHOICES: dict[str, tuple[Choose, Choose]] = {
    "commander": (last, last),
    "columns": (first, first),
    "kommando": (first, first),
    "fourx": (script(GIVEN_UP), script(WON)),
    "universal": (onward, onward),
}
"""What to play at the notebook's first table and at its second."""

FACTS = """import json
print(json.dumps([{0}.is_over, {0}.history.movers().count(0), {0}.dump(), {0}.record()]))"""


def table_of(book: Book, cell: str) -> Locator:
    """The table below a cell, its bots without pauses, as a person sets them on it."""
    table = book.cell(cell).locator('.capture-widgets[data-view="table"]')
    wait_for_turn(table)
    table.get_by_role("tab", name="Look").click()
    table.get_by_label("Pause between the bots' moves").select_option("None")
    return table


def ended(book: Book, table: Locator, name: str, made: list[str]) -> dict[str, object]:
    """The dump of a game that was played to its end at a table, after its record has been loaded here."""
    step_through(table)
    assert attribute(table, "data-state") == "over"
    assert table.locator(".cw-outcome strong").inner_text() in said(table)
    over, own, dump, record = json.loads(book.run(FACTS.format(name)))
    assert over
    assert own == len(made)
    assert json.loads(json.dumps(cw.load(record).dump())) == dump
    found: dict[str, object] = dump
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("game", cw.games())
def test_a_round_by_keyboard_then_one_by_mouse_and_its_record(turn: Turn, game: str) -> None:
    by_keyboard, by_mouse = CHOICES[game]
    with turn(f"{game}.ipynb") as book:
        book.run_all()
        if game != "fourx":  # the same bots, with choices that can be repeated
            book.run("g.sit(1, cw.bots.Random(1)); again.sit(1, cw.bots.Greedy(1));")
        table = table_of(book, "play")
        tab_into(table)
        ended(book, table, "g", play(table, by_keyboard, press))

        table = table_of(book, "table-play")
        dump = ended(book, table, "again", play(table, by_mouse, click))
        book.run_again("record-save", "record-replay")
        assert json.loads(book.run("print(json.dumps(loaded.dump()))")) == dump
        replay = book.cell("record-replay").locator('.capture-widgets[data-view="replay"]')
        replay.locator('[data-go="last"]').click()
        wait_attribute(replay, "data-ply", str(dump["ply"]))
        assert book.errors == []
        assert book.requests == []
