"""The lifetime of widgets that no code refers to: they live while a page shows them, or may soon show them.

ipywidgets keeps every widget, with its game, until code closes it. A notebook never closes a widget, even if a cell
runs again or its output is cleared. Here a page says when it begins and ends to show a widget (``hello`` and ``bye``).
A widget that no page shows and no code refers to is collected like any object, and then its comm is closed. A widget
that is not shown any more is kept for a while, so that a page that is reloaded finds it.
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
"""How many seconds a new widget is kept until a page shows it."""

AGAIN = 86_400.0
"""How many seconds a widget is kept that no page shows any more: a notebook closed today may be opened tomorrow."""

MOST_RESTING = 50
"""The largest number of widgets that are kept although no page shows them."""

MOST_SHOWN = 500
"""The largest number of widgets that are kept for pages that show them: a page may vanish without a ``bye``."""

_NEXT = 1.0
"""Seconds for messages of pages that wait because the kernel was busy; they may show a widget again."""


class EventLoop:
    """The event loop of the kernel, which runs between cells and needs no thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def find(self) -> None:
        """Remember the running loop, so that other threads can use it."""
        if threading.current_thread() is threading.main_thread():
            with suppress(RuntimeError):  # a script has no loop
                self._loop = asyncio.get_running_loop()

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        """Call a function after so many seconds; returns whether that is possible."""
        self.find()
        loop = self._loop
        if loop is None or not loop.is_running():
            return False
        try:
            loop.call_soon_threadsafe(loop.call_later, seconds, act)
        except RuntimeError:  # another thread has just closed it
            return False
        return True


LOOP = EventLoop()
"""The event loop of the shelf: a widget that a cell makes finds it, and one that a page's message makes uses it."""


class Shelf:
    """Keeps widgets alive for pages.

    Attributes:
        clock: the seconds now.
        later: calls a function after so many seconds, and returns whether that is possible.
    """

    def __init__(
        self, clock: Callable[[], float] = monotonic, later: Callable[[float, Callable[[], None]], bool] | None = None
    ) -> None:
        self._clock = clock
        self._later = later or LOOP.later
        self._lock = threading.RLock()  # re-entrant: to remove a widget may free others, which call `drop`
        self._shown: dict[Any, None] = {}
        self._resting: dict[Any, float] = {}
        self._due: float | None = None
        """The time of the next check of the resting widgets."""

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
            self._shown[widget] = None  # at the end, as the latest
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
        """Plan the next check of the resting widgets; if nothing can be called later, drop them all now."""
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


SHELF = Shelf()
"""The shelf of this process."""


def has_page(widget: Any) -> bool:
    """Whether a page could show a widget; in a script none can."""
    return widget.comm is not None and not isinstance(widget.comm, DummyComm)


def hold_weakly(widget: Any) -> None:
    """Let a widget be collected although ipywidgets and its comm refer to it; both still find it while it lives."""
    listed: Any = getattr(registry, "_instances", None)
    name = widget.model_id
    if isinstance(listed, MutableMapping) and listed.get(name) is widget:
        # the callback removes it from the list even if a press of the stop button kept it from being closed
        listed[name] = weakref.proxy(widget, partial(listed.pop, name))
    if widget.comm is not None:
        widget.comm.on_msg(_WeakCall(widget._handle_msg))
        widget.comm.on_close(_WeakCall(widget._closed_by_page))


def unlist(widget: Any) -> None:
    """Take a widget from the list of ipywidgets, which tells every notebook of the kernel what is on it."""
    listed: Any = getattr(registry, "_instances", None)
    if isinstance(listed, MutableMapping):
        listed.pop(widget.model_id, None)


class _WeakCall:
    """Calls a method while its object lives."""

    def __init__(self, method: Callable[[Any], object]) -> None:
        self._method = Method(method)

    def __call__(self, message: Any) -> None:
        """Call the method."""
        method = self._method()
        if method is not None:
            method(message)
