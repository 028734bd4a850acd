"""All seats connect at one moment: how long until each has its cards, beside bare echoes that connect so.

``python -m tests.benchmarks.room_rush [seats]`` opens rooms of two seats each (500 by default) in one process and lets
all seats connect at once from another one, then as many bare WebSocket echoes. It prints the times to the first cards
and to the first echo, and how many failed within half a minute.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.benchmarks.rooms import own_folder, told

PATIENCE: Final = 30.0
"""Seconds after which a seat counts as failed."""


async def cards(link: str, begun: float) -> float:
    """Take a seat; returns the seconds until it had its cards."""
    base, _, secret = link.partition("#")
    socket = await websocket_connect(HTTPRequest(base.replace("http", "ws", 1) + "socket", connect_timeout=PATIENCE))
    await socket.write_message(json.dumps({"secret": secret}))
    while '"comm_open"' not in str(said := await socket.read_message()):
        if said is None:
            raise ConnectionError("the room has ended the connection")
    took = time.perf_counter() - begun
    _open.append(socket)
    return took


async def echo(address: str, begun: float) -> float:
    """Ask an echo; returns the seconds until the answer."""
    socket = await websocket_connect(HTTPRequest(address, connect_timeout=PATIENCE))
    await socket.write_message("x" * 120)
    await socket.read_message()
    took = time.perf_counter() - begun
    _open.append(socket)
    return took


_open: list[Any] = []


async def rush(name: str, take: Callable[[str, float], Awaitable[float]], links: list[str]) -> None:
    """Let all connect at once, and print what came of it."""
    begun = time.perf_counter()
    done = await asyncio.gather(
        *(asyncio.wait_for(take(link, begun), PATIENCE) for link in links), return_exceptions=True
    )
    times = [one for one in done if isinstance(one, float)]
    failed = [repr(one) for one in done if not isinstance(one, float)]
    sys.stdout.write(f"{told(name, times or [0.0])}, {len(failed)} failed {set(failed) or ''}\n")
    while _open:
        _open.pop().close()
    await asyncio.sleep(1)


async def measure(given: dict[str, Any]) -> None:
    """Rush to the echo, to the rooms, and to the rooms again."""
    links = [link for one in given["links"] for place, link in one.items() if place != "public"]
    sys.stdout.write(f"{len(links)} connect at once; ms: median, 95%, most\n")
    await rush("echo", echo, [given["echo"]] * len(links))
    await rush("first cards", cards, links)
    await rush("again, as after a cut", cards, links)


def main() -> None:
    """Start the server and measure."""
    seats = int([*sys.argv[1:2], "500"][0])
    command = [sys.executable, "-m", "tests.benchmarks.rooms", "serve", str(seats)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with own_folder(), subprocess.Popen(command, **pipes) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        asyncio.run(measure(json.loads(server.stdout.readline())))
        server.stdin.close()


if __name__ == "__main__":
    main()
