"""The web server of a room or of a class: a thread with an event loop of its own, the page, and its connections."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from tornado.http1connection import HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from capture_widgets.core.errors import shown
from capture_widgets.export.bundle import bundle
from capture_widgets.rooms.connection import LONGEST, Connection, House, stream_of
from capture_widgets.rooms.strangers import MOST_ASKED, MOST_SILENT, Strangers, network_of

_LOG = logging.getLogger(__name__)

_FILES: Final = {
    "": ("room.html", "text/html; charset=utf-8"),
    "room.js": ("room.js", "text/javascript; charset=utf-8"),
    "room.css": ("room.css", "text/css; charset=utf-8"),
    "room.svg": ("room.svg", "image/svg+xml"),
    "room.webmanifest": ("room.webmanifest", "application/manifest+json"),
    "service.js": ("service.js", "text/javascript; charset=utf-8"),
    "screens.js": ("screens.js", "text/javascript; charset=utf-8"),
    "widget.js": ("widget.js", "text/javascript; charset=utf-8"),
    "widget.css": ("widget.css", "text/css; charset=utf-8"),
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 # compared, and bound only if somebody asks for it
_BACKLOG: Final = 1024
"""How many connections wait to be taken; a school may open its pages at one moment."""
_PINGS: Final = 15.0
"""Seconds between two questions whether a page is still there."""


class _Page(RequestHandler):
    """Gives out the page and its scripts, which hold nothing of the game."""

    def initialize(self, silent: Strangers) -> None:
        """Take what the server shares; tornado calls this in place of a constructor."""
        self._silent = silent

    def prepare(self) -> None:
        """Note that whoever loads the page is not silent."""
        self._silent.heard(stream_of(self))

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


class _Listener(HTTPServer):
    """Takes connections, and notes which have named no secret yet."""

    silent: Strangers

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Take a connection (tornado calls this)."""
        self.silent.came(stream, network_of(str(address[0]) if address else ""))
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Forget a connection that has ended; one that became a WebSocket goes on (tornado calls this)."""
        super().on_close(server_conn)
        if isinstance(server_conn, HTTP1ServerConnection) and server_conn.stream.closed():
            self.silent.gone(server_conn.stream)


class Server:
    """Serves the pages of one house until it is closed."""

    def __init__(
        self,
        house: House,
        host: str,
        port: int,
        *,
        address: str | None = None,
        origins: Iterable[str] = (),
        certificate: tuple[str | Path, str | Path] | None = None,
    ) -> None:
        """Begin to serve (`Game.open_room` and `RoomSettings` say what the arguments mean).

        Raises:
            ValueError: no page can reach this host and port, or the certificate cannot be used.
        """
        if type(port) is not int or not 0 <= port < 65536:
            raise ValueError(f"port={shown(port)}: a whole number from 0 to 65535; 0 takes one that is free")
        self._secure = None if certificate is None else _context(certificate)
        try:
            sockets = bind_sockets(port, address=host or None, backlog=_BACKLOG)
        except OSError as error:
            raise ValueError(f"no page can reach {host}:{port} ({error.strerror or error}): name another") from error
        self._house = house
        self._host, self.port = host, int(sockets[0].getsockname()[1])
        self._address = address
        self._origins = frozenset(origins)
        self._workers = ThreadPoolExecutor(16, "capture-widgets-room")
        self._later = ThreadPoolExecutor(2, "capture-widgets-room-later")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._has_begun = threading.Event()
        self._thread = threading.Thread(
            target=self._serve, args=(sockets,), name="capture-widgets-room-server", daemon=True
        )
        self._thread.start()
        self._has_begun.wait(10)

    @property
    def base(self) -> str:
        """The address of the page."""
        if self._address is not None:
            return self._address.rstrip("/") + "/"
        host = _own_address() if self._host in _EVERYWHERE else self._host
        return f"http{'' if self._secure is None else 's'}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def warning(self) -> str | None:
        """Whether others can read the messages on their way, in words; None where only this machine can connect."""
        if self._host in _LOOPBACK:
            return None
        if self._secure is not None:
            return "Messages are encrypted on their way."
        return (
            "Messages are not encrypted: whoever can read the network's traffic can read all cards and links. "
            "Pass certificate=, or use a network that you trust."
        )

    @property
    def closed(self) -> bool:
        """Whether it serves no longer."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """End all connections, and serve no longer."""
        loop, stop = self._loop, self._stop
        if loop is None or stop is None or self.closed:
            return
        try:
            loop.call_soon_threadsafe(stop.set)
        except RuntimeError:
            return  # it has just ended by itself
        if threading.current_thread() is not self._thread:
            self._thread.join(10)

    def wait(self, seconds: float, act: Callable[[], None]) -> None:
        """Call a function after so many seconds in a thread of its own, unless the server is closed by then."""
        loop = self._loop
        if loop is None or self.closed:
            return
        try:
            loop.call_soon_threadsafe(loop.call_later, seconds, self._begin, act)
        except RuntimeError:
            return  # it has just ended

    def _begin(self, act: Callable[[], None]) -> None:
        try:
            self._later.submit(act)
        except RuntimeError:
            return  # it is closing

    # -- the thread

    def _serve(self, sockets: list[socket.socket]) -> None:
        try:
            asyncio.run(self._run(sockets))
        except Exception:  # noqa: BLE001 # nobody joins this thread
            _LOG.exception("a server of a room has ended")
        finally:
            self._has_begun.set()

    async def _run(self, sockets: list[socket.socket]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        silent = Strangers(MOST_SILENT)
        shared = {
            "house": self._house,
            "workers": self._workers,
            "origins": self._origins,
            "silent": silent,
            "asked": Strangers(MOST_ASKED),
        }
        application = Application(
            # a proxy may put folders before the names, so that the page is at /services/rooms/, say
            [("/(?:.*/)?socket", Connection, shared), ("/(?:.*/)?([^/]*)", _Page, {"silent": silent})],
            log_function=lambda _: None,
            websocket_max_message_size=LONGEST,
            websocket_ping_interval=_PINGS,
            websocket_ping_timeout=_PINGS,
        )
        server = _Listener(
            application,
            ssl_options=self._secure,
            max_body_size=LONGEST,
            max_header_size=LONGEST,
            idle_connection_timeout=30,
        )
        server.silent = silent
        server.add_sockets(sockets)
        self._workers.submit(_prepare)
        self._has_begun.set()
        await self._stop.wait()
        server.stop()
        await asyncio.sleep(0.05)  # for the messages that say so
        await server.close_all_connections()
        self._workers.shutdown(wait=False)
        self._later.shutdown(wait=False)


def _prepare() -> None:
    """Import what the first move at a page needs, so that nobody waits for it."""
    import capture_widgets.library.kept_games
    import capture_widgets.records.new_journal  # noqa: F401


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
