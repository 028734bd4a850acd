"""Snapshot: everything that an operation on a game can change, as one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.teacher_settings import TeacherSettings

if TYPE_CHECKING:
    from traitlets import Bunch

    from capture_widgets.records.journal import Journal

MOST_EARLIER = 20
"""More games than this are not kept beside the one being played."""

Step = dict[str, Any]
"""An operation as a line of a journal."""


class EarlierGame(NamedTuple):
    """A game that another one took the place of; it can be brought back."""

    history: History
    players: tuple[str | Bot, ...]


class Snapshot(NamedTuple):
    """Everything that an operation can change, replaced in one assignment."""

    history: History
    players: tuple[str | Bot, ...]
    revision: int
    journal: Journal | None = None
    mark: int = 0
    """The length of the journal that the game has taken over; anything after it is not part of the game."""
    news: tuple[tuple[int, Bunch], ...] = ()
    """Changes for observers, numbered; some may have been delivered already."""
    earlier: tuple[EarlierGame, ...] = ()
    """The games that others took the place of, the last one last."""
    teacher: TeacherSettings = TeacherSettings()
    """What a teacher has set at the tables."""

    def then(self, history: History, players: tuple[str | Bot, ...] | None = None) -> Snapshot:
        """The snapshot after an operation that leaves the journal as it is."""
        _, seated, revision, journal, mark, _, earlier, teacher = self
        after = (history, players or seated, revision + 1, journal, mark, (), earlier, teacher)
        return tuple.__new__(Snapshot, after)  # its own class sorts out names first, which takes twice as long

    def replaced_by(self, history: History, players: tuple[str | Bot, ...] | None = None) -> Snapshot:
        """The snapshot in which another game takes the place of this one, which is kept if a move was made in it."""
        earlier = with_earlier(self.earlier, EarlierGame(self.history, self.players))
        return self.then(history, players)._replace(earlier=earlier)


def with_earlier(
    earlier: tuple[EarlierGame, ...], game: EarlierGame, most: int = MOST_EARLIER
) -> tuple[EarlierGame, ...]:
    """The earlier games with one more, unless nobody has made a move in it; no more than ``most``."""
    if not game.history.begun:
        return earlier
    # a journal has the moves taken back as a variation, too
    return (*earlier, game._replace(history=game.history.settled()))[-most:]
