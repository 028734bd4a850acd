"""The command opens JupyterLab ready to play: one document, no question about news, each table in one view."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

import capture_widgets as cw
from capture_widgets.cli import notebooks
from capture_widgets.lab.settings import START
from tests.browser.lab import PATIENCE
from tests.first_hands.moments import leads_on
from tests.ports import free_port

ADDRESS = re.compile(r"http://127\.0\.0\.1:\S+")

PANE = """(document.querySelector(".cw-frame[data-fills]")
    ?? document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook")).getBoundingClientRect()"""
"""What the window shows of the lobby: all of the window, or the notebook's part of it."""

IN_VIEW = """slug => {
    const pane = PANE;
    const table = document.querySelector(`[data-view="table"][data-game="${slug}"]`);
    const seen = part => {
        const { top, bottom } = part.getBoundingClientRect();
        return top >= pane.top - 1 && bottom <= pane.bottom + 1;
    };
    const parts = [".cw-head", ".cw-board", ".cw-b-hand.is-near", ".cw-buttons"];
    return parts.filter(one => [...table.querySelectorAll(one)].some(part => !seen(part)));
}""".replace("PANE", PANE)

WHOLE = """() => {
    const pane = PANE;
    const { top, bottom } = document.querySelector('[data-view="lobby"]').getBoundingClientRect();
    return top >= pane.top - 1 && bottom <= pane.bottom + 1;
}""".replace("PANE", PANE)
"""Whether the whole lobby is in view."""


IN_ONE_SCREEN = """() => [
    ...document.querySelectorAll("[data-choose], [data-rival], [data-first], [data-play], .cw-daily-play"),
].filter(part => part.checkVisibility()).every(part => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom - top >= 44;
})"""
"""Whether the games, their opponents or first hands and the deal of the day are in view, large enough for a finger."""


COVERED = """() => {
    const [back] = document.querySelector('[data-mark="back"]').getClientRects();
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(".cw-head > .cw-title"));
    const covered = [...words.getClientRects()]
        .filter(one => one.left < back.right && back.left < one.right && one.top < back.bottom && back.top < one.bottom)
        .map(() => "title");
    for (const way of document.querySelectorAll('[data-mark="back"], [data-mark="fill head"], [data-goal-way]')) {
        const [at] = way.getClientRects();
        if (at && !way.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)))
            covered.push(way.dataset.mark ?? "goal");
    }
    return covered;
}"""
"""What of a table's title and of the buttons in its head something else covers."""


@contextmanager
def started(home: Path, port: int) -> Iterator[str]:
    """The address that the command prints."""
    own = {"HOME": str(home), "JUPYTER_PORT": str(port), "JUPYTER_CONFIG_DIR": str(home / "config")}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "capture_widgets", "--no-browser", "--folder", str(home / "games")]
    log = home / f"log-{time.monotonic_ns()}"
    with log.open("wb") as file:
        program = subprocess.Popen(
            command, env={**environment, **own, "CAPTURE_WIDGETS_GAMES": "off"}, stdout=file, stderr=file
        )
    try:
        end = time.monotonic() + PATIENCE / 1000
        while not (found := ADDRESS.findall(log.read_text("utf-8", "replace"))):
            assert program.poll() is None, log.read_text("utf-8", "replace")
            assert time.monotonic() < end, log.read_text("utf-8", "replace")
            time.sleep(0.1)
        yield found[-1]
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(2 * PATIENCE / 1000)  # it ends its kernels one after the other


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def address(home: Path, port: int) -> Iterator[str]:
    with started(home, port) as printed:
        yield printed


TELEPHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def opened(browser: Browser, address: str, **context: Any) -> Iterator[Page]:
    """The page of the address with the lobby in it, which nobody has clicked or typed for."""
    page = browser.new_context(**context).new_page()
    try:
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator("[data-choose]").last.wait_for()
        yield page
    finally:
        page.context.close()


def asked(address: str, path: str, method: str = "GET") -> Any:
    """What the server answers."""
    root, token = address.split("/doc/", maxsplit=1)[0], address.partition("?")[2]
    request = urllib.request.Request(f"{root}{path}?{token}", method=method)  # noqa: S310  # our own server
    return json.load(urllib.request.urlopen(request))  # noqa: S310


def first_cell(book: Path) -> dict[str, Any]:
    """The first cell of a notebook; empty while the server is writing the file."""
    try:
        return dict(json.loads(book.read_text("utf-8"))["cells"][0])
    except ValueError:
        return {}


FILLS: Final = """() => {
    const { left, top, right, bottom } = document.querySelector(".cw-frame[data-fills]").getBoundingClientRect();
    return left === 0 && top === 0 && right === innerWidth && bottom === innerHeight;
}"""


def test_the_notebook_around_the_lobby_is_one_click_away(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport={"width": 1366, "height": 768}) as page:
        page.wait_for_function(FILLS)
        fill = page.locator('[data-mark="fill"]')
        assert "Show JupyterLab" in fill.inner_text(), "nobody has asked for a full screen, so none can be left"
        page.wait_for_function("document.activeElement.matches('.cw-frame .capture-widgets')")
        page.keyboard.press("Escape")
        assert page.evaluate(FILLS), "nor by Escape, which a player presses to undo a pick"
        fill.click()
        page.locator(".cw-frame[data-fills]").wait_for(state="detached")
        page.locator(".jp-NotebookPanel-toolbar").click(trial=True)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_a_first_hand_goes_on_by_itself_and_its_words_cover_no_card(
    browser: Browser, address: str, width: int, height: int
) -> None:
    """Each move needed a press of Next, and long words lay over the other player's columns."""
    steps = cw.lesson("universal").steps
    with opened(browser, address, **{**TELEPHONE, "viewport": {"width": width, "height": height}}) as page:
        page.locator('[data-first="universal"]').tap()
        words, board = page.locator(".cw-lesson-words"), page.locator(".cw-lesson-table .cw-board")
        ranks = board.locator(".cw-b-yard").first.locator(".cw-spot.is-up .cw-card")
        for step in steps[:10]:
            page.locator(f'.cw-step[data-step="{step.number}"]').wait_for()
            if step.number > 0:
                # what tells one card from another stands in its upper half; the plate beside them may be covered
                page.wait_for_function(
                    """cards => cards.every(card => {
                        const { top, height } = card.getBoundingClientRect();
                        const words = document.querySelector(".cw-lesson-words").getBoundingClientRect();
                        return top + height / 2 > words.bottom;
                    })""",
                    arg=ranks.element_handles(),
                )
                near = board.locator(".cw-plate").last.element_handle()
                # and the own side is in view with it, once the table has gone to its place
                page.wait_for_function("plate => plate.getBoundingClientRect().bottom <= innerHeight + 1", arg=near)
            if step.ask == "choice":
                words.locator(f"[data-say={json.dumps(step.right[0])}]").tap()
                words.locator("[data-right=true]").wait_for()
            elif step.ask == "move":
                kind, *places = str(step.right[0]).split()
                for name in [*places, *([kind] if kind in ("bar", "discard") else [])]:
                    board.locator(f'[data-place="{name}"]').tap()
            if leads_on(steps, step.number):
                on = words.locator(f'.cw-step[data-step="{step.number + 1}"] [data-before]')
                on.wait_for()
                assert on.inner_text().endswith(step.praise)
            else:
                words.locator("[data-go=next]").tap()
        page.wait_for_timeout(600)  # the table goes to its place first
        page.locator('[data-mark="back"]').tap()
        page.locator("[data-choose]").last.wait_for()  # the next page shows what this kernel shows


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_the_table_of_a_first_hand_keeps_its_place_whatever_the_words_say(
    browser: Browser, address: str, width: int, height: int
) -> None:
    """The table jumped when the words changed, and the next tap missed."""
    with opened(browser, address, **{**TELEPHONE, "viewport": {"width": width, "height": height}}) as page:
        page.locator('[data-first="kommando"]').tap()
        words, board = page.locator(".cw-lesson-words"), page.locator(".cw-lesson-table .cw-board")
        foot = f"Math.abs(document.querySelector('.cw-board').getBoundingClientRect().bottom - {height}) < 2"
        steps = cw.lesson("kommando").steps
        for step in steps[:8]:
            page.locator(f'.cw-step[data-step="{step.number}"]').wait_for()
            if step.number > 0:
                page.wait_for_function(foot)
            if step.ask == "choice":
                wrong = next(one for one in step.choices if one != step.right[0])
                words.locator(f"[data-say={json.dumps(wrong)}]").tap()
                words.locator("[data-right=false]").wait_for()
                page.wait_for_function(foot)
                words.locator(f"[data-say={json.dumps(step.right[0])}]").tap()
            elif step.ask == "move":
                end, _, card = str(step.right[0]).rpartition(":")
                for name in (card, *end):
                    board.locator(f'[data-place="{name}"]').tap()
            if leads_on(steps, step.number):
                continue
            if step.ask != "look":
                words.locator("[data-right=true]").wait_for()
                page.wait_for_function(foot)
                above, far = words.bounding_box(), board.locator(".cw-plate").first.bounding_box()
                assert above and far and above["y"] + above["height"] <= far["y"], "the points are in view"
            if step.ask == "choice":
                given = words.locator("[data-say].is-right")
                assert given.get_attribute("data-say") == step.right[0]
                assert given.evaluate("one => getComputedStyle(one).borderTopStyle") == "solid"
            words.locator("[data-go=next]").tap()
        page.wait_for_timeout(600)  # the table goes to its place first
        page.locator('[data-mark="back"]').tap()
        page.locator("[data-choose]").last.wait_for()  # the next page shows what this kernel shows


ENDS_WITH_WINDOW: Final = """() => {
    const frame = document.querySelector(".cw-frame[data-fills]");
    return frame.scrollHeight <= frame.clientHeight;
}"""


def test_keys_go_to_the_lobby_that_fills_the_page_and_not_to_the_cell_below_it(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport={"width": 1366, "height": 768}) as page:
        page.wait_for_function(FILLS)
        page.wait_for_function("document.activeElement.matches('.cw-frame .capture-widgets')")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.tab") == "play"


@pytest.mark.parametrize("mode", ["doc", "lab"])
def test_every_table_is_seen_whole_from_the_lobby(browser: Browser, address: str, mode: str) -> None:
    """Head, board, hand and buttons, at 1366 by 768: as the command opens it, and beside JupyterLab's list of files."""
    laptop = {"width": 1366, "height": 768}
    with opened(browser, address.replace("/doc/", f"/{mode}/"), viewport=laptop) as page:
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
            page.wait_for_function(FILLS)  # no menus, no toolbar, no cell
            page.wait_for_function(WHOLE)
        else:
            assert page.locator(".cw-frame[data-fills]").count() == 0
        for slug in cw.games():
            page.locator(f'[data-choose="{slug}"]').click()
            page.locator("[data-start]").click()
            page.locator(f'[data-view="table"][data-game="{slug}"] .cw-board').wait_for()
            page.wait_for_function(f"slug => ({IN_VIEW})(slug).length === 0", arg=slug)
            page.locator('[data-mark="back"]').click()
            page.locator("[data-choose]").last.wait_for()
        assert page.locator(".Toastify__toast").count() == 0, "no question about news"


def test_on_a_large_screen_a_table_ends_where_the_window_ends(browser: Browser, address: str) -> None:
    """The bar of the lobby takes its height from the table, so that nothing scrolls."""
    with opened(browser, address, viewport={"width": 1920, "height": 1080}) as page:
        page.wait_for_function(FILLS)
        for slug in cw.games():
            page.locator(f'[data-choose="{slug}"]').click()
            page.locator("[data-start]").click()
            page.locator(f'[data-view="table"][data-game="{slug}"][data-size="projector"] .cw-board').wait_for()
            page.wait_for_function(ENDS_WITH_WINDOW)
            page.locator('[data-mark="back"]').click()
            page.locator("[data-choose]").last.wait_for()


COUNTED = """new MutationObserver(() => {
    for (const told of document.querySelectorAll("[data-message]"))
        if (told.textContent.includes("browser pages")) window.counted = true;
}).observe(document, { subtree: true, childList: true, characterData: true })"""
"""Notes whether a table says that several pages show it; a page that was reloaded is still one page."""


def test_the_lobby_stands_on_a_telephone_by_itself_and_a_game_there_survives_a_reload(
    browser: Browser, address: str, home: Path
) -> None:
    with opened(browser, address, **TELEPHONE) as page:
        page.add_init_script(COUNTED)
        page.wait_for_function(IN_ONE_SCREEN)
        page.locator('[data-choose="kommando"]').tap()
        page.locator('[data-opponent="greedy"]').check()
        page.wait_for_function(
            "() => document.querySelector('[data-start]').getBoundingClientRect().bottom < innerHeight"
        )
        page.locator("[data-start]").tap()
        table = page.locator('[data-view="table"][data-game="kommando"]')
        table.wait_for()
        page.reload()
        table.wait_for()
        page.wait_for_function(FILLS)
        page.locator('[data-mark="back"]').tap()
        for slug in cw.games():
            page.locator(f'[data-choose="{slug}"]').tap()
            page.locator("[data-start]").tap()
            page.locator(f'[data-view="table"][data-game="{slug}"]').wait_for()
            assert page.evaluate(COVERED) == [], slug
            page.locator('[data-mark="back"]').tap()
            page.locator(".cw-choices:not(.is-chosen)").wait_for()
            page.locator(".cw-daily-play").wait_for()  # the overview, not the setup of the last game
        page.locator("[data-choose]").last.wait_for()
        assert page.evaluate("window.counted") is None
    shipped = next(path for path in notebooks() if path.name == START)
    assert (home / "games" / START).read_bytes() == shipped.read_bytes(), "nobody has saved it"


def test_a_page_that_is_loaded_after_the_kernel_began_anew_has_its_lobby(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        (session,) = asked(address, "/api/sessions")
        asked(address, f"/api/kernels/{session['kernel']['id']}/restart", "POST")
        page.reload()
        page.locator("[data-choose]").last.wait_for()
        assert page.locator('[data-view="lobby"]').get_attribute("data-state") == "ready"


def test_a_second_start_finds_a_taken_port_and_a_saved_lobby_and_leaves_a_changed_cell_alone(
    browser: Browser, address: str, home: Path, port: int
) -> None:
    first = home / "games" / START
    with opened(browser, address) as page:
        page.keyboard.press("Control+s")
        end = time.monotonic() + PATIENCE / 1000
        while not (cell := first_cell(first)).get("outputs"):
            assert time.monotonic() < end
            time.sleep(0.1)
        assert cell["execution_count"] == 1
        assert "application/vnd.jupyter.widget-view+json" in cell["outputs"][0]["data"]
    saved = first.read_bytes()
    with started(home, port) as second:
        assert f":{port}/" not in second
        with opened(browser, second):
            assert first.read_bytes() == saved
        own: dict[str, Any] = {"cell_type": "code", "id": "own", "metadata": {}, "outputs": [], "execution_count": None}
        own["source"] = "cw.lobby(theme='dark')"
        book = json.loads(saved)
        first.write_text(json.dumps({**book, "cells": [own, *book["cells"]]}), "utf-8")
        try:
            assert asked(second, f"/api/contents/{START}")["content"]["cells"][0] == {
                **own,
                "metadata": {"trusted": False},
            }
        finally:
            first.write_bytes(saved)


def test_the_theme_is_that_of_the_system(browser: Browser, address: str) -> None:
    with opened(browser, address, color_scheme="dark") as page:
        lobby = page.locator('[data-view="lobby"][data-theme="dark"]')
        lobby.wait_for()
        page.emulate_media(color_scheme="light")
        page.locator('[data-view="lobby"][data-theme="light"]').wait_for()
