"""What pages send, in Python's own words: the one place where their values come in."""

from __future__ import annotations

import sys
from typing import Any


def received(value: Any) -> Any:
    """A page's value with None for whatever a host makes of JavaScript's null.

    Where messages are JSON that is None already; Pyodide (JupyterLite) has an object of its own for it, ``jsnull``.
    """
    null = getattr(sys.modules.get("pyodide.ffi"), "jsnull", None)
    return value if null is None else _without(null, value)


def _without(null: object, value: Any) -> Any:
    if value is null:
        return None
    if isinstance(value, dict):
        return {key: _without(null, held) for key, held in value.items()}
    if isinstance(value, list):
        return [_without(null, held) for held in value]
    return value
