"""The connection of one page or program with a room, over a WebSocket."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Awaitable
from concurrent.futures import Executor
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from capture_widgets.rooms.people import Guest, Why
from capture_widgets.rooms.strangers import Strangers
from capture_widgets.widgets.host.page_comm import parse, read_message

_LOG = logging.getLogger(__name__)

LONGEST: Final = 16_384
"""The most characters of one message from a page; a request of a table has some hundred."""

PATIENCE: Final = 30.0
"""Seconds for a new connection to name its secret; where a thousand come at once, some wait for long."""

READING: Final = 900.0
"""Seconds for a person to answer what they are asked before they are let in."""

MOST_UNSENT: Final = 4_000_000
"""The most characters that wait for a slow page; then the connection ends, and the page connects again."""

PER_SECOND: Final = 30.0
"""How many messages a page may send each second for long."""

AT_ONCE: Final = 90.0
"""How many it may send at once."""


class OnPage(Protocol):
    """What a page shows: a table, a lesson, a poll's position."""

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the page (`read_message`).

        Raises:
            ValueError: a page never sends such a message.
        """

    def close(self) -> None:
        """Show it no longer on this page."""


class Chair(Protocol):
    """Where a connection is after it has named its secret: a seat, a spectator's place, or a class's waiting list."""

    def sit(self, guest: Guest, shown: OnPage | None) -> OnPage | None:
        """Tell the guest where it is, and make what its page shows, if that is anything. Called in a worker's thread.

        Args:
            guest: the connection.
            shown: what its page shows now, which is returned if it is still the right thing.
        """

    def left(self, guest: Guest) -> None:
        """Note that the guest is gone."""


class House(Protocol):
    """What a server serves: a room, or a class with many rooms."""

    def enter(self, said: dict[str, Any], guest: Guest) -> Chair | Why | None:
        """Let in a guest by the first message that it said, with its ``secret``; or say why not.

        None if the guest was asked for something: it says more, or goes. Called in a worker's thread.
        """


def stream_of(handler: RequestHandler) -> IOStream:
    """The socket of a request."""
    stream: IOStream = handler.request.connection.stream  # type: ignore[union-attr]
    return stream


class Connection(WebSocketHandler):
    """One page or program. tornado calls its methods in the thread of the server."""

    def initialize(
        self, house: House, workers: Executor, origins: frozenset[str], silent: Strangers, asked: Strangers
    ) -> None:
        """Take what all connections of a server share; tornado calls this in place of a constructor."""
        self._house = house
        self._workers = workers
        self._origins = origins
        self._silent, self._asked = silent, asked
        self._stream = stream_of(self)
        self._loop = IOLoop.current()
        self._chair: Chair | None = None
        self._shown: OnPage | None = None
        self._sitting = threading.Lock()
        self._unsent = 0
        self._allowed, self._at = AT_ONCE, time.monotonic()
        self._is_over = False
        self._is_leaving = False
        """Whether its seat was taken from it: from then on it plays nothing and hears nothing but why."""
        self._late: object = None

    def check_origin(self, origin: str) -> bool:
        """Whether the page of another site may connect: only the page of this server, or of an address it was told."""
        return urlsplit(origin).netloc == self.request.host or origin in self._origins

    def open(self, *_: str, **__: str) -> None:
        """Wait for the secret."""
        self.set_nodelay(True)
        self._late = self._loop.call_later(PATIENCE, self._leave, "unknown")

    async def on_message(self, message: str | bytes) -> None:
        """Take a message. tornado reads the next one when this one was answered."""
        if self._is_over:
            return
        if not isinstance(message, str) or not self._may_send():
            self._leave("fast")
        elif self._chair is None:
            await self._enter(message)
        else:
            await self._loop.run_in_executor(self._workers, self._hear, message)

    def _may_send(self) -> bool:
        now = time.monotonic()
        self._allowed = min(AT_ONCE, self._allowed + (now - self._at) * PER_SECOND) - 1
        self._at = now
        return self._allowed >= 0

    async def _enter(self, message: str) -> None:
        self._silent.heard(self._stream)
        try:
            given = parse(message)
        except ValueError:
            given = None
        said = given if isinstance(given, dict) else {}
        # in a worker's thread, since a class writes to its folder when somebody comes in
        chair = await self._loop.run_in_executor(self._workers, self._house.enter, said, self)
        if isinstance(chair, str):
            self._leave(chair)
            return
        if self._late is not None:
            self._loop.remove_timeout(self._late)
            self._late = None
        self._silent.gone(self._stream)
        if chair is None:
            if not self._is_over:
                self._asked.came(self._stream)
                self._late = self._loop.call_later(READING, self._leave, "unknown")
            return
        self._asked.gone(self._stream)
        self._chair = chair
        await self._loop.run_in_executor(self._workers, self._sit, chair)

    def _sit(self, chair: Chair) -> None:
        with self._sitting:
            before = self._shown
            shown = self._shown = chair.sit(self, before)
            if before is not None and before is not shown:
                before.close()
        if self._is_over:  # the page has gone meanwhile
            chair.left(self)
            if shown is not None:
                shown.close()

    def _hear(self, message: str) -> None:
        with self._sitting:  # what is shown is known to the page before this connection knows it
            shown = self._shown
        try:
            if shown is not None and not self._is_leaving:
                shown.hear(read_message(message, LONGEST))
        except ValueError:
            self.leave("fast")
        except Exception:  # noqa: BLE001 # a fault at one page must not end the room
            _LOG.exception("a message of a page could not be answered")

    # -- from any thread

    def say(self, message: Any) -> None:
        """Send an object."""
        self.send(json.dumps(message))

    def send(self, text: str) -> None:
        """Send a text. Texts go out in the order of the calls of one thread."""
        if not self._is_leaving:
            self._loop.add_callback(self._write, text)

    def leave(self, why: Why) -> None:
        """End the connection and say why."""
        self._is_leaving = True  # at once, since the thread of the server may be busy
        self._loop.add_callback(self._leave, why)

    def reseat(self) -> None:
        """Take the place that the chair has now, such as a seat in another room."""
        chair = self._chair
        if chair is not None and not self._is_over:
            try:
                self._workers.submit(self._sit, chair)
            except RuntimeError:  # the server is closing
                return

    # -- in the thread of the server

    def _write(self, text: str) -> None:
        if self._is_over:
            return
        self._unsent += len(text)
        if self._unsent > MOST_UNSENT:
            self.close(1013)
            return
        try:
            sent = self.write_message(text)
        except WebSocketClosedError:
            return
        self._loop.add_callback(self._sent, sent, len(text))

    async def _sent(self, sent: Awaitable[None], size: int) -> None:
        try:
            await sent
        except WebSocketClosedError:
            pass
        finally:
            self._unsent -= size

    def _leave(self, why: Why) -> None:
        self._is_leaving = True
        if not self._is_over:
            self._write(json.dumps({"type": "left", "why": why}))
            self._is_over = True
            self.close(4000)

    def on_close(self) -> None:
        """Let go of the seat."""
        self._is_over = self._is_leaving = True
        self._silent.gone(self._stream)
        self._asked.gone(self._stream)
        if self._late is not None:
            self._loop.remove_timeout(self._late)
        if self._chair is not None:
            self._chair.left(self)
        if self._shown is not None:
            try:
                self._workers.submit(self._shown.close)
            except RuntimeError:  # the room is closing, so the workers take nothing more
                self._shown.close()
