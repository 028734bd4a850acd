"""Leading a class over a shared folder, and following there: the leader's place goes out, and others look for it."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from traitlets import Any as AnyTrait
from traitlets import HasTraits, Int, Unicode

from capture_widgets.beside import Steps, beside
from capture_widgets.class_folder import Asked, ClassFolder, Lead, as_folder, start_of, write_lead
from capture_widgets.errors import failure_words
from capture_widgets.game_history import History
from capture_widgets.interrupts import Flag

_LOG = logging.getLogger(__name__)

PACE: Final = 0.4
"""Seconds between two looks at a folder."""


class Watch:
    """Calls a method every so often, beside the cells, until its object is gone or `stop` is called."""

    def __init__(self, look: Callable[[], object], name: str) -> None:
        """Call ``look``, a method, from now on; what it raises is logged."""
        self._awake = Flag()
        self._stopped = False
        method = weakref.WeakMethod(look, self._gone)
        beside(self._looking(method), f"capture-widgets-{name}", self._awake)

    def _gone(self, _method: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        self._awake.set()

    def _looking(self, method: weakref.WeakMethod[Callable[[], object]]) -> Steps[None]:
        while not self._stopped and (look := method()) is not None:
            try:
                look()
            except Exception:  # noqa: BLE001 # observers are anybody's code
                _LOG.exception("what looks at a class's folder failed")
            del look
            yield PACE


@dataclass
class Leader:
    """What this kernel shows a class in a folder: written beside the cells, the last state first.

    Attributes:
        folder: where.
        fault: why the last state could not be written, in words.
    """

    folder: Path
    fault: str | None = None
    _now: Lead | None = None
    _written: Lead | None = None
    _busy: bool = False
    _lock: Any = field(default_factory=threading.RLock)

    def stand(self, history: History, number: int, ply: int) -> None:
        """Lead the class to a position of a game."""
        with self._lock:
            start = start_of(history)
            same = self._now is not None and self._now.start == start
            poll = self._now.poll if same and self._now is not None else None
            self._now = Lead(history.type.slug, start, number, ply, poll)
            self._tell()

    def ask(self, history: History, number: int, ply: int, poll: Asked | None) -> None:
        """Ask the class something, or nothing any more; the leader stands there if nowhere else in this game."""
        with self._lock:
            start = start_of(history)
            now = self._now
            if now is None or now.start != start:
                now = Lead(history.type.slug, start, number, ply)
            self._now = Lead(now.game, now.start, now.round, now.ply, poll)
            self._tell()

    def resume(self, before: Lead) -> None:
        """Go on from what another kernel wrote, if this one has not led anywhere yet."""
        with self._lock:
            if self._now is None:
                self._now = self._written = before

    @property
    def poll(self) -> Asked | None:
        """What the class is asked now."""
        return None if self._now is None else self._now.poll

    def _tell(self) -> None:
        # a kernel that ends lets its widgets go, and no thread could be started any more
        if not self._busy and self._now != self._written and not sys.is_finalizing():
            self._busy = True
            try:
                beside(self._writing(), "capture-widgets-leader")
            except BaseException:
                self._busy = False
                raise

    def _writing(self) -> Steps[None]:
        while True:
            with self._lock:
                now = self._now
                if now is None or now == self._written:
                    self._busy = False
                    return
            try:
                write_lead(self.folder, now)
                self.fault = None
            except OSError as error:
                self.fault = failure_words(error)
            self._written = now
            yield 0

    def settled(self, seconds: float = 10) -> bool:
        """Wait until the last state is written; False where it takes longer."""
        until = time.monotonic() + seconds
        while self._busy and time.monotonic() < until:
            time.sleep(0.005)
        return not self._busy


_leaders: dict[str, Leader] = {}


def leader_in(folder: str | Path) -> Leader:
    """The one leader of this kernel in a folder."""
    path = as_folder(folder)
    return _leaders.setdefault(os.path.realpath(path), Leader(path))


class Follower(HasTraits):
    """The leader in a folder as another kernel sees it; it looks there until it is gone or `stop` is called.

    Attributes:
        round, ply: where the leader stands; None where nobody leads, or where they show another game.
        poll: what is asked.
        fault: why the leader cannot be followed, in words.
    """

    round = Int(None, allow_none=True)
    ply = Int(None, allow_none=True)
    poll = AnyTrait(None, allow_none=True)
    fault = Unicode("")

    def __init__(self, folder: str | Path, history: History) -> None:
        super().__init__()
        self.path = as_folder(folder)
        self._folder = ClassFolder(self.path)
        self.start = start_of(history)
        self.look()
        self._watch = Watch(self.look, "follower")

    def look(self) -> None:
        """Go where the leader is by now."""
        lead = self._folder.lead()
        faults = self._folder.faults
        fault = "; ".join(f"{name}: {reason}" for name, reason in faults)
        if lead is not None and lead.start != self.start:
            fault = f"the class is led through another game ({lead.game}), or another deal of this one"
            lead = None
        with self.hold_trait_notifications():
            self.fault = fault
            if lead is not None:
                self.round, self.ply = lead.round, lead.ply
            self.poll = None if lead is None else lead.poll

    def stop(self) -> None:
        """Look no more."""
        self._watch.stop()
