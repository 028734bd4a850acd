"""Observers that do not keep alive whose method they call."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from traitlets import HasTraits


class WeakObserver:
    """Calls a method when a trait changes; leaves together with the method's object, or when it is told to."""

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
        """Observe no longer."""
        source, names = self._source(), self._names
        self._names = []
        if source is not None:
            for name in names:
                source.unobserve(self, name)
