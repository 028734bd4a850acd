"""The command line: a folder to start in, game files, and errors in words."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets import cli as shell
from capture_widgets.cli import main, notebooks, prepare
from capture_widgets.core.escapes import is_obeyed
from capture_widgets.engine.seats import Viewer
from capture_widgets.lab.settings import START, lab_environment


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = cw.new("kommando", seed=7)
    for _ in range(3):
        game.play(game.legal_moves()[0])
    return game.save(tmp_path / "game.json")


def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Path]]:
    """The programs that are started from now on, none of them really."""
    calls: list[tuple[list[str], Path]] = []

    class Program:
        def __init__(self, command: list[str], cwd: Path, env: dict[str, str]) -> None:
            (config, *_) = env["JUPYTER_CONFIG_PATH"].split(os.pathsep)
            assert Path(config, "labconfig", "default_setting_overrides.json").is_file()
            calls.append((command, cwd))

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Program)
    return calls


def test_it_opens_jupyterlab_in_a_folder_with_the_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = started(monkeypatch)
    folder = tmp_path / "my games" / "cards"
    assert main(["--folder", str(folder), "--no-browser"]) == 0
    ((command, where),) = calls
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert "--no-browser" in command
    assert f"--LabApp.default_url=/doc/tree/{START}" in command, "the address that is printed leads to the notebook"
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


@pytest.mark.parametrize(
    ("chosen", "adaptive"),
    [
        (None, True),
        ('{"theme": "JupyterLab Dark"}', False),
        ('{\n  // Selected Theme\n  "theme": "JupyterLab Light",\n}', False),
        ('{\n  // "theme": "JupyterLab Light"\n  "theme-scrollbars": true\n}', True),
    ],
)
def test_the_theme_is_the_systems_unless_the_user_has_chosen_one(
    chosen: str | None, adaptive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    settings = tmp_path / "lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"
    if chosen is not None:
        settings.parent.mkdir(parents=True)
        settings.write_text(chosen)
    files = [Path(one, "labconfig/default_setting_overrides.json") for one in
             lab_environment()["JUPYTER_CONFIG_PATH"].split(os.pathsep)]  # fmt: skip
    assert any("adaptive-theme" in one.read_text() for one in files if one.is_file()) is adaptive


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
    assert cw.load(out) == cw.load(saved)
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
        (["export", "game.json", "-o", "x" * 40_000], "cannot be the name of a file"),
        (["host", "chess"], "chess is neither a game nor a file; the games are "),
        (["host", "kommando", "--port", "70000"], "port=70000: a whole number from 0 to 65535"),
        (["host", "kommando", "--grace", "-1"], "grace=-1.0: seconds, from 0 to 86,400"),
        (["host", "kommando", "--stand-in", "genius"], "there is no player 'genius'"),
        (["host", "kommando", "--seats", "Ann,Ben,Cleo"], "this game has 2, and 3 were named"),
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


def test_a_room_is_hosted_until_a_signal_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    folder = tmp_path / "monday"
    links: list[list[str]] = []
    lines: list[str] = []
    for plies in (0, 1):
        command = [sys.executable, "-m", "capture_widgets", "host", "kommando", "--folder", str(folder)]
        command += [] if links else ["--seats", "Ann,Ben"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as host:
            assert host.stdout is not None
            lines = list(iter(host.stdout.readline, "Press Ctrl+C to close the room.\n"))
            links.append([line.strip() for line in lines if line.startswith("http://127.0.0.1:")])
            assert len(links[-1]) == 3
            with cw.join(links[-1][plies]) as seat:
                assert (seat.seat, seat.ply) == (plies, plies)
                seat.play(seat.legal_moves()[0])
            host.terminate()
            assert host.wait(20) == 0
    assert links[0] == links[1]
    assert cw.load(folder / "game.jsonl").ply == 2
    assert "Ann, for one person alone:\n" in lines


def test_python_m_runs_it(saved: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "capture_widgets", "export", str(saved)], capture_output=True, text=True, check=True
    )
    record: dict[str, Any] = json.loads(done.stdout)
    assert cw.load(record) == cw.load(saved)


# -- what a stranger's file says to a terminal

OBEYED = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp\u2066\u2028\r\x08\x7f\ufeff\U000e0041"


@pytest.fixture
def loud(tmp_path: Path) -> Path:
    """A game whose names and comments would clear a terminal."""
    game = cw.new("kommando", seed=7, seats=[f"Ann{OBEYED}", f"Bo\n   1 Ann won{OBEYED}"])
    game.play(game.legal_moves()[0]).comment(f"well\n{OBEYED}").play(game.legal_moves()[0])
    game.undo()
    return game.save(tmp_path / f"loud{OBEYED.replace('/', '')}.json")


def commands(path: Path) -> list[list[str]]:
    """Every command that says something about a game."""
    forms = [["export", str(path), "--as", form] for form in ("record", "notation", "code")]
    shows = [["show", str(path), "--seat", seat] for seat in ("public", "0", "1", "all")]
    return [*forms, *shows, ["replay", str(path), "-o", f"{path}.html"], ["export", str(path), "-o", f"{path}.txt"]]


def test_nothing_that_is_printed_is_obeyed_by_a_terminal(loud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ""
    for command in commands(loud):
        assert main(command) == 0, capsys.readouterr().err
        out, err = capsys.readouterr()
        assert err == ""
        assert [sign for sign in out if is_obeyed(sign) and sign != "\n"] == [], command
    assert not any("Ann won" in line[:14] for line in out.splitlines()), "a name stands on one line"


@pytest.mark.parametrize("form", ["record", "notation"])
def test_what_is_printed_is_the_same_game(form: str, loud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(loud), "--as", form]) == 0
    assert cw.load(capsys.readouterr().out).record() == cw.load(loud).record()


def test_no_error_is_obeyed_by_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = tmp_path / "broken.json"
    record: dict[str, Any] = json.loads(json.dumps(cw.new("kommando", seed=7).record()))
    wrong = [
        {**record, "game": OBEYED}, {**record, OBEYED: 1}, {**record, "format": OBEYED},
        {**record, "options": {OBEYED: 1}},
        {**record, "rounds": [{**record["rounds"][0], "moves": [OBEYED]}]}, {**record, "comments": {OBEYED: "x"}},
        {**record, "rounds": [{**record["rounds"][0], "deal": [OBEYED]}]}, {**record, "seats": OBEYED},
    ]  # fmt: skip
    for one in wrong:
        broken.write_text(json.dumps(one))
        for command in (["show", str(broken)], ["export", str(broken)]):
            assert main(command) == 1
            out, err = capsys.readouterr()
            assert out == ""
            assert [sign for sign in err.rstrip("\n") if is_obeyed(sign)] == []
            assert len(err) < 3000
    for command in (["show", OBEYED], ["replay", OBEYED, "-o", OBEYED], ["export", OBEYED, "-o", f"no/{OBEYED}"]):
        assert main(command) == 1
        assert not any(map(is_obeyed, capsys.readouterr().err.rstrip("\n")))
    for command in (["show", "x", "--seat", OBEYED], [OBEYED], ["show", "x", f"--{OBEYED}"], ["show", "x", OBEYED]):
        with pytest.raises(SystemExit):
            main(command)
        err = capsys.readouterr().err
        assert [sign for sign in err if is_obeyed(sign) and sign != "\n"] == []


# -- nothing is written over


@pytest.mark.parametrize(
    "command", [["replay"], ["export"], ["export", "--as", "notation"], ["export", "--as", "code"]]
)
def test_what_is_there_is_written_over_only_with_force(
    command: list[str], saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "mine.txt"
    there.write_text("mine")
    asked = [command[0], str(saved), *command[1:], "-o", str(there)]
    assert main(asked) == 1
    assert "--force" in capsys.readouterr().err
    assert there.read_text() == "mine"
    assert main([*asked, "--force"]) == 0
    assert there.read_text() != "mine"
    dead = tmp_path / "link.txt"
    dead.symlink_to(tmp_path / "nowhere")
    assert main([*asked[:-1], str(dead)]) == 1
    assert not (tmp_path / "nowhere").exists(), "what a link leads to is not made either"
    assert main([*asked[:-1], str(tmp_path), "--force"]) == 1
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["replay"], ["export"], ["export", "--as", "code"]])
@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("name", ["game.json", "./game.json", "soft.json", "hard.json", "game.jsonl"])
def test_the_game_itself_is_never_written_over(
    name: str, force: list[str], command: list[str], saved: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(saved.parent)
    Path("soft.json").symlink_to(saved)
    Path("hard.json").hardlink_to(saved)
    cw.load(saved).autosave("game.jsonl").close()
    source = "game.jsonl" if name == "game.jsonl" else "game.json"
    before = Path(source).read_bytes()
    assert main([command[0], source, *command[1:], "-o", name, *force]) == 1
    assert "is the game itself" in capsys.readouterr().err
    assert Path(source).read_bytes() == before


# -- when it is told to end

FAKE = """
import os, signal, sys, time
open({started!r}, "w").write(str(os.getpid()))
def told(number, frame):
    open({told!r}, "a").write(f"{{number}} ")
    if {obeys}:
        sys.exit(0)
for name in ("SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), told)
open({ready!r}, "w").write("x")
while True:
    time.sleep(0.05)
"""


def soon(path: Path) -> str:
    """What stands in a file, once there is something."""
    deadline = time.monotonic() + 60
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline, f"{path} was not written"
        time.sleep(0.01)
    return path.read_text()


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("obeys", [True, False])
def test_jupyterlab_ends_with_the_command(name: str, obeys: bool, tmp_path: Path) -> None:
    number = getattr(signal, name)
    package = tmp_path / "path" / "jupyterlab"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    names = {one: str(tmp_path / one) for one in ("started", "told", "ready")}
    (package / "__main__.py").write_text(FAKE.format(**names, obeys=obeys))
    path = os.pathsep.join([str(package.parent), str(Path(cw.__file__).parent.parent)])
    # nohup, which may run the tests, ignores one of them, and so would what it starts
    first = f"import signal, sys; signal.signal({int(number)}, signal.SIG_DFL)"
    program = f"{first}; from capture_widgets import cli; cli.GRACE = {60 if obeys else 0.3}; sys.exit(cli.main())"
    command = subprocess.Popen(
        [sys.executable, "-c", program, "--folder", str(tmp_path / "games"), "--no-browser"],
        env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        soon(tmp_path / "ready")
        child = int(soon(tmp_path / "started"))
        command.send_signal(number)
        assert command.wait(60) == -number, "who started the command sees why it ended"
        assert soon(tmp_path / "told") == f"{int(number)} "
        assert not is_there(child)
    finally:
        command.kill()
        command.wait()
