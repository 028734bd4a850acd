"""Observers that do not keep alive the object whose method they call."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from traitlets import HasTraits


class WeakObserver:
    """Calls a method when a trait changes, until the method's object is gone or `stop` is called."""

    def __init__(self, method: Callable[[Any], object], source: HasTraits, names: Sequence[str]) -> None:
        """Observe ``names`` of ``source`` from now on."""
        self._source = weakref.ref(source)
        self._names = list(names)
        self._method = weakref.WeakMethod(method, self._gone)
        source.observe(self, self._names)

    def __call__(self, change: Any) -> None:
        """Call the method."""
        method = self._method()
        if method is not None:
            method(change)

    def _gone(self, _method: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop observing."""
        source, names = self._source(), self._names
        self._names = []
        if source is not None:
            for name in names:
                source.unobserve(self, name)
