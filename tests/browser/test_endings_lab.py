"""Nothing is lost by a click: what ends a game asks first and can be brought back, by mouse and by keyboard."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Cells
from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn
from tests.browser.play import click, first, log, moves, new_game, place, play, press, script, tab_into
from tests.thorough import thorough_but

YES = '[data-confirm]:not([data-confirm="no"])'
NO = '[data-confirm="no"]'
HAS_FOCUS = "node => node === node.getRootNode().activeElement"


def sit(desk: Book, new: str, table: str = "g.table(pace=0)") -> Locator:
    """A notebook with one new game and a table of it."""
    desk.fresh("import capture_widgets as cw", f"g = cw.new({new})", table)
    found = desk.widget()
    wait_for_turn(found)
    return found


def moves_of(desk: Book, game: str = "g") -> list[str]:
    found: list[str] = json.loads(desk.run(f"import json; print(json.dumps({game}.moves()))"))
    return found


@pytest.mark.parametrize(("name", "match"), [("New deal", False), ("Same deal", True)])
def test_a_deal_in_a_game_under_way_asks_and_what_it_ends_comes_back(desk: Book, name: str, match: bool) -> None:
    table = sit(desk, f'"kommando", seed=7, match={match}, seats=["you", cw.bots.Random(1)]')
    play(table, first, click, most=1)
    wait_for_turn(table)
    made = moves_of(desk)
    new_game(table, name).click()
    expect(table.get_by_role("alertdialog")).to_contain_text("match" if match else "game")
    table.locator(NO).click()
    expect(table.locator("[data-confirm]")).to_have_count(0)
    assert moves_of(desk) == made
    new_game(table, name).click()
    table.locator(YES).click()
    wait_attribute(table, "data-ply", "0")
    assert moves_of(desk, "g.ended[-1]") == made
    new_game(table, "Bring back the last game").click()
    wait_attribute(table, "data-ply", str(len(made)))
    assert moves_of(desk) == made
    assert desk.run("len(g.ended)") == "0", "a deal that nobody has played is not kept"


def test_the_question_by_keyboard(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    tab_into(table)
    play(table, first, press, most=1)
    wait_for_turn(table)
    made, keys, menu = moves_of(desk), table.page.keyboard, table.locator('[data-mark="games"]')

    def ask_for_a_deal() -> None:
        menu.focus()
        for key in ("Enter", "Tab", "Enter"):
            keys.press(key)

    for way_out in ("Escape", "Enter"):
        ask_for_a_deal()
        assert table.locator(NO).evaluate(HAS_FOCUS)
        keys.press(way_out)
        expect(table.locator("[data-confirm]")).to_have_count(0)
        assert menu.evaluate(HAS_FOCUS)
    assert moves_of(desk) == made
    menu.press("Enter")
    keys.press("Escape")
    assert menu.evaluate(HAS_FOCUS), "Escape closes the menu"
    assert not table.locator(".cw-menu-list").is_visible()
    ask_for_a_deal()
    keys.press("Shift+Tab")
    assert table.locator(YES).evaluate(HAS_FOCUS)
    keys.press("Enter")
    wait_attribute(table, "data-ply", "0")
    first_to_pick = table.locator('.cw-b-hand [data-place][aria-disabled="false"]').first
    expect(first_to_pick).to_be_focused()


def test_the_question_moves_nothing_and_covers_what_it_asks_about(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    play(table, first, click, most=1)
    wait_for_turn(table)
    spots = """table => [...table.querySelectorAll('.cw-board, .cw-entry, .cw-legal')].map(
        of => of.getBoundingClientRect().top - table.getBoundingClientRect().top)"""
    for width in (1280, 700, 420):
        desk.page.set_viewport_size({"width": width, "height": 900})
        stood = table.evaluate(spots)
        new_game(table, "New deal").click()
        assert table.evaluate(spots) == stood
        for answer in table.locator("[data-confirm]").all():
            box = answer.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
        table.locator(NO).click()


REMEMBER_THE_PRESS = """() => document.addEventListener("pointerdown", press => {
    const button = press.composedPath()[0].closest("[data-start]");
    if (button) window.pressedAt = button.getBoundingClientRect().top;
}, { capture: true })"""
"""Where the button stands when it is pressed: the form above it may still grow once another game was chosen. Presses of
other things, also in later tests on this page, do not count."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_the_question_before_another_game_stands_in_view_where_play_was_pressed(
    desk: Book, width: int, height: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    play(table, first, click, most=1)
    wait_for_turn(table)
    new_game(table, "Another game").click()
    table.locator('[data-choose="commander"]').click()
    start = table.locator("[data-start]")
    start.scroll_into_view_if_needed()
    desk.page.evaluate(REMEMBER_THE_PRESS)
    for _ in range(2):
        start.click()
        question = table.get_by_role("alertdialog")
        # a page scrolls by whole pixels, and the question may begin at a part of one
        expect(question).to_be_in_viewport(ratio=0.99)
        assert table.locator(NO).evaluate(HAS_FOCUS)
        asked = question.bounding_box()
        assert asked is not None
        assert abs(asked["y"] - desk.page.evaluate("window.pressedAt")) < 80
        table.page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        assert start.evaluate(HAS_FOCUS)
    table.page.keyboard.press("Escape")
    expect(table.locator(".cw-board")).to_be_visible()


def test_a_game_not_begun_or_over_is_replaced_without_a_question(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    before = desk.run("g.seed")
    new_game(table, "New deal").click()
    wait_attribute(table, "data-state", "ready")
    assert desk.run("g.seed") != before
    play(table, first, click)
    assert attribute(table, "data-state") == "over"
    new_game(table, "New deal").click()
    wait_attribute(table, "data-ply", "0")


def test_three_presses_of_enter_after_the_kings_do_not_give_up(desk: Book) -> None:
    table = sit(desk, '"fourx", seed=136, seats=["you"]')
    tab_into(table)
    play(table, script(["king h"]), press, most=1)
    for _ in range(3):
        assert table.evaluate("table => table.getRootNode().activeElement.dataset.place !== 'resign'")
        table.page.keyboard.press("Enter")
    assert attribute(table, "data-state") != "over"
    for key in ("End", "ArrowDown", "ArrowRight", "Home"):
        table.page.keyboard.press(key)
        assert table.evaluate("table => table.getRootNode().activeElement.dataset.place !== 'resign'")


def test_giving_up_asks_by_mouse_and_by_keyboard_and_stands_apart(desk: Book) -> None:
    table = sit(desk, '"fourx", seed=136, seats=["you"]')
    assert table.locator('.cw-board [data-place="resign"]').count() == 0
    assert moves(table)[-1] == "resign"
    place(table, "resign").dblclick()
    assert attribute(table, "data-state") == "ready"
    assert table.locator(NO).evaluate(HAS_FOCUS)
    table.page.keyboard.press("Enter")
    expect(table.locator("[data-confirm]")).to_have_count(0)
    assert desk.run("g.is_over") == "False"
    place(table, "c").focus()
    play(table, script(["resign"]), press, most=1)
    assert attribute(table, "data-state") == "over"
    assert table.locator(".cw-outcome").evaluate(HAS_FOCUS)
    assert desk.run("g.returns") == "[-1]"
    table.get_by_role("button", name="Undo").click()
    wait_attribute(table, "data-ply", "0")
    play(table, script(["resign"]), click, most=1)
    assert desk.run("g.returns") == "[-1]"


def test_moves_taken_back_are_said_with_the_cards_seen(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    play(table, first, click, most=1)
    wait_for_turn(table)
    table.get_by_role("button", name="Undo").click()
    wait_attribute(table, "data-ply", "0")
    expect(table.locator(".cw-taken-back")).to_have_text("Taken back: 1 time, after seeing 1 card")
    play(table, first, click, most=1)
    assert "Taken back, after seeing one card." in log(table)[0]
    assert desk.run("g.comments['0/0']") == "'Taken back, after seeing one card.'"


def test_in_a_match_the_button_takes_nothing_back_that_was_seen(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, match=True, seats=["you", cw.bots.Random(1)]')
    play(table, first, click, most=1)
    wait_for_turn(table)
    assert table.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("kept", thorough_but([True, False], True))
def test_a_lost_table_names_what_brings_its_own_game_back(cells: Cells, kept: bool) -> None:
    keep = ', autosave="kept by.jsonl"' if kept else ""
    with cells(f'g = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(1)]{keep})', "g.table(pace=0)") as book:
        book.run_all()
        table = book.widget()
        play(table, first, click, most=1)
        wait_for_turn(table)
        ply = attribute(table, "data-ply")
        book.restart()
        wait_attribute(table, "data-state", "lost")
        assert table.locator(".cw-turn").inner_text() == "Not connected"
        said = table.locator("[data-message]").inner_text()
        assert "Run the cell again" not in said
        if not kept:
            assert "if not, it is lost" in said
            assert 'cw.new("kommando", autosave="kommando.jsonl")' in said
            return
        line = 'cw.resume("kept by.jsonl")'
        assert line in said
        assert book.run(f"import capture_widgets as cw; again = {line}; again.ply") == ply


TOP_OF_BOARD = """table => table.querySelector('.cw-board').getBoundingClientRect().top
    - table.getBoundingClientRect().top"""


@pytest.mark.parametrize(("width", "height"), [(430, 900), (1366, 768)])
def test_the_end_has_a_moment_on_the_board_which_moves_nothing_and_is_told_once(
    sheet: Cells, width: int, height: int
) -> None:
    begin = 'g = cw.new("kommando", seed=7)\nwhile g.ply < 19: g.play(g.legal_moves()[0])'
    with sheet(begin, "g.table(seat=g.to_play, pace=0)") as book:
        book.page.set_viewport_size({"width": width, "height": height})
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        stood = table.evaluate(TOP_OF_BOARD)
        play(table, first, click, most=1)
        moment = table.locator(".cw-moment")
        expect(moment).to_be_visible()
        result = moment.inner_text()
        assert table.evaluate(TOP_OF_BOARD) == pytest.approx(stood, abs=1)
        assert moment.get_attribute("aria-hidden") == "true"
        assert table.locator("[aria-live]").inner_text().count(result) == 1
        assert table.locator(".cw-plate.is-winner").count() == 1
        expect(moment).to_have_count(0)
        expect(table.locator(".cw-outcome")).to_be_in_viewport()
        assert table.locator(".cw-outcome > strong").inner_text() == result
        book.tell("g.undo()")
        wait_attribute(table, "data-ply", "19")
        assert table.locator(".cw-plate.is-winner").count() == 0


def test_without_motion_the_result_stands_at_once_and_nothing_crosses_the_board(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=["you", cw.bots.Random(1)]')
    play(table, first, click)
    assert attribute(table, "data-state") == "over"
    assert not table.locator(".cw-moment").is_visible()
    expect(table.locator(".cw-outcome")).to_be_in_viewport()
