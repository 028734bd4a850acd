"""The pages of rooms for whoever plays by keyboard or screen reader, and for whoever clicks at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PageError

import capture_widgets as cw
from tests.browser.lab import attribute, wait_attribute
from tests.browser.play import first, onward, play, press, said, step_through
from tests.browser.test_axe_lab import AXE
from tests.browser.test_room_pages import PAIRS, page_at, table_of
from tests.thorough import little_or_much, thorough_but

VIOLATIONS = """async () => {
    const { passes, violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    // what is drawn on a card is a picture of what its name says
    const drawn = ({ id }, { html }) => id === "label-content-name-mismatch" && html.includes("data-look=");
    const meant = violations.map((one) => [one, one.nodes.filter((node) => !drawn(one, node))]);
    const failed = meant.filter(([, nodes]) => nodes.length > 0);
    return [passes.length, failed.map(([{ id }, [node]]) => `${id}: ${node.html}`)];
}"""

PLACE = "() => document.activeElement?.dataset.place !== undefined"


def objections(page: Page) -> list[str]:
    """What axe-core objects to on a whole page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    passed, failed = page.evaluate(VIOLATIONS)
    assert passed > 10, "axe-core has looked"
    found: list[str] = failed
    return found


def tab_to_place(page: Page) -> int:
    """Walk with Tab from the top of the page to the board; returns how many stops that took."""
    page.evaluate("() => document.activeElement?.blur()")
    for stop in range(1, 40):  # past the end it begins at the top again: a board that was busy is ready then
        page.keyboard.press("Tab")
        while page.evaluate("() => document.activeElement?.matches('[data-reveal]') ?? false"):
            page.keyboard.press("Enter")  # through what is shown step by step
        if page.evaluate(PLACE):
            return stop
    raise AssertionError("Tab does not lead from the top of the page to the board")


@pytest.mark.parametrize("slug", thorough_but(PAIRS, "kommando"))
def test_the_keyboard_alone_plays_a_hand_and_each_move_of_the_other_is_read_out(browser: Browser, slug: str) -> None:
    game = cw.new(slug, seed=7, seats=["Ann", "Ben"])
    with (
        game.open_room() as room,
        page_at(browser, room.links[0]) as (ann, _),
        page_at(browser, room.links[1], phone=390) as (ben, _),
    ):
        tables = [table_of(ann), table_of(ben)]
        for table, page in zip(tables, (ann, ben), strict=True):
            wait_attribute(table, "data-ply", "0")
            assert tab_to_place(page) <= 6
        choose = onward if slug == "universal" else first
        told: list[set[str]] = [set(), set()]
        while (seat := game.to_play) is not None:
            ply = game.ply
            wait_attribute(tables[seat], "data-ply", str(ply))
            if not tables[seat].page.evaluate(PLACE):
                tab_to_place(tables[seat].page)
            play(tables[seat], choose, press, most=1)
            other = tables[1 - seat]
            wait_attribute(other, "data-ply", str(game.ply))
            told[1 - seat].add(said(other))
        assert len(told[0] | told[1]) > 5, "what happened was read out"
        for table in tables:
            step_through(table)
            wait_attribute(table, "data-state", "over")
            expect(table.locator(".cw-outcome strong")).not_to_be_empty()


def test_a_screen_reader_finds_names_for_all_that_can_be_done(browser: Browser) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    with game.open_room() as room, page_at(browser, room.links[0]) as (page, _):
        wait_attribute(table_of(page), "data-ply", "0")
        tree = page.locator("body").aria_snapshot()
        for words in (
            'list "Who is here"',
            'listitem: "Ann (you): here"',
            "main",
            'group "Kommando, seat A"',
            'group "The row"',
            'button "yellow 7, left end of the row"',
            'group "Your hand"',
            'button "blue 2, your hand"',
            'combobox "Type a move"',
        ):
            assert words in tree, tree
        assert not any(line.strip() in ("- button", "- textbox", "- combobox") for line in tree.splitlines())
        assert objections(page) == []


HEARS = """() => {
    const news = document.querySelector("#news");
    window.heard = [];
    new MutationObserver(() => window.heard.push(news.textContent)).observe(news, { childList: true });
}"""


def test_it_is_read_out_who_is_away_and_who_is_here_again_and_no_reload_is(browser: Browser) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    with game.open_room(grace=8, stand_in="random") as room, page_at(browser, room.links[0]) as (ann, _):
        wait_attribute(table_of(ann), "data-ply", "0")
        ann.evaluate(HEARS)
        with page_at(browser, room.links[1]) as (ben, _):
            expect(ann.locator("#news")).to_have_text("Ben is here.")
            for _reload in range(3):
                ben.reload()
                wait_attribute(table_of(ben), "data-ply", "0")
        expect(ann.locator('[data-person="1"]')).to_have_text("Ben: away")
        expect(ann.locator("#news")).to_have_text("Ben is away.", timeout=8_000)
        expect(ann.locator('[data-person="1"]')).to_have_text("Ben: away, a bot plays", timeout=12_000)
        expect(ann.locator("#news")).to_have_text("Ben is still away. A bot plays for them.")
        with page_at(browser, room.links[1]) as (ben, _):
            expect(ann.locator("#news")).to_have_text("Ben is here.")
            expect(ann.locator("#news")).to_have_attribute("aria-live", "polite")
            assert ann.evaluate("() => window.heard") == [
                "Ben is here.",
                "Ben is away.",
                "Ben is still away. A bot plays for them.",
                "Ben is here.",
            ], "each reload of Ben's page was read out"
            assert objections(ann) == []


def test_the_pages_of_a_class_have_names_and_headings(browser: Browser) -> None:
    with cw.open_class("kommando", ["Ann", "Ben"]) as leader, page_at(browser, leader.link, phone=390) as (page, _):
        expect(page.get_by_role("group", name="What is your name?")).to_be_visible()
        assert objections(page) == []
        page.get_by_role("button", name="Ann").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Ann, you are in.")
        leader.poll(cw.new("kommando", seed=7), "What now?")
        expect(page.get_by_role("status")).to_contain_text("What now?")
        wait_attribute(table_of(page), "data-seat", "0")
        assert objections(page) == []
        leader.lesson(cw.lesson("kommando"))
        page.get_by_role("button", name="Next").wait_for()
        assert objections(page) == []


@pytest.mark.parametrize("clicks", little_or_much(60, 300))
def test_clicks_at_random_on_a_seats_page_play_that_seat_and_nothing_else(browser: Browser, clicks: int) -> None:
    rng = Random(11)
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    ours: set[int] = set()
    """The plies of the moves that this test makes for Ann."""
    before: list[str] = []
    with game.open_room() as room, page_at(browser, room.links[1]) as (page, _):
        table = table_of(page)
        wait_attribute(table, "data-ply", "0")
        for _ in range(clicks):
            while game.to_play == 0:
                ours.add(game.ply)
                game.play(rng.choice(game.legal_moves()))
            page.wait_for_timeout(20)  # no more: a click may have begun to show what was before
            buttons = page.locator("button:visible, [data-place]:visible, summary:visible, [role=tab]:visible").all()
            chosen = rng.choice(buttons)
            _try(lambda chosen=chosen: chosen.click(timeout=400, force=True))  # type: ignore[misc]
            if rng.random() < 0.3:
                page.keyboard.press(rng.choice(["Enter", "Escape", "z", "u", "h", "n", "Control+z", "1", "r", "?"]))
            moves, movers = game.moves(), game.history.movers()
            assert moves[: len(before)] == before, "nothing was taken back"
            assert [ply for ply, mover in enumerate(movers) if mover == 0] == sorted(ours)
            assert list(game.seats) == ["Ann", "Ben"]
            before = moves
            if game.is_over:
                break
        assert len(before) > len(ours), "the seat itself has moved"
        assert attribute(table, "data-seat") == "1"
        assert room.people[1]["here"]


def _try(act: Callable[[], object]) -> None:
    try:
        act()
    except PageError:
        return  # it is covered, or has gone
