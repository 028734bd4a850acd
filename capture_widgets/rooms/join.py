"""A seat of a room that was opened somewhere else, for use in a program or a notebook."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from capture_widgets.core.errors import ActionRefused, IllegalMove, JoinError, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.engine.state import Viewer
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.rooms.joined_table import JoinedTable
from capture_widgets.widgets.table.log_pages import PAGE

_LOG = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a call waits for the room by default."""

LONGEST: Final = 4_000_000
"""The most characters of one message from a room."""

_PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds before each new attempt when a connection was lost."""

_OWN_NUMBERS: Final = 1 << 40
"""The requests of this program have numbers from here on; those of the pages of its table have smaller ones."""

_WHY: Final = {
    "unknown": "the link opens no seat there; ask whoever opened the room for a new one",
    "replaced": "somebody has opened this seat with the same link",
    "removed": "the link is no longer valid; ask whoever opened the room for a new one",
    "locked": "the room is locked",
    "full": "the room is full",
    "closed": "the room is closed",
    "fast": "the room has refused what this program sent",
}


class Joined:
    """A seat of a game in another kernel. `cw.join` makes one.

    It has what a player at this seat may know. After a lost connection it connects again by itself.

    Attributes:
        link: the link of the seat.
    """

    def __init__(self, link: str, timeout: float = PATIENCE, certificate: str | Path | None = None) -> None:
        """Join (`cw.join` says what the arguments mean)."""
        self.link = link
        self._address, self._secret = _parts(link)
        self._trusted = None if certificate is None else str(path_of(certificate))
        self._changed = threading.Condition(threading.RLock())
        self._values: dict[str, Any] = {}
        self._room: dict[str, Any] = {}
        self._replies: dict[int, dict[str, Any]] = {}
        self._model: str | None = None
        self._next = _OWN_NUMBERS
        self._ended: str | None = None
        self._is_connected = False
        self._tables: list[JoinedTable] = []
        self._socket: WebSocketClientConnection | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="capture-widgets-joined", daemon=True)
        self._thread.start()
        try:
            self._wait(lambda: bool(self._values), timeout, "the room has not answered")
        except JoinError:
            self.close()
            raise

    # -- the position

    @property
    def seat(self) -> Viewer:
        """The seat, or ``"public"`` for a spectator's link."""
        seat: Viewer = self._dump()["seat"]
        return seat

    @property
    def ply(self) -> int:
        """The number of moves played in this round."""
        return int(self._dump()["ply"])

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return int(self._dump()["round"])

    @property
    def to_play(self) -> int | None:
        """The seat that is to move; None when the round is over."""
        seat: int | None = self._dump()["to_play"]
        return seat

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return bool(self._dump()["is_over"])

    @property
    def people(self) -> list[dict[str, Any]]:
        """Who is at each seat: ``seat``, ``name``, ``bot``, and ``here``, whether they are connected."""
        with self._changed:
            return deepcopy(self._room.get("people", []))

    def dump(self) -> dict[str, Any]:
        """The position as this seat knows it, as `Game.dump` gives it."""
        return deepcopy(self._dump())

    def legal_moves(self) -> list[str]:
        """The legal moves, in notation; none while another seat is to move."""
        return list(self._dump()["legal_moves"])

    def log(self) -> list[LogEntry]:
        """The moves of this round in words, as this seat knows them; `Game.log` describes the entries."""
        with self._changed:
            count = self._values.get("logged", {}).get("count", 0)
            pages = [self._values.get(f"log{number}", []) for number in range(-(-count // PAGE))]
        return deepcopy([entry for page in pages for entry in page][:count])

    def _dump(self) -> dict[str, Any]:
        with self._changed:
            dump: dict[str, Any] = self._values["dump"]
            return dump

    # -- playing

    def play(self, move: str, timeout: float = PATIENCE) -> Self:
        """Make a move; returns when the room has taken it.

        Args:
            move: the move in notation.
            timeout: how many seconds to wait at most.

        Raises:
            IllegalMove: the rules forbid it.
            ActionRefused: it is another seat's turn.
            JoinError: the room has not answered, or its answer was lost: look at `ply` before you try again.
        """
        with self._changed:
            dump = self._dump()
            before = dump["round"], dump["ply"]
            number = self._next
            self._next += 1
        self._send({"kind": "play", "move": move, "round": before[0], "ply": before[1], "id": number})
        self._wait(lambda: number in self._replies, timeout, "the room has not answered")
        reply = self._replies.pop(number)
        if reply["kind"] == "refused":
            if reply.get("rule"):
                raise IllegalMove(reply["rule"], move, reply["text"])
            raise ActionRefused("play", reply["text"])
        self._wait(lambda: (self.round, self.ply) != before, timeout, "the room has not shown the move")
        return self

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until this seat is to move or the round is over; returns whether it is to move.

        Args:
            timeout: how many seconds to wait at most; None waits as long as the connection lasts.

        Raises:
            JoinError: the time has passed, or the connection has ended.
        """
        self._wait(lambda: self.is_over or self.to_play == self.seat, timeout, "nobody has moved")
        return not self.is_over

    def table(self) -> JoinedTable:
        """A table of this seat, for a notebook."""
        with self._changed:
            table = JoinedTable(deepcopy(self._values), self._send)
            self._tables.append(table)
        return table

    # -- the connection

    @property
    def closed(self) -> bool:
        """Whether the connection has ended for good."""
        return self._ended is not None

    def close(self) -> None:
        """Leave the seat; the same link takes it again."""
        self._end("it was closed here")
        if threading.current_thread() is not self._thread:
            self._thread.join(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._ended is not None or not self._values:
            return f"<Joined: {self._ended or 'connecting'}>"
        return f"<Joined {self._dump()['game']}, seat {self.seat}, round {self.round}, ply {self.ply}>"

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.table())  # type: ignore[no-untyped-call]

    def _send(self, content: dict[str, Any]) -> None:
        with self._changed:
            socket, model = self._socket, self._model
            if self._ended is not None:
                raise JoinError(self._ended)
            if socket is None or model is None:
                raise JoinError("the connection is lost at the moment; try again")
        text = json.dumps({"comm": model, "data": {"method": "custom", "content": content}})
        self._loop.call_soon_threadsafe(lambda: asyncio.ensure_future(_write(socket, text)))

    def _wait(self, ready: Callable[[], bool], timeout: float | None, what: str) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: self._ended is not None or ready(), timeout)
            if came and ready():
                return
            raise JoinError(self._ended or f"{what} for {timeout:g} seconds")

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._follow())
        except Exception as error:  # noqa: BLE001 # whoever waits hears of it
            _LOG.debug("joined", exc_info=True)
            self._end(f"the connection has ended ({error})")
        finally:
            self._loop.close()

    async def _follow(self) -> None:
        failed = 0
        while self._ended is None:
            try:
                request = HTTPRequest(self._address, ca_certs=self._trusted)
                socket = await asyncio.wait_for(
                    websocket_connect(request, max_message_size=LONGEST, ping_interval=15, ping_timeout=15), 10
                )
                await socket.write_message(json.dumps({"secret": self._secret}))
            except (OSError, TimeoutError) as error:
                last: Exception = error
            else:
                with self._changed:
                    self._socket = socket
                while (said := await socket.read_message()) is not None:
                    failed = 0
                    self._take(json.loads(said))
                with self._changed:
                    self._socket = self._model = None
                last = ConnectionError("the room ended the connection")
            if self._ended is None:
                if failed == len(_PAUSES):
                    self._end(f"the room cannot be reached ({last})")
                    return
                await asyncio.sleep(_PAUSES[failed])
                failed += 1

    def _take(self, message: dict[str, Any]) -> None:
        kind, data = message["type"], message.get("data", {})
        with self._changed:
            tables = list(self._tables)
            if kind == "left":
                self._end(_WHY.get(message["why"], "the room has ended the connection"))
            elif kind == "room":
                self._room = message
            elif kind == "comm_open":
                if data["state"].get("view") != "table" or data.get("inner"):
                    return  # a lesson, which people go through on a page
                self._model, self._values = message["comm"], data["state"]
            elif kind == "comm_msg" and message["comm"] != self._model:
                return
            elif kind == "comm_msg" and data["method"] == "update":
                self._values = {**self._values, **data["state"]}
            elif kind == "comm_msg" and data["content"].get("id", 0) is not None:
                number = data["content"].get("id", 0)
                if number >= _OWN_NUMBERS:
                    self._replies[number] = data["content"]
            self._changed.notify_all()
        for table in tables:
            if kind in ("comm_open", "comm_msg") and "state" in data:
                table.take_values(data["state"])
            elif kind == "comm_msg":
                table.take_reply(data["content"])

    def _end(self, why: str) -> None:
        with self._changed:
            self._ended = self._ended or why
            socket = self._socket
            self._changed.notify_all()
        if socket is not None:
            try:
                self._loop.call_soon_threadsafe(socket.close)
            except RuntimeError:
                return  # the loop has ended with the connection


async def _write(socket: WebSocketClientConnection, text: str) -> None:
    try:
        await socket.write_message(text)
    except Exception:  # noqa: BLE001 # a closed connection; whoever waits for the reply hears of it
        _LOG.debug("a message was not sent", exc_info=True)


def _parts(link: object) -> tuple[str, str]:
    """The address of the socket and the secret."""
    parts = urlsplit(link) if isinstance(link, str) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.netloc or not parts.fragment:
        raise JoinError(f"{shown(link)} is no link of a room, such as http://192.0.2.7:8000/#secret")
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/socket", parts.fragment
