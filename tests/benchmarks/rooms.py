"""Rooms under load: how long a move takes beside a bare WebSocket echo, and what a seat costs.

``python -m tests.benchmarks.rooms [seats] [spectators] [pause]`` plays games of all kinds, two seats each (30 by
default), in one process with so many spectators (200), each person with a pause (0.5 s) before a move. The pages are
WebSocket clients in this process; an echo in the same server process is asked at the same time. It prints the times
from a request to its answer and to the moment when all pages of the game show the move, and what the server needs.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from tornado.httpserver import HTTPServer
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect

import capture_widgets as cw
from tests.benchmarks.seats import Seat, play_on

GAMES = ("columns", "commander", "kommando", "universal")
FOR = 20.0
"""Seconds of playing."""


class Echo(WebSocketHandler):
    """Answers with the same message."""

    def on_message(self, message: str | bytes) -> None:
        """Send it back."""
        self.write_message(message)


def serve(seats: int) -> None:
    """Open the rooms and the echo, print the links, and serve until the input ends; then print how the games stand."""

    async def run() -> None:
        kinds = [GAMES[at % len(GAMES)] for at in range(seats // 2)]
        games = [cw.new(slug, seed=at, seats=["Ann", "Ben"]) for at, slug in enumerate(kinds)]
        rooms = [game.open_room() for game in games]
        server = HTTPServer(Application([("/echo", Echo)]))
        server.listen(0, "127.0.0.1")
        port = next(iter(server._sockets.values())).getsockname()[1]
        links = [{str(place): link for place, link in room.links.items()} for room in rooms]
        sys.stdout.write(json.dumps({"links": links, "echo": f"ws://127.0.0.1:{port}/echo"}) + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)
        for room in rooms:
            room.close()
        kept = [cw.load(str(game.kept_in)).moves() == game.moves() for game in games if game.kept_in is not None]
        sys.stdout.write(json.dumps({"plies": [game.ply for game in games], "kept": sum(kept), "of": len(kept)}) + "\n")
        sys.stdout.flush()

    asyncio.run(run())


@contextmanager
def own_folder() -> Iterator[None]:
    """Let the processes that are started meanwhile keep their games in a folder of their own."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", folder)
        yield


def told(name: str, times: Sequence[float]) -> str:
    """A line with the median, the 95th percentile and the longest of some times, in milliseconds."""
    ranked = sorted(times)
    middle, most = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.95)]
    return f"{name:<24} {1000 * middle:7.1f} {1000 * most:7.1f} {1000 * ranked[-1]:7.1f}   ({len(ranked)})"


async def play(links: dict[str, str], pause: float, rng: Random, until: float) -> tuple[list[float], list[float]]:
    """Play at one table; returns the times to the answer and to the last page."""
    seats = [Seat(), Seat()]
    for at, seat in enumerate(seats):
        await seat.come(links[str(at)])
    try:
        return await play_on(seats, pause, rng, until)
    finally:
        for seat in seats:
            seat.leave()


async def watch(link: str, until: float) -> int:
    """Watch a table; returns how many messages came."""
    seat = Seat()
    await seat.come(link)
    await asyncio.sleep(max(0.0, until - time.perf_counter()))
    seat.leave()
    return seat.heard


async def echoed(address: str, until: float) -> list[float]:
    """Ask the echo ten times a second; returns the times."""
    socket = await websocket_connect(address)
    times = []
    while time.perf_counter() < until:
        begun = time.perf_counter()
        await socket.write_message("x" * 120)
        await socket.read_message()
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(0.1)
    socket.close()
    return times


async def measure(given: dict[str, Any], process: psutil.Process, spectators: int, pause: float) -> None:
    """Play, and print what was measured."""
    links = given["links"]
    before, cpu = process.memory_info().rss, process.cpu_times()
    begun = time.perf_counter()
    until = begun + FOR
    watching = [asyncio.create_task(watch(links[at % len(links)]["public"], until)) for at in range(spectators)]
    asking = asyncio.create_task(echoed(given["echo"], until))
    games = await asyncio.gather(*(play(one, pause, Random(at), until) for at, one in enumerate(links)))
    times = await asking
    took, used = time.perf_counter() - begun, process.cpu_times()
    after = process.memory_info().rss
    await asyncio.gather(*watching)
    busy = (used.user + used.system - cpu.user - cpu.system) / took
    people = 2 * len(links) + spectators
    sys.stdout.write(f"{len(links)} games, {2 * len(links)} seats, {spectators} spectators; ms: median, 95%, most\n")
    sys.stdout.write(told("echo", times) + "\n")
    sys.stdout.write(told("move to answer", [one for answered, _ in games for one in answered]) + "\n")
    sys.stdout.write(told("move to all pages", [one for _, shown in games for one in shown]) + "\n")
    sys.stdout.write(f"CPU {100 * busy:.0f}% of one core; {(after - before) / people / 1024:.0f} kB a page\n")


def main() -> None:
    """Start the server and measure."""
    if sys.argv[1:2] == ["serve"]:
        serve(int(sys.argv[2]))
        return
    seats, spectators = int([*sys.argv[1:2], "30"][0]), int([*sys.argv[2:3], "200"][0])
    pause = float(sys.argv[3]) if len(sys.argv) > 3 else 0.5
    command = [sys.executable, "-m", "tests.benchmarks.rooms", "serve", str(seats)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with own_folder(), subprocess.Popen(command, **pipes) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        given = json.loads(server.stdout.readline())
        asyncio.run(measure(given, psutil.Process(server.pid), spectators, pause))
        server.stdin.close()


if __name__ == "__main__":
    main()
