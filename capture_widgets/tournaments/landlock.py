"""Landlock on Linux: a process gives up all files but some that it may read, and the network.

It needs no rights and cannot be taken back. The kernel's interface grew over the years; what an older kernel lacks is
left to the other layers (`sandbox`).
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from typing import Final

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""The numbers of the three system calls, the same on all architectures."""
_READ: Final = (1 << 2) | (1 << 3)
"""To read files and to list folders."""
_READ_FILE: Final = 1 << 2
_FILES_BY_VERSION: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights on files each version of the interface knows; from the fifth on, sixteen."""
_TCP: Final = 0b11
"""To bind and to connect."""
_SCOPES: Final = 0b11
"""Abstract Unix sockets, and signals to processes outside."""


def landlock_version() -> int:
    """The version of the kernel's interface; 0 without Landlock."""
    if sys.platform != "linux":
        return 0
    return max(0, int(ctypes.CDLL(None, use_errno=True).syscall(_CREATE, None, ctypes.c_size_t(0), 1)))


def close_files_and_network(readable: Iterable[str]) -> tuple[str, str]:
    """Give up all files except those below some paths, which stay readable, and all TCP.

    Returns:
        For files and for TCP an empty text, or why this system cannot do it.
    """
    if sys.platform != "linux":
        return ("there is no Landlock on this system",) * 2
    library, version = ctypes.CDLL(None, use_errno=True), landlock_version()
    if version < 1:
        return ("this kernel has no Landlock, or does not allow it here",) * 2
    rights = (1 << _FILES_BY_VERSION.get(version, 16)) - 1
    tcp = _TCP if version >= 4 else 0
    attributes = struct.pack("=QQQ", rights, tcp, _SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = library.syscall(_CREATE, ctypes.c_char_p(attributes), ctypes.c_size_t(size), 0)
    if rules < 0:
        return (f"the kernel refuses a set of rules: {os.strerror(ctypes.get_errno())}",) * 2
    try:
        for path in readable:
            _allow(library, rules, path)
        if library.syscall(_RESTRICT, rules, 0):
            return (f"the kernel refuses the rules: {os.strerror(ctypes.get_errno())}",) * 2
    finally:
        os.close(rules)
    return "", "" if tcp else f"this kernel's Landlock (version {version}) knows no TCP"


def _allow(library: ctypes.CDLL, rules: int, path: str) -> None:
    """Let a file, or all that is in a folder, be read; a path that does not exist is left out."""
    try:
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ if os.path.isdir(path) else _READ_FILE  # noqa: PTH112 # a child of a fork needs no pathlib
        library.syscall(_ADD, rules, 1, ctypes.c_char_p(struct.pack("=Qi", rights, number)), 0)
    finally:
        os.close(number)
