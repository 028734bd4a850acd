"""Files with a lock for their one writer: a new file gets its name, or replaces an older file, once it is complete.

This module knows nothing of the content. Every call of the operating system is written as ``os.name``, so that tests
can make it fail.
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
"""Where the locked bytes begin: beyond the end of any file, since on Windows nobody else can read locked bytes."""

OWN_FILES: Final = "/proc/self/fd"
"""The folder in which Linux lists the open files of a process, those without a name included."""

NO_LOCKS: Final = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
NO_LINKS: Final = {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.EACCES}


class Stamp(NamedTuple):
    """Identifies a file and its length, even if another file takes its name later."""

    device: int
    inode: int
    length: int

    def same_file(self, other: Stamp | None) -> bool:
        """Whether both stamps are of the same file, whatever its length."""
        return other is not None and self[:2] == other[:2]


def stamp(status: os.stat_result) -> Stamp:
    """The stamp of the file that a status describes."""
    return Stamp(status.st_dev, status.st_ino, status.st_size)


def stamp_of(path: str) -> Stamp | None:
    """The stamp of the file that has this name now; None if there is none."""
    try:
        return stamp(os.stat(path))
    except FileNotFoundError:
        return None


class LockedFile(FileIO):
    """An open file that is closed, and so unlocked, once nothing refers to it: the journal of a deleted game, say."""

    # written in C: Python drops a KeyboardInterrupt that arrives in a finalizer written in Python
    __del__ = FileIO.close


def create(path: str) -> FileIO:
    """A new file to read and write; raises FileExistsError if the name is taken, even by a broken symbolic link."""
    return LockedFile(path, "x+", opener=_opener)


def reopen(path: str) -> FileIO:
    """An existing file, to read and write."""
    return LockedFile(path, "r+", opener=_opener)


def _opener(path: str, flags: int) -> int:
    if sys.platform == "win32":
        # a file that Python's own open() has opened cannot be renamed
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
    """Presents the part of a file from `START_OF_LOCK` on as a file, for a library that locks from offset 0."""

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
    """Lock an open file without waiting; False if another process has locked it.

    If the file system has no locks, this warns and returns True.
    """
    import portalocker  # importing it takes as long as importing this whole package

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
    """Unlock and close a file, unless it is closed already."""
    if file.closed:
        return
    import portalocker

    try:
        # a forked process may have the file open too, and then closing it would not unlock it
        portalocker.unlock(_LockRegion(file))
    except portalocker.LockException:
        pass  # it was not locked, or the file system has no locks
    finally:
        file.close()


def holder(file: Stamp) -> int | None:
    """The id of the process that has locked a file, if the operating system says so."""
    try:
        with open("/proc/locks", encoding="ascii") as table:
            for entry in table:
                # such as "3: FLOCK  ADVISORY  WRITE 4711 fd:00:1234 0 EOF"
                words = entry.split()
                if words[1] != "FLOCK" or not words[4].isdigit() or words[4] == "0":
                    continue
                major, minor, inode = words[5].split(":")
                if int(inode) == file.inode and os.makedev(int(major, 16), int(minor, 16)) == file.device:
                    return int(words[4])
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    return None


def write_at(file: FileIO, place: int, data: bytes, *, waits: bool = True) -> None:
    """Write at an offset of a file, and wait until the bytes are on disk unless ``waits`` is False."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(file.fileno(), left) :]
    if waits:
        to_disk(file.fileno())


def read_from(file: FileIO, place: int, most: int) -> bytes:
    """At most ``most`` bytes of a file from an offset on."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    parts = []
    while most > 0 and (part := os.read(file.fileno(), most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


class NewFile:
    """A new file that gets its name when it is complete; a failure leaves no file behind.

    On Linux it has no name at all until then, so that even a crash leaves nothing behind; on other systems it has a
    random temporary name in the same folder.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.file: FileIO | None = None
        self._temporary = str(name_beside(Path(path)))
        self._named = True

    def open(self) -> FileIO:
        """Create the file."""
        unnamed = None
        if unnamed_files_work and os.path.isdir(OWN_FILES):
            try:
                unnamed = LockedFile(os.path.dirname(self.path), "r+", opener=_unnamed_opener)
            except OSError as error:
                if error.errno not in (*NO_LINKS, errno.EISDIR, errno.EINVAL):
                    raise
        self._named = unnamed is None
        self.file = unnamed or create(self._temporary)
        return self.file

    def take_name(self) -> bool:
        """Give the file its name; False if the name is taken, or if the caller has to try again."""
        if not self._named:
            return self._link(self.path)
        try:
            if sys.platform == "win32":
                os.rename(self._temporary, self.path)  # raises FileExistsError on Windows
            else:
                link(self._temporary, self.path)
        except FileExistsError:
            return False
        except OSError as error:
            if sys.platform == "win32" or error.errno not in NO_LINKS:
                raise
            return self._claim()
        return True

    def replace(self) -> bool:
        """Replace the older file with its name; False if the caller has to try again."""
        if not self._named and not self._link(self._temporary):
            return False
        os.replace(self._temporary, self.path)
        return True

    def tidy(self) -> None:
        """Remove the temporary name, if there is one."""
        if os.path.lexists(self._temporary):
            os.unlink(self._temporary)

    def _link(self, path: str) -> bool:
        assert self.file is not None
        number = self.file.fileno()
        try:
            # Python calls linkat(), which can link a file without a name, only if a folder is given
            os.link(f"{OWN_FILES}/{number}", path, src_dir_fd=number, follow_symlinks=True)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in (*NO_LINKS, errno.ENOENT):
                raise
            global unnamed_files_work  # noqa: PLW0603 # a fact about this system, which does not change
            unnamed_files_work = False
            return False
        return True

    def _claim(self) -> bool:
        """Take a name without links: the process that creates and locks an empty file with the name has it."""
        try:
            claim = create(self.path)
        except FileExistsError:
            return False
        if not lock(claim) or not stamp(os.fstat(claim.fileno())).same_file(stamp_of(self.path)):
            return False
        os.replace(self._temporary, self.path)
        claim.close()
        return True


def link(path: str, second: str) -> None:
    """Give a file a second name. Raises one of `NO_LINKS` where there are no links, such as in Pyodide."""
    if not hasattr(os, "link"):
        raise OSError(errno.EOPNOTSUPP, "this system has no links", path)
    os.link(path, second)


unnamed_files_work = hasattr(os, "O_TMPFILE")


def _unnamed_opener(folder: str, flags: int) -> int:
    return os.open(folder, flags | os.O_TMPFILE, 0o666)


def free_name(path: str) -> str:
    """The first free name of the kind ``game-1.jsonl`` for ``game.jsonl``."""
    stem, suffix = os.path.splitext(path)
    return next(name for number in count(1) if not os.path.lexists(name := f"{stem}-{number}{suffix}"))


def give_second_name(path: str, tried: list[str]) -> None:
    """Give a file a second, free name, or rename it if there are no links: ``game-1.jsonl`` for ``game.jsonl``.

    Appends each name to ``tried`` before using it, so that an interrupted caller knows it; the last one is the name.
    """
    while True:
        aside = free_name(path)
        tried.append(aside)
        try:
            if sys.platform == "win32":
                os.rename(path, aside)
            else:
                link(path, aside)
        except FileExistsError:
            continue
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            os.rename(path, aside)
        return


def back_to_first_name(aside: str, path: str) -> None:
    """Undo `give_second_name`."""
    first, second = stamp_of(path), stamp_of(aside)
    if second is not None and second.same_file(first):
        os.unlink(aside)  # os.replace does nothing if both are names of the same file
    else:
        os.replace(aside, path)


def keep_permissions(file: FileIO, mode: int) -> None:
    """Give a file the permissions of the file that it will replace."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), stat.S_IMODE(mode))
