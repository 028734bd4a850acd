"""What a click costs the page, counted in layouts: that does not depend on the machine.

The tables stand on a page of their own, with a model in the place of JupyterLab's and the kernel's answers handed over
by the test: nothing else on the page is laid out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import capture_widgets as cw
from capture_widgets.export.bundle import bundle
from tests.benchmarks import first_table
from tests.browser.lab import Server
from tests.thorough import thorough_but

PAGE = """async ([script, traits]) => {
    const heard = new Map();
    const fire = (name, ...args) => (heard.get(name) ?? []).forEach(listener => listener(...args));
    window.sent = [];
    window.answer = reply => fire("msg:custom", reply);
    window.take = news => {
        Object.assign(traits, news);
        Object.keys(news).forEach(name => fire(`change:${name}`));
    };
    const model = {
        get: name => traits[name],
        set: (name, value) => window.take({ [name]: value }),
        on: (name, listener) => heard.set(name, [...(heard.get(name) ?? []), listener]),
        off: () => undefined,
        save_changes: () => undefined,
        send: message => window.sent.push(message),
    };
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const el = document.querySelector("main");
    (await import(url)).default.render({ model, el, signal: new AbortController().signal });
    window.answer({ kind: "hello", id: window.sent.find(({ kind }) => kind === "hello").id });
    window.root = document.querySelector(".capture-widgets");
}"""
"""Shows a widget with these traits on the page, its kernel alive."""

FRAMES = """async () => {
    for (let i = 0; i < 3; i++) await new Promise(next => requestAnimationFrame(() => setTimeout(next, 0)));
}"""
"""Waits until all that is due is laid out and painted."""


def midway(slug: str) -> cw.Game:
    """A game after some moves that bring cards into play."""
    game = cw.new(slug, seed=7)
    for _ in range(4):
        moves = game.legal_moves()
        game.play(next((move for move in moves if move.split()[0] not in ("resign", "draw", "travel")), moves[0]))
    return game


@contextmanager
def shown(browser: Browser, game: cw.Game) -> Iterator[tuple[Page, dict[str, Any], Callable[[], dict[str, Any]]]]:
    """The page with a game's table, the table's traits, and what reads them anew after a move."""
    table = game.table(seat=None)

    def traits() -> dict[str, Any]:
        state = table.get_state()
        kept = {name: value for name, value in state.items() if not name.startswith("_") and name != "layout"}
        found: dict[str, Any] = json.loads(json.dumps(kept))
        return found

    context = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.set_content(f"<style>{bundle('widget.css')}</style><main></main>")
        page.evaluate(PAGE, [bundle("widget.js"), traits()])
        page.wait_for_timeout(600)  # what a table looks into once it is shown
        yield page, traits(), traits
    finally:
        context.close()


@contextmanager
def layouts(page: Page) -> Iterator[list[int]]:
    """How often the page is laid out meanwhile, counted by Chromium."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def count() -> int:
        found = session.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in found if each["name"] == "LayoutCount"))

    page.evaluate(FRAMES)
    told: list[int] = []
    before = count()
    yield told
    page.evaluate(FRAMES)
    told.append(count() - before)
    session.detach()


@pytest.mark.parametrize("slug", thorough_but(cw.games(), "commander", "universal"))
def test_a_click_lays_nothing_out_and_its_answer_once(browser: Browser, slug: str) -> None:
    """The mark on what was clicked is a colour; the reply that follows the position changes nothing."""
    game = midway(slug)
    with shown(browser, game) as (page, before, traits):
        move = next(each for each in before["dump"]["legal_moves"] if each != "resign")
        with layouts(page) as clicked:
            page.evaluate("move => window.root.querySelector(`[data-move='${move}']`).click()", move)
        asked = page.evaluate("() => window.sent.at(-1)")
        assert (asked["kind"], asked["move"]) == ("play", move)
        game.play(move)
        with layouts(page) as answered:
            page.evaluate("traits => window.take(traits)", traits())
        assert page.evaluate("() => Number(window.root.dataset.ply)") == game.ply
        with layouts(page) as settled:
            page.evaluate("id => window.answer({ kind: 'done', id })", asked["id"])
    print(f"{slug}: {clicked[0]} layouts with the click, {answered[0]} with the position, {settled[0]} with the reply")
    assert clicked == [0]
    assert 1 <= answered[0] <= 3  # the log is scrolled to its end after the frame
    assert settled == [0]


COSTS = """() => {
    const board = root.querySelector(".cw-board"), message = root.querySelector("[data-message]");
    const least = change => {
        const took = [];
        for (let i = 0; i < 15; i++) {
            change(i % 2 === 0);
            const start = performance.now();
            board.getBoundingClientRect();
            took.push(performance.now() - start);
        }
        return Math.min(...took);
    };
    const said = on => {
        message.textContent = on ? "Something is said." : "";
        message.className = on ? "cw-message is-notice" : "cw-message is-none";
    };
    return [least(said), least(on => { board.style.width = on ? "96%" : ""; })];
}"""
"""Milliseconds to lay the page out after a message has come or gone, and after the whole board has another width."""


@pytest.mark.parametrize("slug", thorough_but(cw.games(), "commander", "universal"))
def test_a_message_lays_no_board_out(browser: Browser, slug: str) -> None:
    """A size container in a flex box is laid out several times, each with all its cards: then both cost the same."""
    with shown(browser, midway(slug)) as (page, _before, _traits):
        message, board = page.evaluate(COSTS)
    print(f"{slug}: {message:.1f} ms for a message, {board:.1f} ms for the whole board")
    assert message < board / 3


MEASURED = """() => {
    const asked = Element.prototype.getBoundingClientRect;
    window.measured = 0;
    Element.prototype.getBoundingClientRect = function () {
        if (this.dataset.id !== undefined) window.measured += 1;
        return asked.call(this);
    };
}"""
"""Counts how often the page asks where a card is."""


END_REVEAL = "() => root.querySelector('.cw-reveal .cw-button:last-child')?.click()"


@pytest.mark.parametrize("slug", thorough_but(cw.games(), "commander", "universal"))
def test_cards_are_measured_once_a_move(browser: Browser, slug: str) -> None:
    """Where they start from is known: the flight before brought them there."""
    game = midway(slug)
    with shown(browser, game) as (page, _before, traits):
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(MEASURED)
        counts = []
        for _ in range(3):
            game.play(next(move for move in game.legal_moves() if move != "resign"))
            page.evaluate("() => { window.measured = 0; }")
            page.evaluate("traits => window.take(traits)", traits())
            page.evaluate(FRAMES)
            page.wait_for_timeout(250)  # before a reveal turns up what lies now
            cards = page.evaluate("() => root.querySelectorAll('[data-id]').length")
            counts.append(page.evaluate("() => window.measured") / cards)
            page.evaluate(END_REVEAL)  # what a reveal tells later belongs to no move
            page.wait_for_timeout(400)
    print(f"{slug}: {counts} times each")
    assert counts[0] > 1.5, "before the first move they were never measured"
    assert counts[1:] == [1, 1]


@pytest.mark.thorough
def test_the_first_table_of_a_page_takes_a_few_times_as_long_as_a_bare_widget(browser: Browser, lab: Server) -> None:
    """Imports included. The goal is twice. Kommando took 1.9 to 2.4 times as long, on a machine as busy as can be."""
    assert first_table.measure(browser, lab, lab.root, pairs=3, slug="kommando") <= 3.5
