"""One thing at a time, without a lock that others would have to wait for."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context

_LOG = logging.getLogger(__name__)


class Turns:
    """Does what it is given, in order and one at a time.

    Whoever comes while something is being done leaves their own with the thread that is at it and goes on. So what is
    done here may call anybody's code, which may come here again: nobody waits for anybody.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], object]]] = deque()
        self._busy = threading.Lock()

    def __call__(self, act: Callable[[], object]) -> None:
        """Do something in its turn; what it raises is logged."""
        # the context says which request of a browser it belongs to
        self._waiting.append((copy_context(), act))
        mine = False
        try:
            while self._waiting and (mine := self._busy.acquire(blocking=False)):
                while self._waiting:
                    self._do(*self._waiting.popleft())
                self._busy.release()
                mine = False
        finally:
            if mine:  # the stop button; what waits is done with whatever comes next
                self._busy.release()

    @staticmethod
    def _do(context: Context, act: Callable[[], object]) -> None:
        try:
            context.run(act)
        except Exception:  # noqa: BLE001 # it may be anybody's code
            _LOG.exception("what had to be done for a widget failed")
