"""Tables fit: on a projector the whole table is seen at once, on a telephone nothing is too small to touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Book, wait_attribute, wait_for_turn
from tests.browser.play import MIDWAY

GAMES = {
    "commander": (9, "seed=5"),
    "commander for four": (9, "seed=5, players=4"),
    "columns": (4, "seed=0"),
    "kommando": (11, "seed=7"),
    "fourx": (6, "seed=0, tech=True"),
    "universal": (14, "seed=10"),
}

FITS = """table => {
    const seen = table.closest(".jp-WindowedPanel-outer, .jp-Notebook").clientHeight;
    const from = table.querySelector(".cw-shell").getBoundingClientRect().top;
    return [table.querySelector(".cw-controls").getBoundingClientRect().bottom - from, seen];
}"""

SMALLEST = """table => {
    const sizes = [...table.querySelectorAll(".cw-hit")].map(hit => hit.getBoundingClientRect());
    return Math.min(...sizes.flatMap(({ width, height }) => [width, height]));
}"""


def midway(game: str, more: str = "") -> tuple[str, str, str]:
    plies, options = GAMES[game]
    return MIDWAY, f'g = midway({plies}, "{game.split(maxsplit=1)[0]}", {options})', f"g.table(seat=g.to_play{more})"


@pytest.mark.parametrize("game", GAMES)
def test_a_projector_shows_the_table_at_once(desk: Book, game: str) -> None:
    for width, height in ((1920, 1080), (1280, 720)):
        desk.page.set_viewport_size({"width": width, "height": height})
        desk.fresh(*midway(game, ', size="projector"'))
        table = desk.widget()
        wait_for_turn(table)
        needed, seen = table.evaluate(FITS)
        assert needed <= seen, f"{game} at {width} by {height}: {needed} of {seen}"


@pytest.mark.parametrize("game", GAMES)
def test_places_can_be_touched_on_a_telephone(desk: Book, game: str) -> None:
    desk.fresh(*midway(game))
    table = desk.widget()
    wait_for_turn(table)
    table.evaluate("table => { table.parentElement.style.width = '344px'; }")
    assert table.evaluate(SMALLEST) >= 24
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") <= 0


ENDS = {
    "commander": "seed=3, match=True, scoring=True, players=4",
    "columns": "seed=3",
    "kommando": "seed=3, match=True",
    "fourx": "seed=3",
    "universal": "seed=3, match=True",
}

TO_ITS_END = """
import threading

def end():
    while not g.is_over and g.round == 0:
        moves = g.legal_moves()
        g.play("resign" if g.ply > 9 and "resign" in moves else max(moves, key=lambda move: move.split()[0] != "draw"))
"""

RESULT = """table => {
    const outer = table.closest(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const { top, bottom } = table.querySelector(".cw-outcome").getBoundingClientRect();
    const needed = bottom - table.getBoundingClientRect().top;
    return { in_view: outer.top <= top && bottom <= outer.bottom, needed, seen: outer.height };
}"""


@pytest.mark.parametrize("game", ENDS)
def test_the_result_and_the_way_on_are_seen_at_once(desk: Book, game: str) -> None:
    """Whoever plays need not scroll for them; the table that they are about stays open beside or below them."""
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    begin = f'import capture_widgets as cw\ng = cw.new("{game}", {ENDS[game]})'
    desk.fresh(begin, TO_ITS_END, "t = g.table(seat=0); t")
    table = desk.widget()
    table.evaluate("table => { table.parentElement.style.width = '900px'; }")
    wait_for_turn(table)
    desk.run("threading.Timer(1, end).start()")
    place = table.locator(".cw-board [data-place]").last
    place.scroll_into_view_if_needed()
    place.focus()
    table.locator("[data-reveal], .cw-outcome").first.wait_for()
    while table.locator("[data-reveal]").count() > 0:
        table.page.keyboard.press("Enter")
    table.locator(".cw-outcome").wait_for()
    expect(table.locator(".cw-outcome button.is-strong")).to_be_in_viewport(ratio=1)
    table.page.wait_for_function(f"table => ({RESULT})(table).in_view", arg=table.element_handle())
    table.evaluate("table => { table.parentElement.style.width = ''; }")
    desk.run("t.settings = {**t.settings, 'size': 'projector'}")
    for width, height in ((1280, 720), (1920, 1080)):
        desk.page.set_viewport_size({"width": width, "height": height})
        wait_attribute(table, "data-size", "projector")
        found = table.evaluate(RESULT)
        assert found["needed"] <= found["seen"], f"{game} at {width} by {height}: {found}"
