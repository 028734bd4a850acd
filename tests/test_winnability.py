"""The program that counts winnable deals of 4X Solitaire and measures the solver."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import capture_widgets as cw
from tests.benchmarks import solver, winnability


def test_blocks_are_counted_once_and_runs_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnability, "BLOCK", 2)
    path = tmp_path / "winnability.json"
    with ThreadPoolExecutor(1) as executor:
        winnability.count(executor, 0.3, 1, path)
        first = winnability.read(path)
        assert set(first) >= {0}
        winnability.count(executor, 0.3, 1, path)
    second = winnability.read(path)
    assert set(first) < set(second)
    assert {block: second[block] for block in first} == first
    assert all(deals == 2 for deals, *_ in second.values())


def test_a_block_counts_deals_and_kings() -> None:
    deals, won, undecided, kings, open_kings = winnability.counted(0)
    assert (deals, undecided, open_kings) == (winnability.BLOCK, 0, 0)
    assert 0.8 * deals < won < deals
    assert won < kings < 4 * won


def test_both_readings_of_explorers_win_the_same_deals() -> None:
    for seed in range(60):
        for king in "cdhs":
            games = [cw.new("fourx", seed=seed, explorers=who).play(f"king {king}") for who in ("court", "any")]
            assert games[0].still_winnable(5) is games[1].still_winnable(5) is not None


def test_the_interval_is_wilsons_and_wider_for_what_is_open() -> None:
    low, high = winnability.wilson(80, 100)
    assert (round(low, 4), round(high, 4)) == (0.7112, 0.8666)  # worked out by hand
    assert winnability.interval(80, 0, 100) == (low, high)
    wider = winnability.interval(80, 5, 100)
    assert wider[0] == low
    assert wider[1] == winnability.wilson(85, 100)[1] > high


def test_the_table_says_what_was_counted() -> None:
    blocks = {0: [250, 225, 0, 600, 0], 1: [250, 215, 1, 590, 2]}
    *_, row = winnability.lines(blocks)
    assert row == "| 500 | 88.00% | 84.86% to 90.74% | 1 | 59.50% | 2 |"


def test_the_report_of_the_solver_counts_what_was_found() -> None:
    solutions = [cw.solve(cw.new("fourx", seed=seed), progress=False) for seed in (2, 3, 18)]
    lines = solver.report(solutions)
    assert lines[0] == "deals 3: 2 solved, 1 unwinnable"
    assert lines[1] == "decided 100.0%, proved 100.0%"
    assert lines[3] == "turns minus bound: mean 0.000"
