"""The executors that duels and analyses can spread their work over."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol


class Executor(Protocol):
    """The one method that an executor needs: a process pool, loky or a Dask client's ``get_executor()`` has it.

    For Ray, three lines of code are enough:

    >>> class Ray:
    ...     def submit(self, function, *args):
    ...         return ray.remote(function).remote(*args).future()
    """

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Call a function on a worker."""


def check_executor(executor: object) -> None:
    """Raise ValueError unless this is None or has a ``submit`` method."""
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError("executor: None, or anything with a submit that returns a Future, such as a process pool")


def worker_count(executor: Executor) -> int:
    """The number of workers of an executor; the number of processors if the executor does not say."""
    count = getattr(executor, "_max_workers", None)
    if type(count) is not int:
        client = getattr(executor, "_client", None)  # a Dask client's get_executor() has one
        count = sum(client.ncores().values()) if client is not None and hasattr(client, "ncores") else None
    return max(1, count or os.cpu_count() or 1)
