"""Converts None in messages between the kernel and its pages.

If messages are JSON, there is nothing to convert. Pyodide (JupyterLite) turns None into ``undefined``, which is lost on
the way to the page together with its key. It has an object of its own, ``jsnull``, for null.
"""

from __future__ import annotations

import sys
from typing import Any


def sent(value: Any) -> Any:
    """A value to send, in which a page gets null for None."""
    nothing = null()
    return value if nothing is None else _swapped(value, None, nothing)


def received(value: Any) -> Any:
    """A value from a page, with None for null."""
    nothing = null()
    return value if nothing is None else _swapped(value, nothing, None)


def null() -> object:
    """Pyodide's object for null; None where messages are JSON."""
    return getattr(sys.modules.get("pyodide.ffi"), "jsnull", None)


def _swapped(value: Any, one: object, other: object) -> Any:
    if value is one:
        return other
    if isinstance(value, dict):
        return {key: _swapped(item, one, other) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_swapped(item, one, other) for item in value]
    return value
