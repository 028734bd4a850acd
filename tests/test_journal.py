"""The journal: every move is on disk before `play` returns, and the game can always be restored."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.core import locked_files
from tests.cases import CASES, case_id, random_move

ROOT = Path(__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def lines(path: Path) -> list[dict[str, Any]]:
    """The values that stand in a journal, without what guards them."""
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    found = [json.loads(line) for line in text.splitlines()]
    return [{key: value for key, value in line.items() if key not in ("n", "id", "sum")} for line in found]


def first_version(path: Path) -> list[str]:
    """The lines of a journal as version 1 had them."""
    header, *steps = lines(path)
    return [json.dumps(value, ensure_ascii=False) for value in [{**header, "version": 1}, *steps]]


def same(path: Path, game: cw.Game) -> None:
    """Check that a journal gives back the game: position, history, lines and notes."""
    again = cw.load(path)
    assert again.record() == game.record()
    assert again.dump() == game.dump()


@pytest.mark.parametrize("case", CASES[::9], ids=case_id)
def test_every_move_is_on_disk_before_play_returns(case: tuple[str, dict[str, Any]], path: Path) -> None:
    slug, options = case
    game = cw.new(slug, seed=2, autosave=path, **options)
    rng = Random(case_id(case))
    assert lines(path) == [
        {"format": "capture-widgets/journal", "version": 2},
        {"game": json.loads(json.dumps(cw.new(slug, seed=2, **options).record()))},
    ]
    while not game.is_over and game.ply < 12:
        move = str(random_move(game.state, rng))
        game.play(move)
        assert lines(path)[-1] == {"play": move}
        assert len(lines(path)) == 2 + game.ply
    same(path, game)


def test_a_refused_move_leaves_no_line(path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    with pytest.raises(cw.IllegalMove):
        game.play("9y")
    assert len(lines(path)) == 2


def test_undo_redo_comments_signs_and_lines(path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    game.comment("Here.").glyph("!?", ply=3).comment("gone soon", ply=6)
    same(path, game)
    for _ in range(4):
        game.undo()
        same(path, game)
    game.redo()
    same(path, game)
    game.play(game.legal_moves()[-1])  # another way: what was taken back is a variation now
    same(path, game)
    assert len(game.variations) == 1
    game.comment("x").comment("")
    same(path, game)


def test_a_match_with_its_next_deals(path: Path) -> None:
    """Rounds dealt from a seed drawn on the way are in the journal as well."""
    deal = cw.new("kommando", seed=3).record()["rounds"][0]["deal"]
    game = cw.new("kommando", deal=[deal], match=True, target=30, autosave=path)
    while not game.is_over:
        game.play(game.legal_moves()[0])
        if game.ply == 0:
            same(path, game)
            game.undo().undo().redo().redo()
    assert game.round > 0
    same(path, game)


def test_restart_begins_anew_in_the_same_file(path: Path) -> None:
    game = cw.new("universal", seed=7, autosave=path)
    game.play(game.legal_moves()[0])
    game.restart(seed=8)
    same(path, game)
    game.play(game.legal_moves()[0])
    game.restart(same=True)
    same(path, game)


def test_autosave_in_the_middle_keeps_what_can_be_made_again(path: Path) -> None:
    game = cw.new("kommando", seed=7, match=True, target=1)
    while game.ply < 19:
        game.play(game.legal_moves()[0])
    game.comment("late", ply=18)
    game.undo().undo().undo().autosave(path)
    same(path, game)
    assert cw.load(path).can_redo
    game.redo().redo().redo()
    same(path, game)
    assert game.comments == {"0/18": "late"}


def test_autosave_over_the_start_of_a_round(path: Path) -> None:
    game = cw.new("kommando", seed=7, match=True)
    while game.round == 0 or game.ply < 2:
        game.play(game.legal_moves()[0])
    game.undo().undo().undo().autosave(path)
    assert (game.round, game.ply) == (0, 19)
    same(path, game)
    game.redo().redo().redo()
    assert (game.round, game.ply) == (1, 2)
    same(path, game)


def test_a_position_set_up_for_a_lesson_is_kept_too(path: Path) -> None:
    start = cw.new("commander", seed=1).play("1xB1").dump()
    game = cw.from_dump(start).autosave(path)
    for _ in range(3):
        game.play(game.legal_moves()[0])
    same(path, game)


def test_a_second_autosave_leaves_the_first_file_as_it_was(path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    game.play(game.legal_moves()[0])
    before = path.read_bytes()
    other = path.with_name("other.jsonl")
    game.autosave(other).play(game.legal_moves()[0])
    assert path.read_bytes() == before
    same(other, game)
    # and the same file once more, as after a crash: load, go on
    del game
    gc.collect()
    again = cw.load(other).autosave(other)
    again.play(again.legal_moves()[0])
    same(other, again)


def test_a_game_whose_file_is_taken_or_removed_says_so_and_changes_nothing(path: Path) -> None:
    one = cw.new("kommando", seed=1, autosave=path)
    other = cw.new("kommando", seed=2, autosave=path.with_name("other.jsonl"))
    path.with_name("other.jsonl").replace(path)
    before = one.dump()
    changes: list[Callable[[], object]] = [
        lambda: one.play(one.legal_moves()[0]),
        one.restart,
        lambda: one.sit(0, "Ann"),
    ]
    for change in changes:
        with pytest.raises(FileNotFoundError, match="another game took its place"):
            change()
        assert one.dump() == before
        assert one.seats == ["A", "B"]
    with pytest.raises(FileNotFoundError, match="moved or removed"):
        other.play(other.legal_moves()[0])
    one.autosave(path.with_name("one.jsonl")).play(one.legal_moves()[0])
    assert cw.load(path).dump() == other.dump()
    assert cw.load(path.with_name("one.jsonl")).dump() == one.dump()


def test_who_sits_down_later_and_that_nothing_is_taken_back_are_kept(path: Path) -> None:
    game = cw.new("kommando", seed=7, seats=["Ann", "Bob"], undo=False, autosave=path)
    game.play(game.legal_moves()[0]).sit(0, "Carl").sit(1, cw.bots.Random())
    again = cw.load(path)
    assert again.seats == ["Carl", "Random"]
    with pytest.raises(cw.ActionRefused, match="without taking moves back"):
        again.undo()


def test_an_earlier_game_of_the_same_name_moves_aside(path: Path) -> None:
    """Run all after a crash must not lose the game that the crash left."""
    games = []
    for number in range(3):
        if number:
            with pytest.warns(UserWarning, match=f"game-{number}.jsonl"):
                games.append(cw.new("kommando", seed=number, autosave=path))
        else:
            games.append(cw.new("kommando", seed=number, autosave=path))
        games[-1].play(games[-1].legal_moves()[0])
    same(path, games[2])
    same(path.with_name("game-1.jsonl"), games[0])
    same(path.with_name("game-2.jsonl"), games[1])
    # the earlier game's moves still go where it is kept now
    games[0].play(games[0].legal_moves()[0])
    same(path.with_name("game-1.jsonl"), games[0])
    same(path, games[2])
    # and the name is no longer its own
    with pytest.warns(UserWarning, match="game-3.jsonl"):
        games[0].autosave(path)
    same(path.with_name("game-3.jsonl"), games[2])
    same(path, games[0])


def test_a_journal_that_begins_in_the_middle_moves_aside_too(path: Path) -> None:
    game = cw.new("kommando", seed=1)
    game.play(game.legal_moves()[0])
    game.autosave(path)
    with pytest.warns(UserWarning, match="game-1.jsonl"):
        cw.new("kommando", seed=2, autosave=path)
    same(path.with_name("game-1.jsonl"), game)


def test_a_journal_without_a_move_makes_room(path: Path) -> None:
    cw.new("kommando", seed=1, autosave=path)
    game = cw.new("kommando", seed=2, autosave=path)
    same(path, game)
    path.write_bytes(path.read_bytes().split(b"\n")[0])  # cut after its first line
    same(path, game.autosave(path))
    cw.new("kommando", seed=3, autosave=path)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_no_file_but_a_journal_is_written_over(path: Path) -> None:
    path.write_text("a diary\n")
    with pytest.raises(FileExistsError, match="no journal"):
        cw.new("kommando", seed=1, autosave=path)
    assert path.read_text() == "a diary\n"


# -- crashes

PLAYER = """
import os, signal, sys
import capture_widgets as cw
g = cw.new("kommando", seed=7, match=True, autosave=sys.argv[1])
print(g.ply, flush=True)
while True:
    g.play(g.legal_moves()[0])
    print(g.round, g.ply, g.moves()[-1:], flush=True)
    if (g.round, g.ply) == (1, 5):
        {end}
"""


@pytest.mark.parametrize(
    "end", ["os._exit(9)", "os.kill(os.getpid(), signal.SIGKILL)"] if hasattr(os, "fork") else ["os._exit(9)"]
)
def test_after_a_crash_every_move_whose_play_returned_is_there(end: str, path: Path) -> None:
    program = PLAYER.replace("{end}", end)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert done.stdout.splitlines()[-1].startswith("1 5 ")
    game = cw.load(path)
    assert (game.round, game.ply) == (1, 5)
    fresh = cw.new("kommando", seed=7, match=True)
    while (fresh.round, fresh.ply) != (1, 5):
        fresh.play(fresh.legal_moves()[0])
    assert game.record() == fresh.record()


def test_a_torn_last_line_is_dropped_with_a_warning(path: Path) -> None:
    game = cw.new("columns", seed=7, autosave=path)
    game.play(game.legal_moves()[0])
    whole = path.read_bytes()
    game.play(game.legal_moves()[0])
    torn = path.read_bytes()
    before = cw.new("columns", seed=7).play(game.moves()[0]).record()
    for cut in range(len(whole) + 1, len(torn)):
        path.write_bytes(torn[:cut])
        with pytest.warns(UserWarning, match="the last line is torn"):
            again = cw.load(path)
        assert again.record() == before
    for cut in (len(whole), len(torn)):
        path.write_bytes(torn[:cut])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert cw.load(path).ply == (1 if cut == len(whole) else 2)


def test_going_on_after_a_torn_line(path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    game.play(game.legal_moves()[0])
    del game
    gc.collect()
    with path.open("ab") as file:
        file.write('{"play": "9ÿ'.encode()[:-1])  # cut in the middle of a letter
    with pytest.warns(UserWarning, match="torn"):
        again = cw.load(path)
    again.autosave(path).play(again.legal_moves()[0])
    same(path, again)


def test_a_disk_that_is_full_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = cw.new("kommando", seed=7, match=True, autosave=path)
    while game.ply < 19:
        game.play(game.legal_moves()[0])
    dump, revision, text = game.dump(), game.revision, path.read_bytes()
    write = locked_files.write_at

    def half(file: Any, place: int, data: bytes, *, waits: bool) -> None:
        write(file, place, data[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(locked_files, "write_at", half)
    changes: list[Callable[[], object]] = [
        lambda: game.play(game.legal_moves()[0]),
        game.undo,
        lambda: game.comment("x"),
        lambda: game.glyph("!"),
    ]
    for change in changes:
        with pytest.raises(OSError, match="No space"):
            change()
        assert game.dump() == dump
        assert game.revision == revision
        assert game.comments == game.glyphs == {}
        assert path.read_bytes() == text
    monkeypatch.setattr(locked_files, "write_at", write)
    game.play(game.legal_moves()[0])
    assert (game.round, game.ply) == (1, 0)
    same(path, game)


def test_a_folder_that_is_not_there_is_said(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cw.new("kommando", seed=7, autosave=path / "no" / "game.jsonl")


# -- damage


@pytest.mark.parametrize(
    ("number", "line", "where", "reason"),
    [
        (1, '{"format": "capture-widgets/journal", "version": 3}', "line 1", "versions 1 and 2"),
        (1, '{"format": "capture-widgets/journal", "version": true}', "line 1", "versions 1 and 2"),
        (2, '{"play": "L:1r"}', "line 2", 'expected {"game": record}'),
        (2, '{"game": {"game": "chess"}}', "line 2", "there is no game 'chess'"),
        (2, '{"game": [[]]}', "line 2", "there is no game"),
        (3, '{"play": "L:99r"}', "line 3", "GE-3"),
        (4, '{"play": "no', "line 4", "not JSON"),
        (4, "", "line 4", "not JSON"),
        (4, "[1]", "line 4", "expected an object"),
        (4, "{}", "line 4", "no step of a journal"),
        (4, '{"play": 7}', "line 4", "a move is a text"),
        (4, '{"play": "9y", "more": 1}', "line 4", "no step of a journal"),
        (4, '{"resign": true}', "line 4", "no step of a journal"),
        (4, '{"undo": 1}', "line 4", "no step of a journal"),
        (4, '{"undo": true, "redo": true}', "line 4", "no step of a journal"),
        (4, '{"redo": true}', "line 4", "no move was taken back"),
        (4, '{"comment": ["0/9", "x"]}', "line 4", "there is no ply 9"),
        (4, '{"comment": ["9", "x"]}', "line 4", "no step of a journal"),
        (4, '{"comment": "x"}', "line 4", "no step of a journal"),
        (4, '{"comment": ["0/0", ["x"]]}', "line 4", "no step of a journal"),
        (4, '{"comment": [5, "x"]}', "line 4", "no step of a journal"),
        (4, '{"comment": "ab"}', "line 4", "no step of a journal"),
        (4, '{"comment": null}', "line 4", "no step of a journal"),
        (4, '{"comment": ["0-1", "x"]}', "line 4", "is no position"),
        (1, '{"format": "capture-widgets/journal", "version": 1, "undo": true}', "line 1", "expected format"),
        (1, '{"format": "capture-widgets/journal", "version": 1, "more": 1}', "line 1", "expected format"),
        (4, '{"sit": [2, "x"]}', "line 4", "there is no seat 2"),
        (4, '{"sit": [true, "x"]}', "line 4", "no step of a journal"),
        (4, '{"glyph": ["0/0", "+"]}', "line 4", "there is no sign"),
        (4, '{"play": "L:1r", "deal": ["1r"]}', "line 4", "GE-2"),
        (4, "[" * 100_000, "line 4", "nested too deep"),
        (4, '{"play": NaN}', "line 4", "NaN"),
    ],
)
def test_damage_in_a_journal_of_version_1_names_its_line(
    number: int, line: str, where: str, reason: str, path: Path
) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    text = first_version(path)
    text[number - 1] = line
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    with pytest.raises(cw.RecordError) as caught:
        cw.load(path)
    assert caught.value.where == where
    assert reason in str(caught.value)


def test_a_lost_line_of_version_1_is_found_by_the_moves_after_it(path: Path) -> None:
    game = cw.new("kommando", seed=7, autosave=path)
    for _ in range(4):
        game.play(game.legal_moves()[0])
    text = first_version(path)
    path.write_text("\n".join(text[:3] + text[4:]) + "\n", encoding="utf-8")
    with pytest.raises(cw.RecordError) as caught:
        cw.load(path)
    assert caught.value.where == "line 4"


def test_an_empty_or_foreign_file_is_no_journal(path: Path) -> None:
    path.write_text("")
    with pytest.raises(cw.RecordError, match="not JSON"):
        cw.load(path)
    path.write_text('{"format": "capture-widgets/journal"')
    with pytest.warns(UserWarning, match="torn"), pytest.raises(cw.RecordError, match="line 1"):
        cw.load(path)


def test_a_journal_that_an_observer_begins_withholds_no_change_from_others(tmp_path: Path) -> None:
    game, heard = cw.new("kommando", seed=7), []

    def begin(_change: object) -> None:
        if game.kept_in is None:
            game.autosave(tmp_path / "begun.jsonl")

    game.observe(begin, "revision")
    game.observe(lambda change: heard.append((change["name"], change["new"])), ["revision", "ply"])
    game.play(game.legal_moves()[0])
    assert {("revision", 1), ("ply", 1), ("revision", 2)} <= set(heard)
    assert game.kept_in is not None
