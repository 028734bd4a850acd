"""Methods and observers that do not keep their object alive."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import MethodType
from typing import Any, cast

from traitlets import HasTraits


class Method:
    """A method that does not keep its object alive.

    `weakref.WeakMethod` would have a callback written in Python for the end of the object, in which a press of the stop
    button would be lost.
    """

    def __init__(self, method: Callable[[Any], object]) -> None:
        bound = cast(MethodType, method)
        self._object = weakref.ref(bound.__self__)
        self._function = bound.__func__

    def __call__(self) -> Callable[[Any], object] | None:
        """The method; None if its object is gone."""
        target = self._object()
        return None if target is None else MethodType(self._function, target)


class WeakObserver:
    """Calls a method when a trait changes, until the method's object is gone or `stop` is called."""

    def __init__(self, method: Callable[[Any], object], source: HasTraits, names: Sequence[str]) -> None:
        """Observe ``names`` of ``source`` from now on."""
        self._source = weakref.ref(source)
        self._names = list(names)
        self._method = Method(method)
        source.observe(self, self._names)

    def __call__(self, change: Any) -> None:
        """Call the method."""
        method = self._method()
        if method is None:
            self.stop()
        else:
            method(change)

    def stop(self) -> None:
        """Stop observing."""
        source, names = self._source(), self._names
        self._names = []
        if source is not None:
            for name in names:
                source.unobserve(self, name)
