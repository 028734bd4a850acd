"""Files that one writer holds: complete before they get their name, locked, and put in place of an older file at once.

Nothing here knows what stands in a file. Every call of the operating system is made as ``os.``, so that tests can let
any of them fail.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import warnings
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from capture_widgets.core.atomic_files import name_beside
from capture_widgets.core.disk import to_disk
from capture_widgets.core.shared_files import NEVER_WAIT, check_file

START_OF_LOCK: Final = 1 << 30
"""On Windows nobody else can read locked bytes, so the lock covers bytes beyond the end of any file here."""

OWN_FILES: Final = "/proc/self/fd"
"""Where Linux has the open files of a process, also those without a name."""

NO_LOCKS: Final = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
NO_LINKS: Final = {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.EACCES}


class Stamp(NamedTuple):
    """Identifies a file even if another one takes its name later, or if it has grown."""

    device: int
    inode: int
    length: int

    def same_file(self, other: Stamp | None) -> bool:
        """Whether these are of one file, whatever its length."""
        return other is not None and self[:2] == other[:2]


def stamp(status: os.stat_result) -> Stamp:
    """The stamp in a status."""
    return Stamp(status.st_dev, status.st_ino, status.st_size)


def stamp_of(path: str) -> Stamp | None:
    """The stamp of the file with this name now; None if there is none."""
    try:
        return stamp(os.stat(path))
    except FileNotFoundError:
        return None


class LockedFile(FileIO):
    """An open file that is closed, and with that unlocked, when nothing refers to it any more, such as the journal of
    an abandoned game.
    """

    # not a function of ours: a press of the stop button that comes in one while it finalizes is lost
    __del__ = FileIO.close


def create(path: str) -> FileIO:
    """A new file to read and write; raises FileExistsError if the name is taken, even by a broken link."""
    return LockedFile(path, "x+", opener=_opener)


def reopen(path: str) -> FileIO:
    """An existing file, to read and write."""
    return LockedFile(path, "r+", opener=_opener)


def _opener(path: str, flags: int) -> int:
    if sys.platform == "win32":
        # Python's own open() stops everybody from renaming an open file
        import _winapi
        import msvcrt

        fresh = flags & os.O_CREAT
        handle = _winapi.CreateFile(
            path, _winapi.GENERIC_READ | _winapi.GENERIC_WRITE | 0x10000, 0x7, 0, 1 if fresh else 3, 0x80, 0
        )
        return msvcrt.open_osfhandle(handle, os.O_RDWR | os.O_BINARY | os.O_NOINHERIT)
    number = os.open(path, flags | NEVER_WAIT, 0o666)
    try:
        check_file(os.fstat(number), path)
    except BaseException:
        os.close(number)
        raise
    return number


class _LockRegion(io.RawIOBase):
    """The part of a file that begins at `START_OF_LOCK`."""

    def __init__(self, file: FileIO) -> None:
        self._file = file

    def fileno(self) -> int:
        return self._file.fileno()

    def tell(self) -> int:
        return os.lseek(self.fileno(), 0, os.SEEK_CUR) - START_OF_LOCK

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        assert whence == os.SEEK_SET
        return os.lseek(self.fileno(), offset + START_OF_LOCK, os.SEEK_SET) - START_OF_LOCK


def lock(file: FileIO) -> bool:
    """Take the lock of an open file without waiting; False where somebody else has it.

    If the file system has no locks, a warning says so and the lock counts as taken.
    """
    import portalocker  # takes as long to import as this whole package

    try:
        portalocker.lock(_LockRegion(file), portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.AlreadyLocked:
        return False
    except portalocker.LockException as error:
        cause = error.__cause__
        if not isinstance(cause, OSError):
            raise OSError(f"{file.name}: cannot be locked: {error}") from error
        if cause.errno not in NO_LOCKS:
            raise cause from None
        warnings.warn(
            f"{file.name}: this file system has no locks; make sure that no other process keeps a game here",
            stacklevel=2,
        )
    return True


def unlock(file: FileIO) -> None:
    """Let the lock go and close the file; nothing happens to a file that is closed."""
    if file.closed:
        return
    import portalocker

    try:
        # a forked process may have the file open as well, so that closing alone would let nothing go
        portalocker.unlock(_LockRegion(file))
    except portalocker.LockException:
        pass  # none was taken, or none is known here
    finally:
        file.close()


def holder(found: Stamp) -> int | None:
    """The process that holds the lock of a file, if the system says so."""
    try:
        with open("/proc/locks", encoding="ascii") as table:
            for entry in table:
                # such as "3: FLOCK  ADVISORY  WRITE 4711 fd:00:1234 0 EOF"
                words = entry.split()
                if words[1] != "FLOCK" or not words[4].isdigit() or words[4] == "0":
                    continue
                major, minor, inode = words[5].split(":")
                if int(inode) == found.inode and os.makedev(int(major, 16), int(minor, 16)) == found.device:
                    return int(words[4])
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    return None


def write_at(file: FileIO, place: int, data: bytes, *, waits: bool = True) -> None:
    """Write at an offset of a file and, unless told otherwise, wait until the disk has it."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(file.fileno(), left) :]
    if waits:
        to_disk(file.fileno())


def read_from(file: FileIO, place: int, most: int) -> bytes:
    """The bytes of a file from an offset on, up to a limit."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    parts = []
    while most > 0 and (part := os.read(file.fileno(), most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


class NewFile:
    """A new file without its name yet: nobody sees it before it is complete, and a failure leaves nothing behind.

    Where the system can (Linux), it has no name at all until then, so that no crash leaves it behind either; elsewhere
    it has one in the same folder that nobody can guess.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.file: FileIO | None = None
        self._temporary = str(name_beside(Path(path)))
        self._named = True

    def open(self) -> FileIO:
        """Make it."""
        unnamed = None
        if _unnamed_work and os.path.isdir(OWN_FILES):
            try:
                unnamed = LockedFile(os.path.dirname(self.path), "r+", opener=_unnamed_opener)
            except OSError as error:
                if error.errno not in (*NO_LINKS, errno.EISDIR, errno.EINVAL):
                    raise
        self._named = unnamed is None
        self.file = unnamed or create(self._temporary)
        return self.file

    def take_name(self) -> bool:
        """Give it its name; False if the name is taken, or if this has to be tried again."""
        if not self._named:
            return self._link(self.path)
        try:
            if sys.platform == "win32":
                os.rename(self._temporary, self.path)  # refuses there
            else:
                os.link(self._temporary, self.path)
        except FileExistsError:
            return False
        except OSError as error:
            if sys.platform == "win32" or error.errno not in NO_LINKS:
                raise
            return self._claim()
        return True

    def replace(self) -> bool:
        """Replace the file of its name; False if this has to be tried again."""
        if not self._named and not self._link(self._temporary):
            return False
        os.replace(self._temporary, self.path)
        return True

    def tidy(self) -> None:
        """Take the temporary name away, if there is one."""
        if os.path.lexists(self._temporary):
            os.unlink(self._temporary)

    def _link(self, path: str) -> bool:
        assert self.file is not None
        number = self.file.fileno()
        try:
            # only with a folder given does Python ask the system for the file itself
            os.link(f"{OWN_FILES}/{number}", path, src_dir_fd=number, follow_symlinks=True)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in (*NO_LINKS, errno.ENOENT):
                raise
            global _unnamed_work  # noqa: PLW0603 # found out for good
            _unnamed_work = False
            return False
        return True

    def _claim(self) -> bool:
        """Take a name without links: who creates an empty file of that name and locks it has the name."""
        try:
            claim = create(self.path)
        except FileExistsError:
            return False
        if not lock(claim) or not stamp(os.fstat(claim.fileno())).same_file(stamp_of(self.path)):
            return False
        os.replace(self._temporary, self.path)
        claim.close()
        return True


_unnamed_work = hasattr(os, "O_TMPFILE")


def _unnamed_opener(folder: str, flags: int) -> int:
    return os.open(folder, flags | os.O_TMPFILE, 0o666)


def free_name(path: str) -> str:
    """The next name beside a file that nothing has: ``game-1.jsonl`` for ``game.jsonl``."""
    stem, suffix = os.path.splitext(path)
    return next(name for number in count(1) if not os.path.lexists(name := f"{stem}-{number}{suffix}"))


def give_second_name(path: str, tried: list[str]) -> None:
    """Give a file the next free name as well, or instead: ``game-1.jsonl`` for ``game.jsonl``.

    Each name is added to a list before it is used, so that an interrupted caller knows it; the last one is the name.
    """
    while True:
        aside = free_name(path)
        tried.append(aside)
        try:
            if sys.platform == "win32":
                os.rename(path, aside)
            else:
                os.link(path, aside)
        except FileExistsError:
            continue
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            os.rename(path, aside)
        return


def back_to_first_name(aside: str, path: str) -> None:
    """Undo what `give_second_name` did."""
    first, second = stamp_of(path), stamp_of(aside)
    if second is not None and second.same_file(first):
        os.unlink(aside)  # renaming one name of a file to another leaves both
    else:
        os.replace(aside, path)


def keep_permissions(file: FileIO, mode: int) -> None:
    """Give a new file the permissions of the file that it replaces."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), stat.S_IMODE(mode))
