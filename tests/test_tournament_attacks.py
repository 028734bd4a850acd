"""Hostile entrants: each loses the games that it disturbs, is named for what it did, and gains nothing."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import capture_widgets as cw
from capture_widgets.bots import Greedy
from capture_widgets.bots import Random as RandomBot
from capture_widgets.model.view import View
from capture_widgets.tournaments.entrant_process import Allowance
from capture_widgets.tournaments.entrants import read_entrant
from capture_widgets.tournaments.landlock import landlock_version
from capture_widgets.tournaments.page import tables
from capture_widgets.tournaments.referee import Job, PlayedGame, close_nursery, play_job
from capture_widgets.tournaments.sandbox import LAYERS, report
from capture_widgets.tournaments.schedule import Meeting
from tests.hostile_entrants import HOSTILE, source

pytestmark = pytest.mark.skipif(not landlock_version(), reason="files are closed by Landlock, which is not here")

QUICK = Allowance(move=0.4, game=4, memory=512, output=64, sleep=1.5)


@pytest.fixture(scope="module", autouse=True)
def _nursery() -> Iterator[None]:
    os.environ.update(CARDS_OF_THE_REFEREE="the cards")
    yield
    os.environ.pop("CARDS_OF_THE_REFEREE")
    close_nursery()


def play(path: Path, seed: int = 1, opponent: cw.Bot | None = None) -> PlayedGame:
    """A game of a file against a bot that knows how to behave."""
    entrants = (read_entrant(path, path.stem), read_entrant(opponent or RandomBot(), "honest"))
    return play_job(Job("kommando", {}, seed, Meeting(0, (path.stem, "honest")), entrants, QUICK))


@pytest.mark.parametrize("name", HOSTILE)
def test_an_entrant_that_misbehaves_is_named_for_what_it_did(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(source(name))
    before = sorted(tmp_path.iterdir())
    played = play(path)
    expected = HOSTILE[name]
    if expected.kind == "tried":
        assert played.fault is None
        assert any(words.startswith(expected.words) for _, words in played.tried), played.tried
        assert len(played.moves) == 20
    else:
        assert played.fault is not None
        assert (played.fault.seat, played.fault.kind) == (0, expected.kind), played.fault
        assert expected.words in played.fault.words
        assert played.returns == (-1, 1)
    assert sorted(tmp_path.iterdir()) == before
    assert {seat for seat, _ in played.tried} <= {0}, "the honest one tried nothing"


def test_every_layer_holds_here_and_reports_say_what_does_not() -> None:
    """The machine of the tests has all layers; a report names a missing one with its reason."""
    played = play_job(Job("kommando", {}, 1, Meeting(0, ("a", "b")), (read_entrant(Greedy(), "a"),) * 2, QUICK))
    assert [set(layers) for layers in played.layers] == [set(LAYERS)] * 2
    lines = report({**dict.fromkeys(LAYERS, ""), "files": "this kernel has no Landlock"})
    assert sum(line.startswith("held") for line in lines) == len(LAYERS) - 1
    assert any(line.startswith("NOT ENFORCED") and "no Landlock" in line for line in lines)
    if all(not words for words in played.layers[0].values()):
        return
    pytest.skip(f"not enforced on this machine: {played.layers[0]}")


STEALING = """
import gc, json
from capture_widgets.bots import Bot
from capture_widgets.engine.state import State

class Thief(Bot):
    def choose(self, view):
        if view.dump["ply"] < 6:
            return view.legal_moves()[0]
        worlds = [one for one in gc.get_objects() if isinstance(one, State)]
        worlds.append(view._world)
        raise RuntimeError("|".join(sorted({" ".join(one.table(None)["hands"][1 - view.seat]) for one in worlds})))
"""


def test_what_an_entrant_can_find_in_its_process_is_a_world_that_its_seat_could_imagine(tmp_path: Path) -> None:
    """Whatever state it digs out of memory is the sealed one, which is the same for all positions that look alike."""
    path = tmp_path / "thief.py"
    path.write_text(STEALING)
    differs = 0
    for seed in range(6):
        played = play(path, seed, Greedy())
        assert played.fault is not None
        found = played.fault.words.rpartition("RuntimeError: ")[2].split("|")
        game = cw.new("kommando", seed=played.seed)
        for move in played.moves:
            game.play(move)
        assert game.to_play is not None
        sealed = game.state.determinize(game.to_play, Random(0)).table(None)["hands"][1]
        true = game.dump()["table"]["hands"][1]
        assert found == [" ".join(sealed)]
        differs += found != [" ".join(true)]
    assert differs >= 5, "the true hand is found by chance only"


def test_an_entrant_cannot_know_the_deals_of_a_tournament() -> None:
    """Whoever knew the seed would know every card; by default it is secret and too large to be tried out."""
    one, two = (cw.tournament([RandomBot(), Greedy()], "kommando", deals=1, progress=False) for _ in range(2))
    assert one.seed != two.seed
    assert one.seed.bit_length() > 64


PONDERING = """
import threading, time
from capture_widgets.bots import Bot

class Ponders(Bot):
    count = 0
    def choose(self, view):
        if not view.dump["ply"] > 1:
            threading.Thread(target=self.work, daemon=True).start()
        time.sleep(0.005)
        return view.legal_moves()[0]

    def work(self):
        while True:
            self.count += 1
"""


class Slow(RandomBot):
    """Thinks for a while, by the clock."""

    def choose(self, view: View) -> str:
        time.sleep(0.05)
        return super().choose(view)


def test_an_entrant_is_stopped_while_its_opponent_thinks(tmp_path: Path) -> None:
    """A thread that goes on computing takes no time from the opponent."""
    path = tmp_path / "ponders.py"
    path.write_text(PONDERING)
    played = play(path, 1, Slow())
    assert played.fault is None
    assert played.thought[0] < 0.6, "with the opponent's ten moves it would be 0.5 s more"


@pytest.mark.thorough
def test_thirty_entrants_of_which_most_are_hostile_end_a_tournament_with_the_same_table(tmp_path: Path) -> None:
    names = [name for name in HOSTILE if name not in ("sleeps", "stops-itself", "closes-pipe", "forks-for-ever")][:26]
    for name in [*names, "sleeps"]:
        (tmp_path / f"{name}.py").write_text(source(name))
    bots = {"greedy": Greedy(), "random": RandomBot(), "search": cw.bots.ISMCTS(simulations=20)}
    entrants: dict[str, cw.Bot | Path | str] = {path.stem: path for path in tmp_path.iterdir()}
    assert len(entrants | bots) == 30
    settings = {"deals": 1, "seed": 5, "cpu_seconds": (0.25, 4), "memory": 512, "output": 64, "sleep_seconds": 0.7}
    one = cw.tournament(entrants | bots, "kommando", progress=False, **settings)  # type: ignore[arg-type]
    with ThreadPoolExecutor(2) as pool:
        two = cw.tournament(entrants | bots, "kommando", progress=False, executor=pool, **settings)  # type: ignore[arg-type]
    assert len(one.played) == 30 * 29
    assert one.standings == two.standings
    named, again = ({(fault["name"], fault["kind"]) for fault in result.faults} for result in (one, two))
    # on a busy machine what fails otherwise may first run out of time
    late = {(name, "time") for name, kind in named & again if kind != "time"}
    assert named - late == again - late
    for name in [*names, "sleeps"]:
        assert (name, HOSTILE[name].kind) in named
    assert {row.name for row in one.standings if not row.faults} >= set(bots)
    assert {row.name for row in one.standings[:8]} >= {"greedy", "search"}


def test_a_file_of_classes_that_inherit_endlessly_is_refused_at_once(tmp_path: Path) -> None:
    """The referee reads an entrant's file: it must neither hang nor end over it."""
    path = tmp_path / "eve.py"
    path.write_text("class A(B): pass\nclass B(A): pass\n")
    with pytest.raises(ValueError, match=r"eve.py has no bot"):
        read_entrant(path, "eve")
    many = "\n".join(f"class A{number}(A{number - 1}, A{number - 1}): pass" for number in range(1, 3000))
    path.write_text(f"class A0: pass\n{many}\n")
    begun = time.monotonic()
    with pytest.raises(ValueError, match=r"eve.py has no bot"):
        read_entrant(path, "eve")
    assert time.monotonic() - begun < 5


def test_a_file_that_takes_gigabytes_to_parse_is_refused_before(tmp_path: Path) -> None:
    path = tmp_path / "eve.py"
    path.write_text("class Eve(Bot): pass\n" + "a\n" * 2_000_000)
    with pytest.raises(ValueError, match=r"eve.py has more than 300,000 characters of code"):
        read_entrant(path, "eve")
    cell = {"cell_type": "code", "source": path.read_text()}
    path = path.with_suffix(".ipynb")
    path.write_text(json.dumps({"cells": [cell]}))
    with pytest.raises(ValueError, match=r"eve.ipynb has more than 300,000 characters of code"):
        read_entrant(path, "eve")


def test_a_kept_tournament_that_somebody_has_changed_prints_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "cup.jsonl"
    bots = {"one": RandomBot(), "two": RandomBot()}
    cw.tournament(bots, "kommando", deals=1, seed=1, trusted=[*bots], keep=path, progress=False)
    head, one, two, first, second = path.read_text("utf-8").splitlines()
    for changed in (one.replace('"one"', '"o\\u001b[2Jne"'), first.replace('"one"', '"o\\u202ene"')):
        path.write_text(f"{head}\n{changed}\n{two}\n{first}\n{second}\n", "utf-8")
        with pytest.raises(cw.RecordError, match="is no name for an entrant") as caught:
            cw.Tournament.load(path)
        assert str(caught.value).isprintable()
    game = {
        **json.loads(first),
        "fault": [0, "crash\x1b[2J", "a\x1b]0;b\x07"],
        "tried": [[0, "c\x1b[1A"]],
        "machine": "d\x9b",
    }
    game["layers"] = [{**dict.fromkeys(LAYERS, ""), "files": "e\x1b[8m"}] * 2
    path.write_text("\n".join([head, one, two, json.dumps(game), second, ""]), "utf-8")
    cup = cw.Tournament.load(path)
    printed = f"{cup}{cup.report('one')}{cup.report('two')}{cup.faults}{tables(cup)}"
    assert "crash" in printed
    assert "NOT ENFORCED" in printed
    assert [sign for sign in printed if not sign.isprintable() and sign != "\n"] == []
