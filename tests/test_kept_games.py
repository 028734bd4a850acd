"""Games played at tables are saved automatically, restored and counted."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import Club, make_bot
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import JournalHeld
from capture_widgets.library import game_keeper, kept_games, kept_rows
from capture_widgets.library.kept_games import SWITCH, go_on, keep, keep_games, unfinished
from capture_widgets.records.journal import Journal, journal_at
from tests.wire import ask

pytest.importorskip("pandas")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kept games, with keeping switched on."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def journals(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def shown(game: cw.Game, seat: Any = None) -> Any:
    """A table on a page."""
    table = game.table(seat, pace=0)
    ask(table, kind="hello", view="page")
    return table


def play(table: Any) -> None:
    """Make a legal move at a table, as a page asks for it."""
    game = table.game
    ask(table, kind="play", move=game.legal_moves()[0], round=game.round, ply=game.ply)


def finish(game: cw.Game) -> None:
    while not game.is_over:
        game.play(game.legal_moves()[0])


def test_a_game_is_kept_from_the_first_move_at_a_table_on(folder: Path) -> None:
    game = cw.new("kommando", seed=7)
    table = shown(game)
    assert journals(folder) == [], "nothing was played yet"
    play(table)
    (path,) = journals(folder)
    assert cw.salvage(path) == game
    assert game.ply == 1
    play(table)
    assert cw.salvage(path) == game
    assert game.ply == 2


def test_a_move_from_a_cell_beside_a_table_keeps_the_game_too(folder: Path) -> None:
    game = cw.new("kommando", seed=7)
    table = shown(game)
    game.play(game.legal_moves()[0])
    assert [cw.salvage(path) for path in journals(folder)] == [game]
    assert table.scene["kept_in"] == game.kept_in


@pytest.mark.parametrize("how", ["no table", "no page", "bots", "spectator", "switched off", "environment"])
def test_nothing_is_written_where_nobody_plays_at_a_table(
    how: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [make_bot("random"), make_bot("random")] if how == "bots" else None
    game = cw.new("kommando", seed=7, seats=seats)
    table = None
    if how == "no page":
        table = game.table()
    elif how != "no table":
        table = shown(game, "public" if how == "spectator" else None)
    if how == "environment":
        monkeypatch.setenv(SWITCH, "off")
    if how == "switched off":
        keep_games(False)
    try:
        game.play(game.legal_moves()[0])
        assert game.ply >= 1
        assert not folder.exists()
    finally:
        keep_games(True)
    del table


def test_keep_games_takes_true_or_false() -> None:
    with pytest.raises(ValueError, match="True or False"):
        keep_games("no")  # type: ignore[arg-type]


def test_a_journal_of_ones_own_is_not_kept_twice(folder: Path, tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=tmp_path / "mine.jsonl")
    play(shown(game))
    assert not folder.exists()


def test_a_game_that_gets_a_journal_of_ones_own_is_offered_no_more(folder: Path, tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7)
    table = shown(game)
    play(table)
    assert journals(folder) != []
    game.autosave(tmp_path / "mine.jsonl")
    play(table)
    assert game.kept_in == str(tmp_path / "mine.jsonl")
    assert list(folder.iterdir()) == []
    assert cw.salvage(tmp_path / "mine.jsonl") == game


def test_whoever_closes_the_journal_of_a_kept_game_has_the_last_word(folder: Path, tmp_path: Path) -> None:
    game = cw.new("kommando", seed=7)
    table = shown(game)
    play(table)
    game.close()
    play(table)
    assert game.kept_in is None
    game.autosave(tmp_path / "mine.jsonl")
    assert cw.salvage(tmp_path / "mine.jsonl") == game


def test_a_folder_that_cannot_be_made_is_nobodys_trouble(folder: Path) -> None:
    folder.write_text("in the way")
    game = cw.new("kommando", seed=7)
    play(shown(game))
    assert game.ply == 1
    assert game.kept_in is None


def test_an_unfinished_game_comes_back_as_it_stood_with_its_bots(folder: Path) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", make_bot("club")], dealer=1)
    assert keep(game)
    game.play(game.legal_moves()[0])
    (kept,) = unfinished()
    assert go_on(kept.path) is game, "a game of this kernel is itself"
    record = game.record()
    game.close()
    again = go_on(kept.path)
    assert again is not game
    assert again.record() == record
    assert isinstance(again.seats[1], Club)
    again.play(again.legal_moves()[0])
    assert cw.salvage(kept.path) == again, "it is kept on"


def test_a_game_that_another_kernel_plays_is_held(folder: Path) -> None:
    game = cw.new("kommando", seed=7)
    assert keep(game)
    game.play(game.legal_moves()[0])
    (path,) = journals(folder)
    code = (
        "import sys; from pathlib import Path; from capture_widgets import JournalHeld\n"
        "from capture_widgets.library.kept_games import go_on\n"
        "try: go_on(Path(sys.argv[1]))\n"
        "except JournalHeld: print('held')"
    )
    found = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "held"
    assert JournalHeld.__name__ == "JournalHeld"


def test_what_is_over_or_damaged_is_not_offered(folder: Path) -> None:
    for seed in (1, 2):
        game = cw.new("kommando", seed=seed)
        assert keep(game)
        game.play(game.legal_moves()[0])
        if seed == 1:
            finish(game)
        else:
            game.close()
            path = unfinished()[0].path
            data = path.read_bytes()
            path.write_bytes(data.replace(b'"play"', b'"plax"', 1))
    assert unfinished() == []


def test_history_has_a_row_for_each_game_and_names_damaged_journals(folder: Path) -> None:
    assert list(cw.kept_games()["game"]) == []
    game = cw.new("kommando", seed=7, seats=["Ann", make_bot("club")], no_choice="chosen end")
    assert keep(game)
    finish(game)
    assert game.returns is not None
    game.restart(seed=8)
    game.play(game.legal_moves()[0])
    (folder / "broken.jsonl").write_text('{"n":1,"format":"capture-widgets/journal"')
    table = cw.kept_games()
    assert "broken" in str(table[table["fault"].notna()]["path"].iloc[0])
    rows = table[table["fault"].isna()]
    assert list(rows["game"]) == ["kommando", "kommando"]
    assert set(rows["opponents"]) == {"Club player"}
    assert set(rows["level"]) == {"club"}
    assert all(options == {"no_choice": "chosen end"} for options in rows["options"])
    first = rows.iloc[0]
    assert first["result"] in ("won", "lost", "drawn")
    assert first["seconds"] >= 0
    assert first["plies"] > rows.iloc[1]["plies"] == 1
    assert rows["result"].isna().tolist() == [False, True]
    assert first["points"] is not None


def test_seconds_leave_long_pauses_out() -> None:
    assert kept_rows.playing_time([0.0, 10.0, 250.0, 10_000.0, 10_005.0]) == 10 + 5
    assert kept_rows.playing_time([0.0, kept_rows.LONGEST]) == kept_rows.LONGEST, (
        "somebody who thinks for long is there"
    )


def test_where_there_are_too_many_the_oldest_that_is_over_goes_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for seed in range(4):
        game = cw.new("kommando", seed=seed)
        assert keep(game)
        game.play(game.legal_moves()[0])
        if seed in (1, 2):
            finish(game)
        path = Path(str(game.kept_in))
        os.utime(path, (seed, seed))
        made.append((path, game))
        if seed < 3:
            game.close()
    sizes = sum(path.stat().st_size for path, _ in made)
    monkeypatch.setattr(kept_games, "MOST_BYTES", sizes - 1)
    kept_games.free_space(folder)
    assert [path.exists() for path, _ in made] == [True, False, True, True]
    monkeypatch.setattr(kept_games, "MOST_BYTES", 0)
    kept_games.free_space(folder)
    assert [path.exists() for path, _ in made] == [False, False, False, True], "the game being played stays"


def test_the_folder_is_read_as_often_for_many_games_as_for_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    glob = Path.glob

    def counted(folder: Path, pattern: str, **more: Any) -> Any:
        read.append(pattern)
        return glob(folder, pattern, **more)

    monkeypatch.setattr(Path, "glob", counted)
    for games in (2, 40):
        folder = tmp_path / str(games)
        folder.mkdir()
        for number in range(games):
            (folder / f"game{number}.jsonl").write_text("{}\n")
            (folder / f"game{number}-{number:016x}.analysis").write_text("{}")
        read.clear()
        kept_games.free_space(folder)
        assert len(read) <= 2, (games, read)


def test_of_many_games_that_begin_at_once_one_looks_at_the_space_that_all_take(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []
    monkeypatch.setattr(kept_games, "free_space", looks.append)
    games = [cw.new("kommando", seed=seed) for seed in range(40)]
    threads = [threading.Thread(target=keep, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(game.kept_in is not None for game in games)
    assert looks == [folder]
    monkeypatch.setattr(kept_games, "SPACE_APART", 0.0)
    assert keep(cw.new("kommando", seed=99))
    assert looks == [folder, folder]


def test_a_kernel_that_is_killed_leaves_a_game_to_go_on_with(folder: Path) -> None:
    game = cw.new("universal", seed=3)
    assert keep(game)
    for _ in range(5):
        game.play(game.legal_moves()[0])
    record = game.record()
    (path,) = journals(folder)
    game.close()
    with path.open("ab") as file:
        file.write(b'{"n":8,"pl')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (kept,) = unfinished()
        assert go_on(kept.path).record() == record


PLAYS = """
import sys
import threading
import time
from pathlib import Path
import capture_widgets as cw
from capture_widgets.library import kept_games
kept_games.games_folder = lambda: Path(sys.argv[1])
game = cw.new("universal", seed=3, match=True, target=1_000_000)
assert kept_games.keep(game)
while True:
    game.play(game.legal_moves()[0])
    print(game.round, game.ply, flush=True)
"""


@pytest.mark.parametrize("seed", range(int(os.environ.get("CAPTURE_WIDGETS_KILLS", "3"))))
def test_killed_at_a_random_moment_the_game_is_offered_as_it_stood(seed: int, folder: Path) -> None:
    rng = random.Random(seed)
    for path in folder.glob("*"):
        path.unlink()
    environment = {name: value for name, value in os.environ.items() if name != SWITCH}
    with subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(folder)], stdout=subprocess.PIPE, text=True, env=environment
    ) as kernel:
        assert kernel.stdout is not None
        told = [kernel.stdout.readline() for _ in range(rng.randrange(1, 40))]
        time.sleep(rng.random() * 0.01)
        kernel.kill()
        told += kernel.stdout.readlines()
    round_number, ply = map(int, [line for line in told if line.endswith("\n")][-1].split())
    lobby: Any = cw.lobby()
    (offered,) = lobby.scene["kept"]
    ask(lobby, kind="continue", which=offered["which"])
    game = lobby.game
    assert (game.round, game.ply) >= (round_number, ply), "what was played had been kept"
    same = cw.new("universal", seed=3, match=True, target=1_000_000)
    while (same.round, same.ply) != (game.round, game.ply):
        same.play(same.legal_moves()[0])
    assert same == game
    game.play(game.legal_moves()[0])
    assert cw.salvage(folder / offered["which"]) == game


def test_a_click_does_not_wait_for_the_disk_which_is_asked_soon_after(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = shown(cw.new("kommando", seed=7))
    play(table)
    (path,) = journals(folder)
    asked: list[int] = []
    synced = threading.Event()

    def sync(number: int) -> None:
        asked.append(threading.get_ident())
        if os.fstat(number).st_ino == path.stat().st_ino and len(path.read_bytes().splitlines()) == 6:
            synced.set()

    monkeypatch.setattr(game_keeper, "SYNCS_AFTER", 0.5)
    monkeypatch.setattr(os, "fsync", sync)
    for _ in range(3):
        play(table)
        assert cw.salvage(path) == table.game, "a kernel that dies now loses nothing"
    assert synced.wait(30), "all of it, header and deal too"
    assert threading.get_ident() not in asked


def test_the_disk_is_asked_now_and_then_by_one_thread_and_by_another_one_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    begun: list[str] = []
    synced = threading.Semaphore(0)

    def sync(journal: Journal) -> None:
        if journal.path.parent == folder:  # threads of other tests' games may still be there
            asked.append(threading.get_ident())
            synced.release()

    def counted(steps: Steps[None], name: str) -> None:
        begun.append(name)
        run_in_background(steps, name)

    monkeypatch.setattr(game_keeper, "SYNCS_AFTER", 0.05)
    monkeypatch.setattr(game_keeper, "SYNCS_FOR", 30.0)
    monkeypatch.setattr(game_keeper, "run_in_background", counted)
    monkeypatch.setattr(Journal, "sync", sync)
    table = shown(cw.new("kommando", seed=7))
    for _ in range(3):
        play(table)
        assert synced.acquire(timeout=30)
    assert len(begun) == len(set(asked)) == 1
    clock = journal_at(journals(folder)[0])
    assert clock is not None and isinstance(clock.follower, game_keeper.GameKeeper)
    clock.follower._syncs_until = 0.0  # half a minute later
    play(table)
    assert synced.acquire(timeout=30)
    assert len(begun) == 2
