"""Effort: how much computing a budget in seconds has used, so that a busy machine does not weaken a search."""

from __future__ import annotations

import time
from time import perf_counter
from typing import Final

_LONGEST: Final = 6.0
"""A budget ends after this many times its seconds, however little the machine has computed by then."""


class Effort:
    """Measures the CPU seconds of this thread, but at least a sixth of the seconds that have passed."""

    def __init__(self) -> None:
        self._begun, self._passed = self._cpu(), perf_counter()

    @staticmethod
    def _cpu() -> float:
        try:
            return time.thread_time()
        except (AttributeError, OSError):  # some hosts have no clock for threads, and Pyodide not even the function
            return perf_counter()

    def seconds(self) -> float:
        """The seconds used so far."""
        return max(self._cpu() - self._begun, (perf_counter() - self._passed) / _LONGEST)
