"""Who looks at a table, and for which seats it acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from capture_widgets.core.errors import shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.names import Names, names_for
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.session import Session

_COUNTED = ("left", "stock")
"""The parts of a dump's table of which a screen shows only how many cards they have."""


def check_viewer(game: Game, seat: object) -> Viewer | Literal["auto"]:
    """Return the viewer that a table is asked for.

    Raises:
        ValueError: the game has no such viewer.
    """
    viewer: Viewer | Literal["auto"] = whole(seat)
    if viewer is None or viewer in ("auto", "public") or (type(viewer) is int and 0 <= viewer < len(game.seats)):
        return viewer
    raise ValueError(f'there is no viewer {shown(seat)}; choose 0 to {len(game.seats) - 1}, "public", None or "auto"')


class Seating:
    """The viewer of one table and the seats that it acts for.

    A table with the seat ``"auto"`` and several persons is a shared screen: the persons use it in turn, and hidden
    cards stay covered until the person to move has taken the screen.

    Attributes:
        seat: for whom the table was made; a console may change it.
        ignores_stop: whether this table goes on when a teacher stops the others.
    """

    def __init__(
        self, game: Game, seat: Viewer | Literal["auto"], session: Session, may_act: Callable[[], bool]
    ) -> None:
        """Make the seating of a table.

        Args:
            game: the game at the table.
            seat: the seat that the table was made for.
            session: what the tables of the game share.
            may_act: says whether the table takes moves at all just now.
        """
        self._game = game
        self.seat = seat
        self._session = session
        self._may_act = may_act
        self.ignores_stop = False
        self._ready: Seat | None = None
        """The person who has taken the shared screen."""
        if self.is_shared() and game.to_play in self.persons():
            self._ready = game.to_play

    @property
    def only_looks(self) -> bool:
        """Whether the table is a spectator's."""
        return self.seat == "public"

    def persons(self) -> list[Seat]:
        """The seats that persons play."""
        return [seat for seat, player in enumerate(self._game.seats) if not isinstance(player, Bot)]

    def own_seat(self) -> Seat | None:
        """The seat of the one person who looks at this table; None if nobody does, or several do in turn."""
        viewer = self.viewer()
        if not isinstance(viewer, int) or isinstance(self._game.seats[viewer], Bot) or self.is_shared():
            return None
        return viewer

    def names(self) -> Names:
        """The names of the players in the sentences of this table; the person whose seat it is has the name "you"."""
        return names_for(self._game.history.seats, self.own_seat())

    def is_shared(self) -> bool:
        """Whether several persons use this screen in turn."""
        return self.seat == "auto" and len(self.persons()) > 1

    def viewer(self) -> Viewer:
        """Who looks at the table now."""
        if self.seat != "auto":
            # a new game may have fewer seats than the game for which this table was made
            return "public" if self.seat in range(len(self._game.seats), len(SEAT_NAMES)) else self.seat
        persons = self.persons()
        if len(persons) == 1:
            return persons[0]
        return self._ready if self.is_shared() and self._ready is not None else "public"

    def cover(self) -> Seat | None:
        """The person who has to take the shared screen before the table shows hidden cards; None if nobody has to."""
        to_play = self._game.to_play
        needs_cover = self.is_shared() and to_play in self.persons() and self._ready != to_play
        return to_play if needs_cover and self._session.finished_round is None else None

    def take_screen(self) -> None:
        """Let the person to move take the shared screen."""
        if self.is_shared() and self._game.to_play in self.persons():
            self._ready = self._game.to_play

    def leave_screen(self) -> None:
        """Let nobody have the shared screen."""
        self._ready = None

    def acting(self) -> list[Seat]:
        """The seats that this table may act for now."""
        if not self._may_act():
            return []
        frozen = self._frozen()
        persons = [seat for seat in self.persons() if seat not in frozen]
        if self.seat is None:
            return persons
        viewer = self.viewer()
        return [viewer] if isinstance(viewer, int) and viewer in persons and self.cover() is None else []

    def _frozen(self) -> frozenset[Seat]:
        """The seats that a teacher has stopped at this table."""
        return frozenset() if self.ignores_stop else frozenset(self._game.teacher.frozen)

    def is_stopped(self) -> bool:
        """Whether a teacher has stopped everybody who acts at this table."""
        frozen = self._frozen()
        if not frozen:
            return False
        own = [self.seat] if isinstance(self.seat, int) else self.persons()
        return bool(own) and frozen.issuperset(own)

    def others(self) -> list[Seat]:
        """The other persons, who must agree to a new game. Only the table of one seat has such others."""
        return [seat for seat in self.persons() if seat != self.seat] if isinstance(self.seat, int) else []

    def assignable(self) -> list[Seat]:
        """The seats to which this table may put another player."""
        others = self.others()
        return [] if self.only_looks else [seat for seat in range(len(self._game.seats)) if seat not in others]

    def may_undo_for(self, seat: Seat | None) -> bool:
        """Whether this table may take back the moves of a seat.

        The table of a seat takes back the moves of that seat; where only bots play, any table takes back theirs.
        """
        return not isinstance(self.seat, int) or seat == self.seat or not self.persons()

    def may_begin(self) -> bool:
        """Whether this table may replace the game: when the game is over, or no other person plays."""
        return self._game.is_over or not self.others()

    def may_open(self) -> bool:
        """Whether this table may show all hidden cards: to the players, once the whole game is over."""
        game = self._game
        if not game.is_over or self.only_looks:
            return False
        own, whole = (
            {part: cards for part, cards in game.dump(seat)["table"].items() if part not in _COUNTED}
            for seat in (self.viewer(), None)
        )
        return bool(own != whole)

    def learners(self) -> list[Seat]:
        """The persons from whom this table hides something."""
        return [] if self.seat is None else self.persons()
