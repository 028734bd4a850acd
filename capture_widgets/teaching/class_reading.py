"""Reading a folder that a class shares and anybody in it can fill: whose lead is followed, and which answers count.

A file is read again only when it has changed, some few times where its time alone could not show that. What several
users have put there is shared out among them, so that nobody's flood hides another's answer: each owner of files has
the same claim to be read, and what is over is named.
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
    ANSWERS,
    LEAD,
    MOST_BYTES,
    MOST_LEAD,
    Said,
    Signed,
    read_lead,
    read_letter,
    read_sealed,
)

READ_SECONDS: Final = 5.0
"""Seconds for which a folder is read at most when a cell asks for votes."""

MOST_FILES: Final = 2000
"""Files of answers that are read, of all users together."""
MOST_OF_ONE: Final = 4000
"""Files of answers of one user that are looked at."""
MOST_NAMES: Final = 2_000_000
"""Names in a folder that are looked at."""
MOST_FAULTS: Final = 100
"""Faults that are named one by one."""

_AGAIN: Final = (0.0, 0.3, 1.0, 3.0)
"""Seconds after a file was first seen as it is at which it is read: a second change in the same instant of the file
system's clock looks like none, and after three seconds no clock has such instants."""


class _Stamp(NamedTuple):
    changed: int
    touched: int
    inode: int
    length: int
    owner: int


def _stamp(status: os.stat_result) -> _Stamp:
    # nobody but the system sets the time of the last change of an inode
    return _Stamp(status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size, status.st_uid)


class _Looks:
    """When something is to be looked at again, by a stamp that may be the same after a change."""

    __slots__ = ("_count", "_first", "stamp")

    def __init__(self) -> None:
        self.stamp: _Stamp | None = None
        self._first = 0.0
        self._count = 0

    def is_due(self, stamp: _Stamp) -> bool:
        """Whether to look now."""
        if stamp != self.stamp:
            return True
        return self._count < len(_AGAIN) and time.monotonic() - self._first >= _AGAIN[self._count]

    def done(self, stamp: _Stamp) -> None:
        """It was looked at."""
        now = time.monotonic()
        if stamp != self.stamp:
            self.stamp, self._first, self._count = stamp, now, 0
        while self._count < len(_AGAIN) and now - self._first >= _AGAIN[self._count]:
            self._count += 1


# -- the leader


_pinned: dict[str, bytes] = {}
"""The first key that this kernel met in a folder, where nobody said which to expect."""
_highest: dict[tuple[str, bytes], Signed] = {}
"""The latest that this kernel has seen of a leader."""


class LeadReader:
    """Reads where a leader stands; a state that was seen counts until a later one of the same leader is there.

    Attributes:
        fault: what stands in the leader's place, in words; empty where all is well.
    """

    def __init__(self, folder: str | Path, teacher: str | None = None) -> None:
        """Name a folder.

        Raises:
            ValueError: ``teacher`` is no fingerprint.
        """
        self.path = Path(folder)
        self.fault = ""
        self._real = os.path.realpath(folder)
        self._expected = None if teacher is None else as_fingerprint(teacher)
        self._looks = _Looks()
        self._lock = threading.RLock()
        self._last: Signed | None = None

    @property
    def is_checked(self) -> bool:
        """Whether the leader is known by a fingerprint, and not only the first one that was met."""
        return self._expected is not None

    def look(self) -> Signed | None:
        """Where the leader stands; None where nobody leads here yet whom we may follow."""
        with self._lock:
            try:
                with Folder(self.path) as folder:
                    self._look(folder)
            except FileNotFoundError:
                self.fault = "" if self._last is None else f"{LEAD} is gone"
            except OSError as error:
                self.fault = f"{LEAD}: {sentence(error)}"
            return self._last

    def _look(self, folder: Folder) -> None:
        status = folder.status(LEAD)
        if status is None:
            self._looks = _Looks()
            self.fault = "" if self._last is None else f"{LEAD} is gone"
            return
        stamp = _stamp(status)
        if not self._looks.is_due(stamp):
            return
        try:
            self._take(read_lead(folder.read(LEAD, MOST_LEAD)))
        except RecordError as error:
            self.fault = f"{LEAD}: {_words(error)}"
        except OSError as error:
            self.fault = f"{LEAD}: {sentence(error)}"
        self._looks.done(stamp)

    def _take(self, found: Signed) -> None:
        fingerprint = fingerprint_of(found.public)
        if self._expected is not None:
            if fingerprint != self._expected:
                self.fault = (
                    f"this is signed by another key ({fingerprint}) than your teacher's ({self._expected}), and is not "
                    "followed"
                )
                return
        elif _pinned.setdefault(self._real, found.public) != found.public:
            known = fingerprint_of(_pinned[self._real])
            self.fault = (
                f"another key ({fingerprint}) than the first one met here ({known}) has signed this, and it is not "
                "followed: ask your teacher which of them is theirs, and follow with teacher=..."
            )
            return
        latest = _highest.get((self._real, found.public))
        if latest is not None and found.number < latest.number:
            self._last = latest
            self.fault = "somebody has put back what your teacher signed earlier; it is not followed"
            return
        _highest[self._real, found.public] = self._last = found
        self.fault = ""


def _words(error: RecordError) -> str:
    return f"{error.where}: {error.reason}" if error.where else error.reason


# -- answers


@dataclass
class _File:
    """A file of answers as it was read last."""

    owner: int
    looks: _Looks
    said: tuple[Said, ...] = ()
    fault: str | None = None
    counted: bool = False
    """Whether it ever held an answer."""


class AnswerReader:
    """Reads what a class has answered; what was read once counts, whatever somebody else does to its file later.

    Attributes:
        path: the folder.
        codes: by name, those that were given out; None where answers need none.
    """

    def __init__(
        self,
        folder: str | Path,
        key: TeacherKey | None,
        codes: Mapping[str, str] | None = None,
        keep: Callable[[Said], bool] | None = None,
    ) -> None:
        """Name a folder.

        Args:
            folder: where it is; it need not be there yet.
            key: the key of its leader, for whom the answers are sealed; without it none can be read.
            codes: by name, those that were given out; answers that were marked with none of them do not count.
            keep: which answers are wanted; others are not kept in memory.
        """
        self.path = Path(folder)
        self._key = key
        self.codes = codes
        self._keep = keep
        self._lock = threading.RLock()
        self._names: list[str] = []
        self._counts: Counter[int] = Counter()
        self._listed = _Looks()
        self._files: dict[str, _File] = {}
        self._general: list[str] = []
        self._full = False

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What could not be read or does not count, as (file, reason); the last one says how many more there are."""
        with self._lock:
            found = [(str(self.path), words) for words in self._general]
            single = sorted((name, one.fault) for name, one in self._files.items() if one.fault is not None)
            found += single[:MOST_FAULTS]
            if len(single) > MOST_FAULTS:
                found.append((str(self.path), f"{len(single) - MOST_FAULTS:,} more files with faults"))
            return found

    def said(self) -> list[Said]:
        """All that was read, in the order in which it was said."""
        with self._lock:
            return sorted((said for one in self._files.values() for said in one.said), key=lambda said: said.when)

    def look(self, seconds: float) -> bool:
        """Read what is new, for about so long; False where something is left for the next time."""
        with self._lock:
            self._general = []
            if self._key is None:
                self._general = ["what is answered here can be read only by whoever leads here"]
                return True
            try:
                with Folder(self.path) as folder:
                    return self._look(folder, self._key, time.monotonic() + seconds)
            except FileNotFoundError:
                return True  # nobody has led or answered here yet
            except OSError as error:
                self._general = [sentence(error)]
                return True

    def _look(self, folder: Folder, key: TeacherKey, until: float) -> bool:
        self._list(folder)
        found: dict[str, os.stat_result] = {}
        for name in self._names:
            status = folder.status(name)
            if status is not None:
                found[name] = status
        self._note_what_is_gone(found)
        left = self._due(found)
        read = 0
        for name in left:
            if time.monotonic() > until and read:
                break
            self._read(folder, key, name, found[name])
            read += 1
        if read < len(left):
            self._general.append(f"{len(left) - read:,} files have not been read yet")
        return read == len(left)

    def _list(self, folder: Folder) -> None:
        """Find the files of answers, of each user no more than so many."""
        stamp = _stamp(folder.own_status())
        if self._listed.is_due(stamp):
            self._names, self._counts, self._full = [], Counter(), False
            kept: Counter[int] = Counter()
            with os.scandir(folder.path if folder.number is None else folder.number) as entries:
                for at, entry in enumerate(entries):
                    self._full = at >= MOST_NAMES
                    if self._full:
                        break
                    status = folder.status(entry.name) if ANSWERS.fullmatch(entry.name) else None
                    if status is None:
                        continue
                    self._counts[status.st_uid] += 1
                    if entry.name in self._files or kept[status.st_uid] < MOST_OF_ONE:
                        kept[status.st_uid] += 1
                        self._names.append(entry.name)
            self._listed.done(stamp)
        if self._full:
            self._general.append(
                f"more than {MOST_NAMES:,} files are here, and not all can be looked at: take a new folder"
            )

    def _note_what_is_gone(self, found: Mapping[str, os.stat_result]) -> None:
        for name, file in list(self._files.items()):
            if name in found:
                continue
            if file.counted:
                file.fault, file.looks = "it is gone; what it said still counts", _Looks()
            else:
                del self._files[name]

    def _due(self, found: Mapping[str, os.stat_result]) -> list[str]:
        """The files to be read now, those of each owner in turn; of each owner no more than a fair share."""
        owners: dict[int, list[str]] = {}
        for name, status in found.items():
            known = self._files.get(name)
            # a file that another user has put in place of one that counts is no file of theirs
            owners.setdefault(known.owner if known is not None else status.st_uid, []).append(name)
        for name, file in self._files.items():
            if name not in found:
                owners.setdefault(file.owner, []).append(name)
        shares = _shares({owner: len(names) for owner, names in owners.items()})
        turns: list[list[str]] = []
        for owner, names in sorted(owners.items()):
            share = shares[owner]
            if len(names) > share:
                whose = f" of user {owner}" if len(owners) > 1 else ""
                there = max(len(names), self._counts[owner])
                self._general.append(f"{there:,} files{whose}, of which {share:,} are read")
                names.sort(key=lambda name: self._rank(name, found))
                for name in names[share:]:
                    self._files.pop(name, None)
            due = []
            for name in names[:share]:
                if name in found:
                    known = self._files.get(name)
                    if known is None or known.looks.is_due(_stamp(found[name])):
                        due.append(name)
            turns.append(due)
        return [names[at] for at in range(max(map(len, turns), default=0)) for names in turns if at < len(names)]

    def _rank(self, name: str, found: Mapping[str, os.stat_result]) -> tuple[bool, bool, int]:
        """Of too many files of one owner those come first that count already, then the oldest."""
        file = self._files.get(name)
        return file is None or not file.counted, file is None, found[name].st_ctime_ns if name in found else 0

    def _read(self, folder: Folder, key: TeacherKey, name: str, status: os.stat_result) -> None:
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = _File(status.st_uid, _Looks())
        stamp = _stamp(status)
        file.looks.done(stamp)
        try:
            if file.counted and status.st_uid != file.owner:
                file.fault = f"user {status.st_uid} has put another file in its place; what it said before still counts"
                return
            file.owner = status.st_uid
            said = self._opened(key, folder.read(name, MOST_BYTES, owner=status.st_uid))
        except RecordError as error:
            file.fault = _words(error)
        except OSError as error:
            file.fault = sentence(error)
        else:
            file.counted = file.counted or bool(said)
            said = _dated(said, min(time.time(), _written(status)))
            file.said = tuple(one for one in said if self._keep is None or self._keep(one))
            file.fault = None

    def _opened(self, key: TeacherKey, content: bytes) -> list[Said]:
        sealed, mark = read_sealed(content)
        who = None
        if self.codes is not None:
            who = whose(self.codes, sealed, mark)
            if who is None:
                raise RecordError("mark", "whoever wrote this has no code of this class; it does not count")
        letter = key.unseal(sealed)
        if letter is None:
            raise RecordError("box", "it was sealed for another leader, or is not whole")
        said = read_letter(letter)
        return said if who is None else [replace(one, who=who) for one in said]


def _written(status: os.stat_result) -> float:
    """When a file was changed last; nobody but the system sets that, but for Windows, which keeps no such time."""
    return status.st_ctime if BY_DESCRIPTOR else status.st_mtime


def _dated(said: list[Said], latest: float) -> list[Said]:
    """Answers with times at which they can have been given: in the order of their file, and before it was written."""
    found: list[Said] = []
    for one in reversed(said):
        latest = min(latest, one.when)
        found.append(one if one.when == latest else replace(one, when=latest))
    return found[::-1]


def _shares(wanted: Mapping[int, int]) -> dict[int, int]:
    """How many files of each owner are read: as many as they have, or as many as of any other owner."""
    shares: dict[int, int] = {}
    left = MOST_FILES
    for at, (owner, count) in enumerate(sorted(wanted.items(), key=lambda item: item[1])):
        shares[owner] = min(count, max(left // (len(wanted) - at), 1))
        left -= shares[owner]
    return shares
