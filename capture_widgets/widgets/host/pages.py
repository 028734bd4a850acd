"""How many pages show a widget.

A page that is reloaded or closed may vanish without a word, so the pages that said something once are no measure. When
another display comes, all are asked who is there, and those that answer within some seconds count.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Final

from capture_widgets.widgets.host.lifetime import LOOP

ANSWERS_IN: Final = 4.0
"""Seconds that pages have to answer."""

MOST_DISPLAYS: Final = 300


class PageCount:
    """Counts the pages that show one widget.

    Attributes:
        count: their number when they were asked last.
        later: calls a function after so many seconds, and returns whether that is possible.
    """

    def __init__(self, ask: Callable[[], None], tell: Callable[[], None]) -> None:
        """Make the count; ``ask`` asks all pages who is there, and ``tell`` is called when the count has changed."""
        self._ask = ask
        self._tell = tell
        self._displays: dict[str, str] = {}
        """The page of each display."""
        self._answered: set[str] | None = None
        """The displays that have answered; None while nobody asks."""
        self._asks_again = False
        self.count = 0
        self._lock = RLock()  # a kernel may hear each page on a thread of its own
        self.later: Callable[[float, Callable[[], None]], bool] = LOOP.later

    def hear(self, display: str, page: str) -> None:
        """A display says that it is there."""
        with self._lock:
            self._hear(display, page)

    def _hear(self, display: str, page: str) -> None:
        is_new = display not in self._displays
        self._displays[display] = page
        if len(self._displays) > MOST_DISPLAYS:
            del self._displays[next(iter(self._displays))]
        if self._answered is not None:
            self._answered.add(display)
            # a page may have answered and been reloaded since
            self._asks_again = self._asks_again or is_new
        elif is_new and len(set(self._displays.values())) > 1:
            self._begin({display})
        else:
            self._update()

    def drop(self, display: str) -> None:
        """A display has ended."""
        with self._lock:
            if self._displays.pop(display, None) is not None and self._answered is None:
                self._update()

    def _begin(self, there: set[str]) -> None:
        self._answered, self._asks_again = there, False
        self._ask()
        if not self.later(ANSWERS_IN, self._end):
            self._answered = None

    def _end(self) -> None:
        with self._lock:
            answered, self._answered = self._answered or set(), None
            self._displays = {name: page for name, page in self._displays.items() if name in answered}
            if self._asks_again and self._displays:
                self._begin(set())
            else:
                self._update()

    def _update(self) -> None:
        count = len(set(self._displays.values()))
        if count != self.count:
            self.count = count
            self._tell()
