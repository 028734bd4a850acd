"""Several games of one kernel that autosave to the same path: no move is lost, whichever comes first."""

from __future__ import annotations

import errno
import os
import threading
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core import locked_files
from capture_widgets.core.errors import JournalHeld
from capture_widgets.records.journal import journal_at
from capture_widgets.records.new_journal import begin_journal
from tests.benchmarks.at_one_path import begun_at_once
from tests.test_journal_file import Stop, stopped_at

TRIES = int(os.environ.get("CAPTURE_WIDGETS_BEGINNINGS", "60"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def played(game: cw.Game) -> cw.Game:
    return game.play(game.legal_moves()[0])


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


def two_at(path: Path) -> tuple[cw.Game, cw.Game]:
    """Two games, neither played yet, where the second took the name of the first."""
    return cw.new("kommando", seed=1, autosave=path), cw.new("kommando", seed=2, autosave=path)


def test_threads_that_begin_and_resume_at_once_lose_no_move(tmp_path: Path) -> None:
    """Ten thousand of it: ``python -m tests.benchmarks.reliability --beginnings 10000``."""
    found = begun_at_once(TRIES, 2, tmp_path)
    assert found["beginnings_lost"] == found["beginnings_errors"] == found["beginnings_left_behind"] == 0
    assert found["beginnings_moves"] > 4 * TRIES


def test_a_game_whose_name_was_taken_before_it_was_played_gets_a_file_beside(path: Path) -> None:
    first, second = two_at(path)
    assert names(path) == ["game.jsonl"]
    with pytest.warns(UserWarning, match="kept in game-1.jsonl"):
        played(first)
    played(played(second))
    played(first)
    assert names(path) == ["game-1.jsonl", "game.jsonl"]
    assert cw.load(path).record() == second.record()
    assert cw.load(path.with_name("game-1.jsonl")).record() == first.record()
    assert first.kept_in == str(path.with_name("game-1.jsonl"))
    assert cw.resume(path.with_name("game-1.jsonl")) is first


def test_a_game_that_is_never_played_leaves_no_file(path: Path) -> None:
    first, second = two_at(path)
    first.close()
    assert first.kept_in is None
    played(second)
    assert names(path) == ["game.jsonl"]


def test_a_game_whose_name_was_taken_can_take_it_back(path: Path) -> None:
    first, second = two_at(path)
    first.autosave(path)
    played(first)
    with pytest.warns(UserWarning, match="kept in game-1.jsonl"):
        played(second)
    assert cw.load(path).record() == first.record()
    assert cw.load(path.with_name("game-1.jsonl")).record() == second.record()


def test_a_full_disk_at_that_moment_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = two_at(path)

    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    with monkeypatch.context() as patch:
        patch.setattr(locked_files, "write_at", full)
        with pytest.raises(OSError, match="disk full"):
            played(first)
    assert first.ply == 0
    assert names(path) == ["game.jsonl"]
    with pytest.warns(UserWarning, match="game-1"):
        played(first)
    assert cw.load(path.with_name("game-1.jsonl")).record() == first.record()


def test_wherever_that_is_stopped_the_next_step_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    game = cw.new("kommando", seed=1)
    record: Any = game.record()
    move = {"play": game.legal_moves()[0]}
    line, ends = 1, 0
    while not ends:
        first = begin_journal(path, record)
        _second = begin_journal(path, record)
        mark = first.length
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with stopped_at(line) as run, suppress(Stop):
                first.write(move)
            ends = run[0] < line
            if not ends:
                first.rollback(mark)  # as a game does
                first.write(move)
        assert cw.load(first.path).ply == 1
        assert journal_at(first.path) is first
        sound = [file for file in names(path) if file != "game.jsonl" and cw.load(path.with_name(file)).ply]
        assert sound == [first.path.name]
        first.close()
        _second.close()
        for file in names(path):
            path.with_name(file).unlink()
        line += 1
    assert line > 60


def test_of_many_that_resume_at_once_all_have_the_same_game(path: Path) -> None:
    for _ in range(10):
        found: list[cw.Game] = []
        barrier = threading.Barrier(6)

        def resume(found: list[cw.Game] = found, barrier: threading.Barrier = barrier) -> None:
            barrier.wait(30)
            found.append(cw.resume(path, new={"game": "kommando"}))

        threads = [threading.Thread(target=resume, daemon=True) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(found) == 6
        assert len(set(map(id, found))) == 1
        found[0].close()
        path.unlink()


def test_a_journal_that_is_no_games_is_held_and_not_waited_for(path: Path) -> None:
    journal = begin_journal(path, cw.new("kommando", seed=1).record())
    with pytest.raises(JournalHeld):
        cw.resume(path)
    journal.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_forked_process_does_not_wait_for_a_thread_that_it_does_not_have(path: Path) -> None:
    game = cw.new("kommando", seed=1, autosave=path)
    journal = journal_at(path)
    assert journal is not None
    taken, over = threading.Event(), threading.Event()

    def hold() -> None:
        with journal.lock:
            taken.set()
            over.wait(60)

    thread = threading.Thread(target=hold, daemon=True)
    thread.start()
    assert taken.wait(30)
    child = os.fork()
    if not child:
        said = 1
        try:
            journal.close()
            journal.rollback(journal.length)
            try:
                journal.write({"undo": True})
            except OSError:
                said = 0
        finally:
            os._exit(said)
    assert os.waitpid(child, 0)[1] == 0
    over.set()
    thread.join(30)
    played(game)
    assert cw.load(path).ply == 1
