"""A poll and a lesson on the telephones of a class, led from a notebook."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

import capture_widgets as cw
from tests.browser.lab import Book, wait_until
from tests.browser.play import tap_where_seen
from tests.browser.test_axe_lab import findings
from tests.browser.test_class_pages import NAMES
from tests.browser.test_room_pages import page_at, table_of
from tests.leaks import find_cards
from tests.picks import steps
from tests.thorough import thorough_but

MADE = """
import capture_widgets as cw
game = cw.new("kommando", seed=7)
for _ in range(4):
    game.play(game.legal_moves()[0])
"""
LESSON = """
lesson = cw.Lesson("Cards", [
    {"position": game, "text": "Look at your hand.", "ask": "look"},
    {"text": "Make a move.", "ask": "move", "right": game.legal_moves()[1], "reply": "Not this one.", "tries": 2},
    {"text": "How many suits are there?", "ask": "number", "right": 4},
])
given = leader.lesson(lesson)
"""


SCROLLS = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth > innerWidth, scrollHeight > innerHeight];
}"""


def make(page: Page, move: str) -> None:
    """Pick the places of a move by touch."""
    for name in steps("kommando", move):
        tap_where_seen(table_of(page), name)


@pytest.mark.parametrize("people", thorough_but((2, 10), 2))
def test_telephones_vote_and_go_through_a_lesson(browser: Browser, desk: Book, people: int) -> None:
    names = NAMES[:people]
    desk.fresh(
        MADE, f"leader = cw.open_class('kommando', {list(names)})", "poll = leader.poll(game, 'What now?'); poll"
    )
    link = desk.run("print(leader.link)")
    moves = desk.run("print(*game.legal_moves())").split()
    others = set(desk.run("print(*game.dump()['table']['hands'][1 - game.to_play])").split())
    projector = desk.widget(view="poll")
    with ExitStack() as stack:
        pages: dict[str, Page] = {}
        everything: dict[str, list[str]] = {}
        for name in names:
            page, everything[name] = stack.enter_context(page_at(browser, link, phone=390))
            page.get_by_role("button", name=name, exact=True).tap()
            expect(page.locator("#state")).to_contain_text("What now?")
            pages[name] = page
        for at, page in enumerate(pages.values()):
            make(page, moves[1 if at else 0])
            expect(page.locator("#state")).to_contain_text("You chose to")
            projector.locator(f"[data-count='{at + 1}']").wait_for()
        assert projector.locator("[data-choice]").count() == 0, "hidden until the teacher shows it"
        pages["Ann"].reload()
        expect(pages["Ann"].locator("#state")).to_contain_text("You chose to")
        projector.locator('[data-show="votes"]').click()
        expect(projector.locator(f'[data-choice="{moves[1]}"]')).to_have_attribute("data-votes", str(people - 1))
        desk.tell(LESSON)
        for page in pages.values():
            lesson = page.locator('.capture-widgets[data-view="lesson"]')
            lesson.locator('[data-go="next"]').tap()
            expect(lesson).to_contain_text("Make a move.")
        assert findings(pages["Ann"].locator('.capture-widgets[data-view="lesson"]')) == []
        pages["Ben"].reload()  # the place stays
        for at, page in enumerate(pages.values()):
            lesson = page.locator('.capture-widgets[data-view="lesson"]')
            expect(lesson).to_contain_text("Make a move.")
            if at:
                make(page, moves[0])
                expect(lesson).to_contain_text("Not this one.")
            make(page, moves[1])
            lesson.locator('[data-go="next"]:not([aria-disabled="true"])').tap()
            lesson.get_by_role("spinbutton").or_(lesson.get_by_role("textbox")).fill("4")
            lesson.get_by_role("button", name="Answer").tap()
            lesson.locator('[data-go="next"]:not([aria-disabled="true"])').tap()
            expect(lesson).to_contain_text("This is the end of the lesson.")
            wait_until(page.locator("body"), "body => body.scrollWidth <= innerWidth")
        assert desk.run("print({score.points for score in given.grade().values()}, len(given.grade()))") == (
            f"{{2}} {people}"
        )
        assert desk.run("print(given.progress[0]['over'])") == "True"
        for frames in everything.values():
            assert find_cards(frames, others) == [], "a page gets no card of the other hand"
        desk.run("leader.back_to_games()")
        expect(pages["Ben"].locator("#state")).to_contain_text("you are in")
        desk.run("leader.close()")


@pytest.mark.parametrize("games", thorough_but((5, 15), 5))
def test_the_projector_holds_all_games_and_the_standings(browser: Browser, games: int) -> None:
    names = [f"Person {number}" for number in range(2 * games)]
    with cw.open_class("kommando", names) as leader:
        assert len(leader.links) == len(names)
        leader.next_round()
        with page_at(browser, leader.projector_link) as (page, _):
            page.set_viewport_size({"width": 1280, "height": 720})
            small = page.locator("[data-small]")
            expect(small).to_have_count(games)
            for figure in small.all():
                wait_until(figure.locator("img"), "image => image.complete && image.naturalWidth > 0")
                box = figure.locator("img").bounding_box()
                assert box is not None
                assert box["width"] > 200
                assert box["height"] > 140
            assert page.evaluate(SCROLLS) == [False, False]
            first = leader.games[0].game
            first.play(first.legal_moves()[0])
            expect(small.first).to_contain_text("move 2")
            leader.show("standings")
            expect(page.locator("#standings li")).to_have_count(2 * games)
            assert page.evaluate(SCROLLS) == [False, False]
            leader.show(1)
            expect(table_of(page)).to_have_attribute("data-seat", "public")
            leader.show("tables")
            expect(small).to_have_count(games)
