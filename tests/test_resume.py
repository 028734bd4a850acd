"""A cell that can be run again: it restores the game of its journal, or begins a new one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw

NEW: dict[str, Any] = {"game": "kommando", "seed": 7}


def test_the_first_run_begins_and_the_next_ones_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.resume(path, new=NEW)
    game.play("L:1r")
    assert cw.resume(path, new=NEW) is game
    game.close()
    again = cw.resume(path, new={**NEW, "seed": 8})
    assert again is not game
    assert again == game
    again.play("7b")
    again.close()
    assert cw.load(path).moves() == ["L:1r", "7b"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_another_kernel_goes_on_where_this_one_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = cw.resume(path, new=NEW)
    game.play("L:1r")
    game.close()
    code = f"import capture_widgets as cw; g = cw.resume({str(path)!r}, new={NEW!r}); g.play('7b'); print(g.ply)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"
    assert cw.resume(path).moves() == ["L:1r", "7b"]


def test_the_bots_of_the_cell_sit_down_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    cell = {**NEW, "seats": ["you", cw.bots.Greedy(seed=1)]}
    cw.resume(path, new=cell).play("L:1r").close()
    assert cw.load(path).seats == ["you", "Greedy"]
    again = cw.resume(path, new={**NEW, "seats": ["you", cw.bots.Greedy(seed=1)]})
    assert isinstance(again.seats[1], cw.bots.Greedy)
    assert again.run().ply > 1
    lines = path.read_text("utf-8").splitlines()
    assert not any("sit" in json.loads(line) for line in lines)
    again.close()
    other = cw.resume(path, new={**NEW, "seats": [cw.bots.Random(), cw.bots.Random()]})
    assert other.seats == ["you", "Greedy"]


def test_without_a_journal_and_without_a_game_to_begin_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="begins one"):
        cw.resume(tmp_path / "game.jsonl")
    with pytest.raises(cw.UnknownGame):
        cw.resume(tmp_path / "game.jsonl", new={"game": "chess"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [{}, "kommando", 5, {"gme": "kommando"}, {**NEW, "autosave": "elsewhere.jsonl"}])
def test_what_names_no_new_game_is_refused_in_words_and_leaves_no_file(tmp_path: Path, given: Any) -> None:
    with pytest.raises(ValueError, match=r"cw\.new by name|the journal is"):
        cw.resume(tmp_path / "game.jsonl", new=given)
    assert list(tmp_path.iterdir()) == []
