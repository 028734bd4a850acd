"""Tables fit: on a projector the whole table is seen at once, on a telephone nothing is too small to touch."""

from __future__ import annotations

import pytest

from tests.browser.lab import Book, wait_for_turn
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
