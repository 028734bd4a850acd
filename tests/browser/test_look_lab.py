"""Tables stand still and are seen as a whole: heights from ply to ply, the smallest places, small windows."""

from __future__ import annotations

import pytest

from tests.browser.lab import Book, wait_for_turn

GAMES = {
    "commander": '"commander", seed=5',
    "commander for three": '"commander", seed=5, players=3',
    "commander for four": '"commander", seed=5, players=4',
    "columns": '"columns", seed=0',
    "kommando": '"kommando", seed=7',
    "fourx": '"fourx", seed=0, tech=True',
    "universal": '"universal", seed=10',
}

WATCH = """table => {
    const seen = table.seen = [];
    const look = () => {
        const from = table.getBoundingClientRect().top;
        const { top, height } = table.querySelector(".cw-board").getBoundingClientRect();
        seen.push([table.dataset.ply, top - from, height]);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(table, { attributeFilter: ["data-ply"] });
    look();
}"""

PLAY = """
import time

for ply in range(60):
    moves = [move for move in g.legal_moves() if move != "resign"]
    if not moves:
        break
    busy = [move for move in moves if move.split()[0] not in ("draw", "travel")] or moves
    g.play(busy[7 * ply % len(busy)])
    time.sleep(0.06)
print(g.ply)
"""


@pytest.mark.parametrize("width", [360, 600, 1024])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_its_height_from_ply_to_ply(desk: Book, game: str, width: int) -> None:
    desk.fresh(f"g = cw.new({GAMES[game]})", "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    table.evaluate(f"table => {{ table.parentElement.style.width = '{width}px'; }}")
    table.evaluate(WATCH)
    plies = int(desk.run(PLAY).split()[-1])
    table.page.wait_for_function("([table, ply]) => table.dataset.ply === ply", arg=[table.element_handle(), str(plies)])
    seen = table.evaluate("async table => { await new Promise(requestAnimationFrame); return table.seen; }")
    assert len(seen) > plies / 2, "the plies were seen one by one"
    for what, at in (("begins", 1), ("is high", 2)):
        found = [entry[at] for entry in seen]
        assert max(found) - min(found) <= 8, f"the board {what}: {[(ply, entry) for ply, *entry in seen]}"
