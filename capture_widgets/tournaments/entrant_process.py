"""The referee's side of an entrant's process: starts it, asks it for moves within limits, and ends it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import IO, Any, Final, Self

from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.escapes import visible
from capture_widgets.model.view import View
from capture_widgets.tournaments.entrant_loop import Settings, Start
from capture_widgets.tournaments.messages import BadReply, Replies, Reply, Silent, packed, send, shortened
from capture_widgets.tournaments.sandbox import Limits, hide_referee, readable_paths

START_SECONDS: Final = 20.0
"""CPU seconds in which an entrant has to be ready; its imports count."""


@dataclass(frozen=True)
class Allowance:
    """The limits of an entrant."""

    move: float = 2.0
    """CPU seconds for a move."""
    game: float = 60.0
    """CPU seconds for all its moves of a game."""
    memory: int = 1024
    """Megabytes of address space."""
    output: int = 256
    """Kilobytes that it may print in a game."""
    sleep: float = 20.0
    """Seconds for a move in which it neither computes nor waits for a processor; ends entrants that sleep."""


class EntrantFault(Exception):
    """An entrant loses its game by what it did.

    Attributes:
        kind: "crash", "illegal", "time", "sleep", "memory", "output", "killed", "message" or "start".
        words: what happened, with the last lines of a traceback.
    """

    def __init__(self, kind: str, words: str) -> None:
        words = visible(words, keep="\n")  # an entrant chooses its words
        super().__init__(words)
        self.kind = kind
        self.words = words


def check_system() -> None:
    """Raise ActionRefused where entrants can have no processes of their own: on Windows, and in a browser."""
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        words = "entrants need processes that this system cannot close; use Linux, or cw.duel for bots that you trust"
        raise ActionRefused("tournament", words)


class Nursery:
    """The process that makes the entrants' processes of one thread of a referee (`nursery`)."""

    def __init__(self) -> None:
        check_system()
        self.folder = Path(tempfile.mkdtemp(prefix="entrants-"))
        here, there = socket.socketpair()
        with there:
            os.set_inheritable(there.fileno(), True)
            self._process = subprocess.Popen(  # noqa: S603 # our own arguments
                [sys.executable, "-I", "-B", "-c", _PROGRAM, str(there.fileno()), *_places()],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                cwd=self.folder, env=clean_environment(self.folder), pass_fds=[there.fileno()], start_new_session=True,
            )  # fmt: skip
        self._control = here
        self._control.settimeout(60)
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _end_nursery, os.getpid(), here, self._process, self.folder)
        if not self._answer()["landlock"]:
            hide_referee()

    def _answer(self) -> dict[str, Any]:
        data = b""
        while not data.endswith(b"\n"):
            part = self._control.recv(4096)
            if not part:
                raise RuntimeError("the process that starts entrants has ended; is the machine out of memory?")
            data += part
        answer: dict[str, Any] = json.loads(data)
        return answer

    def start(self, settings: Settings, descriptors: list[int], folder: Path) -> int:
        """Make a process with these descriptors and return its number."""
        with self._lock:
            wish = json.dumps({"start": settings, "folder": str(folder)}).encode() + b"\n"
            socket.send_fds(self._control, [wish], descriptors)
            number: int = self._answer()["pid"]
            return number

    def end(self, number: int, patience: float) -> dict[str, Any]:
        """End a process (`nursery`): its exit code, None if it had to be killed, and its CPU seconds."""
        with self._lock:
            self._control.sendall(json.dumps({"end": number, "patience": patience}).encode() + b"\n")
            return self._answer()

    @property
    def alive(self) -> bool:
        """Whether the process is there; it dies with all entrants if anything goes wrong."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process, and with it all entrants that it made; happens by itself when nobody uses it any more."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _end_nursery(owner: int, control: socket.socket, process: subprocess.Popen[bytes], folder: Path) -> None:
    control.close()
    if os.getpid() != owner:
        return  # this is a fork of the process that has the nursery
    with suppress(subprocess.TimeoutExpired):
        process.wait(2)
    process.kill()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)


_PROGRAM: Final = "import sys; sys.path += sys.argv[2:]; from capture_widgets.tournaments.nursery import main; main()"


def _places() -> list[str]:
    """The folder of this package, for a Python that would not find it."""
    return [str(Path(__file__).parents[2])]


def clean_environment(folder: Path) -> dict[str, str]:
    """The environment of entrants: nothing of the referee's; one thread for numerical libraries, sets in one order."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
    home = dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), str(folder))
    return {**kept, **one, **home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}


class EntrantProcess:
    """An entrant in a process of its own, for one game.

    Attributes:
        seconds: the CPU seconds of its moves so far.
        slowest: the CPU seconds of its slowest move.
        layers: which layers of the sandbox hold; the process says so before it has any code of the entrant.
        tried: forbidden actions that it tried.
    """

    def __init__(self, nursery: Nursery, start: Start, allowance: Allowance) -> None:
        self._nursery = nursery
        self._allowance = allowance
        self.seconds = self.slowest = 0.0
        self.layers: dict[str, str] = {}
        self.tried: list[str] = []
        self._asked = 0
        self._folder = Path(tempfile.mkdtemp(dir=nursery.folder))
        self._output: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 # `close` closes it
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        for number in (self._requests, self._replies):
            os.set_blocking(number, False)
        self._reader = Replies(self._replies)
        try:
            descriptors = [requests, replies, self._output.fileno()]
            self._number = nursery.start(_settings(allowance), descriptors, self._folder)
        finally:
            os.close(requests)
            os.close(replies)
        self._over = False
        self._start = start

    def begin(self) -> None:
        """Let the process close itself and make its bot.

        Raises:
            EntrantFault: the bot cannot be made, or not in time.
        """
        self.layers = self._reply(START_SECONDS, START_SECONDS).get("layers", {})
        self._asked = 1
        self._send(packed(self._start), START_SECONDS)
        self._reply(START_SECONDS, START_SECONDS)
        self._rest()

    def move(self, view: View) -> str:
        """Ask for a move, which may be illegal.

        Raises:
            EntrantFault: there is none within the limits, for any reason.
        """
        self._asked += 1
        try:
            self._reader.check_nothing_waits()
        except BadReply as error:
            raise EntrantFault("message", str(error)) from None
        data, before = packed(view), self._cpu()
        if before is not None:
            os.kill(self._number, signal.SIGCONT)
        begun = time.monotonic()
        self._send(data, self._allowance.sleep)
        allowance = self._allowance
        reply = self._reply(min(allowance.move, allowance.game - self.seconds), allowance.sleep, before)
        self._rest()
        after = self._cpu()
        used = time.monotonic() - begun if before is None or after is None else after - before
        self.seconds += used
        self.slowest = max(self.slowest, used)
        self._check_time(used)
        if "move" not in reply:
            raise EntrantFault("message", "it answered without a move")
        return reply["move"]

    def _rest(self) -> None:
        """Stop the process between its moves, so that it takes no time from its opponent."""
        with suppress(ProcessLookupError):
            os.kill(self._number, signal.SIGSTOP)

    def _check_time(self, used: float) -> None:
        allowance = self._allowance
        if used > allowance.move:
            raise EntrantFault("time", f"it used {used:.2f} s of CPU for a move; {allowance.move:g} s are allowed")
        if self.seconds > allowance.game:
            words = f"it used {self.seconds:.2f} s of CPU for its moves; {allowance.game:g} s are allowed in a game"
            raise EntrantFault("time", words)

    def _send(self, data: bytes, seconds: float) -> None:
        try:
            send(self._requests, data, seconds)
        except Silent:
            raise self._gone() from None

    def _reply(self, cpu: float, sleep: float, before: float | None = 0.0) -> Reply:
        """Wait for the reply to the last request: so many CPU seconds, and so many seconds in which it does nothing."""
        begun = time.monotonic() - self._busy()
        patience = partial(self._check_patience, cpu, sleep, before, begun)
        try:
            reply = self._reader.wait(self._asked, patience)
        except BadReply as error:
            raise EntrantFault("message", str(error)) from None
        except Silent:
            raise self._gone() from None
        self.tried += reply.get("tried", [])
        if "failed" in reply:
            self._check_output()  # a full file makes `print` fail
            kind = reply.get("kind")
            raise EntrantFault(kind if kind in ("memory", "start", "illegal") else "crash", shortened(reply["failed"]))
        return reply

    def _check_patience(self, cpu: float, sleep: float, before: float | None, begun: float) -> None:
        now = self._cpu()
        if now is not None and before is not None and now - before > cpu:
            raise EntrantFault("time", f"it used more than the {cpu:.2f} s of CPU that it had left")
        if time.monotonic() - self._busy() - begun > (sleep if now is not None else cpu + sleep):
            raise EntrantFault("sleep", f"it did not answer, and did nothing for more than {sleep:g} s")
        self._check_output()

    def _check_output(self) -> None:
        if os.fstat(self._output.fileno()).st_size >= self._allowance.output * 1024:
            raise self._printed_too_much()

    def _busy(self) -> float:
        """The seconds for which the process computed, or was ready and no processor was free, as far as known."""
        try:
            with open(f"/proc/{self._number}/schedstat", "rb") as file:  # noqa: PTH123 # called again and again
                waited = int(file.read(100).split()[1]) / 1e9
        except (OSError, ValueError, IndexError):
            waited = 0.0
        return waited + (self._cpu() or 0.0)

    def _printed_too_much(self) -> EntrantFault:
        words = f"it printed more than {self._allowance.output} kB; its last words: {self.last_words()[-100:]}"
        return EntrantFault("output", words)

    def _cpu(self) -> float | None:
        """The CPU seconds of the process with all its threads; None where this cannot be read."""
        try:
            return time.clock_gettime(~self._number << 3 | 2)
        except (OSError, AttributeError, OverflowError):
            return None

    def _gone(self) -> EntrantFault:
        """The fault of a process that has closed its pipe."""
        code, self._over = self._nursery.end(self._number, 1.0)["status"], True
        words = self.last_words()
        with_words = f"; its last words: {words}" if words else ""
        if os.fstat(self._output.fileno()).st_size >= self._allowance.output * 1024:
            return self._printed_too_much()
        if code is None:
            return EntrantFault("message", f"it closed the pipe to the referee{with_words}")
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            kind = "time" if name == "SIGXCPU" else "killed"
            return EntrantFault(kind, f"its process was ended by {name}{with_words}")
        return EntrantFault("crash", f"its process ended by itself with exit code {code}{with_words}")

    def last_words(self) -> str:
        """The end of what it printed."""
        size = os.fstat(self._output.fileno()).st_size
        data = os.pread(self._output.fileno(), 600, max(0, size - 600))
        return data.decode("utf-8", "replace").strip()

    def close(self) -> None:
        """End the process and remove its folder."""
        if not self._over:
            self._over = True
            self._nursery.end(self._number, 0)
        for number in (self._requests, self._replies):
            os.close(number)
        self._output.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _settings(allowance: Allowance) -> Settings:
    limits: Limits = {
        "cpu": ceil(allowance.game + START_SECONDS) + 2,
        "memory": allowance.memory << 20,
        "output": allowance.output << 10,
    }
    return {"limits": limits, "readable": _readable(), "closed": True}


def _readable() -> list[str]:
    global _PATHS  # noqa: PLW0603 # they are the same for all entrants of this process
    if _PATHS is None:
        _PATHS = readable_paths()
    return _PATHS


_PATHS: list[str] | None = None
