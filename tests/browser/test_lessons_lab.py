"""Lessons in JupyterLab: each first hand from start to end by keys alone, and the ways in and out of one."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

import capture_widgets as cw
from tests.browser.conftest import Cells
from tests.browser.lab import Book, attribute, wait_attribute, wait_for_turn, wait_until
from tests.browser.test_axe_lab import findings
from tests.first_hands.moments import leads_on
from tests.thorough import thorough_but

WIDTHS = (360, 800, 1920)


def tab_to(lesson: Locator, wanted: str) -> None:
    """Press Tab until something has the focus."""
    page = lesson.page
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {wanted}")


def to_begin_with(lesson: Locator) -> None:
    """Put the focus where it is after a step more."""
    lesson.locator(".cw-step-head > [tabindex]").focus()


def answered(lesson: Locator) -> None:
    """Wait for the reply, with which the focus goes to the button to go on."""
    lesson.locator("[data-reply][data-right=true]").wait_for()
    lesson.page.wait_for_function("() => document.activeElement?.dataset.go === 'next'")


def type_move(lesson: Locator, move: str) -> None:
    wait_for_turn(lesson.locator('[data-view="table"]'))
    tab_to(lesson, "[data-place]")
    keys = lesson.page.keyboard
    keys.press("/")
    keys.type(move)
    keys.press("Enter")


def play_out(lesson: Locator) -> None:
    """Play on at the table, any move, until the lesson has what it asked for."""
    table = lesson.locator('[data-view="table"]')
    while wait_for_turn(table) and lesson.locator("[data-reply]").count() == 0:
        moves: list[str] = table.locator("[data-move]").evaluate_all("moves => moves.map(move => move.dataset.move)")
        # whoever looks around comes to the end of a map
        wanted = [move for move in moves if move.startswith("explore") or move in ("travel f2 d3", "travel d3 b2")]
        ply = attribute(table, "data-ply")
        to_begin_with(lesson)
        type_move(lesson, (wanted or moves)[0])
        wait_until(table, "(table, ply) => table.dataset.ply !== ply || !table.isConnected", ply)


@pytest.mark.parametrize("slug", thorough_but(cw.games(), "columns"))
def test_a_first_hand_is_gone_through_by_keys_alone(desk: Book, slug: str) -> None:
    keys = desk.page.keyboard
    desk.fresh(f'lesson = cw.lesson("{slug}")', "run = lesson.run(pace=0)\nrun")
    lesson = desk.widget(view="lesson")
    lesson.locator('[data-view="table"]').wait_for()
    to_begin_with(lesson)
    steps = cw.lesson(slug).steps
    found: list[str] = []
    looked_at: set[str] = set()
    for step in steps:
        lesson.locator(f'[data-step="{step.number}"]').wait_for()
        assert desk.page.evaluate("() => document.activeElement.matches('.cw-step-head > *')"), (
            "the head of the step has the focus"
        )
        if step.ask == "move":
            type_move(lesson, str(step.right[0]))
            if leads_on(steps, step.number):
                lesson.locator(f'[data-step="{step.number + 1}"] [data-before]').wait_for()
            else:
                answered(lesson)
        elif step.ask == "choice":
            tab_to(lesson, f"[data-say={json.dumps(step.right[0])}]")
            keys.press("Enter")
            answered(lesson)
        elif step.ask == "number":
            tab_to(lesson, "input[data-say]")
            keys.type(str(step.right[0]))
            keys.press("Enter")
            answered(lesson)
        elif step.ask == "until":
            play_out(lesson)
            answered(lesson)
        # the words of each kind of question, and the table with them where it is new and where it is over
        if step.number in (1, len(steps) - 1):
            found += findings(lesson)
        elif step.ask not in looked_at:
            found += findings(lesson.locator(".cw-lesson-words"))
        looked_at.add(step.ask)
        if step is not steps[-1] and not leads_on(steps, step.number):
            tab_to(lesson, "[data-go=next]")
            keys.press("Enter")
    assert lesson.locator("[data-go=next]").count() == 0, "a game follows, and nothing has to be finished first"
    assert desk.run("print(lesson.score().points == lesson.score().of > 4)") == "True"
    assert lesson.locator("[data-reviewed]").count() == 0, "a first hand is no examination"
    found += findings(lesson.locator(".cw-lesson-words"))
    begin = lesson.locator("[data-go=play]")
    assert begin.inner_text() == ("Now play an easy map" if slug == "fourx" else "Now play against Beginner")
    tab_to(lesson, "[data-go=play]")
    keys.press("Enter")
    table = lesson.locator('[data-view="table"][data-ply="0"][data-state="ready"]')
    table.wait_for()
    assert attribute(table, "data-game") == slug
    assert begin.count() == 0
    assert found == []


def test_a_lesson_is_offered_beside_the_rules_and_in_the_lobby_and_left_at_any_time(sheet: Cells) -> None:
    game = 'g = cw.new("kommando", seed=3, seats=["you", cw.bots.Random()])\ng'
    with sheet(game, "lobby = cw.lobby()\nlobby") as book:
        book.run_all()
        table = book.widget()
        wait_for_turn(table)
        before = book.run("print(g.record())")
        table.get_by_role("tab", name="Rules").click()
        table.locator("[data-lesson]").click()
        lesson = book.widget(view="lesson")
        lesson.locator("[data-go=next]").click()
        lesson.locator('[data-step="1"]').wait_for()
        assert table.is_hidden()
        lesson.locator('[data-mark="leave"]').click()
        table.locator("[data-lesson]").wait_for(state="visible")
        assert book.page.locator("[data-view=lesson]").count() == 0
        assert book.run("print(g.record())") == before, "the game stands as it was left"

        lobby = book.widget(view="lobby")
        lobby.locator('[data-choose="fourx"]').click()
        lobby.locator('[data-lesson="fourx"]').click()
        assert attribute(book.widget(view="lesson"), "data-game") == "fourx"
        lobby.locator('[data-mark="back"]').click()
        lobby.locator('[data-choose="fourx"]').wait_for()
        assert book.page.locator("[data-view=lesson]").count() == 0
        assert book.errors == []


def test_wrong_answers_hints_and_widths_and_nothing_of_what_lies_ahead_is_on_the_wire(desk: Book) -> None:
    data = cw.lesson("kommando").data()
    for number, step in enumerate(data["steps"]):
        step["text"] = f"secret-{number}. {step['text']}"
        step.update({key: f"told-{number}" for key in ("praise", "reply") if key in step})
    desk.fresh(f"lesson = cw.lesson({data!r})\nlesson")
    desk.frames.clear()  # the cell's own text is the notebook's
    lesson = desk.widget(view="lesson")
    lesson.locator("[data-go=next]").click()
    lesson.locator("[data-say]").nth(1).click()
    lesson.locator("[data-reply][data-right=false]").wait_for()
    lesson.locator("[data-say]").nth(0).click()
    for number in (1, 2):
        lesson.locator("[data-reply][data-right=true]").wait_for()
        lesson.locator("[data-go=next]").click()
        lesson.locator(f'[data-step="{number + 1}"]').wait_for()
        if number == 1:
            lesson.locator("[data-say]").nth(1).click()
    table = lesson.locator('[data-view="table"]')
    wait_for_turn(table)
    lesson.locator("[data-hint]").click()
    lesson.locator("[data-told-hint]").wait_for()
    table.locator('[data-place="9y"]').click()
    table.locator('[data-place="L"]').click(force=True)
    refused = lesson.locator("[data-reply][data-right=false] > span")
    expect(refused).to_be_visible()
    expect(refused).not_to_contain_text("KO-5")  # an identifier is no word for a learner
    told = table.locator('[data-message][data-rule="KO-5"]')
    expect(told).to_have_count(1)
    expect(told, "why it is wrong stands once, where the lesson is read").to_be_hidden()
    wire = "".join(desk.frames)
    assert "secret-3" in wire
    assert "secret-4" not in wire
    assert "told-3" not in wire
    for theme in ("light", "dark", "contrast"):
        desk.run(f"lesson._shown().settings = {{**lesson._shown().settings, 'theme': '{theme}'}}")
        wait_attribute(lesson, "data-theme", theme)
        wait_attribute(table, "data-theme", theme)
        assert findings(lesson) == [], theme
    for width in WIDTHS:
        desk.page.set_viewport_size({"width": width, "height": 900})
        assert lesson.evaluate("lesson => lesson.scrollWidth - lesson.clientWidth") <= 0, f"at {width}"
        beside = lesson.evaluate(
            """lesson => {
                const [words, table] = ['.cw-lesson-words', '.cw-lesson-table'].map(name =>
                    lesson.querySelector(name).getBoundingClientRect());
                return table.left >= words.right;
            }"""
        )
        assert beside is (width == 1920), f"at {width}"
