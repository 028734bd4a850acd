"""Every game's table in JupyterLab: played to the end by mouse and by keyboard, and all that a table offers."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, expect

import capture_widgets as cw
from tests.browser.lab import (
    Book,
    Server,
    attribute,
    opened,
    wait_attribute,
    wait_for_turn,
    wait_past,
    wait_until,
    write_notebook,
)
from tests.browser.play import (
    FOCUSED,
    MID_GAME,
    MIDWAY,
    WON,
    click,
    deal,
    drag,
    first,
    last,
    markup,
    moves,
    onward,
    place,
    play,
    press,
    script,
    step_through,
    tab_into,
    tap,
    try_out,
)
from tests.leaks import find_cards

AGAINST_A_BOT = {
    "commander": ("seed=28", last),
    "columns": ("seed=0", first),
    "kommando": ("seed=7", first),
    "universal": ("seed=10", onward),
}


def sit(desk: Book, new: str, table: str = "g.table(pace=0)") -> Locator:
    """A notebook with one new game and a table of it."""
    desk.fresh("import capture_widgets as cw", f"g = cw.new({new})", table)
    return desk.widget()


def against_a_bot(desk: Book, game: str, table: str = "g.table(pace=0)") -> Locator:
    return sit(desk, f'"{game}", {AGAINST_A_BOT[game][0]}, seats=["you", cw.bots.Random(1)]', table)


@pytest.mark.parametrize("game", cw.games())
def test_moves_are_made_by_keyboard_and_by_mouse(desk: Book, game: str) -> None:
    """Some moves of each game; whole rounds at the tables of the notebooks are played thoroughly."""
    table = sit(desk, '"fourx", seed=136') if game == "fourx" else against_a_bot(desk, game)
    choose = {"fourx": script(WON), "universal": onward}.get(game, first)
    wait_for_turn(table)
    tab_into(table)
    made = play(table, choose, press, most=2)
    made += play(table, choose, click, most=2)
    step_through(table)
    assert desk.run("print(g.history.movers().count(0))") == str(len(made))
    assert desk.run("print([move for move, seat in zip(g.moves(), g.history.movers()) if seat == 0])") == str(made)


@pytest.mark.parametrize(
    ("new", "before", "drags", "move"),
    [
        ('"kommando", seed=7', [], [("1r", "L")], "L:1r"),
        ('"commander", seed=28', [], [("1", "B2")], "1xB2"),
        ('"universal", seed=10', [], [("7m", "stock"), ("7m", "4")], "play 7m 4"),
        ('"fourx", seed=136', ["king h", "explore b6"], [("b6", "c5")], "travel b6 c5"),
        (
            '"columns", seed=0',
            [],
            [("5d", "B"), ("Td", "A"), ("B", "C"), ("6h", "B"), ("7h", "E"), ("8s", "D")],
            "A:Td B:6h C:5d D:8s E:7h",
        ),
    ],
)
def test_cards_are_dragged(desk: Book, new: str, before: list[str], drags: list[tuple[str, str]], move: str) -> None:
    table = sit(desk, new, f"for move in {before}:\n    g.play(move)\ng.table(seat=0)")
    if move == "travel b6 c5":
        place(table, "c5").wait_for()
    ply = attribute(table, "data-ply")
    for card, to in drags:
        drag(table, card, to)
        if to == "stock":
            # a card does not go there: it is let go, and nothing is drawn
            expect(place(table, card)).to_have_attribute("aria-pressed", "false")
    if move.startswith("A:"):
        click(table, "place")
    wait_past(table, ply)
    assert desk.run("print(g.moves()[-1])") == move


def test_fingers_tap_and_drag(lab: Server, browser: Browser) -> None:
    cells = ["import capture_widgets as cw", 'g = cw.new("kommando", seed=7)\ng.table(seat=0)']
    write_notebook(lab.root / "touch.ipynb", cells)
    with opened(browser, lab, "touch.ipynb", has_touch=True, reduced_motion="reduce") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        tap(table, "1r")
        tap(table, "L")
        wait_attribute(table, "data-ply", "1")
        book.run("g.play(g.legal_moves()[-1])")
        wait_for_turn(table)
        ply, move = attribute(table, "data-ply"), moves(table)[0]
        end, card = move.split(":") if ":" in move else ("", move)
        if end == "":
            tap(table, card)
        else:
            swipe(table, card, end)
        wait_past(table, ply)
        assert book.run("print(g.moves()[2])") == move


def swipe(table: Locator, card: str, to: str) -> None:
    """Drag a card to a place with one finger."""
    place(table, card).scroll_into_view_if_needed()
    points = []
    for name in (card, to):
        box = place(table, name).bounding_box()
        assert box is not None
        points.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    (x, y), (far, deep) = points
    finger = table.page.context.new_cdp_session(table.page)
    path = [(x + (far - x) * part / 8, y + (deep - y) * part / 8) for part in range(9)]
    for step, at in enumerate(path):
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_a_move_is_typed_and_completed(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7')
    wait_for_turn(table)
    entry = table.locator("input[data-entry]")
    options = table.get_by_role("option")
    entry.press_sequentially("L:")
    assert options.all_inner_texts() == [move for move in moves(table) if move.startswith("L:")][:8]
    entry.press("ArrowDown")
    entry.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    entry.press("Escape")
    expect(options).to_have_count(0)
    entry.fill("L:8")
    entry.press("Tab")
    expect(entry).to_have_value("L:8b")
    entry.press("Enter")
    wait_attribute(table, "data-ply", "1")
    assert desk.run("print(g.moves()[0])") == "L:8b"


def test_undo_redo_new_deal_same_deal(desk: Book) -> None:
    table = against_a_bot(desk, "kommando")
    dealt = desk.run("g.record()['rounds'][0]['deal']")
    play(table, first, click, most=2)
    wait_for_turn(table)
    four = attribute(table, "data-ply")
    table.get_by_role("button", name="Undo").click()
    wait_past(table, four)
    wait_for_turn(table)
    two = attribute(table, "data-ply")
    assert int(two) < int(four)
    table.get_by_role("button", name="Redo").click()
    wait_attribute(table, "data-ply", four)
    place(table, moves(table)[0].split(":")[0]).focus()
    table.page.keyboard.press("u")
    wait_attribute(table, "data-ply", two)
    assert table.evaluate(FOCUSED)
    deal(table, "Same deal")
    wait_attribute(table, "data-ply", "0")
    assert desk.run("g.record()['rounds'][0]['deal']") == dealt
    hand = places_of(table)
    deal(table, "New deal")
    places = "[...table.querySelectorAll('[data-place]')].map(of => of.dataset.place)"
    wait_until(table, f"(table, hand) => `${{{places}}}` !== hand", ",".join(hand))
    assert desk.run("g.record()['rounds'][0]['deal']") != dealt


def places_of(table: Locator) -> list[str]:
    """The names of all places."""
    found: list[str] = table.locator("[data-place]").evaluate_all("places => places.map(place => place.dataset.place)")
    return found


def test_the_next_hand_of_a_match(desk: Book) -> None:
    table = sit(
        desk,
        '"kommando", seed=7, match=True, seats=["you", cw.bots.Random(1)]',
        "while g.ply < 17 or g.to_play != 0:\n    g.play(g.legal_moves()[0])\ng.table(pace=0)",
    )
    play(table, first, click)
    assert attribute(table, "data-state") == "over"
    assert attribute(table, "data-round") == "0"
    totals = table.locator(".cw-total").all_inner_texts()
    assert [int(text.split()[1]) for text in totals] == json.loads(desk.run("g.at(20, round=0).points"))
    assert table.locator("[data-mistakes], [data-rematch]").count() == 0, "these are for the end of the match"
    table.locator('[data-mark="replay"]').click()
    replay = desk.page.locator('[data-view="replay"]')
    wait_attribute(replay, "data-round", "0")
    desk.page.keyboard.press("Escape")
    replay.wait_for(state="detached")
    table.get_by_role("button", name="Next hand").click()
    wait_attribute(table, "data-round", "1")
    assert table.evaluate(FOCUSED)
    assert wait_for_turn(table)


def test_four_commanders_at_one_screen(desk: Book) -> None:
    table = sit(desk, '"commander", seed=5, players=4', "g")
    seats = []
    for _ in range(5):
        if attribute(table, "data-seat") == "public":
            assert table.locator("[data-move]").count() == 0
            table.get_by_role("button", name="show my cards").click()
        wait_for_turn(table)
        seats.append(attribute(table, "data-seat"))
        play(table, first, click, most=1)
        wait_attribute(table, "data-seat", "public")
    assert seats == ["0", "1", "2", "3", "0"]


def test_two_people_at_one_screen_see_their_own_hands_only(desk: Book) -> None:
    table = sit(desk, '"universal", seed=10', "g")
    wait_for_turn(table)
    hands = json.loads(desk.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
    for seat in ("0", "1"):
        if attribute(table, "data-seat") == "public":
            assert find_cards(markup(table), {*hands[0], *hands[1]}) == []
            table.page.keyboard.press("Enter")
            wait_attribute(table, "data-seat", seat)
        wait_for_turn(table)
        html = markup(table)
        assert find_cards(html, hands[1 - int(seat)]) == []
        assert {card for _, card in find_cards(html, hands[int(seat)])} == set(hands[int(seat)])
        ply = attribute(table, "data-ply")
        click(table, "stock")
        wait_past(table, ply)
        wait_attribute(table, "data-seat", "public")


def frames_of(book: Book, name: str) -> list[str]:
    """What the browser received for one widget, but for the code and the style that all of them carry."""
    comm = book.run(f"print({name}.comm.comm_id)")
    # the bytes of a picture spell a card by chance; tests compare it with the picture for its viewer
    others = re.compile(r'"(_esm|_css|image/png)": "(?:[^"\\]|\\.)*"')
    return [others.sub("", frame) for frame in book.frames if comm in frame and "execute_input" not in frame]


def test_placements_at_two_tables_stay_hidden_until_both_are_made(desk: Book) -> None:
    desk.fresh(
        "import capture_widgets as cw",
        'g = cw.new("columns", seed=3)',
        "a = g.table(seat=0); a",
        "b = g.table(seat=1); b",
    )
    first_table, second_table = desk.widget(0), desk.widget(1)
    wait_for_turn(first_table)
    mine, theirs = json.loads(desk.run("import json; print(json.dumps(g.dump()['table']['hands']))"))
    play(first_table, first, click, most=1)
    assert wait_for_turn(second_table)
    assert first_table.locator("[data-move]").count() == 0
    assert find_cards(markup(second_table), mine) == []
    assert find_cards(markup(first_table), theirs) == []
    received = {name: frames_of(desk, name) for name in ("a", "b")}
    assert len(received["a"]) > 2
    assert len(received["b"]) > 2
    assert find_cards(received["b"], mine) == []
    assert find_cards(received["a"], theirs) == []
    play(second_table, first, click, most=1)
    for table in (first_table, second_table):
        wait_attribute(table, "data-ply", "2")
        step_through(table)
        shown = table.locator(".cw-b-reveal").evaluate("reveal => reveal.innerHTML")
        assert shown != ""
    assert find_cards(frames_of(desk, "b"), mine) != []


def test_bots_are_watched_paused_and_let_go_on(desk: Book) -> None:
    table = sit(desk, '"kommando", seed=7, seats=[cw.bots.Random(1), cw.bots.Random(2)]', "t = g.table(pace=1500)\nt")
    wait_past(table, "0")
    table.get_by_role("button", name="Pause bots").click()
    go = table.get_by_role("button", name="Go", exact=True)
    go.wait_for()
    assert attribute(table, "data-seat") == "public"
    ply = attribute(table, "data-ply")
    assert int(ply) < 20
    desk.run("t.settings = {**t.settings, 'pace': 0}")  # who is not paused ends the hand at once
    for _ in range(3):
        assert desk.run("g.ply") == ply
    go.click()
    wait_attribute(table, "data-state", "over")


REFUSED = {
    "commander": ('"commander", seed=28', [], ["5"], "CC-4"),
    "kommando": ('"kommando", seed=7', [], ["6y", "L"], "KO-5"),
    "fourx": ('"fourx", seed=136', ["king h", "explore b6"], ["a1", "explore"], "FX-4"),
    "universal": ('"universal", seed=10', [], ["5v", "1"], "UC-7"),
}


@pytest.mark.parametrize("game", REFUSED)
def test_refusals_name_the_rule_and_open_it(desk: Book, game: str) -> None:
    new, before, places, rule = REFUSED[game]
    table = sit(desk, new, f"for move in {before}:\n    g.play(move)\ng.table(seat=0)")
    wait_for_turn(table)
    ply = attribute(table, "data-ply")
    for name in places:
        try_out(table, name)
    opens_at(table, rule)
    assert attribute(table, "data-ply") == ply


def test_a_click_on_a_card_of_4x_that_can_do_nothing_is_refused_and_picks_nothing(desk: Book) -> None:
    table = sit(desk, '"fourx", seed=136', "g.play('king h')\ng.play('explore b6')\ng.table(seat=0)")
    wait_for_turn(table)
    for name, rule in {"a1": "FX-4", "c5": "FX-4", "a5": "FX-7", "c7": "FX-6", "Ac": "FX-6"}.items():
        try_out(table, name)
        table.locator(f'[data-message][data-rule="{rule}"]').wait_for()
        wait_for_turn(table)
        assert table.locator('[data-place][aria-pressed="true"]').count() == 0, name
        assert table.locator(".cw-board.is-choosing").count() == 0, "the map is as bright as before"


def test_columns_refuse_what_is_typed(desk: Book) -> None:
    table = sit(desk, '"columns", seed=0', "g.table(seat=0)")
    wait_for_turn(table)
    entry = table.locator("input[data-entry]")
    entry.fill("A:5d")
    entry.press("Enter")
    opens_at(table, "CO-4")


def opens_at(table: Locator, rule: str) -> None:
    """A refusal names this rule, and its link opens the rules there."""
    message = table.locator("[data-message]")
    expect(message).to_have_attribute("data-rule", rule)
    assert len(message.inner_text()) > 20
    message.get_by_role("button").click()
    shown = table.locator(f'[data-rule-id="{rule}"]')
    expect(shown).to_be_focused()
    inside = """rule => {
        const [its, list] = [rule, rule.closest(".cw-rules")].map(node => node.getBoundingClientRect());
        return its.top >= list.top - 1 && its.top < list.bottom;
    }"""
    assert shown.evaluate(inside)


def test_the_sheet_of_keys(desk: Book) -> None:
    table = against_a_bot(desk, "kommando")
    wait_for_turn(table)
    place(table, "L").focus()
    table.page.keyboard.press("?")
    sheet = table.get_by_role("dialog")
    assert "Escape" in sheet.inner_text()
    table.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(place(table, "L")).to_be_focused()


def test_no_shortcut_of_jupyterlab_is_triggered(desk: Book) -> None:
    table = against_a_bot(desk, "kommando")
    wait_for_turn(table)
    state = """() => {
        const { content } = window.jupyterapp.shell.currentWidget;
        const cells = content.widgets.map(({ model }) => [model.type, model.sharedModel.source]);
        return [content.activeCellIndex, content.mode, cells];
    }"""
    before = desk.page.evaluate(state)
    place(table, "1r").focus()
    for key in [*"abddjkmyrxcvzolfis00ii123456", "Shift+M", "Shift+L", "Shift+ArrowDown", "Enter", "Escape", "Space"]:
        table.page.keyboard.press(key)
        assert table.evaluate(FOCUSED), key
    assert desk.page.evaluate(state) == before
    expect(place(table, "1r")).to_be_focused()
    assert desk.run("g.ply") == "0"


def test_a_lab_shortcut_with_ctrl_still_works_at_the_table(desk: Book) -> None:
    table = against_a_bot(desk, "kommando")
    wait_for_turn(table)
    place(table, "1r").focus()
    table.page.keyboard.press("Control+s")
    desk.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")


def test_no_width_scrolls_sideways(desk: Book) -> None:
    cells = [f"g = {game}\ntables.append(g.table(seat=g.to_play))\ntables[-1]" for game in MID_GAME]
    desk.fresh(f"{MIDWAY}\ntables = []", *cells)
    desk.widget(4)
    desk.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    found = []
    for size in ("normal", "projector"):
        desk.run(f"for t in tables: t.settings = {{**t.settings, 'size': '{size}'}}")
        for nth in range(5):
            wait_attribute(desk.widget(nth), "data-size", size)
        for width in (360, 768, 1280, 1920):
            desk.page.set_viewport_size({"width": width, "height": 900})
            found += [(size, width, *wide) for wide in desk.page.evaluate(TOO_WIDE)]
    assert found == []


TOO_WIDE = """() => [...document.querySelectorAll('.capture-widgets')].flatMap(root => {
    const frame = root.getBoundingClientRect();
    const cell = root.closest('.jp-OutputArea-output').getBoundingClientRect();
    const wide = [];
    if (root.scrollWidth > root.clientWidth) wide.push(`scrolls ${root.scrollWidth} in ${root.clientWidth}`);
    if (frame.right > cell.right + 1) wide.push('wider than its cell');
    for (const place of root.querySelectorAll('[data-place]')) {
        const { left, right } = place.getBoundingClientRect();
        if (left < frame.left - 1 || right > frame.right + 1) wide.push(`${place.dataset.place} sticks out`);
    }
    return wide.map(words => [root.dataset.game, words]);
})"""
