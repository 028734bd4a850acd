"""Progress bars, if tqdm is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress_bar(wanted: bool, **looks: Any) -> Iterator[Any | None]:
    """A progress bar of tqdm that disappears at the end of the block; None without tqdm, or if none is wanted.

    Args:
        wanted: whether to show a bar.
        **looks: arguments of tqdm.
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
        if "delay" not in looks:  # such a bar may not have been shown yet
            bar.refresh()  # tqdm leaves out a count that comes soon after another one, and so perhaps the last one
