"""Leading a class over a shared folder, and following there: the leader's place goes out, and others look for it."""

from __future__ import annotations

import logging
import os
import stat
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from traitlets import Any as AnyTrait
from traitlets import HasTraits, Int, Unicode

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.class_keys import TeacherKey, fingerprint_of, key_for
from capture_widgets.core.errors import RecordError
from capture_widgets.core.interrupts import Flag
from capture_widgets.core.shared_files import BY_DESCRIPTOR, Folder, sentence
from capture_widgets.model.history import History
from capture_widgets.teaching.class_folder import (
    LEAD,
    MOST_LEAD,
    Asked,
    Lead,
    as_folder,
    lead_of,
    put_lead,
    read_lead,
    signed_lead,
    start_of,
)
from capture_widgets.teaching.class_reading import LeadReader

_LOG = logging.getLogger(__name__)

PACE: Final = 0.4
"""Seconds between two looks at a folder."""

_REST: Final = 9
"""A look that takes long is followed by a rest of so many times that: no folder costs more than a tenth of a core."""

_LONGEST: Final = 5.0
"""Seconds until the leader tries again what could not be written."""


class Watch:
    """Calls a method every so often, beside the cells, until its object is gone or `stop` is called."""

    def __init__(self, look: Callable[[], object], name: str) -> None:
        """Call ``look``, a method, from now on; what it raises is logged."""
        self._awake = Flag()
        self._stopped = False
        method = weakref.WeakMethod(look, self._gone)
        run_in_background(self._looking(method), f"capture-widgets-{name}", self._awake)

    def _gone(self, _method: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        self._awake.set()

    def _looking(self, method: weakref.WeakMethod[Callable[[], object]]) -> Steps[None]:
        while not self._stopped and (look := method()) is not None:
            began = time.monotonic()
            try:
                look()
            except Exception:  # noqa: BLE001 # observers are anybody's code
                _LOG.exception("what looks at a class's folder failed")
            del look
            yield max(PACE, _REST * (time.monotonic() - began))


class Leader:
    """What this kernel shows a class in a folder: written beside the cells, the last state first.

    As long as somebody leads there, what cannot be written is tried again, and what others overwrite is written again.

    Attributes:
        folder: where.
        key: what is written is signed with this, and what the class answers is sealed for it.
        codes: by name, the codes that were given out; None where answers need none.
        fault: why the last state could not be written, in words; None where it was.
        users: who leads: replays and polls.
    """

    def __init__(self, folder: Path) -> None:
        key = key_for(folder)
        assert key is not None
        self.folder = folder
        self.key: TeacherKey = key
        self.codes: Mapping[str, str] | None = None
        self.fault: str | None = None
        self.users: weakref.WeakSet[Any] = weakref.WeakSet()
        self._rights = ""
        self._made = False
        self._disturbed = 0
        self._now: Lead | None = None
        self._written: Lead | None = None
        self._stamp: tuple[int, int, int] | None = None
        self._busy = False
        self._number = 0
        self._lock = threading.RLock()

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

    def resume(self, history: History) -> Lead | None:
        """Where an earlier kernel of this user left the class in this game; this one goes on from there.

        That is what the earlier kernel has kept with its key. Of the folder it is only asked whether anything was led
        there: what others have put there leads nobody.
        """
        with self._lock:
            if self._now is None:
                try:
                    with Folder(self.folder) as folder:
                        led = folder.status(LEAD) is not None
                    before = lead_of(self.key.lead) if led and isinstance(self.key.lead, dict) else None
                except (OSError, RecordError, KeyError):
                    before = None
                if before is None or before.start != start_of(history) or before.round not in history.round_numbers():
                    return None
                self._now = before
            return self._now if self._now.start == start_of(history) else None

    @property
    def fingerprint(self) -> str:
        """By which the class knows that it is this user who leads."""
        return self.key.fingerprint

    @property
    def faults(self) -> list[str]:
        """What stands in the way of leading, in words."""
        found = [words for words in (self.fault, self.key.fault) if words]
        if self._disturbed:
            times = "once" if self._disturbed == 1 else f"{self._disturbed:,} times"
            found.append(f"somebody else has overwritten or removed {LEAD} {times}; it was written again")
        return found

    @property
    def rights(self) -> str:
        """Who cannot answer in this folder, in words; empty where everybody can."""
        return self._rights

    def check(self) -> None:
        """Write again what somebody else has overwritten."""
        with self._lock:
            if self._busy or self._written is None or self._stamp is None:
                return
            try:
                with Folder(self.folder) as folder:
                    stamp = _stamp(folder)
                    if stamp == self._stamp:
                        return
                    with suppress(OSError, RecordError):
                        found = read_lead(folder.read(LEAD, MOST_LEAD))
                        if found.public == self.key.public and found.number > self._number:
                            self._stamp = stamp  # another kernel of the same teacher leads by now
                            return
            except OSError:
                pass  # to write it says what is wrong
            self._disturbed += 1
            self._written = None
            self._tell()

    @property
    def poll(self) -> Asked | None:
        """What the class is asked now."""
        return None if self._now is None else self._now.poll

    def _tell(self) -> None:
        # a kernel that ends lets its widgets go, and no thread could be started any more
        if not self._busy and self._now != self._written and not sys.is_finalizing():
            self._busy = True
            try:
                run_in_background(self._writing(), "capture-widgets-leader")
            except BaseException:
                self._busy = False
                raise

    def _writing(self) -> Steps[None]:
        pause, failed = PACE, False
        while True:
            with self._lock:
                now = self._now
                if now is None or now == self._written or (failed and not self.users):
                    self._busy = False
                    return
            try:
                self._put(now)
            except OSError as error:
                self.fault = f"{LEAD} cannot be written: {sentence(error)}"
                pause, failed = min(2 * pause, _LONGEST), True
                if self.users:
                    yield pause
                continue
            self.fault = None
            self._written = now
            pause, failed = PACE, False
            yield 0

    def _put(self, now: Lead) -> None:
        content = signed_lead(self.key, now)
        if not self._made:
            make_folder(self.folder)
        with Folder(self.folder) as folder:
            self._made = True
            self._rights = _who_cannot_answer(folder)
            put_lead(folder, content)
            self._stamp, self._number = _stamp(folder), read_lead(content).number

    def settled(self, seconds: float = 10) -> bool:
        """Wait until the last state is written; False where it takes longer."""
        until = time.monotonic() + seconds
        while self._busy and time.monotonic() < until:
            time.sleep(0.005)
        return not self._busy


def _stamp(folder: Folder) -> tuple[int, int, int] | None:
    status = folder.status(LEAD)
    return None if status is None else (status.st_mtime_ns, status.st_ino, status.st_size)


def make_folder(path: Path) -> None:
    """Make a folder for a class where there is none: whoever may write in the folder around it may write in it.

    In one that others can write nobody can remove or rename what somebody else has written (the sticky bit).

    Raises:
        OSError: it cannot be made.
    """
    whole = path.absolute()
    name = whole.name
    with Folder(whole.parent, make=True) as parent:
        if parent.status(name) is not None:
            return
        rights = parent.own_status()
        with suppress(FileExistsError):
            os.mkdir(parent.at(name), dir_fd=parent.number)
        if not BY_DESCRIPTOR or not rights.st_mode & 0o022:
            return
        with Folder(path) as made, suppress(OSError):  # a file system without rights
            assert made.number is not None
            os.fchown(made.number, -1, rights.st_gid)
            os.fchmod(made.number, 0o755 | rights.st_mode & 0o2022 | stat.S_ISVTX)


def _who_cannot_answer(folder: Folder) -> str:
    """Who has no right to write in a folder, and what gives it to them; empty where everybody may have it."""
    mode = folder.own_status().st_mode
    if not BY_DESCRIPTOR or mode & 0o022:
        return ""
    what = "answer in" if mode & 0o055 else "open"
    return f"Nobody with another account can {what} this folder; chmod 1777 {folder.path} lets all of them."


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
        fingerprint: that of the leader who is followed; empty until one is met.
        box: what answers are sealed with; None until a leader is met.
    """

    round = Int(None, allow_none=True)
    ply = Int(None, allow_none=True)
    poll = AnyTrait(None, allow_none=True)
    fault = Unicode("")
    fingerprint = Unicode("")

    def __init__(self, folder: str | Path, history: History, teacher: str | None = None) -> None:
        super().__init__()
        self.path = as_folder(folder)
        self._reader = LeadReader(self.path, teacher)
        self.is_checked = self._reader.is_checked
        self.box: bytes | None = None
        self.start = start_of(history)
        self.look()
        self._watch = Watch(self.look, "follower")

    def look(self) -> None:
        """Go where the leader is by now."""
        signed = self._reader.look()
        fault = self._reader.fault
        lead = None if signed is None else signed.lead
        if signed is not None:
            self.box = signed.box
        if lead is not None and lead.start != self.start:
            fault = f"the class is led through another game ({lead.game}), or another deal of this one"
            lead = None
        with self.hold_trait_notifications():
            self.fault = fault
            self.fingerprint = "" if signed is None else fingerprint_of(signed.public)
            if lead is not None:
                self.round, self.ply = lead.round, lead.ply
            self.poll = None if lead is None else lead.poll

    def stop(self) -> None:
        """Look no more."""
        self._watch.stop()
