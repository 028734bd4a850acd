"""The same table elsewhere: a hand in Notebook 7, Voila and a marimo app; cells of marimo that follow the table."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.lab import (
    Book,
    Server,
    attribute,
    opened,
    serve,
    visited,
    wait_attribute,
    wait_for_turn,
    write_notebook,
)
from tests.browser.play import click, first, new_game, place, play, press

NEW = 'cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])'


PLAYED = """h = cw.new("kommando", seed=7)
while not h.is_over:
    h.play(h.legal_moves()[0])
h.replay()"""


def ask_for_hint(table: Locator) -> None:
    """Look for a hint by key until the table shows one."""
    wait_for_turn(table)
    place(table, "L").focus()
    table.page.keyboard.press("h")
    table.locator(".is-hinted").first.wait_for(timeout=30_000)


def step_and_inspect(book: Book) -> None:
    """Step through the replay, and look at the inspector."""
    replay = book.widget(view="replay")
    replay.locator('[data-go="forward"]').click()
    wait_attribute(replay, "data-ply", "1")
    assert attribute(book.widget(view="inspector"), "data-ply") == "20"


def test_notebook_7(browser: Browser, notebook: Server) -> None:
    cells = ["import capture_widgets as cw", f"g = {NEW}\ng.table(pace=0)", PLAYED, "h.inspect()"]
    write_notebook(notebook.root / "seven.ipynb", cells)
    with opened(browser, notebook, "seven.ipynb", reduced_motion="reduce") as book:
        book.errors.clear()  # Notebook's own, of settings that it asks for while it starts
        book.run_all()
        table = book.widget()
        assert len(play(table, first, click)) == 10
        assert attribute(table, "data-state") == "over"
        new_game(table, "New deal").click()
        wait_attribute(table, "data-ply", "0")
        wait_for_turn(table)
        place(table, "L").focus()
        assert len(play(table, first, press, most=3)) == 3
        ask_for_hint(table)
        step_and_inspect(book)
        assert book.errors == []
        assert book.requests == []


THREADS = """import threading
g = cw.new("kommando", seed=7)
table, threads = g.table(seat=None, pace=0), []
table.observe(lambda _change: threads.append(threading.current_thread() is threading.main_thread()), "ply")
table"""


@pytest.mark.thorough
@pytest.mark.parametrize(("comms", "main"), [("disabled", True), ("perComm", False), ("perCommTarget", False)])
def test_a_hand_whichever_thread_of_the_kernel_hears_the_page(
    browser: Browser, tmp_path: Path, comms: str, main: bool
) -> None:
    """JupyterLab's setting for newer kernels: whether messages of widgets go to a subshell, a thread of its own."""
    book_path = write_notebook(tmp_path / "threads.ipynb", ["import capture_widgets as cw", THREADS])
    with serve("lab", tmp_path) as server:
        address = server.url("/lab/api/settings/@jupyterlab/apputils-extension:kernels-settings")
        setting = json.dumps({"raw": json.dumps({"commsOverSubshells": comms})}).encode()
        urllib.request.urlopen(urllib.request.Request(address, setting, method="PUT"), timeout=30).close()  # noqa: S310
        with opened(browser, server, book_path.name, reduced_motion="reduce") as book:
            book.run_all()
            ask_for_hint(book.widget())
            assert len(play(book.widget(), first, click)) == 20
            assert attribute(book.widget(), "data-state") == "over"
            # JupyterLab asks for the subshell when the comm opens, and sends the first messages without it meanwhile
            assert book.run("print(len(threads), set(threads[10:]))") == f"20 {{{main}}}"
            assert book.errors == []


def test_voila(browser: Browser, tmp_path: Path) -> None:
    """A hand against a bot, a hint, a replay and an inspector in a page of Voila."""
    cells = ["import capture_widgets as cw", f"g = {NEW}\ng.table(pace=0)", PLAYED, "h.inspect()"]
    book_path = write_notebook(tmp_path / "hand.ipynb", cells)
    with serve("voila", book_path) as server, visited(browser, server, "/", reduced_motion="reduce") as book:
        table = book.widget()
        assert len(play(table, first, click, most=3)) == 3
        ask_for_hint(table)
        place(table, "L").focus()
        assert len(play(table, first, press)) == 7
        assert attribute(table, "data-state") == "over"
        expect(table.locator(".cw-outcome strong")).not_to_be_empty()
        step_and_inspect(book)
        assert book.page.locator(".cw-pictured").count() == 3
        assert book.page.locator("img:visible").count() == 0, "a widget is seen without its still"
        assert book.errors == []


APP = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import capture_widgets as cw

    g = {NEW}
    g.table(pace=0)
    return (cw,)


@app.cell
def _(cw):
    import marimo as mo

    h = cw.new("kommando", seed=7)
    while not h.is_over:
        h.play(h.legal_moves()[0])
    mo.vstack([h.replay(), h.inspect(), h.replay(seat=0).static()])
    return


if __name__ == "__main__":
    app.run()
"""


HIDDEN = "page => page.scrollHeight - frameElement.clientHeight"
"""How much of a frame's content is below its edge."""


def test_marimo(browser: Browser, tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    app.write_text(APP, encoding="utf-8")
    with serve("marimo", app) as server, visited(browser, server, "/", reduced_motion="reduce") as book:
        table = book.widget()
        assert len(play(table, first, click, most=5)) == 5
        ask_for_hint(table)
        place(table, "L").focus()
        assert len(play(table, first, press)) == 5
        assert attribute(table, "data-state") == "over"
        expect(table.locator(".cw-outcome strong")).not_to_be_empty()
        step_and_inspect(book)
        # a static replay steps in a frame, which is as high as its content
        frame = book.page.frame_locator('iframe[title="Replay"]')
        replay = frame.locator('.capture-widgets[data-view="replay"]')
        replay.locator("[data-go=forward]").click()
        wait_attribute(replay, "data-ply", "1")
        assert frame.locator("html").evaluate(HIDDEN) == 0
        assert book.errors == []


EDITED = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import capture_widgets as cw
    import marimo as mo

    g = {NEW}
    w = mo.ui.anywidget(g)
    w
    return cw, g, mo, w


@app.cell
def _(g, mo, w):
    mo.md(f"game: ran at ply {{w.ply}} of {{g.ply}}, {{len(w.value['dump']['legal_moves'])}} moves")
    return


@app.cell
def _(cw, mo):
    h = {NEW}
    t = mo.ui.anywidget(h.table(pace=0))
    t
    return h, t


@app.cell
def _(h, mo, t):
    mo.md(f"table: ran at ply {{t.ply}} of {{h.ply}}, {{len(t.value['dump']['legal_moves'])}} moves")
    return
"""


@pytest.mark.thorough
def test_marimo_while_editing(browser: Browser, tmp_path: Path) -> None:
    """A game or its table in `mo.ui.anywidget`: cells that use it run again when a person or a bot has moved."""
    app = tmp_path / "app.py"
    app.write_text(EDITED, encoding="utf-8")
    with serve("marimo-edit", app) as server, visited(browser, server, "/", reduced_motion="reduce") as book:
        shows = book.page.locator('.capture-widgets[data-view="table"]')
        for _ in range(80):  # marimo asks before it runs a notebook, and hears nothing before its kernel is there
            if shows.count() > 0:
                break
            book.page.keyboard.press("Control+Shift+R")
            book.page.wait_for_timeout(500)
        for nth, (name, aim) in enumerate((("game", press), ("table", click))):
            table = book.widget(nth)
            ran = book.page.get_by_text(re.compile(rf"{name}: ran at ply \d+ of")).first
            expect(ran).to_contain_text("ran at ply 0 of 0")
            place(table, "L").focus()
            assert len(play(table, first, aim, most=2)) == 2
            wait_for_turn(table)
            ply = attribute(table, "data-ply")
            assert int(ply) >= 3
            expect(ran).to_contain_text(f"ran at ply {ply} of {ply}")
        assert shows.count() == 2
        assert book.errors == []
