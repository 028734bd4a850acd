"""The projector of a class: a page that shows all games, one of them, or the standings, as its teacher chooses."""

from __future__ import annotations

import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from capture_widgets.core.errors import shown
from capture_widgets.rooms.absences import Absences
from capture_widgets.rooms.class_games import ClassGame, shown_points
from capture_widgets.rooms.class_people import ClassPeople
from capture_widgets.rooms.class_tables import ClassTables, SmallTable, columns_for, small_table
from capture_widgets.rooms.class_words import room_words
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.people import SECRET_BYTES, Guest, is_secret
from capture_widgets.rooms.seat_table import SeatTable
from capture_widgets.rooms.server import Server

if TYPE_CHECKING:
    from capture_widgets.rooms.class_games import Standings
    from capture_widgets.widgets import Table

Shown = Literal["tables", "standings"] | int
"""What a projector shows: all games of the round, the standings, or the game of this number."""

MOST: Final = 20
"""The most pages that show it at one time."""


class Projector:
    """What the projector's pages show. They get what every spectator may see.

    Attributes:
        secret: the secret of its link.
        shows: what it shows now.
    """

    def __init__(self, leader: Projecting) -> None:
        """Show all games."""
        self._leader = leader
        self._lock = threading.Lock()
        self._has: dict[Guest, dict[int, str]] = {}
        """The pictures that each page has, by the number of the game."""
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        self.shows: Shown = "tables"

    def is_secret(self, secret: object) -> bool:
        """Whether this is the secret of its link."""
        return is_secret(self.secret, secret)

    def show(self, what: Shown) -> None:
        """Show something else.

        Raises:
            ValueError: there is no such thing to show.
        """
        if isinstance(what, str):
            if what not in ("tables", "standings"):
                raise ValueError(f'show={shown(what)}: "tables", "standings", or the number of a game')
        else:
            self._leader.game(what)
        self.shows = what
        for guest in self.guests:
            guest.reseat()

    @property
    def guests(self) -> list[Guest]:
        """The pages that show it."""
        with self._lock:
            return list(self._has)

    def enter(self, guest: Guest) -> bool:
        """Let a page show it; returns False if too many do."""
        with self._lock:
            if len(self._has) < MOST:
                self._has[guest] = {}
            return guest in self._has

    def left(self, guest: Guest) -> None:
        """Note that a page is gone."""
        with self._lock:
            self._has.pop(guest, None)

    def sit(self, guest: Guest, on_page: OnPage | None) -> OnPage | None:
        """Show on a page what it shows now, as a whole."""
        leader, shows = self._leader, self.shows
        one = next((one for one in leader.games if one.number == shows), None)
        if one is not None:
            guest.say(room_words(one, "public", leader._here, leader._absences))
            if isinstance(on_page, SeatTable) and on_page.game is one.game:
                return on_page
            return SeatTable(one.game, "public", guest.send, begins=False)
        with self._lock:
            if guest in self._has:
                self._has[guest] = {}
        self._send(guest)
        return None

    def refresh(self) -> None:
        """Bring all pages up to the games."""
        if not isinstance(self.shows, int):
            for guest in self.guests:
                self._send(guest)
        elif all(one.number != self.shows for one in self._leader.games):
            self.show("tables")  # the round is over that had this game

    def _send(self, guest: Guest) -> None:
        leader = self._leader
        title = f"Round {leader.round}" if leader.round else "No round has begun"
        if self.shows == "standings":
            rows = [[str(one["place"]), one["name"], shown_points(one["points"])] for one in leader.standings()]
            guest.say({"type": "standings", "title": f"{title}: standings", "rows": rows})
            return
        tables = leader._small_tables()
        cells: list[dict[str, Any]] = []
        with self._lock:  # pages get texts in the order in which they were compared
            has = self._has.get(guest)
            if has is None:
                return
            for one in tables:
                number, picture = one["number"], one["picture"]
                cells.append({**one, "picture": None if has.get(number) == picture else picture})
                has[number] = picture
            guest.say({"type": "tables", "title": title, "across": columns_for(len(tables)), "tables": cells})


@dataclass(frozen=True)
class ProjectorChair:
    """Where a page of the projector is."""

    projector: Projector

    def sit(self, guest: Guest, on_page: OnPage | None) -> OnPage | None:
        """Show on the page what the projector shows (`capture_widgets.rooms.connection.Chair`)."""
        return self.projector.sit(guest, on_page)

    def left(self, guest: Guest) -> None:
        """Note that the page is gone."""
        self.projector.left(guest)


class Projecting(ABC):
    """The part of a class that shows its games to everybody. `GameClass` is the whole."""

    _people: ClassPeople
    _server: Server
    _absences: Absences

    def __init__(self) -> None:
        """Show all games."""
        self._projector = Projector(self)

    @property
    @abstractmethod
    def games(self) -> list[ClassGame]:
        """The games of this round."""

    @property
    @abstractmethod
    def round(self) -> int:
        """The number of this round; 0 before the first."""

    @abstractmethod
    def standings(self) -> Standings:
        """Who has how many points."""

    @abstractmethod
    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function after something has changed."""

    @abstractmethod
    def game(self, number: int) -> ClassGame:
        """A game of this round by its number, from 1."""

    @property
    def _here(self) -> set[str]:
        """The names of those who are connected."""
        return {person.name for person in self._people.all if person.guest is not None}

    def table(self, number: int) -> Table:
        """A table with a game of this round as a spectator sees it, for a projector."""
        return self.game(number).game.table(seat="public")

    def tables(self) -> ClassTables:
        """All games of the round as small tables, as a spectator sees them; they follow the games and the rounds."""
        return ClassTables(self)

    @property
    def projector_link(self) -> str:
        """The link of a page for the projector. It shows what `show` says, and nothing that a spectator may not see."""
        return f"{self._server.base}#{self._projector.secret}"

    def show(self, what: Shown) -> Self:
        """Choose what the projector's page shows.

        Args:
            what: ``"tables"`` for all games of the round, ``"standings"``, or the number of a game.

        Raises:
            ValueError: there is no such thing to show.
        """
        self._projector.show(what)
        return self

    def _small_tables(self) -> list[SmallTable]:
        """The games of the round, as small tables show them."""
        here = self._here
        return [small_table(one, here) for one in self.games]
