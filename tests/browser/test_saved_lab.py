"""Played, saved, closed and opened again without its kernel, a notebook shows the last position and no error."""

from __future__ import annotations

import json
import re
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from playwright.sync_api import Browser, expect

import capture_widgets as cw
from capture_widgets.engine.names import Names
from capture_widgets.export.svg import dump_svg, svg_png
from tests.browser.lab import Server, attribute, opened, wait_attribute, wait_for_turn, write_notebook
from tests.browser.play import click, deal, first, play
from tests.leaks import find_cards, unseen
from tests.thorough import thorough_but

CELLS = [
    "import capture_widgets as cw",
    'g = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)])\ng.table(pace=0)',
    'other = cw.new("commander", seed=3, seats=["you", "B"])\nother.table(seat=0)',
    "g.replay(seat=0)",
    'over = cw.new("kommando", seed=3, seats=[cw.bots.Random(1)] * 2).run().replay(seat=0)\nover.static()',
    "over.static()",
    "from ipywidgets import HBox, IntSlider\nHBox([g.inspect(seat=0), IntSlider()])",
]
PICTURES = ".jp-OutputArea-child:has(.cw-pictured) + .jp-OutputArea-child img:visible"
"""The pictures of stills, where they are seen."""
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SHUT_DOWN = "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }"


@pytest.mark.parametrize("kind", thorough_but(["lab", "notebook"], "lab"))
def test_what_was_saved_is_seen_without_a_kernel(browser: Browser, request: pytest.FixtureRequest, kind: str) -> None:
    server: Server = request.getfixturevalue(kind)
    path = write_notebook(server.root / f"hand-{kind}.ipynb", CELLS)
    with opened(browser, server, path.name, reduced_motion="reduce") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        assert book.page.locator(".cw-still:visible").count() == 0
        assert book.page.locator(PICTURES).count() == 0
        expect(book.page.locator('.cw-static .capture-widgets[data-view="replay"]')).to_have_count(2)
        made = play(table, first, click, most=2)
        still = book.page.locator(".cw-still").first
        expect(still).to_contain_text(re.compile(r"moves \d, your turn"))
        assert len(made) >= 2
        assert book.page.locator(".cw-still:visible").count() == 0
        # the page is loaded again: outputs no longer hear of the kernel's changes, but the table still plays
        book.save()
        book.page.reload()
        book.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
        table = book.widget()
        deal(table, "New deal")
        wait_attribute(table, "data-ply", "0")
        wait_for_turn(table)
        play(table, first, click, most=1)
        wait_for_turn(table)
        ply = attribute(table, "data-ply")
        assert ply in ("2", "3")
        for picture, who, turn in (
            (book.page.locator(".cw-still").first, "you", "your turn"),
            (book.page.locator(".cw-still").last, "A", "A to play"),
        ):
            expect(picture).to_contain_text(f"seen by {who}, round 1, moves {ply}, {turn}")
        book.save()
        book.page.evaluate(SHUT_DOWN)
    with opened(browser, server, path.name) as book:
        stills = book.page.locator(".cw-still")
        expect(stills).to_have_count(4)
        assert book.page.locator('.capture-widgets[data-view="table"]').count() == 0
        expect(stills.first).to_be_visible()
        expect(book.page.locator(PICTURES)).to_have_count(4)
        expect(stills.first).to_contain_text(f"seen by you, round 1, moves {ply}, your turn")
        # JupyterLab looks for the model for two seconds before it says that there is none
        book.page.get_by_text("Error displaying widget").first.wait_for(state="attached")
        # replays made static step without a kernel, and one carries what both need
        for nth in (0, 1):
            replay = book.widget(nth, "replay")
            replay.locator('[data-go="forward"]').click()
            wait_attribute(replay, "data-ply", "1")
            assert attribute(replay, "data-state") == "ready"
        words = book.page.locator(".jp-Notebook").inner_text()
        assert "rror" not in words
        assert "Loading" not in words
        expect(stills.last).to_be_visible()
        expect(stills.last).to_contain_text(f"seen by A, round 1, moves {ply}, A to play")
        pictures = book.page.locator(PICTURES)
        assert pictures.evaluate_all("images => images.every(image => image.naturalWidth > 200)")

    other = cw.new("commander", seed=3)
    assert path.read_text("utf-8").count("dispatchEvent(new Event(key))") == 1
    saved = json.loads(path.read_text("utf-8"))
    assert "widgets" not in saved["metadata"]
    outputs = [output["data"] for output in saved["cells"][2]["outputs"]]
    assert [WIDGET_VIEW in data for data in outputs] == [True, False, False]
    png = svg_png(dump_svg(other.dump(0), Names(other.names, 0)), 1)
    assert outputs[2]["image/png"].strip() == b64encode(png).decode()
    assert unseen(other, 0)
    assert find_cards(outputs, unseen(other, 0)) == []


KEEPS_STATE = """async () => {
    await window.jupyterapp.commands.execute('@jupyter-widgets/jupyterlab-manager:saveWidgetState');
}"""


@pytest.fixture
def keeping(lab: Server) -> Iterator[Server]:
    """JupyterLab, whose setting whether the state of widgets is saved is as before afterwards."""
    yield lab
    address = lab.url("/lab/api/settings/@jupyter-widgets/jupyterlab-manager:plugin")
    plain = json.dumps({"raw": "{}"}).encode()
    urllib.request.urlopen(urllib.request.Request(address, plain, method="PUT"), timeout=30).close()  # noqa: S310 - ours


@pytest.mark.thorough
def test_saved_with_the_state_of_its_widgets_a_notebook_hides_as_much_and_freezes_to_replays(
    browser: Browser, keeping: Server, tmp_path: Path
) -> None:
    game = cw.new("kommando", seed=7).play("L:1r")
    path = write_notebook(
        keeping.root / "kept.ipynb",
        [
            "import capture_widgets as cw",
            'g = cw.new("kommando", seed=7).play("L:1r")\ng.table(seat=0)',
            "g.replay(seat=0)",
            "g.inspect(seat=0)",
        ],
    )
    with opened(browser, keeping, path.name) as book:
        book.page.evaluate(KEEPS_STATE)
        book.run_all()
        for view in ("table", "replay", "inspector"):
            book.widget(view=view)
        book.save()
        book.page.evaluate(SHUT_DOWN)
    saved = json.loads(path.read_text("utf-8"))
    state = saved["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert sum("scene" in model["state"] for model in state.values()) == 3
    hidden = unseen(game, 0)
    assert len(hidden) == 12
    assert find_cards([cell["outputs"] for cell in saved["cells"]], hidden) == []
    assert find_cards([model["state"] for model in state.values()], hidden) == []
    # the widgets come back as they were, without their pictures, and say that nobody answers
    with opened(browser, keeping, path.name) as book:
        table = book.widget()
        wait_attribute(table, "data-state", "lost")
        assert attribute(table, "data-ply") == "1"
        assert table.locator('[data-place][aria-disabled="false"]').count() == 0
        assert "The kernel does not answer" in table.locator("[data-message]").inner_text()
        assert book.page.locator(".cw-still:visible").count() == 0
        assert "rror" not in book.page.locator(".jp-Notebook").inner_text()
        # a new kernel knows nothing of the table, and its cell brings it back
        book.run_all()
        wait_attribute(book.widget(), "data-state", "ready")

    frozen = cw.freeze_notebook(path)
    page = browser.new_page()
    html, _ = HTMLExporter().from_notebook_node(nbformat.read(frozen, as_version=4))  # type: ignore[no-untyped-call]
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page.route("http*://**", lambda route: route.abort())
    page.goto((tmp_path / "page.html").as_uri())
    replay = page.locator('.capture-widgets[data-view="replay"]')
    expect(replay).to_have_count(1)
    replay.locator('[data-go="forward"]').click()
    wait_attribute(replay, "data-ply", "1")
    assert page.locator(".jp-OutputArea img").count() == 2
    page.close()
