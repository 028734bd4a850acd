"""The games in a browser alone, from files that any web server can hand out: the lobby by itself, and JupyterLite."""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import capture_widgets as cw
from tests.browser.lab import attribute, wait_at_most, wait_attribute
from tests.browser.play import WON, click, first, last, onward, play, script, tap_where_seen

pytestmark = pytest.mark.lite

ROOT = Path(__file__).resolve().parents[2]
STARTS = 300_000
"""Milliseconds for Pyodide to start on a busy machine."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Hands out files without a word."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is."""
    folder = tmp_path_factory.mktemp("lite") / "site"
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    subprocess.run([sys.executable, ROOT / "tests" / "lite_site.py", folder], check=True, env=plain)
    config = json.loads((folder / "jupyter-lite.json").read_text("utf-8"))
    config["jupyter-config-data"]["exposeAppInBrowser"] = True  # for this test alone
    (folder / "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def run_cell(page: Page, number: int) -> None:
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+Enter")


def test_a_hand_against_a_bot_and_a_replay_without_any_kernel_server(browser: Browser, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce").new_page()
    wait_at_most(page, 60_000)
    outside: list[str] = []
    errors: list[str] = []
    page.context.on(
        "request", lambda one: None if one.url.startswith((address, "data:", "blob:")) else outside.append(one.url)
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    sent = cw.new("kommando", seed=7).code()
    page.goto(f"{address}lab/index.html?path=start.ipynb&code={sent}")
    page.locator(".jp-CodeCell").nth(1).wait_for()
    run_cell(page, 0)
    lobby = page.locator('.capture-widgets[data-view="lobby"]')
    lobby.locator('[data-choose="kommando"]').click(timeout=STARTS)
    expect(lobby.locator("[data-code]")).to_have_value(sent)  # as the address brings it
    lobby.locator("[data-start]").click()
    table = page.locator('.capture-widgets[data-view="table"]')
    table.wait_for(timeout=STARTS)
    wait_attribute(table, "data-state", "ready")
    assert len(play(table, first, click)) == 10
    assert attribute(table, "data-state") == "over"
    expect(table.locator(".cw-outcome strong")).not_to_be_empty()
    table.locator('[data-mistakes="find"]').click()
    table.locator(".cw-mistakes-progress").wait_for()
    page.wait_for_function("() => document.querySelector('.cw-mistakes-progress > progress').value > 1")
    table.locator('[data-mistakes="stop"]').click()  # the kernel hears it between two positions
    table.locator('[data-mistakes="found"] >> text=Only part of the game').wait_for()
    run_cell(page, 1)
    replay = page.locator('.capture-widgets[data-view="replay"]')
    replay.wait_for()
    for ply in ("1", "2"):
        replay.locator('[data-go="forward"]').click()
        wait_attribute(replay, "data-ply", ply)
    replay.locator('[data-go="last"]').click()
    wait_attribute(replay, "data-state", "over")
    assert outside == []
    assert errors == []


RUN_ALL = """async () => {
    await window.jupyterapp.shell.currentWidget.context.sessionContext.ready;
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""
"""Cells that are run before the notebook has its kernel stay without a word."""

WORDS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === "code")
    .map(cell => cell.model.sharedModel.outputs)"""


def test_the_lesson_for_a_class_runs_from_its_first_cell_to_its_last(browser: Browser, address: str) -> None:
    """Tables, a quiz, a hint, followed replays, an inspector, an exported page and a static replay, without threads."""
    page = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce").new_page()
    page.goto(f"{address}lab/index.html?path=classroom.ipynb")
    page.locator(".jp-CodeCell").nth(1).wait_for(timeout=60_000)
    wait_at_most(page, STARTS)
    page.evaluate(RUN_ALL)
    outputs = page.evaluate(WORDS)
    assert [output for cell in outputs for output in cell if output["output_type"] == "error"] == []
    said = json.dumps(outputs)
    for words in ("for_ann.html: ", "of 100 hints", '"application/vnd.jupyter.widget-view+json"', "cw-static"):
        assert words in said
    page.context.close()


def test_a_telephone_plays_a_hand_of_each_game_and_finds_them_again_without_a_network(
    browser: Browser, address: str
) -> None:
    """Beside the notebooks there is the lobby alone, which begins with a recorded hand while Python is fetched."""
    around = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = around.new_page()
    outside: list[str] = []
    errors: list[str] = []
    around.on(
        "request", lambda one: None if one.url.startswith((address, "data:", "blob:")) else outside.append(one.url)
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(address)
    assert page.url == f"{address}play/"
    hand = page.frame_locator("#hand").locator('.capture-widgets[data-view="replay"]')
    hand.locator('[data-go="forward"]').tap()
    wait_attribute(hand, "data-ply", "1")
    expect(page.locator("#state")).not_to_be_empty()
    lobby = page.locator('.capture-widgets[data-view="lobby"]')
    lobby.wait_for(timeout=STARTS)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#kept")).to_have_text("Your games are kept in this browser.")
    cut = lobby.locator("[data-choose]").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0, "the words of every game fit its card"
    for slug in cw.games():
        if slug == "fourx":  # a map that the moves below win
            lobby.locator("details:has([data-code]) > summary").tap()
            lobby.locator("[data-code]").fill(cw.new(slug, seed=136).code())
            lobby.locator("[data-open-code]").tap()
        else:
            lobby.locator(f'[data-choose="{slug}"]').tap()
            lobby.locator("[data-start]").tap()
        table = page.locator('.capture-widgets[data-view="table"]')
        table.wait_for()
        wait_attribute(table, "data-state", "ready")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{slug} fits the width"
        choose = {"commander": last, "universal": onward, "fourx": script(WON)}.get(slug, first)
        play(table, choose, tap_where_seen)
        assert attribute(table, "data-state") == "over"
        page.get_by_role("button", name="All games").tap()
        lobby.locator(f'[data-choose="{slug}"]').wait_for()
    page.wait_for_function(KEPT, arg=len(cw.games()))
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    # the second visit
    around.set_offline(True)
    page.reload()
    lobby.wait_for(timeout=STARTS)
    lobby.get_by_role("tab", name="Your games").tap()
    expect(lobby.locator("[data-which]")).to_have_count(len(cw.games()))
    assert outside == []
    assert errors == []
    around.close()


KEPT = """async least => {
    const open = indexedDB.open("/kept");
    const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const all = base.transaction("FILE_DATA").objectStore("FILE_DATA").getAllKeys();
    const keys = await new Promise((done) => { all.onsuccess = () => done(all.result); });
    base.close();
    return keys.filter((key) => key.endsWith(".jsonl")).length >= least;
}"""
"""Whether the browser's storage has the journals of so many games."""


def test_the_site_has_a_record_of_every_game(address: str) -> None:
    for slug in cw.games():
        with urllib.request.urlopen(f"{address}files/records/{slug}.json", timeout=30) as answer:  # noqa: S310 - ours
            assert cw.load(json.load(answer)).is_over
