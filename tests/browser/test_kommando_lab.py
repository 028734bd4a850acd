"""Kommando in JupyterLab, from opening the notebook to the end of the record."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import (
    Book,
    Server,
    attribute,
    notebook_json,
    opened,
    wait_attribute,
    wait_for_turn,
    wait_until,
    write_notebook,
)
from tests.browser.play import filling
from tests.browser.test_telephone_lab import TELEPHONE, on_telephone
from tests.leaks import find_cards


def test_a_move_in_a_cell_is_seen_on_every_table_and_the_other_way_round(sheet: Cells) -> None:
    with sheet('g = cw.new("kommando", seed=7)', "g.table(seat=0)", "g.table(seat=1)") as book:
        book.run_all()
        first, second = book.widget(0), book.widget(1)
        book.run("g.play(g.legal_moves()[0])")
        for table in (first, second):
            wait_attribute(table, "data-ply", "1")
        assert first.locator("[data-move]").count() == 0
        second.locator("[data-move]").first.evaluate("entry => entry.click()")
        for table in (first, second):
            wait_attribute(table, "data-ply", "2")
        assert book.run("g.ply") == "2"
        mine = first.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)")
        theirs = second.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)")
        hands = json.loads(book.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
        assert set(hands[0]) <= set(mine)
        assert set(hands[1]) <= set(theirs)
        assert not set(hands[0]) & set(theirs)
        assert not set(hands[1]) & set(mine)


def test_nothing_hidden_leaves_the_kernel(sheet: Cells, lab: Server) -> None:
    """Messages, traits and the saved notebook hold no card that the seat does not know, move after move."""
    with sheet('g = cw.new("kommando", seed=7, seats=["you", cw.bots.Random(3)])', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        game = cw.new("kommando", seed=7)
        hidden = set(game.dump()["table"]["hands"][1])
        hidden |= {game.dump()["table"]["row"][place]["card"] for place in (3, 6)}
        wait_for_turn(table)
        frames = [BUNDLE.sub("", frame) for frame in book.frames]
        assert any("comm_open" in frame for frame in frames)
        assert find_cards(frames, hidden) == []
        book.save()
        name = book.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
        assert find_cards(notebook_json(lab, name), hidden) == []


BUNDLE = re.compile(r'"(_esm|_css|image/png)": "(?:[^"\\]|\\.)*"')
"""The code and the style that every widget carries, and the bytes of pictures, which fonts change: a path in a drawing
may look like a card, and so may two letters of a picture.
"""


def test_refusals_are_seen_and_change_nothing(sheet: Cells) -> None:
    with sheet('g = cw.new("kommando", seed=7)', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        entry = table.locator("input[data-entry]")
        entry.fill("L:9y")
        entry.press("Enter")
        message = table.locator('[data-message][data-rule="KO-5"]')
        message.wait_for()
        assert "cannot attack" in message.inner_text()
        assert book.run("g.ply") == "0"
        entry.fill("nonsense")
        entry.press("Enter")
        table.locator('[data-message][data-rule="GE-3"]').wait_for()
        entry.fill("L:1r")
        entry.press("Enter")
        wait_attribute(table, "data-ply", "1")


def test_hot_seat_covers_the_screen_between_turns(sheet: Cells) -> None:
    with sheet('g = cw.new("kommando", seed=7)', "g") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        assert attribute(table, "data-seat") == "0"
        table.locator("[data-move]").first.evaluate("entry => entry.click()")
        wait_attribute(table, "data-seat", "public")
        assert table.locator("[data-move]").count() == 0
        hands = json.loads(book.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
        shown = set(table.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)"))
        assert not shown & {*hands[0], *hands[1]}
        table.get_by_role("button", name="show my cards").click()
        wait_attribute(table, "data-seat", "1")
        assert wait_for_turn(table)


def test_a_dead_kernel_is_said(cells: Cells) -> None:
    with cells('g = cw.new("kommando", seed=7)', "g.table(seat=0)") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        book.restart()
        wait_attribute(table, "data-state", "lost")
        assert table.locator('[data-place][aria-disabled="false"]').count() == 0


def test_two_bots_play_by_themselves_and_can_be_paused(sheet: Cells) -> None:
    with sheet(
        'g = cw.new("kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)])', "g.table(pace=30)"
    ) as book:
        book.run_all()
        table = book.widget()
        wait_attribute(table, "data-state", "over")
        assert attribute(table, "data-seat") == "public"
        assert book.run("g.is_over") == "True"


BADGES_ON_FACES = """table => [...table.querySelectorAll(".cw-b-hand.is-near .cw-spot")].flatMap(spot => {
    const spots = spot.getBoundingClientRect();
    const arrow = spot.querySelector(".cw-tag")?.getBoundingClientRect();
    const tick = getComputedStyle(spot, "::before");
    const badges = arrow ? [arrow] : [];
    if (tick.content.includes("✓")) {
        const [top, right] = [spots.top + parseFloat(tick.top), spots.right - parseFloat(tick.right)];
        badges.push({ top, right, left: right - parseFloat(tick.width), bottom: top + parseFloat(tick.height) });
    }
    const marks = [...spot.querySelectorAll(".cw-face-rank, .cw-face-suit, .cw-face-big, .cw-face-letter")];
    const faces = marks.map(one => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return badges.map(badge => faces.some(face => over(badge, face)));
})"""


def test_neither_an_arrow_nor_the_tick_of_a_picked_card_covers_a_rank_or_suit(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("import capture_widgets as cw", 'cw.new("kommando", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    arrows = table.evaluate(BADGES_ON_FACES)
    table.locator(".cw-b-hand.is-near [data-place][aria-disabled=false]").last.click()
    wait_until(table, f"table => ({BADGES_ON_FACES})(table).length > {len(arrows)}")
    assert len(arrows) > 0
    assert table.evaluate(BADGES_ON_FACES) == [False] * (len(arrows) + 1)
    tick = 'table => parseFloat(getComputedStyle(table.querySelector(".cw-spot.is-picked"), "::before").top)'
    assert table.evaluate(tick) > 40, "it is at the foot: above the card stands the result of a fight"


LAPPED = """table => {
    const cards = [...table.querySelectorAll(".cw-b-hand.is-near .cw-card")].map(card => card.getBoundingClientRect());
    return [cards.length, cards.filter((card, at) => at > 0 && card.left < cards[at - 1].right).length];
}"""
"""How many cards the hand has, and how many of them lie over the one to their left."""

ROW = "table => table.querySelector('.cw-b-fights').getBoundingClientRect().top"


def test_on_a_large_screen_the_cards_of_the_hand_lie_apart_and_the_board_stays_when_the_hand_ends(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    desk.fresh("import capture_widgets as cw", 'g = cw.new("kommando", seed=7)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        wait_until(table, f"table => String(({LAPPED})(table)) === '10,0'")
        stood = table.evaluate(ROW)
        desk.tell("while not g.is_over: g.play(g.legal_moves()[0])")
        table.locator(".cw-outcome").wait_for()
        wait_until(table, f"(table, stood) => Math.abs(({ROW})(table) - stood) < 3", stood)


TOUCHING = """table => {
    const shown = part => [...table.querySelectorAll(part)].filter(one => one.checkVisibility());
    const boxes = part => shown(part).map(one => one.getBoundingClientRect());
    const over = (a, b) => [["left", "right"], ["top", "bottom"]]
        .every(([low, high]) => a[low] < b[high] - 1 && b[low] < a[high] - 1);
    const row = boxes(".cw-b-fight > .is-target"), sheets = boxes("[data-message], .cw-outcome");
    const laid = boxes(".cw-b-fight > .is-laid:not(.is-empty)");
    const hand = boxes(".cw-b-hand.is-near > .cw-spot:not(.is-gap)");
    const under = places => places.filter(place => sheets.some(sheet => over(sheet, place))).length;
    return {
        row: row.filter((card, at) => at > 0 && over(card, row[at - 1])).length,
        high: Math.min(...row.map(card => card.height / card.width)),
        prompt: under(boxes(".cw-prompt")), hand: under(hand), target: under(row), laid: under(laid),
    };
}"""
"""How many cards of the row lie over another, how high they are for their width, and what a hint or a result covers."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_telephone_cards_of_the_row_lie_apart_and_neither_hint_nor_result_covers_them(
    desk: Book, width: int, height: int
) -> None:
    cells = ('import capture_widgets as cw\ng = cw.new("kommando", seed=7)', "g.table(seat=0)")
    with on_telephone(desk, width, height, *cells) as table:
        apart = {"row": 0, "prompt": 0, "hand": 0, "target": 0}
        seen = table.evaluate(TOUCHING)
        assert seen.items() >= apart.items()
        assert seen["high"] > 2
        table.locator('.cw-controls [data-mark="hint"]').click()
        wait_until(table, "table => table.querySelector('.cw-sure') && !table.querySelector('[data-seeks]')")
        assert table.evaluate(TOUCHING).items() >= apart.items()
        desk.tell("while not g.is_over: g.play(g.legal_moves()[0])")
        table.locator(".cw-outcome button.is-strong").wait_for()
        wait_until(table, f"table => ({TOUCHING})(table).laid === 0")
        ended = table.evaluate(TOUCHING)
        assert (ended["row"], ended["target"]) == (0, 0), "the result leaves all thirty cards in view"


def test_on_a_telephone_a_hint_covers_no_card_that_was_laid(lab: Server, browser: Browser) -> None:
    given = 'g = cw.new("kommando", seed=7)\nfor _ in range(4): g.play(g.legal_moves()[0])'
    cells = ["import capture_widgets as cw", given, "g.table(seat=0)"]
    write_notebook(lab.root / "hinted.ipynb", cells[:1])
    with opened(browser, lab, "hinted.ipynb", **TELEPHONE) as book, on_telephone(book, 390, 844, *cells) as table:
        table.locator('[data-mark="hint"]').tap()
        wait_until(table, "table => table.querySelector('[data-more]') && !table.querySelector('[data-seeks]')")
        hinted = table.evaluate(TOUCHING)
        assert (hinted["prompt"], hinted["laid"], hinted["target"], hinted["hand"]) == (0, 0, 0, 0)
