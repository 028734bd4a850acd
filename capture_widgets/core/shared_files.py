"""Files in folders that others can write: nothing is read or written through what somebody else has laid there.

A link, a pipe, a device or a socket may stand where a file is expected, and be put there between two calls. So a folder
is opened once, names are looked up in the open folder, no link is followed on opening, nothing that could block is
waited for, and what was opened is looked at again. What is refused is refused by an `OSError` whose ``strerror`` is a
sentence.

A path that a user names may lead over symbolic links, within a policy: a link counts where this user or root has laid
it, in a folder that nobody else can write, or that is sticky. Inside a folder that is open no link is followed.

Windows cannot look names up in an open folder and has no permissions in this sense. There paths are used, what stands
at a name is looked at before and after opening, and links in a path are followed. In a browser (Pyodide) there is one
user.
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
"""Whether names are looked up in an open folder."""

_MOST_LINKS: Final = 40
NEVER_WAIT: Final = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Flags that open what stands at a name itself, at once."""
_PASS: Final = getattr(os, "O_PATH", getattr(os, "O_SEARCH", 0))
"""Opens a folder that may be passed through and not read."""
_OWN: Final = re.compile(r"/dev/(?:fd/(\d{1,9})|std(?:out|err))|/proc/self/fd/(\d{1,9})")

KINDS: Final = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""What can stand where a file is expected."""


def sentence(error: OSError) -> str:
    """Why a file could not be used, in words for people, without numbers and paths."""
    return error.strerror or str(error) or type(error).__name__


def trusted(uid: int) -> bool:
    """Whether what belongs to a user is as good as our own: to ourselves, or to root."""
    return not hasattr(os, "geteuid") or uid in (os.geteuid(), 0)


def others_can_write(folder: os.stat_result) -> bool:
    """Whether somebody else can put files into a folder."""
    return BY_DESCRIPTOR and (bool(folder.st_mode & 0o022) or not trusted(folder.st_uid))


def others_can_replace(folder: os.stat_result) -> bool:
    """Whether somebody else can rename and remove our files in a folder; in a sticky one only its owner can."""
    sticky = bool(folder.st_mode & stat.S_ISVTX) and trusted(folder.st_uid)
    return others_can_write(folder) and not sticky


def check_file(status: os.stat_result, path: str, owner: int | None = None) -> None:
    """Make sure that this is a regular file, and whose.

    Raises:
        OSError: it is something else, or belongs to somebody else than ``owner``, a user id.
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
    """A folder that is open, so that a name in it stays a name in it whoever renames what on the way there.

    Attributes:
        path: where it was, with all links on the way followed.
        number: its descriptor, for ``dir_fd``; None where names cannot be looked up in an open folder.
    """

    path: str = ""
    number: int | None = None

    def __init__(self, path: str | Path, *, make: bool = False) -> None:
        """Open a folder.

        Args:
            path: where it is; links on the way are followed within the policy of this module.
            make: whether it is made, with all folders on the way, where it is missing.

        Raises:
            FileNotFoundError: there is none.
            OSError: it cannot be opened, or somebody else's link stands on the way.
        """
        self._enter(os.fspath(path), whole=True, make=make)

    @classmethod
    def of(cls, path: str | Path) -> tuple[Self, str]:
        """Open the folder of a file that a user names; also returns the file's name there.

        A link that stands at the end of the path and may be followed is followed; there need not be anything.

        Raises:
            OSError: the folder cannot be opened, or somebody else's link stands on the way.
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
        with suppress(OSError):  # an interrupt may have come while the folder was opened
            self.close()

    def close(self) -> None:
        """Let it go; nothing happens where that was done."""
        number, self.number = self.number, None
        if number is not None:
            os.close(number)

    # -- the way there

    def _enter(self, path: str, *, whole: bool, make: bool) -> str:
        """Go to a folder, or to that of a file, whose name is returned."""
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
        """Go one folder on; False where a link stands there."""
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
        """Exchange a descriptor that is good for passing through for one that can be read and synced."""
        with suppress(PermissionError):  # a folder that may be written but not read
            number = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self.number)
            self.close()
            self.number = number

    def _is_link(self, name: str) -> bool:
        status = self.status(name)
        return status is not None and stat.S_ISLNK(status.st_mode)

    def _read_link(self, name: str) -> str:
        """What a link leads to; raises OSError where it may not be followed."""
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

    # -- what is in it

    def at(self, name: str) -> str:
        """A name for calls with ``dir_fd=folder.number``."""
        return name if self.number is not None else os.path.join(self.path, name)

    def full(self, name: str) -> str:
        """The path of a name in it, for people."""
        return os.path.join(self.path, name)

    def own_status(self) -> os.stat_result:
        """The status of the folder itself."""
        return os.stat(self.path) if self.number is None else os.fstat(self.number)

    def status(self, name: str) -> os.stat_result | None:
        """The status of what stands at a name, never of what a link leads to; None where nothing does."""
        try:
            return os.stat(self.at(name), dir_fd=self.number, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int = os.O_RDONLY, mode: int = 0o666, *, owner: int | None = None) -> int:
        """Open a regular file in it, existing or new as the flags say, without waiting.

        Args:
            name: its name in this folder.
            flags: those of `os.open`; a file is cut off (``O_TRUNC``) only after it was looked at.
            mode: the permissions of a new one.
            owner: the number of the user to whom it must belong.

        Raises:
            FileNotFoundError: there is none, and it was not to be made.
            OSError: something else stands there, and what; or the file cannot be opened.
        """
        path = self.full(name)
        if os.path.basename(name) != name or name in ("", ".", ".."):
            raise OSError(errno.EINVAL, "this is not a name in this folder", path)
        before = self.status(name)
        if before is not None and not flags & os.O_EXCL:
            check_file(before, path, owner)  # a device may do something on being opened
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
        """Read a regular file in it.

        Raises:
            FileNotFoundError: there is none.
            OSError: something else stands there, the file is longer than ``most`` bytes, or it cannot be read.
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
        """Write a file in it, new or in the place of whatever stands there; what a link leads to stays as it is.

        What stood there stays until all of the new file is on disk, and for good where anything fails.

        Args:
            name: its name in this folder.
            data: all of it.
            like: takes its permissions, and where the system allows it the owner, from this.
            mode: its permissions otherwise; by default those of any new file.

        Raises:
            OSError: it cannot be written, or somebody else has put something else in its place meanwhile.
        """
        # its name is chosen before it is created: an interrupt in between leaves nothing that has no name
        new = f".{secrets.token_hex(16)}.new"
        try:
            # closed to others until it is as closed as the old one
            with self._create(new, (0o666 if mode is None else mode) if like is None else 0o600) as file:
                if like is not None and hasattr(os, "fchmod"):
                    with suppress(OSError):  # only root may give a file away
                        os.fchown(file.fileno(), like.st_uid, like.st_gid)
                    os.fchmod(file.fileno(), stat.S_IMODE(like.st_mode))
                elif mode is not None and hasattr(os, "fchmod"):
                    with suppress(OSError):  # a file system without permissions
                        os.fchmod(file.fileno(), mode)  # whatever the umask took
                write_all(file, data)
                written = os.fstat(file.fileno())
            os.replace(self.at(new), self.at(name), src_dir_fd=self.number, dst_dir_fd=self.number)
        except BaseException:
            self.remove(new)
            raise
        if BY_DESCRIPTOR and others_can_replace(self.own_status()):
            found = self.status(name)
            if found is None or not os.path.samestat(found, written):
                raise OSError(errno.EEXIST, "somebody else has put another file in its place", self.full(name))
        self.sync()

    def _create(self, name: str, mode: int) -> FileIO:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NEVER_WAIT
        try:
            return FileIO(self.at(name), "x", opener=lambda at, _: os.open(at, flags, mode, dir_fd=self.number))
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None  # our name for it tells nobody anything

    def remove(self, name: str) -> None:
        """Remove a file, if it exists and can be removed."""
        with suppress(OSError):
            os.unlink(self.at(name), dir_fd=self.number)

    def sync(self) -> None:
        """Wait until the disk knows the names in it, on systems that can say so.

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
    """Read a regular file that a user names, without waiting for anything that is none.

    Raises:
        FileNotFoundError: there is none.
        OSError: something else stands there, somebody else's link stands on the way, the file is longer than ``most``
            bytes, or it cannot be read.
    """
    folder, name = Folder.of(path)
    with folder:
        return folder.read(name, most, owner=owner)


def opener(path: str, flags: int) -> int:
    """Open a regular file that a user names, existing or new as the flags say: the ``opener`` of `open` and `FileIO`.

    Raises:
        OSError: something else stands there, or somebody else's link stands on the way; it was not opened.
    """
    folder, name = Folder.of(path)
    with folder:
        return folder.open(name, flags)


def own_descriptor(path: str) -> int | None:
    """The open file of this process that a path such as ``/dev/stdout`` names; None where it names none."""
    found = _OWN.fullmatch(path) if BY_DESCRIPTOR else None
    if found is None:
        return None
    number = found[1] or found[2]
    return int(number) if number else 1 if path.endswith("out") else 2
