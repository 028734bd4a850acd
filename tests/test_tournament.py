"""Tournaments: the same deals for everybody, the same table whatever runs them, and no finished game lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import Bot, Greedy, View
from capture_widgets.bots import Random as RandomBot
from capture_widgets.cli import main
from capture_widgets.games import game_type
from capture_widgets.tournaments.entrant_process import Allowance
from capture_widgets.tournaments.entrants import read_entrant, read_entrants
from capture_widgets.tournaments.notebook_code import bot_code
from capture_widgets.tournaments.referee import Job, play_job
from capture_widgets.tournaments.schedule import Meeting, groups, meetings, seatings, sides

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="entrants have processes on Linux and macOS")

FIRST = """
from capture_widgets.bots import Bot

class First(Bot):
    def choose(self, view):
        return view.legal_moves()[0]
"""
LAST = FIRST.replace("First", "Last").replace("[0]", "[-1]")

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": "class No(Bot): pass"},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import capture_widgets as cw\n", "STEP = -1"]},
        {"cell_type": "code", "source": "raise RuntimeError('the cells that play are not run')"},
        {"cell_type": "code", "source": ["def last(moves):\n", "    return moves[STEP]"]},
        {
            "cell_type": "code",
            "source": "class Mine(cw.bots.Bot):\n    def choose(self, view):\n        return last(view.legal_moves())",
        },
        {"cell_type": "code", "source": "duel = cw.duel('kommando', [Mine(), Mine()], deals=10**6)"},
    ]
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class's folder: two files and a notebook, and what is none of an entrant."""
    place = tmp_path / "class"
    place.mkdir()
    (place / "anna.py").write_text(FIRST)
    (place / "ben.ipynb").write_text(json.dumps(NOTEBOOK))
    (place / "carla.py").write_text(LAST)
    (place / "_draft.py").write_text("nothing")
    (place / "notes.txt").write_text("nothing")
    return place


def test_files_and_notebooks_of_a_folder_play(folder: Path) -> None:
    result = cw.tournament(folder, "kommando", deals=2, seed=3, progress=False)
    assert result.names == ("anna", "ben", "carla")
    assert result.faults == []
    assert len(result.played) == 3 * 2 * 2
    assert list(result.frame().columns) == ["name", "rating", "low", "high", "games", "points", "faults"]
    cross = result.cross().to_dict()
    assert str(cross["anna"]["anna"]) == "nan", "nobody plays against themselves"
    assert cross["anna"]["ben"] == 1 - cross["ben"]["anna"]
    ben, carla = (
        [game for game in result.played if game.seating == pair] for pair in (("anna", "ben"), ("anna", "carla"))
    )
    assert [game.moves for game in ben] == [game.moves for game in carla], "the notebook's bot is the file's"


def test_no_name_of_a_file_in_a_folder_stops_the_others(folder: Path) -> None:
    """Whoever may write to a class's folder may choose any name there, that of a classmate's file, too."""
    (folder / "anna.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / ("n" * 80 + ".py")).write_text(FIRST)
    (folder / ("n" * 81 + ".py")).write_text(FIRST)
    (folder / "be\nn\u202e.py").write_text(FIRST)
    (folder / " .py").write_text(FIRST)
    result = cw.tournament(folder, "kommando", deals=1, seed=3, progress=False)
    refused = {fault["name"] for fault in result.faults}
    assert set(result.names) - refused == {"anna.ipynb", "anna.py", "ben", "carla"}
    assert len(refused) == 4
    assert all(name.isprintable() and len(name) <= 60 for name in refused)
    for name in ("anna.py", "anna.ipynb", "ben", "carla"):
        others = [game for game in result.played if name in game.seating and not refused & {*game.seating}]
        assert len(others) == 6, "everybody plays everybody else"


def test_bots_of_a_cell_and_of_a_module_play() -> None:
    made: dict[str, Any] = {"__name__": "__main__"}
    exec(LAST, made)  # noqa: S102 # as a cell does

    result = cw.tournament({"cell": made["Last"](), "module": Second()}, "kommando", deals=1, progress=False)
    assert result.faults == []
    assert {row.games for row in result.standings} == {2}


class Second(Bot):
    """A bot of a module that an entrant's process cannot import."""

    def choose(self, view: View) -> str:
        return view.legal_moves()[:2][-1]


def test_the_table_is_the_same_with_one_worker_and_two(folder: Path) -> None:
    entrants: dict[str, Any] = {"anna": folder / "anna.py", "random": RandomBot(), "greedy": Greedy()}
    one = cw.tournament(entrants, "kommando", deals=3, seed=5, progress=False)
    with ThreadPoolExecutor(2) as pool:
        two = cw.tournament(
            dict(reversed(entrants.items())), "kommando", deals=3, seed=5, executor=pool, progress=False
        )
    assert one == two
    assert one.standings == two.standings
    assert all(len(game.thought) == 2 and sum(game.thought) > 0 for game in one.played)


def test_a_bot_that_its_owner_trusts_plays_in_the_process_of_the_referee(folder: Path) -> None:
    """Such as one that asks a model over the network; what it does wrong loses its game all the same."""
    told: list[int] = []

    def complete(messages: Any) -> str:
        told.append(os.getpid())
        return "[nothing]"

    entrants: dict[str, Any] = {"chat": cw.bots.Chat(complete), "anna": folder / "anna.py"}
    result = cw.tournament(entrants, "kommando", deals=1, seed=1, trusted=["chat"], progress=False)
    assert set(told) == {os.getpid()}
    assert [fault["kind"] for fault in result.faults] == ["illegal", "illegal"]
    assert {fault["name"] for fault in result.faults} == {"chat"}
    same = cw.tournament({"g": Greedy(), "r": RandomBot()}, "kommando", deals=1, seed=1, trusted=["g"], progress=False)
    assert same.played == cw.tournament({"g": Greedy(), "r": RandomBot()}, "kommando", deals=1, seed=1).played
    with pytest.raises(ValueError, match="trusted: there is no entrant 'anna' that is a bot"):
        cw.tournament(entrants, "kommando", trusted=["anna"])


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_the_table_is_the_same_on_a_cluster(folder: Path) -> None:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        there = cw.tournament(folder, "kommando", deals=2, seed=5, executor=client.get_executor(), progress=False)
    assert there == cw.tournament(folder, "kommando", deals=2, seed=5, progress=False)


@pytest.mark.parametrize(
    ("slug", "options", "count", "of_two"),
    [
        ("kommando", {}, 2, 2),
        ("commander", {"players": 3}, 6, 6),
        ("commander", {"players": 4}, 24, 14),
        ("commander", {"teams": True}, 2, 2),
        ("fourx", {}, 1, 1),
    ],
)
def test_every_group_sits_in_every_seating(slug: str, options: dict[str, Any], count: int, of_two: int) -> None:
    kind = game_type(slug)
    where = sides(kind, kind.options.of(options))
    names = ["a", "b", "c", "d", "e"]
    for group in groups(names, where):
        assert len(set(seatings(group, where))) == count
    assert len(seatings(groups(["a", "b"], where)[0], where)) == of_two
    games = list(meetings(names, 2, where))
    assert len(set(games)) == len(games)
    for seat in range(kind.seats(kind.options.of(options))):
        sat = [game.seating[seat] for game in games]
        assert {sat.count(name) for name in names} == {len(games) / 5}, "each sits equally often at each seat"
    if options.get("teams"):
        assert all(game.seating[:2] == game.seating[2:] for game in games)


def test_teams_and_games_for_one_are_rated() -> None:
    teams = cw.tournament([RandomBot(), Greedy()], "commander", deals=2, seed=1, progress=False, teams=True)
    assert [game.seating for game in teams.played[:2]] == [("Greedy", "Random") * 2, ("Random", "Greedy") * 2]
    alone = cw.tournament([RandomBot(), Greedy()], "fourx", deals=6, seed=1, progress=False)
    assert [game.seating for game in alone.played[:2]] == [("Greedy",), ("Random",)]
    assert alone.standings[0].name == "Greedy"
    assert alone.standings[0].points == sum(game.returns[0] > 0 for game in alone.played[::2]) / 6


def test_every_game_is_a_record_that_says_who_sat_where_and_how_long_each_thought(folder: Path) -> None:
    result = cw.tournament(folder, "kommando", deals=1, seed=3, progress=False)
    for number, (played, record) in enumerate(zip(result.played, result.records, strict=True)):
        game = cw.load(record)
        assert game.names == list(played.seating)
        assert (game.returns, game.points) == ([*played.returns], [*played.points])
        assert "anna thought for" in record["comments"]["0/20"] or "anna" not in played.seating
        assert result.game(number).record() == record
    with pytest.raises(ValueError, match="number=99"):
        result.game(99)


def test_a_lost_game_is_replayed_from_the_move_that_lost_it(folder: Path) -> None:
    cup = cw.tournament({"anna": folder / "anna.py", "greedy": Greedy()}, "kommando", deals=2, seed=3, progress=False)
    number = next(i for i, game in enumerate(cup.played) if game.returns[game.seating.index("anna")] < 0)
    replay = cup.replay_loss(number, simulations=400)
    ply = replay.ply
    game = cup.game(number)
    assert 0 <= ply < 20
    seat = cup.played[number].seating.index("anna")
    judged = cw.analyse(game, simulations=400, progress=False)
    losses = {row.ply: row.loss for row in judged.standings if row.seat == row.to_play == seat and row.loss}
    assert losses[ply] == max(losses.values())


def test_entrants_that_come_later_play_the_same_deals_and_nothing_is_played_twice(folder: Path) -> None:
    path = folder.parent / "cup.jsonl"
    both = {"anna": folder / "anna.py", "ben": folder / "ben.ipynb"}
    early = cw.tournament(both, "kommando", deals=2, keep=path)
    size = path.stat().st_size
    assert (
        cw.tournament({"anna": folder / "anna.py", "ben": folder / "ben.ipynb"}, "kommando", deals=2, keep=path)
        == early
    )
    assert path.stat().st_size == size
    late = cw.tournament(folder, "kommando", deals=3, keep=path)
    assert late.seed == early.seed
    assert [game for game in late.played if "carla" not in game.seating and game.deal < 2] == list(early.played)
    assert {game.seed for game in late.played if game.deal < 2} == {game.seed for game in early.played}
    assert cw.Tournament.load(path) == late
    whole = cw.tournament(folder, "kommando", deals=3, seed=late.seed, progress=False)
    assert whole == late
    (folder / "anna.py").write_text(LAST)
    with pytest.raises(ValueError, match=r"anna has played in .* with other code"):
        cw.tournament(folder, "kommando", deals=3, keep=path)
    with pytest.raises(ValueError, match="another tournament"):
        cw.tournament(folder, "columns", deals=3, keep=path)
    with pytest.raises(ValueError, match="another seed"):
        cw.tournament(folder, "kommando", deals=3, seed=1, keep=path)


def test_a_kill_loses_no_finished_game_and_leaves_no_process(folder: Path) -> None:
    path = folder.parent / "cup.jsonl"
    code = (
        "import sys; sys.path.insert(0, sys.argv[3]); import capture_widgets as cw\n"
        "cw.tournament(sys.argv[1], 'kommando', deals=200, seed=4, keep=sys.argv[2], progress=False)"
    )
    root = str(Path(__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder), str(path), root], start_new_session=True
    ) as process:
        end = time.monotonic() + 60
        while time.monotonic() < end and (not path.exists() or path.read_bytes().count(b"\n") < 12):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    lines = path.read_bytes().count(b"\n")
    assert lines >= 12
    known = cw.Tournament.load(path)
    assert len(known.played) == lines - 4, "a head, three entrants, and games"
    deals = 1 + max(game.deal for game in known.played)
    goes_on = cw.tournament(folder, "kommando", deals=deals, keep=path, progress=False)
    assert goes_on == cw.tournament(folder, "kommando", deals=deals, seed=4, progress=False)
    assert set(known.played) <= set(goes_on.played)
    assert path.read_bytes().count(b"\n") == 4 + len(goes_on.played)


class Impatient(ThreadPoolExecutor):
    """Whose person presses the stop button at the fifth game."""

    count = 0

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        self.count += 1
        if self.count > 5:
            raise KeyboardInterrupt
        return super().submit(function, *args)


def test_the_stop_button_leaves_what_is_finished(folder: Path) -> None:
    path = folder.parent / "cup.jsonl"
    with Impatient(1) as pool:
        stopped = cw.tournament(folder, "kommando", deals=9, seed=4, keep=path, executor=pool, progress=False)
    assert not stopped.complete
    assert 0 < len(stopped.played) < 6
    assert "interrupted" in str(stopped)
    assert cw.Tournament.load(path).played == stopped.played


def test_a_bar_counts_the_games_while_they_are_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    path = folder.parent / "cup.jsonl"
    cw.tournament(folder, "kommando", deals=1, seed=4, keep=path)
    told = capsys.readouterr().err
    assert "0/6" in told
    assert "6/6" in told
    cw.tournament(folder, "kommando", deals=2, keep=path)
    assert "6/12" in capsys.readouterr().err, "it begins at the games that were kept"
    cw.tournament(folder, "kommando", deals=1, seed=4, progress=False)
    assert capsys.readouterr().err == ""


class Stopped(RandomBot):
    """Plays in the process of the referee, whose person presses the stop button in its third game."""

    games = 0

    def choose(self, view: View) -> str:
        self.games += view.dump["ply"] < 2
        if self.games > 2:
            raise KeyboardInterrupt
        return super().choose(view)


def test_the_stop_button_ends_a_tournament_without_workers(folder: Path) -> None:
    entrants: dict[str, Any] = {"stopped": Stopped(), "anna": folder / "anna.py"}
    stopped = cw.tournament(entrants, "kommando", deals=9, seed=4, trusted=["stopped"], progress=False)
    assert (stopped.complete, len(stopped.played)) == (False, 2)
    assert stopped.faults == []
    again = cw.tournament(folder, "kommando", deals=1, seed=4, progress=False)
    assert again.complete, "the next one starts processes of its own"


@pytest.mark.parametrize("slug", ["kommando", "columns", "commander", "universal"])
def test_the_referee_costs_a_few_times_what_playing_without_one_costs(slug: str) -> None:
    """CPU time of the referee's process beside that of the same moves without one; the measured ratio is 2.3 to 4.2."""
    bot = read_entrant(RandomBot(), "r")
    refereed, played = [], []
    for deal in range(5):
        begun = time.process_time()
        told = play_job(Job(slug, {}, 1, Meeting(deal, ("r", "r")), (bot, bot), Allowance()))
        refereed.append((time.process_time() - begun) / len(told.moves))
        assert told.fault is None
        begun = time.process_time()
        game = cw.new(slug, seed=told.seed, seats=["r", "s"])
        for move in told.moves:
            game.view()
            game.play(move)
        played.append((time.process_time() - begun) / len(told.moves))
    assert min(refereed) < 8 * min(played)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1", "has no bot"),
        (FIRST + LAST, "has 2 bots"),
        ("class (", "cannot be read"),
        ("class A:\n    pass", "has no bot"),
    ],
)
def test_a_file_that_is_no_entrant_is_refused_before_anything_is_played(code: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "dora.py"
    path.write_text(code)
    with pytest.raises(ValueError, match=f"dora.py {words}"):
        read_entrants({"dora": path})


def test_a_file_without_a_bot_in_a_folder_is_named_and_stops_nobody(folder: Path) -> None:
    (folder / "dora.py").write_text("x = 1")
    (folder / "emil.ipynb").write_bytes(b"\xff\xfe")
    expected = {"dora": "dora.py has no bot", "emil": "is no text in UTF-8"}
    entrants = {"anna", "ben", "carla", *expected}
    with ThreadPoolExecutor(2) as pool:
        result = cw.tournament(folder, "kommando", deals=1, seed=5, executor=pool, progress=False)
    others = entrants - set(expected)
    assert len(others) >= 2
    for name, words in expected.items():
        own = [fault for fault in result.faults if fault["name"] == name]
        assert own
        assert {fault["kind"] for fault in own} == {"start"}
        assert all(words in fault["words"] for fault in own)
        for row in result.standings:
            assert result.shares()[row.name, name] == 1 if row.name in others else row.name in expected
    between = [game for game in result.played if set(game.seating) <= others]
    assert between
    assert all(game.moves and game.fault is None for game in between)
    assert cw.tournament(folder, "kommando", deals=1, seed=5, progress=False) == result, "the same without workers"


def test_a_bot_may_have_the_name_of_the_bot_that_it_extends() -> None:
    code = "import capture_widgets as cw\nclass Greedy(cw.bots.Greedy):\n    pass\n"
    assert "class Greedy(cw.bots.Greedy)" in bot_code(code, "anna")


def test_a_bot_of_a_notebook_needs_cloudpickle_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(ValueError, match=r"without cloudpickle .*capture-widgets\[duels\]"):
        read_entrant(Second(), "second")
    assert read_entrant(Greedy(), "greedy").data


@pytest.mark.parametrize("entrants", [{}, 5, {"a\nb": Greedy()}, {"x" * 61: Greedy()}, {"a": 5}, [Greedy(), Greedy()]])
def test_what_are_no_entrants_is_refused(entrants: Any) -> None:
    with pytest.raises(ValueError, match="entrant|path"):  # noqa: RUF043 # one of the two
        read_entrants(entrants)


def test_a_folder_with_too_many_files_says_how_to_leave_some_out(tmp_path: Path) -> None:
    for number in range(501):
        (tmp_path / f"{number}.py").touch()
    with pytest.raises(ValueError, match=r"501 entrants; .* an underscore in front of its name leaves a file out"):
        cw.tournament(tmp_path, "kommando", deals=1)


@pytest.mark.parametrize(
    "settings",
    [
        {"deals": 0},
        {"seed": "x"},
        {"cpu_seconds": 0},
        {"cpu_seconds": (1, 2, 3)},
        {"memory": 1},
        {"executor": 5},
        {"output": 0},
        {"sleep_seconds": True},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        cw.tournament([Greedy(), RandomBot()], "kommando", **settings)
    with pytest.raises(cw.UnknownOption, match="autosave"):
        cw.tournament([Greedy(), RandomBot()], "kommando", autosave="x")
    with pytest.raises(ValueError, match="two entrants"):
        cw.tournament([Greedy()], "kommando")


def test_a_link_in_the_folder_of_a_class_leads_nowhere(folder: Path) -> None:
    def reason() -> str:
        (dora,) = (one for one in read_entrants(folder) if one.name == "dora")
        assert dora.data == b""
        return dora.refused

    (folder / "dora.py").symlink_to(folder / "anna.py")
    assert reason() == "dora.py is no regular file"
    (folder / "dora.py").unlink()
    os.mkfifo(folder / "dora.py")
    assert reason() == "dora.py is no regular file"


def test_only_what_the_class_of_a_notebook_needs_is_run() -> None:
    code = bot_code(
        "import os, sys\nA = 1\nB = A + 1\nB += 1\nprint(B)\ndef f():\n    return B\n"
        "class M(Bot):\n    def choose(self, view):\n        return f()\nC = M()\n",
        "x",
    )
    lines = code.splitlines()
    assert lines[1:4] == ["A = 1", "B = A + 1", "B += 1"]
    assert "print" not in code
    assert "import" not in code
    assert lines[6] == "    return B"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nothing", "line 1: this is not JSON"),
        ("{}", "line 1: expected the head"),
        ("[1]", "line 2: expected an object"),
        ('{"entrant":5,"digest":""}', "line 2: expected a text"),
    ],
)
def test_a_file_that_is_no_tournament_is_refused(line: str, words: str, tmp_path: Path) -> None:
    path = cw.tournament([Greedy(), RandomBot()], "kommando", deals=1, progress=False).save(tmp_path / "t.jsonl")
    head = path.read_text().partition("\n")[0]
    path.write_text(f"{line}\n" if "line 1" in words else f"{head}\n{line}\n")
    with pytest.raises(cw.RecordError, match=words):
        cw.Tournament.load(path)


def test_control_characters_of_an_entrant_break_nothing(tmp_path: Path) -> None:
    path, keep = tmp_path / "odd.py", tmp_path / "cup.jsonl"
    path.write_text(FIRST.replace("return view.legal_moves()[0]", r"raise ValueError('\ud800 \x1b[31m')"))
    other = tmp_path / "move.py"
    other.write_text(FIRST.replace("return view.legal_moves()[0]", r"return '\ud800\x1b'"))
    result = cw.tournament([path, other], "kommando", deals=1, keep=keep, progress=False)
    assert {fault["kind"] for fault in result.faults} == {"crash", "illegal"}
    assert all(fault["words"].replace("\n", "").isprintable() for fault in result.faults)
    assert cw.Tournament.load(keep) == result
    assert "ud800" in result.save_html(tmp_path / "page.html").read_text()
    assert len(result.records) == 2


def test_two_tournaments_do_not_write_into_one_file(folder: Path) -> None:
    path = folder.parent / "cup.jsonl"
    code = (
        "import sys; sys.path.insert(0, sys.argv[3]); import capture_widgets as cw\n"
        "cw.tournament(sys.argv[1], 'kommando', deals=2000, seed=4, keep=sys.argv[2], progress=False)"
    )
    command = [sys.executable, "-c", code, str(folder), str(path), str(Path(__file__).parents[1])]
    with subprocess.Popen(command, start_new_session=True) as process:
        end = time.monotonic() + 60
        while time.monotonic() < end and (not path.exists() or path.read_bytes().count(b"\n") < 5):
            time.sleep(0.02)
        with pytest.raises(ValueError, match="in use by another tournament"):
            cw.tournament(folder, "kommando", deals=2000, keep=path, progress=False)
        process.kill()


def test_a_page_quotes_what_entrants_say(tmp_path: Path) -> None:
    path = tmp_path / "evil.py"
    path.write_text(FIRST.replace("return view.legal_moves()[0]", "raise ValueError('<script>alert(1)</script>')"))
    result = cw.tournament({"<b>evil": path, "random": RandomBot()}, "kommando", deals=2, seed=1, progress=False)
    page = result.save_html(tmp_path / "page.html").read_text()
    for text in (page, result._repr_html_()):
        assert "<script" not in text
        assert "<b>" not in text
        assert "&lt;script&gt;alert" in text
    assert "held" in page
    assert result.standings[0].name == "random"
    assert (result.standings[1].faults, result.standings[1].points) == (4, 0.0)
    assert "crash (4 times): <b>evil.py, line 6" in result.report("<b>evil")
    assert "held: it can read Python" in result.report("random") or "NOT ENFORCED" in result.report("random")


def test_the_command_holds_a_tournament(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, keep = folder.parent / "result.html", folder.parent / "cup.jsonl"
    command = ["tournament", str(folder), "--game", "kommando", "--deals", "1", "--seed", "3", "--keep", str(keep)]
    assert main([*command, "-o", str(page)]) == 0
    told = capsys.readouterr().out
    assert "kommando, 3 entrants, 1 deal, 6 games" in told
    assert "wrote" in told
    assert "<svg" in page.read_text()
    assert len(cw.Tournament.load(keep).played) == 6
    assert main([*command, "-o", str(page)]) == 1
    assert "there is a file" in capsys.readouterr().err
    assert main(["tournament", str(folder / "none"), "--game", "kommando"]) == 1
