"""The site in the browser alone, timed: ``python -m tests.benchmarks.site_times FOLDER [visits]``.

FOLDER is what ``tests/lite_site.py`` built. For each fresh browser profile it prints the seconds from the request of
the site's address until a recorded hand has made a step, until the lobby stands, and until the first table takes a
move; then the same for a second visit with the same profile. A visit that fails within 90 s of one of them is counted.
"""

from __future__ import annotations

import functools
import http.server
import sys
import threading
import time
from statistics import median

from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import TimeoutError as Late

from tests.browser.lab import chromium

LATE = 90_000
"""Milliseconds after which a visit counts as failed."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Hands out files without a word."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def visit(around: BrowserContext, address: str) -> tuple[float, float, float]:
    """Seconds until the recorded hand steps, the lobby stands, and a table takes a move."""
    page = around.new_page()
    page.set_default_timeout(LATE)
    begun = time.perf_counter()
    page.goto(address)
    hand = page.frame_locator("#hand").locator('.capture-widgets[data-view="replay"]')
    hand.locator('[data-go="forward"]').click()
    hand.locator("xpath=self::*[@data-ply='1']").wait_for()
    steps = time.perf_counter() - begun
    lobby = page.locator('.capture-widgets[data-view="lobby"]')
    lobby.wait_for()
    stands = time.perf_counter() - begun
    lobby.locator('[data-choose="kommando"]').click()
    lobby.locator("[data-start]").click()
    page.locator('.capture-widgets[data-view="table"][data-state="ready"]').wait_for()
    table = time.perf_counter() - begun
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.close()
    return steps, stands, table


def main(folder: str, visits: int = 5) -> None:
    """Measure so many fresh profiles, two visits each."""
    times: dict[str, list[tuple[float, float, float]]] = {"first visit": [], "second visit": []}
    failed = 0
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder)) as server,
        sync_playwright() as driver,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for _ in range(visits):
            around = browser.new_context(viewport={"width": 1280, "height": 800})
            for kind, found in times.items():
                try:
                    found.append(visit(around, f"http://127.0.0.1:{server.server_port}/"))
                    print(kind, *(f"{one:.1f}" for one in found[-1]), flush=True)
                except Late as late:
                    failed += 1
                    print(f"{kind}: {str(late).splitlines()[0]}", flush=True)
            around.close()
        browser.close()
        server.shutdown()
    print("seconds, medians: a step of the recorded hand, the lobby, a table that takes a move")
    for kind, found in times.items():
        print(f"{kind:<14}", *(f"{median(column):6.1f}" for column in zip(*found, strict=True)))
    print(f"visits that failed: {failed} of {2 * visits}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
