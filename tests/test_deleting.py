"""Deleting a saved game deletes this game: nothing else of its file is lost, and nothing happens to a game in play."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import make_bot
from capture_widgets.library import deleting, kept_games
from capture_widgets.library.analysis_files import analysis_file, digest
from capture_widgets.library.kept_games import SWITCH, KeptGame, keep
from capture_widgets.library.kept_rows import times_of
from capture_widgets.records.journal_lines import NOTHING, encode_lines, read_games
from tests.faults import Lines, chosen
from tests.thorough import thorough_but
from tests.wire import ask


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kept games, with keeping switched on."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def play(game: cw.Game, moves: int) -> None:
    for _ in range(moves):
        game.play(game.legal_moves()[0])


def table_of_games(*, moves: tuple[int, ...] = (99, 4, 99), undo: bool = True) -> Path:
    """The journal of games that were played one after the other at a table, which nobody plays in any more."""
    game = cw.new("kommando", seed=1, seats=["you", make_bot("greedy")])
    assert keep(game)
    for at, count in enumerate(moves):
        if at:
            game.restart(seed=at + 1)
        while not game.is_over and game.ply < count:
            play(game, 1)
        if undo and not game.is_over:
            game.undo()
    game.comment("the last one", ply=1)
    game.close()
    (path,) = kept_games.games_folder().glob("*.jsonl")
    return path


def tells(path: Path) -> list[Any]:
    """Everything that the journals at a path tell: the records of all games, with variations and notes."""
    return [kept_games.kept_history(one.which)[1].record() for one in sorted_games(path)]


def sorted_games(path: Path) -> list[KeptGame]:
    return sorted((one for one in kept_games.kept() if one.path == path), key=lambda one: one.number)


def everything_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name != "games.json"]


def everything(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.name != "games.json"}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_game_is_deleted_and_the_others_of_its_table_stay_as_they_were(number: int) -> None:
    path = table_of_games()
    before, rows = tells(path), [one.row for one in sorted_games(path)]
    changed = path.stat().st_mtime_ns
    kept_games.forget(f"{path.name}#{number}")
    assert tells(path) == before[:number] + before[number + 1 :]
    assert path.stat().st_mtime_ns == changed, "it was not played just now"
    others = [one.row for one in sorted_games(path)]
    for was, now in zip(rows[:number] + rows[number + 1 :], others, strict=True):
        apart = {name for name in was if was[name] != now[name]}  # type: ignore[literal-required] # every key is asked
        assert apart <= {"last"}, apart
    key = before[number]["rounds"][0]["deal"]
    assert json.dumps(key, ensure_ascii=False) not in path.read_text("utf-8"), "nothing is left of it"
    assert cw.load(path).record() == tells(path)[-1]


def test_the_game_before_the_deleted_one_goes_on_and_is_saved_in_the_same_file() -> None:
    path = table_of_games(moves=(99, 4, 2))
    kept_games.forget(f"{path.name}#2")
    assert sorted_games(path)[-1].goes_on
    game = kept_games.go_on(path)
    play(game, 1)
    told = game.record()
    game.close()
    assert tells(path)[-1] == told
    assert len(tells(path)) == 2


def test_all_that_told_a_game_goes_with_it_also_where_it_was_brought_back() -> None:
    path = table_of_games(moves=(3, 4), undo=False)
    first, second = sorted_games(path)
    game = kept_games.bring_back(first.which)
    play(game, 1)
    game.close()
    before = tells(path)
    assert [len(one["rounds"][0]["moves"]) for one in before] == [4, 4]
    kept_games.forget(sorted_games(path)[1].which)
    assert tells(path) == before[:1], "neither the game that went on nor what it was before"
    assert second.row["key"] == digest(kept_games.kept_history(f"{path.name}#0")[1])


def test_with_its_last_game_the_whole_file_goes() -> None:
    path = table_of_games()
    for _ in range(3):
        kept_games.forget(kept_games.kept()[0].which)
    assert everything(path) == {}
    assert kept_games.kept() == []


def test_times_and_mistakes_of_the_deleted_game_go_and_those_of_others_stay() -> None:
    path = table_of_games()
    histories = [kept_games.kept_history(one.which)[1] for one in sorted_games(path)]
    for history in histories:
        analysis_file(path, digest(history)).write_text("{}")
    lines = times_of(path).read_text().splitlines()
    kept_games.forget(f"{path.name}#0")
    left = times_of(path).read_text().splitlines()
    assert left == [line for line in lines if line.split()[1] != lines[0].split()[1]]
    names = {analysis_file(path, digest(history)).name for history in histories[1:]}
    assert {file.name for file in path.parent.glob("*.analysis")} == names


def test_of_two_games_of_one_deal_the_time_of_neither_is_made_up() -> None:
    game = cw.new("kommando", seed=1, seats=["you", make_bot("greedy")])
    assert keep(game)
    play(game, 3)
    game.restart(seed=1)
    play(game, 2)
    game.close()
    first, _ = reversed(kept_games.kept())
    when = first.row["when"]
    kept_games.forget(first.which)
    (left,) = kept_games.kept()
    assert (left.row["plies"], left.row["when"], left.row["seconds"]) == (2, when, None)


def test_a_game_of_a_table_that_is_open_stays_and_is_played_on(folder: Path) -> None:
    game = cw.new("kommando", seed=1, seats=["you", make_bot("greedy")])
    assert keep(game)
    play(game, 3)
    game.restart(seed=2)
    play(game, 2)
    (path,) = folder.glob("*.jsonl")
    before = everything(path)
    for one in kept_games.kept():
        with pytest.raises(ValueError, match="table is being played"):
            kept_games.forget(one.which)
    assert everything(path) == before
    play(game, 1)
    assert [len(one["rounds"][0]["moves"]) for one in tells(path)] == [3, 3]


def test_a_game_that_another_kernel_has_open_stays() -> None:
    path = table_of_games()
    code = (
        "import sys, capture_widgets as cw\n"
        "game = cw.resume(sys.argv[1])\nprint('has it', flush=True)\nsys.stdin.readline()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "has it\n"
        before = everything(path)
        with pytest.raises(ValueError, match="table is being played"):
            kept_games.forget(f"{path.name}#0")
        assert everything(path) == before
        other.stdin.write("\n")
        other.stdin.flush()
        other.wait()
    kept_games.forget(f"{path.name}#0")
    assert len(tells(path)) == 2


def test_the_lobby_deletes_a_game_of_the_table_that_was_left_and_goes_on_with_the_one_in_play() -> None:
    lobby = cw.lobby()
    chosen = {"game": "kommando", "opponent": "greedy", "match": False, "options": {}, "deal": "7"}
    ask(lobby, kind="begin", choice=chosen)
    game = lobby.game
    assert game is not None and keep(game)
    while not game.is_over:
        play(game, 1)
    game.restart(seed=3)
    play(game, 2)
    told = game.record()
    going, over = ask(lobby, kind="games")["played"]
    assert "being played" in ask(lobby, kind="forget", which=over["which"], key=over["key"])["text"]
    ask(lobby, kind="back")
    left = ask(lobby, kind="forget", which=over["which"], key=over["key"])["played"]
    assert [one["key"] for one in left] == [going["key"]]
    assert ask(lobby, kind="continue", which=left[0]["which"])["kind"] == "done"
    assert lobby.game is not None and lobby.game.record() == told


def test_the_lobby_deletes_the_game_that_waits_there_and_offers_it_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = cw.lobby()
    chosen = {"game": "kommando", "opponent": "greedy", "match": False, "options": {}, "deal": "7"}
    ask(lobby, kind="begin", choice=chosen)
    assert lobby.game is not None and keep(lobby.game)
    play(lobby.game, 2)
    ask(lobby, kind="back")
    (one,) = ask(lobby, kind="games")["played"]
    with monkeypatch.context() as patch:
        patch.setattr("capture_widgets.widgets.lobby.trouble_of", lambda _game: "the disk is full")
        assert "being played" in ask(lobby, kind="forget", which=one["which"], key=one["key"])["text"], (
            "not all is saved"
        )
    assert ask(lobby, kind="forget", which=one["which"], key=one["key"])["played"] == []
    assert lobby.scene["kept"] == []
    assert everything_in(kept_games.games_folder()) == []


def test_a_list_that_is_out_of_date_deletes_no_other_game() -> None:
    path = table_of_games()
    lobby = cw.lobby()
    listed = {one["which"]: one["key"] for one in ask(lobby, kind="games")["played"]}
    kept_games.forget(f"{path.name}#0")
    before = everything(path)
    assert "has changed" in ask(lobby, kind="forget", which=f"{path.name}#0", key=listed[f"{path.name}#0"])["text"]
    assert ask(lobby, kind="forget", which=f"{path.name}#0", key=["x"])["kind"] == "refused"
    assert ask(lobby, kind="forget", which=f"{path.name}#9", key="")["kind"] == "refused"
    assert everything(path) == before


def test_a_game_that_another_program_changes_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    path = table_of_games()
    one = kept_games.kept()[0]
    other = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*other[:2], b""]))
    before = everything(path)
    monkeypatch.setattr(kept_games, "kept", lambda: [one])
    with pytest.raises(ValueError, match="has changed"):
        kept_games.forget(one.which)
    assert everything(path) == before


def test_a_disk_that_refuses_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    path = table_of_games()
    before = everything(path)

    def full(*_given: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(deleting, "replace_file", full)
    with pytest.raises(ValueError, match="the disk is full"):
        kept_games.forget(f"{path.name}#0")
    assert everything(path) == before
    monkeypatch.undo()


@pytest.mark.parametrize("kind", thorough_but([KeyboardInterrupt, OSError, MemoryError], KeyboardInterrupt))
def test_a_fault_at_any_line_leaves_the_file_with_the_game_or_without_it(kind: type[BaseException]) -> None:
    path = table_of_games(moves=(6, 4))
    original, (first, second) = everything(path), tells(path)
    (one, _) = sorted_games(path)
    lines = Lines()
    assert lines.run(lambda: deleting.delete_game(path, one.number, one.row["key"])) is None
    states = set()
    for at in chosen(lines.sites, again=False):
        for name, data in original.items():
            (path.parent / name).write_bytes(data)
        Lines(at=at, error=kind(28, "a fault")).run(lambda: deleting.delete_game(path, one.number, one.row["key"]))
        left = tells(path)
        assert left in ([first, second], [second]), at
        states.add(len(left))
        assert {file.name for file in path.parent.iterdir()} <= {*original, "games.json"}, "and nothing half written"
        with deleting._locked(path):
            pass  # nobody holds it any more
    assert states == {1, 2}


def test_a_link_in_the_place_of_a_journal_is_left_alone(tmp_path: Path) -> None:
    path = table_of_games()
    real = tmp_path / "mine.jsonl"
    path.replace(real)
    path.symlink_to(real)
    before = real.read_bytes()
    assert kept_games.kept()
    for one in kept_games.kept():
        with pytest.raises(ValueError, match="cannot be deleted"):
            kept_games.forget(one.which)
    assert (path.is_symlink(), real.read_bytes()) == (True, before)


def rewritten(path: Path, change: Callable[[list[list[dict[str, Any]]]], None]) -> None:
    """Write a journal anew, as a hostile program can, with sound checksums."""
    games = [[step for _, step in part] for part in read_games(path)[1]]
    change(games)
    header = {"format": "capture-widgets/journal", "version": 2}
    data, _ = encode_lines([header, *(step for part in games for step in part)], NOTHING, "id")
    path.write_bytes(data)


def test_a_damaged_journal_is_deleted_as_a_whole_and_only_by_its_own_row() -> None:
    path = table_of_games()
    other = kept_games.kept()[0].which
    path.write_bytes(path.read_bytes().replace(b'"play"', b'"plaz"', 1))
    (one,) = kept_games.kept()
    assert one.row["fault"] is not None
    with pytest.raises(ValueError, match="not kept any more"):
        kept_games.forget(other)
    kept_games.forget(one.which)
    assert everything(path) == {}


def test_an_earlier_game_that_cannot_be_read_is_neither_lost_nor_listed() -> None:
    path = table_of_games()

    def spoil(games: list[list[dict[str, Any]]]) -> None:
        games[1][0] = {"game": {"game": "nonsense"}}

    rewritten(path, spoil)
    before = tells(path)
    assert len(before) == 2
    with pytest.raises(ValueError, match="cannot be deleted alone"):
        kept_games.forget(f"{path.name}#1")  # the file would end with what cannot be read, and hide the first game
    assert tells(path) == before
    kept_games.forget(f"{path.name}#0")
    assert tells(path) == before[1:]
    assert b"nonsense" in path.read_bytes()
    kept_games.forget(f"{path.name}#0")
    (left,) = kept_games.kept()
    assert left.row["fault"] is not None, "it is shown now, and can be deleted"


def test_a_torn_last_line_and_a_journal_of_version_1_are_no_hindrance() -> None:
    path = table_of_games()
    with path.open("ab") as file:
        file.write(b'{"n":99,"pl')
    before = tells(path)
    kept_games.forget(f"{path.name}#1")
    assert tells(path) == [before[0], before[2]]
    games = read_games(path)[1]
    lines = [{"format": "capture-widgets/journal", "version": 1}, *(step for part in games for _, step in part)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert tells(path) == [before[0], before[2]]
    kept_games.forget(f"{path.name}#0")
    assert tells(path) == [before[2]]


def test_where_nothing_may_be_taken_back_this_holds_for_what_stays() -> None:
    path = table_of_games(undo=False)
    games = [step for part in read_games(path)[1] for _, step in part]
    header = {"format": "capture-widgets/journal", "version": 2, "undo": False}
    path.write_bytes(encode_lines([header, *games], NOTHING, "id")[0])
    kept_games.forget(f"{path.name}#0")
    assert read_games(path)[0] is False


def begun(lobby: Any, game: str = "kommando") -> cw.Game:
    """A saved game that was just begun in a lobby."""
    chosen = {"game": game, "opponent": "greedy", "match": False, "options": {}, "deal": "7"}
    ask(lobby, kind="begin", choice=chosen)
    assert lobby.game is not None and keep(lobby.game)
    play(lobby.game, 2)
    played: cw.Game = lobby.game
    return played


def finish(lobby: Any) -> None:
    while not lobby.game.is_over:
        play(lobby.game, 1)


def seen_again(lobby: Any) -> None:
    """The game is over, and its replay is opened at the table."""
    finish(lobby)
    ask(lobby.table, kind="watch")


def rematch(lobby: Any) -> None:
    finish(lobby)
    ask(lobby.table, kind="rematch", how="stronger")
    play(lobby.game, 1)


def other_game(lobby: Any) -> None:
    finish(lobby)
    ask(lobby, kind="back")
    begun(lobby, "columns")


def first_hand(lobby: Any) -> None:
    ask(lobby, kind="back")
    ask(lobby, kind="learn", game="kommando")


def listed_replay(lobby: Any) -> None:
    finish(lobby)
    ask(lobby, kind="back")
    (one,) = ask(lobby, kind="games")["played"]
    ask(lobby, kind="replay", which=one["which"])
    lobby.replay.playing = True


def daily_deal(lobby: Any) -> None:
    ask(lobby, kind="back")
    ask(lobby, kind="daily", game="kommando")
    assert keep(lobby.game)
    play(lobby.game, 2)


@pytest.mark.parametrize("leave", [finish, seen_again, rematch, other_game, first_hand, listed_replay, daily_deal])
@pytest.mark.parametrize("reloaded", [False, True])
def test_whatever_way_a_table_of_the_lobby_was_left_its_games_can_be_deleted(
    leave: Callable[[Any], None], *, reloaded: bool
) -> None:
    """A table that was left is kept for a day, and no button ends it."""
    left = cw.lobby()
    game = begun(left)
    leave(left)
    lobby = left
    if reloaded:
        lobby = cw.lobby()  # a cell that runs again; no page says that it is gone
    else:
        ask(left, kind="back")
    while games := ask(lobby, kind="games")["played"]:
        answer = ask(lobby, kind="forget", which=games[0]["which"], key=games[0]["key"])
        assert answer["kind"] == "games", answer["text"]
    assert everything_in(kept_games.games_folder()) == []
    assert [one for one in lobby.scene["kept"] if not one["which"].startswith("lesson ")] == []
    assert left.table is None or left.table.game is not game, "its table is not shown any more"
