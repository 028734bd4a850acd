"""The open journal of a game: a file that has every move before `play` returns, so that no crash loses one.

`journal_lines` defines and reads the lines, and `new_journal` begins a journal. The class here appends lines, each
completely or not at all, and notices what other programs do to the file.
"""

from __future__ import annotations

import os
import sys
import threading
import warnings
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from capture_widgets.core import locked_files
from capture_widgets.core.atomic_files import sync_folder
from capture_widgets.core.callers import callers_level
from capture_widgets.core.disk import to_disk
from capture_widgets.core.errors import JournalHeld, RecordError
from capture_widgets.core.locked_files import Stamp
from capture_widgets.records.journal_lines import (
    Checkpoint,
    LineReader,
    check_length,
    encode_lines,
)

_open_journals: dict[tuple[int, int], weakref.ref[Journal]] = {}
"""The journals of this process, by device and inode; an entry disappears with its journal.

A WeakValueDictionary would remove entries in a callback written in Python, and a KeyboardInterrupt that arrives in
such a callback is lost."""


def _after_fork() -> None:
    """In a forked process, close the journals of its parent."""
    for reference in list(_open_journals.values()):
        journal = reference()
        if journal is not None:
            journal.lock = threading.RLock()  # the thread that holds the old lock does not exist in this process
            journal._abandon()
    _open_journals.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _register(journal: Journal, status: os.stat_result) -> None:
    """Enter a journal in the list of open journals."""
    key = status.st_dev, status.st_ino
    _open_journals[key] = weakref.ref(journal, partial(_open_journals.pop, key))


def journal_at(path: str | Path) -> Journal | None:
    """The journal that a game of this process keeps at a path, or None."""
    stamp = locked_files.stamp_of(str(path))
    reference = None if stamp is None else _open_journals.get(stamp[:2])
    journal = None if reference is None else reference()
    if journal is not None and journal.orphaned:
        journal.close()
    return None if journal is None or journal.closed else journal


class Keeper(Protocol):
    """The game that keeps a journal."""

    def take(self, journal: Journal) -> None:
        """Keep this journal from now on."""

    def has(self, journal: Journal) -> bool:
        """Whether the game keeps this journal."""


class Follower(Protocol):
    """Watches a journal that is kept without the user's request, so that its errors disturb nobody."""

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """These steps are written; they are on disk after the next call of `Journal.sync`."""

    def failed(self, error: OSError) -> None:
        """The disk refused a step: the game continues without the journal until it is written anew."""

    def replaced(self) -> None:
        """The user has asked for another journal of the game, which takes the place of this one."""


class PathTaken(Exception):
    """Another process or thread has created a file at the path meanwhile."""


class Occupant(NamedTuple):
    """The file that is already at the path of a new journal."""

    file: FileIO | None
    """The open and locked file; None if a game of this process keeps it."""
    journal: Journal | None
    """The journal of this process that keeps it."""
    stamp: Stamp
    mode: int
    has_moves: bool
    """Whether it holds moves that the new journal does not have; if a game keeps it, `Journal.put` decides that."""


class Journal:
    """The open journal of one game: every line is in the file when `write` returns, and no other process can write it.

    It is not thread-safe by itself; the game's lock lets in one thread at a time.

    Attributes:
        path: where it is, as the caller wrote it; it changes if a later game takes that path.
        lock: held while a line is written, and while another game takes the path.
        follower: watches a journal that is kept without the user's request; `write` raises nothing then.
        behind: whether the follower was told of a failed write; nothing more is written after one.
    """

    follower: Follower | None = None
    behind = False

    def __init__(self, path: Path, real: str, file: FileIO, name: str, end: Checkpoint) -> None:
        self.path = path
        self._real = real
        # The file stays open as long as the game, and is reached only through this: its name may come to mean another.
        self._file = file
        self._name = name
        self.lock = threading.RLock()
        self._process = os.getpid()
        self._owner: weakref.ref[Any] | None = None
        # The end of the valid part of the file, and the end before the last `write`. One assignment always replaces
        # both, so an interrupt arrives before or after it. Anything after the end is cut off before the next line.
        self._ends: tuple[Checkpoint, Checkpoint | None] = (end, None)
        self._tried = b""
        self._displaced: bytes | None = None
        """All lines, if another game took the path before a move was made: the next line goes to another file."""
        status = os.fstat(file.fileno())
        self._changed = status.st_mtime_ns
        _register(self, status)

    @classmethod
    def put(
        cls,
        given: Path,
        real: str,
        data: bytes,
        end: Checkpoint,
        name: str,
        occupant: Occupant | None,
        keeper: Keeper | None,
    ) -> Journal:
        """Create the file of a journal at its path, and move or replace the file that is there.

        Raises:
            PathTaken: another process or thread was faster.
            OSError: the file cannot be written; unless the keeper has the journal by then, nothing has changed.
        """
        new = locked_files.NewFile(real)
        journal: Journal | None = None
        aside: list[str] = []
        displaced: Journal | None = None
        if occupant is not None and occupant.journal is not None:
            occupant = occupant.journal._recheck(occupant, real)
        try:
            file = new.open()
            if occupant is not None:
                locked_files.keep_permissions(file, occupant.mode)
            locked_files.lock(file)  # before the file has a name by which others could find it
            locked_files.write_at(file, 0, data)
            if occupant is not None and occupant.has_moves:
                locked_files.give_second_name(real, aside)
                if occupant.journal is not None:
                    occupant.journal._moved(aside[-1])
            elif occupant is not None and occupant.journal is not None:
                displaced = occupant.journal
                if displaced._as_written():
                    displaced._displaced = locked_files.read_from(displaced._file, 0, displaced.length)
            replacing = occupant is not None and os.path.lexists(real)
            if replacing and sys.platform == "win32" and occupant is not None:
                # Windows replaces no open file, neither one that was opened here nor one that a game keeps
                if occupant.file is not None:
                    locked_files.unlock(occupant.file)
                elif displaced is not None:
                    locked_files.unlock(displaced._file)
            if not (new.replace() if replacing else new.take_name()):
                raise PathTaken
            new.tidy()
            sync_folder(Path(real))
            if aside:
                words = f"{given} held an earlier game, which is now in {os.path.basename(aside[-1])}"
                warnings.warn(words, stacklevel=callers_level())
            journal = cls(given, real, file, name, end)
            if keeper is not None:
                keeper.take(journal)
            return journal
        except BaseException:
            if journal is not None and keeper is not None and keeper.has(journal):
                raise  # the journal is complete, and an interrupt came after that
            if displaced is not None and not displaced._file.closed and is_at(real, displaced._file):
                displaced._displaced = None
            if occupant is not None and aside and occupant.stamp.same_file(locked_files.stamp_of(aside[-1])):
                locked_files.back_to_first_name(aside[-1], real)
                if occupant.journal is not None:
                    occupant.journal._moved(real)
            elif occupant is None and new.file is not None and is_at(real, new.file):
                os.unlink(real)
            if new.file is not None:
                locked_files.unlock(new.file)
            new.tidy()
            raise

    @property
    def length(self) -> int:
        """How many bytes of the file are valid."""
        return self._ends[0].length

    @property
    def stamp(self) -> Stamp | None:
        """Identifies the valid part of the file; None if the journal is closed."""
        if self._file.closed:
            return None
        return locked_files.stamp(os.fstat(self._file.fileno()))._replace(length=self.length)

    @property
    def closed(self) -> bool:
        """Whether the game no longer keeps it."""
        return self._file.closed and self._displaced is None

    @property
    def owner(self) -> Any:
        """The game that keeps it; None if no game was set, or if it was garbage-collected."""
        return None if self._owner is None else self._owner()

    @owner.setter
    def owner(self, owner: Any) -> None:
        self._owner = weakref.ref(owner)

    @property
    def orphaned(self) -> bool:
        """Whether the game that kept it was garbage-collected."""
        return self._owner is not None and self._owner() is None

    @property
    def sound(self) -> bool:
        """Whether the file still holds exactly what this journal wrote."""
        try:
            self._check_process()
            self._check()
        except OSError:
            return False
        return True

    def write(self, *steps: dict[str, Any]) -> None:
        """Append all steps or none, and wait until they are on disk; if this raises, the file is as it was.

        With a follower this does not wait: the operating system has the steps, so they survive a crash of this
        process, and the follower calls `sync` later.

        Raises:
            OSError: the steps cannot be written, or another program has changed the file.
        """
        if self.follower is None:
            self._write(steps)
        elif not self.closed and not self.behind:
            try:
                self._write(steps, waits=False)
                self.follower.wrote(steps)
            except OSError as error:
                self.behind = True
                self.follower.failed(error)

    def sync(self) -> None:
        """Wait until everything written so far is on disk; any thread may call this.

        Raises:
            OSError: the disk fails.
        """
        with suppress(ValueError):  # another thread has closed it meanwhile
            to_disk(self._file.fileno())

    def _write(self, steps: Sequence[dict[str, Any]], *, waits: bool = True) -> None:
        self._check_process()
        before = None
        try:
            with self.lock:
                if self._displaced is not None:
                    self._relocate(self._displaced)
                self._check()
                before = self._ends
                data, end = encode_lines(steps, before[0], self._name)
                check_length(end, self.path)
                self._tried = data
                locked_files.write_at(self._file, before[0].length, data, waits=waits)
                self._ends = (end, before[0])
                self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except BaseException:
            if before is not None:
                with self.lock:
                    self._ends = before
                    self._cut()
            raise

    def rollback(self, length: int) -> None:
        """Remove the lines of the last `write`, because the game did not accept the step.

        If the disk refuses to cut them off now, they are cut off before the next line is written.

        Raises:
            ValueError: the file had this length neither now nor before the last `write`.
        """
        if self.closed:
            return
        with self.lock:
            self._set_end(length)
            if self._displaced is None:
                self._cut()

    def close(self) -> None:
        """Unlock and close the file, which stays readable."""
        if os.getpid() != self._process:
            self._abandon()
            return
        with self.lock:
            self._displaced = None
            locked_files.unlock(self._file)

    def give_way(self) -> None:
        """Close the journal, because another one keeps the game from now on."""
        self.close()
        if self.follower is not None:
            self.follower.replaced()

    def _abandon(self) -> None:
        """Close the file without unlocking it: the lock belongs to the parent process."""
        self._displaced = None
        self._file.close()

    def _moved(self, real: str) -> None:
        self.path = self.path.with_name(os.path.basename(real))
        self._real = real

    def _recheck(self, occupant: Occupant, real: str) -> Occupant:
        """The occupant as it is now, while the lock keeps this journal from writing a line.

        Raises:
            PathTaken: the journal is no longer at the path.
        """
        if self.closed or self._displaced is not None or not is_at(real, self._file):
            raise PathTaken
        status = os.fstat(self._file.fileno())
        moves = occupant.has_moves and has_moves(locked_files.read_from(self._file, 0, status.st_size))
        return occupant._replace(stamp=locked_files.stamp(status), has_moves=moves)

    def _relocate(self, data: bytes) -> None:
        """Continue in a file with the next free name, because another game has taken the path of this journal."""
        for _ in range(100):
            name = locked_files.free_name(self._real)
            try:
                self.put(
                    self.path.with_name(os.path.basename(name)),
                    name,
                    data,
                    self._ends[0],
                    self._name,
                    None,
                    _Relocation(self),
                )
            except PathTaken:
                continue
            return
        raise JournalHeld(self.path, None)

    def _set_end(self, length: int) -> None:
        now, before = self._ends
        if before is not None and before.length == length:
            self._ends = (before, None)
        elif now.length != length:
            raise ValueError(f"this journal never ended at {length}; it ends at {now.length}")

    def _cut(self) -> None:
        """Cut off this journal's own unfinished lines after the end, if the disk allows it."""
        try:
            if self._has_remainder():
                os.ftruncate(self._file.fileno(), self.length)
                to_disk(self._file.fileno())
            self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except OSError:
            pass  # `_check` tries again

    def _has_remainder(self) -> bool:
        """Whether the file goes on after the end of its valid part.

        Raises:
            OSError: another program wrote the remainder, not a failed write of this journal.
        """
        size = os.fstat(self._file.fileno()).st_size
        if size <= self.length:
            return False
        remainder = locked_files.read_from(self._file, self.length, len(self._tried) + 1)
        if not self._tried.startswith(remainder):
            raise OSError(
                f"{self.path}: another program has written to this journal; "
                "keep the game with autosave under a new name",
            )
        return True

    def _check(self) -> None:
        """Cut off the rest of a failed write, then raise OSError unless the file holds just what this journal wrote."""
        if self._file.closed:
            raise OSError(f"{self.path} is closed: keep the game on with autosave")
        new_name = "keep this game with autosave under a new name"
        status = os.fstat(self._file.fileno())
        if not locked_files.stamp(status).same_file(locked_files.stamp_of(self._real)):
            raise FileNotFoundError(f"{self.path} was moved or removed, or another game took its place: {new_name}")
        if status.st_size > self.length and self._has_remainder():
            os.ftruncate(self._file.fileno(), self.length)
            to_disk(self._file.fileno())
            status = os.fstat(self._file.fileno())
            self._changed = status.st_mtime_ns
        if status.st_size < self.length:
            raise OSError(f"{self.path} was cut short by another program: {new_name}")
        if status.st_mtime_ns != self._changed:
            # another program wrote to the file, or only changed its time
            if not self._as_written():
                raise OSError(f"{self.path} was changed by another program: {new_name}")
            self._changed = status.st_mtime_ns

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise OSError(
                f"{self.path} is kept by process {self._process}, from which this one was forked: "
                "keep this game with autosave under a new name",
            )

    def _as_written(self) -> bool:
        """Whether the checksums of the lines in the file are those that this journal wrote."""
        data = locked_files.read_from(self._file, 0, self.length)
        reader = LineReader()
        try:
            for line in data.split(b"\n")[:-1]:
                reader.read(line, "")
        except RecordError:
            return False
        return Checkpoint(len(data), reader.number, reader.sum) == self._ends[0]


class _Relocation:
    """Moves a journal whose path another game has taken to a new file, as soon as that file has its name."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def take(self, journal: Journal) -> None:
        """Take over the file of a journal that was created for this purpose."""
        mine, file, status = self._journal, journal._file, os.fstat(journal._file.fileno())
        words = f"{mine.path} has become another game's: this one is kept in {journal.path.name}"
        warnings.warn(words, stacklevel=callers_level())
        _register(mine, status)
        # one assignment without a call, so that an interrupt arrives before or after it
        mine.path, mine._real, mine._changed, journal._file, mine._file, mine._displaced = (
            journal.path, journal._real, journal._changed, mine._file, file, None,
        )  # fmt: skip

    def has(self, journal: Journal) -> bool:
        """Whether the move is done."""
        return self._journal._displaced is None


def has_moves(data: bytes) -> bool:
    """Whether a journal holds a move, not only the deal of its game."""
    lines = data.split(b"\n", 2)
    return any(lines[2:]) or any(b'"moves":["' in start for start in lines[1:2])


def is_at(path: str, file: FileIO) -> bool:
    """Whether a path is the name of an open file."""
    return locked_files.stamp(os.fstat(file.fileno())).same_file(locked_files.stamp_of(path))
