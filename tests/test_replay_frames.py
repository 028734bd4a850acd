"""Games as pandas data frames, and many records at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.records.record import Reading, read_record
from tests.cases import random_move
from tests.leaks import find_cards


def finished(slug: str, seed: int = 3, **more: Any) -> cw.Game:
    game, rng = cw.new(slug, seed=seed, **more), Random(seed)
    while not game.is_over:
        game.play(str(random_move(game.state, rng)))
    return game


@pytest.mark.parametrize("slug", GAMES)
def test_moves_frame_has_a_row_a_move(slug: str) -> None:
    game = finished(slug).comment("Well done.", ply=2).glyph("!", ply=1)
    frame = game.moves_frame()
    assert list(frame["move"]) == game.moves()
    assert list(frame["ply"]) == list(game.plies())[1:]
    assert list(frame["text"]) == [entry["text"] for entry in game.log()]
    assert frame["comment"][1] == "Well done."
    assert frame["glyph"][0] == "!"
    last = frame.iloc[-1]
    assert [last[f"points_{seat}"] for seat in range(len(game.seats))] == game.points
    assert frame["choices"][0] == len(game.at(0).legal_moves())


@pytest.mark.parametrize("slug", GAMES)
def test_states_frame_has_a_row_a_position(slug: str) -> None:
    game = finished(slug)
    frame = game.states_frame()
    assert len(frame) == len(game.moves()) + 1
    assert list(frame["is_over"]) == [False] * len(game.moves()) + [True]
    assert [frame[f"returns_{seat}"].iloc[-1] for seat in range(len(game.seats))] == game.returns


def test_a_match_has_its_rounds_one_after_another() -> None:
    game = finished("kommando", match=True, target=40)
    assert game.round > 0
    assert list(game.moves_frame()["round"].unique()) == list(game.round_numbers())
    assert list(game.states_frame()["hands/0"])[:2] in ([10, 9], [10, 10])


def test_frames_of_a_seat_tell_what_the_seat_knows() -> None:
    game = cw.new("columns", seed=3)
    game.play(game.legal_moves()[0])
    assert game.moves_frame("public")["move"].tolist() == [None]
    assert game.moves_frame("public")["choices"].tolist() == [None]
    assert find_cards(game.moves_frame("public").to_dict("records"), game.type.deck.text) == []
    assert game.moves_frame(0)["move"].tolist() == game.moves()
    hidden = game.dump()["table"]["hands"][1][0]
    game.comment(f"B holds the {hidden}")
    assert game.moves_frame(0)["comment"].tolist() == [""]
    assert hidden in game.moves_frame()["comment"].tolist()[0]


def test_an_empty_game_has_empty_frames_with_columns() -> None:
    game = cw.new("kommando", seed=1)
    assert len(game.moves_frame()) == 0
    assert "points_1" in game.moves_frame().columns
    assert len(game.states_frame()) == 1


def test_without_pandas_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "import capture_widgets as cw\n"
        "try: cw.new('kommando', seed=1).moves_frame()\n"
        "except ImportError as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install" in told
    assert "capture-widgets[frames]" in told


# -- records in bulk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    finished("kommando", seats=["Ada", "Bo"]).save(tmp_path / "a.json")
    games = [finished("columns"), finished("kommando", seed=9), cw.new("fourx", seed=1)]
    lines = [json.dumps(game.record()) for game in games]
    (tmp_path / "deep" / "many.jsonl").write_text("\n".join([*lines[:2], "", "{torn", lines[2], "[1]"]), "utf-8")
    broken: Any = games[1].record()
    broken["rounds"][0]["moves"][3] = "nonsense"
    (tmp_path / "b.json").write_text(json.dumps([games[1].record(), broken]), "utf-8")
    (tmp_path / "settings.json").write_text('{"colour": "red"}', "utf-8")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    (tmp_path / "notes.txt").write_text("nothing", "utf-8")
    cw.new("universal", seed=1, autosave=tmp_path / "journal.jsonl")
    return tmp_path


def test_records_of_a_folder_come_in_order(folder: Path) -> None:
    found = [(one.path.name, one.item, one.load().type.slug) for one in cw.read_records(folder)]
    assert found == [
        ("a.json", 1, "kommando"),
        ("b.json", 1, "kommando"),
        ("many.jsonl", 1, "columns"),
        ("many.jsonl", 2, "kommando"),
        ("many.jsonl", 5, "fourx"),
        ("journal.jsonl", 1, "universal"),
    ]


def test_records_are_filtered(folder: Path) -> None:
    def names(**filters: Any) -> list[str]:
        return [f"{one.path.name}:{one.item}" for one in cw.read_records(folder, **filters)]

    assert names(game="kommando") == ["a.json:1", "b.json:1", "many.jsonl:2"]
    assert names(player="Ada") == ["a.json:1"]
    assert names(over=False) == ["many.jsonl:5", "journal.jsonl:1"]
    assert names(match=True) == []
    assert names(where=lambda record: len(record["rounds"][0]["moves"]) == 20, game="kommando", player="Bo") == [
        "a.json:1"
    ]


def test_damaged_records_are_left_out_or_given_with_their_fault(folder: Path) -> None:
    faulty = [one for one in cw.read_records(folder, faulty=True) if one.fault]
    assert [(one.path.name, one.item) for one in faulty] == [
        ("b.json", 2),
        ("bad.json", 1),
        ("many.jsonl", 4),
        ("many.jsonl", 6),
    ]
    assert faulty[0].fault is not None
    assert faulty[0].fault[0] == "rounds[0].moves[3]"
    with pytest.raises(cw.RecordError):
        faulty[1].load()
    (folder / "seats.json").write_text(json.dumps({**json.loads((folder / "a.json").read_text("utf-8")), "seats": 5}))
    assert [one.path.name for one in cw.read_records(folder, player="Ada", faulty=True) if one.record] == ["a.json"]
    with pytest.raises(ValueError, match="True, False or None"):
        cw.read_records(folder, over="yes")  # type: ignore[arg-type]
    with pytest.raises(OSError, match="nowhere"):
        list(cw.read_records(folder / "nowhere.json"))


def test_only_the_end_of_a_line_ends_a_record(tmp_path: Path) -> None:
    text = "one\u2028two\u0085three"
    record = cw.new("kommando", seed=1).comment(text).record()
    (tmp_path / "many.jsonl").write_text(f"{json.dumps(record, ensure_ascii=False)}\r\n" * 2, "utf-8")
    found = list(cw.read_records(tmp_path, faulty=True))
    assert [one.load().comments for one in found] == [{"0/0": text}] * 2


def test_the_index_has_a_row_a_record(folder: Path) -> None:
    frame = cw.index_records(folder, faulty=True)
    assert len(frame) == 10
    row = frame.iloc[0]
    game = cw.load(folder / "a.json")
    assert (row["game"], row["seats"], row["plies"], row["over"]) == ("kommando", "Ada, Bo", 20, True)
    assert list(row["points"]) == game.points
    assert row["winners"] == [seat for seat, sign in enumerate(game.returns or []) if sign > 0]
    assert frame["fault"].notna().sum() == 4
    assert list(cw.index_records(folder, game="columns", player="nobody").columns) == list(frame.columns)
    with pytest.raises(cw.UnknownGame):
        cw.index_records(folder, game="chess")


def test_an_index_reads_each_record_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        cw.new("kommando", seed=seed).save(tmp_path / f"{seed}.json")
    read: list[object] = []

    def counted(record: object) -> Reading:
        read.append(record)
        return read_record(record)

    monkeypatch.setattr("capture_widgets.library.record_files.read_record", counted)
    assert len(cw.index_records(tmp_path)) == len(read) == 3
