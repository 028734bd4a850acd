"""A log in pages, of which only those go to a browser that have changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

PAGE: Final = 16
"""Entries on a page: what a move sends of a log, however long it is."""


class LogPages:
    """The moves of a table in words, as the traits ``log0``, ``log1`` and so on of a browser's model.

    A page that is not needed any more, after moves were taken back, is empty.

    Attributes:
        entries: all entries.
        changes: how often pages have changed.
        news: the names of the pages that have changed since they were sent.
    """

    def __init__(self) -> None:
        self.entries: list[Any] = []
        self.changes = 0
        self.news: set[str] = set()
        self._pages: list[list[Any]] = []

    def put(self, entries: list[Any]) -> None:
        """Hold these entries from now on."""
        pages = [entries[start : start + PAGE] for start in range(0, len(entries), PAGE)]
        pages += [[]] * (len(self._pages) - len(pages))
        old = self._pages + [[]] * (len(pages) - len(self._pages))
        news = {f"log{number}" for number, (one, other) in enumerate(zip(old, pages, strict=True)) if one != other}
        # in this order: whoever stops here is followed by somebody who finds the same news once more
        self.news = self.news | news
        self.changes += bool(news)
        self._pages = pages
        self.entries = entries

    def state(self, names: Iterable[str] | None = None) -> dict[str, list[Any]]:
        """The pages of these names, or all of them, by name."""
        every = {f"log{number}": page for number, page in enumerate(self._pages)}
        return every if names is None else {name: every[name] for name in names if name in every}
