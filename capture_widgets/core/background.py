"""Work beside the cell that runs: on a thread, or in slices on the event loop where no thread can be started (Pyodide).

Such work is a generator. It yields wherever others may have their turn: 0 to go on, or the seconds that it waits.
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
"""Work in steps, which comes to a result."""

SLICE: Final = 0.02
"""Seconds on the event loop until others have their turn."""

_TASKS: Final[set[asyncio.Task[None]]] = set()
"""What runs on event loops, which keep no task alive themselves."""


def through(steps: Steps[Result]) -> Result:
    """Do all the steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def beside(steps: Steps[None], name: str, awake: threading.Event | None = None) -> None:
    """Begin work beside the cell that runs.

    Args:
        steps: the work.
        name: of the thread or the task.
        awake: ends a wait of the work early when it is set, and is cleared then.

    Raises:
        RuntimeError: no thread can be started, and no event loop runs here.
    """
    awake = awake or threading.Event()
    try:
        threading.Thread(target=_on_thread, args=(steps, awake), name=name, daemon=True).start()
    except RuntimeError:
        import asyncio  # half of what a game takes to load, and hardly anybody needs it

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
            # nothing but a look now and then: an event of asyncio would have to be set on this loop
            while not awake.is_set() and (left := until - monotonic()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(min(left, SLICE))
            awake.clear()
        elif monotonic() - since < SLICE:
            continue
        else:
            await asyncio.sleep(0)
        since = monotonic()
