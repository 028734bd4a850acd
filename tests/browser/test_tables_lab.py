"""Every game's table in JupyterLab: played to the end by mouse and by keyboard."""

from __future__ import annotations

import pytest

from tests.browser.lab import Book, attribute
from tests.browser.play import click, first, last, log, onward, play, press, said

AGAINST_A_BOT = {
    "commander": ("seed=28", last),
    "columns": ("seed=0", first),
    "kommando": ("seed=7", first),
    "universal": ("seed=10", onward),
}


def against_a_bot(desk: Book, game: str) -> None:
    options, _ = AGAINST_A_BOT[game]
    desk.fresh(
        "import capture_widgets as cw",
        f'g = cw.new("{game}", {options}, seats=["you", cw.bots.Random(1)])',
        "g.table(pace=0)",
    )


@pytest.mark.parametrize("game", AGAINST_A_BOT)
def test_by_mouse(desk: Book, game: str) -> None:
    against_a_bot(desk, game)
    table = desk.widget()
    made = play(table, AGAINST_A_BOT[game][1], click)
    assert attribute(table, "data-state") == "over"
    assert desk.run("g.movers().count(0)") == str(len(made))
    assert table.locator(".cw-outcome strong").inner_text() in said(table)


@pytest.mark.parametrize("game", AGAINST_A_BOT)
def test_by_keyboard(desk: Book, game: str) -> None:
    against_a_bot(desk, game)
    table = desk.widget()
    table.locator("[data-place][tabindex='0']").focus()
    play(table, AGAINST_A_BOT[game][1], press)
    assert attribute(table, "data-state") == "over"
