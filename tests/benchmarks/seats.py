"""Seats of rooms without a browser, for measurements: like a browser, they take each message when it comes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE: Final = 60.0
"""Seconds after which a seat that waits counts as failed."""


class Seat:
    """One page of a room.

    Attributes:
        dump: the position as the seat knows it; None before the first cards.
        heard: how many messages have come.
    """

    def __init__(self) -> None:
        """Make a seat that is not connected yet."""
        self.dump: Any = None
        self.heard = 0
        self._model = ""
        self._number = 0
        self._answers: dict[int, float] = {}
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._socket: WebSocketClientConnection | None = None

    async def come(self, link: str) -> float:
        """Connect, and wait for the first cards; returns the seconds that took."""
        begun = time.perf_counter()
        base, _, secret = link.partition("#")
        request = HTTPRequest(base.replace("http", "ws", 1) + "socket", connect_timeout=PATIENCE)
        # tornado answers no ping while a message waits to be read, so it must not wait
        self._socket = await websocket_connect(request, on_message_callback=self._hear)
        await self._socket.write_message(json.dumps({"secret": secret}))
        await self._until(lambda: self.dump is not None)
        return time.perf_counter() - begun

    def _hear(self, said: str | bytes | None) -> None:
        if said is None:
            for _, future in self._waiting:
                if not future.done():
                    code = None if self._socket is None else self._socket.close_code
                    future.set_exception(ConnectionError(f"the room has ended the connection ({code})"))
            self._waiting = []
            return
        self.heard += 1
        message = json.loads(said)
        data = message.get("data", {})
        if message["type"] == "comm_open":
            self._model = message["comm"]
        self.dump = data.get("state", {}).get("dump", self.dump)
        number = data.get("content", {}).get("id")
        if number is not None:
            self._answers[number] = time.perf_counter()
        ready = [one for one in self._waiting if one[0]()]
        for one in ready:
            self._waiting.remove(one)
            if not one[1].done():
                one[1].set_result(None)

    async def _until(self, wanted: Callable[[], bool]) -> None:
        if not wanted():
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((wanted, future))
            await asyncio.wait_for(future, PATIENCE)

    async def play(self, move: str) -> float:
        """Make a move; returns the time (`time.perf_counter`) at which the answer came."""
        assert self._socket is not None
        self._number += 1
        number = self._number
        content = {"kind": "play", "move": move, "round": 0, "ply": self.dump["ply"], "id": number}
        await self._socket.write_message(
            json.dumps({"comm": self._model, "data": {"method": "custom", "content": content}})
        )
        await self._until(lambda: number in self._answers)
        return self._answers.pop(number)

    async def past(self, ply: int) -> None:
        """Wait until the page shows more moves than this."""
        await self._until(lambda: self.dump["ply"] > ply)

    def leave(self) -> None:
        """End the connection."""
        if self._socket is not None:
            self._socket.close()


async def play_on(seats: list[Seat], pause: float, rng: Random, until: float) -> tuple[list[float], list[float]]:
    """Play at one table, with a pause before each move; returns the times to the answer and to the last page."""
    answered, shown = [], []
    while time.perf_counter() < until and seats[0].dump["to_play"] is not None:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
        ply = seats[0].dump["ply"]
        mover = seats[seats[0].dump["to_play"]]
        begun = time.perf_counter()
        answered.append(await mover.play(rng.choice(mover.dump["legal_moves"])) - begun)
        for one in seats:
            await one.past(ply)
        shown.append(time.perf_counter() - begun)
    return answered, shown
