"""One server and one browser for all tests of a worker."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.lab import BUSY_ICON, Book, Server, launch, opened, serve, turned_to, visited, write_notebook

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab whose folder holds copies of the notebooks; the soak has one with all its plugins."""
    root = tmp_path_factory.mktemp("served")
    for path in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(path, root)
    with serve("lab", root, without=[BUSY_ICON]) as server:
        yield server


@pytest.fixture
def notebook(lab: Server) -> Server:
    """Notebook 7, which the server of JupyterLab has beside it."""
    return replace(lab, kind="notebook")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with launch() as found:
        yield found


@pytest.fixture(scope="session")
def _page(lab: Server, browser: Browser) -> Iterator[Book]:
    with visited(browser, lab, "/doc") as book:
        book.page.wait_for_function("() => window.jupyterapp !== undefined")
        book.page.evaluate("async () => { await window.jupyterapp.restored; }")
        yield book


Turn = Callable[[str], AbstractContextManager[Book]]


@pytest.fixture
def turn(_page: Book) -> Iterator[Turn]:
    """Opens a notebook by its path, without motion, in a page that has been there: ``with turn("a.ipynb") as book``."""
    _page.page.emulate_media(reduced_motion="reduce")
    yield lambda name: turned_to(_page, name)
    _page.page.emulate_media(reduced_motion="no-preference")


Cells = Callable[..., AbstractContextManager[Book]]


@pytest.fixture
def cells(_page: Book, lab: Server, request: pytest.FixtureRequest) -> Cells:
    """Opens a new notebook with these cells, with a kernel of its own: ``with cells("g = ...", "g") as book``."""

    def make(*sources: str) -> AbstractContextManager[Book]:
        name = "".join(sign if sign.isalnum() else "-" for sign in request.node.name) + ".ipynb"
        write_notebook(lab.root / name, ["import capture_widgets as cw", *sources])
        return turned_to(_page, name)

    return make


@pytest.fixture(scope="session")
def _desk(lab: Server, browser: Browser) -> Iterator[Book]:
    write_notebook(lab.root / "desk.ipynb", ["import capture_widgets as cw"])
    with opened(browser, lab, "desk.ipynb", reduced_motion="reduce") as book:
        book.run_all()
        yield book


@pytest.fixture
def desk(_desk: Book) -> Iterator[Book]:
    """One notebook for many tests, without motion; each begins with ``desk.fresh(...)``."""
    _desk.page.set_viewport_size({"width": 1280, "height": 900})
    yield _desk
    assert _desk.errors == []
    assert _desk.requests == []


@pytest.fixture
def sheet(desk: Book) -> Cells:
    """Puts these cells into the desk's notebook, with motion: `cells` for tests that need no kernel of their own."""

    @contextmanager
    def make(*sources: str) -> Iterator[Book]:
        desk.page.emulate_media(reduced_motion="no-preference")
        try:
            desk.put("import capture_widgets as cw", *sources)
            yield desk
        finally:
            desk.page.emulate_media(reduced_motion="reduce")

    return make
