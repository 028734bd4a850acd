"""The sixth game in JupyterLab: its view stands beside the others, and its table is played by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Cells
from tests.browser.lab import attribute, wait_attribute, wait_for_turn, wait_past
from tests.browser.play import click, log, moves, press
from tests.picks import steps
from tests.sixth.listing import ROOT, build_front_end


def test_a_round_of_the_sixth_game_is_played_at_its_table(cells: Cells, tmp_path: Path) -> None:
    built = build_front_end(tmp_path)
    listing = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from capture_widgets.export import bundle
from tests.sixth.listing import list_game
bundle._STATIC = Path({str(built)!r})
list_game()"""
    game = 'g = cw.new("trio", seed=4, seats=["you", cw.bots.Random(1)])'
    with cells(listing, game, "g.table(seat=0, pace=0)") as book:
        book.run_all()
        table = book.widget()
        assert attribute(table, "data-game") == "trio"
        for aim in (click, press, click):
            assert wait_for_turn(table)
            ply = attribute(table, "data-ply")
            for place in steps("trio", moves(table)[0]):
                aim(table, place)
            wait_past(table, ply)
        wait_attribute(table, "data-state", "over")
        assert len(log(table)) == 6
        assert book.run("g.is_over") == "True"
        assert book.errors == []
