"""What another user of this machine does in a folder that both can write; needs root, which may become anybody."""

from __future__ import annotations

import os
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

STRANGER = 64001
"""The number of a user who is nobody here."""

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may act as another user"
)


def as_stranger(act: Callable[[], object]) -> None:
    """Let another user do something, in a process of their own; raises AssertionError where it fails."""
    child = os.fork()
    if child == 0:
        _become(act)
    assert os.waitpid(child, 0)[1] == 0, "the other user could not do that"


@contextmanager
def stranger_at_work(act: Callable[[], object]) -> Iterator[None]:
    """Let another user do something over and over meanwhile."""
    child = os.fork()
    if child == 0:
        _become(lambda: _again(act))
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _again(act: Callable[[], object]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(OSError):  # what was there is not there any more
            act()


def _become(act: Callable[[], object]) -> None:
    code = 1
    try:
        os.setgroups([])
        os.setgid(STRANGER)
        os.setuid(STRANGER)
        os.umask(0)
        act()
        code = 0
    except BaseException:  # noqa: BLE001 # of a child that ends here
        traceback.print_exc()
    finally:
        os._exit(code)


@contextmanager
def open_place() -> Iterator[Path]:
    """A folder that everybody gets to; pytest closes its own ones to other users whenever another run begins."""
    with tempfile.TemporaryDirectory(prefix="shared-", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o711)
        yield Path(place)


def shared_folder(place: Path, mode: int = 0o777) -> Path:
    """A folder that everybody can write."""
    for one in (place, *place.parents):  # workers of pytest have one folder more
        if one.is_relative_to(tempfile.gettempdir()) and one.stat().st_uid == os.geteuid() and one.name != "tmp":
            one.chmod(one.stat().st_mode | 0o111)
    folder = place / "shared"
    folder.mkdir(exist_ok=True)
    folder.chmod(mode)
    return folder
