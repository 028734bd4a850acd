"""The sixth game in JupyterLab, installed as a package of its own: by its own view, and drawn plainly without one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Cells
from tests.browser.lab import attribute, wait_attribute, wait_for_turn, wait_past
from tests.browser.play import click, log, moves, press
from tests.picks import steps
from tests.sixth_package import install

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("sixth"))


def found(installed: Path) -> str:
    """A cell that lets Python find the package, as it does where it is installed."""
    return f"import sys\nsys.path.insert(0, {str(installed)!r})"


PLAIN = """from dataclasses import replace
from capture_trio import GAME
cw.games.register(replace(GAME, slug="plain_trio", title="Plain Trio", view=None))"""


@pytest.mark.parametrize(
    ("slug", "box", "listing"), [("trio", "trio", "cw.games()"), ("plain_trio", "plain", PLAIN)], ids=["view", "plain"]
)
def test_a_round_of_the_sixth_game_is_played_at_its_table(
    cells: Cells, installed: Path, slug: str, box: str, listing: str
) -> None:
    game = f'g = cw.new("{slug}", seed=4, seats=["you", cw.bots.Random(1)])'
    with cells(found(installed), listing, game, "g.table(seat=0, pace=0)") as book:
        book.run_all()
        table = book.widget()
        table.locator(f".cw-b-{box}").wait_for()
        assert attribute(table, "data-game") == slug
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


@pytest.mark.parametrize(("allowed", "box"), [("blob:", "trio"), ("data:", "plain")], ids=["allowed", "forbidden"])
def test_a_saved_page_shows_the_view_or_draws_plainly_where_its_module_may_not_run(
    browser: Browser, installed: Path, tmp_path: Path, allowed: str, box: str
) -> None:
    path = tmp_path / "trio.html"
    code = (
        "import sys, capture_widgets as cw\n"
        "g = cw.new('trio', seed=4, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()\n"
        "g.replay().save_html(sys.argv[1])\n"
    )
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(installed)])}
    subprocess.run([sys.executable, "-c", code, str(path)], env=variables, check=True)
    page = path.read_text(encoding="utf-8")
    path.write_text(page.replace("'unsafe-inline' blob:", f"'unsafe-inline' {allowed}"), encoding="utf-8")
    shown = browser.new_page()
    shown.goto(path.as_uri())
    replay = shown.locator('.capture-widgets[data-view="replay"]')
    replay.locator(f".cw-b-{box}").wait_for()
    replay.locator('[data-go="forward"]').click()
    wait_attribute(replay, "data-ply", "1")
    assert replay.locator(f".cw-b-{box}").count() == 1
    shown.close()


def test_every_game_can_be_played_in_the_plain_drawing(cells: Cells) -> None:
    """Its words are those of the kernel's groups; what is no card of a move is a button."""
    listing = """from dataclasses import replace
for slug in ("kommando", "universal"):
    cw.games.register(replace(cw.games.GAMES[slug], slug=f"plain_{slug}"))"""
    game = 'g = cw.new("plain_kommando", seed=4, seats=["you", cw.bots.Random(1)])'
    with cells(listing, game, "g.table(seat=0, pace=0)", 'cw.new("plain_universal", seed=1).table(seat=0)') as book:
        book.run_all()
        table = book.widget()
        for _ in range(3):
            assert wait_for_turn(table)
            ply = attribute(table, "data-ply")
            for place in moves(table)[0].split(":"):
                click(table, place)
            wait_past(table, ply)
        words = table.locator(".cw-b-heap > .cw-note").all_inner_texts()
        assert words[:3] == ["place 1 of the row", "the attack on place 1", "the defence of place 1"]
        hand = table.locator('.cw-b-heap[aria-label="B\'s hand"]')
        assert (hand.locator("[data-down]").count(), hand.locator("[data-card]").count()) == (7, 0)
        assert book.errors == []
