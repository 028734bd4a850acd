"""A lesson is made on the page alone, by mouse and by keys, and shown as a student sees it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

import capture_widgets as cw
from tests.browser.lab import Book
from tests.browser.test_axe_lab import THEMES, in_every_theme
from tests.browser.test_replay_lab import value
from tests.ten_students import OPEN, Hand, learn, make, points
from tests.thorough import thorough_but


@pytest.mark.parametrize("themes", thorough_but([THEMES[1:2], THEMES], THEMES[1:2]), ids=["dark", "every theme"])
def test_a_position_is_set_up_and_a_question_asked_and_tried(desk: Book, themes: tuple[str, ...]) -> None:
    desk.fresh(
        "import capture_widgets as cw",
        'editor = cw.lesson_editor("kommando", title="The first attack")\neditor.clear()\nt = editor\nt',
    )
    editor = desk.widget(view="editor")
    page = desk.page
    hand = editor.locator('[data-lies="hands/0"]')
    # by keys, by mouse, by dragging
    editor.locator('[data-tray] [data-card="10r"]').press("Enter")
    editor.locator('[data-place="hands/0"]').press("Enter")
    expect(hand.locator("[data-card]")).to_have_count(1)
    for card in ("1r", "2r", "3r", "4r", "5r", "6r", "7r", "1b"):
        editor.locator(f'[data-tray] [data-card="{card}"]').click()
        editor.locator('[data-place="hands/0"]').click()
        hand.locator(f'[data-card="{card}"]').wait_for()
    editor.locator('[data-tray] [data-card="2b"]').drag_to(hand)
    expect(hand.locator("[data-card]")).to_have_count(10)
    # without its 10 the hand would be dealt again: refused with the rule
    hand.locator('[data-card="10r"]').click()
    editor.locator("[data-take]").click()
    expect(hand.locator("[data-card]")).to_have_count(9)
    editor.locator('[data-tray] [data-card="3b"]').click()
    editor.locator('[data-place="hands/0"]').click()
    expect(editor.locator("[data-message]")).to_have_attribute("data-rule", "KO-3")
    expect(hand.locator("[data-card]")).to_have_count(9)
    editor.locator('[data-mark="finish"]').click()
    expect(editor.locator("[data-tray] [data-card]")).to_have_count(0)
    # the question
    expect(editor.locator("[data-fault]")).to_have_attribute("data-fault", "yes")
    editor.locator('[data-field="text"]').fill("You are to attack. What costs you least?")
    editor.get_by_label("What is asked").select_option("move")
    editor.locator(".cw-ed-ticks summary").click()
    right = str(editor.locator("[data-right-move]").first.get_attribute("data-right-move"))
    editor.locator("[data-right-move]").first.check()
    expect(editor.locator("[data-fault]")).to_have_attribute("data-fault", "no")
    assert in_every_theme(desk, editor, "the editor", themes=themes) == []
    # as a student sees it
    editor.locator('[data-mark="try"]').click()
    lesson = desk.widget(view="lesson")
    expect(lesson.locator("[data-step]")).to_contain_text("What costs you least?")
    page.locator('.capture-widgets[data-view="table"] input[data-entry]').fill(right)
    page.keyboard.press("Enter")
    expect(lesson.locator("[data-reply]")).to_have_attribute("data-right", "true")
    found = value(desk, "[editor.lesson.title, list(editor.lesson.steps[0].right), len(editor.lesson.answers)]")
    assert found == ["The first attack", [right], 0]
    assert desk.errors == []


def keyed(page: Page, wanted: str, *keys: str) -> None:
    """Press Tab until something has the focus, and then these keys there."""
    for _ in range(150):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not reach {wanted}")
    for key in keys:
        page.keyboard.press(key)


def test_a_lesson_is_made_by_keys_alone_and_cards_change_places(desk: Book) -> None:
    """Nothing is clicked: two hands exchange cards, an unused card takes another one's place, a question is written."""
    desk.fresh("import capture_widgets as cw", 'e = cw.lesson_editor(cw.new("kommando", seed=7))\ne')
    editor, page = desk.widget(view="editor"), desk.page

    def lies(card: str, where: str) -> None:
        editor.locator(f'[data-lies="{where}"] [data-card="{card}"]').wait_for()

    def begin() -> None:
        editor.locator('[data-field="title"]').focus()

    hands = value(desk, "e.scene['places'][:2]")
    mine, theirs = (next(place["cards"] for place in hands if place["key"] == key) for key in ("hands/0", "hands/1"))
    first, second = mine[0], theirs[0]
    begin()
    keyed(page, f'[data-card="{first}"]', "Enter")
    keyed(page, f'[data-card="{second}"]', "Enter")
    lies(first, "hands/1")
    lies(second, "hands/0")
    wait_focus = "card => document.activeElement?.dataset.card === card"
    page.wait_for_function(wait_focus, arg=first)  # the focus stays on the card that was moved
    page.keyboard.press("Enter")
    begin()
    keyed(page, f'[data-lies="hands/0"] [data-card="{second}"]', "Space")
    lies(second, "hands/1")
    lies(first, "hands/0")
    # a card of the row goes to the unused ones, and comes back in another's place
    row = value(desk, "[one['cards'][0] for one in e.scene['places'] if one['key'].startswith('row/')][:2]")
    begin()
    keyed(page, f'[data-card="{row[0]}"]', "Enter")
    keyed(page, "[data-take]", "Enter")
    editor.locator(f'[data-tray] [data-card="{row[0]}"]').wait_for()
    begin()
    keyed(page, f'[data-tray] [data-card="{row[0]}"]', "Enter")
    begin()
    keyed(page, f'[data-card="{row[1]}"]', "Enter")
    lies(row[0], "row/1/card")
    editor.locator(f'[data-tray] [data-card="{row[1]}"]').wait_for()
    # a mark is put down again by Escape, and the rest is dealt
    begin()
    keyed(page, f'[data-card="{row[0]}"]', "Enter", "Escape")
    expect(editor.locator('[data-card][aria-pressed="true"]')).to_have_count(0)
    begin()
    keyed(page, '[data-mark="finish"]', "Enter")
    expect(editor.locator("[data-tray] [data-card]")).to_have_count(0)
    keyed(page, '[data-field="text"]')
    page.keyboard.type("Attack.")
    keyed(page, "select:has(option[value='until'])")
    page.keyboard.type("a move")
    editor.locator(".cw-ed-ticks summary").wait_for()
    keyed(page, ".cw-ed-ticks summary", "Enter")
    keyed(page, "[data-right-move]", "Space")
    expect(editor.locator("[data-fault]")).to_have_attribute("data-fault", "no")
    keyed(page, '[data-mark="try"]', "Enter")
    expect(desk.widget(view="lesson").locator("[data-step]")).to_contain_text("Attack.")
    assert value(desk, "[e.lesson.steps[0].ask, len(e.lesson.steps[0].right)]") == ["move", 1]


@pytest.mark.parametrize("students", thorough_but([("Dua",), ("Ann", "Dua")], ("Dua",)), ids=["one", "two"])
def test_a_lesson_made_in_the_editor_is_run_by_a_class_and_graded_without_a_browser(
    desk: Book, tmp_path: Path, students: tuple[str, ...]
) -> None:
    """A class of two at most; `python -m tests.ten_students` has ten, each with a kernel of their own."""
    path, kept = tmp_path / "lesson.json", tmp_path / "answers.jsonl"
    desk.fresh("import capture_widgets as cw", OPEN)
    right = make(desk.widget(view="editor"), Hand())
    desk.run(f"editor.lesson.save({str(path)!r})")
    expected = {}
    for who in students:
        desk.fresh(f"lesson = cw.lesson({str(path)!r}, who={who!r}, keep={str(kept)!r})\nlesson")
        said = learn(desk.widget(view="lesson"), right, Random(who))
        expected[who] = (points(said, right), 5)
        lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
        answers = [(one["step"], str(one["answer"])) for one in lines if one.get("who") == who and one["step"] < 4]
        assert answers == said, "every answer is on disk as it was given"
        assert len(said) > 4, "not all of them right"
    assert cw.lesson(path).grade(kept) == expected
