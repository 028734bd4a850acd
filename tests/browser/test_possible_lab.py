"""4X Solitaire tells what was possible: when asked, at the end, and in a replay."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lab import Book, wait_for_turn, wait_past
from tests.browser.play import log


def test_the_table_tells_whether_it_can_be_won_and_at_the_end_what_was_possible(desk: Book) -> None:
    desk.fresh("import capture_widgets as cw", 'g = cw.new("fourx", seed=24, seats=["you"])', "g.table()")
    table = desk.widget()
    wait_for_turn(table)
    desk.run("g.play('king d')")
    wait_past(table, "0")
    table.locator('[data-mark="winnable"]').click()
    expect(table.locator("[data-message]")).to_contain_text("With this king this deal can be won")
    desk.run("g.play('resign')")
    assert any("Asked whether it could still be won: it could." in line for line in log(table))
    par = table.locator("[data-par]")
    expect(par).to_contain_text("26 turns", timeout=20_000)
    expect(table.locator('[data-mark="winnable"]')).to_have_count(0)
    table.locator("[data-best-line]").click()
    line = desk.page.locator(".capture-widgets[data-view=replay]").first
    line.locator('[data-go="last"]').click()
    expect(line).to_have_attribute("data-state", "over")
    expect(table).to_be_hidden()
    line.locator('[data-mark="leave"]').click()
    expect(line).to_have_count(0)
    expect(table.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")

    desk.fresh("import capture_widgets as cw", "cw.replay(g.record())")
    replay = desk.widget(view="replay")
    expect(replay.locator("[data-log] [data-lost]")).to_contain_text("Given up, though it could still be won.")
    replay.locator('[data-go="last"]').click()
    expect(replay.locator(".cw-turn [data-lost]")).to_contain_text("??")
