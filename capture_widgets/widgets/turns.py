"""One thing at a time, without a lock that others would have to wait for."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context

from capture_widgets.interrupts import Baton

_LOG = logging.getLogger(__name__)


class Turns:
    """Does what it is given, in order and one at a time.

    Whoever comes while something is being done leaves their own with the thread that is at it and goes on. So what is
    done here may call anybody's code, which may come here again: nobody waits for anybody.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], object]]] = deque()
        self._baton = Baton()

    @property
    def busy(self) -> bool:
        """Whether something is being done just now."""
        return self._baton.taken

    def __call__(self, act: Callable[[], object]) -> None:
        """Do something in its turn. What it raises is raised here, or logged where another thread does it.

        What an interrupt (the stop button) has kept from being done is done with what comes next.
        """
        # the context says which request of a browser it belongs to
        own = (copy_context(), act)
        self._waiting.append(own)
        if self._baton.mine:
            return  # what is being done here comes here again: it is done next
        failed: Exception | None = None
        try:
            while self._waiting and self._baton.take():
                while self._waiting:
                    turn = self._waiting[0]
                    error = _failure(*turn)
                    self._waiting.popleft()
                    if turn is own:
                        failed = error
                    elif error is not None:
                        _LOG.error("what had to be done for a widget failed", exc_info=error)
                self._baton.let_go()
        finally:
            self._baton.let_go()
        if failed is not None:
            raise failed


def _failure(context: Context, act: Callable[[], object]) -> Exception | None:
    """What something failed with, if it did."""
    try:
        context.run(act)
    except Exception as error:  # noqa: BLE001 # it may be anybody's code
        return error
    return None
