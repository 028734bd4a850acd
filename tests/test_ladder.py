"""A ladder over evenings: who wins climbs, and the order of evenings counts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.tournaments.referee import PlayedGame


def evening(winner: str, others: tuple[str, ...] = ("anna", "ben"), deals: int = 10) -> cw.Tournament:
    """A tournament that one entrant wins."""
    games = []
    for deal in range(deals):
        for seating in (others, others[::-1]):
            returns = tuple(1 if name == winner else -1 for name in seating)
            games.append(PlayedGame(deal, deal, seating, returns, (0, 0), ()))
    return cw.Tournament("kommando", {}, 1, dict.fromkeys(others, ""), tuple(games))


def test_who_wins_later_stands_higher(tmp_path: Path) -> None:
    one, two = evening("anna"), evening("ben")
    first = cw.ladder([one]).to_dict("records")
    assert [row["name"] for row in first] == ["anna", "ben"]
    assert first[0]["low"] > first[1]["high"]
    both = cw.ladder([one.save(tmp_path / "1.jsonl"), two, two]).to_dict("records")
    assert [row["name"] for row in both] == ["ben", "anna"]
    assert [row["evenings"] for row in both] == [3, 3]
    assert [row["games"] for row in both] == [60, 60]
    late = cw.ladder([one, evening("carla", ("anna", "carla"))]).to_dict("records")
    assert [row["name"] for row in late] == ["carla", "anna", "ben"]


def test_evenings_of_different_games_make_no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="all of one game"):
        cw.ladder([])
    other = cw.Tournament("columns", {}, 1, {}, ())
    with pytest.raises(ValueError, match="all of one game"):
        cw.ladder([evening("anna"), other])
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ImportError, match=r"capture-widgets\[ladder\]"):
        cw.ladder([evening("anna")])
