"""The widget of a tournament in JupyterLab: from a cell to the move that lost a game, by mouse and by keys."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.conftest import Cells
from tests.browser.lab import Book, attribute, wait_attribute
from tests.browser.test_axe_lab import in_every_theme, too_wide

PLAYED = """
class Fails(cw.bots.Bot):
    def choose(self, view):
        if view.dump["ply"] >= 4:
            raise RuntimeError("lost the thread")
        return view.legal_moves()[0]

bots = {"greedy": cw.bots.Greedy(), "random": cw.bots.Random(), "fails": Fails()}
cup = cw.tournament(bots, "kommando", deals=2, seed=5, trusted=list(bots), progress=False)
"""


def test_a_tournament_at_the_end_of_a_cell_leads_to_the_move_that_lost_a_game(cells: Cells) -> None:
    with cells(PLAYED, "cup") as book:
        shown = ready(book)
        names = book.run("print([row.name for row in cup.standings])")
        assert str(shown.locator('[data-part="ratings"] tbody th').all_inner_texts()) == names
        row, column = (eval(names).index(name) for name in ("random", "greedy"))  # noqa: S307 # from our own cell
        cell = shown.locator(f'[data-cell="{row}/{column}"]')
        assert cell.inner_text() == book.run("print(format(cup.shares()['random', 'greedy'], '.2f'))")
        cell.click()
        games = shown.locator('[data-part="games"] li')
        games.first.wait_for()
        assert games.count() == 4
        lost = shown.locator('[data-part="games"] li.is-lost [data-replay]').first
        number = attribute(lost, "data-replay")
        lost.click()
        replay = book.widget(view="replay")
        said = shown.locator('[data-part="replay"] [role="status"]').inner_text()
        ply = book.run(
            "from capture_widgets.tournaments.losing_moves import loss_in\n"
            f"judged = cw.analyse(cup.game({number}), simulations=500, progress=False)\n"
            f"worst = loss_in(cup.played[{number}], judged).worst\n"
            "print(worst.ply, worst.played)"
        ).split()
        assert attribute(replay, "data-ply") == ply[0]
        assert f"random lost most with the next move, {ply[1]}" in said
        shown.locator('[data-mark="back"]').click()
        replay.wait_for(state="detached")
        assert book.page.evaluate("document.activeElement.dataset.replay ?? 'no list any more'") != ""


def test_keys_alone_walk_the_cross_table_and_open_a_game(cells: Cells) -> None:
    with cells(PLAYED, "cup") as book:
        shown = ready(book)
        stops = shown.locator('.cw-cross-cell[tabindex="0"]')
        assert stops.count() == 1, "one Tab stop for all cells"
        stops.focus()
        keys = book.page.keyboard
        assert focused(book) == "0/1"
        keys.press("ArrowDown")
        assert focused(book) == "2/1", "over the cell of an entrant against itself"
        keys.press("ArrowLeft")
        assert focused(book) == "2/0"
        keys.press("ArrowLeft")
        assert focused(book) == "2/0", "nothing is there"
        keys.press("Enter")
        shown.locator('[data-part="games"] li').first.wait_for()
        assert focused(book) == "2/0"
        for _ in range(2):
            keys.press("Tab")
        assert book.page.evaluate("'replay' in document.activeElement.dataset")
        keys.press("Enter")
        replay = book.widget(view="replay")
        assert book.page.evaluate("document.activeElement.dataset.mark") == "back"
        keys.press("Enter")
        replay.wait_for(state="detached")
        assert book.page.evaluate("'replay' in document.activeElement.dataset"), "back at the game in the list"


def ready(book: Book) -> Locator:
    """Run all cells; the widget of the tournament, when it can be used."""
    book.run_all()
    shown = book.widget(view="tournament")
    wait_attribute(shown, "data-state", "ready")
    return shown


def focused(book: Book) -> str:
    return str(book.page.evaluate("document.activeElement.dataset.cell"))


def test_axe_finds_nothing_in_any_theme_and_nothing_is_cut_off_at_any_width(cells: Cells) -> None:
    with cells(PLAYED, "w = cup.widget()\nw") as book:
        book.page.set_viewport_size({"width": 1280, "height": 1400})
        book.page.emulate_media(reduced_motion="reduce")  # or a colour is seen on its way from theme to theme
        shown = ready(book)
        shown.locator("[data-cell]").first.click()
        shown.locator('[data-part="games"] li').first.wait_for()
        assert in_every_theme(book, shown, "tournament", "w") == []
        assert too_wide(shown) == {}


def test_a_fault_opens_where_its_game_ended(cells: Cells) -> None:
    with cells(PLAYED, "w = cup.widget()\nw") as book:
        book.run_all()
        shown = book.widget(view="tournament")
        shown.locator('[data-part="faults"] [data-replay]').first.click()
        replay = book.widget(view="replay")
        assert attribute(replay, "data-ply") == book.run("print(w.replay.ply)")
        assert "by a fault" in shown.locator('[data-part="replay"] [role="status"]').inner_text()
