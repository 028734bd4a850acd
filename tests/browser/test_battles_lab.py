"""What was decided is shown on the table with its rule: battles until they are turned back, columns one by one."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Book, attribute, wait_for_turn, wait_past
from tests.browser.play import click, first, place, play
from tests.browser.test_axe_lab import findings, in_every_theme


def test_a_battle_lies_open_until_it_is_turned_back(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=0)', "g.table(seat=0, memory='none')")
    table = desk.widget()
    wait_for_turn(table)
    board = table.locator(".cw-board")
    battle, back = board.locator(".is-staged"), board.get_by_role("button", name="Turn face down")
    faces = board.locator(".cw-b-formation [data-card]")

    def opened(move: str) -> None:
        ply = attribute(table, "data-ply")
        desk.run(f"g.play({move!r})")
        wait_past(table, ply)
        battle.wait_for()
        assert battle.locator(".is-newest [data-card]").count() == 2
        assert "beats" in battle.inner_text()
        assert "CC-5" not in battle.inner_text(), "who wants to know asks why"
        assert faces.count() == 1

    opened("1xB2")
    place(table, "B1").focus()
    table.page.keyboard.press("Escape")
    battle.wait_for(state="detached")
    assert faces.count() == 0
    assert board.locator(".is-newest [data-card]").count() == 1, "the card that has left play stays seen"
    assert table.evaluate("table => table.getRootNode().activeElement.dataset.place") == "B1"
    expect(table.locator("[aria-live]")).to_contain_text("face down again")
    opened(desk.run("print(g.legal_moves()[0])"))
    back.focus()
    table.page.keyboard.press("Enter")
    battle.wait_for(state="detached")
    assert table.evaluate("table => table.getRootNode().activeElement.dataset.place") == "B1"
    opened(desk.run("print(g.legal_moves()[0])"))
    battle.locator(".is-newest").click(position={"x": 4, "y": 4})
    battle.wait_for(state="detached")
    opened(desk.run("print(g.legal_moves()[0])"))
    why = battle.get_by_role("button", name="Why?")
    assert why.get_attribute("title") == "Rule CC-5"
    why.click()
    expect(table.locator('[data-rule-id="CC-5"]')).to_be_focused()
    # picking goes on beside it
    table.locator(".is-near [data-place][aria-disabled=false]").first.click()
    assert battle.is_visible()


CUT_LINES = """table => {
    const box = table.querySelector(".cw-b-battles");
    const { top, bottom } = box.getBoundingClientRect();
    const parts = [...box.children].map(part => [part, part.getBoundingClientRect()]);
    return parts.filter(([part, at], index) => at.top < top - 1 || at.bottom > bottom + 1
        || (part.matches(".is-line") && part.scrollHeight > at.height + 1)
        || parts[index + 1]?.[1].top < at.bottom - 1).map(([part]) => part.textContent);
}"""
"""What of the last battles and gifts is cut, or lies over the next line."""


def test_in_teams_three_battles_with_gifts_between_them_are_whole_on_a_laptop(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    moves = "1xB1 1xC4 2xB2 3>B2 1xC1 7>C4 10xD5"
    given = f'g = cw.new("commander", seed=5, players=4, teams=True)\nfor move in "{moves}".split(): g.play(move)'
    desk.fresh("import capture_widgets as cw", given, "g.table(seat=1)")
    table = desk.widget()
    wait_for_turn(table)
    battles = table.locator(".cw-b-battles")
    gifts = ["Player D → you: gave D3 for B2", "Player A → Player C: gave A7 for C4"]
    expect(battles.locator(".is-line")).to_have_text(["You B1 → Player C C4: Q♥ beats 4♠", *gifts])
    assert battles.locator(".cw-b-battle").count() == 3
    assert table.evaluate(CUT_LINES) == []


def test_columns_say_why_they_are_captured_or_stay(desk: Book) -> None:
    desk.fresh(
        "import capture_widgets as cw",
        'g = cw.new("columns", seed=3)',
        "t = g.table(seat=0, pace=9000); t",
        "g.table(seat=1)",
    )
    table, other = desk.widget(0), desk.widget(1)
    for each in (table, other):
        play(each, first, click, most=1)
    prompt = table.locator(".cw-prompt")
    told = json.loads(desk.run("import json; print(json.dumps(t._log.entries[-1]['why']))"))
    assert [reason["of"] for reason in told] == list("ABCDE")
    for reason in told:
        expect(prompt).to_contain_text(reason["text"])
        expect(table.locator("[aria-live]")).to_contain_text(reason["text"])
        expect(prompt.get_by_role("button", name="Why?")).to_have_attribute("title", f"Rule {reason['rule']}")
        table.locator("[data-reveal]").click()
    expect(prompt).to_contain_text("Captured in this round: you ")


def test_the_last_round_of_columns_is_revealed_and_stays_even_if_it_captures_nothing(desk: Book) -> None:
    desk.fresh(
        'import capture_widgets as cw\ng = cw.new("columns", seed=1)',
        "while len(g.moves()) < 7: g.play(g.legal_moves()[0])",
        "t = g.table(seat=1, pace=9000); t",
    )
    table = desk.widget()
    before = desk.run("print(g.state.captured)")
    play(table, first, click, most=1)
    prompt, on = table.locator(".cw-prompt"), table.locator("[data-reveal]")
    on.wait_for()
    told = json.loads(desk.run("import json; print(json.dumps(t._log.entries[-1]['why']))"))
    assert desk.run("print(g.is_over, g.state.captured)") == f"True {before}"
    for reason in told:
        expect(prompt).to_contain_text(reason["text"])
        on.click()
    table.locator(".cw-outcome").wait_for()
    results = table.locator(".cw-b-reveal .cw-b-shown")
    assert results.count() == len(told) > 0
    for row, reason in zip(results.all(), told, strict=True):
        expect(row).to_contain_text(f"stays: {reason['brief']}")


@pytest.mark.thorough
def test_axe_finds_nothing_about_an_open_battle_and_the_cards_of_a_replay(desk: Book) -> None:
    desk.fresh(
        "import capture_widgets as cw",
        'h = cw.new("universal", seed=10, seats=[cw.bots.Random(1), cw.bots.Random(2)])\nh.run()\nh.replay(seat=None)',
        'g = cw.new("commander", seed=0)',
        "t = g.table(seat=0); t",
    )
    table, replay = desk.widget(), desk.widget(view="replay")
    wait_for_turn(table)
    desk.run("g.play('1xB2')")
    table.locator(".is-staged").wait_for()
    assert in_every_theme(desk, table, "battle") == []
    replay.locator("[data-go=last]").click()
    replay.locator("[data-look]").first.wait_for()
    assert findings(replay) == []


def test_two_at_one_screen_both_see_a_battle_before_it_is_uncovered_and_after(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=0)', "g.table()")
    table = desk.widget()
    wait_for_turn(table)
    click(table, "1")
    click(table, "B2")
    wait_past(table, "0")
    shown = table.locator(".is-staged [data-card]")
    table.locator(".cw-cover").wait_for()
    assert shown.count() == 2
    for card in shown.all():
        card.click(trial=True)  # nothing lies over it
    table.get_by_role("button", name="I am B").click()
    table.locator(".cw-cover").wait_for(state="detached")
    assert shown.count() == 2


def test_a_refused_target_keeps_the_picked_card_and_a_near_miss_means_the_card_beside_it(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("commander", seed=0)', "g.table(seat=0)")
    table = desk.widget()
    wait_for_turn(table)
    place(table, "2").click()
    place(table, "B9").click(force=True)
    expect(table.locator('[data-message][data-rule="CC-4"]')).to_be_visible()
    expect(place(table, "2")).to_have_attribute("aria-pressed", "true")
    beside = table.evaluate(
        """table => {
            const { right, top, bottom } = table.querySelector("[data-place=B4]").getBoundingClientRect();
            const [x, y] = [right + 3, (top + bottom) / 2];
            return [x, y, table.getRootNode().elementFromPoint(x, y).closest("[data-place]")?.dataset.place ?? null];
        }"""
    )
    assert beside[2] is None, "no card lies there"
    table.page.mouse.click(beside[0], beside[1])
    table.locator(".is-staged").wait_for()
    assert desk.run("print(g.moves()[0])") == "2xB4"
