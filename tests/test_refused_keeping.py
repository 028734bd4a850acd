"""Saving fails: the game goes on, table and lobby say so, and everything is saved later."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core import locked_files
from capture_widgets.library import game_keeper, kept_games
from capture_widgets.library.kept_games import SWITCH, go_on, keep, unfinished
from capture_widgets.records.journal import journal_at
from tests.benchmarks.refused import refused, refusing
from tests.test_kept_games import journals as journals_in
from tests.test_kept_games import play, shown
from tests.waiting import soon
from tests.wire import ask


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for kept games, tried again soon after it refused one."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    monkeypatch.setattr(game_keeper, "TRIES_AFTER", 0.02)
    return tmp_path / "games"


def notice(table: Any) -> str:
    return "" if table.scene["notice"] is None else str(table.scene["notice"]["text"])


def test_while_a_disk_is_full_the_table_says_so_and_then_all_is_kept(folder: Path) -> None:
    game = cw.new("universal", seed=3, match=True)
    table = shown(game)
    play(table)
    play(table)
    assert notice(table) == ""
    with refusing():
        play(table)
        assert "kept only up to move 2 of round 1: the disk is full" in notice(table)
        for _ in range(5):
            game.play(game.legal_moves()[0])
        game.comment("on a full disk")
        assert game.kept_in is None
        assert table.scene["kept_in"] is None
        (path,) = journals_in(folder)
        assert cw.salvage(path).ply == 2, "what was kept last stays as it was"
        lobby: Any = cw.lobby()
        (offered,) = lobby.scene["kept"]
        assert "move 2 of round 1" in offered["words"]
        assert "Games are not kept on this machine just now: the disk is full" in lobby.scene["notice"]
        time.sleep(0.1)
        assert game.kept_in is None
    assert soon(lambda: game.kept_in and not notice(table))
    assert journals_in(folder) == [path]
    assert cw.load(path) == game
    play(table)
    assert cw.load(path) == game
    assert cw.lobby().scene["notice"] is None
    (offered,) = cw.lobby().scene["kept"]
    assert f"move {game.ply} of round 1" in offered["words"]


def test_a_disk_that_refuses_now_and_then_loses_nothing(tmp_path: Path) -> None:
    """Thousands of it: ``python -m tests.benchmarks.reliability --refused 1000``."""
    found = refused(8, 2, tmp_path)
    assert found.pop("refused") == 8
    assert set(found.values()) == {0}


def test_it_can_happen_again_and_again(folder: Path) -> None:
    game = cw.new("kommando", seed=3)
    table = shown(game)
    for code in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
        play(table)
        with refusing(code):
            play(table)
            assert notice(table)
        assert soon(lambda: game.kept_in)
        (path,) = journals_in(folder)
        assert cw.load(path) == game


def test_a_game_that_was_refused_is_held_all_the_while(folder: Path) -> None:
    game = cw.new("kommando", seed=3)
    table = shown(game)
    play(table)
    (path,) = journals_in(folder)
    with refusing():
        play(table)
        assert go_on(path) is game, "this kernel goes on with it as it stands"
        with pytest.raises(ValueError, match="being played"):
            kept_games.forget(unfinished()[0].which)


def test_what_is_offered_after_the_kernel_died_on_a_full_disk_is_named(folder: Path) -> None:
    game = cw.new("universal", seed=3, match=True)
    while game.round < 1 or game.ply < 3:
        game.play(game.legal_moves()[0])
    table = shown(game)
    play(table)
    with refusing():
        for _ in range(3):
            play(table)
        journal = journal_at(journals_in(folder)[0])
        assert journal is not None
        locked_files.unlock(journal._file)  # the kernel dies
        del game, table, journal
        (offered,) = [one for one in cw.lobby().scene["kept"] if one["which"] != "here"]
    assert "move 4 of round 2" in offered["words"]


@pytest.mark.parametrize("how", ["in the way", "no rights", "read-only"])
def test_where_games_cannot_be_kept_at_all_table_and_lobby_say_so(
    how: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "in the way":
        folder.write_text("in the way")
    elif how == "no rights":
        if os.name != "posix" or os.geteuid() == 0:
            pytest.skip("root may write everywhere")
        folder.mkdir(mode=0o500)
    else:

        def refuse(*_args: object, **_more: object) -> None:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

        monkeypatch.setattr(Path, "mkdir", refuse)
    lobby: Any = cw.lobby()
    game = cw.new("kommando", seed=7)
    table = shown(game)
    play(table)
    assert "This game is not kept on this machine: " in notice(table)
    assert game.ply == 1
    assert game.kept_in is None
    assert notice(shown(game, "public")) == ""
    ask(lobby, kind="hello", view="page")
    assert "Games are not kept on this machine just now" in lobby.scene["notice"]
    assert ask(lobby, kind="games")["keeps"] is False
    if how == "in the way":
        folder.unlink()
    monkeypatch.undo()
    monkeypatch.delenv(SWITCH, raising=False)
    if how == "no rights":
        folder.chmod(0o700)
    assert soon(lambda: game.kept_in and not notice(table))
    assert cw.load(journals_in(folder)[0]) == game


def test_whoever_keeps_the_game_elsewhere_meanwhile_has_the_last_word(folder: Path, tmp_path: Path) -> None:
    game = cw.new("kommando", seed=3)
    table = shown(game)
    play(table)
    with refusing():
        play(table)
    game.autosave(tmp_path / "mine.jsonl")
    play(table)
    assert notice(table) == ""
    assert soon(lambda: not journals_in(folder))
    time.sleep(0.1)
    assert game.kept_in == str(tmp_path / "mine.jsonl")
    assert journals_in(folder) == []


def test_a_game_that_nobody_has_any_more_is_not_tried_again(folder: Path) -> None:
    folder.write_text("in the way")
    game = cw.new("kommando", seed=3)
    assert not keep(game)
    assert game_keeper.troubles(folder)
    del game
    assert soon(lambda: not game_keeper.troubles(folder))


def test_a_disk_that_does_not_confirm_is_said_and_asked_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_keeper, "SYNCS_AFTER", 0.02)
    game = cw.new("kommando", seed=3)
    table = shown(game)
    with monkeypatch.context() as broken:

        def refuse(_number: int) -> None:
            raise OSError(errno.EIO, "the disk fails")

        play(table)
        broken.setattr(os, "fsync", refuse)
        play(table)
        assert soon(lambda: "the disk fails" in notice(table))
    assert soon(lambda: game.kept_in and not notice(table))
    assert cw.load(journals_in(folder)[0]) == game


FULL = """
import sys, time
from pathlib import Path
import capture_widgets as cw
from capture_widgets.library import kept_games
from capture_widgets.library import game_keeper
home = Path(sys.argv[1])
kept_games.games_folder = lambda: home / "games"
game_keeper.TRIES_AFTER = 0.05
game = cw.new("universal", seed=3, match=True)
table = game.table(None, pace=0)
from tests.wire import say
def ask(**request): say(table, {"id": 1, **request})
def play(): ask(kind="play", move=game.legal_moves()[0], round=game.round, ply=game.ply)
ask(kind="hello", view="page")
play()
ballast = (home / "ballast").open("wb", buffering=0)
try:
    while True:
        ballast.write(bytes(512))
except OSError:
    pass
while table.scene["notice"] is None and game.round < 4:
    play()
assert "the disk is full" in table.scene["notice"]["text"], table.scene["notice"]
assert "the disk is full" in cw.lobby().scene["notice"]
for _ in range(20):
    play()
(path,) = (home / "games").glob("*.jsonl")
behind = cw.salvage(path)
assert (behind.round, behind.ply) < (game.round, game.ply)
ballast.close()
(home / "ballast").unlink()
until = time.monotonic() + 20
while game.kept_in is None and time.monotonic() < until:
    time.sleep(0.02)
assert cw.load(path) == game
assert table.scene["notice"] is None
print("kept")
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="a small file system is mounted")
def test_on_a_real_disk_that_is_full(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(home)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    environment = {name: value for name, value in os.environ.items() if name != SWITCH}
    try:
        done = subprocess.run(
            [sys.executable, "-c", FULL, str(home)], env=environment, capture_output=True, text=True, check=False
        )
    finally:
        subprocess.run(["umount", str(home)], check=True)
    assert done.stdout.strip() == "kept", done.stderr
