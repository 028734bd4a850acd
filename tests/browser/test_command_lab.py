"""The command opens JupyterLab ready to play: one document, no question about news, each table in one view."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import capture_widgets as cw
from tests.browser.lab import PATIENCE, free_port

ADDRESS = re.compile(r"http://127\.0\.0\.1:\S+")

IN_VIEW = """slug => {
    const pane = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const table = document.querySelector(`[data-view="table"][data-game="${slug}"]`);
    const seen = part => {
        const { top, bottom } = part.getBoundingClientRect();
        return top >= pane.top - 1 && bottom <= pane.bottom + 1;
    };
    const parts = [".cw-head", ".cw-board", ".cw-b-hand.is-near", ".cw-buttons"];
    return parts.filter(one => [...table.querySelectorAll(one)].some(part => !seen(part)));
}"""

WHOLE = """() => {
    const pane = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const { top, bottom } = document.querySelector('[data-view="lobby"]').getBoundingClientRect();
    return top >= pane.top - 1 && bottom <= pane.bottom + 1;
}"""
"""Whether the whole lobby is in view."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address that the command prints."""
    home = tmp_path_factory.mktemp("home")
    own = {"HOME": str(home), "JUPYTER_PORT": str(free_port()), "JUPYTER_CONFIG_DIR": str(home / "config")}
    environment = {**os.environ, **own, "CAPTURE_WIDGETS_GAMES": "off"}
    command = [sys.executable, "-m", "capture_widgets", "--no-browser", "--folder", str(home / "games")]
    log = home / "log"
    with log.open("wb") as file:
        program = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
    try:
        end = time.monotonic() + PATIENCE / 1000
        while not (found := ADDRESS.findall(log.read_text("utf-8", "replace"))):
            assert program.poll() is None, log.read_text("utf-8", "replace")
            assert time.monotonic() < end, log.read_text("utf-8", "replace")
            time.sleep(0.1)
        yield found[-1]
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(PATIENCE / 1000)


def opened(browser: Browser, address: str, width: int, height: int) -> Page:
    """The page of the address, with the lobby in it."""
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.set_default_timeout(PATIENCE)
    # a cell that is run before there is a kernel makes JupyterLab ask for one
    with page.expect_websocket(lambda socket: "/channels" in socket.url):
        page.goto(address)
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(state="attached")
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    page.locator("[data-choose]").last.wait_for()
    return page


@pytest.mark.parametrize("mode", ["doc", "lab"])
def test_every_table_is_seen_whole_from_the_lobby(browser: Browser, address: str, mode: str) -> None:
    """Head, board, hand and buttons, at 1366 by 768: as the command opens it, and beside JupyterLab's list of files."""
    page = opened(browser, address.replace("/doc/", f"/{mode}/"), 1366, 768)
    try:
        files = page.locator("#jp-left-stack")
        if mode == "lab" and not files.is_visible():
            page.locator('[data-id="filebrowser"]').click()
            files.wait_for()
        assert files.is_visible() == (mode == "lab")
        offered = page.locator("[data-choose], [data-daily]")
        bottoms = offered.evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
        assert len(bottoms) == 10
        assert mode == "lab" or max(bottoms) <= 768, "five games and their deals of the day, without scrolling"
        if mode == "doc":
            page.wait_for_function(WHOLE)
        for slug in cw.games():
            page.locator(f'[data-choose="{slug}"]').click()
            page.locator("[data-start]").click()
            page.locator(f'[data-view="table"][data-game="{slug}"] .cw-board').wait_for()
            page.wait_for_function(f"slug => ({IN_VIEW})(slug).length === 0", arg=slug)
            page.locator('[data-mark="back"]').click()
            page.locator("[data-choose]").last.wait_for()
        assert page.locator(".Toastify__toast").count() == 0, "no question about news"
    finally:
        page.context.close()
