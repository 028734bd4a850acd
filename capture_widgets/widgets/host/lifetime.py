"""How long a widget lives that no code refers to: as long as a page shows it, or may soon show it.

ipywidgets keeps every widget until somebody closes it, and with it the game and all that it holds. A notebook in which
a cell was run again, or its output cleared, never closes one. Here a page says when it begins and ends to show a widget
(``hello`` and ``bye``), and a widget that nobody shows and no code refers to goes the way of all objects; its end of
the comm is closed then. A page that is reloaded finds what it showed: what is not shown any more is kept for a while.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from comm import DummyComm
from ipywidgets.widgets import widget as registry

from capture_widgets.widgets.host.weak_observers import Method

FIRST = 60.0
"""Seconds for a page to show a widget that was just made."""

AGAIN = 86_400.0
"""Seconds for a page to show a widget again: a notebook closed today is opened tomorrow."""

MOST_RESTING = 50
"""More widgets than this are not kept for pages that may come."""

MOST_SHOWN = 500
"""More widgets than this are not kept for pages that said so long ago that they show them: pages can go silently."""

_NEXT = 1.0
"""Seconds that a page's messages, waiting since the kernel was busy, go first."""


class Shelf:
    """Keeps widgets alive for pages.

    Attributes:
        clock: the seconds now.
        later: calls a function after so many seconds where that is possible; says whether it is.
    """

    def __init__(
        self, clock: Callable[[], float] = monotonic, later: Callable[[float, Callable[[], None]], bool] | None = None
    ) -> None:
        self._clock = clock
        self._later = later or EventLoop().later
        self._lock = threading.RLock()  # taking one out may free others, which come here again
        self._shown: dict[Any, None] = {}
        self._resting: dict[Any, float] = {}
        self._due: float | None = None
        """When the resting widgets are checked next."""

    def rest(self, widget: Any, seconds: float) -> None:
        """Keep a widget that no page shows for a while."""
        gone: list[Any] = []
        with self._lock:
            self._shown.pop(widget, None)
            self._resting.pop(widget, None)
            self._resting[widget] = self._clock() + seconds
            while len(self._resting) > MOST_RESTING:
                gone.append(_first(self._resting))
            self._plan(gone)

    def show(self, widget: Any) -> None:
        """Keep a widget that a page shows."""
        gone: list[Any] = []
        with self._lock:
            self._resting.pop(widget, None)
            self._shown.pop(widget, None)
            self._shown[widget] = None  # those heard of last come last
            while len(self._shown) > MOST_SHOWN:
                gone.append(_first(self._shown))

    def drop(self, widget: Any) -> None:
        """Keep a widget no longer."""
        with self._lock:
            self._shown.pop(widget, None)
            self._resting.pop(widget, None)

    def __len__(self) -> int:
        return len(self._shown) + len(self._resting)

    def _plan(self, gone: list[Any]) -> None:
        """Plan when the next resting widget is dropped; drop all of them now if nothing can be done later."""
        first = min(self._resting.values(), default=None)
        if first is None or (self._due is not None and self._due <= first):
            return
        if self._later(max(0.0, first - self._clock()), self._soon):
            self._due = first
        else:
            gone.extend(self._resting)
            self._resting.clear()

    def _soon(self) -> None:
        if not self._later(_NEXT, self._expire):
            self._expire()

    def _expire(self) -> None:
        gone: list[Any] = []
        with self._lock:
            self._due = None
            now = self._clock()
            for widget in [widget for widget, until in self._resting.items() if until <= now]:
                gone.append(widget)
                del self._resting[widget]
            self._plan(gone)


def _first(widgets: dict[Any, Any]) -> Any:
    widget = next(iter(widgets))
    del widgets[widget]
    return widget


class EventLoop:
    """The loop in which a kernel runs cells: it comes round when no cell runs, and takes no thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def find(self) -> None:
        """Note the loop that runs, so that other threads can ask for something later."""
        if threading.current_thread() is threading.main_thread():
            with suppress(RuntimeError):  # a script has none
                self._loop = asyncio.get_running_loop()

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        """Call a function after so many seconds; says whether that is possible."""
        self.find()
        loop = self._loop
        if loop is None or loop.is_closed():
            return False
        try:
            loop.call_soon_threadsafe(loop.call_later, seconds, act)
        except RuntimeError:  # it was closed just now
            return False
        return True


SHELF = Shelf()
"""The one of this process."""


def has_page(widget: Any) -> bool:
    """Whether a page could show a widget: not in a script."""
    return widget.comm is not None and not isinstance(widget.comm, DummyComm)


def hold_weakly(widget: Any) -> None:
    """Let a widget die although ipywidgets and its comm list it; both lists still find it while it lives."""
    listed: Any = getattr(registry, "_instances", None)
    name = widget.model_id
    if isinstance(listed, MutableMapping) and listed.get(name) is widget:
        # out of the list at its end even where a press of the stop button kept it from being closed
        listed[name] = weakref.proxy(widget, partial(listed.pop, name))
    if widget.comm is not None:
        widget.comm.on_msg(_WeakCall(widget._handle_msg))
        widget.comm.on_close(_WeakCall(widget._closed_by_page))


class _WeakCall:
    """Calls a method as long as its object lives."""

    def __init__(self, method: Callable[[Any], object]) -> None:
        self._method = Method(method)

    def __call__(self, message: Any) -> None:
        """Call the method."""
        method = self._method()
        if method is not None:
            method(message)
