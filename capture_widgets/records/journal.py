"""The journal: a file that has every move before `play` returns, and gives the game back after a crash.

What its lines are stands in `journal_lines`. Here is who holds the file, how it is begun, and how a line comes into it
wholly or not at all.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import threading
import warnings
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import FileIO
from pathlib import Path
from time import sleep
from typing import Any, Literal, NamedTuple, Protocol

from capture_widgets.core import locked_files as held_files
from capture_widgets.core.atomic_files import sync_folder
from capture_widgets.core.disk import to_disk
from capture_widgets.core.errors import JournalHeld, RecordError
from capture_widgets.core.locked_files import Stamp
from capture_widgets.core.shared_files import Folder, others_can_write, trusted
from capture_widgets.records.journal_lines import (
    FORMAT,
    NOTHING,
    VERSION,
    Chain,
    Mark,
    callers_level,
    check_length,
    written,
)

# -- the journals of this process

_open: dict[tuple[int, int], weakref.ref[Journal]] = {}
"""By device and inode; each goes with its journal. No dictionary of weak values, which forgets what is gone in a
function written in Python: a press of the stop button that comes in one is lost."""
_beginners: dict[str, int] = {}
"""The threads that begin a journal now, by its path."""


def _after_fork() -> None:
    """In a forked process, let go of the journals of its parent."""
    _beginners.clear()
    for one in list(_open.values()):
        journal = one()
        if journal is not None:
            journal._turn = threading.RLock()  # whoever had it does not exist here
            journal._leave()
    _open.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _list(journal: Journal, status: os.stat_result) -> None:
    """Let a journal be found by its file."""
    key = status.st_dev, status.st_ino
    _open[key] = weakref.ref(journal, partial(_open.pop, key))


def journal_at(path: str | Path) -> Journal | None:
    """The journal that a game of this process keeps at a path, None where none does."""
    there = held_files.stamp_of(str(path))
    listed = None if there is None else _open.get(there[:2])
    journal = None if listed is None else listed()
    if journal is not None and journal.forsaken:
        journal.close()
    return None if journal is None or journal.closed else journal


class Keeper(Protocol):
    """Who keeps a journal: a game."""

    def take(self, journal: Journal) -> None:
        """Keep it from now on."""

    def has(self, journal: Journal) -> bool:
        """Whether it is kept."""


class Follower(Protocol):
    """Who looks after a journal that nobody has asked for, so that it stands in nobody's way."""

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """These steps are written, and on disk once somebody has called `Journal.sync`."""

    def failed(self, error: OSError) -> None:
        """The disk refused them: the journal stays behind, and the game goes on until it is written anew."""

    def replaced(self) -> None:
        """The game is kept in another journal, which somebody has asked for."""


def _take_turn(path: str) -> bool:
    """Wait until no other thread begins a journal at a path; False where that does not end.

    No lock, which would stay locked for ever when an interrupt came at just the wrong moment.
    """
    me = threading.get_ident()
    for _ in range(200):
        if _beginners.setdefault(path, me) == me:
            return True
        sleep(0.01)
    return False


class Journal:
    """An open journal, held by one game: every line is in the file when `write` returns, and nobody else may write it.

    Not thread-safe in itself: one thread at a time, as the game's lock sees to.

    Attributes:
        path: where it is, as it was given; another one once it has moved aside for a later game.
        follower: who looks after it, where it is kept without being asked for: `write` raises nothing then.
        behind: whether its follower was told that a step was refused; nothing is written after it.
    """

    follower: Follower | None = None
    behind = False

    def __init__(self, path: Path, real: str, file: FileIO, name: str, mark: Mark) -> None:
        self.path = path
        self._real = real
        # open as long as the game, and the only way to the file: names may come to mean something else; closed with it
        self._file = file
        self._name = name
        # held while a line is written, and while another game takes the name of the file
        self._turn = threading.RLock()
        self._process = os.getpid()
        self._owner: weakref.ref[Any] | None = None
        # How long the valid file is, and how long it was before the last lines: always replaced in one assignment,
        # so that an interrupt comes before or after it. Whatever follows the mark is cut off before the next line.
        self._marks: tuple[Mark, Mark | None] = (mark, None)
        self._tried = b""
        self._displaced: bytes | None = None
        """All lines, where another game took the name before a move was made: the next line gets a file beside."""
        status = os.fstat(file.fileno())
        self._changed = status.st_mtime_ns
        _list(self, status)

    @classmethod
    def begin(
        cls,
        path: str | Path,
        record: Any,
        *,
        can_undo: bool = True,
        undone: int = 0,
        ended: Sequence[Any] = (),
        more: Sequence[dict[str, Any]] = (),
        own: Journal | Stamp | None = None,
        keeper: Keeper | None = None,
        first: bool = False,
    ) -> Journal:
        """A journal of a game at a path; when it raises, everything is as it was, unless the keeper has it already.

        Where another game's journal with moves is there, that one moves aside, to ``game-1.jsonl``, with a warning; a
        game of this process goes on in it there. One without a move makes room: where a game of this process keeps it,
        that game gets a file beside with its first move. A link is followed, permissions of an earlier file are kept.

        Args:
            path: its place.
            record: the start of the game.
            can_undo: whether moves may be taken back.
            undone: how many moves are taken back again after the record.
            ended: records of games that were put aside for this one, the last one last; they come first in the file.
            more: steps that follow.
            own: the journal that this game holds, which goes on if it is the one at the path, and is written anew if it
                stayed behind; or the stamp of the file that the game was read from, which is written anew unless it
                has grown since.
            keeper: takes the journal over as soon as it is whole and has its name.
            first: whether this game is to begin only where there is none yet.

        Raises:
            JournalHeld: another process keeps the file, or another game of this one that is the same game.
            GameIsThere: there is a game, and this one was to be the first.
            FileExistsError: the file is there and is no journal, or another user's where others can write; it stays.
            OSError: somebody else has laid a link on the way, or the file cannot be written.
        """
        path_given = Path(path)
        # links on the way are followed where nobody else can have laid them
        folder, last = Folder.of(path_given)
        with folder:
            real, shared = folder.full(last), others_can_write(folder.own_status())
        header = {"format": FORMAT, "version": VERSION, **({} if can_undo else {"undo": False})}
        steps: list[dict[str, Any]] = [{"game": record}, *({"undo": True} for _ in range(undone)), *more]
        name = secrets.token_hex(8)
        data, mark = written([header, *({"game": one} for one in ended), *steps], NOTHING, name)
        check_length(mark, path_given)
        if not _take_turn(real):
            raise JournalHeld(path_given, os.getpid())
        try:
            if isinstance(own, Journal):
                if own is journal_at(real) and own.sound:
                    if not own.behind:
                        own.write(*steps)
                        if keeper is not None:
                            keeper.take(own)
                        return own
                else:
                    own = None
            for _ in range(100):
                opened: list[FileIO] = []
                try:
                    earlier = _earlier(path_given, real, own, opened, shared=shared)
                    if earlier == "gone":
                        continue
                    if first and earlier is not None and earlier.stamp.length:
                        raise GameIsThere(errno.EEXIST, os.strerror(errno.EEXIST), str(path_given))
                    # a game that keeps the file writes no move while it is found out whether there is one
                    with threading.RLock() if earlier is None or earlier.kept is None else earlier.kept._turn:
                        return cls._put(path_given, real, data, mark, name, earlier, keeper)
                except _Overtaken:
                    continue
                finally:
                    for file in opened:
                        held_files.unlock(file)
            raise JournalHeld(path_given, None)
        finally:
            _beginners.pop(real, None)

    @classmethod
    def _put(
        cls,
        given: Path,
        real: str,
        data: bytes,
        mark: Mark,
        name: str,
        earlier: _Earlier | None,
        keeper: Keeper | None,
    ) -> Journal:
        new = held_files.Unfinished(real)
        journal: Journal | None = None
        aside: list[str] = []
        making_room: Journal | None = None
        if earlier is not None and earlier.kept is not None:
            earlier = earlier.kept._as_it_stands(earlier, real)
        try:
            file = new.open()
            if earlier is not None:
                held_files.keep_permissions(file, earlier.mode)
            held_files.lock(file)  # before anybody can find it
            held_files.write_at(file, 0, data)
            if earlier is not None and earlier.begun:
                held_files.give_second_name(real, aside)
                if earlier.kept is not None:
                    earlier.kept._moved(aside[-1])
            elif earlier is not None and earlier.kept is not None:
                making_room = earlier.kept
                if making_room._as_written():
                    making_room._displaced = held_files.read_from(making_room._file, 0, making_room.mark)
            replacing = earlier is not None and os.path.lexists(real)
            if replacing and sys.platform == "win32" and earlier is not None:
                # no open file is replaced there, neither one that was opened here nor one that a game keeps
                if earlier.file is not None:
                    held_files.unlock(earlier.file)
                elif making_room is not None:
                    held_files.unlock(making_room._file)
            if not (new.replace() if replacing else new.take_name()):
                raise _Overtaken
            new.tidy()
            sync_folder(Path(real))
            if aside:
                words = f"{given} held an earlier game, which is now in {os.path.basename(aside[-1])}"
                warnings.warn(words, stacklevel=callers_level())
            journal = cls(given, real, file, name, mark)
            if keeper is not None:
                keeper.take(journal)
            return journal
        except BaseException:
            if journal is not None and keeper is not None and keeper.has(journal):
                raise  # only the way back was interrupted
            if making_room is not None and not making_room._file.closed and _is(real, making_room._file):
                making_room._displaced = None
            if earlier is not None and aside and earlier.stamp.same_file(held_files.stamp_of(aside[-1])):
                held_files.back_to_first_name(aside[-1], real)
                if earlier.kept is not None:
                    earlier.kept._moved(real)
            elif earlier is None and new.file is not None and _is(real, new.file):
                os.unlink(real)
            if new.file is not None:
                held_files.unlock(new.file)
            new.tidy()
            raise

    @property
    def mark(self) -> int:
        """How many bytes of the file are this game."""
        return self._marks[0].length

    @property
    def stamp(self) -> Stamp | None:
        """Identifies this file, as long as it does not grow; None where it is closed."""
        return None if self._file.closed else held_files.stamp(os.fstat(self._file.fileno()))._replace(length=self.mark)

    @property
    def closed(self) -> bool:
        """Whether it is no longer held."""
        return self._file.closed and self._displaced is None

    @property
    def owner(self) -> Any:
        """The game that keeps it; None if there was never one or it is gone."""
        return None if self._owner is None else self._owner()

    @owner.setter
    def owner(self, owner: Any) -> None:
        self._owner = weakref.ref(owner)

    @property
    def forsaken(self) -> bool:
        """Whether the game that kept it is gone."""
        return self._owner is not None and self._owner() is None

    @property
    def sound(self) -> bool:
        """Whether the file is still what this journal has written."""
        try:
            self._check_process()
            self._check()
        except OSError:
            return False
        return True

    def write(self, *steps: dict[str, Any]) -> None:
        """Append steps, all or none, and wait until the disk has them; whatever is raised, the file is as it was.

        With a follower they have been given to the system, which outlives this process, and the follower calls `sync`.

        Raises:
            OSError: they cannot be written, or the file is no longer what this journal has written.
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
        """Wait until the disk has what was written so far; any thread may.

        Raises:
            OSError: the disk fails.
        """
        with suppress(ValueError):  # closed in the meantime
            to_disk(self._file.fileno())

    def _write(self, steps: Sequence[dict[str, Any]], *, waits: bool = True) -> None:
        self._check_process()
        before = None
        try:
            with self._turn:
                if self._displaced is not None:
                    self._settle(self._displaced)
                self._check()
                before = self._marks
                data, mark = written(steps, before[0], self._name)
                check_length(mark, self.path)
                self._tried = data
                held_files.write_at(self._file, before[0].length, data, waits=waits)
                self._marks = (mark, before[0])
                self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except BaseException:
            if before is not None:
                with self._turn:
                    self._marks = before
                    self._cut()
            raise

    def rollback(self, mark: int) -> None:
        """Remove the lines written last, because the game did not take them over.

        What the disk refuses to cut off now is cut off before the next line is written.

        Raises:
            ValueError: this is neither the mark nor the one before the last `write`.
        """
        if self.closed:
            return
        with self._turn:
            self._go_back(mark)
            if self._displaced is None:
                self._cut()

    def close(self) -> None:
        """Let the file go; it stays readable."""
        if os.getpid() != self._process:
            self._leave()
            return
        with self._turn:
            self._displaced = None
            held_files.unlock(self._file)

    def give_way(self) -> None:
        """Let the file go: the game is kept in another one from now on."""
        self.close()
        if self.follower is not None:
            self.follower.replaced()

    def _leave(self) -> None:
        """Close the file but leave the lock, which belongs to another process."""
        self._displaced = None
        self._file.close()

    def _moved(self, real: str) -> None:
        self.path = self.path.with_name(os.path.basename(real))
        self._real = real

    def _as_it_stands(self, earlier: _Earlier, real: str) -> _Earlier:
        """What there is at a path of the file of this journal, now that nobody writes a line.

        Raises:
            _Overtaken: it is no longer there.
        """
        if self.closed or self._displaced is not None or not _is(real, self._file):
            raise _Overtaken
        status = os.fstat(self._file.fileno())
        begun = earlier.begun and _begun(held_files.read_from(self._file, 0, status.st_size))
        return earlier._replace(stamp=held_files.stamp(status), begun=begun)

    def _settle(self, data: bytes) -> None:
        """Go on in a file with the next free name beside, because another game has taken the name of this one."""
        for _ in range(100):
            name = held_files.free_name(self._real)
            try:
                self._put(
                    self.path.with_name(os.path.basename(name)),
                    name,
                    data,
                    self._marks[0],
                    self._name,
                    None,
                    _Settling(self),
                )
            except _Overtaken:
                continue
            return
        raise JournalHeld(self.path, None)

    def _go_back(self, length: int) -> None:
        now, before = self._marks
        if before is not None and before.length == length:
            self._marks = (before, None)
        elif now.length != length:
            raise ValueError(f"this journal has no mark at {length}; there is one at {now.length}")

    def _cut(self) -> None:
        """Cut off this journal's own unfinished lines after the mark, if the disk allows it."""
        try:
            if self._behind():
                os.ftruncate(self._file.fileno(), self.mark)
                to_disk(self._file.fileno())
            self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except OSError:
            pass  # `_check` tries again

    def _behind(self) -> bool:
        """Whether anything follows the mark.

        Raises:
            OSError: it is not what this journal tried to write.
        """
        size = os.fstat(self._file.fileno()).st_size
        if size <= self.mark:
            return False
        after_mark = held_files.read_from(self._file, self.mark, len(self._tried) + 1)
        if not self._tried.startswith(after_mark):
            raise OSError(
                f"{self.path}: another program has written to this journal; "
                "keep the game with autosave under a new name",
            )
        return True

    def _check(self) -> None:
        """Raise OSError unless the file is what this journal has written; cut off what a failed write left."""
        if self._file.closed:
            raise OSError(f"{self.path} is closed: keep the game on with autosave")
        new_name = "keep this game with autosave under a new name"
        status = os.fstat(self._file.fileno())
        if not held_files.stamp(status).same_file(held_files.stamp_of(self._real)):
            raise FileNotFoundError(f"{self.path} was moved or removed, or another game took its place: {new_name}")
        if status.st_size > self.mark and self._behind():
            os.ftruncate(self._file.fileno(), self.mark)
            to_disk(self._file.fileno())
            status = os.fstat(self._file.fileno())
            self._changed = status.st_mtime_ns
        if status.st_size < self.mark:
            raise OSError(f"{self.path} was cut short by another program: {new_name}")
        if status.st_mtime_ns != self._changed:
            # somebody wrote to it, or only touched it
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
        data = held_files.read_from(self._file, 0, self.mark)
        chain = Chain()
        try:
            for line in data.split(b"\n")[:-1]:
                chain.read(line, "")
        except RecordError:
            return False
        return Mark(len(data), chain.number, chain.sum) == self._marks[0]


class _Settling:
    """Lets a journal that made room go on in another file, at the moment at which that file has its name."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def take(self, journal: Journal) -> None:
        """Go on in the file of a journal that was made for that."""
        mine, file, status = self._journal, journal._file, os.fstat(journal._file.fileno())
        words = f"{mine.path} has become another game's: this one is kept in {journal.path.name}"
        warnings.warn(words, stacklevel=callers_level())
        _list(mine, status)
        # one line without a call, so that an interrupt comes before or after it
        mine.path, mine._real, mine._changed, journal._file, mine._file, mine._displaced = (
            journal.path, journal._real, journal._changed, mine._file, file, None,
        )  # fmt: skip

    def has(self, journal: Journal) -> bool:
        """Whether it goes on there."""
        return self._journal._displaced is None


class _Overtaken(Exception):
    """Somebody else has taken the name in the meantime."""


class GameIsThere(FileExistsError):
    """A game was to be the first at its path, and was not."""


class _Earlier(NamedTuple):
    """A file at the path where a journal is to be written."""

    file: FileIO | None
    """Open and locked; None where a game of this process keeps it."""
    kept: Journal | None
    """The journal of this process that keeps it."""
    stamp: Stamp
    mode: int
    begun: bool
    """Whether it holds moves that are not in the journal to be; found out later where a game keeps it."""


def _earlier(
    given: Path, real: str, own: Journal | Stamp | None, opened: list[FileIO], *, shared: bool
) -> _Earlier | Literal["gone"] | None:
    """The file at a path, held so that nobody else can put another one there, "gone" where that was too late.

    What is opened for that is put into ``opened``, for the caller to let go.

    Raises:
        FileExistsError: it is no journal.
        JournalHeld: somebody else holds it.
    """
    if not os.path.lexists(real):
        return None
    try:
        status = os.lstat(real)
    except FileNotFoundError:
        return "gone"
    refusal = f"{given} is there already and is no journal of a game: choose another name"
    if not stat.S_ISREG(status.st_mode):
        raise FileExistsError(refusal)
    if shared and not trusted(status.st_uid):
        raise FileExistsError(
            f"{given} is there already and belongs to another user, in a folder that others can write: "
            "choose another name"
        )
    kept = journal_at(real)
    if kept is not None and kept is own:
        return _Earlier(None, kept, held_files.stamp(status), status.st_mode, begun=False)
    if kept is not None:
        if isinstance(own, Stamp) and own.same_file(held_files.stamp(status)):
            raise JournalHeld(given, os.getpid())
        return _Earlier(None, kept, held_files.stamp(status), status.st_mode, begun=True)
    try:
        file = held_files.reopen(real)
    except FileNotFoundError:
        return "gone"
    opened.append(file)
    if not held_files.lock(file):
        raise JournalHeld(given, held_files.holder(held_files.stamp(status)))
    if not _is(real, file):
        return "gone"
    status = os.fstat(file.fileno())
    begun = False
    if status.st_size:
        if f'"{FORMAT}"'.encode() not in held_files.read_from(file, 0, 200):
            raise FileExistsError(refusal)
        begun = own != held_files.stamp(status) and _begun(held_files.read_from(file, 0, status.st_size))
    return _Earlier(file, None, held_files.stamp(status), status.st_mode, begun)


def _begun(data: bytes) -> bool:
    """Whether a journal holds more than the deal of a game that nobody has played."""
    lines = data.split(b"\n", 2)
    return any(lines[2:]) or any(b'"moves":["' in start for start in lines[1:2])


def _is(path: str, file: FileIO) -> bool:
    """Whether a name is that of an open file."""
    return held_files.stamp(os.fstat(file.fileno())).same_file(held_files.stamp_of(path))


def identity(path: str | Path) -> Stamp | None:
    """The stamp of a file, which differs from that of later files of its name, and once it has grown; None if there
    is no such file.
    """
    return held_files.stamp_of(str(path))
