"""Moves that persons take back and make again at a table."""

from __future__ import annotations

from itertools import islice
from typing import Any

from capture_widgets.core.errors import ActionRefused
from capture_widgets.engine.solver_notes import UNDONE_AFTER_HINT, add_solver_note
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.reveals import learners_since
from capture_widgets.widgets.table.seating import Seating
from capture_widgets.widgets.table.session import Session
from capture_widgets.widgets.table.takebacks import cards_learned_since, note_takeback, position_before


def requested_position(message: dict[str, Any]) -> tuple[int, int]:
    """The round and ply that a request is meant for."""
    return message["round"], message["ply"]


def check_position(game: Game, message: dict[str, Any]) -> None:
    """Check that a request is meant for the position of the game.

    Raises:
        ActionRefused: it is meant for another position.
    """
    if requested_position(message) != (game.round, game.ply):
        raise ActionRefused(message["kind"], "the game has moved on; look again and choose again")


class UndoRules:
    """Says which moves one table may take back, and takes them back."""

    def __init__(self, game: Game, seating: Seating, session: Session) -> None:
        self._game = game
        self._seating = seating
        self._session = session

    def count(self) -> int:
        """How many moves to take back so that a person is to play again; 0 if this table may take none back.

        The table of a seat takes back a move of that seat and the moves with which bots answered it.
        """
        game = self._game
        if not game.can_undo:
            return 0
        persons = self._seating.persons()
        if not persons:
            return 1
        for count, seat in enumerate(game.history.movers_back(), 1):
            if seat in persons:
                return count if self._seating.may_undo_for(seat) else 0
        return 0

    def can_undo(self) -> bool:
        """Whether this table may take back a move now."""
        count = self.count()
        if count == 0 or self._session.opened or self._showed_cards(count):
            return False
        return self._game.undoes_seen or not self._taught_cards(count)

    def can_redo(self) -> bool:
        """Whether this table may make an undone move again."""
        return self._game.can_redo and self._seating.may_undo_for(self._game.to_play)

    def undo(self, message: dict[str, Any]) -> None:
        """Take back the moves since a person of this table was to play.

        Raises:
            ActionRefused: this table may not take them back, or the request is meant for another position.
        """
        game, session = self._game, self._session
        with game.held():
            self._check_undo_position(message)
            if session.opened:
                raise ActionRefused("undo", "the hidden cards have been shown; begin a new game to play on")
            count = self.count()
            if count == 0 and game.can_undo:
                raise ActionRefused("undo", "the last move is another person's; only they can take it back")
            if self._showed_cards(count):
                raise ActionRefused("undo", "a card has been shown since; it cannot be hidden again")
            if count:
                if not game.undoes_seen and self._taught_cards(count):
                    words = (
                        "you have seen cards since then, so the move stays; "
                        "a game begun with undo=True takes moves back all the same"
                    )
                    raise ActionRefused("undo", words)
                position = position_before(game, count)
                persons = self._seating.learners()
                note_takeback(game, position, cards_learned_since(game, position, persons) if persons else 0)
                if session.par_report.was_shown:
                    add_solver_note(game, UNDONE_AFTER_HINT, position)
            for _ in range(max(1, count)):
                game.undo()
            session.undo_count += 1

    def _check_undo_position(self, message: dict[str, Any]) -> None:
        """Refuse a request for another position, unless only bots have moved since: their moves are undone, too."""
        game = self._game
        number, ply = requested_position(message)
        is_past = number == game.round and 0 <= ply <= game.ply
        movers = islice(game.history.movers_back(), max(0, game.ply - ply))
        if not is_past or any(not isinstance(game.seats[seat], Bot) for seat in movers):
            check_position(game, message)

    def redo(self, message: dict[str, Any]) -> None:
        """Make the undone moves again until a person is to play.

        Raises:
            ActionRefused: this table may not, or the request is meant for another position.
        """
        game = self._game
        with game.held():
            check_position(game, message)
            if game.can_redo and not self._seating.may_undo_for(game.to_play):
                raise ActionRefused("redo", "the move is another person's; only they can make it again")
            game.redo()
            persons = self._seating.persons()
            while persons and game.can_redo and game.to_play not in persons:
                game.redo()

    def _showed_cards(self, count: int) -> bool:
        """Whether one of the last moves showed hidden cards while other persons play: then nobody takes it back.

        A player who plays against bots alone may take such a move back; the game's record says so.
        """
        return bool(self._seating.others()) and learners_since(self._game.history, count) != set()

    def _taught_cards(self, count: int) -> bool:
        """Whether a person at this table saw a new card by one of the last moves."""
        persons = self._seating.learners()
        if not persons:
            return False
        learners = learners_since(self._game.history, count)
        return learners is None or not learners.isdisjoint(persons)
