"""Learning from one's mistakes: a replay stops and asks; after a game its table tells them, and what comes next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Book, wait_until
from tests.browser.play import filling
from tests.browser.test_axe_lab import findings

MADE = """
import capture_widgets as cw
from dataclasses import replace
g = cw.new("kommando", seed=8, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
a = cw.analyse(g, simulations=80, seat=None, progress=False)
other = lambda ply: [move for move in g.at(ply).legal_moves() if move != g.moves(0)[ply]]
at = next(row.ply for row in a.of(0) if row.to_play == 0 and other(row.ply))
blame = lambda row: replace(row, best=other(at)[0], loss=0.2, loss_low=0.15, loss_high=0.25, mistake=True)
a = replace(a, standings=tuple(blame(row) if (row.ply, row.seat) == (at, 0) else replace(row, mistake=False)
                               for row in a.standings))
"""


def test_a_replay_lets_one_learn_from_mistakes(desk: Book) -> None:
    desk.fresh(MADE, "r = cw.replay(g.record(), seat=0, analysis=a); r")
    replay = desk.widget(view="replay")
    expect(replay.locator("[data-log] [data-lost]")).to_have_count(1)
    replay.locator("[data-learn=can]").click()
    expect(replay.locator("[data-learn=does]")).to_have_count(1)
    ply = int(desk.run("print(at)").split()[-1])
    expect(replay).to_have_attribute("data-ply", str(ply))
    asked = replay.locator("[data-question]")
    expect(replay.locator(".cw-count")).to_have_text(f"Move {ply + 1}")
    marked = replay.locator("[data-log] [aria-current]")
    # the move that the heading names, before the list has it
    expect(marked.locator(".cw-ply")).to_have_text(str(ply + 1))
    assert asked.locator("input").count() == 0, "nobody keeps these answers, so no name is asked for"
    expect(asked).to_contain_text("Which move wins more?")
    desk.run("r.answer(g.moves(0)[at])")
    expect(replay.locator("[data-told]")).to_contain_text("That is the move that was played")
    expect(replay.locator("[data-told]")).to_have_attribute("data-right", "false")
    replay.locator('[data-mark="try again"]').click()
    expect(replay.locator("[data-told]")).to_have_count(0)
    best = desk.run("print(other(at)[0])").split()[-1]
    asked.locator("details summary").click()
    asked.locator(f'[data-move="{best}"]').click()
    expect(replay.locator("[data-told]")).to_contain_text("is the best move found", timeout=20_000)
    expect(replay.locator("[data-told]")).to_have_attribute("data-right", "true")
    assert replay.locator(".cw-learn-words > b").all_inner_texts() == ["Right"], "the word that judges stands out alone"
    expect(replay).to_have_attribute("data-ply", str(ply))
    expect(replay.locator(".cw-board .is-hinted").first).to_be_visible()
    replay.locator("[data-go=forward]").click()
    expect(replay).to_have_attribute("data-ply", str(ply + 1))
    expect(marked).to_have_attribute("data-ply", str(ply + 1))
    expect(replay.locator(".cw-board .is-hinted")).to_have_count(0)
    replay.locator('[data-mark="done learning"]').click()
    replay.locator(f'[data-at="0/{ply}"]').click()
    replay.locator("[data-better-line]").click()
    expect(replay).to_have_attribute("data-line", "1")
    expect(replay).to_have_attribute("data-seat", "all")


COUNTED = """() => {
    const { animate } = Element.prototype;
    window.flights = 0;
    Element.prototype.animate = function (...how) {
        if (this.closest(".cw-board")) window.flights += 1;
        return animate.apply(this, how);
    };
}"""
"""Counts the cards that fly from now on."""

ON_SCREEN = """replay => [".cw-learn", ".cw-b-hand.is-near", ".cw-plate"].every(part =>
    [...replay.querySelectorAll(part)].every(one => {
        const list = replay.querySelector(".cw-learn > .cw-legal")?.offsetHeight ?? 0;
        const { top, bottom } = one.getBoundingClientRect();
        return top > -1 && bottom - list <= innerHeight;
    }))"""
"""Whether the question, the plates and the hand are in view; fingers have no list of moves below it."""


@pytest.mark.parametrize("game", ["kommando", "columns"])
def test_a_telephone_shows_the_question_about_a_mistake_the_table_and_the_hand_at_once(desk: Book, game: str) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(MADE.replace("kommando", game), "r = cw.replay(g.record(), seat=0, analysis=a); r")
    replay = desk.widget(view="replay")
    replay.locator('.cw-player [data-mark="fill"]').click()
    desk.page.locator(".cw-frame[data-fills]").wait_for()
    try:
        replay.locator("[data-go=last]").click()
        replay.evaluate(COUNTED)
        desk.page.emulate_media(reduced_motion="no-preference")
        replay.locator("[data-learn=can]").click()
        expect(replay.locator("[data-question]")).to_be_visible()
        wait_until(replay, ON_SCREEN)
        assert replay.evaluate("() => window.flights") == 0, "the position of a mistake is there at once"
        desk.page.emulate_media(reduced_motion="reduce")
        desk.run("r.answer(g.moves(0)[at])")
        expect(replay.locator("[data-told]")).to_have_attribute("data-right", "false")
        wait_until(replay, ON_SCREEN)
        replay.locator("[data-better]").click()
        told = replay.locator(".cw-learn-words")
        expect(told).to_contain_text(
            re.compile(r"Better is (this|to exchange .* and .*)\." if game == "columns" else "Better is to ")
        )
        expect(told.get_by_role("img")).to_have_count(1 if game == "columns" else 0)  # which then names the cards
        replay.locator("[data-learn=does]").click()
        expect(replay.locator(".cw-head")).to_be_in_viewport()
    finally:
        desk.page.evaluate("document.exitFullscreen()")


SLOW = """
from capture_widgets.widgets.replay import learning
from threading import Event
going, judge = Event(), learning.Learning.judge
learning.Learning.judge = lambda *of: going.wait(20) and judge(*of)
"""
"""A judgement waits until the cell after it lets it go on."""


def test_the_move_that_is_looked_at_is_marked_and_the_bar_that_plays_stays_when_the_whole_replay_comes(
    desk: Book,
) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(MADE + SLOW, "r = cw.replay(g.record(), seat=0, analysis=a); r")
    replay = desk.widget(view="replay")
    top = (
        "replay => replay.querySelector('.cw-player').getBoundingClientRect().top - replay.getBoundingClientRect().top"
    )
    stood = replay.evaluate(top)
    replay.locator("[data-learn=can]").click()
    asked = replay.locator("[data-question]")
    assert replay.evaluate(top) == pytest.approx(stood, abs=1)
    best = desk.run("print(other(at)[0])").split()[-1]
    asked.locator("details summary").click()
    asked.locator(f'[data-move="{best}"]').click()
    try:
        expect(replay.locator("[data-judging]")).to_be_visible()
        expect(replay.locator(".cw-board .is-pending").first).to_be_visible()
    finally:
        desk.tell("going.set()")
    expect(replay.locator("[data-told]")).to_have_attribute("data-right", "true")
    expect(replay.locator(".cw-board .is-pending")).to_have_count(0)


OF_SEED = 'cw.new("kommando", seed=14, seats=["you", cw.bots.Greedy(1)])'
OVER = f"""
import capture_widgets as cw
g = {OF_SEED}
while g.ply < 19: g.play(g.legal_moves()[0])
last = g.legal_moves()[0]
"""
"""A deal in which these moves lose so much that a short search on a busy machine finds mistakes, too."""


OF_DAY = 'cw.daily("kommando", date="2026-11-27", seats=["you", cw.bots.Greedy(1)])'


def test_the_result_with_the_mistakes_found_is_whole_on_a_small_laptop(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(OVER.replace(OF_SEED, OF_DAY), "t = g.table()\nt")
    table = desk.widget()
    desk.run("g.play(last)")
    table.locator('[data-mistakes="find"]').click()
    table.locator('[data-mistakes="found"]').wait_for()
    expect(table.locator("[data-share]")).to_have_count(1)
    outcome = table.locator(".cw-outcome")
    assert outcome.evaluate("box => box.scrollHeight - box.clientHeight") <= 1
    tops = outcome.locator(".cw-mistakes > p, .cw-mistakes > button, .cw-mistakes summary").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)"
    )
    assert max(tops) - min(tops) < 8, "the number, the button and the list stand in one row"


def test_an_open_list_of_mistakes_is_as_high_as_the_board_and_moves_no_button(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.fresh(OVER, "t = g.table()\nt")
    table = desk.widget()
    desk.run("g.play(last)")
    table.locator('[data-mistakes="find"]').click()
    table.locator('[data-mistakes="found"]').wait_for()
    outcome = table.locator(".cw-outcome")
    below = "table => table.querySelector('.cw-tools').getBoundingClientRect().top - table.getBoundingClientRect().top"
    stood = table.evaluate(below)
    outcome.locator(".cw-mistakes summary").click()
    expect(outcome.locator(".cw-mistakes ol")).to_be_visible()
    assert table.evaluate(below) - stood < 1, "an open list moves no button"
    assert outcome.evaluate("box => box.getBoundingClientRect().height") > 300


def test_an_open_list_of_mistakes_leaves_rematch_and_replay_in_view_on_a_telephone(desk: Book) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.fresh(OVER, "t = g.table()\nt")
    table = desk.widget()
    with filling(table):
        desk.tell("g.play(last)")
        table.locator('[data-mistakes="find"]').click()
        table.locator('[data-mistakes="found"]').wait_for()
        outcome = table.locator(".cw-outcome")
        outcome.locator(".cw-mistakes summary").click()
        expect(outcome.locator(".cw-mistakes ol")).to_be_visible()
        for name in ("Rematch with a new deal", "Replay"):
            expect(outcome.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        outcome.locator('[data-mistakes="look"]').click(trial=True)
        first, bar = (
            outcome.locator(part).first.bounding_box() for part in (".cw-mistakes li", ".cw-mistakes[data-mistakes]")
        )
        assert first and bar and first["y"] + 40 < bar["y"], "and the list begins in view, too"


LIKED = {"back": "stripes", "cloth": "green", "index": "large", "clock": True}
LIKE = """(_table, liked) => {
    const newValue = liked && JSON.stringify(liked);
    dispatchEvent(new StorageEvent("storage", { key: "capture-widgets/feel", newValue }));
}"""
"""Another page of this browser says what is liked from now on."""


def test_after_the_game_mistakes_are_told_and_the_deal_is_played_again_against_a_stronger_bot(desk: Book) -> None:
    desk.fresh(OVER, "t = g.table()\nt")
    table = desk.widget()
    desk.run("g.play(last)")
    expect(table).to_have_attribute("data-state", "over")
    expect(table.locator(".cw-outcome").get_by_role("button", name="Rematch with a new deal")).to_be_visible()
    button = table.get_by_role("button", name="Replay", exact=True)
    button.focus()
    desk.page.keyboard.press("Enter")
    expect(desk.widget(view="replay")).to_have_attribute("data-ply", "0")
    expect(table).to_be_hidden()
    desk.page.locator('[data-mark="leave"]').focus()
    desk.page.keyboard.press("Enter")
    expect(button).to_be_focused()
    table.locator('[data-mistakes="find"]').click()
    table.locator('[data-mistakes="found"]').wait_for()
    table.locator('[data-mistakes="look"]').focus()
    desk.page.keyboard.press("Enter")
    desk.widget(view="replay")
    expect(table).to_be_hidden()
    desk.page.locator('[data-mark="leave"]').focus()
    desk.page.keyboard.press("Enter")
    expect(table.locator('[data-mistakes="look"]')).to_be_focused()
    found = []
    table.evaluate(LIKE, LIKED)
    for theme in ("light", "dark"):
        desk.run(f"t.settings = {{**t.settings, 'theme': '{theme}'}}")
        expect(table).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {words}" for words in findings(table)]
    table.evaluate(LIKE, None)
    assert found == []
    deal = desk.run("print(g.deal_code)")
    table.locator('[data-rematch="stronger"]').click()
    expect(table).to_have_attribute("data-ply", "0")
    assert desk.run("print(g.names[1], g.deal_code)").split("\n")[-1] == f"Club player {deal}"


WATCH = """box => {
    const table = box.closest("[data-view]");
    window.stood = [];
    const look = () => {
        const { left, top } = table.getBoundingClientRect();
        const buttons = [...table.querySelectorAll(".cw-outcome button, .cw-tools button")]
            .filter(one => one.offsetWidth > 0 && !one.matches("[data-mistakes]"))
            .map(one => [one.textContent, one.getBoundingClientRect()])
            .map(([words, at]) => [words, Math.round(at.left - left), Math.round(at.top - top)]);
        const now = JSON.stringify(buttons);
        if (buttons.length > 0 && !window.stood.includes(now)) window.stood.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes at every frame where the buttons stand."""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "telephone"])
def test_a_search_for_mistakes_moves_no_button(desk: Book, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.fresh(OVER, "t = g.table()\nt")
    table = desk.widget()
    desk.run("g.play(last)")
    table.locator('[data-mistakes="find"]').wait_for()
    table.locator('[data-mark="again"]').wait_for()  # what the end changes of the tools is not the search's
    table.locator(".cw-outcome").evaluate(WATCH)
    table.locator('[data-mistakes="find"]').click()
    expect(table.locator('[data-mistakes="stop"]')).to_have_text("Stop")
    table.locator('[data-mistakes="found"]').wait_for()
    assert len(desk.page.evaluate("window.stood")) == 1, "whatever the search says, and once it has ended"


MAPPED = """
import capture_widgets as cw
from dataclasses import replace
g = cw.new("fourx", seed=1, seats=["you"])
for _ in range(4):
    g.play(next(move for move in g.legal_moves() if move != "resign"))
g.play("resign")
a = cw.analyse(g, seconds=0.01, seat=0, progress=False)
at = 3
other = next(move for move in g.at(at).legal_moves() if move not in ("resign", g.moves(0)[at]))
blame = dict(best=other, loss=2.0, loss_low=1.0, loss_high=3.0, mistake=True)
a = replace(a, standings=tuple(replace(row, **(blame if row.ply == at else dict(mistake=False)))
                               for row in a.standings))
"""

MAP_IN_VIEW = """replay => {
    const bottom = part => replay.querySelector(part).getBoundingClientRect().bottom;
    const player = replay.querySelector(".cw-player").getBoundingClientRect();
    return bottom(".cw-b-arsenal") <= (player.height ? player.top : innerHeight);
}"""
"""Whether the map and the arsenal below it end above the buttons that play the moves, or in the window."""


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_a_telephone_shows_the_whole_map_of_4x_solitaire_and_the_arsenal(desk: Book, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.fresh(MAPPED, "r = cw.replay(g.record(), seat=0, analysis=a); r")
    replay = desk.widget(view="replay")
    with filling(replay):
        replay.locator("[data-go=last]").click()
        wait_until(replay, MAP_IN_VIEW)
        replay.locator("[data-learn=can]").click()
        expect(replay.locator("[data-question]")).to_be_visible()
        wait_until(replay, MAP_IN_VIEW)
        replay.locator("[data-better]").click()
        expect(replay.locator(".cw-learn-words")).to_contain_text("Better is ")
        wait_until(replay, MAP_IN_VIEW)


HELD = """
import threading
from dataclasses import replace
from capture_widgets.analysis import analysis_run
from capture_widgets.library import kept_analyses
kept_analyses.SECONDS = 0.02
going, steps_of = threading.Event(), analysis_run.analysis_steps
def held(*given, **more):
    def reported(done, of):
        given[3](done, of)
        if done == 6: going.wait(60)
    return steps_of(*given[:3], reported, *given[4:], **more)
analysis_run.analysis_steps = held
judge = analysis_run.judge_position
def blamed(task, stop=lambda: False):
    cost = dict(chance=0.6, loss=0.2, loss_low=0.15, loss_high=0.25, mistake=True)
    best = lambda: str(task.views[0][0].legal_moves()[-1])
    return [replace(row, best=best(), **cost) if row.to_play == 0 and row.ply < 4 else row
            for row in judge(task, stop)]
analysis_run.judge_position = blamed
"""


@pytest.mark.parametrize("width", [390, 1366])
def test_the_first_mistake_is_read_while_the_search_goes_on_which_a_replay_shows(desk: Book, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 844 if width < 480 else 768})
    desk.fresh(OVER + HELD, "t = g.table()\nt")
    table = desk.widget()
    with filling(table):
        desk.tell("g.play(last)")
        table.locator('[data-mistakes="find"]').click()
        table.locator(".cw-mistakes-progress summary").click(timeout=60_000)
        first = table.locator(".cw-mistakes li")
        expect(first).to_contain_text("Best move: about 60.")
        stop = table.locator('[data-mistakes="stop"]')
        expect(stop).to_be_in_viewport(ratio=1)
        expect(first).to_be_in_viewport()
        table.locator('.cw-outcome [data-mark="replay"]').click()
        replay = desk.widget(view="replay")
        expect(replay.locator('[data-search="runs"]')).to_be_visible()
        desk.tell("going.set()")
        expect(replay.locator('[data-learn="can"]')).to_be_visible(timeout=30_000)
    desk.run("analysis_run.analysis_steps, analysis_run.judge_position, kept_analyses.SECONDS = steps_of, judge, 0.1")
