"""One document in two browsers, by jupyter-collaboration: each picture is there once, whoever plays or vanishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.lab import IDLE, Book, Server, attribute, notebook_json, opened, serve, wait_until, write_notebook
from tests.browser.play import WON, first, last, onward, play, script
from tests.browser.play import click as by_click
from tests.environments import ROOT, environment

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab whose documents several pages share."""
    python = environment(ROOT / ".venv-collaboration", "collaboration")
    with serve("lab", tmp_path_factory.mktemp("shared"), python=str(python), PYTHONPATH=str(ROOT)) as server:
        yield server


OUTPUTS = """() => {
    const { cells } = window.jupyterapp.shell.currentWidget.context.model;
    return [...Array(cells.length).keys()].map(at => cells.get(at).sharedModel.getOutputs?.().length ?? 0);
}"""
"""How many outputs each cell has in the document."""

DOUBLE = """([cell, times]) => {
    const { sharedModel } = window.jupyterapp.shell.currentWidget.context.model.cells.get(cell);
    const outputs = sharedModel.getOutputs(), still = outputs.at(-1);
    sharedModel.updateOutputs(outputs.length, outputs.length, Array(times).fill(still));
}"""
"""Leaves a picture in the document more often, as versions did that let each page write."""

SAVED = 60
"""The most seconds until the server has written a document down, which it does a second after the last change."""


def outputs_settle(books: list[Book], wanted: list[int]) -> None:
    """Wait until each page has so many outputs in each cell, and see that this stays so while nobody plays."""
    for book in books:
        book.page.wait_for_function(f"wanted => JSON.stringify(({OUTPUTS})()) === JSON.stringify(wanted)", arg=wanted)
        book.page.wait_for_timeout(1000)
        assert book.page.evaluate(OUTPUTS) == wanted


def words_in(cell: Any) -> str:
    """The words of the picture below the widget of a cell."""
    return "".join(cell["outputs"][1]["data"]["text/plain"])


def saved_when(shared: Server, name: str, holds: Callable[[Any], bool]) -> None:
    """Wait until a document is saved in a state that fulfils a condition."""
    end = monotonic() + SAVED
    while not holds(notebook_json(shared, name)["cells"]):
        assert monotonic() < end, "the document was not saved so"
        sleep(0.2)


def reload(book: Book) -> None:
    book.page.reload()
    book.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
    book.page.evaluate(IDLE)


@contextmanager
def two(browser: Browser, server: Server, name: str, tables: int) -> Iterator[tuple[Book, Book]]:
    """Two browsers in one document, of which the first has run the cells and the second has reloaded the page."""
    with opened(browser, server, name, reduced_motion="reduce") as ann:
        assert ann.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.model.collaborative")
        with opened(browser, server, name, reduced_motion="reduce") as bob:
            ann.run_all()
            ann.widget(tables - 1)
            outputs_settle([ann, bob], ann.page.evaluate(OUTPUTS))
            reload(bob)
            bob.widget(tables - 1)
            yield ann, bob


def hand(tables: list[Locator], choose: Any, most: int) -> int:
    """Play a hand at the tables of two pages, each for the seats that it acts for; at most so many moves."""
    made = 0
    while made < most:
        for table in tables:
            wait_until(
                table,
                """element => { element.querySelector('[data-reveal]')?.click();
                    return ['ready', 'over'].includes(element.dataset.state); }""",
            )
        if any(attribute(table, "data-state") == "over" for table in tables):
            return made
        ready = [table for table in tables if table.locator("[data-move]").count() > 0]
        assert ready, "nobody can move"
        made += len(play(ready[0], choose, by_click, most=1))
    return made


GAMES: dict[str, tuple[str, int, Any]] = {
    "kommando": ("seed=7", 2, first),
    "columns": ("seed=7", 2, first),
    "commander": ("seed=7, players=2", 2, last),
    "universal": ("seed=7", 2, onward),
    "fourx": ("seed=136", 1, script(WON)),
}
"""Of each game its options, its seats, and which moves to make."""


def test_two_browsers_play_a_hand_of_each_game_and_the_notebook_grows_by_less_than_1_mb(
    browser: Browser, shared: Server
) -> None:
    cells = ["import capture_widgets as cw"]
    for game, (options, seats, _choose) in GAMES.items():
        cells.append(f'{game} = cw.new("{game}", {options})')
        cells += [f"{game}.table(seat={seat}, pace=0)" for seat in range(seats)]
    path = write_notebook(shared.root / "hands.ipynb", cells)
    with two(browser, shared, path.name, 9) as (ann, bob):
        before = path.stat().st_size
        expect(ann.widget(0).locator("[data-message]")).to_contain_text("2 browser pages show this table")
        at = 0
        for game, (_options, seats, choose) in GAMES.items():
            tables = [(ann, bob)[seat].widget(at + seat) for seat in range(seats)]
            at += seats
            assert hand(tables, choose, 60) >= 8, game
        shown = [2 if source.endswith("pace=0)") else 0 for source in cells]
        outputs_settle([ann, bob], shown)
        saved_when(shared, path.name, lambda saved: "over\n" in words_in(saved[-1]))
        assert [len(cell["outputs"]) for cell in notebook_json(shared, path.name)["cells"]] == shown
        assert path.stat().st_size - before < 1_000_000


def test_a_picture_is_there_once_whoever_vanishes_and_what_was_there_twice_is_removed(
    browser: Browser, shared: Server
) -> None:
    cells = [
        'import capture_widgets as cw\ng = cw.new("kommando", seed=7)',
        "g.table(seat=0, pace=0)",
        "g.table(seat=1, pace=0)",
        "from ipywidgets import HBox\nHBox([g.replay(seat=0), g.replay(seat=1)])",
    ]
    path = write_notebook(shared.root / "once.ipynb", cells)
    with two(browser, shared, path.name, 2) as (ann, bob):
        outputs_settle([ann], [0, 2, 2, 3])
        ann.page.evaluate(DOUBLE, [1, 5])
        saved_when(shared, path.name, lambda saved: len(saved[1]["outputs"]) == 7)
        # everybody leaves, and the document that was saved so is opened again while its kernel lives
        ann.page.goto("about:blank")
        bob.page.goto("about:blank")
        ann.page.wait_for_timeout(1000)
        with opened(browser, shared, path.name, reduced_motion="reduce") as again:
            again.widget(1)
            again.page.wait_for_function(f"() => ({OUTPUTS})()[1] === 2")
            with opened(browser, shared, path.name, reduced_motion="reduce") as other:
                other.widget(1)
                tables = [again.widget(0), other.widget(1)]
                hand(tables, first, 3)
                expect(other.page.locator(".cw-still").first).to_contain_text("moves 3", timeout=60_000)
                outputs_settle([again, other], [0, 2, 2, 3])
                again.page.goto("about:blank")  # without a word to the kernel
                alone = [other.widget(0), other.widget(1)]
                hand(alone, first, 2)
                still = other.page.locator(".cw-still").first
                expect(still).to_contain_text("moves 5", timeout=60_000)
                outputs_settle([other], [0, 2, 2, 3])
                saved_when(shared, path.name, lambda saved: "Moves    5" in words_in(saved[2]))
