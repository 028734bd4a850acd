"""A process that makes the processes of entrants: it has imported the package, and has never seen a game.

An entrant needs a fresh process for each game; otherwise it could keep what it learned, and the order of games would
matter. Starting Python anew takes a tenth of a second, so the referee starts one clean process, and that forks. A fork
has a copy of the memory of its parent, which is why it is not the referee that forks.
"""

from __future__ import annotations

import json
import os
import pkgutil
import signal
import socket
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

import capture_widgets.bots.evaluate
from capture_widgets.tournaments.entrant_loop import Settings, run_entrant
from capture_widgets.tournaments.landlock import landlock_version


def serve(control: socket.socket) -> None:
    """Make and end processes, as the referee asks, until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the referee decides what an interrupt means
    preload()
    control.sendall(json.dumps({"landlock": landlock_version()}).encode() + b"\n")
    while True:
        data, descriptors = _request(control)
        if not data:
            break
        wish: dict[str, Any] = json.loads(data)
        answer: dict[str, Any]
        if "start" in wish:
            answer = {"pid": _fork(control, descriptors, wish["start"], wish["folder"])}
            for number in descriptors:
                os.close(number)
        else:
            answer = _end(wish["end"], wish["patience"])
        control.sendall(json.dumps(answer).encode() + b"\n")


def _request(control: socket.socket) -> tuple[bytes, list[int]]:
    """A line of the referee with the descriptors that came with it."""
    data, descriptors = b"", list[int]()
    while not data.endswith(b"\n"):
        part, numbers, _, _ = socket.recv_fds(control, 1 << 16, 3)
        if not part:
            return b"", []
        data += part
        descriptors += numbers
    return data, descriptors


def preload() -> None:
    """Import what most entrants need, once for all of them: the bots of this package and what they know of games."""
    for package in (capture_widgets.bots, capture_widgets.bots.evaluate):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _fork(control: socket.socket, descriptors: list[int], settings: Settings, folder: str) -> int:
    sys.stdout.flush()
    number = os.fork()
    if number:
        return number
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        control.close()
        arrange(*descriptors)
        os.chdir(folder)
        run_entrant(3, 4, settings)
    except BaseException as error:  # noqa: BLE001 # nothing may come back into the loop of the nursery
        with suppress(OSError):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(0)


def arrange(requests: int, replies: int, output: int) -> None:
    """Give a process its descriptors: nothing to read at 0, its output at 1 and 2, the pipes at 3 and 4; no others."""
    import fcntl

    nothing = os.open(os.devnull, os.O_RDONLY)
    moved = [fcntl.fcntl(number, fcntl.F_DUPFD, 10) for number in (nothing, output, output, requests, replies)]
    for place, number in enumerate(moved):
        os.dup2(number, place)
    os.closerange(5, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") > 0 else 65536)


def _end(number: int, patience: float) -> dict[str, Any]:
    """End a process: wait a little if it ends by itself, then kill it; return its exit code, None after a kill, and
    what it used.
    """
    end = time.monotonic() + patience
    found, status, used = os.wait4(number, os.WNOHANG)
    while not found and time.monotonic() < end:
        time.sleep(0.002)
        found, status, used = os.wait4(number, os.WNOHANG)
    if not found:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
        _, _, used = os.wait4(number, 0)
        return {"status": None, "cpu": used.ru_utime + used.ru_stime}
    return {"status": os.waitstatus_to_exitcode(status), "cpu": used.ru_utime + used.ru_stime}


def main() -> None:
    """The process of the nursery; its first argument is the descriptor of the socket to the referee."""
    control = socket.socket(fileno=int(sys.argv[1]))
    try:
        serve(control)
    except (OSError, ValueError):
        pass  # the referee is gone; the entrants die with this process
    finally:
        os._exit(0)
