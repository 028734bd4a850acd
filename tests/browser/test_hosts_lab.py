"""The same table elsewhere: in Notebook 7 and in a marimo app a hand of Kommando is played to its end."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.lab import attribute, opened, serve, visited, wait_attribute, wait_for_turn, write_notebook
from tests.browser.play import click, first, place, play, press

NEW = 'cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])'


def test_notebook_7(browser: Browser, tmp_path: Path) -> None:
    write_notebook(tmp_path / "hand.ipynb", ["import capture_widgets as cw", f"g = {NEW}\ng.table(pace=0)"])
    with serve("notebook", tmp_path) as server, opened(browser, server, "hand.ipynb", reduced_motion="reduce") as book:
        book.errors.clear()  # Notebook's own, of settings that it asks for while it starts
        book.run_all()
        table = book.widget()
        assert len(play(table, first, click)) == 10
        assert attribute(table, "data-state") == "over"
        table.get_by_role("button", name="New deal").first.click()
        wait_attribute(table, "data-ply", "0")
        wait_for_turn(table)
        place(table, "L").focus()
        assert len(play(table, first, press)) == 10
        assert book.errors == []
        assert book.requests == []


APP = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import capture_widgets as cw

    g = {NEW}
    g.table(pace=0)
    return


if __name__ == "__main__":
    app.run()
"""


def test_marimo(browser: Browser, tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    app.write_text(APP, encoding="utf-8")
    with serve("marimo", app) as server, visited(browser, server, "/", reduced_motion="reduce") as book:
        table = book.widget()
        assert len(play(table, first, click, most=5)) == 5
        place(table, "L").focus()
        assert len(play(table, first, press)) == 5
        assert attribute(table, "data-state") == "over"
        expect(table.locator(".cw-outcome strong")).not_to_be_empty()
        assert book.errors == []
