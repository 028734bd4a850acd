"""Imports, and what follows them at once, that no garbage collection interrupts."""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def at_once(act: Callable[[], T]) -> T:
    """Call a function without garbage collections meanwhile.

    A module that is imported keeps nearly all it makes. In a kernel the many new objects cause a collection of all
    generations, which takes as long as the imports of a game and frees nothing. The next collection comes when it is
    due. Where code has turned collections off, they stay off.
    """
    collects = gc.isenabled()
    try:
        gc.disable()
        return act()
    finally:
        if collects:
            gc.enable()


def import_at_once(name: str) -> ModuleType:
    """Import a module without garbage collections meanwhile."""
    return at_once(lambda: import_module(name))
