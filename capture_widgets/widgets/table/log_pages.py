"""A log in pages, of which only those go to a browser that have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from capture_widgets.engine.state import Viewer
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round

PAGE: Final = 16
"""Entries on a page: what a move sends of a log, however long it is."""


class _Held(NamedTuple):
    """Pages, and what they were worked out from: the moves of a round up to a ply, as a viewer knows them there."""

    viewer: Viewer
    entry: Round
    last: int
    pages: list[list[Any]]
    again: Mapping[int, str]

    @property
    def size(self) -> int:
        """Entries on all pages."""
        return self.last - self.entry.base

    def lasting(self, viewer: Viewer, entry: Round, last: int, again: Mapping[int, str]) -> int:
        """How many of the first entries are the same for another viewer, round or ply.

        The entry of the last move is not among them, as long as it is the last: a hidden move shows one ply later.
        """
        if viewer != self.viewer or type(viewer) is not type(self.viewer):
            return 0
        same = min(self.entry.shared(entry), self.size, last - entry.base) - 1
        for ply in self.again.keys() | again.keys():
            if self.again.get(ply) != again.get(ply):
                same = min(same, ply - 1 - entry.base)
        return max(0, same)


class LogPages:
    """The moves of a table in words, as the traits ``log0``, ``log1`` and so on of a browser's model.

    A page that is not needed any more, after moves were taken back, is empty.

    Attributes:
        changes: how often pages have changed.
        news: the names of the pages that have changed since they were sent.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.news: set[str] = set()
        self._held: _Held | None = None

    @property
    def count(self) -> int:
        """How many entries there are."""
        return 0 if self._held is None else self._held.size

    @property
    def entries(self) -> list[Any]:
        """All entries; a new list on every call."""
        return [entry for page in self._pages() for entry in page]

    def _pages(self) -> list[list[Any]]:
        return [] if self._held is None else self._held.pages

    def follow(
        self, history: History, viewer: Viewer, number: int, last: int, again: Mapping[int, str] | None = None
    ) -> None:
        """Hold the log of a round up to a ply from now on; costs by what is new.

        ``again`` has by ply what its entry says of moves that were taken back before it.
        """
        again = again or {}
        entry, old = history.round_at(number), self._pages()
        lasting = 0 if self._held is None else self._held.lasting(viewer, entry, last, again)
        whole, begun = divmod(lasting, PAGE)
        new: list[Any] = history.log(viewer, ply=last, round=number, after=entry.base + lasting)
        for line in new if again else ():
            if words := again.get(line["ply"]):
                line["again"] = words
        if begun:
            new = [*old[whole][:begun], *new]
        pages = [*old[:whole], *(new[start : start + PAGE] for start in range(0, len(new), PAGE))]
        pages += [[]] * (len(old) - len(pages))
        changed = range(whole, len(pages))
        news = {f"log{page}" for page in changed if pages[page] != (old[page] if page < len(old) else [])}
        # in this order: if an interrupt comes in between, the next call finds the same news again
        self.news = self.news | news
        self.changes += bool(news)
        self._held = _Held(viewer, entry, last, pages, again)

    def state(self, names: Iterable[str] | None = None) -> dict[str, list[Any]]:
        """The pages of these names, or all of them, by name."""
        pages = self._pages()
        if names is None:
            return {f"log{number}": page for number, page in enumerate(pages)}
        numbers = [int(name[3:]) for name in names if name[:3] == "log" and name[3:].isdecimal()]
        return {f"log{number}": pages[number] for number in numbers if number < len(pages)}
