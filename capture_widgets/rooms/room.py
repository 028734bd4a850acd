"""A room: one game on many pages, each of which holds what its seat may know and nothing else."""

from __future__ import annotations

import asyncio
import html
import logging
import socket
import ssl
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Self

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from capture_widgets.core.errors import shown
from capture_widgets.engine.names import distinct_names
from capture_widgets.engine.state import Seat
from capture_widgets.export.bundle import bundle
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.rooms.connection import LONGEST, Connection
from capture_widgets.rooms.people import People, Place
from capture_widgets.widgets.host.weak_observers import WeakObserver

_LOG = logging.getLogger(__name__)

_FILES: Final = {
    "": ("room.html", "text/html; charset=utf-8"),
    "room.js": ("room.js", "text/javascript; charset=utf-8"),
    "room.css": ("room.css", "text/css; charset=utf-8"),
    "widget.js": ("widget.js", "text/javascript; charset=utf-8"),
    "widget.css": ("widget.css", "text/css; charset=utf-8"),
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 # compared, and bound only if somebody asks for it
_PINGS: Final = 15.0
"""Seconds between two questions whether a page is still there."""


class _Page(RequestHandler):
    """Gives out the page and its scripts, which hold nothing of the game."""

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", _POLICY)
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cache-Control", "no-cache")

    def get(self, name: str) -> None:
        """Answer with a file."""
        found = _FILES.get(name)
        if found is None:
            self.send_error(404)
            return
        self.set_header("Content-Type", found[1])
        self.finish(bundle(found[0]))

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer with a number and nothing of the machine."""
        self.finish(f"{status_code}")


class Room:
    """One game on the pages of several people. `Game.open_room` opens one.

    Each person opens the link of a seat; nobody needs an account. A link holds a secret, so whoever has it plays that
    seat. The link ``"public"`` shows what every spectator may see.

    It serves from a thread of its own, so it answers while a cell runs.

    Attributes:
        game: the game.
        origins: the origins, beside its own, whose pages may connect, such as ``https://hub.example.org``.
    """

    def __init__(
        self,
        game: Game,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        address: str | None = None,
        origins: Iterable[str] = (),
        certificate: tuple[str | Path, str | Path] | None = None,
    ) -> None:
        """Open the room (`Game.open_room` says what the arguments mean)."""
        if type(port) is not int or not 0 <= port < 65536:
            raise ValueError(f"port={shown(port)}: a whole number from 0 to 65535; 0 takes one that is free")
        self.game = game
        self.origins = frozenset(origins)
        self._secure = None if certificate is None else _context(certificate)
        persons = [seat for seat, player in enumerate(game.seats) if not isinstance(player, Bot)]
        self.doors = People(persons, self._tell)
        try:
            sockets = bind_sockets(port, address=host or None)
        except OSError as error:
            raise ValueError(f"no page can reach {host}:{port} ({error.strerror or error}): name another") from error
        self._host, self._port = host, int(sockets[0].getsockname()[1])
        self._address = address
        self._workers = ThreadPoolExecutor(16, "capture-widgets-room")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_open = threading.Event()
        self._stop: asyncio.Event | None = None
        self._observer = WeakObserver(self._game_changed, game, ["revision"])
        self._told: object = None
        self._thread = threading.Thread(
            target=_serve, args=(self, sockets), name="capture-widgets-room-server", daemon=True
        )
        self._thread.start()
        self._is_open.wait(10)

    # -- what whoever opened it uses

    @property
    def links(self) -> dict[Place, str]:
        """The link of each person's seat, and ``"public"`` for spectators. A link is a secret for one person."""
        base = self._base()
        return {place: f"{base}#{self.doors.secret(place)}" for place in self.doors.places}

    @property
    def people(self) -> list[dict[str, Any]]:
        """Who is at each seat: ``seat``, ``name``, ``bot``, and ``here``, whether they are connected."""
        return [
            {"seat": seat, "name": name, "bot": isinstance(player, Bot), "here": self.doors.count(seat) > 0}
            for seat, (name, player) in enumerate(zip(distinct_names(self.game.names), self.game.seats, strict=True))
        ]

    @property
    def watching(self) -> int:
        """How many spectators are connected."""
        return self.doors.count("public")

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return not self._thread.is_alive()

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
        self.doors.renew(seat, "removed")

    def _check(self, seat: object) -> None:
        persons = [place for place in self.doors.places if place != "public"]
        if type(seat) is not int or seat not in persons:
            raise ValueError(f"no person has seat {shown(seat)} in this room; persons have {persons}")

    def lock(self) -> Self:
        """Let in nobody new; whoever has been at a seat may come back to it."""
        self.doors.lock(True)
        return self

    def unlock(self) -> Self:
        """Let people in again."""
        self.doors.lock(False)
        return self

    def close(self) -> None:
        """End all connections, and serve no longer. The game stays as it is."""
        self._observer.stop()
        loop, stop = self._loop, self._stop
        if loop is not None and stop is not None and self._thread.is_alive():
            for guest in self.doors.everybody():
                guest.leave("closed")
            try:
                loop.call_soon_threadsafe(stop.set)
            except RuntimeError:
                return  # it has just ended by itself
            if threading.current_thread() is not self._thread:
                self._thread.join(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "closed" if self.closed else self._base()
        here = sum(one["here"] for one in self.people)
        return f"<Room of {self.game!r}, {where}, {here} here>"

    def _repr_html_(self) -> str:
        if self.closed:
            return "<p>This room is closed.</p>"
        rows = []
        names = {one["seat"]: one for one in self.people}
        for place, link in self.links.items():
            one = names.get(place) if isinstance(place, int) else None
            who = f"{self.watching} watching" if one is None else "here" if one["here"] else "not here yet"
            name = "Everybody may watch" if one is None else html.escape(one["name"])
            rows.append(
                f"<tr><td>{name}</td><td>{who}</td><td>{_code(link)}</td>"
                f'<td><a href="{html.escape(link)}" target="_blank" rel="noreferrer">{html.escape(link)}</a></td></tr>'
            )
        words = "" if self._host in _LOOPBACK else _reach(self._secure is not None)
        return (
            "<table><thead><tr><th>Who</th><th>Connected</th><th>Scan</th><th>Link (a secret: for one person)</th>"
            f"</tr></thead><tbody>{''.join(rows)}</tbody></table>{words}"
        )

    def _base(self) -> str:
        if self._address is not None:
            return self._address.rstrip("/") + "/"
        host = _own_address() if self._host in _EVERYWHERE else self._host
        return f"http{'' if self._secure is None else 's'}://{f'[{host}]' if ':' in host else host}:{self._port}/"

    # -- what connections use

    def words_for(self, place: Place) -> dict[str, Any]:
        """The message that says who is here."""
        title = self.game.type.title
        return {"type": "room", "title": title, "seat": place, "people": self.people, "watching": self.watching}

    def _tell(self) -> None:
        """Tell all pages who is here."""
        for guest in self.doors.everybody():
            if isinstance(guest, Connection) and guest.place is not None:
                guest.say(self.words_for(guest.place))

    def _game_changed(self, _change: object) -> None:
        names = self.game.names
        if names != self._told:
            self._told = names
            self._tell()

    # -- the thread

    async def _run(self, sockets: list[socket.socket]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        application = Application(
            [("/socket", Connection, {"room": self, "workers": self._workers}), ("/(.*)", _Page)],
            log_function=lambda _: None,
            websocket_max_message_size=LONGEST,
            websocket_ping_interval=_PINGS,
            websocket_ping_timeout=_PINGS,
        )
        server = HTTPServer(
            application,
            ssl_options=self._secure,
            max_body_size=LONGEST,
            max_header_size=LONGEST,
            idle_connection_timeout=30,
        )
        server.add_sockets(sockets)
        self._is_open.set()
        await self._stop.wait()
        server.stop()
        await asyncio.sleep(0.05)  # for the messages that say so
        await server.close_all_connections()
        self._workers.shutdown(wait=False)


def _serve(room: Room, sockets: list[socket.socket]) -> None:
    try:
        asyncio.run(room._run(sockets))
    except Exception:  # noqa: BLE001 # nobody joins this thread
        _LOG.exception("a room has ended")
    finally:
        room._is_open.set()


def _context(certificate: tuple[str | Path, str | Path]) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(*map(str, certificate))
    except (OSError, TypeError) as error:
        words = f"certificate={shown(certificate)}: the files of a certificate and its key ({error})"
        raise ValueError(words) from None
    return context


def _own_address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))
            return str(one.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _code(link: str) -> str:
    """The link as a QR code, in SVG."""
    import segno

    return str(segno.make(link, error="m").svg_inline(scale=3, border=2, light="white"))


def _reach(is_secure: bool) -> str:
    if is_secure:
        return "<p>Messages are encrypted on their way.</p>"
    return (
        "<p>Messages are not encrypted: whoever can read the network's traffic can read all cards and links. "
        "Pass <code>certificate=</code>, or use a network that you trust.</p>"
    )
