"""A short run of each part of the reliability benchmark; the figures that stand in the docs come from the long one."""

from __future__ import annotations

import os

import pytest

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


def test_a_figure_that_must_be_none_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert reliability.wrong({"kills_lost": 1, "damages_slowest_seconds": 2.0, "kills": 3}) == [
        "kills_lost: 1",
        "damages_slowest_seconds: 2.0",
    ]
    assert reliability.main(["--kills", "0", "--failed-writes", "0", "--damages", "20", "--races", "0"]) == 0
    assert '"damages": 20' in capsys.readouterr().out
