"""Presses of the stop button while objects go: a press must come through as a KeyboardInterrupt, wherever it comes.

Python drops an exception in a finalizer. So games with journals and tables are made and let go, by reference counts and
by the garbage collector, while another thread presses; each press is waited for.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import capture_widgets as cw

WAITS: Final = 10.0
"""Seconds after which a press that has not come is lost. On a busy machine the thread that presses again is late, and
a press that came after the wait would stop everything."""


@contextlib.contextmanager
def ignored() -> Iterator[Counter[str]]:
    """Where Python has dropped a KeyboardInterrupt, by the name of the finalizer."""
    found: Counter[str] = Counter()
    before = sys.unraisablehook

    def note(lost: Any) -> None:
        if lost.exc_type is KeyboardInterrupt:
            found[getattr(lost.object, "__qualname__", repr(lost.object))] += 1
        elif lost.exc_type is not KeyError:
            before(lost)

    sys.unraisablehook = note
    try:
        yield found
    finally:
        sys.unraisablehook = before


def made(path: Path, rng: Random) -> list[Any]:
    """A game with a journal and tables, some of it in a cycle as observers make them."""
    path.unlink(missing_ok=True)
    game = cw.new("kommando", seed=rng.randrange(10**6), autosave=path)
    table = game.table(seat=0)
    game.play(game.legal_moves()[0])
    kept: list[Any] = [game, table]
    if rng.random() < 0.5:
        kept.append(kept)
    return kept


class Presser:
    """Presses the stop button once, a moment after it is told to."""

    def __init__(self) -> None:
        self._go, self._wait = threading.Semaphore(0), 0.0
        self.pressed = False  # no event: a press within its wait would spoil it
        self._main = threading.main_thread().ident or 0
        threading.Thread(target=self._work, daemon=True).start()

    def soon(self, seconds: float) -> None:
        """Press after so long."""
        self.pressed = False
        self._wait = seconds
        self._go.release()

    def _work(self) -> None:
        while True:
            self._go.acquire()
            time.sleep(self._wait)
            signal.pthread_kill(self._main, signal.SIGINT)
            self.pressed = True

    def wait(self) -> None:
        """Wait until it has pressed."""
        while not self.pressed:
            time.sleep(0.0001)


def stops(number: int, seed: int, folder: Path) -> dict[str, float]:
    """Press while objects go; in the main thread."""
    rng, presser = Random(f"stops in finalizers/{seed}"), Presser()
    lost = 0
    interval, handler = sys.getswitchinterval(), signal.getsignal(signal.SIGINT)
    sys.setswitchinterval(1e-5)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fsync, os.fsync = os.fsync, lambda number: None  # type: ignore[assignment]
    longest = 0.0005
    made(folder / "0.jsonl", rng).clear()  # imports everything
    gc.collect()
    gc.freeze()  # what is not of these games would only take time
    gc.disable()
    try:
        with ignored() as dropped:
            for one in range(number):
                kept = made(folder / f"{one % 3}.jsonl", rng)
                came = False
                try:
                    presser.soon(rng.random() * longest)
                    begun = time.perf_counter()
                    kept.clear() if len(kept) == 2 else kept.__init__()  # type: ignore[misc]
                    gc.collect()
                    longest = 0.9 * longest + 0.1 * 1.3 * (time.perf_counter() - begun)
                    presser.wait()
                    until = time.perf_counter() + WAITS
                    while time.perf_counter() < until:
                        pass
                except KeyboardInterrupt:
                    came = True
                with contextlib.suppress(KeyboardInterrupt):
                    presser.wait()
                lost += not came
                kept = []
                gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()
        os.fsync = fsync
        sys.setswitchinterval(interval)
        signal.signal(signal.SIGINT, handler)
    if dropped:
        print("dropped in", dict(dropped), flush=True)
    return {"finalizers": float(number), "finalizers_lost": float(lost)}
