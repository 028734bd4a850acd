"""Atomic writes: a new file replaces the old one once it is completely on disk, or not at all.

Every call of the operating system is written as ``os.name``, so that tests can make it fail.
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
"""Seconds to wait for another process to read from a pipe."""


def replace_file(path: str | Path, content: str | bytes) -> Path:
    """Write a file, or replace an existing one, and return its path.

    The old file stays until the new one is completely on disk, and if anything fails it stays for good; no temporary
    file is left behind. The new file has the permissions of the old one. A symbolic link is followed if that is safe
    (`shared_files`). A pipe or a terminal is written to directly, if no other user can write to its folder.

    Raises:
        OSError: the file cannot be written, or the path is no regular file, or leads over another user's symbolic
            link; nothing has changed.
        UnicodeEncodeError: the text has an unpaired surrogate; nothing has changed.
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
                old = None  # another user's file must not decide about owner and permissions of ours
        folder.replace(name, data, like=old)
    return Path(path)


def _write_to(folder: Folder, name: str, before: os.stat_result, data: bytes) -> None:
    """Write to a pipe that another process reads, or to a device."""
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
    """A random name in the same folder that nobody else uses, so that the caller may safely remove the file.

    The caller has the name before it creates the file, so that it can remove the file after an interrupt.
    """
    return path.with_name(f".{secrets.token_hex(16)}.new")


def remove_quietly(path: Path) -> None:
    """Remove a file if possible."""
    with suppress(OSError):
        path.unlink()


def sync_folder(path: Path) -> None:
    """Wait until the names in the folder of a file are on disk, if the operating system supports that.

    Raises:
        OSError: the disk fails.
    """
    if os.name == "nt":
        return
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except PermissionError:  # a folder that can be written but not read
        return
    try:
        names_to_disk(folder)
    finally:
        os.close(folder)
