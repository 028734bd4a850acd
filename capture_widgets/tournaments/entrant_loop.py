"""The program of an entrant's process: it closes the process, makes the bot, and answers the referee.

The code of the entrant runs in this very process, so nothing here is trusted: the sandbox is the operating system's,
time is taken by the referee, and every reply is checked there.
"""

from __future__ import annotations

import linecache
import os
import pickle
import sys
import types
from collections.abc import Iterable
from random import Random
from traceback import format_exception_only
from typing import Any, Final, Literal, TypedDict

from capture_widgets.bots.asking import NoMove, ask, own_lines
from capture_widgets.model.view import Bot, View
from capture_widgets.tournaments.messages import MOST_TRIED, Reply, receive, send_reply, shortened
from capture_widgets.tournaments.sandbox import Limits, close_process


class Start(TypedDict):
    """The referee's first message: who plays."""

    kind: Literal["pickle", "source"]
    data: bytes
    file: str
    """The name of the entrant's file, for tracebacks."""


class Settings(TypedDict):
    """The settings with which an entrant's process closes itself."""

    limits: Limits
    readable: list[str]
    closed: bool
    """Whether to close it at all; False only in tests of the messages."""


ENTRANT_MODULE: Final = "entrant"
"""The name of the module in which the code of a file runs."""


def run_entrant(requests: int, replies: int, settings: Settings) -> None:
    """Answer the requests of the referee until it is gone.

    Args:
        requests: the descriptor to read from.
        replies: the descriptor to write to.
        settings: how to close the process.
    """
    layers = close_process(settings["limits"], settings["readable"]) if settings["closed"] else {}
    watch = _Watch()
    sys.addaudithook(watch)
    try:
        send_reply(replies, {"n": 0, "layers": layers})  # before any code of the entrant could change it
        start: Start = receive(requests)
        watch.on = True
        try:
            bot = make_bot(start)
        except BaseException as error:  # noqa: BLE001 # the code of an entrant may raise anything
            send_reply(replies, _failed(1, error, watch, "start"))
            return
        send_reply(replies, {"n": 1, "tried": watch.taken()})
        number = 1
        while True:
            watch.on = False
            view: View = receive(requests)
            watch.on = True
            number += 1
            if bot.seed is not None:
                view.rng = Random(f"{bot.seed}/{view.rng.random()}")
            try:
                reply: Reply = {"n": number, "move": str.__str__(ask(bot, view))}
                if watch.tried:
                    reply["tried"] = watch.taken()
            except BaseException as error:  # noqa: BLE001
                reply = _failed(number, error, watch, "crash")
            send_reply(replies, reply)
    except (EOFError, OSError):
        return  # the referee is gone


def _failed(number: int, error: BaseException, watch: _Watch, kind: str) -> Reply:
    if isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, NoMove):
        kind = "illegal"
    return {"n": number, "kind": kind, "failed": last_lines(error), "tried": watch.taken()}


def last_lines(error: BaseException) -> str:
    """The end of a traceback: the lines of the entrant's own code, and the error in words."""
    try:
        lines = [
            f"{line.filename.rpartition('/')[2]}, line {line.lineno}, in {line.name}: {(line.line or '').strip()}"
            for line in own_lines(error)[-4:]
        ]
        words = "".join(format_exception_only(error)).strip()
        return "\n".join([*lines, shortened(words, 600)])
    except BaseException:  # noqa: BLE001 # such as an error whose __str__ fails, or no memory
        return type(error).__name__


def make_bot(start: Start) -> Bot:
    """Make the bot of an entrant; runs its code.

    Raises:
        ValueError: there is no bot, or there are several.
        Exception: whatever the code of the entrant raises.
    """
    if start["kind"] == "pickle":
        made: object = pickle.loads(start["data"])  # noqa: S301 # in the closed process of the entrant
        if not isinstance(made, Bot):
            raise ValueError("this is no bot")
        return made
    source, name = start["data"].decode(), start["file"]
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    module = types.ModuleType(ENTRANT_MODULE)
    module.__file__ = name
    sys.modules[ENTRANT_MODULE] = module
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 # the entrant's own process
    kinds = bot_classes(vars(module).values())
    if len(kinds) != 1:
        words = "no bot" if not kinds else f"{len(kinds)} bots: {', '.join(kind.__name__ for kind in kinds)}"
        raise ValueError(f"{name} has {words}; an entrant is one class that is a cw.bots.Bot")
    return kinds[0]()


def bot_classes(values: Iterable[Any]) -> list[type[Bot]]:
    """The classes of an entrant's module that are bots, without those that are only the base of another one."""
    kinds = [
        one
        for one in dict.fromkeys(value for value in values if isinstance(value, type))
        if issubclass(one, Bot) and one.__module__ == ENTRANT_MODULE and not getattr(one, "__abstractmethods__", None)
    ]
    return [one for one in kinds if not any(other is not one and issubclass(other, one) for other in kinds)]


_WATCHED: Final = (
    "socket.", "subprocess.", "os.fork", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.kill", "os.remove",
    "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown", "os.utime",
    "os.putenv", "shutil.", "signal.", "ctypes.", "gc.get_", "sys._current_frames", "sqlite3.", "urllib.", "http.",
    "ftplib.", "smtplib.", "webbrowser.", "mmap.", "fcntl.", "syslog.", "pty.", "os.listdir", "os.scandir",
)  # fmt: skip
"""The beginnings of Python's audit events that no player of cards causes."""


class _Watch:
    """Notes what the entrant tries, by Python's audit events, so that reports can name it.

    This stops nothing: code that knows how can avoid it. The layers of the sandbox stop it.
    """

    def __init__(self) -> None:
        self.on = False
        self.tried: list[str] = []
        self._allowed = tuple(
            f"{path}{os.sep}" for path in {sys.prefix, sys.base_prefix, *(path for path in sys.path if path)}
        )

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note an event of Python's audit."""
        if not self.on or len(self.tried) >= MOST_TRIED:
            return
        if event == "open":
            path, _, flags = (*arguments, None, None)[:3]
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if not isinstance(path, str) or not (writes or not path.startswith(self._allowed)):
                return
            if path.startswith(("/dev/null", "/usr/lib", "/lib", "/usr/share/zoneinfo")) and not writes:
                return
            self._note(f"{'write to' if writes else 'read'} {path}")
        elif event.startswith(_WATCHED):
            if event in ("os.listdir", "os.scandir") and _is_import():
                return
            self._note(event)

    def _note(self, words: str) -> None:
        self.on = False
        try:
            words = words[:150]
            if words not in self.tried:
                self.tried.append(words)
        finally:
            self.on = True

    def taken(self) -> list[str]:
        """Return what has been noted since the last call, and forget it."""
        taken, self.tried = self.tried, []
        return taken


def _is_import() -> bool:
    """Whether Python's import system is at work: it lists the folders in which it looks for modules."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap_external>":
            return True
        frame = frame.f_back
    return False
