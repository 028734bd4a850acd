"""Replacing files: whatever fails on the way, a file is whole, either old or new."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core import atomic_files as files
from capture_widgets.core import disk, shared_files
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.model.history import History
from tests.faults import finalizes

OLD, NEW = "the old words\n", "the new words, and more of them\n"


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with something in it, alone in its folder."""
    path = tmp_path / "game.json"
    path.write_text(OLD)
    return path


def test_a_file_is_written_new_or_in_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    for text in (NEW, OLD, ""):
        assert replace_file(str(path), text) == path
        assert path.read_text() == text
    assert replace_file(path, b"\xff").read_bytes() == b"\xff"
    assert names(tmp_path) == ["new.txt"]


def test_a_new_file_has_the_permissions_that_any_new_file_has(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        mode = replace_file(tmp_path / "new.txt", NEW).stat().st_mode
    finally:
        os.umask(old)
    assert stat.S_IMODE(mode) == 0o640


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_stay(kept: Path, mode: int) -> None:
    kept.chmod(mode)
    assert stat.S_IMODE(replace_file(kept, NEW).stat().st_mode) == mode
    assert kept.read_text() == NEW


def test_a_new_file_is_never_more_open_than_the_old_one(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could open it before its permissions are set could read what is written later."""
    kept.chmod(0o600)
    modes = []
    opening = os.open

    def watched(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        made = opening(path, flags, mode, **more)
        if flags & os.O_CREAT:
            modes.append(stat.S_IMODE(os.fstat(made).st_mode))
        return made

    monkeypatch.setattr(os, "open", watched)
    replace_file(kept, NEW)
    assert modes == [0o600]


def test_what_a_link_leads_to_is_written_and_the_link_stays(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "links"
    folder.mkdir()
    link = folder / "link.json"
    link.symlink_to("../game.json")
    assert replace_file(link, NEW) == link
    assert link.is_symlink()
    assert kept.read_text() == NEW
    assert names(folder) == ["link.json"]
    nowhere = folder / "nowhere.json"
    nowhere.symlink_to("../not-yet.json")
    replace_file(nowhere, NEW)
    assert nowhere.is_symlink()
    assert (tmp_path / "not-yet.json").read_text() == NEW


def test_a_pipe_that_somebody_reads_is_written_to_as_it_stands(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
    reader.start()
    replace_file(pipe, NEW)
    reader.join(10)
    assert heard == [NEW]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, NEW)
    assert names(tmp_path) == ["pipe"]


def test_a_long_name_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / ("g" * 250 + ".json")
    assert replace_file(path, NEW).read_text() == NEW


def test_text_that_cannot_be_written_touches_nothing(kept: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        replace_file(kept, "half a pair: \ud800")
    assert kept.read_text() == OLD
    assert names(kept.parent) == ["game.json"]


def test_a_file_that_may_not_be_written_is_not_replaced(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_, **_more: False)
    with pytest.raises(PermissionError):
        replace_file(kept, NEW)
    assert kept.read_text() == OLD


# -- faults


STEPS = ["stat", "open", "access", "fchmod", "fsync", "replace"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt(), MemoryError()])
@pytest.mark.parametrize("step", STEPS)
def test_whatever_fails_the_old_file_stays(
    kept: Path, step: str, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_args: object, **_more: object) -> Any:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(os, step, failing)
        with pytest.raises(type(error)):
            replace_file(kept, NEW)
    assert kept.read_text() == OLD
    assert names(kept.parent) == ["game.json"]


def interrupted_at(number: int, act: Callable[[], object]) -> bool:
    """Whether there were so many lines of these modules to run; the stop button is pressed at that one."""
    left = [number]
    traced = {files.__file__, shared_files.__file__, disk.__file__}

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        if frame.f_code.co_filename not in traced or finalizes(frame):
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_stop_button_at_any_line_leaves_the_old_file_or_the_new_one(
    kept: Path,
) -> None:
    seen = set()
    number = 1
    while interrupted_at(number, lambda: replace_file(kept, NEW)):
        assert names(kept.parent) == ["game.json"]
        seen.add(kept.read_text())
        assert seen <= {OLD, NEW}
        kept.write_text(OLD)
        number += 1
    assert number > 20
    assert seen == {OLD, NEW}
    assert kept.read_text() == NEW


def _cannot_sync(code: int) -> Callable[[int], None]:
    syncing = os.fsync

    def fsync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(code, "no")
        syncing(number)

    return fsync


def test_a_system_that_cannot_sync_folders_is_no_harm(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", _cannot_sync(errno.EINVAL))
    assert replace_file(kept, NEW).read_text() == NEW


def test_a_disk_that_fails_at_the_folder_is_said(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", _cannot_sync(errno.EIO))
    with pytest.raises(OSError, match="no"):
        replace_file(kept, NEW)
    assert kept.read_text() == NEW
    assert names(kept.parent) == ["game.json"]


def test_the_folder_is_synced_after_the_file_has_its_name(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def watched(first: Any, *more: Any, name: str = name, real: Any = real, **where: Any) -> Any:
            folder = isinstance(first, int) and stat.S_ISDIR(os.fstat(first).st_mode)
            steps.append(f"{name} of the folder" if folder else name)
            return real(first, *more, **where)

        monkeypatch.setattr(os, name, watched)
    replace_file(kept, NEW)
    assert steps == ["fsync", "replace", "fsync of the folder"]


# -- a full disk


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with little room, where this machine lets us make one."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = (
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True, check=False)
        if sys.platform == "linux"
        else None
    )
    if made is None or made.returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def _game() -> cw.Game:
    game = cw.new("kommando", seed=7)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def _saved_anew(path: Path, write: str) -> None:
    """A game is written where a shorter one lies and cannot be: the shorter one is still there."""
    game = _game()
    game.at(2).save(path)
    before = path.read_bytes()
    game.comment("long words " * 9_000)
    with pytest.raises(OSError, match=r"space|large"):
        getattr(game, write)(path)
    assert path.read_bytes() == before
    assert names(path.parent) == [path.name]
    assert cw.load(path).ply == 2


@pytest.mark.parametrize("write", ["save", "save_html"])
def test_on_a_full_disk_the_old_file_survives(full_disk: Path, write: str) -> None:
    _saved_anew(full_disk / "game.json", write)


def test_where_a_file_may_not_grow_the_old_one_survives(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 10, limits[1]))
    try:
        _saved_anew(tmp_path / "game.json", "save")
        _saved_anew(tmp_path / "game.json", "save_html")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_replays_page_is_whole_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "replay.html"
    path.write_text(OLD)
    replay = _game().replay()

    def failing(*_args: object) -> Any:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing)
        with pytest.raises(OSError, match="no space"):
            replay.save_html(path)
    assert path.read_text() == OLD
    assert names(tmp_path) == ["replay.html"]
    assert replay.save_html(path).read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("write", ["save", "save_html"])
def test_a_record_that_cannot_be_made_touches_nothing(
    tmp_path: Path, write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text(OLD)
    game = _game()

    def failing(*_args: object, **_more: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(History, "record" if write == "save" else "dump_at", failing)
    with pytest.raises(MemoryError):
        getattr(game, write)(path)
    assert path.read_text() == OLD
    assert names(tmp_path) == ["game.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="fcntl is not there")
def test_on_macos_the_disk_itself_is_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import fcntl

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda number, what: asked.append((number, what)))
    with (tmp_path / "file").open("wb", 0) as file:
        disk.write_all(file, b"x")
        assert asked == [(file.fileno(), 51)]
