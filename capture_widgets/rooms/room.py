"""A room: one game on many pages, each of which holds what its seat may know and nothing else."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, Unpack

from capture_widgets.core.errors import shown
from capture_widgets.engine.names import distinct_names
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.widget_settings import ServerSettings
from capture_widgets.rooms.absences import GRACE, Absences, StandIn
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.kept_links import KeptLinks
from capture_widgets.rooms.links import code_of
from capture_widgets.rooms.people import Guest, People, Place, Why
from capture_widgets.rooms.seat_table import SeatTable
from capture_widgets.rooms.server import Server
from capture_widgets.widgets.host.weak_observers import WeakObserver

_TELLING: Final = 0.25
"""For how many seconds spectators come and go before all pages are told how many there are."""


@dataclass(frozen=True)
class _Chair:
    """A place of a room."""

    room: Room
    place: Place

    def sit(self, guest: Guest, shown: OnPage | None) -> OnPage:
        guest.say(self.room._words_for(self.place))
        return shown or SeatTable(self.room.game, self.place, guest.send)

    def left(self, guest: Guest) -> None:
        self.room._left(self.place, guest)


@dataclass(frozen=True)
class _House:
    """A server's way into a room."""

    room: Room

    def enter(self, said: dict[str, Any], guest: Guest) -> _Chair | Why:
        place, why = self.room._doors.enter(said.get("secret"), guest)
        if place is None:
            return why
        self.room._absences.came(place)
        return _Chair(self.room, place)


class Room(StandIn):
    """One game on the pages of several people. `Game.open_room` opens one.

    Each person opens the link of a seat; nobody needs an account. A link holds a secret, so whoever has it plays that
    seat. The link ``"public"`` shows what every spectator may see.

    It serves from a thread of its own, so it answers while a cell runs.

    Args:
        game: the game.
        host: the address to serve at: this machine alone by default, ``"0.0.0.0"`` for its whole network.
        port: the port; 0 takes a free one, or that of before with ``keep``.
        keep: a file for the port and the links, so that the same links work after a restart of the kernel.
        grace: for how many seconds somebody may be away before they count as away for long.
        stand_in: a bot, or a level, that plays for whoever is away for long while somebody else is here.
        **settings: ``address``, the address in the links where a proxy leads to the room; ``origins``, more origins
            whose pages may connect; ``certificate``, the files of a certificate and of its key.

    Attributes:
        game: the game.

    Raises:
        ValueError: an argument is wrong, or the room cannot be reached there.
        OSError: the file of links cannot be written.
    """

    def __init__(
        self,
        game: Game,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        keep: str | Path | None = None,
        grace: float = GRACE,
        stand_in: str | Bot | None = None,
        **settings: Unpack[ServerSettings],
    ) -> None:
        """Open the room, and serve its pages."""
        self.game = game
        self._kept = None if keep is None else KeptLinks(keep)
        self._watching: list[Callable[[], None]] = []
        persons = [seat for seat, player in enumerate(game.seats) if not isinstance(player, Bot)]
        kept = self._kept
        self._absences = Absences(grace, stand_in, self._wait, lambda _: self._tell(), self._waiting)
        self._is_telling = False
        self._doors = People(persons, self._came_or_left, None if kept is None else kept.secrets)
        self._server = Server(_House(self), host, kept.port if port == 0 and kept is not None else port, **settings)
        try:
            self._keep()
        except OSError:
            self._server.close()
            raise
        self._told: object = None
        self._observer = WeakObserver(self._game_changed, game, ["revision"])

    # -- what whoever opened it uses

    @property
    def links(self) -> dict[Viewer, str]:
        """The link of each person's seat, and ``"public"`` for spectators. A link is a secret for one person."""
        base = self._server.base
        return {place: f"{base}#{self._doors.secret(place)}" for place in self._doors.places}

    @property
    def people(self) -> list[dict[str, Any]]:
        """Who is at each seat: ``seat``, ``name``, ``bot``, ``here`` (whether they are connected), ``late`` (whether
        they are away for long), and ``stand_in`` (whether a bot plays for them meanwhile).
        """
        return [
            {
                "seat": seat,
                "name": name,
                "bot": isinstance(player, Bot),
                "here": self._doors.count(seat) > 0,
                **self._absences.words(seat),
            }
            for seat, (name, player) in enumerate(zip(distinct_names(self.game.names), self.game.seats, strict=True))
        ]

    @property
    def warning(self) -> str | None:
        """Whether others can read the messages on their way, in words; None where only this machine can connect."""
        return self._server.warning

    @property
    def watching(self) -> int:
        """How many spectators are connected."""
        return self._doors.count("public")

    @property
    def locked(self) -> bool:
        """Whether nobody new can come in."""
        return self._doors.locked

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._server.closed

    def kick(self, seat: Seat) -> str:
        """Take a seat from whoever has its link; returns the new link.

        Raises:
            ValueError: no person has this seat.
        """
        self._renew(seat)
        return self.links[seat]

    def hand_over(self, seat: Seat, name: str) -> str:
        """Give a seat to another person; returns the link for them. The old one ends.

        Args:
            seat: the seat of a person.
            name: the name of the new person.

        Raises:
            ValueError: no person has this seat, or the name is none.
        """
        self._check(seat)
        self.game.sit(seat, name)
        self._renew(seat)
        return self.links[seat]

    def _renew(self, seat: Seat) -> None:
        self._check(seat)
        self._doors.renew(seat, "removed")
        self._keep()

    def _keep(self) -> None:
        if self._kept is not None:
            self._kept.write(self._server.port, self._doors.secrets)

    def _check(self, seat: object) -> None:
        persons = [place for place in self._doors.places if place != "public"]
        if type(seat) is not int or seat not in persons:
            raise ValueError(f"no person has seat {shown(seat)} in this room; persons have {persons}")

    def lock(self) -> Self:
        """Let in nobody new; whoever has been at a seat may come back to it."""
        self._doors.lock(True)
        return self

    def unlock(self) -> Self:
        """Let people in again."""
        self._doors.lock(False)
        return self

    def close(self) -> None:
        """End all connections, and serve no longer. The game stays as it is."""
        self._observer.stop()
        for _, guest in self._doors.everybody():
            guest.leave("closed")
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "closed" if self.closed else self._server.base
        here = sum(one["here"] for one in self.people)
        return f"<Room of {self.game!r}, {where}, {here} here>"

    def _ipython_display_(self) -> None:
        from capture_widgets.rooms.room_panel import show_panel

        show_panel(self)

    def _repr_html_(self) -> str:
        if self.closed:
            return "<p>This room is closed.</p>"
        rows = []
        names = {one["seat"]: one for one in self.people}
        for place, link in self.links.items():
            one = names.get(place) if isinstance(place, int) else None
            who = f"{self.watching} watching" if one is None else self._whereabouts(one)
            name = "Everybody may watch" if one is None else html.escape(one["name"])
            rows.append(
                f"<tr><td>{name}</td><td>{who}</td><td>{code_of(link)}</td>"
                f'<td><a href="{html.escape(link)}" target="_blank" rel="noreferrer">{html.escape(link)}</a></td></tr>'
            )
        warning = self.warning
        words = "" if warning is None else f"<p>{html.escape(warning)}</p>"
        return (
            "<table><thead><tr><th>Who</th><th>Connected</th><th>Scan</th><th>Link (a secret: for one person)</th>"
            f"</tr></thead><tbody>{''.join(rows)}</tbody></table>{words}"
        )

    def _whereabouts(self, one: dict[str, Any]) -> str:
        if one["here"] or not self._doors.has_come(one["seat"]):
            return "here" if one["here"] else "not here yet"
        plays = f"; {html.escape(self.stand_in.name)} plays" if one["late"] and self.stand_in is not None else ""
        return f"away for long{plays}" if one["late"] else "away"

    # -- what connections use

    def _wait(self, seconds: float, act: Callable[[], None]) -> None:
        self._server.wait(seconds, act)

    def _left(self, place: Place, guest: Guest) -> None:
        self._doors.left(place, guest)
        if place != "public" and self._doors.count(place) == 0:
            self._absences.left(place)
            if self._doors.count(place) > 0:  # they have come back just now
                self._absences.came(place)

    def _waiting(self, seat: Seat) -> tuple[Game, Seat] | None:
        """The seat at which a bot may move for somebody: others who are here wait for it."""
        others = any(one["here"] for one in self.people if one["seat"] != seat)
        return (self.game, seat) if others and not isinstance(self.game.seats[seat], Bot) else None

    def _words_for(self, place: Place) -> dict[str, Any]:
        """The message that says who is here."""
        title = self.game.type.title
        return {"type": "room", "title": title, "seat": place, "people": self.people, "watching": self.watching}

    def _came_or_left(self, place: Place) -> None:
        if place != "public":
            self._tell()
        elif not self._is_telling:
            # two hundred spectators come at one moment: to tell all of each would be 40,000 messages
            self._is_telling = True
            self._wait(_TELLING, self._tell_of_spectators)

    def _tell_of_spectators(self) -> None:
        self._is_telling = False
        self._tell()

    def _tell(self) -> None:
        """Tell all pages who is here, and show it anew in the notebook."""
        for place, guest in self._doors.everybody():
            guest.say(self._words_for(place))
        for changed in list(self._watching):
            changed()

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function after it has changed who is here."""
        self._watching.append(changed)

    def _game_changed(self, _change: object) -> None:
        names = self.game.names
        if names != self._told:
            self._told = names
            self._tell()
