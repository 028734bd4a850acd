"""Checks for everybody's environments: that they show a seat nothing that it cannot know (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capture_widgets.testing.leaks import LeakCheck, check_no_leak

__all__ = ["LeakCheck", "check_no_leak"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in __all__:
            from capture_widgets.testing import leaks

            return getattr(leaks, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
