"""The tables of Capture the Commander: in one view on a telephone, and bots whose turns can be followed or skipped."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from playwright.sync_api import Locator

from tests.browser.lab import Book, wait_attribute, wait_for_turn, wait_until
from tests.browser.play import MIDWAY, click, filling, first, play
from tests.thorough import thorough_but

TABLES = {
    "two": 'seats=["you", cw.bots.Club(1)]',
    "three": 'players=3, seats=["you", *map(cw.bots.Club, (1, 2))]',
    "four": 'players=4, seats=["you", *map(cw.bots.Club, (1, 2, 3))]',
    "teams": 'teams=True, seats=["you", *map(cw.bots.Club, (1, 2, 3))]',
}

HIGH = """table => {
    const [head, board, tools] = [".cw-prompt", ".cw-board", ".cw-tools"].map(
        part => table.querySelector(part).getBoundingClientRect());
    const inside = [...table.querySelectorAll(".cw-b-army, .cw-b-battles, .is-staged .cw-button")].every(part => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return top >= board.top && bottom <= board.bottom && left >= board.left && right <= board.right;
    });
    const inOrder = head.bottom <= board.top && board.bottom <= tools.top;
    return [inside && inOrder, Math.round(tools.bottom - table.getBoundingClientRect().top)];
}"""
"""Whether all of the board lies in it, between prompt and buttons, and how high all of that is together."""

LETTERS = """table => {
    const drawn = word => parseFloat(getComputedStyle(word).fontSize) * (word.getScreenCTM?.().a ?? 1);
    const words = [...table.querySelectorAll(".cw-shell :not(.cw-unseen, .cw-unseen *)")].filter(one =>
        (one.dataset.tag ?? [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
        && one.checkVisibility() && !one.closest("svg:not(.cw-face)"));
    return Math.min(...words.map(drawn));
}"""
"""The smallest letters on the table, those on cards included (px)."""


def begin(desk: Book, name: str, plies: int, more: str = "pace=0") -> Locator:
    options = TABLES[name]
    desk.fresh(MIDWAY, f'g = midway({plies}, "commander", seed=5, {options})\ng.table(seat=0, {more})')
    table = desk.widget()
    wait_for_turn(table)
    return table


@pytest.mark.parametrize("plies", [0, 9])
@pytest.mark.parametrize("name", thorough_but(TABLES, "two", "teams"))
def test_on_a_telephone_board_battle_prompt_and_buttons_take_640_pixels_in_a_notebook(
    desk: Book, name: str, plies: int
) -> None:
    for width in (390, 470):  # JupyterLab takes about a hundred pixels at the sides of a table
        desk.page.set_viewport_size({"width": width, "height": 844})
        table = begin(desk, name, plies)
        whole, high = table.evaluate(HIGH)
        assert whole, f"{name} at {width}"
        assert high <= 640, f"{name} at {width}"
        assert table.evaluate(LETTERS) >= 11, f"{name} at {width}"


MARKS = """table => {
    const small = [];
    for (const face of table.querySelectorAll(".cw-board svg.cw-face:not(.cw-face-back)")) {
        const { card } = face.parentElement.dataset;
        const suit = face.querySelector(".cw-face-suit").getBoundingClientRect().height;
        const rank = face.querySelector("text.cw-face-rank");
        const high = rank ? parseFloat(getComputedStyle(rank).fontSize) * rank.getScreenCTM().a : 99;
        if (face.checkVisibility() && (suit < 11.5 || high < 12)) small.push(`${card} ${suit} ${high}`);
    }
    for (const tag of table.querySelectorAll(".cw-board .cw-tag"))
        if (parseFloat(getComputedStyle(tag).fontSize) < 12) small.push(tag.dataset.tag);
    return small;
}"""
"""The cards whose rank or suit is small, and the numbers of places that are."""


@pytest.mark.parametrize("name", thorough_but(TABLES, "two", "four"))
def test_ranks_suits_and_numbers_are_twelve_pixels_high_on_a_laptop_and_grow_with_the_screen(
    desk: Book, name: str
) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    table = begin(desk, name, 9)
    assert table.locator(".cw-b-fallen .cw-card").count() > 3
    assert table.evaluate(MARKS) == []
    lost = "table => table.querySelector('.cw-b-fallen .cw-card').getBoundingClientRect().width"
    name_size = "table => parseFloat(getComputedStyle(table.querySelector('.cw-name')).fontSize)"
    before = [table.evaluate(lost), table.evaluate(name_size)]
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    wait_until(table, f"(table, at) => ({lost})(table) > 1.25 * at[0] && ({name_size})(table) >= 1.15 * at[1]", before)
    assert table.evaluate(MARKS) == []
    fits = "table => table.offsetHeight <= table.closest('.jp-WindowedPanel-outer, .jp-Notebook').clientHeight"
    wait_until(table, fits)


HIDDEN_RANKS = """table => [...table.querySelectorAll(".cw-b-formation .is-aim.is-open")].filter(spot => {
    const [rank, tag] = [".cw-face-rank", ".cw-tag"].map(part => spot.querySelector(part).getBoundingClientRect());
    const beside = rank.left > tag.right - 5 || tag.left > rank.right - 5; // a letter is narrower than its box
    return !beside && rank.top < tag.bottom - 1 && tag.top < rank.bottom - 1;
}).map(spot => spot.getAttribute("aria-label") ?? spot.className)"""
"""The commanders face up whose rank lies under the number of their position."""


@pytest.mark.parametrize("plies", [0, 50])
def test_the_number_of_a_commander_that_lies_face_up_covers_no_rank(desk: Book, plies: int) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    given = f'g = midway({plies}, "commander", seed=5, {TABLES["teams"]})'
    desk.fresh(MIDWAY, f"{given}\ng.table(seat=None, pace=9000)")
    table = desk.widget()
    table.locator(".cw-b-formation .is-aim.is-open").first.wait_for()
    assert table.evaluate(HIDDEN_RANKS) == []


def test_a_click_on_the_board_goes_on_to_the_next_bot(desk: Book) -> None:
    table = begin(desk, "four", 0, "pace=9000")
    play(table, first, click, most=1)
    wait_until(table, "table => table.querySelector('.is-staged') && !table.querySelector('[data-move]')")
    for ply in ("2", "3", "4"):
        table.locator(".cw-board").click(position={"x": 3, "y": 3})
        wait_until(table, "(table, ply) => table.dataset.ply === ply", ply)


FALLS = """from random import Random
names = [f"Strong player {name}" for name in ("Ann", "Ben", "Cleo", "Dan")]
g, rng, made = cw.new("commander", seed=5, teams=True, seats=names), Random(1), []
while not any(reason["rule"] == "CC-7" for entry in g.log()[-1:] for reason in entry.get("why", [])):
    made.append(rng.choice(g.legal_moves()))
    g.play(made[-1])
g.undo()
g.table(pace=0, seat=None)"""
"""A game before the attack that takes the first commander, between four players with long names."""

ABOVE_BUTTON = """table => {
    const words = document.createRange();
    words.selectNodeContents([...table.querySelectorAll(".is-staged > .cw-verdict > p")].at(-1));
    const button = table.querySelector(".is-staged .cw-button").getBoundingClientRect();
    return button.top - words.getBoundingClientRect().bottom;
}"""


def test_the_words_of_a_battle_that_takes_a_commander_end_above_the_button(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("import capture_widgets as cw", FALLS)
    table = desk.widget()
    table.locator(".cw-b-commander").wait_for()
    desk.tell("g.play(made[-1])")
    table.locator(".is-staged .cw-button").wait_for()
    assert table.locator(".is-staged > .cw-verdict > p").count() == 2
    assert table.evaluate(ABOVE_BUTTON) >= 2


HITS = """table => [...table.querySelectorAll(".cw-b-formation .is-post:not(.is-empty) > .cw-tag")].flatMap(tag => {
    const { left, right, top, bottom } = tag.getBoundingClientRect();
    const place = spot => spot?.querySelector("[data-place]")?.dataset.place;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".cw-spot");
    return hit === tag.parentElement ? [] : [`${place(tag.parentElement)} is ${place(hit)}`];
})"""
"""The cards that a click on their number does not reach, and which it reaches."""


@pytest.mark.parametrize("name", thorough_but(TABLES, "two", "teams"))
def test_a_click_on_the_number_of_a_card_reaches_this_card(desk: Book, name: str) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 1000})
    for plies in (0, 9):
        table = begin(desk, name, plies)
        table.scroll_into_view_if_needed()
        assert table.evaluate(HITS) == []


STANDING = """table => [...table.querySelectorAll(".cw-b-army, .cw-b-battles, .cw-tools")].flatMap(part => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
})"""
"""Where everything on the board and the buttons below it lie."""


@pytest.mark.parametrize("name", ["two", "teams"])
def test_nothing_on_a_telephone_moves_when_a_message_comes_or_goes(desk: Book, name: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    table = begin(desk, name, 0)
    with filling(table):
        before = table.evaluate(STANDING)
        table.locator('[data-place="B9"]').click(force=True)
        message = table.locator(".cw-message.is-refused")
        message.wait_for()
        assert table.evaluate(STANDING) == before
        click(table, "1")
        click(table, "B1")
        message.wait_for(state="detached")
        assert table.evaluate(STANDING) == before


OVER_FORMATIONS = """table => [...table.querySelectorAll(".cw-b-army")].flatMap(army => {
    const box = one => one.getBoundingClientRect();
    const cards = [...army.querySelectorAll(".cw-b-formation .cw-card")].map(box);
    return [...army.querySelectorAll(".cw-b-fallen .cw-spot")].filter(lost => {
        const { left, right, top, bottom } = box(lost);
        return cards.some(card => Math.min(right, card.right) - Math.max(left, card.left) > 1
            && Math.min(bottom, card.bottom) - Math.max(top, card.top) > 1);
    }).map(lost => lost.querySelector("[data-card]").dataset.card);
})"""
"""The lost cards that lie over or under cards of a formation, as far as one sees them."""


HALF_SUITS = """table => [...table.querySelectorAll(".cw-b-fallen .cw-spot")].flatMap(lost => {
    const end = lost.getBoundingClientRect().bottom;
    return [...lost.querySelectorAll(".cw-face-pip, .cw-face-suit")].map(one => one.getBoundingClientRect())
        .filter(one => one.width > 0 && one.bottom > end + 1 && one.top < end - 2).map(one => end - one.top);
})"""
"""How much one sees of the suits of lost cards that are cut."""


@pytest.mark.parametrize(("name", "plies"), [("two", 14), ("teams", 24)])
def test_lost_cards_on_a_telephone_lie_beside_the_formations(desk: Book, name: str, plies: int) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    table = begin(desk, name, plies)
    with filling(table):
        assert table.locator(".cw-b-fallen .cw-card").count() > 9
        wait_until(table, f"table => ({OVER_FORMATIONS})(table).length === 0")
        assert table.evaluate(HALF_SUITS) == []


ENDS = """table => {
    const box = one => one.getBoundingClientRect();
    const path = table.querySelector(".cw-arrow > path"), svg = box(path.ownerSVGElement);
    if (!path.getAttribute("d")) return null;
    const half = path.getAttribute("d").match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
    const far = ([x, y], mark) => {
        const spot = table.querySelector(`.cw-spot.is-${mark}`);
        if (!spot) return 999; // the mark goes with a pick, the arrow with the next frame
        const { left, right, top, bottom } = box(spot);
        const aside = Math.max(left - x - svg.left, x + svg.left - right, 0);
        return Math.round(Math.hypot(aside, Math.max(top - y - svg.top, y + svg.top - bottom, 0)));
    };
    return [far(half.slice(0, 2), "from"), far(half.slice(2, 4), "to")];
}"""
"""How far the arrow's ends are from the card that attacks and from the one that is attacked; None without an arrow."""


@pytest.mark.parametrize("width", [390, 1366])
def test_an_arrow_joins_the_cards_of_an_open_battle_until_they_are_hidden(desk: Book, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844})
    options = TABLES["teams"]
    desk.fresh(MIDWAY, f'g = midway(0, "commander", seed=5, {options})\ng.table(seat=0, pace=9000)')
    table = desk.widget()
    wait_for_turn(table)
    assert table.evaluate(ENDS) is None
    play(table, first, click, most=1)
    wait_until(table, f"table => table.querySelector('.is-staged') && ({ENDS})(table)?.every(far => far < 12)")
    table.locator(".is-staged .cw-button").click()
    wait_until(table, f"table => ({ENDS})(table) === null")


OVER = """table => {
    const layer = part => Number(getComputedStyle(table.querySelector(part)).zIndex);
    return layer(".cw-b-rank.is-rank0") < layer(".cw-arrow") && layer(".cw-arrow") < layer(".cw-b-battles");
}"""
"""Whether the arrow runs over the cards that it crosses, and below the open battle."""


@pytest.mark.parametrize("width", [390, 1366])
def test_an_arrow_runs_over_the_cards_from_a_place_that_a_later_gift_leaves_empty_until_i_pick_a_card(
    desk: Book, width: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844})
    table = begin(desk, "teams", 8)
    play(table, first, click, most=1)
    wait_for_turn(table)
    assert table.locator(".cw-b-formation .is-from.is-empty:not(.is-last)").count() == 1
    wait_until(table, f"table => ({ENDS})(table)?.every(far => far < 12)")
    assert table.evaluate(OVER), "behind the cards one did not see where it came from"
    faint = table.locator(".cw-arrow").evaluate("one => getComputedStyle(one).opacity")
    assert faint == "0.2", "it lay over ranks that I had to read for my move"
    table.locator(".is-near [data-place][aria-disabled=false]").first.click()
    wait_until(table, f"table => ({ENDS})(table) === null")
    assert table.locator(".is-staged .cw-button").is_visible()


TIP = """table => {
    const path = table.querySelector(".cw-arrow > path"), board = table.querySelector(".cw-board");
    const ends = path.getAttribute("d")?.match(/L([-.\\d]+) ([-.\\d]+)/);
    if (!ends) return null;
    const corner = board.getBoundingClientRect();
    const { left, right, top, bottom } = table.querySelector(".cw-spot.is-to > .cw-tag").getBoundingClientRect();
    const [x, y] = [corner.left + Number(ends[1]), corner.top + Number(ends[2])];
    return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
}"""
"""How far the tip of the arrow is from the number of the card that is attacked; 0 on it."""


def test_an_arrow_ends_at_the_number_of_a_card_that_others_cover_in_part(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    moves = "2xD4 2xA1 3xD1 3xA2 4xB5 1xC1 2xB1 2xC7 2xD6 8xC7 4xD6 1xC6"
    given = f'g = cw.new("commander", seed=3, players=4, teams=True)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    desk.run("g.play('4xB11')")
    table.locator(".is-staged").wait_for()
    wait_until(table, f"table => (far => far > 0 && far < 5)(({TIP})(table))")


def test_the_arrow_to_a_commander_that_fell_ends_at_its_place(desk: Book) -> None:
    """One's own fallen commander has no number, and the arrow went to the corner of the page."""
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    moves = (
        "1xB4 1xC2 1xB3 2xC2 2xD1 4xD3 3xB4 2xC1 4xD7 2xC5 8xD6 10xA4 4xD5 7xD12 3xD4 9xA5 8xC3 2xA2 8xD12 8xC7 8xD2 "
        "2xA8 6xB2 9xB10 3xB2 2xA11"
    )
    given = f'g = cw.new("commander", seed=2, players=4)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    table.locator(".cw-b-army.is-near").wait_for()
    desk.run("g.play('9xA13')")
    table.locator(".cw-b-army.is-near .is-over").wait_for()
    wait_until(table, f"table => ({ENDS})(table)?.every(far => far < 12)")


ROLES = """table => [...table.querySelectorAll(".cw-role")].filter(role => role.checkVisibility()).map(role => {
    const words = document.createRange();
    words.selectNodeContents(role.parentElement);
    words.setStartAfter(role);
    const below = words.getBoundingClientRect().top >= role.getBoundingClientRect().bottom - 4;
    return [role.textContent, getComputedStyle(role, "::after").content.replaceAll('"', ""), below];
})"""
"""The role that each plate names, the sign after it, and whether what follows stands in the next line."""


def test_no_dot_stands_at_the_end_of_a_line_after_the_role_of_a_player(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    table = begin(desk, "teams", 9)
    with filling(table):
        wait_until(table, f"table => ({ROLES})(table).some(([role, , below]) => role === 'partner' && below)")
        assert [sign for _, sign, below in table.evaluate(ROLES) if below and sign.strip() == "·"] == []


BESIDE_FIELD = """table => {
    const words = document.createRange();
    words.selectNodeContents(table.querySelector(".cw-legal > summary"));
    return table.querySelector(".cw-entry").getBoundingClientRect().left - words.getBoundingClientRect().right;
}"""
"""How far the name of the list of legal moves ends before the field to type a move."""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_the_name_of_the_list_of_moves_is_whole_beside_the_field_to_type_one(
    desk: Book, width: int, height: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    table = begin(desk, "teams", 4)
    table.locator(".cw-legal > summary").scroll_into_view_if_needed()
    assert len(table.locator(".cw-legal > summary").inner_text()) == len("Legal moves (20)")
    assert table.evaluate(BESIDE_FIELD) >= 4


LINES_OUT = """table => {
    const box = one => one.getBoundingClientRect();
    const staged = table.querySelector(".is-staged");
    const others = [...staged.querySelectorAll(".cw-card, .cw-verdict > p, .cw-button, .is-line")];
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return [...staged.querySelectorAll(".is-line")].filter(line => box(line).bottom > box(staged).bottom + 1
        || line.scrollWidth > line.clientWidth || others.some(one => one !== line && over(box(one), box(line))))
        .map(line => line.textContent);
}"""
"""The lines beside an open battle that are cut, or lie over something else."""


UNSCROLLED = """table => {
    const { scrollHeight, clientHeight } = table.querySelector(".cw-b-battles");
    return scrollHeight - clientHeight <= 1;
}"""


COVERED = """table => [...table.querySelectorAll(".is-staged > .is-newest .cw-spot")].map(spot => {
    const card = spot.querySelector(".cw-card").getBoundingClientRect();
    return (card.bottom - spot.querySelector(".cw-tag").getBoundingClientRect().top) / card.height;
})"""
"""The share of each card in an open battle that its number covers."""


@pytest.mark.parametrize("width", [390, 1366])
def test_the_lines_beside_a_war_are_whole(desk: Book, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844 if width < 500 else 768})
    moves = "1xB4 1xC2 1xB3 3xC6 +4"
    given = f'g = cw.new("commander", seed=1, players=4, teams=True)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=0)")
    table = desk.widget()
    with filling(table) if width < 500 else nullcontext():
        desk.tell("g.play('+7')")
        wait_until(table, "table => table.querySelectorAll('.is-staged > .is-newest .cw-card').length === 4")
        lines = table.locator(".is-staged > .is-line")
        assert lines.evaluate_all("lines => lines.map(line => line.checkVisibility())") == [True, True, True]
        assert table.evaluate(LINES_OUT) == []
        assert table.evaluate(UNSCROLLED)
        covered = table.evaluate(COVERED)
        assert len(covered) == 4
        assert max(covered) < 0.15, "the faces are whole above the numbers"


def test_the_moves_of_all_bots_stay_in_lines_until_my_turn(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    table = begin(desk, "teams", 0)
    play(table, first, click, most=1)
    wait_for_turn(table)
    lines = table.locator(".is-staged > .is-line")
    assert [line[: line.index(" ")] for line in lines.all_inner_texts()] == ["Your", "Ben", "Cleo"], (
        "the own one names the card"
    )
    assert table.evaluate(LINES_OUT) == []
    wait_until(table, UNSCROLLED)
    table.locator(".is-staged .cw-button").click()
    assert [line[:8] for line in table.locator(".cw-b-battles > .is-line").all_inner_texts()] == ["You A1 →"]
    rows = table.locator(".cw-b-battles > .cw-b-battle > .is-from")
    assert rows.all_inner_texts() == ["Ben", "Cleo", "Dan"]
    wait_until(table, UNSCROLLED)


def test_the_list_of_moves_is_no_crib_where_cards_lie_face_down_again(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    table = begin(desk, "two", 9)
    entries = table.locator("[data-log] > li")
    told = entries.all_inner_texts()
    assert "beats" not in told[0] + told[3]
    assert "beats" in told[-1] + told[-2]
    table.locator('[data-tab="look"]').click()
    table.get_by_label("Cards once shown").select_option("all")
    wait_until(table, "table => table.querySelector('[data-log] > li').textContent.includes('beats')")


FALLEN = """
g = cw.new("commander", seed=5, players=4, seats=["you", *map(cw.bots.Beginner, (1, 2, 3))])
while not g.state.table(None)["out"]:
    moves = g.legal_moves()
    g.play(next((move for move in moves if "x" in move and move.endswith("13")), moves[-1]))
g.table(seat=0, pace=9000)
"""


def test_the_place_of_the_commander_that_fell_last_says_out(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", FALLEN)
    tag = desk.widget().locator(".cw-spot.is-fell.is-last > .cw-tag")
    tag.wait_for(state="visible")
    assert tag.evaluate("one => one.textContent + getComputedStyle(one, '::after').content").strip() != ""


PLATE = "table => Math.round(table.querySelector('.cw-b-info.is-near > .cw-plate').getBoundingClientRect().top)"

OUT = """table => [...table.querySelectorAll(".cw-b-formation.is-near .cw-tag")]
    .filter(tag => tag.dataset.tag === "out" && tag.checkVisibility()).length"""


def test_among_four_my_name_keeps_its_place_as_i_lose_cards_and_one_sign_says_that_i_am_out(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(MIDWAY, 'g = midway(2, "commander", seed=11, players=4)\ng.table(seat=0, pace=0)')
    table = desk.widget()
    wait_attribute(table, "data-ply", "2")
    assert table.locator(".is-near > .cw-b-fallen").count() == 0
    stood = table.evaluate(PLATE)
    desk.tell("while not any(seat == 0 for seat, _, _ in g.dump()['table']['removed']): g.play(g.legal_moves()[0])")
    table.locator(".is-near > .cw-b-fallen").wait_for()
    assert table.evaluate(PLATE) == stood
    desk.tell("while 0 not in g.dump()['table']['out']: g.play(g.legal_moves()[0])")
    table.locator(".is-near > .is-over").wait_for()
    wait_until(table, f"table => ({OUT})(table) === 0")


FRAME = """table => {
    const formation = table.querySelector(".cw-b-formation.is-stake");
    if (!formation) return null;
    const frame = getComputedStyle(formation, "::after"), box = formation.getBoundingClientRect();
    const aim = formation.querySelector(".is-aim").getBoundingClientRect();
    const numbers = [...formation.querySelectorAll(".is-rank2 .cw-tag, .is-rank3 .cw-tag")];
    const over = numbers.map(tag => tag.getBoundingClientRect());
    const top = box.bottom - parseFloat(frame.height);
    return {
        wide: Math.abs(parseFloat(frame.width) - aim.width) < 2,
        foot: Math.abs(box.bottom - aim.bottom) < 2,
        whole: over.every(tag => tag.width === 0 || tag.bottom < top || tag.top > top),
        prompt: getComputedStyle(table.querySelector(".cw-prompt > span")).backgroundColor,
        warn: getComputedStyle(formation, "::after").outlineColor,
    };
}"""
"""The frame around one's commander that can be attacked, and the ground of the prompt that says so."""


@pytest.mark.parametrize("width", [390, 1366])
def test_my_commander_that_can_be_attacked_has_a_frame_and_the_prompt_warns_until_i_pick_a_card(
    desk: Book, width: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844})
    moves = "2xB1 4xA2 +3 +5 1xB5 8xA1 8xB3 3xA3 6xB3 4xA11"
    played = f'g = cw.new("commander", seed=1)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", played, "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    seen = table.evaluate(FRAME)
    assert seen["wide"] and seen["foot"] and seen["whole"], seen
    assert seen["prompt"] == seen["warn"]
    stands = "t => t.querySelector('.cw-board').getBoundingClientRect().top - t.getBoundingClientRect().top"
    high = table.evaluate(stands)
    table.locator(".is-near [data-place][aria-disabled=false]").first.click()
    wait_until(table, "table => !table.querySelector('.cw-prompt > .is-warning')")
    assert table.evaluate(stands) == high
    assert table.evaluate(FRAME)["prompt"] != seen["warn"], "the words are others now"
