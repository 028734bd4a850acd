"""Two people play each other on two pages, each of which has the cards of its own seat alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import capture_widgets as cw
from tests.browser.lab import attribute, wait_attribute, wait_until
from tests.browser.play import click, first, onward, play, tap_where_seen
from tests.test_room_kills import Host
from tests.thorough import thorough_but

PAIRS = ("columns", "commander", "kommando", "universal")


@contextmanager
def page_at(browser: Browser, link: str, *, phone: int = 0, before: str = "") -> Iterator[tuple[Page, list[str]]]:
    """A page in a browser profile of its own, with everything that it received and every error;
    at its end no request has gone elsewhere.

    Args:
        browser: the browser.
        link: the address.
        phone: the width of a telephone; 0 for a screen.
        before: a script that runs before those of the page.
    """
    size: Any = {"width": phone, "height": 844} if phone else {"width": 1366, "height": 768}
    around = browser.new_context(viewport=size, has_touch=phone > 0, reduced_motion="reduce")
    page = around.new_page()
    if before:
        page.add_init_script(before)
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    errors: list[str] = []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(link)
    yield page, heard
    around.close()
    assert errors == []
    own = link.partition("#")[0]
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == [], "no request goes elsewhere"
    assert not any("#" in url and url != link for url in asked)


def table_of(page: Page) -> Locator:
    return page.locator('.capture-widgets[data-view="table"]')


def hand_of(game: cw.Game, seat: int) -> set[str]:
    return set(game.dump()["table"]["hands"][seat])


@pytest.mark.parametrize("slug", thorough_but(PAIRS, "kommando"))
def test_two_pages_play_a_hand_by_mouse_and_by_touch(browser: Browser, slug: str) -> None:
    game = cw.new(slug, seed=7, seats=["Ann", "Ben"])
    with (
        game.open_room() as room,
        page_at(browser, room.links[0]) as (ann, _),
        page_at(browser, room.links[1], phone=360) as (ben, _),
        page_at(browser, room.links["public"]) as (watcher, watched),
    ):
        tables = [table_of(ann), table_of(ben)]
        assert [attribute(table, "data-seat") for table in tables] == ["0", "1"]
        assert attribute(table_of(watcher), "data-seat") == "public"
        expect(ann.locator('[data-person="1"]')).to_have_text("Ben: here")
        choose = onward if slug == "universal" else first
        reloaded = False
        while (seat := game.to_play) is not None:
            ply = game.ply
            wait_attribute(tables[seat], "data-ply", str(ply))
            play(tables[seat], choose, tap_where_seen if seat else click, most=1)
            if game.ply > 3 and not reloaded:  # nothing is lost by it, and the seat stays
                reloaded = True
                ben.reload()
                wait_attribute(tables[1], "data-seat", "1")
        for table in (*tables, table_of(watcher)):
            wait_attribute(table, "data-state", "over")
        for table in tables:
            expect(table.locator(".cw-outcome strong")).not_to_be_empty()
        assert any('"ply": ' in frame for frame in watched)


def test_a_telephone_plays_at_the_address_of_the_machine_in_its_network(browser: Browser) -> None:
    """There a page over plain HTTP is no secure context: no clipboard, no service worker, no subtle cryptography."""
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    with game.open_room("0.0.0.0") as room:  # noqa: S104 # the whole network is what is tried
        if "//127.0.0.1:" in room.links[0]:
            pytest.skip("this machine is in no network")
        with page_at(browser, room.links[0], phone=390) as (page, _):
            assert not page.evaluate("() => isSecureContext")
            play(table_of(page), first, tap_where_seen, most=1)
            assert game.ply == 1
            page.reload()
            wait_attribute(table_of(page), "data-ply", "1")
            wait_attribute(table_of(page), "data-seat", "0")


def test_the_page_of_a_seat_is_light_or_dark_as_the_system_is(browser: Browser) -> None:
    with (
        cw.new("kommando", seed=7, seats=["Ann", "Ben"]).open_room() as room,
        page_at(browser, room.links[0]) as (page, _),
    ):
        ground = "getComputedStyle(document.body).backgroundColor"
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            expect(table_of(page)).to_have_attribute("data-theme", scheme)
            (red, *_others) = page.evaluate(f"{ground}.match(/\\d+/g).map(Number)")
            assert (red < 60) is (scheme == "dark")


def test_an_open_page_goes_on_by_itself_after_the_kernel_was_killed_and_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    host = Host(tmp_path)
    around = browser.new_context(reduced_motion="reduce")
    page = around.new_page()
    try:
        page.goto(host.links[0])
        table = table_of(page)
        wait_attribute(table, "data-ply", "0")
        (move,) = play(table, first, click, most=1)
        assert host.moves() == [move]
        host.kill()
        expect(page.locator("#state")).to_contain_text("The connection is lost")
        host.start()
        expect(page.locator("#state")).to_be_hidden()
        wait_attribute(table, "data-ply", "1")
        with cw.join(host.links[1]) as ben:
            ben.play(ben.legal_moves()[0])
            while ben.to_play == 1:
                ben.play(ben.legal_moves()[0])
            wait_attribute(table, "data-ply", str(ben.ply))
        play(table, first, click, most=1)
        assert host.moves()[0] == move
        assert len(host.moves()) == ben.ply + 1
    finally:
        around.close()
        host.kill()


WRONG_CLOCK = """() => {
    const real = Date;
    window.Date = class extends real {
        constructor(...given) { given.length ? super(...given) : super(real.now() + 600_000); }
        static now() { return real.now() + 600_000; }
    };
}"""
"""A device whose time of day is ten minutes ahead."""


def test_a_device_whose_time_of_day_is_wrong_shows_the_time_that_is_left(browser: Browser) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    with game.open_room() as room:
        game.teacher.clock(300)
        with page_at(browser, room.links[0], before=f"({WRONG_CLOCK})()") as (ann, _):
            countdown = table_of(ann).locator("[data-countdown]")
            assert 280 < int(str(countdown.get_attribute("data-countdown"))) <= 300
            assert abs(ann.evaluate("() => Date.now()") / 1000 - time.time() - 600) < 5, "its time of day is wrong"
            game.teacher.clock(100)
            wait_until(countdown, "element => element.dataset.countdown <= 100")
            assert 80 < int(str(countdown.get_attribute("data-countdown"))) <= 100
            wait_until(countdown, "(element, at) => element.dataset.countdown <= at", 97)


def test_a_seat_is_where_it_was_opened_last_and_nobody_comes_in_without_its_secret(browser: Browser) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    with game.open_room() as room, page_at(browser, room.links[0]) as (old, _):
        wait_attribute(table_of(old), "data-seat", "0")
        with page_at(browser, room.links[0]) as (new, _):
            expect(old.locator("#state")).to_have_text(
                "This seat is open on another page now, so this page has stopped."
            )
            wait_attribute(table_of(new), "data-seat", "0")
            old.locator("#back").click()
            expect(new.locator("#back")).to_be_visible()
        link = room.links[0]
        room.kick(0)
        expect(old.locator("#state")).to_contain_text("This link is no longer valid.")
        with page_at(browser, link) as (late, heard):
            expect(late.locator("#state")).to_contain_text("This link opens no seat here.")
            assert heard == ['{"type": "left", "why": "unknown"}']
