"""Files of every version of every format, written by the code of their time, are opened as before."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis import game_lines
from capture_widgets.analysis.analysis_format import FORMAT as ANALYSIS
from capture_widgets.model import dump, record_format
from capture_widgets.records import code_text, journal_lines, notation_text
from capture_widgets.rooms import class_file
from capture_widgets.teaching import answer_format, shapes

FORMATS = Path(__file__).parent / "formats"
NEWEST = {
    "analysis": 1,
    "answers": answer_format.VERSION,
    "class": class_file.VERSION,
    "code": code_text.VERSION,
    "duel": game_lines.VERSION,
    "journal": journal_lines.VERSION,
    "lesson": shapes.VERSION,
    "notation": notation_text.VERSION,
    "record": record_format.VERSION,
    "state": dump.VERSION,
    "tournament": game_lines.VERSION,
    "view": dump.VERSION,
}
"""The newest version of each format; `tests/formats` holds a file of it and of each before it."""


def stored(kind: str) -> list[Path]:
    """The files of one format, oldest version first."""
    return sorted(FORMATS.glob(f"{kind}_[0-9]*"))


@pytest.mark.parametrize("kind", NEWEST)
def test_a_file_of_every_version_is_stored(kind: str) -> None:
    assert [int(path.stem.rpartition("_")[2]) for path in stored(kind)] == [*range(1, NEWEST[kind] + 1)]


MATCH = [*stored("record"), *stored("journal"), *stored("notation"), *stored("code")]
"""One and the same match, of which the code of a game has the last round alone, and no comment."""


@pytest.mark.parametrize("path", MATCH, ids=lambda path: path.name)
def test_a_stored_match_is_loaded_as_it_was_played(path: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copy(path, tmp_path))
    game = cw.load(copied.read_text("utf-8") if path.suffix == ".txt" else copied)
    assert game.moves() == ["L:3r", "5y", "L:10r"]
    assert game.dump()["table"]["hands"] == json.loads((FORMATS / "state_1.json").read_text("utf-8"))["table"]["hands"]
    if "code" not in path.name:
        assert (game.round, game.seats, game.comments) == (1, ["Ann", "Ben"], {"1/3": "A comment"})
        assert game.at(20, round=0).returns == [-1, 1]


@pytest.mark.parametrize("path", stored("journal"), ids=lambda path: path.name)
def test_a_stored_journal_is_gone_on_with(path: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copy(path, tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = cw.resume(copied)
    game.play(game.legal_moves()[0])
    game.close()
    assert cw.load(copied).ply == 4


@pytest.mark.parametrize("path", [*stored("state"), *stored("view")], ids=lambda path: path.name)
def test_a_stored_position_is_shown_and_the_whole_of_it_is_played_on(path: Path) -> None:
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert "5y" in str(cw.show(data))
    if path in stored("state"):
        assert cw.from_dump(data).dump()["legal_moves"] == data["legal_moves"]


def test_a_stored_lesson_has_its_fingerprint_and_stored_answers_are_graded() -> None:
    first, second, third = map(cw.lesson, stored("lesson"))
    assert (first.fingerprint, second.fingerprint) == ("81c6dc0f44fb5bd2", "718af62ae94c60e9")
    assert third.variant("Ann").fingerprint == "01099b2ad0a583b8", "later releases deal a student the same position"
    assert [first.grade(answers)["Ann"] for answers in stored("answers")] == [(3, 7), (3, 7)]
    assert [first.grade(answers, key=second)["Ann"] for answers in stored("answers")] == [(4, 16), (5, 16)]


def test_a_stored_analysis_fits_its_game() -> None:
    for path in stored("analysis"):
        analysis = cw.Analysis.load(path)
        assert {(row.round, row.ply) for row in analysis.standings} == {(0, ply) for ply in range(21)}
        assert analysis.standings[0].best == "L:4b"
        assert json.loads(path.read_text("utf-8"))["format"] == ANALYSIS


def test_a_stored_duel_and_a_stored_tournament_are_read_and_gone_on_with(tmp_path: Path) -> None:
    for path in stored("duel"):
        duel = cw.Duel.load(path)
        assert (duel.bots, [game.returns for game in duel.played]) == (("Greedy", "Random"), [(1, -1), (-1, 1)])
        copied = Path(shutil.copy(path, tmp_path))
        bots = [cw.bots.Greedy(seed=1), cw.bots.Random(seed=1)]
        more = cw.duel("kommando", bots, deals=2, seed=1, keep=copied, progress=False)
        assert more.played[:2] == duel.played
    for path in stored("tournament"):
        cup = cw.Tournament.load(path)
        assert [row.name for row in cup.standings] == ["greedy", "random", "fails"]
        assert {fault["words"].splitlines()[-1] for fault in cup.faults} == {"RuntimeError: lost the thread"}
        assert cup.game(0).moves() == ["L:1b", "4r", "L:2b", "5y"]


def test_a_stored_class_is_gone_on_with(tmp_path: Path) -> None:
    for path in stored("class"):
        shutil.copy(path, tmp_path / "class.json")
        kept = class_file.ClassFile(tmp_path).read()
        assert kept is not None
        assert (kept.game, kept.options, [one["name"] for one in kept.people]) == (
            "kommando",
            {"dealer": 1},
            ["Ann", "Ben"],
        )


@pytest.mark.parametrize("kind", ["duel", "tournament", "class"])
def test_a_file_of_a_newer_release_is_refused_in_words(kind: str, tmp_path: Path) -> None:
    text = stored(kind)[-1].read_text("utf-8")
    newer = re.sub(r'("version": ?)1', r"\g<1>2", text, count=1)
    assert newer != text
    path = tmp_path / ("class.json" if kind == "class" else "newer.jsonl")
    path.write_text(newer, encoding="utf-8")
    read: dict[str, Any] = {
        "duel": lambda: cw.Duel.load(path),
        "tournament": lambda: cw.Tournament.load(path),
        "class": lambda: class_file.ClassFile(tmp_path).read(),
    }
    with pytest.raises(ValueError, match="this release reads version 1, the file says 2; a newer release"):
        read[kind]()
    assert path.read_text("utf-8") == newer


@pytest.mark.parametrize("kind", NEWEST)
def test_the_page_on_compatibility_names_every_stored_format(kind: str) -> None:
    page = (FORMATS.parent.parent / "docs/compatibility.md").read_text("utf-8")
    row = {"class": "class in rooms", "state": "dump", "view": "dump"}.get(kind, kind)
    assert re.search(rf"^\| {row} \(.*\| {NEWEST[kind]}\b", page, re.MULTILINE)


@pytest.mark.parametrize("path", sorted(FORMATS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_in_a_stored_notebook_the_table_becomes_a_picture_and_the_replay_steps(path: Path, tmp_path: Path) -> None:
    frozen = json.loads(cw.freeze_notebook(path, tmp_path / "frozen.ipynb").read_text("utf-8"))
    table, replay = ("".join(cell["outputs"][0]["data"]["text/html"]) for cell in frozen["cells"][1:])
    assert "image/svg+xml" in table
    assert "<script" not in table
    assert "<script" in replay
    assert all(len(cell["outputs"]) == 1 for cell in frozen["cells"][1:])
