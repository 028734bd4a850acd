"""Leads a class over a shared folder, and follows a leader there: one kernel writes its position, others read it."""

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
from dataclasses import replace
from pathlib import Path
from types import MethodType
from typing import Any, Final, cast

from traitlets import Any as AnyTrait
from traitlets import Bool, HasTraits, Int, Unicode

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.class_keys import TeacherKey, fingerprint_of, key_for
from capture_widgets.core.errors import RecordError
from capture_widgets.core.interrupts import Flag
from capture_widgets.core.shared_files import BY_DESCRIPTOR, Folder, sentence
from capture_widgets.model.history import History
from capture_widgets.teaching.class_folder import (
    LEAD,
    MOST_LEAD,
    Lead,
    PollQuestion,
    as_folder,
    lead_of,
    put_lead,
    read_lead,
    signed_lead,
    start_fingerprint,
)
from capture_widgets.teaching.class_reading import LeadReader

_LOG = logging.getLogger(__name__)

PACE: Final = 0.4
"""Seconds between two checks of a folder."""

_REST: Final = 9
"""How many times as long as a check the watch rests after it: a folder costs at most a tenth of a core."""

_LONGEST: Final = 5.0
"""The longest time, in seconds, before the leader tries again to write its file."""


class Watch:
    """Calls a method of an object again and again, in the background, until the object is gone or `stop` is called.

    It has no callback for the end of the object: in a callback written in Python, a press of the stop button would be
    lost. So the background work ends when it next wakes.
    """

    def __init__(self, check: Callable[[], object], name: str) -> None:
        """Call ``check``, a method, from now on; its errors are logged."""
        self._awake = Flag()
        self._stopped = False
        bound = cast(MethodType, check)
        run_in_background(
            self._loop(weakref.ref(bound.__self__), bound.__func__), f"capture-widgets-{name}", self._awake
        )

    def stop(self) -> None:
        """Call the method no more."""
        self._stopped = True
        self._awake.set()

    def _loop(self, reference: weakref.ref[Any], check: Callable[[Any], object]) -> Steps[None]:
        while not self._stopped and (target := reference()) is not None:
            began = time.monotonic()
            try:
                check(target)
            except Exception:  # noqa: BLE001 # observers may be any code
                _LOG.exception("a check of a class's folder failed")
            del target
            yield max(PACE, _REST * (time.monotonic() - began))


class Leader:
    """Leads a class in a folder: writes the position to the leader's file, in the background.

    As long as a replay or a poll leads there, it tries again if it cannot write, and it writes again if somebody has
    overwritten the file.

    Attributes:
        folder: the folder.
        key: the teacher's key: the leader's file is signed with it, and answers are sealed for it.
        codes: the codes of the class by name; None if answers need no code.
        fault: why the file could not be written, in words; None if it was.
        users: the replays and polls that lead.
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

    def stand(self, history: History, number: int, ply: int, ahead: bool = False) -> None:
        """Lead the class to a position of a game; ``ahead`` says whether followers may look beyond it."""
        with self._lock:
            start = start_fingerprint(history)
            same = self._now is not None and self._now.start == start
            poll = self._now.poll if same and self._now is not None else None
            self._now = Lead(history.type.slug, start, number, ply, poll, ahead)
            self._write_soon()

    def ask(self, history: History, number: int, ply: int, poll: PollQuestion | None) -> None:
        """Ask the class a question, or none (None). A class that stands in another game goes to this position."""
        with self._lock:
            start = start_fingerprint(history)
            now = self._now
            if now is None or now.start != start:
                now = Lead(history.type.slug, start, number, ply)
            self._now = replace(now, poll=poll)
            self._write_soon()

    def resume(self, history: History) -> Lead | None:
        """Go on where an earlier kernel of this user left the class in this game; returns that position, or None.

        The earlier kernel kept it with its key. The folder only says whether a leader's file is there; nothing of what
        the file says is used, since others may have written it.
        """
        start = start_fingerprint(history)
        with self._lock:
            if self._now is None:
                try:
                    with Folder(self.folder) as folder:
                        led = folder.status(LEAD) is not None
                    before = lead_of(self.key.lead) if led and isinstance(self.key.lead, dict) else None
                except (OSError, RecordError, KeyError):
                    before = None
                if (
                    before is None
                    or before.start != start_fingerprint(history)
                    or before.round not in history.round_numbers()
                ):
                    return None
                self._now = before
            return self._now if self._now.start == start else None

    @property
    def fingerprint(self) -> str:
        """The fingerprint by which the class knows this leader."""
        return self.key.fingerprint

    @property
    def faults(self) -> list[str]:
        """What is wrong with leading, in words."""
        faults = [words for words in (self.fault, self.key.fault) if words]
        if self._disturbed:
            times = "once" if self._disturbed == 1 else f"{self._disturbed:,} times"
            faults.append(f"somebody else has overwritten or removed {LEAD} {times}; it was written again")
        return faults

    @property
    def rights(self) -> str:
        """Who cannot answer in this folder, and how to change that; empty if everybody can."""
        return self._rights

    def check(self) -> None:
        """Write the leader's file again if somebody else has overwritten it."""
        with self._lock:
            if self._busy or self._written is None or self._stamp is None:
                return
            try:
                with Folder(self.folder) as folder:
                    stamp = _stamp(folder)
                    if stamp == self._stamp:
                        return
                    with suppress(OSError, RecordError):
                        signed = read_lead(folder.read(LEAD, MOST_LEAD))
                        if signed.public == self.key.public and signed.number > self._number:
                            self._stamp = stamp  # another kernel of the same teacher leads by now
                            return
            except OSError:
                pass  # the attempt to write says what is wrong
            self._disturbed += 1
            self._written = None
            self._write_soon()

    @property
    def poll(self) -> PollQuestion | None:
        """The question to the class, or None."""
        return None if self._now is None else self._now.poll

    def _write_soon(self) -> None:
        # when a kernel ends it closes its widgets, and no thread can be started any more
        if not self._busy and self._now != self._written and not sys.is_finalizing():
            self._busy = True
            try:
                run_in_background(self._write(), "capture-widgets-leader")
            except BaseException:
                self._busy = False
                raise

    def _write(self) -> Steps[None]:
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
        """Wait until the file is written; returns False if it takes longer."""
        until = time.monotonic() + seconds
        while self._busy and time.monotonic() < until:
            time.sleep(0.005)
        return not self._busy


def _stamp(folder: Folder) -> tuple[int, int, int] | None:
    status = folder.status(LEAD)
    return None if status is None else (status.st_mtime_ns, status.st_ino, status.st_size)


def make_folder(path: Path) -> None:
    """Make a folder for a class if it does not exist: the users who may write in its parent may write in it.

    If others may write in it, it gets the sticky bit, so that nobody can remove or rename the files of another user.

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
        with Folder(path) as made, suppress(OSError):  # the file system has no permissions
            assert made.number is not None
            os.fchown(made.number, -1, rights.st_gid)
            os.fchmod(made.number, 0o755 | rights.st_mode & 0o2022 | stat.S_ISVTX)


def _who_cannot_answer(folder: Folder) -> str:
    """Who may not write in a folder, with the command that lets them; empty if others may write there."""
    mode = folder.own_status().st_mode
    if not BY_DESCRIPTOR or mode & 0o022:
        return ""
    what = "answer in" if mode & 0o055 else "open"
    return f"Nobody with another account can {what} this folder; chmod 1777 {folder.path} lets all of them."


_leaders: dict[str, Leader] = {}


def leader_in(folder: str | Path) -> Leader:
    """The leader of this kernel in a folder; the first call makes it."""
    path = as_folder(folder)
    return _leaders.setdefault(os.path.realpath(path), Leader(path))


class Follower(HasTraits):
    """The leader in a folder as another kernel sees it. It checks the folder until it is gone or `stop` is called.

    Attributes:
        round, ply: where the leader stands; None if nobody leads, or the leader shows another game.
        poll: the question to the class, or None.
        ahead: whether followers may look beyond the leader's position.
        fault: why the leader cannot be followed, in words.
        fingerprint: the leader's fingerprint; empty until there is a leader.
        box: the key with which answers are sealed; None until there is a leader.
    """

    round = Int(None, allow_none=True)
    ply = Int(None, allow_none=True)
    poll = AnyTrait(None, allow_none=True)
    ahead = Bool(False)
    fault = Unicode("")
    fingerprint = Unicode("")

    def __init__(self, folder: str | Path, history: History, teacher: str | None = None) -> None:
        super().__init__()
        self.path = as_folder(folder)
        self._reader = LeadReader(self.path, teacher)
        self.is_checked = self._reader.is_checked
        self.box: bytes | None = None
        self.start = start_fingerprint(history)
        self.update()
        self._watch = Watch(self.update, "follower")

    def update(self) -> None:
        """Read where the leader stands now."""
        signed = self._reader.read()
        fault = self._reader.fault
        lead = None if signed is None else signed.lead
        if signed is not None:
            self.box = signed.box
        if lead is not None and lead.start != self.start:
            fault = f"your teacher shows another game ({lead.game}), or another deal of this one; open that game"
            lead = None
        with self.hold_trait_notifications():
            self.fault = fault
            self.fingerprint = "" if signed is None else fingerprint_of(signed.public)
            if lead is not None:
                self.round, self.ply, self.ahead = lead.round, lead.ply, lead.ahead
            self.poll = None if lead is None else lead.poll

    def stop(self) -> None:
        """Check the folder no more."""
        self._watch.stop()
