"""The ranges of an analysis are compared with longer searches, and the page counts what was found."""

from __future__ import annotations

from pathlib import Path

import pytest

import capture_widgets as cw
from capture_widgets.analysis.standing import Standing
from capture_widgets.core.intervals import interval
from tests.benchmarks import ranges


def test_a_position_is_judged_by_a_short_search_and_a_longer_one() -> None:
    bots = [cw.bots.Greedy(seed=1), cw.bots.Beginner(seed=1)]
    game = cw.new("kommando", seed=3, seats=bots).run()
    row = ranges.judged(game, 3, 12, 240)
    assert row is not None
    assert row == ranges.judged(game, 3, 12, 240), "a seed gives the same judgement again"
    assert row["chance"][1] <= row["chance"][0] <= row["chance"][2]
    assert row["loss"][0] == 0 or not row["same"]


def test_a_move_that_is_no_mistake_is_searched_no_longer_if_mistakes_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots = [cw.bots.Greedy(seed=1), cw.bots.Beginner(seed=1)]
    game = cw.new("kommando", seed=7, seats=bots).run()
    rows = {ply: ranges.judged(game, 7, ply, 240) for ply in range(8, 16)}
    called = {ply for ply, row in rows.items() if row is not None and row["mistake"][0]}
    assert called and len(called) < len(rows)
    searched: list[int] = []
    standing = ranges.standing

    def counted(game: cw.Game, ply: int, simulations: int, seed: int) -> Standing:
        searched.append(simulations)
        return standing(game, ply, simulations, seed)

    monkeypatch.setattr(ranges, "standing", counted)
    for ply, row in rows.items():
        chosen = ranges.judged(game, 7, ply, 240, chosen=True)
        assert chosen == (None if row is None or ply not in called else {**row, "chosen": True})
    assert searched.count(2400) == len(called)


def test_the_kept_chances_lie_in_their_intervals_about_as_often_as_stated() -> None:
    for slug in ranges.SIMULATIONS:
        rows = [row for row in ranges.read() if row["game"] == slug and not row.get("chosen")]
        assert len(rows) >= 100
        held = [float(row["chance"][1] <= row["longer"][0] <= row["chance"][2]) for row in rows]
        mean, within = interval(held)
        assert mean + within >= 0.95, slug
        assert mean >= 0.93, slug
        assert mean <= 0.99 or slug == "columns", "the page says where they are wider than needed"


def test_the_page_counts_what_was_found() -> None:
    row = {"game": "kommando", "deal": ranges.SEED, "ply": 2, "same": False, "chance": [0.5, 0.4, 0.6]}
    row["loss"] = [0.1, 0.05, 0.2]
    rows = [
        {**row, "longer": [0.55, 0.3], "mistake": [True, True]},
        {**row, "longer": [0.65, 0.1], "mistake": [True, False]},
        {**row, "same": True, "loss": [0, 0, 0], "longer": [0.5, 0.1], "mistake": [False, True]},
        {**row, "deal": 1, "longer": [0.5, 0.0], "mistake": [True, False]},
    ]
    page = ranges.page(rows)
    assert f"| kommando | 1 to {ranges.SEED:,} | 3 of 4 (30% to 95%) |" in page
    losses = "3 | 2 | 1 of 2 (9% to 91%) | 1, 0 | 3 | 2 of 3 (21% to 94%)"
    assert f"| kommando | {ranges.SEED:,} to {ranges.SEED:,} | {losses} |" in page, "older losses do not count"
    mistakes = "2 | 1 of 2 (9% to 91%) | 2 of 2 (34% to 100%)"
    assert f"| kommando | {ranges.SEED:,} to {ranges.SEED:,} | {mistakes} |" in page
    chosen = {**row, "deal": ranges.SEED + 1, "longer": [0.9, 0.001], "mistake": [True, False], "chosen": True}
    after = ranges.page([*rows, chosen])
    assert f"{losses} |" in after and "3 of 4 (30% to 95%) |" in after, "a chosen row is no fair sample of losses"
    assert (
        f"| kommando | {ranges.SEED:,} to {ranges.SEED + 1:,} | 3 | 1 of 3 (6% to 79%) | 2 of 3 (21% to 94%) |" in after
    )


def test_measuring_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = tmp_path / "ranges.json"
    monkeypatch.setattr(ranges, "KEPT", kept)
    monkeypatch.setattr(ranges, "judged", found)
    ranges.measure("kommando", 2)
    before = ranges.read()
    ranges.measure("kommando", 4)
    assert ranges.read()[: len(before)] == before
    assert len(ranges.read()) >= 4
    ranges.measure("kommando", 4, mistakes=6)
    rows = ranges.read()
    assert 6 <= sum(row["mistake"][0] for row in rows) <= 7, "some of two positions of a deal"
    assert all(row["chosen"] for row in rows if row["mistake"][0]), "no other position was searched longer"
    ranges.measure("kommando", 4, mistakes=6)
    assert ranges.read() == rows


def found(_game: cw.Game, deal: int, ply: int, _simulations: int, chosen: bool) -> ranges.Row | None:
    """A position where nothing is a mistake unless mistakes are looked for; then every move at an even ply is one."""
    if chosen:
        row = {"game": "kommando", "deal": deal, "ply": ply, "mistake": [True, True], "chosen": True}
        return None if ply % 2 else row
    return {"game": "kommando", "deal": deal, "ply": ply, "mistake": [False, False]}
