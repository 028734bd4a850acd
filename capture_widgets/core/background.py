"""Background work: on a thread, or in time slices on the event loop if no thread can be started (Pyodide).

The work is a generator. It yields wherever other work may run: 0 to continue, or a number of seconds to wait.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    import asyncio

Result = TypeVar("Result")

Steps = Generator[float, None, Result]
"""Work in steps that returns a result."""

SLICE: Final = 0.02
"""Seconds of work on the event loop before other tasks run."""

_TASKS: Final[set[asyncio.Task[None]]] = set()
"""The running tasks: an event loop holds only weak references to its tasks."""


def run_to_end(steps: Steps[Result]) -> Result:
    """Do all the steps now, without waits, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def run_in_background(steps: Steps[None], name: str, awake: threading.Event | None = None) -> None:
    """Start work in the background, while the cell continues.

    Args:
        steps: the work.
        name: the name of the thread or task.
        awake: an event that ends a wait early; it is cleared then.

    Raises:
        RuntimeError: no thread can be started, and no event loop is running.
    """
    awake = awake or threading.Event()
    try:
        threading.Thread(target=_on_thread, args=(steps, awake), name=name, daemon=True).start()
    except RuntimeError:
        import asyncio  # rarely needed, and half the time that loading a game takes

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if loop is None:
            raise
        task = loop.create_task(_on_loop(steps, awake), name=name)
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)


def _on_thread(steps: Steps[None], awake: threading.Event) -> None:
    for seconds in steps:
        if seconds > 0:
            awake.wait(seconds)
            awake.clear()


async def _on_loop(steps: Steps[None], awake: threading.Event) -> None:
    import asyncio

    since = monotonic()
    for seconds in steps:
        if seconds > 0:
            until = monotonic() + seconds
            # poll: an asyncio event could only be set on this loop, and any thread sets ``awake``
            while not awake.is_set() and (left := until - monotonic()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(min(left, SLICE))
            awake.clear()
        elif monotonic() - since < SLICE:
            continue
        else:
            await asyncio.sleep(0)
        since = monotonic()
