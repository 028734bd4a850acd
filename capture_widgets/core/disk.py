"""What was written is on the disk: bytes of a file, and names in a folder.

Tests let any call that is made as ``os.`` fail.
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
"""What systems answer that cannot sync a folder."""


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


def names_to_disk(folder: int) -> None:
    """Wait until the disk knows the names in an open folder, on systems that can say so.

    Raises:
        OSError: the disk fails.
    """
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:  # such as a folder that may be written but not read
            raise
