"""An entrant of a folder whose file has no bot, or cannot be read: it loses its games, and the others play."""

from __future__ import annotations

from typing import Never

from capture_widgets.model.view import View
from capture_widgets.tournaments.entrant_process import EntrantFault


class RefusedEntrant:
    """Has the methods of `EntrantProcess`, but no process: it fails before its first move.

    Attributes:
        seconds: zero CPU seconds.
        slowest: zero CPU seconds.
        layers: empty, since nothing is closed.
        tried: empty, since nothing is watched.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self.seconds = self.slowest = 0.0
        self.layers: dict[str, str] = {}
        self.tried: list[str] = []

    def begin(self) -> Never:
        """Raise EntrantFault with the reason."""
        raise EntrantFault("start", self._words)

    def move(self, view: View) -> Never:
        """Raise EntrantFault with the reason."""
        self.begin()

    def close(self) -> None:
        """Do nothing: there is no process."""
