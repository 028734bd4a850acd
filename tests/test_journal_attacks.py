"""Journals and records in folders that others can write to: files placed there by others do no harm."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.library import kept_games, kept_rows
from capture_widgets.library.game_keeper import GameKeeper
from capture_widgets.library.kept_games import SWITCH
from tests.another_user import as_stranger, needs_root, shared_folder, stranger_at_work

posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and users of POSIX")


def at_once(act: Callable[[], object]) -> BaseException | None:
    """What something raises, which must not take long."""
    raised: list[BaseException | None] = []

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 # handed back
            raised.append(error)
        else:
            raised.append(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(20)
    assert raised, "it waits for ever"
    return raised[0]


def what_stands(path: Path) -> tuple[int, ...]:
    """What tells whether the same thing stands at a name, unchanged; looking at it changes only when it was read."""
    found = path.lstat()
    return found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns


def lay_pipe(path: Path) -> None:
    os.mkfifo(path)


def lay_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def lay_device_link(path: Path) -> None:
    path.symlink_to("/dev/zero")


@posix
@pytest.mark.parametrize("lay", [lay_pipe, lay_socket, lay_device_link, Path.mkdir], ids=lambda lay: lay.__name__)
def test_what_is_no_file_is_refused_at_once(lay: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    lay(path)
    ways: list[Callable[[], object]] = [
        lambda: cw.load(path),
        lambda: cw.load(str(path)),
        lambda: cw.salvage(path),
        lambda: cw.new("kommando", autosave=path),
        lambda: cw.new("kommando").autosave(path),
        lambda: cw.replay(path),
    ]
    if lay is not lay_socket and lay is not lay_pipe:  # as empty as a file that is to be begun
        ways.append(lambda: cw.resume(path))
    ways.append(lambda: cw.resume(path, new={"game": "kommando"}))
    before = what_stands(path)
    for way in ways:
        assert isinstance(at_once(way), OSError)
    assert what_stands(path) == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@needs_root
@pytest.mark.parametrize("there", ["a link to a diary", "a link to nothing", "a link to a journal"])
def test_nothing_is_written_or_read_through_a_strangers_link(there: str, tmp_path: Path) -> None:
    folder, target = shared_folder(tmp_path), tmp_path / "mine"
    if there == "a link to a diary":
        target.write_text("a diary\n")
    elif there == "a link to a journal":
        cw.new("kommando", seed=1, autosave=target).close()
    before = target.read_bytes() if target.exists() else None
    path = folder / "game.jsonl"
    as_stranger(lambda: path.symlink_to(target))
    ways: list[Callable[[], object]] = [
        lambda: cw.new("kommando", autosave=path),
        lambda: cw.resume(path, new={"game": "kommando"}),
        lambda: cw.load(path),
        lambda: cw.salvage(path),
    ]
    for way in ways:
        with pytest.raises(OSError, match=r"link that another user .* not followed"):
            way()
    assert (target.read_bytes() if target.exists() else None) == before
    assert path.is_symlink()


@needs_root
def test_a_strangers_file_is_not_taken_for_ours(tmp_path: Path) -> None:
    folder = shared_folder(tmp_path)
    path = folder / "game.jsonl"
    game = cw.new("kommando", seed=1, autosave=tmp_path / "theirs.jsonl")
    game.play(game.legal_moves()[0]).close()
    data = (tmp_path / "theirs.jsonl").read_bytes()
    as_stranger(lambda: path.write_bytes(data))
    ways: list[Callable[[], object]] = [lambda: cw.new("kommando", autosave=path), lambda: cw.resume(path)]
    for way in ways:
        with pytest.raises(FileExistsError, match="belongs to another user"):
            way()
    assert path.read_bytes() == data
    assert cw.load(path).ply == 1, "who names a file may read it"


@needs_root
def test_while_a_stranger_swaps_the_name_for_links_nothing_else_is_changed(tmp_path: Path) -> None:
    folder, target = shared_folder(tmp_path), tmp_path / "mine"
    target.write_text("a diary\n")
    path = folder / "game.jsonl"

    def swap() -> None:
        link = folder / "link"
        with suppress(FileExistsError):
            link.symlink_to(target)
        link.rename(path)
        time.sleep(0.001)
        path.unlink()
        time.sleep(0.003)

    kept = refused = 0
    with stranger_at_work(swap), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        until = time.monotonic() + 30
        for seed in count():
            if seed >= 150 and ((kept and refused) or time.monotonic() > until):
                break
            try:
                game = cw.new("kommando", seed=seed, autosave=path)
                game.play(game.legal_moves()[0])
                kept += 1
            except (OSError, cw.RecordError):
                refused += 1
    assert target.read_text() == "a diary\n"
    assert target.stat().st_nlink == 1
    assert kept
    assert refused


@posix
def test_pipes_among_kept_games_stop_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path)
    game = cw.new("kommando", seed=1)
    os.mkfifo(tmp_path / "a.jsonl")
    os.mkfifo(tmp_path / "b.times")
    os.mkfifo(tmp_path / kept_rows.LIST)
    assert at_once(lambda: GameKeeper(game, tmp_path / "b.jsonl").begin()) is None
    assert at_once(lambda: game.play(game.legal_moves()[0])) is None
    assert game.kept_in == str(tmp_path / "b.jsonl")
    assert at_once(cw.lobby) is None
    assert cw.load(tmp_path / "b.jsonl") == game
