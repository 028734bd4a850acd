"""A class in JupyterLab: a vote over a shared folder from question to playing on, and a console that leads tables."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.lab import Book, wait_attribute
from tests.browser.test_axe_lab import findings, in_every_theme, too_wide
from tests.leaks import find_cards

ON_RECORD = """
import capture_widgets as cw
game = cw.new("kommando", seed=3, seats=[cw.bots.Greedy(seed=1), cw.bots.Greedy(seed=2)]).run()
ply = next(ply for ply in range(3, game.ply) if game.at(ply).to_play == 0 and len(game.at(ply).legal_moves()) > 2)
"""


CROSSED = """poll => [...poll.querySelectorAll(".cw-vote-bar.is-worth")].filter(bar => {
    const words = bar.querySelector("span").getBoundingClientRect();
    return bar.querySelector("i").getBoundingClientRect().top < words.top + 0.65 * words.height;
}).map(bar => bar.textContent)"""


def test_a_class_votes_on_the_table_and_plays_on(desk: Book, tmp_path: Path) -> None:
    desk.fresh(
        ON_RECORD,
        f"lead = game.replay().broadcast({str(tmp_path)!r})",
        f"student = game.replay(seat=0, who='Ann').follow({str(tmp_path)!r}); student",
        "lead.ply = ply; poll = cw.poll(lead, 'What now?'); poll",
    )
    student, poll = desk.widget(view="replay"), desk.widget(view="poll")
    poll.locator('[data-poll="reopen"]').click()
    asked = student.locator("[data-question]")
    expect(asked).to_contain_text("What now?")
    moves = student.locator("[data-move]").evaluate_all("moves => moves.map(move => move.dataset.move)")
    place = str(moves[1])
    student.locator(f'[data-place="{place}"]').click()
    expect(asked).to_contain_text(f"({place})")
    poll.locator("[data-count='1']").wait_for()
    assert desk.run("print(poll.votes[0]['who'], poll.votes[0]['move'])") == f"Ann {place}"
    assert poll.locator("[data-choice]").count() == 0, "hidden until the teacher shows it"
    desk.run(f"poll.vote('Ben', {moves[0]!r}).vote('Cem', {place!r})")
    for what, mark in (("votes", "data-votes"), ("played", "data-played"), ("search", "data-best")):
        poll.locator(f'[data-show="{what}"]').click()
        poll.locator(f"[{mark}]").first.wait_for()
    assert poll.locator("[data-choice]").first.get_attribute("data-choice") == place, "most votes first"
    assert poll.evaluate(CROSSED) == [], "no mark of a chance stands across its words"
    assert findings(poll) == []
    assert findings(student) == []
    assert too_wide(poll) == {}
    poll.locator('[data-poll="end"]').click()
    expect(student.locator("[data-ballot]")).to_contain_text("The vote is closed")
    poll.locator(f'[data-class="{place}"]').click()
    wait_attribute(desk.widget(), "data-game", "kommando")
    assert desk.run("print(poll._continued.moves()[ply])") == place


def test_a_console_leads_the_tables_and_tells_no_seat_more_than_was_shown(desk: Book) -> None:
    desk.fresh(
        'game = cw.new("kommando", seed=7, seats=["Ann", "Ben"]); console = cw.console(game)',
        "table = game.table(seat=1); table",
    )
    table = desk.widget()
    secret = desk.run("print(*game.dump()['table']['hands'][0])").split()
    desk.frames.clear()  # the cell has just told them
    desk.run("console")
    console = desk.widget(view="console")
    expect(console).to_contain_text("as seat B: 1")
    expect(console).to_contain_text("They reach no table of another notebook")
    console.locator('[data-lead="freeze"]').click()
    wait_attribute(table.locator("[data-teacher]"), "data-teacher", "stopped")
    console.locator('[data-field="spot"]').fill("L")
    console.locator('[data-lead="spotlight"]').click()
    table.locator(".is-spotlit").wait_for()
    console.locator('[data-lead="clock"]').click()
    table.locator("[data-countdown]").wait_for()
    assert find_cards(desk.frames, secret) == [], "before anything is shown no page has heard of Ann's cards"
    console.locator('[data-lead="show 0"]').click()
    table.locator(f'[data-card="{secret[0]}"]').first.wait_for()
    assert in_every_theme(desk, console, "console", "console") == []
    assert too_wide(console) == {}
    console.locator("[data-conceal]").click()
    expect(table.locator(f'[data-card="{secret[0]}"]')).to_have_count(0)
    console.locator('[data-lead="release"]').click()
    expect(table.locator("[data-teacher='stopped']")).to_have_count(0)
