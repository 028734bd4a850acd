"""What a move has the browser style again: the part of the table that changed, and not the table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

import capture_widgets as cw
from tests.browser.lab import wait_attribute
from tests.browser.test_room_pages import page_at, table_of

EACH = ".capture-widgets *"
"""The selector of a rule that the browser tries for each element of a widget that it styles."""


class Styled:
    """Counts the elements of widgets that the browser styles, on all pages."""

    def __init__(self, browser: Browser) -> None:
        self.session: CDPSession = browser.new_browser_cdp_session()
        self.events: list[Any] = []
        self.has_ended = False
        self.session.on("Tracing.dataCollected", lambda told: self.events.extend(told["value"]))
        self.session.on("Tracing.tracingComplete", self._end)

    def _end(self, _told: object) -> None:
        self.has_ended = True

    def begin(self) -> None:
        self.session.send("Tracing.start", {"traceConfig": {"includedCategories": ["disabled-by-default-blink.debug"]}})

    def end(self, wait: Any) -> int:
        self.session.send("Tracing.end")
        while not self.has_ended:
            wait(50)
        tried: list[int] = [
            timing["match_attempts"]
            for event in self.events
            if event["name"] == "SelectorStats"
            # an event that the end of the trace cuts has no numbers
            for timing in event["args"].get("selector_stats", {"selector_timings": ()})["selector_timings"]
            if timing["selector"] == EACH
        ]
        return sum(tried) // 2  # an element and its pseudo-elements


@pytest.mark.parametrize(("slug", "most"), [("kommando", 0.12), ("commander", 0.2)])
def test_a_move_styles_less_than_a_fifth_of_the_table_again(browser: Browser, slug: str, most: float) -> None:
    """A rule for `* + *`, or one for a subject without a class below `:has`, had the browser style all of it.

    Rules that asked `:has` of the boxes around the board had it style a third.
    """
    game = cw.new(slug, seed=7, seats=["Ann", "Ben"])
    with game.open_room() as room, page_at(browser, room.links["public"]) as (page, _):
        table = table_of(page)
        wait_attribute(table, "data-ply", "0")
        elements = table.locator("*").count()
        styled = Styled(browser)
        styled.begin()
        for ply in range(1, 7):
            game.play(game.legal_moves()[0])
            wait_attribute(table, "data-ply", str(ply))
        found = styled.end(page.wait_for_timeout)
        print(f"{slug}: {found / 6:.0f} of {elements} elements a move")
        assert 0 < found / 6 < most * elements
