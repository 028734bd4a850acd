"""Rooms in several processes: how long a move takes with one process and with two, beside a bare echo.

``python -m tests.benchmarks.room_groups [seats] [processes] [pause]`` lets the actors of a Dask cluster open rooms, one
process for each group of them (1,000 seats in 2 processes by default), as docs/rooms.md does. Every seat plays from
this process, each with a pause (10 s) before a move. It prints how long they wait for the first cards while all of
them come, and what `tests.benchmarks.rooms` prints of the moves after that.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from random import Random
from typing import Any, Final

import psutil  # type: ignore[import-untyped]
from distributed import Client, LocalCluster
from tornado.httpserver import HTTPServer
from tornado.web import Application

import capture_widgets as cw
from tests.benchmarks.rooms import FOR, GAMES, Echo, echoed, own_folder, told
from tests.benchmarks.seats import Seat, play_on

ARRIVAL: Final = 20.0
"""Seconds within which all people come; `tests.benchmarks.room_rush` lets them come at one moment."""


class Rooms:
    """The rooms of one group; an actor, so all of them are in the process of one worker."""

    def __init__(self, first: int, count: int) -> None:
        """Open so many rooms, of all games in turn."""
        numbers = range(first, first + count)
        games = [cw.new(GAMES[at % len(GAMES)], seed=at, seats=["Ann", "Ben"]) for at in numbers]
        self._rooms = [game.open_room() for game in games]
        self._echo = 0
        listens = threading.Event()

        async def serve() -> None:
            echo = HTTPServer(Application([("/echo", Echo)]))
            echo.listen(0, "127.0.0.1")
            self._echo = next(iter(echo._sockets.values())).getsockname()[1]
            listens.set()
            await asyncio.Event().wait()

        threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
        listens.wait()

    def links(self) -> list[dict[str, str]]:
        """The links of each room, by the name of the place."""
        return [{str(place): link for place, link in room.links.items()} for room in self._rooms]

    def echo(self) -> str:
        """The address of an echo in this process."""
        return f"ws://127.0.0.1:{self._echo}/echo"


async def measure(links: list[dict[str, str]], echo: str, workers: list[psutil.Process], pause: float) -> None:
    """Let all people come, then play, and print what was measured of both."""
    sys.stdout.write(f"{2 * len(links)} seats in {len(workers)} processes; ms: median, 95%, most\n")
    asking = asyncio.create_task(echoed(echo, time.perf_counter() + ARRIVAL))
    games = [[Seat(), Seat()] for _ in links]
    arrivals = await asyncio.gather(*map(come, games, links, (ARRIVAL * at / len(links) for at in range(len(links)))))
    sys.stdout.write(told("echo, as they come", await asking) + "\n")
    sys.stdout.write(told("first cards", [one for both in arrivals for one in both]) + "\n")
    cpu = [process.cpu_times() for process in workers]
    begun = time.perf_counter()
    until = begun + max(FOR, 3 * pause)
    asking = asyncio.create_task(echoed(echo, until))
    played = await asyncio.gather(*(play_on(seats, pause, Random(at), until) for at, seats in enumerate(games)))
    took = time.perf_counter() - begun
    sys.stdout.write(told("echo, as they play", await asking) + "\n")
    sys.stdout.write(told("move to answer", [one for answered, _ in played for one in answered]) + "\n")
    sys.stdout.write(told("move to both pages", [one for _, shown in played for one in shown]) + "\n")
    for process, before in zip(workers, cpu, strict=True):
        now = process.cpu_times()
        busy = (now.user + now.system - before.user - before.system) / took
        memory = process.memory_info().rss / (1 << 20)
        sys.stdout.write(f"process {process.pid}: {100 * busy:.0f}% of one core, {memory:.0f} MB\n")
    for seat in (seat for seats in games for seat in seats):
        seat.leave()


async def come(seats: list[Seat], links: dict[str, str], after: float) -> list[float]:
    """Let the people of one room come after so many seconds; returns how long each waited for the first cards."""
    await asyncio.sleep(after)
    return await asyncio.gather(*(seat.come(links[str(at)]) for at, seat in enumerate(seats)))


def main() -> None:
    """Open the rooms and measure."""
    seats, processes = int([*sys.argv[1:2], "1000"][0]), int([*sys.argv[2:3], "2"][0])
    pause = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0
    each = seats // 2 // processes
    settings: dict[str, Any] = {"n_workers": processes, "threads_per_worker": 1, "dashboard_address": None}
    with own_folder(), LocalCluster(**settings) as cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
        names = list(client.scheduler_info()["workers"])
        groups = [
            client.submit(Rooms, at * each, each, actor=True, workers=[name]).result() for at, name in enumerate(names)
        ]
        links = [one for group in groups for one in group.links().result()]
        workers = [psutil.Process(worker.pid) for worker in cluster.workers.values()]
        asyncio.run(measure(links, groups[0].echo().result(), workers, pause))


if __name__ == "__main__":
    main()
