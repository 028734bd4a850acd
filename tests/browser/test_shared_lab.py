"""One document in two browsers, by jupyter-collaboration: each picture is there once, whoever plays or vanishes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.lab import (
    IDLE,
    Book,
    Server,
    attribute,
    notebook_json,
    opened,
    serve,
    wait_at_most,
    wait_until,
    write_notebook,
)
from tests.browser.play import WON, first, last, onward, play, script
from tests.browser.play import click as by_click
from tests.browser.test_room_pages import page_at, table_of
from tests.environments import ROOT, environment
from tests.leaks import find_cards

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

SAVED = 120
"""The most seconds until pages and server agree: on a quiet machine they do after one or two."""


def outputs_settle(books: list[Book], wanted: list[int]) -> None:
    """Wait until each page has so many outputs in each cell, and see that this stays so while nobody plays."""
    for book in books:
        end = monotonic() + SAVED
        while (found := book.page.evaluate(OUTPUTS)) != wanted and monotonic() < end:
            sleep(0.2)
        assert found == wanted
        sleep(1)
        assert book.page.evaluate(OUTPUTS) == wanted


def words_in(cell: Any) -> str:
    """The words of the picture below the widget of a cell."""
    return "".join(cell["outputs"][1]["data"]["text/plain"])


def leave_doubled(book: Book, shared: Server, name: str) -> None:
    """Let the document be saved with a picture more often, whatever the pages still write of their beginning."""
    for _ in range(SAVED):
        outputs = notebook_json(shared, name)["cells"][1]["outputs"]
        if len(outputs) == 7:
            return
        now = book.page.evaluate(OUTPUTS)[1]
        book.page.evaluate(DOUBLE, [1, 7 - now])
        sleep(1.5)
    raise AssertionError("the document was never saved so")


def saved_when(shared: Server, name: str, holds: Callable[[Any], bool]) -> None:
    """Wait until a document is saved in a state that fulfils a condition."""
    end = monotonic() + SAVED
    while not holds(notebook_json(shared, name)["cells"]):
        assert monotonic() < end, "the document was not saved so"
        sleep(0.2)


def wait_patiently(book: Book) -> None:
    """Let a busy machine take its time, and answer what JupyterLab asks where a document takes long to come."""
    wait_at_most(book.page, 1000 * SAVED)
    dialog = book.page.locator(".jp-Dialog", has_text="taking some time to load")
    book.page.add_locator_handler(dialog, lambda found: found.get_by_text("Continue waiting").click())


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
            wait_patiently(ann)
            wait_patiently(bob)
            ann.run_all()
            ann.widget(tables - 1)
            outputs_settle([ann, bob], ann.page.evaluate(OUTPUTS))
            reload(bob)
            bob.widget(tables - 1)
            yield ann, bob


LOOK = """element => {
    element.querySelector('[data-reveal]')?.click();
    return [element.dataset.state, element.querySelector('[data-move]') !== null];
}"""
"""A table's state and whether it offers moves, after a step through what is told."""


def hand(tables: list[Locator], choose: Any, most: int) -> int:
    """Play a hand at the tables of two pages, each for the seats that it acts for; at most so many moves."""
    made = 0
    end = monotonic() + SAVED
    while made < most:
        over, ready = False, list[Locator]()
        while not over and not ready:  # one look at each: what the first showed may be old when the last has come
            states = [one.evaluate(LOOK) for one in tables]
            over = any(state == "over" for state, _ in states)
            ready = [one for one, (state, movable) in zip(tables, states, strict=True) if state == "ready" and movable]
            if monotonic() > end:
                told = [(attribute(one, "data-state"), one.locator("[data-message]").inner_text()) for one in tables]
                raise AssertionError(f"nobody can move after {made} moves: {told}")
            sleep(0.02)
        if over:
            return made
        made += len(play(ready[0], choose, by_click, most=1))
        end = monotonic() + SAVED
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
        shown = [3 if source.endswith("pace=0)") else 0 for source in cells]
        plies = [attribute(ann.widget(nth), "data-ply") for nth in range(9)]
        outputs_settle([ann, bob], shown)
        saved_when(
            shared,
            path.name,
            lambda saved: all(
                re.search(rf"Moves +{ply}\b", words_in(cell))
                for ply, cell in zip(plies, (cell for cell in saved if cell["outputs"]), strict=True)
            ),
        )
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
        outputs_settle([ann], [0, 3, 3, 5])
        leave_doubled(ann, shared, path.name)
        # everybody leaves, and the document that was saved so is opened again while its kernel lives
        ann.page.goto("about:blank")
        bob.page.goto("about:blank")
        ann.page.wait_for_timeout(1000)
        with opened(browser, shared, path.name, reduced_motion="reduce") as again:
            wait_patiently(again)
            again.widget(1)
            again.page.wait_for_function(f"() => ({OUTPUTS})()[1] === 3")
            with opened(browser, shared, path.name, reduced_motion="reduce") as other:
                wait_patiently(other)
                other.widget(1)
                tables = [again.widget(0), other.widget(1)]
                hand(tables, first, 3)
                expect(other.page.locator(".cw-still").first).to_contain_text("moves 3", timeout=1000 * SAVED)
                outputs_settle([again, other], [0, 3, 3, 5])
                again.page.goto("about:blank")  # without a word to the kernel
                alone = [other.widget(0), other.widget(1)]
                hand(alone, first, 2)
                still = other.page.locator(".cw-still").first
                expect(still).to_contain_text("moves 5", timeout=1000 * SAVED)
                outputs_settle([other], [0, 3, 3, 5])
                saved_when(shared, path.name, lambda saved: "Moves    5" in words_in(saved[2]))


ROOM = """
import capture_widgets as cw
game = cw.new("kommando", seed=7, seats=["Ann", "Bob"])
room = game.open_room()
room
"""


def test_two_people_in_one_notebook_open_their_own_seats_and_the_document_shows_no_hand(
    browser: Browser, shared: Server
) -> None:
    path = write_notebook(shared.root / "room.ipynb", [ROOM])
    with (
        opened(browser, shared, path.name, reduced_motion="reduce") as ann,
        opened(browser, shared, path.name, reduced_motion="reduce") as bob,
    ):
        ann.run_all()
        links = []
        for book, name in ((ann, "Ann"), (bob, "Bob")):  # each takes the own link from the output in the own browser
            row = book.page.locator(".jp-OutputArea tr").filter(has_text=name)
            links.append(str(row.locator("a").get_attribute("href")))
        with page_at(browser, links[0]) as (first_page, _), page_at(browser, links[1]) as (other_page, _):
            tables = [table_of(first_page), table_of(other_page)]
            for number in range(6):
                for table in tables:
                    wait_until(table, "(element, ply) => element.dataset.ply === ply", str(number))
                ready = next(one for one in tables if one.locator("[data-move]").count() > 0)
                play(ready, first, by_click, most=1)
        assert ann.run("print(game.ply)") == "6"
        # no cell, since its output would be in the document
        ann.tell(
            "from pathlib import Path; Path('hands.txt').write_text(' '.join(sum(game.dump()['table']['hands'], [])))"
        )
        hands = set((shared.root / "hands.txt").read_text().split())
        assert len(hands) > 10
        saved_when(shared, path.name, lambda cells: "Scan" in str(cells[0]["outputs"]))
        assert find_cards(notebook_json(shared, path.name), hands) == []
        for book in (ann, bob):
            assert any("Scan" in frame for frame in book.frames), "the list of links has come"
            assert find_cards(book.frames, hands) == []
