"""Waiting for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable


def soon(true: Callable[[], object], seconds: float = 60) -> bool:
    """Whether something becomes true in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True
