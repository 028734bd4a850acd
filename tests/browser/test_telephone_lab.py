"""The places that a finger taps on a telephone are wide enough, and its menus show their words whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

import capture_widgets as cw
from tests.browser.lab import Book, Server, opened, wait_for_turn, wait_until, write_notebook
from tests.browser.play import MIDWAY, filling, step_through
from tests.browser.test_sizes_lab import BELOW_A_LANE, LONG
from tests.cases import at_last_round

TARGETS = """table => [...table.querySelectorAll(".cw-b-hand.is-near > .cw-spot")].map((card, at, all) => {
    const own = card.getBoundingClientRect(), next = all[at + 1]?.getBoundingClientRect();
    const beside = next && next.top < own.bottom && next.left > own.left;
    return beside ? Math.min(own.width, next.left - own.left) : own.width;
})"""
"""The width of each card in hand that no other card covers, in pixels."""

OUT_OF_VIEW = """table => [...table.querySelectorAll(
    ".cw-head, .cw-goal-line, .cw-board, .cw-b-hand, .cw-plate, .cw-tools > .cw-button")]
    .filter(part => part.checkVisibility()).filter(part => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth;
    }).map(part => part.title || part.className)"""

FULL_HANDS = {"kommando": (10, 52), "universal": (11, 36)}
"""The number of cards in a first hand and the least width of one, in pixels."""


@pytest.mark.parametrize("game", FULL_HANDS)
def test_a_full_hand_that_fills_a_telephone_has_cards_for_a_finger(desk: Book, game: str) -> None:
    count, least = FULL_HANDS[game]
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(f'import capture_widgets as cw\ncw.new("{game}", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        wait_until(table, f"table => ({TARGETS})(table).length === {count}")
        wait_until(table, f"table => Math.min(...({TARGETS})(table)) >= {least}")
        wait_until(table, f"table => ({OUT_OF_VIEW})(table).length === 0")


@pytest.mark.parametrize("game", ["fourx", "universal", "columns"])
def test_a_low_telephone_shows_map_or_boards_hand_and_buttons_at_once(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    first = "g.play('king d')" if game == "fourx" else ""
    desk.fresh(f'import capture_widgets as cw\ng = cw.new("{game}", seed=7)\n{first}', "g.table(seat=0)")
    # who has a finger types no moves
    style = desk.page.add_style_tag(content=".cw-entry-line { display: none !important }")
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        wait_until(table, f"table => ({OUT_OF_VIEW})(table).length === 0")
        room = "table => innerHeight - table.querySelector('.cw-tools').getBoundingClientRect().bottom"
        wait_until(table, f"table => ({room})(table) >= 0")
    style.evaluate("one => one.remove()")


CUT_OPTIONS = """menu => {
    const style = getComputedStyle(menu), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = menu.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
    return [...menu.options].map(one => one.text).filter(text => pen.measureText(text).width > room);
}"""
"""The texts of a menu that its box cuts; the arrow takes 20 pixels."""


def test_the_menu_of_levels_shows_its_words_whole_on_a_telephone(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 620})  # lower than the table, in a browser with its bars
    desk.fresh("import capture_widgets as cw\ncw.lobby()", "print('\\n' * 60)")
    lobby = desk.widget(view="lobby")
    lobby.locator('[data-choose="fourx"]').first.click()
    menu = lobby.locator('select[data-option="level"]')
    menu.wait_for()
    assert menu.evaluate(CUT_OPTIONS) == []
    meaning = lobby.locator(".cw-hardness > .cw-soft")
    for level, words in {"easy": "any king", "hard": "nobody can win", "": "nobody can win"}.items():
        menu.select_option(level)
        wait_until(lobby, f"lobby => lobby.querySelector('.cw-hardness > .cw-soft').innerText.includes('{words}')")
    assert meaning.is_visible()


COVERED_CARDS = """table => {
    const box = one => one.getBoundingClientRect();
    const laid = [...table.querySelectorAll(".cw-b-fight > .is-laid:not(.is-empty)")];
    const cards = [...table.querySelectorAll(".cw-b-fight .cw-card")].map(box);
    const lies = (tag, card) => tag.top < card.bottom - 1 && card.top < tag.bottom - 1;
    return laid.filter(one => {
        const row = box(one.parentElement.querySelector(".is-target")), own = box(one);
        const tag = one.querySelector(".cw-tag");
        const under = one.matches(".is-far") ? own.bottom > row.top : own.top < row.bottom;
        return under || (tag && cards.some(card => lies(box(tag), card)));
    }).map(one => one.className);
}"""
"""The laid cards of a row of Kommando under a row card, or with a result that touches a card."""

HUES = """table => [...table.querySelectorAll(".cw-b-fight > .is-lost svg")].map(
    one => Number(/saturate\\(([^)]*)\\)/.exec(getComputedStyle(one).filter)?.[1] ?? 1))"""
"""The share of its colour that each beaten card keeps."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fights_of_kommando_on_a_telephone_show_whole_cards_in_their_colours(desk: Book, theme: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    game = f'midway(11, "kommando", seed=7).table(seat=0, theme="{theme}")'
    desk.fresh(MIDWAY, game)
    table = desk.widget()
    wait_until(table, "table => table.querySelectorAll('.cw-b-fight > .is-laid > .cw-tag').length >= 3")
    wait_until(table, f"table => ({COVERED_CARDS})(table).length === 0")
    hues = table.evaluate(HUES)
    assert hues
    assert min(hues) >= 0.8


HELD = """() => [document.activeElement.closest("[data-sheet]") !== null, document.activeElement.tagName]"""

OPENER = "() => document.activeElement.dataset.tab ?? document.activeElement.dataset.mark"

BOARD = """table => {
    const { top, height } = table.querySelector(".cw-board").getBoundingClientRect();
    return [top, height];
}"""


@pytest.mark.parametrize(("opener", "panel"), [("rules", "rules"), ("menu", "look")])
def test_rules_and_looks_come_over_a_narrow_table_and_leave_it_where_it_was(
    desk: Book, opener: str, panel: str
) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh('import capture_widgets as cw\ncw.new("kommando", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    button = table.locator(f'.cw-side > .cw-tabs [data-tab="{opener}"], .cw-controls [data-mark="{opener}"]')
    sheet = table.locator("[data-sheet]")

    def open_it() -> None:
        button.click()
        if opener == "menu":
            sheet.locator(f'[data-mark="open {panel}"]').click()
        sheet.locator(f'.cw-panel[id$="-{panel}"]').wait_for()
        assert sheet.evaluate("sheet => sheet.getBoundingClientRect().bottom === innerHeight")

    open_it()
    before = table.evaluate(BOARD)
    for _ in range(12):
        desk.page.keyboard.press("Tab")
        held, tag = desk.page.evaluate(HELD)
        assert held or tag == "BODY", "the focus stays in the sheet, or goes to the browser's own bars"
    desk.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert desk.page.evaluate(OPENER) == opener
    assert table.evaluate(BOARD) == before, "the sheet lay over the table, which stood still"
    open_it()
    sheet.locator("[data-close]").click()
    expect(sheet).to_have_count(0)
    assert desk.page.evaluate(OPENER) == opener
    open_it()
    desk.page.mouse.click(195, 40)
    expect(sheet).to_have_count(0)
    open_it()
    head = sheet.locator(".cw-drawer-head").bounding_box()
    assert head is not None
    desk.page.mouse.move(195, head["y"] + 6)
    desk.page.mouse.down()
    desk.page.mouse.move(195, head["y"] + 90, steps=4)
    desk.page.mouse.up()
    expect(sheet).to_have_count(0)
    assert table.evaluate(BOARD) == before
    assert table.locator("[data-move]").count() > 0, "no key of the table was pressed"


TELEPHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"
}  # fmt: skip


def test_a_finger_is_asked_to_type_no_moves_unless_it_wants_to(lab: Server, browser: Browser) -> None:
    write_notebook(lab.root / "finger.ipynb", ["import capture_widgets as cw\ng = cw.new('kommando', seed=7)\ng"])
    with opened(browser, lab, "finger.ipynb", **TELEPHONE) as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        field = table.locator("[data-entry]")
        menu = table.locator('.cw-controls [data-mark="menu"]')
        expect(field).to_be_hidden()
        expect(table.locator('[data-mark="keys"]')).to_be_hidden()
        menu.tap()
        table.locator('[data-mark="open look"]').tap()
        table.locator("[data-sheet] label", has_text="list of legal moves").tap()
        table.locator("[data-close]").tap()
        expect(field).to_be_visible()


BAR = """table => {
    const bar = [...table.querySelectorAll(".cw-controls .cw-button, .cw-side > .cw-tabs > button")]
        .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect());
    const board = table.querySelector(".cw-board").getBoundingClientRect();
    const apart = bar.every((one, at) => bar.every((other, of) => of <= at || other.left >= one.right - 0.5));
    return {
        lines: new Set(bar.map(one => Math.round(one.top))).size, apart,
        least: Math.min(...bar.flatMap(({ width, height }) => [width, height])),
        below: innerHeight - Math.max(...bar.map(one => one.bottom)), gap: bar[0].top - board.bottom,
    };
}"""

BOTS = '"you", *map(cw.bots.Beginner, (1, 2, 3))'

FILLED = (
    '11, "kommando", seed=7',
    '8, "fourx", seed=0, tech=True',
    f'9, "commander", seed=5, players=4, teams=True, seats=[{BOTS}]',
)


@contextmanager
def on_telephone(desk: Book, width: int, height: int, *cells: str, waits: bool = True) -> Iterator[Locator]:
    """The table of these cells, which fills a telephone; with ``waits`` once a person is to move."""
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh(*cells)
    table = desk.widget()
    if waits:
        wait_for_turn(table)
    with filling(table):
        yield table


def filled(book: Book, game: str) -> AbstractContextManager[Locator]:
    """The table of one of these games, which fills the telephone while bots take their time."""
    return on_telephone(book, 390, 844, MIDWAY, f"midway({game}).table(seat=0, pace=9000)", waits=False)


def test_a_table_that_fills_a_telephone_ends_with_one_bar_of_buttons_at_its_edge(lab: Server, browser: Browser) -> None:
    write_notebook(lab.root / "filled.ipynb", [MIDWAY])
    with opened(browser, lab, "filled.ipynb", **TELEPHONE) as book:
        for game in FILLED:
            with filled(book, game) as table:
                wait_until(
                    table, f"table => {{ const {{ below }} = ({BAR})(table); return below >= 0 && below <= 12; }}"
                )
                bar = table.evaluate(BAR)
                assert bar["lines"] == 1
                assert bar["apart"], "no button lies on another"
                assert bar["least"] >= 38
                assert 0 <= bar["gap"] <= 12, "the board reaches down to it"
                for team in table.locator(".cw-variants button").all():
                    assert team.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "the teams are named whole"


STANDS = """table => [".cw-prompt", ".cw-board", ".cw-b-hand.is-near", ".cw-b-formation.is-near", ".cw-tools"]
    .map(part => [...table.querySelectorAll(part)].map(one => one.getBoundingClientRect()))
    .map(parts => parts.map(({ top, bottom }) => [top, bottom]))"""
"""The upper and lower edges of what must not move."""


@pytest.mark.parametrize("game", cw.games())
def test_a_hint_on_a_filled_telephone_moves_nothing_and_can_be_put_away(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh("import capture_widgets as cw", f'cw.new("{game}", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        before = table.evaluate(STANDS)
        table.locator('.cw-controls [data-mark="hint"]').click()
        message = table.locator("[data-message]")
        message.locator(".cw-message-close").wait_for()
        assert table.evaluate(STANDS) == before
        assert message.evaluate("one => one.getBoundingClientRect().height") <= 250
        wait_until(table, "table => !table.querySelector('[data-seeks]')")
        message.locator(".cw-message-close").click()
        expect(message).to_be_empty()
        assert table.evaluate(STANDS) == before


LEAST_BELOW = """table => Math.min(...[...table.querySelectorAll(".cw-b-map .cw-card")]
    .map(card => card.getBoundingClientRect().top)) - table.querySelector("SHEET").getBoundingClientRect().bottom"""
"""How far above the highest card of the map the hint or the goal of 4X Solitaire ends; below 0 it covers a card."""


LIES_OVER = """table => {
    const names = [".cw-board", '[data-mark="fill head"]', ".cw-prompt", "[data-message]", ".cw-goal"];
    const [board, fill, prompt, hint, goal] = names.map(name => table.querySelector(name).getBoundingClientRect());
    const beside = hint.left < board.left || hint.right > board.right;
    return { beside, button: fill.bottom - hint.top, prompt: goal.bottom - prompt.top };
}"""
"""Whether the hint is wider than the board; how far it lies over the head, and the goal over the prompt."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_hint_and_goal_of_4x_cover_no_card_of_the_map(desk: Book, width: int, height: int) -> None:
    cells = ("import capture_widgets as cw", 'g = cw.new("fourx", seed=7)\ng.play("king d")', "g.table(seat=0)")
    with on_telephone(desk, width, height, *cells) as table:
        explore = table.locator('[data-place="explore"]')
        turn = table.locator(".cw-turn.is-mine")
        colours = [one.evaluate("one => getComputedStyle(one).backgroundColor") for one in (explore, turn)]
        assert colours[0] == colours[1], "the button that the prompt asks for stands out"
        table.locator('.cw-controls [data-mark="hint"]').click()
        table.locator("[data-more] > summary").wait_for()
        over = table.evaluate(LIES_OVER)
        assert not over["beside"]
        assert over["button"] <= 1, "the hint begins below the buttons of the head"
        table.locator("[data-more] > summary").click()
        assert table.evaluate(LEAST_BELOW.replace("SHEET", "[data-message]")) >= 0
        table.locator(".cw-message-close").click()
        table.locator("[data-goal-way]").click()
        expect(table.locator("[data-goal]")).to_be_visible()
        assert table.evaluate(LEAST_BELOW.replace("SHEET", ".cw-goal")) >= 0
        assert table.evaluate(LIES_OVER)["prompt"] <= 2, "one reads the goal and what to do now"


ENDED = """import random
import capture_widgets as cw
g = cw.new("{game}", seed=7, seats=["you", cw.bots.Random(1)])
"""

END = """chance = random.Random(1)
while not g.is_over:
    g.play(chance.choice(g.legal_moves()))
"""


@pytest.mark.parametrize("game", ["kommando", "columns"])
def test_a_result_leaves_the_board_of_a_filled_telephone_in_its_place_and_folds(desk: Book, game: str) -> None:
    place = "table => table.querySelector('.cw-board').getBoundingClientRect().top"
    with on_telephone(desk, 390, 844, ENDED.format(game=game), "g.table()") as table:
        before = table.evaluate(place)
        desk.tell(END)
        expect(table).to_have_attribute("data-state", "over")
        step_through(table)
        result = table.locator(".cw-outcome")
        expect(result.locator("button.is-strong")).to_be_in_viewport(ratio=1)
        assert table.evaluate(place) == before
        result.locator(".cw-outcome-fold").click()
        expect(result.locator("button.is-strong")).to_be_hidden()
        assert result.evaluate("one => one.getBoundingClientRect().height") < 90


RUN = """import capture_widgets as cw
def longest(dump):
    return max(len(column["up"]) for board in dump["table"]["boards"] for column in board)
for seed in range(9):
    played = cw.new("universal", seed=seed, seats=[cw.bots.Greedy(), cw.bots.Greedy()]).run()
    found = [dump for ply in range(played.ply) if (dump := played.at(ply).dump())["to_play"] == 0 and longest(dump) > 4]
    if found:
        break
g = cw.from_dump(found[0])
"""
"""A game of Universal with a column of five face-up cards or more."""

STRIPS = """table => [...table.querySelectorAll(".cw-b-strand > .cw-spot:not(.is-down):not(:last-child)")]
    .map(one => one.getBoundingClientRect().height / one.offsetWidth)"""


FRONTS = """table => [...table.querySelectorAll(".cw-b-strand > .cw-spot:last-child")].map(one => {
    const [box, column] = [one, one.closest(".cw-b-pillar")].map(part => part.getBoundingClientRect());
    return { high: box.height / box.width, below: box.bottom - column.bottom };
})"""
"""The last card of each lane: its height as a share of its width, and how far it leaves its column."""


def test_a_long_column_of_universal_shows_the_index_of_each_card_on_a_low_telephone(desk: Book) -> None:
    with on_telephone(desk, 360, 740, RUN, "g.table(seat=0)") as table:
        # less than a pixel of the index lies below the next card; it was four
        wait_until(table, f"table => Math.min(...({STRIPS})(table)) >= 0.27")


@pytest.mark.parametrize("least", [5, 6], ids=["tight", "lanes"])
def test_the_front_card_of_a_long_column_is_whole_on_a_low_telephone(desk: Book, least: int) -> None:
    with on_telephone(desk, 360, 740, RUN.replace("> 4", f"> {least}"), "g.table(seat=0)") as table:
        # the suit of the last card lay below the end of its column
        wait_until(table, f"table => ({FRONTS})(table).length > 9")
        assert [one for one in table.evaluate(FRONTS) if one["high"] < 1.38 or one["below"] > 0] == []


ARROWS_APART = """table => [...table.querySelectorAll(".cw-b-strand:not(:last-child)")].map(lane => {
    const [card, index] = [lane.lastElementChild, lane.lastElementChild.querySelector(".cw-face-suit")]
        .map(one => one.getBoundingClientRect());
    const { marginTop, height } = getComputedStyle(lane, "::after");
    const top = card.bottom + parseFloat(marginTop);
    return top >= index.bottom && top + parseFloat(height) <= card.bottom;
})"""
"""Whether each arrow from one lane to the next stands on the last card of its lane, below rank and suit."""


def test_two_lanes_of_a_long_column_show_rank_and_suit_of_each_card_on_a_telephone(desk: Book) -> None:
    with on_telephone(
        desk, 390, 844, f"import capture_widgets as cw\ng = cw.load({LONG['universal']!r})", "g.table(seat=0)"
    ) as table:
        # half of each suit lay below the second lane
        wait_until(table, f"table => ({BELOW_A_LANE})(table).length > 1")
        assert set(table.evaluate(BELOW_A_LANE)) == {True}
        # the arrow to the next lane lay on the suit of the last card
        assert set(table.evaluate(ARROWS_APART)) == {True}


OVERLAP = """table => {
    const boxes = name => [...table.querySelectorAll(name)].filter(one => one.checkVisibility())
        .map(one => one.getBoundingClientRect());
    const [message] = boxes("[data-message]");
    return [".cw-turn", ".cw-prompt", ".cw-goal", ".cw-plate", ".cw-b-hand", '[data-mark="fill head"]']
        .filter(name => boxes(name).some(box => box.top < message.bottom && box.bottom > message.top
            && box.left < message.right && box.right > message.left));
}"""
"""What of a table a message covers."""

WORD_OF_SEARCH = """table => ({ word: new Promise(tell => new MutationObserver((_, me) => {
    const button = table.querySelector('[data-mark="unhint"]');
    if (button) { me.disconnect(); tell(getComputedStyle(button, "::after").content); }
}).observe(table, { subtree: true, childList: true })) })"""
"""What the button of a search for a hint says beside its sign, once it is there."""


@pytest.mark.parametrize("game", ["kommando", "columns", "universal"])
def test_a_notice_that_stays_covers_nothing_on_a_filled_telephone_but_the_title(desk: Book, game: str) -> None:
    shown = f'table = cw.new("{game}", seed=7).table(seat=0)\ntable'
    with on_telephone(desk, 360, 740, "import capture_widgets as cw", shown) as table:
        desk.tell("table._builder.page_count = 2\ntable.refresh()")
        expect(table.locator("[data-message]")).to_contain_text("2 browser pages show this table")
        assert table.evaluate(OVERLAP) == []
        table.locator(".cw-message-close").click()
        expect(table.locator("[data-message]")).to_be_empty()


def test_a_search_for_a_hint_is_told_at_its_button_and_the_hint_takes_the_place_of_the_open_goal(desk: Book) -> None:
    shown = 'cw.new("kommando", seed=7).table(seat=0)'
    with on_telephone(desk, 360, 740, "import capture_widgets as cw", shown) as table:
        table.locator("[data-goal-way]").click()
        told = table.evaluate_handle(WORD_OF_SEARCH)
        table.locator('.cw-controls [data-mark="hint"]').click()
        assert "Thinking" in told.evaluate("({ word }) => word")
        table.locator(".cw-message-close").wait_for()
        assert ".cw-goal" not in table.evaluate(OVERLAP)
        expect(table.locator("[data-goal]")).to_be_hidden()


def decided() -> str:
    """A cell with a game of five columns whose last round decides nothing."""
    return f"import capture_widgets as cw\ng = cw.load({at_last_round(1, -1).record()!r}).sit(1, cw.bots.Greedy())"


@pytest.mark.parametrize("width", [360, 390])
def test_five_columns_say_on_a_telephone_that_they_are_decided_and_what_leads_to_the_end(
    desk: Book, width: int
) -> None:
    with on_telephone(desk, width, 740, decided(), "g.table()") as table:
        expect(table.locator(".cw-b-race > .cw-note")).to_be_visible()
        assert table.locator(".cw-b-race > .cw-note").inner_text() == "decided"
        skip = table.locator('[data-mark="skip"] > span')
        assert skip.evaluate("one => one.offsetWidth >= one.scrollWidth && one.offsetWidth > 40")
        bar = table.evaluate(BAR)
        assert (bar["lines"], bar["apart"]) == (1, True)


@pytest.mark.parametrize("game", ["commander", "columns"])
def test_a_game_that_a_telephone_opens_in_the_notebook_begins_with_its_head_in_view(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh("import capture_widgets as cw\ncw.lobby()")
    lobby = desk.widget(view="lobby")
    lobby.locator(f'[data-choose="{game}"]').first.click()
    # as one comes there who has scrolled down to the button
    lobby.locator("[data-start]").evaluate("button => button.scrollIntoView({ block: 'start' })")
    lobby.locator("[data-start]").click()
    table = desk.widget()
    wait_for_turn(table)
    expect(table.locator(".cw-title")).to_be_in_viewport(ratio=1)
    expect(lobby.locator('[data-mark="back"]')).to_be_in_viewport(ratio=0.95)  # its edge lies on half a pixel


@pytest.mark.parametrize("game", ["fourx", "universal"])
def test_the_legend_comes_from_the_menu_and_again_with_its_key(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(f'import capture_widgets as cw\ncw.new("{game}", seed=10).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    expect(table.locator("[data-legend-way]")).to_be_hidden()
    table.locator('.cw-controls [data-mark="menu"]').click()
    table.locator('[data-mark="open legend"]').click()
    sheet = table.locator("[data-sheet]")
    expect(sheet.locator("[data-legend-entry]").first).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    desk.page.keyboard.press("l")
    expect(sheet.locator("[data-legend-entry]").first).to_be_visible()
    sheet.locator("[data-close]").click()
    expect(sheet).to_have_count(0)


TOLD = """table => {
    const seen = name => [...table.querySelectorAll(name)].filter(one => one.checkVisibility() && one.offsetWidth > 9);
    const frame = ".cw-frame[data-fills]";
    const [last] = [...document.querySelectorAll(`${frame} .cw-entry, ${frame} .cw-shell`)].slice(-1);
    const rank = nth => table.querySelector(`.cw-b-opponents .is-rank${nth}`).getBoundingClientRect().top;
    const [commander, next] = [4, 3].map(rank);
    const lines = seen(".cw-b-legend > .cw-note").map(one => Math.round(one.getBoundingClientRect().top));
    return { roles: seen(".cw-role").map(one => one.textContent), lines, step: next - commander,
        below: innerHeight - last.getBoundingClientRect().bottom };
}"""


def test_in_teams_a_high_telephone_names_the_partner_and_what_the_dots_mean(lab: Server, browser: Browser) -> None:
    write_notebook(lab.root / "partner.ipynb", [MIDWAY])
    with opened(browser, lab, "partner.ipynb", **TELEPHONE) as book, filled(book, FILLED[2]) as table:
        wait_until(table, f"table => ({TOLD})(table).lines.length === 2")
        told = table.evaluate(TOLD)
        assert len(told["roles"]) == 1
        assert "partner" in told["roles"][0]
        assert len(set(told["lines"])) == 1, "one line"
        assert told["step"] >= 20, "more of each covered card than its number"
        assert told["below"] >= 0, "all is in view"


DISCARD = """table => {
    const [card, gain, count] = [".cw-card", ".is-gain", ".cw-tag"]
        .map(name => table.querySelector(`.cw-b-named:has(> .is-gain) ${name}`).getBoundingClientRect());
    const words = table.querySelector(".cw-b-standing > .cw-note");
    // rank and suit fill the left of so small a card
    const free = gain.top >= card.top + card.height * 0.6 && count.left >= card.left + card.width * 0.6;
    return { rank: free, apart: count.right <= gain.left || count.bottom <= gain.top,
        words: words.checkVisibility() && words.textContent.includes("twice") && words.offsetHeight < 30 };
}"""
"""Whether the figure on the discard pile covers neither rank nor count, and a line explains the players' figures."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_universal_shows_on_a_telephone_what_can_be_discarded_onto_and_what_counts_twice(
    desk: Book, width: int, height: int
) -> None:
    """A low telephone has no room for the line; its legend says the same."""
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh(MIDWAY, 'midway(15, "universal", seed=7).table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        table.locator('[data-place="3v"]').click()
        wait_until(table, "table => table.querySelector('.cw-b-named > .is-gain')")
        assert table.evaluate(DISCARD) == {"rank": True, "apart": True, "words": height > 800}


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("game", cw.games())
def test_the_goal_lies_over_the_board_of_a_filled_telephone_and_moves_nothing(desk: Book, game: str) -> None:
    shown = f'cw.new("{game}", seed=7).table(seat=0)'
    with on_telephone(desk, 390, 844, "import capture_widgets as cw", shown) as table:
        before = table.evaluate(STANDS)
        table.locator("[data-goal-way]").click()
        expect(table.locator("[data-goal]")).to_be_in_viewport(ratio=1)
        assert table.evaluate(STANDS) == before
        goal, prompt, turn = (
            box(table.locator(f".cw-head > {part}")) for part in (".cw-goal:not(.is-legend)", ".cw-prompt", ".cw-turn")
        )
        ends = goal["y"] + goal["height"]
        assert ends <= prompt["y"] + 2, "it hides neither what to do nor the other player"
        assert ends >= turn["y"] + turn["height"] - 4, "and no half of the turn looks out"
        assert table.evaluate(OUT_OF_VIEW) == []
        table.locator(".cw-goal-close").click()
        assert table.evaluate(STANDS) == before


PLAYED = """import capture_widgets as cw
g = cw.new("columns", seed=7, seats=["you", cw.bots.Random(1)])
"""


def test_a_tap_where_skip_was_plays_nothing_and_opens_no_goal_and_undo_leaves_the_turn_whole(desk: Book) -> None:
    with on_telephone(desk, 390, 844, PLAYED, "g.table(seat=0, pace=9000)") as table:
        desk.tell("g.play(g.legal_moves()[0])")
        skip = table.locator(".cw-reveal > button:not([data-reveal])")
        place = box(skip)
        at = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        desk.page.mouse.click(*at)
        expect(table.locator(".cw-reveal")).to_have_count(0)
        expect(table.locator("[data-goal-way]")).to_be_visible()
        desk.page.wait_for_timeout(900)  # however late
        desk.page.mouse.click(*at)
        expect(table.locator("[data-goal]")).to_be_hidden()
        wait_for_turn(table)
        table.locator('.cw-controls [data-mark="undo"]').click()
        expect(table.locator(".cw-taken-back")).to_be_visible()
        assert table.locator(".cw-turn").evaluate("turn => turn.scrollWidth <= turn.clientWidth")


ROWS = """table => [".is-far > .cw-plate", ".is-far > .cw-b-captured", ".cw-b-left", ".is-near > .cw-plate",
    ".is-near > .cw-b-captured"].map(part => {
        const { left, right } = table.querySelector(part).getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
    })"""
"""From where to where each plate and pile of five columns reaches."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_plates_and_piles_of_five_columns_keep_their_places_while_hands_empty_and_fill(
    desk: Book, width: int, height: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh(PLAYED, "g.table(seat=0, pace=9000)")
    table = desk.widget()
    wait_for_turn(table)
    places = table.evaluate(ROWS)
    desk.tell("g.play(g.legal_moves()[0])")
    table.locator("[data-reveal]").wait_for()
    assert table.evaluate(ROWS) == places, "all cards are placed"
    table.locator(".cw-reveal > button:not([data-reveal])").click()
    wait_for_turn(table)
    assert table.evaluate(ROWS) == places, "the next round is dealt"


def test_skip_to_the_end_shows_no_more_reveals(desk: Book) -> None:
    with on_telephone(desk, 390, 844, decided(), "g.table()") as table:
        table.evaluate(
            """table => new MutationObserver(() => {
                if (table.querySelector('[data-reveal]')) table.dataset.told = '';
            }).observe(table, { subtree: true, childList: true })"""
        )
        table.locator('[data-mark="skip"]').click()
        expect(table).to_have_attribute("data-state", "over")
        expect(table.locator(".cw-outcome button.is-strong")).to_be_visible()
        assert table.get_attribute("data-told") is None


STOOD = """table => [".cw-b-slots", ".cw-b-acts", ".cw-b-side.is-near", ".cw-tools"]
    .map(part => Math.round(table.querySelector(part).getBoundingClientRect().top))"""
"""The upper edges of columns, buttons and hand."""

OVER = """table => {
    const [list, columns, result] = [".cw-b-reveal", ".cw-b-slots", ".cw-outcome"]
        .map(part => table.querySelector(part)?.getBoundingClientRect());
    return { list: list.top - columns.top, result: columns.bottom - (result?.top ?? innerHeight) };
}"""
"""How far below the upper edge of the columns the list of a round begins, and how much of them the result covers."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_the_list_of_a_round_moves_no_card_on_a_telephone_and_the_result_leaves_the_columns_in_view(
    desk: Book, width: int, height: int
) -> None:
    with on_telephone(desk, width, height, decided(), "g.table()") as table:
        table.locator('[data-mark="skip"]').click()
        expect(table.locator(".cw-outcome button.is-strong")).to_be_visible()
        wait_until(table, f"table => ({OVER})(table).result < 80")
        table.locator(".cw-outcome-fold").click()
        before = table.evaluate(STOOD)
        table.locator(".cw-b-reveal > summary").click()
        expect(table.locator(".cw-b-shown").first).to_be_visible()
        assert table.evaluate(STOOD) == before
        assert table.evaluate(OVER)["list"] > 0, "it lies over the columns, below their upper edge"


def test_a_hint_of_five_columns_is_whole_on_a_telephone_and_marks_nothing_that_every_move_uses(desk: Book) -> None:
    with on_telephone(
        desk, 390, 844, "import capture_widgets as cw", 'cw.new("columns", seed=7).table(seat=0)'
    ) as table:
        hint, stop = (table.locator(f'.cw-controls [data-mark="{mark}"]') for mark in ("hint", "unhint"))
        width = box(hint)["width"]
        told = table.evaluate_handle(
            """table => ({ width: new Promise(tell => new MutationObserver((_, me) => {
                const button = table.querySelector('.cw-controls [data-mark="unhint"]');
                if (button) { me.disconnect(); tell(button.getBoundingClientRect().width); }
            }).observe(table, { subtree: true, childList: true })) })"""
        )
        hint.click()
        assert told.evaluate("({ width }) => width") == pytest.approx(width, abs=0.6)
        expect(stop).to_have_count(0)
        message = table.locator("[data-message]")
        expect(message.locator("[data-more]")).to_be_visible()
        assert message.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert message.locator("> span:not([class])").evaluate("one => one.offsetWidth > 270")
        expect(table.locator(".cw-board .is-hinted")).to_have_count(0)


@pytest.mark.parametrize("move", ["play 5e 1", "slip 5e 1"])
def test_a_refusal_covers_no_part_of_the_board_of_a_filled_telephone(desk: Book, move: str) -> None:
    style = desk.page.add_style_tag(content=".cw-entry-line { display: none !important }")
    shown = 'cw.new("universal", seed=7).table(seat=0)'
    with on_telephone(desk, 390, 844, "import capture_widgets as cw", shown) as table:
        field = table.locator("[data-entry]")
        field.evaluate("field => field.focus()")
        field.evaluate(
            "(field, move) => { field.value = move; field.dispatchEvent(new Event('input', { bubbles: true })); }", move
        )
        field.evaluate("field => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))")
        expect(table.locator("[data-message].is-refused")).to_be_visible()
        gap = "table => table.querySelector('.cw-board').getBoundingClientRect().top"
        refusal = box(table.locator("[data-message]"))
        assert table.locator("[data-message]").evaluate("one => one.scrollHeight <= one.clientHeight"), "it is whole"
        assert refusal["y"] >= 0
        assert refusal["y"] + refusal["height"] <= table.evaluate(gap) + 1
    style.evaluate("one => one.remove()")
