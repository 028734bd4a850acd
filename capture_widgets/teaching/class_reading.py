"""Reads a folder that a class shares and that everybody in it can fill: the leader's file, and the class's answers.

A reader reads a file again only when it has changed; a few more times if the file's time alone could not show a change.
It reads an equal share of the files of each user, so that nobody's flood hides another's answer, and it names the files
that it leaves out.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from capture_widgets.core.class_keys import TeacherKey, as_fingerprint, fingerprint_of, whose
from capture_widgets.core.errors import RecordError
from capture_widgets.core.shared_files import BY_DESCRIPTOR, Folder, sentence
from capture_widgets.teaching.class_folder import (
    ANSWER_FILES,
    LEAD,
    MOST_BYTES,
    MOST_LEAD,
    ClassAnswer,
    SignedLead,
    read_lead,
    read_letter,
    read_sealed,
)

READ_SECONDS: Final = 5.0
"""Seconds that a call from a cell may take to read a folder."""

MOST_FILES: Final = 2000
"""The largest number of files of answers that the reader reads, of all users together."""
MOST_OF_ONE: Final = 4000
"""The largest number of files of one user that the reader looks at."""
MOST_NAMES: Final = 2_000_000
"""The largest number of names in a folder that the reader looks at."""
MOST_FAULTS: Final = 100
"""The largest number of faults that the reader names one by one."""

READ_AGAIN: Final = (0.0, 0.3, 1.0, 3.0)
"""The times, in seconds after its stamp was first seen, at which a file is read. Two changes within one tick of the
file system's clock leave the same stamp, but no such clock has ticks of three seconds or more."""


class _FileStamp(NamedTuple):
    """The facts about a file that differ after a change."""

    changed: int
    touched: int
    inode: int
    length: int
    owner: int


def _stamp(status: os.stat_result) -> _FileStamp:
    # only the system sets the time of an inode's last change
    return _FileStamp(status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size, status.st_uid)


class _ReadSchedule:
    """Says when to read a file again, although its stamp may stay the same after a change."""

    __slots__ = ("_count", "_first", "stamp")

    def __init__(self) -> None:
        self.stamp: _FileStamp | None = None
        self._first = 0.0
        self._count = 0

    def is_due(self, stamp: _FileStamp) -> bool:
        """Whether to read the file now."""
        if stamp != self.stamp:
            return True
        return self._count < len(READ_AGAIN) and time.monotonic() - self._first >= READ_AGAIN[self._count]

    def note_read(self, stamp: _FileStamp) -> None:
        """Note that the file was read just now."""
        now = time.monotonic()
        if stamp != self.stamp:
            self.stamp, self._first, self._count = stamp, now, 0
        while self._count < len(READ_AGAIN) and now - self._first >= READ_AGAIN[self._count]:
            self._count += 1


# -- the leader


_pinned: dict[str, bytes] = {}
"""The first key that this kernel met in each folder, for followers who name no fingerprint. It stays until the kernel
ends, so that a later follower of this kernel follows nobody else either."""
_highest: dict[tuple[str, bytes], SignedLead] = {}
"""The latest file of each leader that this kernel has seen."""


class LeadReader:
    """Reads where a leader stands. The last valid file counts until the same leader has written a later one.

    Attributes:
        fault: what is wrong with the leader's file, in words; empty if nothing is.
    """

    def __init__(self, folder: str | Path, teacher: str | None = None) -> None:
        """Make the reader of a folder.

        Args:
            folder: the folder; it need not exist yet.
            teacher: the fingerprint of the leader to follow; without it, the first leader that this kernel meets there.

        Raises:
            ValueError: ``teacher`` is no fingerprint.
        """
        self.path = Path(folder)
        self.fault = ""
        self._real = os.path.realpath(folder)
        self._expected = None if teacher is None else as_fingerprint(teacher)
        self._schedule = _ReadSchedule()
        self._lock = threading.RLock()
        self._last: SignedLead | None = None

    @property
    def is_checked(self) -> bool:
        """Whether somebody named the fingerprint of the leader."""
        return self._expected is not None

    def read(self) -> SignedLead | None:
        """The leader's latest file; None if there is no leader whom this reader may follow."""
        with self._lock:
            try:
                with Folder(self.path) as folder:
                    self._read(folder)
            except FileNotFoundError:
                self.fault = "" if self._last is None else f"{LEAD} is gone"
            except OSError as error:
                self.fault = f"{LEAD}: {sentence(error)}"
            return self._last

    def _read(self, folder: Folder) -> None:
        status = folder.status(LEAD)
        if status is None:
            self._schedule = _ReadSchedule()
            self.fault = "" if self._last is None else f"{LEAD} is gone"
            return
        stamp = _stamp(status)
        if not self._schedule.is_due(stamp):
            return
        try:
            self._take(read_lead(folder.read(LEAD, MOST_LEAD)))
        except RecordError as error:
            self.fault = f"{LEAD}: {_words(error)}"
        except OSError as error:
            self.fault = f"{LEAD}: {sentence(error)}"
        self._schedule.note_read(stamp)

    def _take(self, signed: SignedLead) -> None:
        fingerprint = fingerprint_of(signed.public)
        if self._expected is not None:
            if fingerprint != self._expected:
                self.fault = (
                    f"the key {fingerprint} has signed the leader's file, and not your teacher's key "
                    f"({self._expected}): ask your teacher which fingerprint is theirs"
                )
                return
        elif _pinned.setdefault(self._real, signed.public) != signed.public:
            known = fingerprint_of(_pinned[self._real])
            self.fault = (
                f"the key {fingerprint} has signed the leader's file, and not the key that was met here first "
                f"({known}): ask your teacher which of them is theirs, and name it in follow(..., teacher=...)"
            )
            return
        latest = _highest.get((self._real, signed.public))
        if latest is not None and signed.number < latest.number:
            self._last = latest
            self.fault = (
                "somebody has replaced your teacher's file by an older one; "
                "wait until your teacher's notebook writes it again"
            )
            return
        _highest[self._real, signed.public] = self._last = signed
        self.fault = ""


def _words(error: RecordError) -> str:
    return f"{error.where}: {error.reason}" if error.where else error.reason


# -- answers


@dataclass
class _File:
    """A file of answers, as the reader has read it last."""

    owner: int
    schedule: _ReadSchedule
    answers: tuple[ClassAnswer, ...] = ()
    fault: str | None = None
    counted: bool = False
    """Whether the file ever held an answer."""


class AnswerReader:
    """Reads the answers of a class. An answer that was read once counts, whatever another user does to its file later.

    Attributes:
        path: the folder.
        codes: the codes by name; None if answers need no code.
    """

    def __init__(
        self,
        folder: str | Path,
        key: TeacherKey | None,
        codes: Mapping[str, str] | None = None,
        keep: Callable[[ClassAnswer], bool] | None = None,
    ) -> None:
        """Make the reader of a folder.

        Args:
            folder: the folder; it need not exist yet.
            key: the key of the leader, for whom the answers are sealed; without it the reader can read none.
            codes: the codes by name; with them, answers without the mark of one of these codes do not count.
            keep: says which answers to keep in memory; None keeps all.
        """
        self.path = Path(folder)
        self._key = key
        self.codes = codes
        self._keep = keep
        self._lock = threading.RLock()
        self._names: list[str] = []
        self._counts: Counter[int] = Counter()
        self._listed = _ReadSchedule()
        self._files: dict[str, _File] = {}
        self._general: list[str] = []
        self._full = False

    @property
    def faults(self) -> list[tuple[str, str]]:
        """The files that cannot be read or do not count, as (file, reason); the last entry may say how many more."""
        with self._lock:
            faults = [(str(self.path), words) for words in self._general]
            single = sorted((name, one.fault) for name, one in self._files.items() if one.fault is not None)
            faults += single[:MOST_FAULTS]
            if len(single) > MOST_FAULTS:
                faults.append((str(self.path), f"{len(single) - MOST_FAULTS:,} more files with faults"))
            return faults

    def answers(self) -> list[ClassAnswer]:
        """All answers that were read, in the order in which they were given."""
        with self._lock:
            return sorted((one for file in self._files.values() for one in file.answers), key=lambda one: one.when)

    def update(self, seconds: float) -> bool:
        """Read the files that have changed, for about so many seconds; returns False if some are left to be read."""
        with self._lock:
            self._general = []
            if self._key is None:
                self._general = ["only the leader of this folder can read the answers in it"]
                return True
            try:
                with Folder(self.path) as folder:
                    return self._update(folder, self._key, time.monotonic() + seconds)
            except FileNotFoundError:
                return True  # there is no leader and no answer yet
            except OSError as error:
                self._general = [sentence(error)]
                return True

    def _update(self, folder: Folder, key: TeacherKey, until: float) -> bool:
        self._list(folder)
        statuses: dict[str, os.stat_result] = {}
        for name in self._names:
            status = folder.status(name)
            if status is not None:
                statuses[name] = status
        self._note_gone_files(statuses)
        due = self._due(statuses)
        read = 0
        for name in due:
            if time.monotonic() > until and read:
                break
            self._read(folder, key, name, statuses[name])
            read += 1
        if read < len(due):
            self._general.append(f"{len(due) - read:,} files have not been read yet")
        return read == len(due)

    def _list(self, folder: Folder) -> None:
        """List the files of answers, of each user no more than `MOST_OF_ONE`."""
        stamp = _stamp(folder.own_status())
        if self._listed.is_due(stamp):
            self._names, self._counts, self._full = [], Counter(), False
            kept: Counter[int] = Counter()
            with os.scandir(folder.path if folder.number is None else folder.number) as entries:
                for at, entry in enumerate(entries):
                    self._full = at >= MOST_NAMES
                    if self._full:
                        break
                    status = folder.status(entry.name) if ANSWER_FILES.fullmatch(entry.name) else None
                    if status is None:
                        continue
                    self._counts[status.st_uid] += 1
                    if entry.name in self._files or kept[status.st_uid] < MOST_OF_ONE:
                        kept[status.st_uid] += 1
                        self._names.append(entry.name)
            self._listed.note_read(stamp)
        if self._full:
            self._general.append(f"the folder has more than {MOST_NAMES:,} files, too many to read: take a new folder")

    def _note_gone_files(self, statuses: Mapping[str, os.stat_result]) -> None:
        for name, file in list(self._files.items()):
            if name in statuses:
                continue
            if file.counted:
                file.fault, file.schedule = "the file is gone; its answers still count", _ReadSchedule()
            else:
                del self._files[name]

    def _due(self, statuses: Mapping[str, os.stat_result]) -> list[str]:
        """The files to read now: an equal share of each owner's files, one of each owner in turn."""
        owners: dict[int, list[str]] = {}
        for name, status in statuses.items():
            known = self._files.get(name)
            # a file that another user has put in the place of one that counts still belongs to its first owner
            owners.setdefault(known.owner if known is not None else status.st_uid, []).append(name)
        for name, file in self._files.items():
            if name not in statuses:
                owners.setdefault(file.owner, []).append(name)
        shares = fair_shares({owner: len(names) for owner, names in owners.items()})
        turns: list[list[str]] = []
        for owner, names in sorted(owners.items()):
            share = shares[owner]
            if len(names) > share:
                whose = f" of user {owner}" if len(owners) > 1 else ""
                there = max(len(names), self._counts[owner])
                self._general.append(f"there are {there:,} files{whose}; only {share:,} of them are read")
                names.sort(key=lambda name: self._rank(name, statuses))
                for name in names[share:]:
                    self._files.pop(name, None)
            due = []
            for name in names[:share]:
                if name in statuses:
                    known = self._files.get(name)
                    if known is None or known.schedule.is_due(_stamp(statuses[name])):
                        due.append(name)
            turns.append(due)
        return [names[at] for at in range(max(map(len, turns), default=0)) for names in turns if at < len(names)]

    def _rank(self, name: str, statuses: Mapping[str, os.stat_result]) -> tuple[bool, bool, int]:
        """The order in which too many files of one owner are read: those that count already, then the oldest."""
        file = self._files.get(name)
        return file is None or not file.counted, file is None, statuses[name].st_ctime_ns if name in statuses else 0

    def _read(self, folder: Folder, key: TeacherKey, name: str, status: os.stat_result) -> None:
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = _File(status.st_uid, _ReadSchedule())
        stamp = _stamp(status)
        file.schedule.note_read(stamp)
        try:
            if file.counted and status.st_uid != file.owner:
                file.fault = f"user {status.st_uid} has put another file in its place; its first answers still count"
                return
            file.owner = status.st_uid
            answers = self._unsealed(key, folder.read(name, MOST_BYTES, owner=status.st_uid))
        except RecordError as error:
            file.fault = _words(error)
        except OSError as error:
            file.fault = sentence(error)
        else:
            file.counted = file.counted or bool(answers)
            answers = _dated(answers, min(time.time(), _written(status)))
            file.answers = tuple(one for one in answers if self._keep is None or self._keep(one))
            file.fault = None

    def _unsealed(self, key: TeacherKey, content: bytes) -> list[ClassAnswer]:
        """The answers in a file; with codes, under the name whose code marks the file."""
        sealed, mark = read_sealed(content)
        who = None
        if self.codes is not None:
            who = whose(self.codes, sealed, mark)
            if who is None:
                raise RecordError("mark", "whoever wrote it has no code of this class, so it does not count")
        letter = key.unseal(sealed)
        if letter is None:
            raise RecordError("box", "the file was sealed for another leader, or is incomplete")
        answers = read_letter(letter)
        return answers if who is None else [replace(one, who=who) for one in answers]


def _written(status: os.stat_result) -> float:
    """When a file was changed last: a time that only the system sets. Windows keeps no such time."""
    return status.st_ctime if BY_DESCRIPTOR else status.st_mtime


def _dated(answers: list[ClassAnswer], latest: float) -> list[ClassAnswer]:
    """Set answers back to possible times: in the order of their file, and not after the file was written."""
    dated: list[ClassAnswer] = []
    for one in reversed(answers):
        latest = min(latest, one.when)
        dated.append(one if one.when == latest else replace(one, when=latest))
    return dated[::-1]


def fair_shares(counts: Mapping[int, int]) -> dict[int, int]:
    """How many files of each owner to read: all of them, or as many as of any other owner."""
    shares: dict[int, int] = {}
    left = MOST_FILES
    for at, (owner, count) in enumerate(sorted(counts.items(), key=lambda item: item[1])):
        shares[owner] = min(count, max(left // (len(counts) - at), 1))
        left -= shares[owner]
    return shares
