"""None between a kernel and its pages: the one place where values go out and come in.

Where messages are JSON there is nothing to do. Pyodide (JupyterLite) makes ``undefined`` of None, which is lost on the
way to the page together with its key, and has an object of its own, ``jsnull``, for what pages know as null.
"""

from __future__ import annotations

import sys
from typing import Any


def sent(value: Any) -> Any:
    """A value as this host has to be given it, so that a page finds null for None."""
    null = _null()
    return value if null is None else _swapped(value, None, null)


def received(value: Any) -> Any:
    """A page's value with None for null."""
    null = _null()
    return value if null is None else _swapped(value, null, None)


def _null() -> object:
    return getattr(sys.modules.get("pyodide.ffi"), "jsnull", None)


def _swapped(value: Any, one: object, other: object) -> Any:
    if value is one:
        return other
    if isinstance(value, dict):
        return {key: _swapped(held, one, other) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_swapped(held, one, other) for held in value]
    return value
