"""Every shipped notebook, run and converted, opened in a browser without a network: no output of it is blank."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter, SlidesExporter
from playwright.sync_api import Browser

from capture_widgets.converting import FrozenHTML, FrozenSlides
from tests.test_notebooks import NOTEBOOKS, WIDGET_STATE, displays, execute, read

EXPORTERS: list[Any] = [HTMLExporter, SlidesExporter, FrozenHTML, FrozenSlides]

BLANK = """() => [...document.querySelectorAll('.jp-OutputArea')].filter(area => {
    const pictures = [...area.querySelectorAll('img')].some(image => image.naturalWidth > 0);
    const seen = pictures || area.innerText.trim() !== '';
    return !seen || area.getBoundingClientRect().height < 10;
}).length"""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_of_a_converted_notebook_is_blank(browser: Browser, path: Path, tmp_path: Path) -> None:
    saved, _ = execute(path, tmp_path)
    shown = sum(bool(cell.get("outputs")) for cell in saved["cells"])
    made = json.dumps(saved["cells"]).count('class=\\"cw-static\\"')
    widgets = saved["metadata"]["widgets"][WIDGET_STATE]["state"]
    stepping = sum(widgets[model]["state"].get("view") == "replay" for model, _ in displays(saved))
    page = browser.new_page()
    try:
        page.route("http*://**", lambda route: route.abort())
        for exporter in EXPORTERS:
            text, _ = exporter().from_notebook_node(nbformat.reads(json.dumps(saved), as_version=4))  # type: ignore[no-untyped-call]
            file = tmp_path / f"{exporter.__name__}.html"
            file.write_text(text, encoding="utf-8")
            page.goto(file.as_uri())
            assert page.locator(".jp-OutputArea").count() == shown
            page.wait_for_function(f"() => ({BLANK})() === 0")
            freezes = exporter in (FrozenHTML, FrozenSlides)
            assert page.locator(".cw-static").count() == made + stepping * freezes
            # every static replay has begun, and the pictures stand for the others
            page.wait_for_function(
                "() => [...document.querySelectorAll('.cw-static')].every(box => box.querySelector('[data-scrub]'))"
            )
            said = page.locator("body").inner_text()
            assert "Error displaying widget" not in said
    finally:
        page.close()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_that_never_ran_is_a_page_to_read(browser: Browser, path: Path, tmp_path: Path) -> None:
    page = browser.new_page()
    try:
        page.route("http*://**", lambda route: route.abort())
        exporters: list[Any] = [HTMLExporter, SlidesExporter]
        for exporter in exporters:
            text, _ = exporter().from_notebook_node(read(path))
            file = tmp_path / f"{exporter.__name__}.html"
            file.write_text(text, encoding="utf-8")
            page.goto(file.as_uri())
            for cell in read(path).cells:
                if cell.cell_type == "code":
                    assert page.get_by_text(cell.source.splitlines()[0].strip()[:20]).first.is_visible()
    finally:
        page.close()
