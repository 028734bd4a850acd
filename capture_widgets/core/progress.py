"""Progress bars, where tqdm is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress_bar(wanted: bool, **looks: Any) -> Iterator[Any | None]:
    """A bar of tqdm, which goes when the block ends; None where it is not wanted or there is no tqdm.

    Args:
        wanted: whether to show one.
        **looks: as tqdm takes them.
    """
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(leave=False, **looks) as bar:
        yield bar
