"""The benchmark of the rules runs; people read its figures."""

from __future__ import annotations

import pytest

from capture_widgets.games import GAMES
from tests.benchmarks import analysis_time, selfplay
from tests.benchmarks import bytes as traffic


def test_selfplay_measures_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    selfplay.main(["--seconds", "0.001", "--repeats", "1", "--plies", "100"])
    lines = capsys.readouterr().out.splitlines()
    for slug in GAMES:
        (line,) = [line for line in lines if line.split()[:1] == [slug]]
        assert int(line[44:54].replace(",", "")) > 0
    grown = [line for line in lines if line.startswith(("a match of", "one round of"))]
    assert len(grown) == 4
    assert all(float(line[44:53]) > 0 for line in grown)


def test_the_time_of_an_analysis_is_told_for_one_process_and_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert analysis_time.shared([3.0, 1.0, 1.0, 2.0]) == 4.0
    assert analysis_time.shared([3.0, 1.0], workers=1) == 4.0
    analysis_time.main(["kommando", "--hands", "1", "--simulations", "8"])
    line = capsys.readouterr().out
    plies = analysis_time.hand("kommando", 0).ply
    assert line.startswith(f"kommando 0: {plies} positions, ")
    assert "s on two free cores" in line


def test_a_move_of_4x_costs_what_it_changes_however_long_the_game_is() -> None:
    """Before the log came in pages a move took 17,647 bytes at ply 120, and 119,909 at ply 1,000."""
    game = traffic.long_game("fourx", 125)
    early, late = (sum(traffic.bytes_a_move(game, ply, 5)[0]) / 5 for ply in (40, 120))
    assert late < 17_647 / 3
    assert abs(late - early) < 2_500
