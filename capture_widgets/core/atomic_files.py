"""Files that are whole at any moment: a new one takes the old one's place when all of it is on disk, or never.

Tests let any call that is made as ``os.`` fail.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from capture_widgets.core.disk import names_to_disk
from capture_widgets.core.shared_files import NEVER_WAIT, Folder, check_file, others_can_write, own_descriptor, trusted

_WAIT: Final = 2.0
"""Seconds to wait for somebody to read from a pipe."""


def replace_file(path: str | Path, content: str | bytes) -> Path:
    """Write a file, new or in the place of an old one, and return its path.

    The old file stays as it is until all of the new one is on disk, and for good where anything fails; nothing else is
    left behind. Permissions stay. What a symbolic link leads to is written, not the link, where the link may be
    followed (`shared_files`). A pipe or a terminal is written to as it stands, in a folder that nobody else can write.

    Raises:
        OSError: it cannot be written, or somebody else's link, or what is no file, stands there; whatever was there is
            as it was.
        UnicodeEncodeError: half a surrogate pair cannot be written; whatever was there is as it was.
    """
    data = content if isinstance(content, bytes) else content.encode()
    own = own_descriptor(os.fspath(path))
    if own is not None:
        with FileIO(os.dup(own), "w") as file:
            _write(file, data)
        return Path(path)
    folder, name = Folder.of(path)
    with folder:
        old = folder.status(name)
        shared = others_can_write(folder.own_status())
        if old is not None and not shared and (stat.S_ISFIFO(old.st_mode) or stat.S_ISCHR(old.st_mode)):
            _write_to(folder, name, old, data)
            return Path(path)
        if old is not None:
            check_file(old, folder.full(name))
            if not os.access(folder.at(name), os.W_OK, dir_fd=folder.number):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            if shared and not trusted(old.st_uid):
                old = None  # somebody else's file says nothing of who may read or own ours
        folder.replace(name, data, like=old)
    return Path(path)


def _write_to(folder: Folder, name: str, before: os.stat_result, data: bytes) -> None:
    """Write to a pipe that somebody reads, or to a device."""
    until = time.monotonic() + _WAIT
    number = -1
    while number < 0:
        try:
            number = os.open(folder.at(name), os.O_WRONLY | NEVER_WAIT, dir_fd=folder.number)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise OSError(errno.ENXIO, "nobody reads from this pipe", folder.full(name)) from None
            time.sleep(0.01)
    with FileIO(number, "w") as file:
        if not os.path.samestat(os.fstat(number), before):
            raise OSError(errno.EEXIST, "something else was put here while it was opened", folder.full(name))
        if hasattr(os, "set_blocking"):
            os.set_blocking(number, True)
        _write(file, data)


def _write(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def name_beside(path: Path) -> Path:
    """A new name in the same folder that nobody else uses, so that its maker may safely remove the file.

    It is chosen before the file is created: an interrupt in between leaves nothing that has no name.
    """
    return path.with_name(f".{secrets.token_hex(16)}.new")


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
    except PermissionError:  # a folder that may be written but not read
        return
    try:
        names_to_disk(folder)
    finally:
        os.close(folder)
