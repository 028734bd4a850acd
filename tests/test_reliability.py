"""A short run of each part of the reliability benchmark; the figures that stand in the docs come from the long one."""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets import held_files
from capture_widgets import journal as journals
from capture_widgets.journal import Journal
from tests.benchmarks import reliability

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, so that there can be many")


@pytest.mark.parametrize(
    ("name", "number", "least"),
    [
        pytest.param("kills", 15, {"kills_operations": 50}, marks=forks),
        pytest.param("failed_writes", 60, {"failed_writes_kinds": 10}, marks=forks),
        ("damages", 300, {"damages_noticed": 150, "damages_salvaged": 200}),
        pytest.param("races", 20, {}, marks=forks),
    ],
)
def test_nothing_is_lost_doubled_or_changed(name: str, number: int, least: dict[str, int]) -> None:
    found = reliability.measure({name: number}, seed=2)
    assert reliability.wrong(found) == []
    assert found[name] == number
    for figure, value in least.items():
        assert found[figure] >= value, figure


@forks
def test_two_holders_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_files, "lock", lambda file: True)
    found = reliability.measure({"races": 10}, seed=2)
    assert found["races_without_one_holder"] > 0


@forks
def test_moves_that_are_not_on_disk_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = held_files.write_at, [0]

    def late(file: FileIO, place: int, data: bytes, *, waits: bool = True) -> None:
        calls[0] += 1
        if calls[0] % 20:
            real(file, place, data, waits=waits)

    monkeypatch.setattr(held_files, "write_at", late)
    found = reliability.measure({"kills": 10}, seed=2)
    assert found["kills_lost"] + found["kills_changed"] + found["kills_unreadable"] > 0


@forks
def test_a_failed_write_that_stays_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "_cut", lambda journal: None)
    monkeypatch.setattr(Journal, "_behind", lambda journal: False)
    with pytest.raises(cw.RecordError):
        reliability.measure({"failed_writes": 60}, seed=2)


def test_damage_that_goes_unnoticed_would_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "checksum", lambda before, body: "0" * 16)
    found = reliability.measure({"damages": 100}, seed=2)
    assert found["damages_gave_other_moves"] > 0
    assert found["damages_salvaged_other_moves"] > 0


def test_a_figure_that_must_be_none_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert reliability.wrong({"kills_lost": 1, "damages_slowest_seconds": 2.0, "kills": 3}) == [
        "kills_lost: 1",
        "damages_slowest_seconds: 2.0",
    ]
    figures = tmp_path / "figures.json"
    figures.write_text('{"soak minutes": 10}')
    none = ["--kills", "0", "--failed-writes", "0", "--races", "0"]
    assert reliability.main([*none, "--damages", "20", "--note", str(figures)]) == 0
    assert '"damages": 20' in capsys.readouterr().out
    command = "python -m tests.benchmarks.reliability --damages 20"
    noted = json.loads(figures.read_text())
    assert noted == {"soak minutes": 10, "damages": {"count": 20, "faults": 0, "command": command}}
