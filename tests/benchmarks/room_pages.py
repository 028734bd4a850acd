"""Rooms on many real pages: ``python -m tests.benchmarks.room_pages [seats] [seconds]``.

Opens so many pages (30 by default) in Chromium, each with a profile of its own, for games of all kinds in one process,
and plays them side by side, each person a second after the move before. It prints the times from a click to the moment
when the page shows the move, beside those of a WebSocket echo in that process, and compares the two pages of each game.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from random import Random
from typing import Any

from playwright.async_api import Page, async_playwright

from tests.benchmarks.rooms import echoed, own_folder, told
from tests.browser.lab import chromium

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


async def play(pages: list[Page], until: float, rng: Random) -> list[float]:
    """Play at the pages of one game."""
    times = []
    while time.perf_counter() < until:
        for page in pages:
            taken = await page.evaluate(MOVE)
            if taken is not None:
                times.append(taken / 1000)
                break
        await asyncio.sleep(rng.uniform(0.7, 1.3))
    return times


async def measure(links: list[dict[str, str]], echo: str, seconds: float) -> None:
    """Open the pages, play, and print what was measured."""
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
        until = time.perf_counter() + seconds
        asking = asyncio.create_task(echoed(echo, until))
        found = await asyncio.gather(*(play(pages, until, Random(at)) for at, pages in enumerate(games)))
        await asyncio.sleep(1)
        same = [len({await page.evaluate(PLY) for page in pages}) == 1 for pages in games]
        sys.stdout.write(f"{2 * len(links)} pages; ms: median, 95%, most\n")
        sys.stdout.write(told("echo", await asking) + "\n")
        sys.stdout.write(told("click to shown", [one for times in found for one in times]) + "\n")
        sys.stdout.write(f"both pages show the same in {sum(same)} of {len(same)} games\n")
        await browser.close()


def main() -> None:
    """Start the server and measure."""
    seats, seconds = int([*sys.argv[1:2], "30"][0]), float([*sys.argv[2:3], "40"][0])
    command = [sys.executable, "-m", "tests.benchmarks.rooms", "serve", str(seats)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with own_folder(), subprocess.Popen(command, **pipes) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        given = json.loads(server.stdout.readline())
        asyncio.run(measure(given["links"], given["echo"], seconds))
        server.stdin.close()


if __name__ == "__main__":
    main()
