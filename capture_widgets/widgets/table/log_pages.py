"""A log in pages, so that a table sends only the pages that have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import Viewer
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round

PAGE: Final = 16
"""Entries on a page. A move sends one page, or two, however long the log is."""


class _Snapshot(NamedTuple):
    """Pages, and what they were computed from: the moves of a round up to a ply, as a viewer knows them."""

    viewer: Viewer
    entry: Round
    last: int
    pages: list[list[Any]]
    again: Mapping[int, str]
    names: Names

    @property
    def size(self) -> int:
        """Entries on all pages."""
        return self.last - self.entry.base

    def lasting(self, viewer: Viewer, entry: Round, last: int, again: Mapping[int, str], names: Names) -> int:
        """How many entries at the beginning stay the same for another viewer, round, ply or other names.

        The entry of the last move may change with the next move, which can show a hidden move: so it does not count.
        """
        if viewer != self.viewer or type(viewer) is not type(self.viewer) or names != self.names:
            return 0
        same = min(self.entry.shared(entry), self.size, last - entry.base) - 1
        for ply in self.again.keys() | again.keys():
            if self.again.get(ply) != again.get(ply):
                same = min(same, ply - 1 - entry.base)
        return max(0, same)


class LogPages:
    """The log of a table, as the traits ``log0``, ``log1`` and so on of its model in the browser.

    After moves were taken back, a page that has no entry any more stays as an empty list.

    Attributes:
        changes: how often pages have changed.
        news: the names of the pages that have changed since the table sent them.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.news: set[str] = set()
        self._snapshot: _Snapshot | None = None

    @property
    def count(self) -> int:
        """How many entries there are."""
        return 0 if self._snapshot is None else self._snapshot.size

    @property
    def entries(self) -> list[Any]:
        """All entries; a new list on every call."""
        return [entry for page in self._pages() for entry in page]

    def _pages(self) -> list[list[Any]]:
        return [] if self._snapshot is None else self._snapshot.pages

    def follow(
        self,
        history: History,
        viewer: Viewer,
        number: int,
        last: int,
        again: Mapping[int, str] | None = None,
        names: Names = LETTERS,
    ) -> None:
        """Take over the log of a round up to a ply; this computes only the entries that are new.

        Args:
            history: the history of the game.
            viewer: who looks.
            number: the round.
            last: the ply.
            again: notes that the entries show beside their moves, by ply.
            names: what the entries call the players.
        """
        again = again or {}
        entry, old = history.round_at(number), self._pages()
        lasting = 0 if self._snapshot is None else self._snapshot.lasting(viewer, entry, last, again, names)
        whole, begun = divmod(lasting, PAGE)
        first = entry.base + lasting
        new: list[Any] = history.log(viewer, ply=last, round=number, after=first, names=names)
        for line in new if again else ():
            if words := again.get(line["ply"]):
                line["again"] = words
        if begun:
            new = [*old[whole][:begun], *new]
        pages = [*old[:whole], *(new[start : start + PAGE] for start in range(0, len(new), PAGE))]
        pages += [[]] * (len(old) - len(pages))
        changed = range(whole, len(pages))
        news = {f"log{page}" for page in changed if pages[page] != (old[page] if page < len(old) else [])}
        # in this order: if an interrupt comes between the lines, the next call finds the same changes again
        self.news = self.news | news
        self.changes += bool(news)
        self._snapshot = _Snapshot(viewer, entry, last, pages, again, names)

    def state(self, names: Iterable[str] | None = None) -> dict[str, list[Any]]:
        """The pages of these names, or all of them, by name."""
        pages = self._pages()
        if names is None:
            return {f"log{number}": page for number, page in enumerate(pages)}
        numbers = [int(name[3:]) for name in names if name[:3] == "log" and name[3:].isdecimal()]
        return {f"log{number}": pages[number] for number in numbers if number < len(pages)}
