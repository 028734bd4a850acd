"""Capture the Commander with several players: names beside battles, the arrow, who is out, and a new deal."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lab import Book, Server, opened, wait_for_turn, wait_until, write_notebook
from tests.browser.play import click, filling, first, play
from tests.browser.test_telephone_lab import TELEPHONE, on_telephone

LONG_NAMES = 'seats=["you", "Wilhelmina", cw.bots.Club(2), cw.bots.Strong(3)]'

CUT_ROWS = """table => {
    const box = one => one.getBoundingClientRect();
    const rows = [...table.querySelectorAll(".cw-b-battles .cw-b-battle")];
    const cut = rows.flatMap(row => [...row.querySelectorAll(":scope > .cw-note")])
        .filter(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2);
    const over = rows.flatMap(row => [...row.querySelectorAll(".cw-tag")].filter(tag => {
        return [...row.querySelectorAll(".cw-card")].some(card => {
            const [one, other] = [box(tag), box(card)];
            return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
                && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
        });
    }));
    return [...cut, ...over].map(one => one.textContent || one.dataset.tag);
}"""
"""The names beside the last battles that are cut, and the places that lie over a card."""


@pytest.mark.parametrize("width", [390, 1024, 1366])
def test_names_beside_battles_are_whole_and_the_places_of_a_war_cover_no_card(desk: Book, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844 if width < 500 else 768})
    moves = "3xC2 4xA1 2xD2 3xA7 1xD1 +2 +5 2xC4 +6 +3 +3 +7 4xB7 6xC3"
    given = f'g = cw.new("commander", seed=9, players=4, {LONG_NAMES})\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    with filling(table) if width < 500 else nullcontext():
        rows = table.locator(".cw-b-battles > .cw-b-battle > .is-from")
        assert rows.all_inner_texts() == ["Wilhelmina", "Cleo", "Dan"], "a level is no name among several"
        wait_until(table, f"table => ({CUT_ROWS})(table).length === 0")


CROSSED = """table => {
    const path = table.querySelector(".cw-arrow > path");
    if (!path.getAttribute("d")) return null;
    const svg = path.ownerSVGElement.getBoundingClientRect();
    const ends = [".is-from", ".is-to"].map(mark => table.querySelector(`.cw-spot${mark}`));
    const others = [...table.querySelectorAll(".is-post > .cw-tag, .is-open > .cw-card, .is-staged")]
        .filter(one => !ends.some(end => end.contains(one)));
    const marks = others.map(one => [one, one.getBoundingClientRect()]);
    const found = new Set();
    for (let at = 0; at < path.getTotalLength(); at += 3) {
        const { x, y } = path.getPointAtLength(at);
        for (const [one, { left, right, top, bottom }] of marks)
            if (Math.min(x + svg.left - left, right - x - svg.left, y + svg.top - top, bottom - y - svg.top) > 1)
                found.add(one.dataset.tag ?? one.className);
    }
    return [...found];
}"""
"""The numbers, open cards and battles under the arrow, but for those that it joins; None without an arrow."""


def test_the_arrow_lies_on_no_number_no_open_card_and_under_no_battle(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    moves = "3xB1 4xA3 1xA3 2xB2 3xC4 3xA2 3xD4 3xC5 4xC5 3xA7 3xD6 7xA10 +10 +9 10xD1 2xA6 3xB2 9xB2 9xD1 3xD5 4xB7"
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=0, players=4)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    for ply, move in enumerate(moves.split(), 1):
        desk.tell(f"g.play({move!r})")
        wait_until(table, "(table, ply) => table.dataset.ply === ply", str(ply))
        wait_until(table, f"table => ({CROSSED})(table)?.length === 0")


def test_head_and_battle_say_who_is_out_until_i_have_picked_a_card(desk: Book) -> None:
    moves = (
        "3xB1 4xA3 1xA3 2xB2 3xC4 3xA2 3xD4 3xC5 4xC5 3xA7 3xD6 7xA10 +10 +9 10xD1 2xA6 3xB2 9xB2 9xD1 3xD5 4xB7 12xC4 "
        "12xD1 10xC5 2xA12 8xC6 1xB12 3xC7"
    )
    given = 'g = cw.new("commander", seed=0, players=4, seats=["you", "Ben", "Cleo", "Dan"])'
    given += f'\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    table.locator(".cw-b-commander").wait_for()
    desk.tell("g.play('6xD13')")
    expect(table.locator(".cw-prompt > b")).to_have_text("Dan is out.")
    expect(table.locator(".is-staged > .cw-verdict")).to_contain_text("Dan's commander falls, and Dan is out.")
    table.locator(".is-staged .cw-button").click()
    expect(table.locator(".cw-b-battle > .is-to").last).to_have_text("Dan is out")
    table.locator(".is-near [data-place][aria-disabled=false]").first.click()
    table.locator(".cw-prompt > b").wait_for(state="detached")


ON_A_PLACE = "table => table.getRootNode().activeElement.matches('[data-place][aria-disabled=false]')"
"""Whether the focus is on a place that can be picked."""


def test_nothing_is_lit_while_moves_are_shown_again_and_a_new_deal_has_the_focus(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    given = 'g = cw.new("commander", seed=5, seats=["you", cw.bots.Beginner(1)])'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0, pace=0)")
    table = desk.widget()
    wait_for_turn(table)
    play(table, first, click, most=1)
    wait_for_turn(table)
    able = table.locator(".cw-board [data-place][aria-disabled=false]")
    assert able.count() > 0
    table.locator('[data-mark="again"]').click()
    table.locator("[data-reveal]").wait_for()
    assert able.count() == 0
    table.get_by_role("button", name="Skip").click()
    wait_until(table, "table => table.querySelector('.cw-board [data-place][aria-disabled=false]')")
    table.locator('[data-mark="games"]').click()
    table.locator('[data-mark="new"]').click()
    table.locator('[data-confirm="yes"]').click()
    wait_until(table, "table => table.dataset.ply === '0'")
    wait_until(table, ON_A_PLACE)
    table.locator('[data-mark="games"]').click()
    table.locator('[data-mark="other"]').click()
    table.locator("[data-choose]").first.wait_for()
    assert table.locator(".cw-turn").is_hidden(), "the form is no turn"
    table.locator('[data-choose="kommando"]').click()
    table.locator("[data-start]").click()
    expect(table).to_have_attribute("data-game", "kommando")
    wait_until(table, ON_A_PLACE)


SIGN_OVER = """table => {
    const box = one => one.getBoundingClientRect();
    const sign = box(table.querySelector(".is-near > .is-over"));
    const cards = [...table.querySelectorAll(".cw-b-formation.is-near .cw-spot :is(.cw-card, .cw-face)")].map(box);
    return [cards.length, cards.filter(card => Math.min(sign.right, card.right) - Math.max(sign.left, card.left) > 1
        && Math.min(sign.bottom, card.bottom) - Math.max(sign.top, card.top) > 1).length];
}"""
"""The cards where the formation lay of who is out, and how many of them the sign that says so lies over."""


@pytest.mark.parametrize("size", [(390, 844), (1366, 768), (1920, 1080)])
def test_the_sign_that_i_am_out_covers_none_of_the_cards_that_i_still_had(desk: Book, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    moves = "1xB1 1xA2 12>A2 3xD1 2xA2 4xB3 1xC2 1xB7 3xA3 12>C2 4xB10 1xA13"
    given = f'g = cw.new("commander", seed=31, teams=True)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    table.locator(".is-near > .is-over").wait_for()
    with filling(table):
        there, under = table.evaluate(SIGN_OVER)
        assert there > 5
        assert under == 0


HINTED = """table => {
    const box = one => one.getBoundingClientRect();
    const boxes = parts => [...table.querySelectorAll(parts)].map(box);
    const hint = box(table.querySelector(".cw-message.is-hint"));
    const [own] = boxes(".cw-b-formation.is-near");
    return [Math.max(...boxes(".cw-b-battles > *").map(one => one.bottom)) - hint.top, hint.bottom - own.top];
}"""
"""How much of the battles and of the viewer's formation a hint covers."""

SUITS = """table => [...table.querySelectorAll(".cw-b-fallen .cw-spot")].filter(lost => {
    const { left, right, top, bottom } = lost.getBoundingClientRect();
    return ![...lost.querySelectorAll(":is(.cw-face-rank, .cw-face-suit)")].every(one => {
        const drawn = one.getBoundingClientRect();
        return drawn.left > left - 1 && drawn.right < right + 1 && drawn.top > top - 4 && drawn.bottom < bottom + 1;
    });
}).length"""
"""The number of lost cards whose rank or suit is cut."""


MANY_LOST = """
g = cw.new("commander", seed=0, players=4, seats=["you", *map(cw.bots.Beginner, (1, 2, 3))])
moves = "3xB1 4xA3 1xA3 2xB2 3xC4 3xA2 3xD4 3xC5 4xC5 3xA7 3xD6 7xA10 +10 +9 10xD1 2xA6 3xB2 9xB2"
for move in moves.split(): g.play(move)
"""
"""A game of four in which many cards are lost, and others lie face up."""


def test_on_a_telephone_lost_cards_have_suits_and_a_hint_leaves_the_battles_in_view(
    lab: Server, browser: Browser
) -> None:
    cells = ["import capture_widgets as cw", MANY_LOST, "g.table(seat=0, pace=0)"]
    write_notebook(lab.root / "several.ipynb", cells[:1])
    with opened(browser, lab, "several.ipynb", **TELEPHONE) as book, on_telephone(book, 390, 844, *cells) as table:
        above = """table => table.querySelector(".cw-note.is-next").getBoundingClientRect().top
            - table.querySelector(".cw-board").getBoundingClientRect().top"""
        assert table.evaluate(above) > 0, "it hung over the edge"
        assert table.locator(".cw-b-fallen .cw-card").count() > 9
        assert table.evaluate(SUITS) == 0
        table.locator('[data-mark="hint"]').tap()
        table.locator(".cw-message.is-hint [data-more]").wait_for()
        wait_until(table, f"table => Math.max(...({HINTED})(table)) <= 4")
        table.locator('.cw-b-formation.is-near [data-place="1"]').tap()
        tick = "card => { const { width, height } = getComputedStyle(card, '::before'); return [width, height]; }"
        picked = table.locator(".cw-b-formation .is-picked")
        assert picked.evaluate(tick) == ["20px", "20px"], "it lay half beside its disc"


LISTEN = """table => {
    const { prototype } = Element, { animate } = prototype;
    window.told = [];
    window.unlisten = () => { prototype.animate = animate; };
    prototype.animate = function (...given) {
        if (this.matches(".cw-b-battle-side .cw-tag")) window.told.push(this.dataset.tag ?? this.textContent);
        return animate.apply(this, given);
    };
}"""
"""Notes which labels of battles move."""


def test_the_place_of_a_card_goes_along_with_it_to_the_battle(desk: Book) -> None:
    """It stood in the battle's box for a moment before the card came."""
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=5, players=4)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    table.evaluate(LISTEN)
    desk.page.emulate_media(reduced_motion="no-preference")
    try:
        desk.tell("g.play('1xB1')")
        table.locator(".is-staged").wait_for()
        wait_until(table, "() => window.told.length > 0")
        assert sorted(set(table.evaluate("() => window.told"))) == ["A1", "B1"]
    finally:
        desk.page.emulate_media(reduced_motion="reduce")
        table.evaluate("() => window.unlisten()")


POINTS = """table => {
    const box = one => one.getBoundingClientRect();
    const over = [...table.querySelectorAll(".cw-b-army")].filter(field => {
        const words = [...field.querySelectorAll(".cw-plate, .cw-plate :is(.cw-name, .cw-points)")].map(box);
        const ground = box(field);
        const plate = field.querySelector(".cw-plate");
        return plate.scrollWidth > plate.clientWidth
            || words.some(one => one.left < ground.left - 1 || one.right > ground.right + 1);
    });
    const turn = table.querySelector(".cw-turn");
    const cut = turn.scrollWidth > turn.clientWidth;
    const bar = [...table.querySelectorAll(".cw-controls .cw-button, .cw-side > .cw-tabs > button")]
        .filter(one => one.checkVisibility());
    return [over.length, cut, innerHeight >= Math.max(...bar.map(one => box(one).bottom))];
}"""
"""How many plates are wider than their fields, whether the turn is cut, and whether the bar of buttons is whole."""


def test_in_a_match_of_several_a_telephone_shows_plates_in_their_fields_and_the_whole_bar(
    lab: Server, browser: Browser
) -> None:
    write_notebook(lab.root / "points.ipynb", ["import capture_widgets as cw"])
    with opened(browser, lab, "points.ipynb", **TELEPHONE) as book:
        for options in ("players=3", "players=4", "teams=True"):
            bots = 2 if options == "players=3" else 3
            seats = f'seats=["you", *map(cw.bots.Beginner, range({bots}))]'
            given = f'cw.new("commander", seed=1, match=True, scoring=True, {options}, {seats}).table(seat=0, pace=0)'
            with on_telephone(book, 390, 844, "import capture_widgets as cw", given) as table:
                for width, height in ((390, 844), (360, 740)):
                    book.page.set_viewport_size({"width": width, "height": height})
                    wait_until(table, f"table => ({POINTS})(table).join() === '0,false,true'")
                    assert table.locator(".cw-match").evaluate("one => one.offsetHeight") < 30, "the score is one line"
                    assert table.locator('[data-variant="scoring"]').count() == 0, "the score says it"


FACES_UNDER = """table => {
    const box = one => one.getBoundingClientRect();
    const seen = part => {
        const { left, right, top, bottom } = box(part);
        const spot = part.closest(".cw-spot");
        const at = table.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return spot.contains(at);
    };
    const cards = [...table.querySelectorAll(".cw-b-formation .cw-spot.is-open")];
    const hidden = cards.flatMap(card => {
        const marks = [box(card.querySelector(".cw-tag"))];
        const faces = [...card.querySelectorAll(".cw-face-rank, .cw-face-suit")].filter(seen);
        return faces.filter(part => marks.some(mark => {
            const face = box(part);
            return Math.min(mark.right, face.right) - Math.max(mark.left, face.left) > 1.5
                && Math.min(mark.bottom, face.bottom) - Math.max(mark.top, face.top) > 1.5;
        })).map(part => `${card.dataset.place} ${part.getAttribute("class")}`);
    });
    return [cards.length, ...hidden];
}"""
"""How many cards of formations lie face up, and the ranks and suits that the number of a place lies over."""


def test_the_number_of_a_place_covers_neither_rank_nor_suit_of_its_card(lab: Server, browser: Browser) -> None:
    """Rank and suit are what one must remember."""
    cells = ["import capture_widgets as cw", MANY_LOST, "g.table(seat=0, pace=0, memory='all')"]
    write_notebook(lab.root / "numbers.ipynb", cells[:1])
    with opened(browser, lab, "numbers.ipynb", **TELEPHONE) as book, on_telephone(book, 390, 844, *cells) as table:
        for width, height in ((390, 844), (360, 740), (844, 390)):
            book.page.set_viewport_size({"width": width, "height": height})
            found = table.evaluate(FACES_UNDER)
            assert found[0] > 4
            assert found[1:] == [], (width, height)


@pytest.mark.parametrize(("size", "rows", "lines"), [((1920, 1080), 2, 1), ((1366, 768), 0, 3)])
def test_a_large_screen_shows_the_whole_round_with_its_cards_at_once(
    desk: Book, size: tuple[int, int], rows: int, lines: int
) -> None:
    """One saw the last battle and small lines only, until its cards were turned face down."""
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=5, players=4)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        for ply, move in enumerate("1xB1 2xC2 2xD2 1xA2".split(), 1):
            desk.tell(f"g.play({move!r})")
            wait_until(table, "(table, ply) => table.dataset.ply === ply", str(ply))
        table.locator(".is-staged").wait_for()
        counted = """table => ['.cw-b-battle:not(.is-newest)', '.is-line'].map(part =>
            [...table.querySelectorAll(`.is-staged > ${part}`)].filter(one => one.checkVisibility()).length)"""
        wait_until(table, f"table => ({counted})(table).join() === '{rows},{lines}'")
        wait_until(table, f"table => ({CUT})(table).length === 0")


CUT = """table => {
    const box = table.querySelector(".cw-b-battles").getBoundingClientRect();
    return [...table.querySelectorAll(".is-staged > *")].filter(one => one.checkVisibility()
        && one.getBoundingClientRect().bottom > box.bottom + 1).map(one => one.className);
}"""
"""What of an open battle and the others of its round is cut."""
