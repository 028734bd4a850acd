"""One call at a time, without a lock for which others would have to wait."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context

from capture_widgets.core.interrupts import TryLock

_LOG = logging.getLogger(__name__)


class Turns:
    """Makes calls in order and one at a time.

    A call that comes while another is being made is left to the thread that makes that one, and its own thread goes on.
    So a call may run any code, which may come here again: no thread waits for another.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], object]]] = deque()
        self._lock = TryLock()

    @property
    def busy(self) -> bool:
        """Whether something is being done just now."""
        return self._lock.locked

    def __call__(self, act: Callable[[], object]) -> None:
        """Make a call in its turn. What it raises is raised here, or logged where another thread makes it.

        A call that an interrupt (the stop button) has stopped is made together with the next one.
        """
        # the context says which request of a browser it belongs to
        own = (copy_context(), act)
        self._waiting.append(own)
        if self._lock.owned:
            return  # this thread is making a call already: this one is next
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
                        _LOG.error("what had to be done for a widget failed", exc_info=error)
                self._lock.release()
        finally:
            self._lock.release()
        if failed is not None:
            raise failed


def _failure(context: Context, act: Callable[[], object]) -> Exception | None:
    """The error of a call, if it failed."""
    try:
        context.run(act)
    except Exception as error:  # noqa: BLE001 # it may be anybody's code
        return error
    return None
