"""Every shipped notebook, run and converted, opened in a browser without a network: no output of it is blank."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter, SlidesExporter, WebPDFExporter
from playwright.async_api import BrowserType
from playwright.sync_api import Browser

import capture_widgets as cw
from capture_widgets.export.converting import Freeze, FrozenHTML, FrozenSlides, Spread
from capture_widgets.games import GAMES
from tests.browser.lab import chromium
from tests.test_notebooks import NOTEBOOKS, WIDGET_STATE, displays, executed, read
from tests.thorough import thorough_but

EXPORTERS: list[Any] = [HTMLExporter, SlidesExporter, FrozenHTML, FrozenSlides]
"""All convert kommando.ipynb; the first and the last, which have least in common, convert the other notebooks."""


@functools.cache
def made_by(exporter: Any) -> Any:
    """An exporter of a kind, which reads its templates once."""
    return exporter()


each_notebook = pytest.mark.parametrize(
    "path",
    thorough_but(NOTEBOOKS, *(path for path in NOTEBOOKS if path.stem == "kommando")),
    ids=lambda path: path.stem,
)


BLANK = """() => [...document.querySelectorAll('.jp-OutputArea')].filter(area => {
    const pictures = [...area.querySelectorAll('img')].some(image => image.naturalWidth > 0);
    const seen = pictures || area.innerText.trim() !== '';
    return !seen || area.getBoundingClientRect().height < 10;
}).length"""


TALLEST = """() => Math.max(...[...document.querySelectorAll('.cw-static, .cw-still')]
    .map(one => Math.max(one.offsetHeight, one.scrollHeight)))"""
"""What lies outside a box of limited height counts as well."""

Ran = Callable[[Path], Any]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A notebook as it is saved after all its cells ran, which they do once."""

    @functools.cache
    def run(path: Path) -> Any:
        return executed(path, tmp_path_factory.mktemp(path.stem)).notebook

    return run


def on_slides(saved: Any) -> int:
    """How many areas of outputs the slides have, where a replay or a picture has a slide of its own; none is lost."""
    book, _ = Freeze().preprocess(nbformat.reads(json.dumps(saved), as_version=4), {})  # type: ignore[no-untyped-call]
    outputs = [output for cell in book.cells for output in cell.get("outputs", ())]
    spread, _ = Spread().preprocess(book, {})
    assert [output for cell in spread.cells for output in cell.get("outputs", ())] == outputs
    return sum(bool(cell.get("outputs")) for cell in spread.cells)


@each_notebook
def test_no_output_of_a_converted_notebook_is_blank(browser: Browser, path: Path, tmp_path: Path, ran: Ran) -> None:
    saved = ran(path)
    shown = sum(bool(cell.get("outputs")) for cell in saved["cells"])
    made = json.dumps(saved["cells"]).count('class=\\"cw-static\\"')
    widgets = saved["metadata"]["widgets"][WIDGET_STATE]["state"]
    stepping = sum(widgets[model]["state"].get("view") == "replay" for model, _ in displays(saved))
    page = browser.new_page()
    try:
        page.route("http*://**", lambda route: route.abort())
        for exporter in EXPORTERS if path.stem == "kommando" else (EXPORTERS[0], EXPORTERS[-1]):
            text, _ = made_by(exporter).from_notebook_node(nbformat.reads(json.dumps(saved), as_version=4))  # type: ignore[no-untyped-call]
            file = tmp_path / f"{exporter.__name__}.html"
            file.write_text(text, encoding="utf-8")
            page.goto(file.as_uri())
            assert page.locator(".jp-OutputArea").count() == (on_slides(saved) if exporter is FrozenSlides else shown)
            page.wait_for_function(f"() => ({BLANK})() === 0")
            freezes = exporter in (FrozenHTML, FrozenSlides)
            assert page.locator(".cw-static").count() == made + stepping * freezes
            # every static replay has begun, and the pictures stand for the others
            page.wait_for_function(
                "() => [...document.querySelectorAll('.cw-static')].every(box => box.querySelector('[data-scrub]'))"
            )
            if exporter is FrozenSlides:  # a slide is 700 pixels high, with a margin above and below
                assert page.evaluate(TALLEST) <= 680
            page.emulate_media(media="print")
            assert page.evaluate(BLANK) == 0
            page.emulate_media(media="screen")
            said = page.locator("body").inner_text()
            assert "Error displaying widget" not in said
    finally:
        page.close()


SLIDES = """() => [...document.querySelectorAll('.slides section')].filter(one => !one.querySelector('section')).map(
    one => [one.scrollHeight, one.innerText.split('\\n')[0], one.querySelectorAll('details').length])"""


def test_a_dump_fits_the_slide_of_its_own(browser: Browser, tmp_path: Path) -> None:
    """In the middle of a game, as a seat sees it and whole; its data unfold below it."""
    code: Any = nbformat.v4.new_code_cell
    whole: Any = nbformat.v4.new_notebook
    cells = []
    for slug in GAMES:
        game, rng = cw.new(slug, seed=5), Random(1)
        while game.to_play is not None and game.ply < 15:
            game.play(rng.choice([move for move in game.legal_moves() if move != "resign"]))
        for viewer in (0, None):
            html = cast("Any", game.dump(viewer))._repr_html_()
            cells.append(code(f"g.dump({viewer})", outputs=[{
                "output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/html": html},
            }]))  # fmt: skip
    text, _ = FrozenSlides().from_notebook_node(whole(cells=cells))
    file = tmp_path / "dumps.html"
    file.write_text(text, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    try:
        page.route("http*://**", lambda route: route.abort())
        page.goto(file.as_uri())
        slides = page.evaluate(SLIDES)
        assert sum(folded for _, _, folded in slides) == len(cells)
        assert [slide for slide in slides if slide[2] and (slide[0] > 700 or "Game" not in slide[1])] == []
    finally:
        page.close()


def test_the_still_of_a_large_tournament_fits_its_slide(browser: Browser, tmp_path: Path) -> None:
    """Its tables scroll within it; those of a small one are shown whole."""

    class Fails(cw.bots.Bot):
        def choose(self, view: cw.View) -> str:
            raise RuntimeError("lost the thread\n" * 20)

    code: Any = nbformat.v4.new_code_cell
    whole: Any = nbformat.v4.new_notebook
    cells = []
    for many in (1, 3):
        random = {f"random {number}": cw.bots.Random(seed=number) for number in range(3 * many)}
        bots: dict[str, Any] = {**random, **{f"fails {number}": Fails() for number in range(many)}}
        cup = cw.tournament(bots, "kommando", deals=1, trusted=list(bots), progress=False)
        html = f'<div class="cw-still" data-cw-still="cw-{many}">{cup.widget().standing_in()[1]}</div>'
        cells.append(
            code("cup", outputs=[{"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}])
        )
    text, _ = FrozenSlides().from_notebook_node(whole(cells=cells))
    file = tmp_path / "cup.html"
    file.write_text(text, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    try:
        page.route("http*://**", lambda route: route.abort())
        page.goto(file.as_uri())
        assert page.evaluate(TALLEST) <= 680
        tables = "[...document.querySelectorAll('.capture-widgets-tournament')]"
        small, large = page.evaluate(f"() => {tables}.map(one => one.scrollHeight - one.offsetHeight)")
        assert small <= 1 < 50 < large  # a pixel of rounding
    finally:
        page.close()


def test_a_notebook_becomes_a_pdf(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    """``jupyter nbconvert --to webpdf``, which prints the page that the tests above look at."""
    launch = BrowserType.launch

    async def ours(kind: BrowserType, **settings: Any) -> Any:
        return await launch(kind, executable_path=chromium(), **settings)

    monkeypatch.setattr(BrowserType, "launch", ours)  # it would take playwright's own alone
    book = next(path for path in NOTEBOOKS if path.stem == "kommando")
    exporter: Any = WebPDFExporter(disable_sandbox=True)  # type: ignore[no-untyped-call]
    made, _ = exporter.from_notebook_node(nbformat.reads(json.dumps(ran(book)), as_version=4))  # type: ignore[no-untyped-call]
    assert made.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", made)) > 5
    assert len(made) > 50_000


@pytest.mark.parametrize("name", ["classroom", "kommando"])
def test_a_notebook_that_never_ran_is_a_page_to_read(browser: Browser, name: str, tmp_path: Path) -> None:
    """All are converted in tests/test_saved.py."""
    (path,) = [path for path in NOTEBOOKS if path.stem == name]
    page = browser.new_page()
    try:
        page.route("http*://**", lambda route: route.abort())
        exporters: list[Any] = [HTMLExporter, SlidesExporter]
        for exporter in exporters:
            text, _ = made_by(exporter).from_notebook_node(read(path))
            file = tmp_path / f"{exporter.__name__}.html"
            file.write_text(text, encoding="utf-8")
            page.goto(file.as_uri())
            for cell in read(path).cells:
                if cell.cell_type == "code":
                    assert page.get_by_text(cell.source.splitlines()[0].strip()[:20]).first.is_visible()
    finally:
        page.close()
