"""Bounds of the replay benchmark: a match of 1,000 plies opens within a second and sends at most 1 MB."""

from __future__ import annotations

from tests.benchmarks import replay


def test_a_match_of_a_thousand_plies_opens_at_once_and_is_small() -> None:
    record = replay.match_record(1000)
    for seat in (0, None):
        seconds, sent, size = replay.measure(record, seat)
        assert seconds < 1
        assert sent < 1_000_000
        assert size - sent < 520_000  # the front end
