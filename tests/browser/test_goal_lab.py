"""What a stranger reads at a table: the goal, pictured rules, variants, names; by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.lab import Book, attribute, wait_past, wait_until
from tests.browser.play import click, place
from tests.thorough import thorough_but

TABLES = {
    "two": 'cw.new("commander", seed=3, twos_beat_aces=True, war="chain", seats=["you", cw.bots.Random(1)])',
    "three": 'cw.new("commander", seed=3, players=3)',
    "four": 'cw.new("commander", seed=3, players=4, seats=["Ann", "Ben", "Cleo", "Dan"])',
    "teams": 'cw.new("commander", seed=3, teams=True)',
    "columns": 'cw.new("columns", seed=1, aces="swing")',
    "kommando": 'cw.new("kommando", seed=7, match=True)',
    "fourx": 'cw.new("fourx", seed=2, tech=True)',
    "universal": 'cw.new("universal", seed=4, opening="one card")',
}
"""A table of each game, Commander with every number of players."""

IN_VIEW = """sentence => {
    const box = sentence.getBoundingClientRect(), whole = sentence.closest('.capture-widgets').getBoundingClientRect();
    return box.width > 0 && box.left >= whole.left && box.right <= whole.right && box.bottom <= whole.bottom
        && sentence.scrollWidth <= sentence.clientWidth + 1;
}"""


@pytest.fixture
def table(desk: Book) -> Any:
    """Shows one of the tables, for the first seat, in a browser that has put nothing away."""

    def show(name: str) -> Locator:
        desk.page.evaluate("() => localStorage.removeItem('capture-widgets/goals-put-away')")
        desk.fresh("import capture_widgets as cw", f"g = {TABLES[name]}", "g.table(seat=0, pace=0)")
        return desk.widget()

    return show


@pytest.mark.parametrize("name", thorough_but(TABLES, "two", "universal"))
def test_the_goal_is_in_view_and_the_rules_begin_with_it(table: Any, name: str, desk: Book) -> None:
    shown = table(name)
    goal = shown.locator("[data-goal]")
    assert goal.inner_text() == desk.run("print(g.type.guide(g.history.settings, g.history.match).goal)")
    for width in (1366, 620):
        desk.page.set_viewport_size({"width": width, "height": 768})
        assert goal.evaluate(IN_VIEW)
    told = shown.locator("[data-guide]")
    seen = shown.inner_text().replace(shown.locator("[aria-live]").inner_text(), "")  # that is for the ear only
    assert seen.count(goal.inner_text()) == 1, "a newcomer reads it once, where it stays"
    assert desk.run("print(g.type.guide(g.history.settings, g.history.match).turn)") in told.inner_text()
    shown.locator("[data-tab=rules]").click()
    abouts = shown.locator("[data-about]")
    assert abouts.count() == 3
    assert abouts.first.locator("p").inner_text() == goal.inner_text()
    assert abouts.first.locator(".cw-drawing").first.is_visible()
    wide = "list => list.scrollWidth <= list.clientWidth"
    assert shown.locator(".cw-rules").evaluate(wide), "drawings stay within the panel"
    variants = desk.run("print([one['name'] for one in g.history.settings.variants()])")
    assert str(shown.locator("[data-variant]").evaluate_all("all => all.map(one => one.dataset.variant)")) == variants


def test_the_goal_is_put_away_and_brought_back_by_mouse_and_keyboard(table: Any, desk: Book) -> None:
    shown = table("kommando")
    goal, way = shown.locator("[data-goal]"), shown.locator("[data-goal-way]")
    shown.get_by_role("button", name="Hide the goal").click()
    assert not goal.is_visible()
    assert (goal.text_content() or "?") in shown.locator("[data-guide]").inner_text(), "now the guide begins with it"
    assert way.evaluate("way => way === way.getRootNode().activeElement"), "the focus stays where it came from"
    desk.run("h = cw.new('kommando', seed=8)\nh.table(seat=0)")
    assert not desk.widget(1).locator("[data-goal]").is_visible(), "this browser remembers it"
    way.press("Enter")
    assert goal.is_visible()
    assert attribute(way, "aria-expanded") == "true"
    place(shown, "L").focus()
    desk.page.keyboard.press("g")
    assert not goal.is_visible()
    desk.page.keyboard.press("g")
    assert goal.is_visible()


def test_a_variant_names_its_rule_and_opens_it_alone(table: Any) -> None:
    shown = table("two")
    variant = shown.get_by_role("button", name="Twos beat aces, rule CC-18")
    assert "CC-18" in (variant.get_attribute("title") or "")
    variant.press("Enter")
    rule = shown.locator("[data-rule-id='CC-18']")
    assert rule.is_visible()
    wait_until(rule, "rule => rule === rule.getRootNode().activeElement")
    assert shown.locator("[data-rule-id='CC-15']").count() == 0, "nobody plays in teams here"


def test_a_king_is_chosen_among_four_cards_that_say_what_they_mean(table: Any, desk: Book) -> None:
    shown = table("fourx")
    assert shown.locator(".cw-turn").inner_text() == "Your turn"
    assert shown.locator(".cw-b-king .cw-card").count() == 4
    assert "suit" in shown.locator(".cw-b-kings > .cw-note").inner_text()
    ply = attribute(shown, "data-ply")
    click(shown, "h")
    wait_past(shown, ply)
    assert desk.run("print(g.log()[-1]['text'])") == "A chooses the king of hearts."
    effects = shown.locator(".cw-note.is-effect")
    assert effects.count() == 3, "each card of the arsenal says what it would be good for"
    assert all(effects.nth(at).is_visible() for at in range(3))


def test_seats_have_names_partners_are_marked_and_the_commander_stands_out(table: Any) -> None:
    shown = table("four")
    names = shown.locator(".cw-plate .cw-name")
    assert sorted(names.all_inner_texts()) == ["Ann", "Ben", "Cleo", "Dan"]
    assert all(names.nth(at).is_visible() for at in range(4))
    shown = table("teams")
    assert sorted(shown.locator(".cw-role").all_inner_texts()) == ["opponent", "opponent", "partner"]
    assert shown.locator(".cw-b-formation.is-ally").count() == 1
    frame = "block => getComputedStyle(block).outlineColor"
    ring = "spot => getComputedStyle(spot, '::after').borderTopColor"
    able = shown.locator(".cw-b-formation.is-near .cw-spot.is-able").first
    assert shown.locator(".cw-b-formation.is-ally").evaluate(frame) != able.evaluate(ring), "a partner is no invitation"
    assert {"Player B", "Player C", "Player D"} < set(shown.locator(".cw-plate .cw-name").all_inner_texts())
    gold = "spot => getComputedStyle(spot.querySelector('.cw-card')).boxShadow"
    commander, other = (shown.locator(f".cw-spot:has([data-place='{at}'])") for at in ("13", "12"))
    assert commander.evaluate(gold) != other.evaluate(gold)
    assert "commander" in (place(shown, "13").get_attribute("aria-label") or "")


def test_a_name_is_changed_at_the_table_and_stays_through_a_bot_and_back(table: Any, desk: Book) -> None:
    shown = table("two")
    shown.locator("[data-tab=seats]").click()
    field = shown.locator("[data-person='0']")
    field.fill("Ann Lee")
    field.press("Enter")
    plate = shown.locator(".cw-plate .cw-name").get_by_text("Ann Lee", exact=True)
    plate.wait_for()
    chosen = shown.get_by_label("Seat A is played by")
    chosen.select_option("random")
    field.wait_for(state="detached")
    chosen.select_option("person")
    plate.wait_for()
    assert desk.run("print(g.record()['seats'][0])") == "Ann Lee"


SIGNS = {"undo", "redo", "fill", "keys"}
"""Buttons whose signs say enough where there is little room."""


@pytest.mark.parametrize(("name", "more"), [("two", set()), ("fourx", {"again"})])
def test_buttons_stand_in_one_line_and_keep_their_words_on_a_laptop(table: Any, name: str, more: set[str]) -> None:
    """4X Solitaire, which has most of them, gives up two words as `capture-widgets` opens it at 1366 (849 wide)."""
    shown = table(name)
    assert shown.locator(".cw-tools > .cw-button").count() >= 7
    lines = """async (table, width) => {
        table.querySelector(".cw-below").style.width = `${width}px`;
        await new Promise(requestAnimationFrame);
        const all = [...table.querySelectorAll(".cw-tools > .cw-button, .cw-menu > summary")].filter(
            one => one.checkVisibility());
        return [new Set(all.map(one => one.getBoundingClientRect().bottom)).size,
                ...all.map(one => [one.dataset.mark, one.querySelector("span").getBoundingClientRect().width])];
    }"""
    laptop = {"fill", "keys"} if more else {"keys"}
    for width, plain in ((1060, set()), (849, laptop), (680, SIGNS | more), (580, None)):
        count, *words = shown.evaluate(lines, width)
        assert count == 1, width
        assert {mark for mark, wide in words if wide <= 10} == ({mark for mark, _ in words} if plain is None else plain)
        assert shown.locator(".cw-tools").evaluate("one => one.scrollWidth <= one.clientWidth"), width


def test_own_formation_stands_in_the_middle_with_three_and_four(table: Any, desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    off = """table => {
        const middle = of => { const { left, width } = of.getBoundingClientRect(); return left + width / 2; };
        const [board, own] = [".cw-board", ".cw-b-formation.is-near"].map(name => table.querySelector(name));
        return Math.abs(middle(board) - middle(own));
    }"""
    for name in ("three", "four"):
        assert table(name).evaluate(off) < 2


def test_columns_piles_and_the_bar_are_named_as_in_the_log(table: Any) -> None:
    shown = table("universal")
    captions = shown.locator(".cw-note.is-caption").all_inner_texts()
    assert captions.count("3") == 2
    assert {"Stock", "Discard pile", "Bar: each suit from 1 up"} <= set(captions)
    assert shown.locator(".cw-prompt").inner_text().strip().startswith("Play a card onto your board")
