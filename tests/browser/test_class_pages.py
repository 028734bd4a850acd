"""A class on telephones, led from a notebook: one link, a name, rounds, standings."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lab import Book, attribute, wait_attribute, wait_until
from tests.browser.play import first, play, tap_where_seen
from tests.browser.test_room_pages import page_at, table_of
from tests.thorough import thorough_but

OPEN = "leader = cw.open_class('kommando', {names})\nleader"
PLAYED = "print(all(one.is_over for one in leader.games))"
GAMES = "import json; print(json.dumps([one.names for one in leader.games]))"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def play_round(pages: dict[str, Page], games: list[list[str]]) -> None:
    """Play each game of a round to its end, each person on their own page."""
    for names in games:
        tables = [table_of(pages[name]) for name in names]
        for seat, table in enumerate(tables):  # the tables of the round before are replaced
            expect(table).to_have_attribute("data-ply", "0")
            expect(table).to_have_attribute("data-seat", str(seat))
        ply = 0
        while attribute(tables[0], "data-state") != "over":
            wait_until(tables[0], "(element, ply) => element.dataset.ply === ply", str(ply))
            ready = next((one for one in tables if one.locator("[data-move]").count() > 0), None)
            if ready is None:
                wait_until(tables[1], "(element, ply) => element.dataset.ply === ply", str(ply))
                continue
            ply += len(play(ready, first, tap_where_seen, most=1))
            wait_until(tables[0], "(element, ply) => element.dataset.ply === ply", str(ply))


def test_a_room_is_led_from_its_cell(browser: Browser, desk: Book) -> None:
    desk.fresh(
        "import capture_widgets as cw", "game = cw.new('kommando', seats=['Ann', 'Ben'])\nroom = game.open_room()\nroom"
    )
    output = desk.page.locator(".jp-OutputArea").filter(has_text="Hand over")
    expect(output.locator("table svg")).to_have_count(3)
    panel = output.locator(".jp-OutputArea-child").last
    with page_at(browser, desk.run("print(room.links[1])")):
        expect(panel.get_by_role("row", name="Ben")).not_to_contain_text("not here yet")
    expect(panel.get_by_role("row", name="Ben")).to_contain_text("away")
    panel.get_by_role("button", name="New link").click()
    new = panel.get_by_role("row", name="Ann").get_by_role("link").get_attribute("href")
    assert new == desk.run("print(room.links[0])")
    panel.get_by_label("New name").fill("Cleo")
    panel.get_by_label("New name").press("Tab")
    panel.get_by_role("button", name="Hand over").click()
    expect(panel.get_by_role("row", name="Cleo")).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_contain_text("This room is closed.")


@pytest.mark.parametrize("size", thorough_but([(2, 1), (10, 3)], (2, 1)), ids=str)
def test_a_class_plays_a_swiss_from_telephones(browser: Browser, desk: Book, size: tuple[int, int]) -> None:
    people, rounds = size
    names = NAMES[:people]
    desk.fresh("import capture_widgets as cw", OPEN.format(names=list(names)))
    link = desk.run("print(leader.link)")
    panel = desk.page.locator(".jp-OutputArea").filter(has_text="chooses a name")
    with ExitStack() as stack:
        pages: dict[str, Page] = {}
        for name in names:
            page, _ = stack.enter_context(page_at(browser, link, phone=390))
            page.get_by_role("button", name=name, exact=True).tap()
            expect(page.locator("#state")).to_contain_text(f"{name}, you are in.")
            pages[name] = page
        expect(panel).to_contain_text(f"{people} of {people} are here.")
        for number in range(1, rounds + 1):
            panel.get_by_role("button", name="Next round").click()
            expect(panel).to_contain_text(f"Round {number}")
            play_round(pages, json.loads(desk.run(GAMES)))
            assert desk.run(PLAYED) == "True"
        pages["Ann"].reload()  # nothing is lost by it
        wait_attribute(table_of(pages["Ann"]), "data-state", "over")
        expect(panel).to_contain_text("Standings")
        assert desk.run("print(sum(row['points'] for row in leader.standings()))") == f"{people * rounds / 2}"
        panel.get_by_role("button", name="Next round").click()
        if people == 2:
            expect(table_of(pages["Ann"])).to_have_attribute("data-ply", "0")
        desk.run("leader.close()")
        expect(pages["Ben"].locator("#state")).to_have_text("The room is closed.")
