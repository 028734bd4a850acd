"""A table, a replay, a lesson and a poll fill the screen by a button and by a key, and come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

import capture_widgets as cw
from tests.browser.lab import Book, wait_attribute, wait_for_turn, wait_until

SCREENS = {
    "table": 'cw.new("kommando", seed=7).table(seat=0)',
    "replay": 'cw.new("columns", seed=7, seats=[cw.bots.Greedy(), cw.bots.Random()]).run().replay(seat=0)',
    "lesson": 'cw.lesson("fourx").run()',
    "poll": 'cw.poll(cw.new("kommando", seed=7))',
}

UNSEEN = """() => {
    const frame = document.querySelector(".cw-frame[data-fills]");
    const parts = frame.querySelectorAll(".cw-head, .cw-board, .cw-b-hand.is-near, .cw-buttons");
    const seen = ({ top, bottom }) => top >= 0 && bottom <= window.innerHeight + 1;
    const unseen = [...parts].filter(part => part.offsetParent && !seen(part.getBoundingClientRect()));
    return unseen.map(part => part.className);
}"""


@pytest.mark.parametrize("view", SCREENS)
def test_it_fills_the_screen_and_comes_back(desk: Book, view: str) -> None:
    desk.fresh(SCREENS[view])
    widget = desk.widget(view=view)
    widget.locator('[data-mark="fill"]').first.click()
    frame = desk.page.locator(".cw-frame[data-fills]")
    frame.wait_for()
    assert desk.page.evaluate("document.fullscreenElement.className") == "cw-frame"
    desk.page.wait_for_function(f"() => ({UNSEEN})().length === 0")
    expect(widget).to_have_attribute("data-size", "projector")
    widget.locator('[data-mark="fill"]').first.focus()
    desk.page.keyboard.press("f")
    frame.wait_for(state="detached")
    assert desk.page.evaluate("document.fullscreenElement") is None
    expect(widget).to_have_attribute("data-size", "normal")


def test_where_a_page_may_not_take_the_screen_it_fills_the_pane(desk: Book) -> None:
    desk.fresh(SCREENS["table"])
    desk.widget()
    desk.page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true })")
    try:
        desk.widget().locator('[data-mark="fill"]').focus()
        desk.page.keyboard.press("f")
        desk.page.locator(".cw-frame[data-fills]").wait_for()
        assert desk.page.evaluate("document.fullscreenElement") is None
        desk.page.wait_for_function(f"() => ({UNSEEN})().length === 0")
        desk.page.keyboard.press("Escape")
        desk.page.locator(".cw-frame[data-fills]").wait_for(state="detached")
    finally:
        desk.page.evaluate("delete document.fullscreenEnabled")


REACH = """() => {
    const frame = document.querySelector(".cw-frame"), menu = document.querySelector("#jp-top-panel, #jp-MainMenu");
    return [!frame.closest("[inert]"), !menu.closest("[inert]"), document.querySelectorAll("[inert]").length];
}"""
"""Whether the widget and the menu of JupyterLab are within reach of the keys, and the number of inert elements."""


def test_what_a_filled_page_covers_is_out_of_reach_until_the_widget_comes_back_or_goes(desk: Book) -> None:
    desk.fresh(SCREENS["table"])
    desk.widget()
    _, reached, before = desk.page.evaluate(REACH)
    assert reached
    desk.page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true })")
    try:
        for ends in ("Escape", "another run"):
            desk.widget().locator('[data-mark="fill"]').focus()
            desk.page.keyboard.press("f")
            desk.page.locator(".cw-frame[data-fills]").wait_for()
            assert desk.page.evaluate(REACH)[:2] == [True, False]
            if ends == "Escape":
                desk.page.keyboard.press("Escape")
            else:
                desk.fresh(SCREENS["table"])
                desk.widget()
            desk.page.locator(".cw-frame[data-fills]").wait_for(state="detached")
            desk.page.wait_for_function(f"left => ({REACH})().join() === `true,true,${{left}}`", arg=before)
    finally:
        desk.page.evaluate("delete document.fullscreenEnabled")


def test_a_dark_table_in_a_light_page_fills_the_screen_with_a_dark_frame(desk: Book) -> None:
    desk.fresh('cw.new("kommando", seed=7).table(seat=0, theme="dark")')
    widget = desk.widget()
    assert desk.page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(23, 27, 27)"
    widget.locator('[data-mark="fill"]').first.click()
    frame = desk.page.locator(".cw-frame[data-fills]")
    frame.wait_for()
    assert frame.evaluate("frame => getComputedStyle(frame).backgroundColor") == "rgb(23, 27, 27)"
    widget.locator('[data-mark="fill"]').first.focus()
    desk.page.keyboard.press("f")
    frame.wait_for(state="detached")


LARGEST = """table => {
    const card = ".cw-b-formation.is-near .cw-card, .cw-b-hand.is-near .cw-card, .cw-b-map .cw-card";
    const widths = [...table.querySelectorAll(card)].map(one => one.getBoundingClientRect().width);
    const tops = [...table.querySelectorAll(".cw-tools > button")].map(one => one.getBoundingClientRect().top);
    const rows = new Set(tops.filter(Boolean).map(Math.round)).size;
    return [Math.max(...widths), parseFloat(getComputedStyle(table).fontSize), rows];
}"""


@pytest.mark.parametrize("game", cw.games())
def test_a_large_full_screen_gives_its_height_to_the_cards(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    desk.fresh("import capture_widgets as cw", f"cw.new({game!r}, seed=7).table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    before, _, _ = table.evaluate(LARGEST)
    button = table.locator('.cw-tools > [data-mark="fill"]')
    expect(button).to_have_text("Full screen", use_inner_text=True)
    button.click()
    desk.page.locator(".cw-frame[data-fills]").wait_for()
    try:
        expect(table).to_have_attribute("data-size", "projector")
        expect(button).to_have_text("Leave full screen", use_inner_text=True)
        wait_until(table, f"table => ({LARGEST})(table)[0] > {before} + 2")
        _, text, rows = table.evaluate(LARGEST)
        assert (text <= 20, rows) == (True, 1)
        desk.page.set_viewport_size({"width": 1366, "height": 768})
        expect(table).to_have_attribute("data-size", "normal")
        desk.page.set_viewport_size({"width": 1920, "height": 1080})
        wait_until(table, f"table => ({LARGEST})(table)[0] > {before} + 2")
        expect(table).to_have_attribute("data-size", "projector")
    finally:
        button.click()
        desk.page.locator(".cw-frame[data-fills]").wait_for(state="detached")


COVERED_OR_CUT = """lesson => {
    const board = lesson.querySelector(".cw-board");
    const box = one => one.getBoundingClientRect();
    const { left, right } = box(board);
    const cards = [...board.querySelectorAll(".cw-card")].filter(card => box(card).width > 0);
    const plates = [...board.querySelectorAll(".cw-plate")];
    const meets = (a, b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const under = plates.filter(plate => cards.some(card => !plate.contains(card) && meets(box(plate), box(card))));
    const out = [...plates, ...cards].filter(one => box(one).left < left || box(one).right > right);
    return [
        ...under.map(one => `${one.innerText} lies under a card`),
        ...out.map(one => `${one.className} leaves the board`),
    ];
}"""


OVERLAP = """lesson => {
    const cards = [...lesson.querySelectorAll(".cw-b-hand.is-near > .cw-spot > .cw-card")];
    const [one, other] = cards.slice(0, 2).map(card => card.getBoundingClientRect());
    return one.right - other.left;
}"""
"""How far the second card of the hand lies over the first one."""


@pytest.mark.parametrize("game", cw.games())
def test_a_first_hand_on_a_large_full_screen_covers_and_cuts_no_player(desk: Book, game: str) -> None:
    """Beside its words there is more height than width."""
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    desk.fresh("import capture_widgets as cw", f"lesson = cw.lesson({game!r})\nlesson")
    lesson = desk.widget(view="lesson")
    lesson.locator(".cw-board .cw-card").first.wait_for()
    button = lesson.locator('[data-mark="fill"]').first
    button.click()
    desk.page.locator(".cw-frame[data-fills]").wait_for()
    try:
        wait_until(lesson, f"lesson => ({COVERED_OR_CUT})(lesson).length === 0")
        if game == "universal":
            assert lesson.evaluate(OVERLAP) <= 1, "eleven cards lie beside each other"
    finally:
        button.click()
        desk.page.locator(".cw-frame[data-fills]").wait_for(state="detached")


RACE = """table => {
    const place = name => table.querySelector(name).getBoundingClientRect();
    const [race, columns, hand] = [".cw-b-race", ".cw-b-slots", ".cw-b-side.is-near"].map(place);
    return race.height > 0 && race.right <= columns.left && race.top > columns.top && race.bottom <= hand.top
        && columns.top > place(".cw-b-side.is-far").bottom;
}"""


def test_five_columns_show_the_race_at_the_foot_of_the_columns_in_full_screen(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    desk.fresh('cw.new("columns", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    table.locator('[data-mark="fill"]').click()
    wait_attribute(table, "data-size", "projector")
    wait_until(table, RACE)
    desk.page.keyboard.press("Escape")


@contextmanager
def lobby_on_telephone(desk: Book) -> Iterator[Locator]:
    """A lobby that fills a telephone; the window has its size again afterwards."""
    size = desk.page.viewport_size
    assert size is not None
    try:
        desk.page.set_viewport_size({"width": 390, "height": 844})
        desk.fresh("lobby = cw.lobby()\nlobby")
        lobby = desk.widget(view="lobby")
        lobby.locator('[data-mark="fill"]').click()
        yield lobby
    finally:
        desk.page.set_viewport_size(size)


def test_on_a_telephone_the_lobby_fills_the_screen_and_so_does_the_game_until_the_way_back(desk: Book) -> None:
    with lobby_on_telephone(desk) as lobby:
        frame = desk.page.locator(".cw-frame[data-fills]")
        frame.wait_for()
        assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth"), "nothing is cut off"
        lobby.locator('[data-choose="fourx"]').click()
        lobby.locator("[data-start]").click()
        table = desk.widget()
        back = lobby.locator('[data-mark="back"]')
        expect(back).to_be_in_viewport()
        assert frame.count() == 1, "the game begins where the lobby was"
        table.locator('[data-mark="give up"]').click()
        table.locator('[data-confirm="yes"]').click()
        expect(table).to_have_attribute("data-state", "over")
        expect(back).to_be_in_viewport()
        back.click()
        lobby.locator('[data-choose="fourx"]').wait_for()
        assert frame.count() == 1
        desk.page.keyboard.press("f")
        frame.wait_for(state="detached")


def test_no_notice_lies_below_the_way_back_of_a_game_that_is_over_on_a_telephone(desk: Book) -> None:
    with lobby_on_telephone(desk) as lobby:
        lobby.locator('[data-choose="kommando"]').click()
        lobby.locator("[data-start]").click()
        table = desk.widget()
        desk.tell("lobby.table._builder.page_count = 2\nlobby.table.refresh()")
        notice = table.locator("[data-message]")
        expect(notice).to_contain_text("2 browser pages")
        expect(notice).to_be_visible()
        desk.tell("while not lobby.game.is_over: lobby.game.play(lobby.game.legal_moves()[0])")
        expect(table).to_have_attribute("data-state", "over")
        expect(lobby.locator('[data-mark="back"]')).to_be_in_viewport()
        expect(notice).to_be_hidden()
        desk.page.keyboard.press("f")


@contextmanager
def first_hand_on_telephone(desk: Book, game: str) -> Iterator[Locator]:
    """The first question of a game's first hand in a lobby that fills a telephone."""
    with lobby_on_telephone(desk) as lobby:
        lobby.locator(f'[data-first="{game}"]').click()
        lesson = desk.widget(view="lesson")
        asked = next(step.number for step in cw.lesson(game).steps if step.ask != "look")
        for number in range(asked):
            lesson.locator('[data-go="next"]').click()
            lesson.locator(f'[data-step="{number + 1}"]').wait_for()
        lesson.locator("[data-say], .cw-step[data-step] [data-hint]").first.wait_for()
        yield lesson
        desk.page.keyboard.press("Escape")


def seen_whole(*parts: Locator) -> None:
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)


def test_the_words_of_a_first_hand_stay_above_its_table_on_a_telephone(desk: Book) -> None:
    """The hand lay below the fold at most steps, and feedback pushed the table away."""
    with first_hand_on_telephone(desk, "universal") as lesson:
        words, hand = lesson.locator(".cw-lesson-words"), lesson.locator(".cw-b-hand.is-near")
        seen_whole(words, hand, lesson.locator('[data-place="1"]'))
        lesson.locator('[data-place="5e"]').click()
        lesson.locator('[data-place="1"]').click()
        lesson.locator('[data-step="2"] [data-before]').wait_for()
        seen_whole(words, hand)


def test_in_the_first_hand_of_kommando_row_and_hand_are_seen_below_the_words_on_a_telephone(desk: Book) -> None:
    with first_hand_on_telephone(desk, "kommando") as lesson:
        words, fights, hand = map(lesson.locator, (".cw-lesson-words", ".cw-b-fights", ".cw-b-hand.is-near"))
        seen_whole(words, fights, hand)
        above, row = words.bounding_box(), fights.bounding_box()
        assert above is not None
        assert row is not None
        assert above["y"] + above["height"] <= row["y"], "no card of the row lies under the words"
        hand.locator(".cw-hit").first.click(force=True)
        expect(lesson.locator("[data-message]").last).to_contain_text("Not yet")
