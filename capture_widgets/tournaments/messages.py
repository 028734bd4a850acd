"""The messages between a referee and the process of an entrant.

The referee sends pickles, which the entrant's process may trust. The entrant's process sends JSON, which the referee
checks: one object with known keys, of a limited size, and nothing that nobody asked for. Both have four bytes with the
length in front.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import struct
import time
from collections.abc import Callable
from typing import Any, Final, NotRequired, TypedDict

from capture_widgets.core.escapes import visible

MOST_REPLY: Final = 32_768
"""The most bytes of a message of an entrant."""
MOST_TRIED: Final = 12
"""The most forbidden actions that an entrant's process names."""

_HEAD: Final = struct.Struct(">I")
_MOST_SENT: Final = 1 << 30


class Reply(TypedDict):
    """A message of an entrant's process."""

    n: int
    """The number of the request that this answers: 0 for none, when the process is closed, 1 for the entrant itself,
    then a number for each move.
    """
    move: NotRequired[str]
    failed: NotRequired[str]
    """The last lines of the traceback."""
    kind: NotRequired[str]
    """The kind of failure: "crash", "illegal", "memory" or "start"."""
    tried: NotRequired[list[str]]
    """Forbidden actions of the entrant, as the Python in its own process saw them."""
    layers: NotRequired[dict[str, str]]
    """The layers of the sandbox (`sandbox.Layers`)."""


_KINDS: Final = {"move": str, "failed": str, "kind": str, "tried": list, "layers": dict}


class BadReply(ValueError):
    """The entrant's process sent something that is no reply."""


class Silent(Exception):  # a state, no error of this program
    """The entrant's process has closed its end: it is gone, or will be."""


def packed(message: object) -> bytes:
    """A message of the referee."""
    data = pickle.dumps(message, -1)
    return _HEAD.pack(len(data)) + data


def receive(number: int) -> Any:
    """Wait for a message of the referee; raises EOFError when the referee is gone."""
    (length,) = _HEAD.unpack(_exactly(number, _HEAD.size))
    return pickle.loads(_exactly(number, length))  # noqa: S301 # an entrant trusts the referee, never the other way


def _exactly(number: int, length: int) -> bytes:
    parts = []
    while length:
        part = os.read(number, min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def send_reply(number: int, reply: Reply) -> None:
    """Send a message to the referee; texts that are too long lose their middle."""
    cut: dict[str, Any] = {name: shortened(value) if isinstance(value, str) else value for name, value in reply.items()}
    data = json.dumps(cut).encode()
    data = _HEAD.pack(len(data)) + data
    while data:
        data = data[os.write(number, data) :]


def shortened(text: str, most: int = 3_000) -> str:
    """A text without its middle, if it is longer than it should be."""
    return text if len(text) <= most else f"{text[: most // 3]} ... {text[-most // 2 :]}"


def send(number: int, data: bytes, seconds: float) -> None:
    """Send a message of the referee through a pipe that does not block.

    Raises:
        Silent: the entrant's process does not read, or is gone.
    """
    end = time.monotonic() + seconds
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(number, left) :]
        except BlockingIOError:
            if time.monotonic() > end:
                raise Silent from None
            select.select([], [number], [], 0.05)
        except OSError:
            raise Silent from None


class Replies:
    """Reads the replies of one entrant's process from a pipe that does not block."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._data = b""
        self._poll = select.poll()
        self._poll.register(number, select.POLLIN)

    def check_nothing_waits(self) -> None:
        """Raise BadReply if the process has sent something that nobody asked for."""
        if self._data or (self._poll.poll(0) and self._read()):
            raise BadReply("it wrote into the pipe to the referee, though nothing had been asked")

    def wait(self, asked: int, patience: Callable[[], None], step: float = 0.05) -> Reply:
        """Wait for the reply to a request.

        Args:
            asked: the number of the request.
            patience: called again and again while there is no whole reply; raises an error when it ends.
            step: the seconds between two calls.

        Raises:
            BadReply: this is no reply.
            Silent: the process is gone.
        """
        while True:
            if len(self._data) >= _HEAD.size:
                (length,) = _HEAD.unpack(self._data[: _HEAD.size])
                if length > MOST_REPLY:
                    raise BadReply(f"it answered with {length:,} bytes; {MOST_REPLY:,} are allowed")
                if len(self._data) >= _HEAD.size + length:
                    text, self._data = self._data[_HEAD.size : _HEAD.size + length], self._data[_HEAD.size + length :]
                    return checked(text, asked)
            if self._poll.poll(step * 1000):
                if not self._read():
                    raise Silent
            else:
                patience()

    def _read(self) -> bool:
        try:
            data = os.read(self._number, 2 * MOST_REPLY)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._data += data
        return bool(data)


def checked(text: bytes, asked: int) -> Reply:
    """A reply from its text; raises BadReply unless it is exactly a `Reply` with the number of the request."""
    try:
        reply = json.loads(text)
    except (ValueError, RecursionError):
        raise BadReply("its answer is no JSON") from None
    if not isinstance(reply, dict) or type(reply.get("n")) is not int or reply["n"] != asked:
        raise BadReply("its answer is to no question that was asked")
    for name, value in reply.items():
        if name != "n" and (name not in _KINDS or type(value) is not _KINDS[name]):
            raise BadReply(f"its answer has a key that no answer has: {name[:40]!r}")
    tried, layers = reply.get("tried", []), reply.get("layers", {})
    if len(tried) > MOST_TRIED or not all(isinstance(one, str) for one in tried):
        raise BadReply("its answer says in a wrong way what it tried")
    if len(layers) > 20 or not all(isinstance(one, str) for one in layers.values()):
        raise BadReply("its answer describes the sandbox in a wrong way")
    reply["tried"] = [visible(one[:150])[:400] for one in tried]
    found: Reply = reply  # type: ignore[assignment]
    return found
