"""Rooms on many real pages: ``python -m tests.benchmarks.room_pages [seats] [seconds] [spectators]``.

Opens so many pages (30 by default) in Chromium, each with a profile of its own, for games of all kinds in one process,
and plays them side by side at two paces one after the other: each person three seconds on average after the move
before, about as fast as chess with three minutes a player, and then one second, faster than anybody reads a table. The
pauses are random (exponential), since fifteen tables do not move in step once the class has begun. It prints the times
from a click to the moment when the page shows the move, beside those of a WebSocket echo in that process, while so many
spectators (200), bare clients, watch. At the end it compares the two pages of each game with the game, and each game
with its journal.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from random import Random
from typing import Any, Final

import psutil  # type: ignore[import-untyped]
from playwright.async_api import Page, async_playwright

from tests.benchmarks.rooms import echoed, own_folder, told, watch
from tests.browser.lab import chromium

ARRIVAL: Final = 5.0
"""Seconds for the spectators to come."""

PAUSES: Final = (3.0, 1.0)
"""Mean seconds between the moves of a game."""

MOVE = """async () => {
    const table = document.querySelector('.capture-widgets[data-view="table"]');
    table.querySelector('[data-reveal]')?.click();
    if (table.dataset.state !== 'ready') return null;
    const moves = [...table.querySelectorAll('[data-move]')];
    const ply = table.dataset.ply;
    const move = moves[Math.floor(Math.random() * moves.length)];
    if (move === undefined) return null;
    const begun = performance.now();
    move.click();
    const late = begun + 5000;
    while (table.dataset.ply === ply && performance.now() < late) await new Promise(next => setTimeout(next, 1));
    return performance.now() - begun;
}"""
"""Clicks a legal move if this page can move; returns the milliseconds until the page shows it."""

PLY = """() => document.querySelector('.capture-widgets[data-view="table"]')?.dataset.ply"""


async def play(pages: list[Page], until: float, pause: float, rng: Random) -> list[list[float]]:
    """Play at the pages of one game; returns the times on each of them."""
    times: list[list[float]] = [[] for _ in pages]
    while time.perf_counter() < until:
        await asyncio.sleep(rng.expovariate(1 / pause))
        # in any order: the page that is asked second is asked while the other one still repaints on the same cores
        for at in rng.sample(range(len(pages)), len(pages)):
            taken = await pages[at].evaluate(MOVE)
            if taken is not None:
                times[at].append(taken / 1000)
                break
    return times


async def measure(
    links: list[dict[str, str]], echo: str, seconds: float, spectators: int, process: psutil.Process
) -> list[list[str]]:
    """Open the pages, play, and print what was measured; returns the ply that each page shows at the end."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        games: list[list[Page]] = []
        for room in links:
            pages = []
            for place in ("0", "1"):
                around = await browser.new_context(viewport={"width": 800, "height": 700}, reduced_motion="reduce")
                page = await around.new_page()
                await page.goto(room[place])
                pages.append(page)
            games.append(pages)
        for pages in games:
            for page in pages:
                await page.wait_for_selector('.capture-widgets[data-view="table"]')
        until = time.perf_counter() + ARRIVAL + len(PAUSES) * seconds
        watching = [asyncio.create_task(watch(links[at % len(links)]["public"], until)) for at in range(spectators)]
        await asyncio.sleep(ARRIVAL)
        begun, cpu = time.perf_counter(), process.cpu_times()
        # a class begins at one moment, which is told apart
        firsts = await asyncio.gather(*(pages[0].evaluate(MOVE) for pages in games))
        sys.stdout.write(f"{2 * len(links)} pages, {spectators} spectators; ms: median, 95%, most\n")
        sys.stdout.write(told("first clicks, all at once", [one / 1000 for one in firsts if one is not None]) + "\n")
        for pause in PAUSES:
            end = time.perf_counter() + seconds
            asking = asyncio.create_task(echoed(echo, end))
            found = await asyncio.gather(*(play(pages, end, pause, Random(at)) for at, pages in enumerate(games)))
            sys.stdout.write(f"a game's move {pause:g} s on average after the one before\n")
            sys.stdout.write(told("  echo", await asking) + "\n")
            sys.stdout.write(
                told("  click to shown", [one for game in found for times in game for one in times]) + "\n"
            )
            for at in (0, 1):
                times = [one for game in found for one in game[at]]
                sys.stdout.write(told(f"    on page {at + 1} of a game", times) + "\n")
        took, used = time.perf_counter() - begun, process.cpu_times()
        heard = await asyncio.gather(*watching)
        await asyncio.sleep(1)
        plies = [[str(await page.evaluate(PLY)) for page in pages] for pages in games]
        busy = (used.user + used.system - cpu.user - cpu.system) / took
        memory = process.memory_info().rss / (1 << 20)
        sys.stdout.write(
            f"server: {100 * busy:.0f}% of one core, {memory:.0f} MB; spectators heard {sum(heard)} messages\n"
        )
        await browser.close()
    return plies


def main() -> None:
    """Start the server and measure."""
    seats, seconds = int([*sys.argv[1:2], "30"][0]), float([*sys.argv[2:3], "40"][0])
    spectators = int([*sys.argv[3:4], "200"][0])
    command = [sys.executable, "-m", "tests.benchmarks.rooms", "serve", str(seats)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with own_folder(), subprocess.Popen(command, **pipes) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        given = json.loads(server.stdout.readline())
        process = psutil.Process(server.pid)
        pages = asyncio.run(measure(given["links"], given["echo"], seconds, spectators, process))
        server.stdin.close()
        end = json.loads(server.stdout.readline())
        same = [shown == [str(ply)] * 2 for shown, ply in zip(pages, end["plies"], strict=True)]
        sys.stdout.write(f"both pages show the game's last position in {sum(same)} of {len(same)} games\n")
        sys.stdout.write(f"the journal has the game's moves in {end['kept']} of {end['of']} games\n")


if __name__ == "__main__":
    main()
