"""What comes and goes at a table, a hint, a question, a label of a place, moves no button out of view and no card."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Book, wait_attribute, wait_for_turn, wait_until
from tests.browser.play import MIDWAY, click, filling, first, moves, place, play
from tests.picks import steps


def top_and_bottom(table: Locator, part: str) -> tuple[float, float]:
    top, bottom = table.locator(part).first.evaluate(
        "one => [one.getBoundingClientRect()].flatMap(r => [r.top, r.bottom])"
    )
    return top, bottom


def test_a_long_hint_leaves_the_buttons_below_the_board(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('g = cw.new("columns", seed=3, seats=["you", cw.bots.Random()])\ng')
    table = desk.widget()
    wait_for_turn(table)
    table.locator('[data-mark="hint"]').first.click()
    table.locator(".cw-slot .cw-move-cards").wait_for()
    assert top_and_bottom(table, ".cw-tools")[0] - top_and_bottom(table, ".cw-board")[1] < 20


def test_the_question_before_a_game_is_given_up_covers_no_card(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('g = cw.new("fourx", seed=136, seats=["you"])\ng')
    table = desk.widget()
    wait_for_turn(table)
    table.locator('[data-mark="give up"]').click()
    table.locator(".cw-confirmation").wait_for()
    assert top_and_bottom(table, ".cw-confirmation")[0] >= top_and_bottom(table, ".cw-board")[1] - 8


def test_what_a_pick_would_do_is_told_without_moving_a_column(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('g = cw.new("universal", seed=10, seats=["you", cw.bots.Random()])\ng')
    table = desk.widget()
    wait_for_turn(table)
    lefts = "all => all.map(one => one.getBoundingClientRect().left)"
    before = table.locator(".cw-b-pillar").evaluate_all(lefts)
    card = next(move.split()[1] for move in moves(table) if move.startswith("play "))
    place(table, card).click()
    table.locator(".cw-note.is-effect").first.wait_for()
    assert table.locator(".cw-b-pillar").evaluate_all(lefts) == pytest.approx(before, abs=1)


APART = """table => {
    const boxes = name =>
        [...table.querySelectorAll(`.cw-b-opponents ${name}`)].map(one => one.getBoundingClientRect());
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes(".cw-b-fallen .cw-card").every(card => boxes(".cw-plate").every(plate => !over(card, plate)));
}"""


@pytest.mark.parametrize("teams", [False, True])
def test_a_telephone_shows_three_opponents_side_by_side_with_lost_cards_below_their_names(
    desk: Book, *, teams: bool
) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    names = '["you", *[cw.bots.Club() for _ in range(3)]]'
    desk.fresh(MIDWAY, f'g = midway(9, "commander", seed=5, players=4, teams={teams}, seats={names})\ng')
    table = desk.widget()
    with filling(table):
        tops = table.locator(".cw-b-opponents > .cw-b-army").evaluate_all(
            "all => all.map(one => Math.round(one.getBoundingClientRect().bottom))"
        )
        assert len(tops) == 3
        assert len(set(tops)) == 1, "one line of formations"
        assert table.locator(".cw-b-opponents .cw-b-fallen .cw-card").count() > 0
        assert table.evaluate(APART), "no lost card lies on a plate"
        sizes = table.locator(".is-post > .cw-tag").evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= 11
        assert not table.locator("[data-goal]").is_visible(), "the goal leaves its room to the table"
        wait_for_turn(table)  # a move takes the place of the open goal
        table.locator("[data-goal-way]").click()
        expect(table.locator("[data-goal]")).to_be_visible()


BOTS = '"you", *map(cw.bots.Beginner, (1, 2, 3))'

FILLING = {
    "universal": '"universal", seed=7, seats=["you", cw.bots.Beginner(1)]',
    "four": f'"commander", seed=5, players=4, seats=[{BOTS}]',
    "teams": f'"commander", seed=5, players=4, teams=True, seats=[{BOTS}]',
}

OUT_OF_VIEW = """() => {
    const parts = document.querySelectorAll(
        ".cw-frame[data-fills] :is(.cw-head, .cw-board, .cw-b-side, .cw-b-army, .cw-tools > .cw-button)");
    return [...parts].filter(part => part.checkVisibility()).filter(part => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return top < 0 || bottom > window.innerHeight || left < 0 || right > window.innerWidth;
    }).map(part => part.title || part.className);
}"""


@pytest.mark.parametrize("name", FILLING)
def test_a_table_that_fills_a_telephone_has_its_board_and_all_its_buttons_in_view(desk: Book, name: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(MIDWAY, f"g = midway({0 if name == 'universal' else 9}, {FILLING[name]})\ng.table(pace=0, seat=0)")
    table = desk.widget()
    with filling(table):
        desk.page.wait_for_function("() => document.querySelectorAll('.cw-frame[data-fills] .cw-board').length === 1")
        wait_until(table, f"table => ({OUT_OF_VIEW})().length === 0")


MAP = """table => {
    const board = table.querySelector(".cw-board").getBoundingClientRect(), outer = table.closest(
        ".jp-WindowedPanel-outer, .jp-Notebook");
    const map = table.querySelector(".cw-b-map").getBoundingClientRect();
    const beside = table.querySelector(".cw-b-battle-space").getBoundingClientRect();
    const whole = table.querySelector(".cw-below").getBoundingClientRect().bottom - table.getBoundingClientRect().top;
    return { share: map.width / board.width, fits: whole <= outer.clientHeight, apart: beside.left >= map.right,
             inside: beside.right <= board.right && beside.bottom <= board.bottom };
}"""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_the_map_takes_half_of_its_board_and_the_arsenal_stands_beside_it(desk: Book, width: int, height: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh(MIDWAY, 'g = midway(6, "fourx", seed=0, tech=True)\ng')
    table = desk.widget()
    wait_for_turn(table)
    found = table.evaluate(MAP)
    assert found["share"] > 0.5
    assert found["fits"] and found["apart"] and found["inside"], found


CAPTORS = """table => [...table.querySelectorAll(".cw-b-shown")].map(row => {
    const [number, , , captor] = row.children, box = captor.getBoundingClientRect();
    const cards = [...row.querySelectorAll(".cw-spot")].map(card => card.getBoundingClientRect());
    return captor.textContent.trim() !== "" && captor.scrollWidth <= captor.clientWidth
        && number.getBoundingClientRect().bottom <= box.top + 1
        && cards.every(card => card.bottom <= box.top + 1 && card.width >= 10);
})"""


def test_the_last_round_says_below_the_cards_of_each_column_who_took_it(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('g = cw.new("columns", seed=3, seats=["you", cw.bots.Beginner(1)])\ng.table(pace=0)')
    table = desk.widget()
    play(table, lambda found: found[len(found) // 2], click, most=2)
    wait_for_turn(table)
    rows = table.evaluate(CAPTORS)
    assert len(rows) >= 4
    assert all(rows)


SCROLLED = """table => [...table.querySelectorAll(".cw-outcome, .cw-outcome ul")].filter(
    one => one.scrollHeight > one.clientHeight + 2).map(one => one.className || one.textContent)"""

ENDED = {
    "columns": '"columns", seed=3, seats=["you", cw.bots.Beginner(1)]',
    "teams": '"commander", seed=5, teams=True, seats=["you", *map(cw.bots.Club, (1, 2, 3))]',
}


@pytest.mark.parametrize("name", ENDED)
def test_a_result_with_its_reasons_is_read_without_scrolling(desk: Book, name: str) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(
        "from random import Random",
        f"g = cw.new({ENDED[name]})\nrng = Random(1)",
        "while not g.is_over: g.play(rng.choice(g.legal_moves()))\ng.table(seat=0)",
    )
    table = desk.widget()
    table.locator(".cw-outcome").wait_for()
    assert table.locator(".cw-outcome-why > li").count() >= 2
    assert table.evaluate(SCROLLED) == []


SMALLEST = """lobby => Math.min(...[...lobby.querySelectorAll("*")]
    .filter(one => one.checkVisibility() && !one.closest("svg")
        && [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim() !== ""))
    .map(one => parseFloat(getComputedStyle(one).fontSize)))"""


def test_no_word_of_the_lobby_is_smaller_than_13_pixels_and_its_seats_stand_in_line(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("lobby = cw.lobby()\nlobby")
    lobby = desk.widget(view="lobby")
    lobby.locator('[data-choose="commander"]').click()
    teams = lobby.locator('[data-players="teams"]')
    teams.click()
    expect(teams).to_be_checked()
    levels = lobby.locator('[data-opponent="random"], [data-opponent-2="random"], [data-opponent-3="random"]')
    levels.nth(2).wait_for(state="attached")
    lefts = levels.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().left))")
    assert len(lefts) == 3
    assert len(set(lefts)) == 1
    assert lobby.evaluate(SMALLEST) >= 13


LINES = """replay => {
    const ends = tabs => [...tabs.children].map(tab => {
        const words = document.createRange();
        words.selectNodeContents(tab);
        return words.getBoundingClientRect().right;
    });
    return [...replay.querySelectorAll("[role=tablist]")].map(
    tabs => [new Set([...tabs.children].map(tab => tab.getBoundingClientRect().top)).size,
             tabs.getBoundingClientRect().right - ends(tabs).at(-1) >= 4 && ends(tabs).length === 6]);
}"""


def test_the_six_tabs_of_a_replay_stand_in_one_line(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('r = cw.new("kommando", seed=8).replay(seat=None)\nr')
    assert desk.widget(view="replay").evaluate(LINES) == [[1, True]]


FACES_OVER_WORDS = """table => [...table.querySelectorAll(".cw-plate:has(.cw-avatar)")].filter(plate => {
    const of = part => plate.querySelector(part).getClientRects()[0];
    const [face, words] = [of(".cw-avatar"), of(".cw-name")];
    return face.width > 0 && face.right > words.left;
}).map(plate => plate.innerText)"""

BELOW_BUTTON = """table => {
    const box = table.querySelector(".is-staged");
    return box.getBoundingClientRect().bottom - box.querySelector(".cw-button").getBoundingClientRect().bottom;
}"""

ARROWS = """table => {
    const cards = [...table.querySelectorAll(".cw-b-hand.is-near > .cw-spot")];
    const tops = new Set(cards.map(card => Math.round(card.getBoundingClientRect().top)));
    const arrows = cards.flatMap(card => [...card.querySelectorAll(".cw-tag")].map(arrow => [card, arrow]));
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [tops.size, arrows.length, arrows.filter(([own, arrow]) => cards.some(card => card !== own
        && over(arrow.getBoundingClientRect(), card.getBoundingClientRect()))).map(([own]) => own.dataset.place)];
}"""


@pytest.mark.parametrize("teams", [False, True])
def test_a_telephone_says_whole_who_is_to_move(desk: Book, *, teams: bool) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    seats = '["you", *map(cw.bots.Club, (1, 2, 3))]'
    desk.fresh(
        MIDWAY, f'g = midway(1, "commander", seed=5, players=4, teams={teams}, seats={seats})\ng.table(pace=9000)'
    )
    table = desk.widget()
    table.locator(".cw-turn:not(.is-mine)").wait_for()
    turn = table.locator(".cw-turn")
    assert turn.evaluate("one => one.scrollWidth <= one.clientWidth"), turn.inner_text()
    assert table.locator(".cw-avatar").first.is_visible()
    assert table.evaluate(FACES_OVER_WORDS) == [], "the faces of the bots end before their names"


def test_the_button_of_a_battle_between_long_names_is_whole_on_a_telephone(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    seats = '["you", *map(cw.bots.Club, (1, 2, 3))]'
    desk.fresh(
        f'import capture_widgets as cw\ng = cw.new("commander", seed=5, players=4, seats={seats})\ng.table(pace=0)'
    )
    table = desk.widget()
    wait_for_turn(table)
    play(table, first, click, most=1)
    wait_for_turn(table)
    table.locator(".is-staged .cw-button").wait_for()
    room = table.evaluate(BELOW_BUTTON)
    assert room >= 4, "the box ends below the button"


UNDER_NEXT = """table => {
    const next = table.querySelector(".cw-note.is-next").getBoundingClientRect();
    const told = [...table.querySelectorAll(".cw-plate :is(.cw-name, .cw-points)")];
    const lines = told.flatMap(one => [...one.getClientRects()]);
    return lines.filter(line => line.right > next.left && line.left < next.right
        && Math.min(line.bottom, next.bottom) - Math.max(line.top, next.top) > 5).length;
}"""
"""How many lines of plates the word "next" lies over, but for the room above and below its letters."""


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (1366, 768)])
@pytest.mark.parametrize("players", ["players=3", "players=4", "teams=True"])
def test_the_word_next_lies_over_no_name(desk: Book, players: str, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    for level in ("Beginner", "Strong"):
        seats = f'["you", *[cw.bots.{level}()] * {2 if players == "players=3" else 3}]'
        desk.fresh(f'import capture_widgets as cw\ncw.new("commander", seed=5, {players}, seats={seats}).table()')
        table = desk.widget()
        wait_for_turn(table)
        assert table.evaluate(UNDER_NEXT) == 0, level


OVERLAP = """table => {
    const cards = [...table.querySelectorAll(".cw-b-hand.is-near > .cw-spot")];
    const [first, next] = cards.map(card => card.querySelector(".cw-card").getBoundingClientRect());
    return first.right - next.left;
}"""

HIDDEN_NUMBERS = """table => [...table.querySelectorAll(".cw-b-hand.is-near > .cw-spot")].filter(card => {
    const { left, top } = card.querySelector(".cw-card").getBoundingClientRect();
    return !card.contains(card.getRootNode().elementFromPoint(left + 4, top + 12));
}).length"""


def test_a_card_that_was_clicked_hides_no_number_of_the_next(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 768, "height": 1024})
    desk.fresh('import capture_widgets as cw\ng = cw.new("universal", seed=3)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    assert table.evaluate(OVERLAP) > 4, "where there is less room the cards of a full hand overlap"
    card = table.locator(".cw-b-hand.is-near [data-place]").first
    for _ in ("picked, or refused", "let go"):
        card.click(force=True, position={"x": 8, "y": 20})
    desk.page.mouse.move(2, 2)
    assert card.evaluate("card => card.getRootNode().activeElement === card")
    assert table.evaluate(HIDDEN_NUMBERS) == 0


def test_the_eleven_cards_of_universal_lie_side_by_side_on_a_laptop(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('import capture_widgets as cw\ng = cw.new("universal", seed=3)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    assert table.evaluate(OVERLAP) <= 0.5


def test_the_arrows_of_a_hand_in_two_lines_cover_no_card_of_the_second(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh('import capture_widgets as cw\ng = cw.new("kommando", seed=7)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    lines, arrows, covering = table.evaluate(ARROWS)
    assert lines == 2
    assert arrows > 0, "some cards may attack one end only"
    assert covering == []
    lowest = table.locator(".cw-b-hand.is-near .cw-tag").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
    )
    assert top_and_bottom(table, ".is-near > .cw-plate")[0] - lowest >= 4, "no arrow touches the player's plate"


CUT = """table => [...table.querySelectorAll(".cw-title, .cw-turn, .cw-b-bar .cw-spot")].filter(
    one => one.scrollWidth > one.clientWidth || one.querySelector(".cw-tag")?.getBoundingClientRect().width
        > one.getBoundingClientRect().width).map(one => one.className)"""

WORDS = """table => [...table.querySelectorAll(".cw-name, .cw-points")].map(
    one => parseFloat(getComputedStyle(one).fontSize))"""


@pytest.mark.parametrize("game", ["universal", "commander"])
def test_names_points_and_titles_are_whole_and_large_enough_on_a_telephone(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(f'import capture_widgets as cw\ng = cw.new("{game}", seed=7)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    assert table.evaluate(CUT) == []
    assert min(table.evaluate(WORDS)) >= 13


ON_BOARD = """(table, part) => {
    const { left, right, top, bottom } = table.querySelector(part).getBoundingClientRect();
    const board = table.querySelector(".cw-board").getBoundingClientRect();
    return [left, right, top - board.top, bottom - board.top].map(Math.round);
}"""
"""From where to where a part of the board reaches."""


def test_the_buttons_of_a_reveal_of_columns_stand_where_its_cards_were_played_on_a_telephone(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh('g = cw.new("columns", seed=3, seats=["you", cw.bots.Random(1)])\ng.table(pace=5000)')
    table = desk.widget()
    wait_for_turn(table)
    *cards, places = steps("columns", moves(table)[0])
    for name in cards:
        click(table, name)
    left, right, *played = table.evaluate(ON_BOARD, '[data-place="place"]')
    click(table, places)
    goes_on = table.locator("[data-reveal]")
    goes_on.wait_for()
    assert table.locator(".cw-title").evaluate("one => one.scrollWidth <= one.clientWidth")
    begins, ends, *stands = table.evaluate(ON_BOARD, "[data-reveal]")
    assert stands == played
    assert begins < (left + right) / 2 < ends, "the same finger goes on"
    number = "table => Number(table.querySelector('.cw-b-slot.is-shown > .is-slot-name').textContent)"
    goes_on.click()
    wait_until(table, f"table => ({number})(table) === 2")
    goes_on.click()
    wait_until(table, f"table => ({number})(table) === 3")


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768)])
def test_one_place_lays_out_the_cards_of_columns_and_goes_on_through_the_reveal(
    desk: Book, width: int, height: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh('g = cw.new("columns", seed=3, seats=["you", cw.bots.Random(1)])\ng.table(pace=5000)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        table.locator('.cw-controls [data-mark="hint"]').click()
        lays = table.locator("[data-lay]")
        lays.wait_for()
        stood = lays.bounding_box()
        wait_until(table, "table => table.querySelector('.cw-sure') && !table.querySelector('[data-seeks]')")
        assert lays.bounding_box() == stood, "it stays while the words of the hint change"
        lays.click()
        place = table.locator('[data-place="place"]')
        pressed = place.bounding_box()
        assert pressed is not None
        place.click()
        goes_on = table.locator("[data-reveal]")
        for _ in range(6):
            goes_on.wait_for()
            box = goes_on.bounding_box()
            assert box is not None
            assert [box["x"], box["y"]] == pytest.approx([pressed["x"], pressed["y"]], abs=1.5)
            goes_on.click()
        expect(goes_on).to_have_count(0)


@pytest.mark.parametrize("game", ["fourx", "universal"])
def test_no_two_buttons_below_a_table_touch_on_a_narrow_telephone(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.fresh(f'g = cw.new("{game}", seed=136)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    with filling(table):
        edges = table.locator(".cw-tools > .cw-button:visible, .cw-side > .cw-tabs > button:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        )
        assert len(edges) >= 6
        assert all(one[1] + 3 <= other[0] for one, other in pairwise(sorted(edges)))


def test_the_longest_name_of_a_suit_fits_into_its_place_on_the_bar(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh('import capture_widgets as cw\ng = cw.new("universal", seed=7)\ng.table(seat=0)')
    table = desk.widget()
    wait_for_turn(table)
    assert table.evaluate(CUT) == []


def test_a_chosen_game_has_the_one_button_that_stands_out(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh("lobby = cw.lobby()\nlobby")
    lobby = desk.widget(view="lobby")
    daily = lobby.locator(".cw-daily-play")
    colour = "one => getComputedStyle(one).backgroundColor"
    before = daily.evaluate(colour)
    lobby.locator('[data-choose="kommando"]').click()
    lobby.locator("[data-start]").wait_for()
    strong = [one for one in lobby.locator("button:visible").all() if one.evaluate(colour) == before]
    # who opened the form plays what it says, new or not
    assert [one.inner_text() for one in strong] == ["Play this game"]
    expect(daily).to_be_hidden()


BESIDE = """table => {
    const boxes = name => [...table.querySelectorAll(name)].map(one => one.getBoundingClientRect());
    const [legend] = boxes(".cw-b-legend"), lost = boxes(".cw-b-fallen .cw-card");
    const over = lost.filter(card => card.top < legend.bottom && legend.top < card.bottom
        && card.left < legend.right && legend.left < card.right);
    return [legend.height, over.length, Math.min(...lost.map(card => card.width)), lost.length];
}"""

LOST = """
while len(g.state.table(None)["removed"]) < 14:
    g.play(max(g.legal_moves(), key=lambda move: not move.endswith("x13")))
"""


@pytest.mark.parametrize(("width", "height", "wide"), [(1366, 768, 35), (1920, 1080, 50)])
def test_beside_two_formations_lie_lost_cards_large_enough_to_count_and_what_the_dots_mean(
    desk: Book, width: int, height: int, wide: int
) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.fresh('g = cw.new("commander", seed=5)', LOST, "g.table(seat=g.to_play)")
    table = desk.widget()
    wait_for_turn(table)
    legend, covered, narrowest, lost = table.evaluate(BESIDE)
    assert legend > 30
    assert covered == 0
    assert narrowest >= wide
    assert lost >= 14


OVER_PLATE = """table => {
    const plate = table.querySelector(".cw-b-army.is-near .cw-plate").getBoundingClientRect();
    const notes = [...table.querySelectorAll(".cw-b-legend > .cw-note")].filter(one => one.checkVisibility());
    return [notes.length, ...notes.filter(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < plate.right && plate.left < right && top < plate.bottom && plate.top < bottom;
    }).map(one => one.innerText)];
}"""
"""The number of notes beside the viewer's formation, and those that lie over the viewer's name."""


def test_in_teams_what_the_dots_mean_stands_beside_the_name_of_the_viewer(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    seats = 'seats=["you", "Beginner Ben", "Beginner Cleo", "Beginner Dan"]'
    desk.fresh(
        f'g = cw.new("commander", seed=7, players=4, teams=True, {seats})\n'
        "for _ in range(9): g.play(g.legal_moves()[0])",
        "g.table(seat=0)",
    )
    wait_until(desk.widget(), f"table => String(({OVER_PLATE})(table)) === '4'")


def test_a_hint_is_seen_where_the_head_of_the_table_was_scrolled_away(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 560})
    desk.fresh(
        'import capture_widgets as cw\ncw.new("kommando", seed=7, seats=["you", "Bo"]).table(seat=0)',
        "print('\\n' * 60)",
    )
    table = desk.widget()
    wait_for_turn(table)
    button = table.locator('[data-mark="hint"]')
    button.evaluate("button => button.scrollIntoView({ block: 'center' })")
    expect(table.locator(".cw-slot")).not_to_be_in_viewport()
    button.click()
    expect(table.locator(".cw-message.is-hint")).to_be_in_viewport(ratio=1)


PLACES_IN_HAND = """table => Object.fromEntries([...table.querySelectorAll(".cw-b-hand.is-near [data-place]")].map(
    hit => [hit.dataset.place, Math.round(hit.getBoundingClientRect().left)]))"""


CARDS_IN_HAND = """table => Object.fromEntries([...table.querySelectorAll(".cw-b-hand.is-near .cw-card")].map(
    card => [card.textContent, Math.round(card.getBoundingClientRect().left)]))"""

STILL_THERE = f"""(table, stood) => Object.entries(({CARDS_IN_HAND})(table)).every(
    ([card, left]) => left === stood[card])"""


@pytest.mark.parametrize("width", [390, 1366])
@pytest.mark.parametrize("game", ["columns", "universal"])
def test_the_cards_that_stay_keep_their_places_while_a_turn_goes_on(desk: Book, game: str, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844})
    desk.fresh(f'g = cw.new("{game}", seed=3)\ng.table(seat=0, pace=0)')
    table = desk.widget()
    wait_for_turn(table)
    stood = table.evaluate(PLACES_IN_HAND)
    move = next(move for move in moves(table) if not move.startswith("draw"))
    card, to = steps(game, move)[:2]
    ply = table.get_attribute("data-ply")
    click(table, card)
    click(table, to)
    wait_until(table, "(table, card) => !table.querySelector(`.cw-b-hand [data-place='${card}']`)", card)
    assert game == "columns" or table.get_attribute("data-ply") != ply
    del stood[card]
    assert table.evaluate(PLACES_IN_HAND) == stood


def test_a_hand_keeps_its_places_whoever_is_to_move(desk: Book) -> None:
    """Beside the hand "to move" comes and goes."""
    desk.page.set_viewport_size({"width": 1920, "height": 1080})
    desk.fresh(
        "import capture_widgets as cw",
        'g = cw.new("kommando", seed=3, seats=[cw.bots.Random(seed=1), cw.bots.Random(seed=2)]).run()\n'
        'r = g.replay(seat=0, size="projector")\nr',
    )
    replay = desk.widget(view="replay")
    replay.locator(".cw-b-hand.is-near .cw-card").first.wait_for()
    stood: dict[str, int] = replay.evaluate(CARDS_IN_HAND)
    assert len(stood) == 10
    for ply in range(1, 8):
        desk.run(f"r.ply = {ply}")
        wait_attribute(replay, "data-ply", str(ply))
        wait_until(replay, STILL_THERE, stood)  # cards that fly to the table arrive


TOLD = """table => {
    const box = name => table.querySelector(name).getBoundingClientRect();
    const lines = [...table.querySelectorAll(".cw-b-battles > .is-line")];
    const layer = name => Number(getComputedStyle(table.querySelector(name)).zIndex);
    const gifts = table.querySelectorAll(".is-near .is-post.is-able:not(.is-full)");
    const attackers = table.querySelectorAll(".is-near .is-post.is-able.is-full");
    const frames = all => [...new Set([...all].map(one => getComputedStyle(one, "::after").borderTopStyle))];
    return {
        gap: Math.min(...lines.map(one => one.getBoundingClientRect().top)) - box(".cw-b-battles .cw-button").bottom,
        over: layer(".cw-b-legend") > layer(".cw-arrow"),
        gifts: frames(gifts), attackers: frames(attackers),
        dots: table.querySelectorAll(".cw-b-legend > :is(.is-us, .is-them, .is-full, .is-partial)").length,
    };
}"""


def test_in_teams_the_tally_lies_over_the_arrow_with_what_the_dots_mean_and_gifts_have_a_dashed_frame(
    desk: Book,
) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(MIDWAY, f"g = midway(12, {FILLING['teams']})\ng.table(pace=9000, seat=0)")
    table = desk.widget()
    desk.tell("g.play(next(move for move in g.legal_moves() if 'x' in move))")
    table.locator(".is-staged > .is-line").first.wait_for()
    told = table.evaluate(TOLD)
    assert told["gap"] >= 2
    assert told["over"]
    assert told["gifts"] == ["dashed"]
    assert told["attackers"] == ["solid"]
    assert told["dots"] == 4


AT_ITS_END = """table => {
    const list = table.querySelector("[data-log]");
    return [list.scrollTop > 0, list.scrollTop + list.clientHeight >= list.scrollHeight - 1, list.clientHeight];
}"""
"""Whether the list of moves is longer than its place, and at its end, and how high that place is."""


def test_the_list_of_moves_stays_at_its_end_when_a_hint_takes_room_from_it(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    made = 'g = cw.new("kommando", seed=4)\nfor _ in range(14): g.play(g.legal_moves()[0])'
    desk.fresh(f"import capture_widgets as cw\n{made}", "g.table(seat=g.to_play)")
    table = desk.widget()
    wait_until(table, f"table => ({AT_ITS_END})(table)[1]")
    longer, _, high = table.evaluate(AT_ITS_END)
    assert longer
    table.locator('.cw-controls [data-mark="hint"]').click()
    wait_until(table, f"table => ({AT_ITS_END})(table)[2] < {high}")
    wait_until(table, f"table => ({AT_ITS_END})(table)[1]")
