"""One sees what happened: the last move on the table, moves shown again, stages that spoil nothing, the end, hints."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn, wait_past
from tests.browser.play import MIDWAY, click, drag, first, log, moves, place, play
from tests.thorough import little_or_much, thorough_but

LAST = "table => [...table.querySelectorAll('[data-last]')].map(one => one.dataset.place ?? one.dataset.box ?? '')"

MARKS = """table => [...table.querySelectorAll('.cw-last')].filter(mark => mark.checkVisibility()).map(mark => {
    const { borderTopColor, borderTopStyle } = getComputedStyle(mark);
    const { width, height, left, right } = mark.getBoundingClientRect();
    const place = mark.parentElement.getBoundingClientRect();
    const inside = left >= place.left && right <= place.right;
    return { colour: borderTopColor, style: borderTopStyle, seen: width > 20 && height > 20, inside };
})"""
"""Every mark that is seen: its line, and whether it lies within its place."""


def last(table: Locator) -> list[str]:
    """The places of the last move, as the page names them."""
    found: list[str] = table.evaluate(LAST)
    return found


BESIDE = """table => [...table.querySelectorAll('.cw-spot.is-post.is-empty.is-last')].map(spot => {
    const { top, bottom, left, right } = spot.querySelector('.cw-last').getBoundingClientRect();
    const rank = spot.parentElement, behind = [...rank.parentElement.children].filter(
        other => Number(other.dataset.box.slice(4)) > Number(rank.dataset.box.slice(4)));
    return behind.flatMap(other => [...other.querySelectorAll('.cw-card')]).every(card => {
        const box = card.getBoundingClientRect();
        return box.bottom <= top || box.top >= bottom || box.right <= left || box.left >= right;
    });
})"""
"""For every place that the last move emptied: whether its mark lies on no card of a rank behind it."""


def test_cc_5_the_mark_of_an_emptied_place_is_not_taken_for_one_of_the_card_behind(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=3, players=4)', "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    emptied: list[bool] = []
    for ply in range(4):
        desk.run("g.play(next(move for move in g.legal_moves() if 'x' in move or '+' in move))")
        wait_past(table, str(ply))
        emptied += table.evaluate(BESIDE)
    assert emptied
    assert all(emptied)


MOVES = {
    "commander": ('cw.new("commander", seed=5)', "1xB4", {"1", "B4"}),
    "four": ('cw.new("commander", seed=5, players=4)', "2xD1", {"2", "D1"}),
    "fourx": ('cw.new("fourx", seed=136)', "king h", set[str]()),
    "universal": ('cw.new("universal", seed=10, dealer=1)', "draw stock", {"stock"}),
    "kommando": ('cw.new("kommando", seed=7, dealer=1)', None, {"hand0"}),
}
"""By game how it is made, the move and the places that it touches."""


@pytest.mark.parametrize("name", thorough_but(MOVES, "commander", "universal"))
def test_the_last_move_stays_marked_until_the_next_one(desk: Book, name: str) -> None:
    make, move, touched = MOVES[name]
    desk.fresh("import capture_widgets as cw", f"g = {make}", "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    assert last(table) == []
    move = move or moves(table)[0]
    desk.run(f"g.play({move!r})")
    wait_past(table, "0")
    marked = last(table)
    assert marked
    assert touched <= {*marked}
    for theme in ("light", "dark", "contrast"):
        desk.run(f"t = g.table(seat=0); t.settings = {{**t.settings, 'theme': {theme!r}}}")
        wait_attribute(table, "data-theme", theme)
        marks = table.evaluate(MARKS)
        assert marks
        assert all(each["seen"] and each["inside"] for each in marks)
    desk.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    assert {each["style"] for each in table.evaluate(MARKS)} == {"dashed"}
    desk.page.emulate_media(forced_colors="none", reduced_motion="reduce")
    # shown anew, as after a reload, it is still marked
    desk.fresh("g.table(seat=0)")
    again = desk.widget()
    again.locator("[data-last]").first.wait_for()
    assert last(again) == marked
    desk.fresh("g.replay(seat=0)")
    replay = desk.widget(view="replay")
    replay.locator("[data-go=last]").click()
    replay.locator("[data-last]").first.wait_for()
    replay.locator("[data-go=first]").click()
    expect(replay.locator("[data-last]")).to_have_count(0)


def test_nothing_is_on_the_screen_before_its_stage(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("columns", seed=3)', "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    play(table, first, click, most=1)
    # in one run, because the reveal goes on by itself
    after = desk.run("import json; g.play(g.legal_moves()[0]); print(json.dumps(g.dump(seat=0)['table']['hands'][0]))")
    table.locator("[data-reveal]").wait_for()
    points = 0
    stages = 0
    while table.locator("[data-reveal]").count():
        stages += 1
        assert attribute(table, "data-state") == "busy"
        assert moves(table) == []
        assert len(log(table)) == 1, "the move that is told is not in the log yet"
        assert "Your turn" not in table.inner_text()
        shown = table.evaluate("t => [...t.querySelectorAll('.cw-b-hand [data-card]')].map(card => card.dataset.card)")
        assert shown == [], f"no card of the new hand {after} is shown"
        assert table.locator("[data-last]").count() == 0
        gained = sum(int(words.split()[0]) for words in table.locator(".cw-points").all_inner_texts())
        assert gained >= points
        assert stages > 1 or gained == 0
        points = gained
        # read at once, because the next stage may come between two questions
        told, prompt = table.evaluate('t => ["[aria-live]", ".cw-prompt"].map(part => t.querySelector(part).innerText)')
        assert told.split(":")[0] in prompt
        table.locator("[data-reveal]").click()
    assert stages == 6
    wait_for_turn(table)
    assert len(log(table)) == 2
    reasons = table.locator("[data-log] [data-why] > *").all_text_contents()
    assert [words.split(":")[0] for words in reasons] == [f"Column {at}" for at in range(1, 6)], "each with its reason"
    assert "Your turn" in table.locator(".cw-turn").inner_text()
    assert table.locator(".cw-b-hand.is-near [data-card]").count() == 5


def test_moves_are_shown_again_by_mouse_and_by_key(desk: Book) -> None:
    bots = "[cw.bots.Random(seed) for seed in (1, 2, 3)]"
    desk.fresh(
        "import capture_widgets as cw",
        f'g = cw.new("commander", seed=5, players=4, seats=["you", *{bots}])',
        'g.play("1xB4"); g.run(); g.table()',
    )
    table = desk.widget()
    wait_for_turn(table)
    for way in ("mouse", "key"):
        if way == "mouse":
            table.get_by_role("button", name="Show me again").click()
        else:
            table.locator("[data-place='2']").focus()
            table.page.keyboard.press("a")
        table.locator("[data-reveal]").wait_for()
        told = []
        while table.locator("[data-reveal]").count():
            told.append(table.locator(".cw-prompt").inner_text())
            assert table.locator("[data-last]").count() > 0
            table.locator("[data-reveal]").click()
        words = log(table)
        assert len(told) == len(words), "how it stood, and a stage for each move since one's own"
        for stage, line in zip(told[1:], words[1:], strict=True):
            assert stage.split(":")[0] in line
        assert attribute(table, "data-state") == "ready"


def test_the_end_speaks_to_the_person_and_lays_open_what_was_hidden(desk: Book) -> None:
    desk.fresh(
        MIDWAY,
        'g = cw.new("commander", seed=3, seats=["you", cw.bots.Greedy(1)])\n'
        "while not g.is_over:\n    g.run()\n    g.is_over or g.play(g.legal_moves()[0])\n"
        "g.undo()\nwhile g.to_play != 0: g.undo()",
        "g.table(pace=0)",
    )
    table = desk.widget()
    desk.run("while not g.is_over:\n    g.play(g.legal_moves()[0])")
    table.locator(".cw-outcome").wait_for()
    words = table.locator(".cw-outcome").inner_text()
    assert words.startswith(("You won against Greedy.", "You lost to Greedy."))
    assert table.locator(".cw-outcome li > b").count() == 0, "no points where none are counted"
    assert table.locator(".cw-cheer i").count() in (0, 54)
    assert table.locator(".cw-cheer i").evaluate_all("all => all.every(one => getComputedStyle(one).opacity === '0')")
    hidden = table.locator(".cw-b-formation [data-down]")
    assert hidden.count() > 0
    table.locator("[data-open]").click()
    expect(hidden).to_have_count(0)
    assert "Everything lies open" in table.inner_text()
    expect(table.locator("[aria-live]")).to_contain_text("Everything lies open")
    expect(table.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_a_hint_being_sought_shows_and_stops(desk: Book) -> None:
    desk.fresh(
        "import capture_widgets as cw\n"
        "from capture_widgets.bots import hints\nwhole = hints.hint_steps\n"
        "hints.hint_steps = lambda view, **given: whole(view, **{**given, 'seconds': 300})",
        'g = cw.new("kommando", seed=7)',
        "g.table(seat=None)",
    )
    table = desk.widget()
    wait_for_turn(table)
    try:
        for stop in ("click", "Escape"):
            table.locator("[data-place=L]").focus()
            table.page.keyboard.press("h")
            button = table.get_by_role("button", name="Stop", exact=True)
            button.wait_for()
            assert "Looking for a hint" in table.locator(".cw-turn").inner_text()
            expect(table.locator("[aria-live]")).to_contain_text("Looking for a hint")
            if stop == "click":
                button.click()
            else:
                table.page.keyboard.press(stop)
            button.wait_for(state="detached")
            wait_for_turn(table)
            assert table.locator(".is-hinted").count() == 0
        table.page.keyboard.press("h")
        table.get_by_role("button", name="Stop", exact=True).wait_for()
        move = desk.run("print(g.legal_moves()[-1])").split()[-1]
        end, card = move.split(":")
        drag(table, card, end)
        expect(table).to_have_attribute("data-ply", "1")
        expect(table.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
    finally:
        desk.run("hints.hint_steps = whole")


FLIGHTS = """table => {
    const flown = window.flown = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, how) {
        const card = this.closest('[data-id]');
        if (table.contains(this)) flown.push([card?.dataset.id ?? '', String(frames[0].transform)]);
        return animate.call(this, frames, how);
    };
}"""


@pytest.mark.parametrize("plies", little_or_much(24, 60))
def test_cards_fly_from_the_hand_and_turn_in_their_place(desk: Book, plies: int) -> None:
    desk.page.emulate_media(reduced_motion="no-preference")
    desk.fresh(
        MIDWAY,
        "g = cw.new('universal', seed=10)\n"
        "import random; rng = random.Random(4)\n"
        "line = []\n"
        "while not g.is_over: line.append(rng.choice(g.legal_moves())); g.play(line[-1])\n"
        "while g.can_undo: g.undo()",
        "g.table(seat=0, pace=0)",
    )
    table = desk.widget()
    wait_for_turn(table)
    table.evaluate(FLIGHTS)
    desk.run("seen = []")
    assert (
        desk.play_on(
            f"if len(seen) < {plies}:\n"
            "    move = line[len(seen)]\n"
            "    before, mover = g.dump(0)['table'], g.to_play\n    g.play(move)\n    after = g.dump(0)['table']\n"
            "    down = lambda t: sum(len(c['down']) for b in t['boards'] for c in b)\n"
            "    ups = [{c for b in t['boards'] for one in b for c in one['up']} for t in (before, after)]\n"
            "    bare = [c for c in ups[1] - ups[0] if c not in move.split()] if down(after) < down(before) else []\n"
            "    seen.append([move, mover, bare])\n"
            "    print(g.ply)",
            [table],
        )
        == plies
    )
    made = desk.run("import json; print(json.dumps(seen))")
    flown: list[tuple[str, str]] = [tuple(each) for each in table.evaluate("() => window.flown")]
    told = json.loads(made)
    bare = {card for _, _, cards in told for card in cards}
    assert bare
    turned: dict[str, str] = {}
    for card in bare:
        turned[card] = next((way for name, way in flown if name == card), "")
        assert turned[card], f"{card} is not turned"
    in_place = [card for card, way in turned.items() if way == "scaleX(0)"]
    assert in_place, "a card is turned where it lay"
    assert all(way.startswith("translate") for card, way in turned.items() if card not in in_place), "or in a new lane"
    laid = [move.split()[1] for move, mover, _ in told if mover == 1 and move.split()[0] in ("bar", "discard", "play")]
    assert laid
    for card in laid:
        ways = [way for name, way in flown if name == card and way.startswith("translate")]
        assert ways, f"{card} comes from nowhere"
    assert not any("scale(2)" in way for _, way in flown)
    desk.page.emulate_media(reduced_motion="reduce")


def test_places_of_the_last_move_are_told_to_screen_readers(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=5).play("1xB4")', "g.table(seat=1)")
    table = desk.widget()
    wait_for_turn(table)
    label = place(table, "4").get_attribute("aria-label") or ""
    assert label.endswith("last move")
