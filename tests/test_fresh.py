"""The benchmark of what is advised at fresh positions: it judges, goes on where it was, and says what it found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import fresh, hints
from tests.benchmarks.equal_visits import TREES, worths_of
from tests.benchmarks.fresh import Advised


def test_a_hint_and_a_move_of_beginner_are_judged_by_the_same_reference() -> None:
    found = fresh.advised("kommando", 1, simulations=40, long=30)
    assert 0 < found.simulations <= 40 and 0 <= found.confidence <= 1
    assert min(found.loss, found.played, found.error) >= 0
    assert found.called or not found.confirmed


def test_a_move_that_was_played_is_judged_however_bad_it_is() -> None:
    game, seed = hints.position_of("kommando", fresh.FIRST + 1)
    hint, *others = game.legal_moves()
    played = next(move for move in others if move != "resign")
    worths = worths_of(game, hint, seed, 30, played)
    assert {hint, played} <= {*worths} and {len(parts) for parts in worths.values()} == {TREES}
    assert worths[hint] == worths_of(game, hint, seed, 30).get(hint)


def test_it_goes_on_where_it_was_and_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def advised(_slug: str, deal: int) -> Advised:
        judged.append(deal)
        return Advised(1000, 0.98, 0.001, 0.0005, 0.06, deal % 2, 0)

    monkeypatch.setattr(fresh, "advised", advised)
    path = tmp_path / "fresh.json"
    for positions in (2, 3, 3):
        kept = fresh.read(path)
        fresh.measure("kommando", positions, kept, path)
    assert judged == [1, 2, 3]
    assert fresh.read(path) == {
        "kommando": {deal: [Advised(1000, 0.98, 0.001, 0.0005, 0.06, deal % 2, 0)] for deal in judged}
    }
    fresh.measure("kommando", 9, fresh.read(path), path, minutes=0)
    assert judged == [1, 2, 3]


def test_the_page_counts_losses_mistakes_and_what_was_missed() -> None:
    rows = [
        Advised(9000, 0.98, 0.0, 0.0, 0.06, 1, 1),
        Advised(9000, 0.97, 0.03, 0.0, 0.08, 0, 0),
        Advised(9000, 0.8, 0.01, 0.0, 0.003, 1, 0),
        Advised(9000, 0.5, 0.0, 0.0, 0.0, 0, 0),
    ]
    page = fresh.page({"kommando": {deal: [row] for deal, row in enumerate(rows)}, "universal": {}})
    assert "| kommando | 4 | 1 of 4 (5% to 70%) | 2 of 4 (15% to 85%) | 0.0100 ± " in page
    assert "| kommando | quite (95 and more) | 2 | 98% | 1 of 2 (9% to 91%) |" in page
    assert (
        "| kommando | 4 | 2 | 1 of 2 (9% to 91%) | 1 of 2 (9% to 91%) | 1 of 2 (9% to 91%) | 2 | 1 of 2 (9% to 91%) |"
    ) in page
    assert "universal" not in page


def test_what_was_kept_is_what_a_reference_can_find() -> None:
    for row in [row for deals in fresh.read().values() for rows in deals.values() for row in rows]:
        assert 0 <= row.loss < 1 and 0 <= row.played < 1 and 0 < row.confidence <= 1
        assert row.called or not row.confirmed
