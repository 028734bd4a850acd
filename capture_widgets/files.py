"""Files that are whole at any moment: a new one takes the old one's place when all of it is on disk, or never.

Tests let any call that is made as ``os.`` fail.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

_CANNOT_SYNC: Final = (
    errno.EACCES, errno.EBADF, errno.EINVAL, errno.EISDIR, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM,
)
"""What systems answer that cannot sync a folder."""


def replace_file(path: str | Path, content: str | bytes) -> Path:
    """Write a file, new or in the place of an old one, and return its path.

    The old file stays as it is until all of the new one is on disk, and for good where anything fails; nothing else is
    left behind. Permissions stay, and what a symbolic link leads to is written, not the link. What is no file (a pipe,
    a terminal) is written to as it stands.

    Raises:
        OSError: it cannot be written; whatever was there is as it was.
        UnicodeEncodeError: half a surrogate pair cannot be written; whatever was there is as it was.
    """
    data = content if isinstance(content, bytes) else content.encode()
    target = Path(os.path.realpath(path))
    old = status_of(target)
    if old is not None and not stat.S_ISREG(old.st_mode):
        target.write_bytes(data)
        return Path(path)
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    new = name_beside(target)
    try:
        with create_file(new, like=old) as file:
            write_all(file, data)
        new.replace(target)
    except BaseException:
        remove_quietly(new)
        raise
    sync_folder(target)
    return Path(path)


def status_of(path: Path) -> os.stat_result | None:
    """The status of a file, None where there is none."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def name_beside(path: Path) -> Path:
    """A new name in the same folder that nobody else uses, so that its maker may safely remove the file.

    It is chosen before the file is created: an interrupt in between leaves nothing that has no name.
    """
    return path.with_name(f".{secrets.token_hex(16)}.new")


def create_file(path: Path, *, like: os.stat_result | None = None) -> FileIO:
    """A new, empty file to write to, with the permissions, and where the system allows the owner, of another.

    Raises:
        FileExistsError: there is something of that name.
        OSError: it cannot be created.
    """
    # closed to others until it is as closed as the old one
    mode = 0o666 if like is None else 0o600
    file = FileIO(str(path), "x", opener=lambda name, flags: os.open(name, flags, mode))
    try:
        if like is not None:
            if hasattr(os, "chown"):
                with suppress(OSError):  # only root may give a file away
                    os.chown(path, like.st_uid, like.st_gid)
            path.chmod(stat.S_IMODE(like.st_mode))
    except BaseException:
        file.close()
        remove_quietly(path)
        raise
    return file


def write_all(file: FileIO, data: bytes) -> None:
    """Write everything and wait until the disk has it."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    to_disk(file.fileno())


def to_disk(number: int) -> None:
    """Wait until the disk has what an open file was given; on macOS the disk itself, and not only its own memory.

    Raises:
        OSError: the disk fails.
    """
    os.fsync(number)
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a file system that knows nothing of it
            fcntl.fcntl(number, fcntl.F_FULLFSYNC)


def remove_quietly(path: Path) -> None:
    """Remove a file, if it exists and can be removed."""
    with suppress(OSError):
        path.unlink()


def sync_folder(path: Path) -> None:
    """Wait until the disk knows the names in the folder of a file, on systems that can say so.

    Raises:
        OSError: the disk fails.
    """
    if os.name == "nt":
        return
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError as error:
        if error.errno in _CANNOT_SYNC:  # a folder that may be written but not read
            return
        raise
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(folder)
