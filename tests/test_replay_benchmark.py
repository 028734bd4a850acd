"""The bounds of the replay's benchmark: a match of 1,000 plies opens within a second and sends at most 1 MB."""

from __future__ import annotations

import pytest

from tests.benchmarks import replay


def test_a_match_of_a_thousand_plies_opens_at_once_and_is_small() -> None:
    record = replay.match_record(1000)
    for seat in (0, None):
        seconds, sent, size = replay.measure(record, seat)
        assert seconds < 1
        assert sent < 1_000_000
        assert size - sent < 330_000  # the front end


def test_the_benchmark_prints_a_line_for_each_record(capsys: pytest.CaptureFixture[str]) -> None:
    replay.main(["--plies", "40"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert all(float(line.split()[-1]) > 0 for line in lines[1:])
