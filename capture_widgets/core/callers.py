"""Lets every warning of this package point at the user's code that called it."""

from __future__ import annotations

import sys


def callers_level() -> int:
    """The ``stacklevel`` with which a warning points at the user's code that called this package."""
    package = __name__.partition(".")[0]
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in (package, "importlib"):
        level, frame = level + 1, frame.f_back
    return level
