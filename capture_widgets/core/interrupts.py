"""Locks that survive KeyboardInterrupt.

Python raises KeyboardInterrupt (the stop button) in the main thread, between two instructions of the interpreter: after
a call, or at the beginning of a function, but never inside a function written in C. So ``with lock:`` is safe, since
``__enter__`` and ``__exit__`` of a lock are written in C. A class that has them in Python, such as a condition or an
event, may stay locked for ever.
"""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from time import sleep


def run_finalizer(work: Callable[[], object]) -> None:
    """Do the work of a finalizer, and raise a KeyboardInterrupt that arrives meanwhile again afterwards.

    Python drops exceptions in a finalizer. The work must allow being done twice.
    """
    try:
        work()
    except KeyboardInterrupt:
        over: list[bool] = []
        try:
            with suppress(RuntimeError):  # no thread can be started
                _thread.start_new_thread(_press_again, (over,))
            work()
        finally:
            over.append(True)


class _InterruptHook:
    """A ``sys.unraisablehook``, which Python calls with each exception that it drops.

    There is one for the whole process, since Python has no narrower place for it: the garbage collector runs anybody's
    finalizers in the middle of anybody's code. It hands everything that it does not raise again to the hook that was
    there before. Another tool, such as pytest, may put a hook of its own in front of this one or restore an earlier
    one: then the only loss is that a dropped KeyboardInterrupt is reported as before and not raised again.
    """

    def __init__(self, before: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self._before = before

    def __call__(self, lost: sys.UnraisableHookArgs) -> None:
        """Raise a dropped KeyboardInterrupt again; hand all other exceptions to the hook that was there before."""
        if lost.exc_type is KeyboardInterrupt and threading.current_thread() is threading.main_thread():
            try:
                _thread.start_new_thread(_press_again, ([True],))
                return
            except RuntimeError:  # no thread can be started, as at the end of the process
                pass
        self._before(lost)


def rescue_lost_interrupts() -> None:
    """From now on, raise a KeyboardInterrupt again if it was dropped in any finalizer, a library's included."""
    if not isinstance(sys.unraisablehook, _InterruptHook):
        sys.unraisablehook = _InterruptHook(sys.unraisablehook)


def _press_again(over: list[bool]) -> None:
    while not over:
        sleep(0.001)
    sleep(0.001)  # until the finalizer has returned
    _thread.interrupt_main()


class TryLock:
    """A lock that one thread owns at a time, and for which no thread waits.

    With a plain lock, an interrupt may arrive after ``acquire`` has locked it and before the program knows. This lock
    knows its owner, so ``finally: lock.release()`` is correct wherever the interrupt arrived.
    """

    def __init__(self) -> None:
        self._owner: dict[str, int] = {}

    def acquire(self) -> bool:
        """Lock it unless another thread owns it; returns whether this thread owns it now."""
        me = threading.get_ident()
        return self._owner.setdefault("", me) == me

    @property
    def owned(self) -> bool:
        """Whether this thread owns it."""
        return self._owner.get("") == threading.get_ident()

    @property
    def locked(self) -> bool:
        """Whether any thread owns it."""
        return bool(self._owner)

    def release(self) -> None:
        """Unlock it if this thread owns it."""
        if self.owned:
            self._owner.pop("", None)


class Flag(threading.Event):
    """An event that the main thread can set safely, even if an interrupt arrives."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._cond = threading.Condition(self._lock)

    def set(self) -> None:
        """Wake all threads that wait for the event."""
        with self._lock:
            self._flag = True
            self._cond.notify_all()


class LockedBlock:
    """A context manager that locks a lock, and calls a function after it is unlocked.

    It uses the lock's own ``__enter__``: in one written in Python, an interrupt that arrives during the wait would be
    raised once the lock is locked and before the block begins. ``__exit__`` has to be written in Python, so code that
    only reads should use the plain lock.
    """

    __slots__ = ("_lock", "_then")

    def __init__(self, lock: threading.RLock, then: Callable[[], None]) -> None:
        """Lock ``lock`` during the block, and call ``then`` afterwards."""
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
