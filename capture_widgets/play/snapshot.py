"""Snapshot: everything that an operation on a game can change, in one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.teacher_settings import TeacherSettings

if TYPE_CHECKING:
    from traitlets import Bunch

    from capture_widgets.records.journal import Journal

MOST_EARLIER = 20
"""The largest number of earlier games that a game keeps."""

Step = dict[str, Any]
"""An operation in the form of a journal line."""


class EarlierGame(NamedTuple):
    """A game that was replaced by another one; `bring_back` continues it."""

    history: History
    players: tuple[str | Bot, ...]


class Snapshot(NamedTuple):
    """Everything that an operation can change; a single assignment replaces it."""

    history: History
    players: tuple[str | Bot, ...]
    revision: int
    journal: Journal | None = None
    mark: int = 0
    """The length of the journal up to the last operation of the game; what follows is not part of the game."""
    news: tuple[tuple[int, Bunch], ...] = ()
    """Numbered changes for observers; some may have been delivered already."""
    earlier: tuple[EarlierGame, ...] = ()
    """The games that were replaced, the latest one last."""
    teacher: TeacherSettings = TeacherSettings()
    """The settings of a teacher for the tables."""

    def then(self, history: History, players: tuple[str | Bot, ...] | None = None) -> Snapshot:
        """The snapshot after an operation that does not change which journal is used."""
        _, seated, revision, journal, mark, _, earlier, teacher = self
        after = (history, players or seated, revision + 1, journal, mark, (), earlier, teacher)
        return tuple.__new__(Snapshot, after)  # half the time of the constructor

    def replaced_by(self, history: History, players: tuple[str | Bot, ...] | None = None) -> Snapshot:
        """The snapshot after another game has replaced this one, which is kept if a move was made in it."""
        earlier = with_earlier(self.earlier, EarlierGame(self.history, self.players))
        return self.then(history, players)._replace(earlier=earlier)


def play_step(before: History, after: History) -> Step:
    """The journal step of a move: its notation, and the deal of the next round if the move ended a round."""
    if after.round == before.round:
        return {"play": str(after.current.move_to(after.ply))}
    step = {"play": str(after.past[-1].move_to(after.past[-1].ply))}
    cards = after.current.cards
    return step if cards is None else {**step, "deal": after.type.deck.texts(cards)}


def with_earlier(
    earlier: tuple[EarlierGame, ...], game: EarlierGame, most: int = MOST_EARLIER
) -> tuple[EarlierGame, ...]:
    """Add a game to the earlier games, at most ``most``, if a move was made in it."""
    if not game.history.begun:
        return earlier
    # moves that were taken back become a variation, as in a journal
    return (*earlier, game._replace(history=game.history.settled()))[-most:]
