"""What threads share without losing it by an interrupt.

The stop button comes between two steps of the interpreter, in the main thread: after a call, and at the beginning of a
function, but not within what is written in C. So ``with lock:`` is safe, since a lock's own way in and out are in C; a
class with both in Python, as conditions and events have, may stay locked for ever.
"""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from time import sleep


def finalizing(work: Callable[[], object]) -> None:
    """Do the work of a finalizer, which may be done twice: Python drops what is raised in one, so a press of the stop
    button that comes meanwhile comes again when the work is over.
    """
    try:
        work()
    except KeyboardInterrupt:
        over: list[bool] = []
        try:
            with suppress(RuntimeError):  # no threads here
                _thread.start_new_thread(_press_again, (over,))
            work()
        finally:
            over.append(True)


class _Lost:
    """What Python calls with an exception that it drops."""

    def __init__(self, before: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self._before = before

    def __call__(self, lost: sys.UnraisableHookArgs) -> None:
        """Let a press of the stop button come again, and whoever was here before hear of all else."""
        if lost.exc_type is KeyboardInterrupt and threading.current_thread() is threading.main_thread():
            with suppress(RuntimeError):
                _thread.start_new_thread(_press_again, ([True],))
        else:
            self._before(lost)


def hear_lost_presses() -> None:
    """Let presses that come in a finalizer of anybody's come again from now on: a library's, or one of ours before it
    has begun, as when the garbage collector takes a while.
    """
    if not isinstance(sys.unraisablehook, _Lost):
        sys.unraisablehook = _Lost(sys.unraisablehook)


def _press_again(over: list[bool]) -> None:
    while not over:
        sleep(0.001)
    sleep(0.001)  # on its way out of the finalizer
    _thread.interrupt_main()


class Baton:
    """Held by one thread at a time; nobody waits for it.

    A lock can be lost: an interrupt (the stop button) may come when ``acquire`` has taken it and the program does not
    know yet. This one knows its holder, so that ``finally: baton.let_go()`` is right wherever the interrupt came.
    """

    def __init__(self) -> None:
        self._holder: dict[str, int] = {}

    def take(self) -> bool:
        """Take it, unless another thread has it; returns whether this thread has it now."""
        mine = threading.get_ident()
        return self._holder.setdefault("", mine) == mine

    @property
    def mine(self) -> bool:
        """Whether this thread has it."""
        return self._holder.get("") == threading.get_ident()

    @property
    def taken(self) -> bool:
        """Whether any thread has it."""
        return bool(self._holder)

    def let_go(self) -> None:
        """Let go of it, where this thread has it."""
        if self.mine:
            self._holder.pop("", None)


class Flag(threading.Event):
    """An event that may be set in the main thread."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._cond = threading.Condition(self._lock)

    def set(self) -> None:
        """Let those who wait for it go on."""
        with self._lock:
            self._flag = True
            self._cond.notify_all()


class Held:
    """A block that holds a lock, and what is done once it is let go.

    The lock's own ``__enter__`` takes it: in one in Python an interrupt, which waits while the lock is waited for,
    would come when it is taken and the block has not begun. Letting go has to be in Python here, so that who only
    reads should take the lock itself.
    """

    __slots__ = ("_lock", "_then")

    def __init__(self, lock: threading.RLock, then: Callable[[], None]) -> None:
        """Hold ``lock`` in the block, and do ``then`` afterwards."""
        self._lock = lock
        self._then = then

    @property
    def __enter__(self) -> Callable[[], bool]:
        return self._lock.__enter__

    def __exit__(self, *_error: object) -> None:
        try:
            self._lock.release()
        finally:
            self._then()
