"""The command: a folder to start in, and files of games, with errors in words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets import shell
from capture_widgets.seats import Viewer
from capture_widgets.shell import START, main, notebooks, prepare


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = cw.new("kommando", seed=7)
    for _ in range(3):
        game.play(game.legal_moves()[0])
    return game.save(tmp_path / "game.json")


def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Path]]:
    """The programs that are started from now on, none of them really."""
    calls: list[tuple[list[str], Path]] = []

    def call(command: list[str], cwd: Path) -> int:
        calls.append((command, cwd))
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    return calls


def test_it_opens_jupyterlab_in_a_folder_with_the_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = started(monkeypatch)
    folder = tmp_path / "my games" / "cards"
    assert main(["--folder", str(folder), "--no-browser"]) == 0
    ((command, where),) = calls
    assert command[:4] == [sys.executable, "-m", "jupyterlab", START]
    assert "--no-browser" in command
    assert f"--LabApp.default_url=/lab/tree/{START}" in command, "the address that is printed leads to the notebook"
    assert where == folder
    assert {path.name for path in folder.iterdir()} == {path.name for path in notebooks()}


def test_it_opens_a_browser_unless_told_not_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = started(monkeypatch)
    assert main(["--folder", str(tmp_path)]) == 0
    assert "--no-browser" not in calls[0][0]


def test_the_folder_is_the_users_own_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = started(monkeypatch)
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path)
    assert main([]) == 0
    assert calls[0][1] == tmp_path / "capture-widgets"


def test_what_is_in_the_folder_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / START).write_text("mine")
    made = prepare(tmp_path)
    assert (tmp_path / START).read_text() == "mine"
    assert {path.name for path in made} == {path.name for path in notebooks()} - {START}
    assert prepare(tmp_path) == []


def test_without_jupyterlab_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shell, "find_spec", lambda name: None)
    assert main(["--folder", str(tmp_path)]) == 1
    assert 'pip install "capture-widgets[lab]"' in capsys.readouterr().err


def test_replay_writes_a_page_that_holds_what_the_viewer_may_know(saved: Path, tmp_path: Path) -> None:
    pages = {seat: tmp_path / f"{seat}.html" for seat in ("public", "0", "all")}
    for seat, page in pages.items():
        assert main(["replay", str(saved), "-o", str(page), "--seat", seat]) == 0
    game = cw.load(saved)
    viewers: dict[str, Viewer] = {"public": "public", "0": 0, "all": None}
    for seat, viewer in viewers.items():
        assert pages[seat].read_bytes() == game.save_html(tmp_path / "same.html", viewer).read_bytes()


@pytest.mark.parametrize("form", ["record", "notation", "code"])
def test_export_gives_the_same_game_in_another_form(
    form: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.txt"
    assert main(["export", str(saved), "--as", form, "-o", str(out)]) == 0
    capsys.readouterr()
    assert main(["export", str(saved), "--as", form]) == 0
    printed = capsys.readouterr().out
    assert cw.load(out) == cw.load(printed) == cw.load(saved)


def test_show_prints_a_position_and_the_moves_to_it(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(saved), "--ply", "2"]) == 0
    out = capsys.readouterr().out
    game = cw.load(saved)
    assert game.at(2).text("public").rstrip() in out
    assert [line[:4] for line in out.splitlines()[-2:]] == ["   1", "   2"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "missing.json"], "there is no file missing.json"),
        (["show", "broken.json"], "broken.json cannot be read: "),
        (["show", "game.json", "--seat", "9"], "9"),
        (["show", "game.json", "--ply", "99"], "99"),
        (["replay", "game.json", "-o", "no/such/folder.html"], "no/such"),
    ],
)
def test_what_is_wrong_is_said_in_words(
    arguments: list[str], words: str, saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(saved.parent)
    Path("broken.json").write_text('{"format": ')
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", [["show", "x", "--seat", "nobody"], ["fly"], ["replay", "x"]])
def test_a_command_that_is_none_is_refused_with_how_to_write_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: capture-widgets" in capsys.readouterr().err


def test_python_m_runs_it(saved: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "capture_widgets", "export", str(saved)], capture_output=True, text=True, check=True
    )
    record: dict[str, Any] = json.loads(done.stdout)
    assert cw.load(record) == cw.load(saved)
