"""The page of a room without a network: it opens, and shows the last game as its seat saw it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

import capture_widgets as cw
from tests.browser.lab import wait_attribute
from tests.browser.test_room_access import objections
from tests.browser.test_room_pages import table_of
from tests.leaks import find_cards, unseen
from tests.waiting import soon

STORED = "() => JSON.stringify(localStorage)"
CACHED = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) found.push(url, await (await cache.match(url)).text());
    }
    return found;
}"""
IS_READY = "() => navigator.serviceWorker.ready.then(() => true)"


def replay_of(page: Page) -> None:
    """Look at the last game, and step through it."""
    page.locator("#look").click()
    shown = page.locator('.capture-widgets[data-view="replay"]')
    wait_attribute(shown, "data-seat", "0")
    for ply in ("1", "2"):
        shown.locator('[data-go="forward"]').click()
        wait_attribute(shown, "data-ply", ply)


def test_without_a_network_the_page_opens_and_replays_what_its_seat_saw(browser: Browser) -> None:
    game = cw.new("commander", seed=7, seats=["Ann", "Ben"])
    around = browser.new_context(viewport={"width": 390, "height": 844})
    page = around.new_page()
    try:
        with game.open_room() as room:
            page.goto(room.links[0])
            wait_attribute(table_of(page), "data-ply", "0")
            assert page.evaluate(IS_READY)
            assert page.evaluate(STORED) == "{}", "nothing is kept while the game goes on"
            rng = Random(1)
            while not game.is_over:
                game.play(rng.choice(game.legal_moves()))
            hidden = unseen(game, 0)
            assert len(hidden) > 10, "the end of this game shows no formation"
            secrets = [link.partition("#")[2] for link in room.links.values()]
            page.wait_for_function("() => 'capture-widgets seen' in localStorage")
        # the room is closed: nothing answers at its address
        page.reload()
        expect(page.locator("#state")).to_contain_text("The connection is lost")
        replay_of(page)
        stored, cached = page.evaluate(STORED), page.evaluate(CACHED)
        assert len(cached) == 16, "eight files that are the same for everybody"
        # the second one is a number: how many games of a kind this browser has finished
        assert set(json.loads(stored)) <= {"capture-widgets seen", "capture-widgets/games-finished"}
        for text in (stored, *cached):
            assert not any(secret in text for secret in secrets)
        assert find_cards(json.loads(json.loads(stored)["capture-widgets seen"])["frames"], hidden) == []
    finally:
        around.close()


def test_without_a_network_a_lesson_is_read_as_far_as_its_person_came_and_judges_answers(browser: Browser) -> None:
    steps: list[dict[str, Any]] = [
        {"position": cw.new("kommando", seed=7), "text": "Look at your hand.", "ask": "look"},
        {"text": "Which is strongest?", "ask": "choice", "choices": ["the two", "the ace"], "right": "the ace",
         "reply": "Look again.", "praise": "The ace beats all others."},
        {"text": "How many suits are there?", "ask": "number", "right": 4},
        {"text": "A LATER STEP", "ask": "number", "right": 17},
    ]  # fmt: skip
    around = browser.new_context(viewport={"width": 390, "height": 844})
    page = around.new_page()
    try:
        with cw.open_class("kommando", ["Ann"]) as leader:
            leader.lesson(cw.Lesson("Cards", steps))
            page.goto(leader.links["Ann"])
            lesson = page.locator('.capture-widgets[data-view="lesson"]')
            lesson.locator('[data-go="next"]').click()
            assert page.evaluate(IS_READY)
            lesson.get_by_role("button", name="the ace").click()
            lesson.locator('[data-go="next"]:not([aria-disabled="true"])').click()
            expect(lesson).to_contain_text("How many suits")
            page.wait_for_function("() => JSON.stringify(localStorage).includes('How many suits')")
        # nothing answers at its address
        page.reload()
        expect(page.locator("#state")).to_contain_text("The connection is lost")
        page.locator("#read").click()
        expect(page.get_by_role("heading", name="Cards")).to_be_visible()
        shown = page.locator("#lesson > section")
        expect(shown).to_have_count(3)
        expect(shown.nth(0).get_by_role("img").or_(shown.nth(0).locator("svg")).first).to_be_visible()
        for answer, verdict in (("The two", "Not this one. Look again."), ("The ace", "Right. The ace beats all")):
            shown.nth(1).locator("summary", has_text=answer).click()
            expect(shown.nth(1)).to_contain_text(verdict)
        expect(shown.nth(2).locator("details")).to_have_count(0)
        expect(shown.nth(2)).to_contain_text("This question is open. An answer needs the connection.")
        expect(page.get_by_text("This question is open.")).to_have_count(1)
        assert "A LATER STEP" not in page.evaluate(STORED)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert objections(page) == []
    finally:
        around.close()


class Way:
    """The way between a page and its server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        self.is_deaf = False
        """Whether nothing comes back to the page any more."""
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=1001)
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: None if self.is_deaf else socket.send(message))
        self._open += [socket, server]

    def cut(self) -> None:
        self.is_cut = True
        while self._open:
            self._open.pop().close(code=1001)

    def mend(self) -> None:
        self.is_cut = self.is_deaf = False


def test_an_answer_without_a_connection_is_kept_and_sent_once_when_it_is_back(browser: Browser) -> None:
    steps: list[dict[str, Any]] = [
        {"position": cw.new("kommando", seed=7), "text": "How many suits are there?", "ask": "number", "right": 4},
        {"text": "Which is strongest?", "ask": "choice", "choices": ["the two", "the ace"], "right": "the ace"},
        {"text": "How many cards are there?", "ask": "number", "right": 52},
    ]
    around = browser.new_context(viewport={"width": 390, "height": 844})
    page = around.new_page()
    way = Way(page)
    lesson = page.locator('.capture-widgets[data-view="lesson"]')
    away, field = lesson.locator("[data-away]"), lesson.locator("input[data-say]")
    onward = lesson.locator('[data-go="next"]:not([aria-disabled="true"])')
    try:
        with cw.open_class("kommando", ["Ann"]) as leader:
            given = leader.lesson(cw.Lesson("Cards", steps))

            def answers() -> list[tuple[Any, Any]]:
                return [(one["step"], one["answer"]) for one in given.answers]

            page.goto(leader.links["Ann"])
            field.fill("4")
            expect(away).to_have_count(0)
            way.cut()
            expect(away).to_have_text("There is no connection. What you answer is kept here, and sent when it is back.")
            field.press("Enter")
            expect(away).to_contain_text("Your answer “4” is kept here")
            assert answers() == []
            assert objections(page) == []
            way.mend()
            expect(lesson).to_have_attribute("data-state", "ready")
            onward.click()
            assert answers() == [(0, 4)]
            lesson.get_by_role("button", name="the two").wait_for()
            expect(lesson).to_have_attribute("data-state", "ready")

            way.is_deaf = True  # it goes out, and the connection is lost before the reply
            lesson.get_by_role("button", name="the two").click()
            assert soon(lambda: len(answers()) == 2)
            way.cut()
            expect(away).to_contain_text("Your answer “the two” is kept")
            way.mend()
            expect(lesson.locator("[data-reply]")).to_be_visible()
            assert answers()[1:] == [(1, "the two")], "it counts once"
            expect(lesson).to_have_attribute("data-state", "ready")
            lesson.get_by_role("button", name="the ace").click()
            expect(lesson.locator("[data-reply]")).to_have_attribute("data-right", "true")
            expect(lesson).to_have_attribute("data-state", "ready")
            onward.click()

            field.fill("50")  # typed, and not given
            way.cut()
            expect(away).to_be_visible()
            page.reload()
            expect(page.locator("#state")).to_contain_text("The connection is lost")
            way.mend()
            expect(field).to_have_value("50")
            way.cut()
            expect(away).to_be_visible()
            field.fill("52")
            field.press("Enter")
            page.reload()
            page.locator("#read").click()
            question = page.locator("#lesson > section").nth(2)
            expect(question).to_contain_text("This question is open. An answer needs the connection.")
            expect(question).to_contain_text("Your answer “52” is sent when the connection is back.")
            assert answers()[3:] == []
            way.mend()
            expect(lesson.locator("[data-reply]")).to_have_attribute("data-right", "true")
            assert answers()[3:] == [(2, 52)]
            assert page.evaluate("() => sessionStorage.length") == 0, "nothing waits any more"
    finally:
        around.close()


def test_the_page_can_be_put_on_a_home_screen(browser: Browser) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Ben"])
    around = browser.new_context()
    page = around.new_page()
    try:
        with game.open_room() as room:
            page.goto(room.links[0])
            found = page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
            assert (found["display"], "start_url" in found) == ("standalone", False), "the address itself is opened"
            icon = page.evaluate(
                """async () => { const image = new Image(); image.src = "room.svg"; await image.decode();
                    return image.naturalWidth > 0; }"""
            )
            assert icon
    finally:
        around.close()
