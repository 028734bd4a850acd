"""Makes one call at a time, without a lock that other threads would wait for."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context

from capture_widgets.core.interrupts import TryLock

_LOG = logging.getLogger(__name__)


class Turns:
    """Makes calls in order, one at a time.

    If a thread asks for a call while another thread makes one, that other thread makes both, and the first one goes on.
    So a call may run any code, even code that asks for another call: no thread waits for another.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], object]]] = deque()
        self._lock = TryLock()

    @property
    def busy(self) -> bool:
        """Whether a thread is making a call."""
        return self._lock.locked

    def __call__(self, act: Callable[[], object]) -> None:
        """Make a call in its turn. Its error is raised here, or logged if another thread makes the call.

        A call that an interrupt (the stop button) has stopped is made again before the next one.
        """
        # the context tells which request of a page the call belongs to
        own = (copy_context(), act)
        self._waiting.append(own)
        if self._lock.owned:
            return  # this thread is making another call, and makes this one next
        failed: Exception | None = None
        try:
            while self._waiting and self._lock.acquire():
                while self._waiting:
                    turn = self._waiting[0]
                    error = _failure(*turn)
                    self._waiting.popleft()
                    if turn is own:
                        failed = error
                    elif error is not None:
                        _LOG.error("an update of a widget failed", exc_info=error)
                self._lock.release()
        finally:
            self._lock.release()
        if failed is not None:
            raise failed


def _failure(context: Context, act: Callable[[], object]) -> Exception | None:
    """Make a call; returns its error if it failed."""
    try:
        context.run(act)
    except Exception as error:  # noqa: BLE001 # the call may run any code
        return error
    return None
