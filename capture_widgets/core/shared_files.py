"""Safe access to files in folders that other users can write to.

Another user may put a symbolic link, a pipe, a device or a socket where this package expects a file, even between
two calls. So a folder is opened once, names are looked up relative to the open folder, no symbolic link is followed,
no call blocks, and each file is checked again after it was opened. A refusal is an `OSError` whose ``strerror`` is a
sentence.

A path from the user may lead over symbolic links, if this user or root made them, in a folder that no other user can
write to or that is sticky. Inside an open folder no symbolic link is followed.

Windows cannot look up names relative to an open folder, and its permissions are different. There this module uses
paths, checks a file before and after opening it, and follows symbolic links in a path. In a browser (Pyodide) there is
only one user.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections import deque
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final, NoReturn, Self

from capture_widgets.core.disk import names_to_disk, write_all
from capture_widgets.core.interrupts import run_finalizer

BY_DESCRIPTOR: Final = (
    {os.open, os.stat, os.unlink, os.rename, os.mkdir, os.readlink} <= os.supports_dir_fd
    and hasattr(os, "O_NOFOLLOW")
    and sys.platform != "emscripten"
)
"""Whether names are looked up relative to an open folder."""

_MOST_LINKS: Final = 40
NEVER_WAIT: Final = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Flags that open a file without following a symbolic link and without waiting."""
_PASS: Final = getattr(os, "O_PATH", getattr(os, "O_SEARCH", 0))
"""A flag that opens a folder which this user may pass through but not read."""
_OWN: Final = re.compile(r"/dev/(?:fd/(\d{1,9})|std(?:out|err))|/proc/self/fd/(\d{1,9})")

KINDS: Final = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""The kinds of files that are refused, with their names in messages."""


def sentence(error: OSError) -> str:
    """The reason of an OSError in words for people, without number and path."""
    return error.strerror or str(error) or type(error).__name__


def trusted(uid: int) -> bool:
    """Whether a user id is this user's or root's."""
    return not hasattr(os, "geteuid") or uid in (os.geteuid(), 0)


def others_can_write(folder: os.stat_result) -> bool:
    """Whether another user can create files in a folder."""
    return BY_DESCRIPTOR and (bool(folder.st_mode & 0o022) or not trusted(folder.st_uid))


def others_can_replace(folder: os.stat_result) -> bool:
    """Whether another user can rename or remove our files in a folder; in a sticky one only its owner can."""
    sticky = bool(folder.st_mode & stat.S_ISVTX) and trusted(folder.st_uid)
    return others_can_write(folder) and not sticky


def check_file(status: os.stat_result, path: str, owner: int | None = None) -> None:
    """Check that a status is that of a regular file, and that it belongs to ``owner``, a user id, if that is given.

    Raises:
        OSError: it is no regular file, or belongs to another user.
    """
    if not stat.S_ISREG(status.st_mode):
        kind = next((words for holds, words in KINDS if holds(status.st_mode)), "something")
        code = errno.ELOOP if stat.S_ISLNK(status.st_mode) else errno.EINVAL
        code = errno.EISDIR if stat.S_ISDIR(status.st_mode) else code
        raise OSError(code, f"{kind} stands here where a file is expected; it was not opened", path)
    if owner is not None and BY_DESCRIPTOR and status.st_uid != owner:
        words = f"this file belongs to another user (number {status.st_uid}); it was not opened"
        raise OSError(errno.EPERM, words, path)


class Folder:
    """An open folder: names in it keep their meaning even if somebody renames a folder on the path to it.

    Attributes:
        path: its path when it was opened, with all symbolic links resolved.
        number: its descriptor, for ``dir_fd``; None if names cannot be looked up relative to an open folder.
    """

    path: str = ""
    number: int | None = None

    def __init__(self, path: str | Path, *, make: bool = False) -> None:
        """Open a folder.

        Args:
            path: its path; symbolic links in it are followed if that is safe, as this module says.
            make: whether to create it, with its parent folders, if it is missing.

        Raises:
            FileNotFoundError: there is no such folder.
            OSError: it cannot be opened, or the path leads over another user's symbolic link.
        """
        self._enter(os.fspath(path), whole=True, make=make)

    @classmethod
    def of(cls, path: str | Path) -> tuple[Self, str]:
        """Open the folder of a file, and return it with the file's name in it.

        If the path ends in a symbolic link, it is followed if that is safe; the file need not exist.

        Raises:
            OSError: the folder cannot be opened, or the path leads over another user's symbolic link.
        """
        made = cls.__new__(cls)
        return made, made._enter(os.fspath(path), whole=False, make=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        run_finalizer(self._close_quietly)

    def _close_quietly(self) -> None:
        with suppress(OSError):  # after an interrupt during opening, the descriptor may be invalid
            self.close()

    def close(self) -> None:
        """Close the folder, unless it is closed already."""
        number, self.number = self.number, None
        if number is not None:
            os.close(number)

    # -- opening

    def _enter(self, path: str, *, whole: bool, make: bool) -> str:
        """Open the folder with this path, or (not ``whole``) the folder of a file, and return the file's name."""
        if not path or "\0" in path:
            raise OSError(errno.ENOENT, "this is not the name of a file", path)
        if not BY_DESCRIPTOR:
            return self._enter_by_path(path, whole=whole, make=make)
        left, links = deque(path.split("/")), 0
        self._to("/" if path.startswith("/") else ".")
        while left:
            part = left.popleft()
            if part in ("", "."):
                continue
            if not whole and not any(one not in ("", ".") for one in left):
                if part == ".." or not self._is_link(part):
                    return part
            elif self._step(part, path, make=make):
                continue
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, "symbolic links lead in a circle here", path)
            target = self._read_link(part)
            if target.startswith("/"):
                self._to("/")
            left.extendleft(reversed(target.split("/")))
        if not whole:
            return "."
        self._make_readable()
        return ""

    def _enter_by_path(self, path: str, *, whole: bool, make: bool) -> str:
        real = os.path.realpath(path)
        self.path, name = (real, "") if whole else os.path.split(real)
        if make:
            os.makedirs(self.path, exist_ok=True)
        if not os.path.isdir(self.path):
            code = errno.ENOTDIR if os.path.lexists(self.path) else errno.ENOENT
            raise OSError(code, os.strerror(code), self.path)
        return name

    def _to(self, path: str) -> None:
        self.close()
        self.number = os.open(path, _PASS | os.O_DIRECTORY | os.O_CLOEXEC)
        self.path = "/" if path == "/" else os.getcwd()

    def _step(self, part: str, named: str, *, make: bool) -> bool:
        """Open the next folder of the path; False if the name is a symbolic link."""
        flags = _PASS | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            try:
                number = os.open(part, flags, dir_fd=self.number)
            except FileNotFoundError:
                if not make:
                    raise
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=self.number)
                number = os.open(part, flags, dir_fd=self.number)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK) and self._is_link(part):
                return False
            raise OSError(error.errno, error.strerror, named) from None
        before, self.number = self.number, number
        assert before is not None
        os.close(before)
        self.path = os.path.dirname(self.path) if part == ".." else os.path.join(self.path, part)
        return True

    def _make_readable(self) -> None:
        """Replace the descriptor, which is good for lookups only, by one that can be read and synced."""
        with suppress(PermissionError):  # a folder that can be written but not read
            number = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self.number)
            self.close()
            self.number = number

    def _is_link(self, name: str) -> bool:
        status = self.status(name)
        return status is not None and stat.S_ISLNK(status.st_mode)

    def _read_link(self, name: str) -> str:
        """The target of a symbolic link; raises OSError if following it is not safe."""
        path = os.path.join(self.path, name)
        assert self.number is not None
        link = os.stat(name, dir_fd=self.number, follow_symlinks=False)
        if not trusted(link.st_uid):
            words = (
                f"a symbolic link that another user (number {link.st_uid}) has laid stands here; it was not followed"
            )
            raise OSError(errno.ELOOP, f"{words}: remove it, or name the file itself", path)
        if others_can_replace(os.fstat(self.number)):
            words = "a symbolic link stands here, in a folder that others can write; it was not followed"
            raise OSError(errno.ELOOP, f"{words}: name the file itself, or take the right to write from others", path)
        return os.readlink(name, dir_fd=self.number)

    # -- files

    def at(self, name: str) -> str:
        """A name in the folder, for calls with ``dir_fd=folder.number``."""
        return name if self.number is not None else os.path.join(self.path, name)

    def full(self, name: str) -> str:
        """The path of a name in the folder, for messages."""
        return os.path.join(self.path, name)

    def own_status(self) -> os.stat_result:
        """The status of the folder itself."""
        return os.stat(self.path) if self.number is None else os.fstat(self.number)

    def status(self, name: str) -> os.stat_result | None:
        """The status of the file with this name, or of the symbolic link itself; None if there is neither."""
        try:
            return os.stat(self.at(name), dir_fd=self.number, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int = os.O_RDONLY, mode: int = 0o666, *, owner: int | None = None) -> int:
        """Open or create a regular file in the folder, without waiting.

        Args:
            name: its name in this folder.
            flags: the flags of `os.open`; a file is truncated (``O_TRUNC``) only after it was checked.
            mode: the permissions of a new file.
            owner: the id of the user to whom it must belong.

        Raises:
            FileNotFoundError: there is no such file, and the flags do not create it.
            OSError: it is no regular file, belongs to another user, or cannot be opened.
        """
        path = self.full(name)
        if os.path.basename(name) != name or name in ("", ".", ".."):
            raise OSError(errno.EINVAL, "this is not a name in this folder", path)
        before = self.status(name)
        if before is not None and not flags & os.O_EXCL:
            check_file(before, path, owner)  # before opening, because opening a device may have effects
        try:
            number = os.open(self.at(name), flags & ~os.O_TRUNC | NEVER_WAIT, mode, dir_fd=self.number)
        except OSError as error:
            _explain(error, path)
        try:
            after = os.fstat(number)
            check_file(after, path, owner)
            if not BY_DESCRIPTOR and before is not None and not os.path.samestat(before, after):
                raise OSError(errno.ELOOP, "another file was put here while it was opened", path)
            if flags & os.O_TRUNC:
                os.ftruncate(number, 0)
            if hasattr(os, "set_blocking"):
                os.set_blocking(number, True)
        except BaseException:
            os.close(number)
            raise
        return number

    def read(self, name: str, most: int, *, owner: int | None = None) -> bytes:
        """Read a regular file in the folder.

        Raises:
            FileNotFoundError: there is no such file.
            OSError: it is no regular file, is longer than ``most`` bytes, or cannot be read.
        """
        number = self.open(name, owner=owner)
        try:
            parts, left = [], most + 1
            while left > 0 and (part := os.read(number, min(left, 1 << 20))):
                parts.append(part)
                left -= len(part)
        finally:
            os.close(number)
        if left <= 0:
            raise OSError(errno.EFBIG, f"this file is longer than the {most:,} bytes that are read", self.full(name))
        return b"".join(parts)

    def replace(self, name: str, data: bytes, *, like: os.stat_result | None = None, mode: int | None = None) -> None:
        """Write a file in the folder, or replace an existing one; a symbolic link is replaced, not followed.

        The old file stays until the new one is completely on disk, and if anything fails it stays for good.

        Args:
            name: its name in this folder.
            data: the content of the file.
            like: the status of a file whose permissions, and owner if possible, the new file gets.
            mode: the permissions if there is no ``like``; by default the usual ones of a new file.

        Raises:
            OSError: the file cannot be written, or another user has replaced it meanwhile.
        """
        # the name is known before the file is created, so that the file can be removed after an interrupt
        new = f".{secrets.token_hex(16)}.new"
        try:
            # private until it has the permissions of the old file
            with self._create(new, (0o666 if mode is None else mode) if like is None else 0o600) as file:
                if like is not None and hasattr(os, "fchmod"):
                    with suppress(OSError):  # only root may change the owner
                        os.fchown(file.fileno(), like.st_uid, like.st_gid)
                    os.fchmod(file.fileno(), stat.S_IMODE(like.st_mode))
                elif mode is not None and hasattr(os, "fchmod"):
                    with suppress(OSError):  # a file system without permissions
                        os.fchmod(file.fileno(), mode)  # the umask may have removed some permissions
                write_all(file, data)
                written = os.fstat(file.fileno())
            os.replace(self.at(new), self.at(name), src_dir_fd=self.number, dst_dir_fd=self.number)
        except BaseException:
            self.remove(new)
            raise
        if BY_DESCRIPTOR and others_can_replace(self.own_status()):
            now = self.status(name)
            if now is None or not os.path.samestat(now, written):
                raise OSError(errno.EEXIST, "somebody else has put another file in its place", self.full(name))
        self.sync()

    def _create(self, name: str, mode: int) -> FileIO:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NEVER_WAIT
        try:
            return FileIO(self.at(name), "x", opener=lambda at, _: os.open(at, flags, mode, dir_fd=self.number))
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None  # the temporary name would help nobody

    def remove(self, name: str) -> None:
        """Remove a file in the folder if possible."""
        with suppress(OSError):
            os.unlink(self.at(name), dir_fd=self.number)

    def sync(self) -> None:
        """Wait until the names in the folder are on disk, if the operating system supports that.

        Raises:
            OSError: the disk fails.
        """
        if self.number is not None:
            names_to_disk(self.number)


def _explain(error: OSError, path: str) -> NoReturn:
    if error.errno in (errno.ELOOP, errno.EMLINK):  # BSD says the latter
        words = "a symbolic link stands here where a file is expected; it was not opened"
        raise OSError(errno.ELOOP, words, path) from None
    if error.errno == errno.ENXIO:
        raise OSError(errno.EINVAL, "a pipe or a socket stands here; it was not opened", path) from None
    raise OSError(error.errno, error.strerror, path) from None


def read_file(path: str | Path, most: int, *, owner: int | None = None) -> bytes:
    """Read a regular file, without waiting if the path is a pipe or a device.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: it is no regular file, the path leads over another user's symbolic link, the file is longer than
            ``most`` bytes, or it cannot be read.
    """
    folder, name = Folder.of(path)
    with folder:
        return folder.read(name, most, owner=owner)


def opener(path: str, flags: int) -> int:
    """Open or create a regular file: an ``opener`` for `open` and `FileIO`.

    Raises:
        OSError: it is no regular file, or the path leads over another user's symbolic link.
    """
    folder, name = Folder.of(path)
    with folder:
        return folder.open(name, flags)


def own_descriptor(path: str) -> int | None:
    """The descriptor of this process that a path such as ``/dev/stdout`` names; None for any other path."""
    match = _OWN.fullmatch(path) if BY_DESCRIPTOR else None
    if match is None:
        return None
    number = match[1] or match[2]
    return int(number) if number else 1 if path.endswith("out") else 2
