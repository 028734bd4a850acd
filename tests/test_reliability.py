"""A short run of each part of the reliability benchmark; the documentation has the figures of a long one."""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.core import locked_files
from capture_widgets.records import journal_lines
from capture_widgets.records.journal import Journal
from tests.benchmarks import reliability

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, so that there can be many")


@pytest.mark.parametrize(
    ("name", "number", "least"),
    [
        pytest.param("kills", 6, {"kills_operations": 20}, marks=forks),
        pytest.param("kills", 400, {"kills_operations": 1200}, marks=[forks, pytest.mark.thorough]),
        pytest.param("failed_writes", 30, {"failed_writes_kinds": 8}, marks=forks),
        pytest.param("failed_writes", 400, {"failed_writes_kinds": 10}, marks=[forks, pytest.mark.thorough]),
        ("damages", 100, {"damages_noticed": 50, "damages_salvaged": 60}),
        pytest.param("damages", 1000, {"damages_noticed": 500, "damages_salvaged": 650}, marks=pytest.mark.thorough),
        pytest.param("races", 5, {}, marks=forks),
        pytest.param("races", 100, {}, marks=[forks, pytest.mark.thorough]),
    ],
)
def test_nothing_is_lost_doubled_or_changed(name: str, number: int, least: dict[str, int]) -> None:
    found = reliability.measure({name: number}, seed=2)
    # who is killed while a new journal is written, before it has its name, leaves a file that nobody opens
    assert found.pop("kills_left_behind", 0) <= number / 100
    assert reliability.wrong(found) == []
    assert found[name] == number
    for figure, value in least.items():
        assert found[figure] >= value, figure


@forks
def test_two_holders_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locked_files, "lock", lambda file: True)
    found = reliability.measure({"races": 5}, seed=2)
    assert found["races_without_one_holder"] > 0


@forks
def test_moves_that_are_not_on_disk_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = locked_files.write_at, [0]

    def late(file: FileIO, place: int, data: bytes, *, waits: bool = True) -> None:
        calls[0] += 1
        if calls[0] % 7:
            real(file, place, data, waits=waits)

    monkeypatch.setattr(locked_files, "write_at", late)
    found = reliability.measure({"kills": 10}, seed=2)
    assert found["kills_lost"] + found["kills_changed"] + found["kills_unreadable"] > 0


@forks
def test_a_failed_write_that_stays_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "_cut", lambda journal: None)
    monkeypatch.setattr(Journal, "_has_remainder", lambda journal: False)
    with pytest.raises(cw.RecordError):
        reliability.measure({"failed_writes": 60}, seed=2)


def test_damage_that_goes_unnoticed_would_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_lines, "checksum", lambda before, body: "0" * 16)
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
    parts = ("kills", "failed-writes", "races", "beginnings", "refused", "finalizers")
    none = [word for part in parts for word in (f"--{part}", "0")]
    assert reliability.main([*none, "--damages", "20", "--note", str(figures)]) == 0
    assert '"damages": 20' in capsys.readouterr().out
    command = "python -m tests.benchmarks.reliability --damages 20"
    noted = json.loads(figures.read_text())
    assert noted == {"soak minutes": 10, "damages": {"count": 20, "faults": 0, "command": command}}
