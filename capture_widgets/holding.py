"""Files that one writer holds: whole before they have their name, locked, in the place of an earlier one at once.

Nothing here knows what stands in a file. Every call of the operating system is made as ``os.``, so that tests can let
any of them fail.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import stat
import sys
import warnings
from io import FileIO
from itertools import count
from typing import Final, NamedTuple

START_OF_LOCK: Final = 1 << 30
"""Windows locks bytes, and nobody else can read those: the lock stands where no file here has any."""

NO_LOCKS: Final = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
NO_LINKS: Final = {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.EACCES}
NO_SYNC: Final = {errno.EINVAL, errno.EACCES, errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


class Stamp(NamedTuple):
    """What tells a file from any other that has its name later, and from itself once it has grown."""

    device: int
    inode: int
    length: int

    def same_file(self, other: Stamp | None) -> bool:
        """Whether these are of one file, whatever its length."""
        return other is not None and self[:2] == other[:2]


def stamp(status: os.stat_result) -> Stamp:
    """The stamp that a status tells."""
    return Stamp(status.st_dev, status.st_ino, status.st_size)


def stamp_of(path: str) -> Stamp | None:
    """The stamp of the file that has a name now, None where there is none."""
    try:
        return stamp(os.stat(path))
    except FileNotFoundError:
        return None


class Held(FileIO):
    """An open file that is closed without ado when nobody knows it any more, as an abandoned game's is."""

    def __del__(self) -> None:
        self.close()


def create(path: str) -> FileIO:
    """A new file to read and write; raises FileExistsError where the name is taken, by a link to nowhere too."""
    return Held(path, "x+", opener=_opener)


def reopen(path: str) -> FileIO:
    """A file that is there, to read and write."""
    return Held(path, "r+", opener=_opener)


def _opener(path: str, flags: int) -> int:
    if sys.platform == "win32":
        # Python's own opening forbids everybody to rename an open file
        import _winapi
        import msvcrt

        fresh = flags & os.O_CREAT
        handle = _winapi.CreateFile(
            path, _winapi.GENERIC_READ | _winapi.GENERIC_WRITE | 0x10000, 0x7, 0, 1 if fresh else 3, 0x80, 0
        )
        return msvcrt.open_osfhandle(handle, os.O_RDWR | os.O_BINARY | os.O_NOINHERIT)
    return os.open(path, flags, 0o666)


class _Far(io.RawIOBase):
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

    Where the file system knows no locks a warning says so, and whoever asks has it.
    """
    import portalocker  # takes as long to import as this whole package

    try:
        portalocker.lock(_Far(file), portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.AlreadyLocked:
        return False
    except portalocker.LockException as error:
        cause = error.__cause__
        if not isinstance(cause, OSError):
            raise OSError(f"{file.name}: cannot be locked: {error}") from error
        if cause.errno not in NO_LOCKS:
            raise cause from None
        warnings.warn(
            f"{file.name}: this file system knows no locks; see to it that no other process keeps a game here",
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
        portalocker.unlock(_Far(file))
    except portalocker.LockException:
        pass  # none was taken, or none is known here
    finally:
        file.close()


def holder(found: Stamp) -> int | None:
    """The process that has the lock of a file, where the system tells."""
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


def write_at(file: FileIO, place: int, data: bytes) -> None:
    """Write at a place of a file and wait until the disk has it."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(file.fileno(), left) :]
    os.fsync(file.fileno())


def read_from(file: FileIO, place: int, most: int) -> bytes:
    """What stands in a file from a place on, at most so many bytes."""
    os.lseek(file.fileno(), place, os.SEEK_SET)
    parts = []
    while most > 0 and (part := os.read(file.fileno(), most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def sync_folder(path: str) -> None:
    """Wait until the disk has the names in a file's folder, on systems where that can be asked for."""
    if sys.platform == "win32":
        return
    try:
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
    except PermissionError:
        return  # a folder to write in, but not to read
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(folder)


def unused_name(path: str) -> str:
    """A name in the same folder that nobody can guess."""
    return os.path.join(os.path.dirname(path), f".capture-widgets-{secrets.token_hex(8)}")


def give_name(temporary: str, path: str) -> bool:
    """Let a whole file have a name that is free; False where it is not, or no more.

    The temporary name may stay beside it.
    """
    try:
        if sys.platform == "win32":
            os.rename(temporary, path)  # refuses there
        else:
            os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError as error:
        if sys.platform == "win32" or error.errno not in NO_LINKS:
            raise
        return _claim(temporary, path)
    return True


def _claim(temporary: str, path: str) -> bool:
    """The same without links: whoever makes an empty file of that name and locks it has the name."""
    try:
        claim = create(path)
    except FileExistsError:
        return False
    if not lock(claim) or not stamp(os.fstat(claim.fileno())).same_file(stamp_of(path)):
        return False
    os.replace(temporary, path)
    claim.close()
    return True


def give_second_name(path: str, tried: list[str]) -> None:
    """Let a file have the next free name of its kind as well, or instead: ``game-1.jsonl`` for ``game.jsonl``.

    Each name is put on a list before it is given, so that whoever is interrupted knows; the last one is the name.
    """
    stem, suffix = os.path.splitext(path)
    for number in count(1):
        aside = f"{stem}-{number}{suffix}"
        if os.path.lexists(aside):
            continue
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
        remove(aside)  # renaming one name of a file to another leaves both
    else:
        os.replace(aside, path)


def remove(path: str) -> None:
    """Take a name away, if it is there."""
    if os.path.lexists(path):
        os.unlink(path)


def keep_permissions(file: FileIO, mode: int) -> None:
    """Give a new file the permissions of the one whose place it takes."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), stat.S_IMODE(mode))
