"""Waits until written data is on disk: the bytes of a file, and the names in a folder.

Every call of the operating system is written as ``os.name``, so that tests can make it fail.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from io import FileIO
from typing import Final

_CANNOT_SYNC: Final = (
    errno.EACCES,
    errno.EBADF,
    errno.EINVAL,
    errno.EISDIR,
    errno.ENOSYS,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.EPERM,
)
"""The errors of operating systems that cannot sync a folder."""


def write_all(file: FileIO, data: bytes) -> None:
    """Write all bytes and wait until they are on disk."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    to_disk(file.fileno())


def to_disk(number: int) -> None:
    """Wait until everything written to an open file is on disk; on macOS this flushes the cache of the disk as well.

    Raises:
        OSError: the disk fails.
    """
    os.fsync(number)
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # the file system does not support it
            fcntl.fcntl(number, fcntl.F_FULLFSYNC)


def names_to_disk(folder: int) -> None:
    """Wait until the names in an open folder are on disk, if the operating system supports that.

    Raises:
        OSError: the disk fails.
    """
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:  # such as EACCES for a folder that can be written but not read
            raise
