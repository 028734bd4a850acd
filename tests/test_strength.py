"""The page on the bots' strength states the measured figures and no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import Greedy
from capture_widgets.bots import Random as RandomBot
from capture_widgets.bots.levels import BOTS
from capture_widgets.games import GAMES
from tests.benchmarks import ladder, strength


def test_a_deal_is_played_from_both_seats_and_comes_out_the_same_again() -> None:
    contest = ("kommando", "Greedy", "Random")
    name, deal, games = strength.play(contest, 3)
    assert (name, deal, len(games)) == ("kommando: Greedy against Random", 3, 2)
    assert strength.play(contest, 3)[2] == games
    assert all(sign in (-1, 0, 1) and abs(points) <= 55 for sign, points in games)


def test_two_bots_change_seats_around_a_table() -> None:
    games = {
        table: [game for deal in range(3) for game in strength.play((table, strength.UNLIMITED, "Random"), deal)[2]]
        for table in strength.TABLES
    }
    assert all(len(found) == 6 and {sign for sign, _ in found} <= {-1, 0, 1} for found in games.values())
    assert all(sum(sign for sign, _ in found) > 0 for found in games.values())


def test_the_cheat_is_told_the_cards() -> None:
    told = strength.play(("columns", "Greedy, told all", "Random"), 1)[2]
    assert all(sign == 1 for sign, _ in told)


@pytest.mark.parametrize("game", ["kommando", "columns"])
def test_choices_are_judged_by_a_longer_search(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "JUDGE", 0.02)
    monkeypatch.setitem(strength.PLAYERS, "ISMCTS 0.1 s", RandomBot)
    monkeypatch.setitem(strength.PLAYERS, "ISMCTS 1 s", Greedy)
    name, deal, [[gain, differing, decisions]] = strength.play((game, strength.JUDGED, "ISMCTS 0.1 s"), 1)
    assert (name, deal) == (f"{game}: ISMCTS 1 s, judged against ISMCTS 0.1 s", 1)
    assert 0 < differing <= decisions <= 20
    assert gain > 0, "Greedy's moves promise more than those made at random"


def test_the_page_is_written_from_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "DOCS", tmp_path)
    monkeypatch.setattr(strength, "KEPT", tmp_path / "strength.json")
    strength.keep(
        {
            "kommando: Greedy, unlimited against Random": [
                [deal, [1, 20], [1 if deal % 4 else -1, 10]] for deal in range(12)
            ],
            "fourx: ISMCTS 1 s against Greedy, unlimited": [
                *([deal, [1, 40], [-1, 300]] for deal in range(5)),
                *([deal, [1, 50], [1, 90]] for deal in range(5, 8)),
                *([deal, [-1, 9], [-1, 9]] for deal in range(8, 12)),
            ],
            "universal: Greedy, unlimited against Random": [[0, [1, 20], [1, 10]], [1, [1, 5], [-1, -5]]],
            "kommando: ISMCTS 0.1 s against Greedy, unlimited": [[deal, [1, 20], [-1, 10]] for deal in range(10)],
            "commander: ISMCTS 1 s, judged against ISMCTS 0.1 s": [[deal, [0.02, 3, 14]] for deal in range(10)],
            "kommando: Club against Greedy": [[deal, [1, 5], [1 if deal % 2 else -1, 5]] for deal in range(20)],
            "columns: Club against Greedy": [[deal, [1, 5], [-1, 5]] for deal in range(20)],
            "fourx: Club against Greedy": [[deal, [1, 30], [1, 60]] for deal in range(20)],
            "speed": {"ours": 6e5, "theirs": 1e5, "ratio": 6.0},
        }
    )
    strength.write()
    page = (tmp_path / "strength.md").read_text()
    assert "| kommando | Greedy, unlimited | Random | 12 | +0.75 ± 0.29 | +15.0 ± 0.0 points |" in page
    assert "| fourx | ISMCTS 1 s | Greedy, unlimited | 12 | +0.67 ± 0.31 | won 8 (44 turns) and 3 (90 turns) |" in page
    assert "| universal | Greedy, unlimited | Random | 2 | too few deals to tell | |" in page
    assert "| 0.1 |  | +0.00 ± 0.00 |  |" in page
    assert "| commander | 10 | 30 of 140 | +0.020 ± 0.000 | 2,401 |" in page
    assert "a ratio of 6.0" in page
    assert "| kommando | Club | Greedy | 20 | +0.50 ± 0.24 | 75% | yes |" in page
    assert "| columns | Club | Greedy | 20 | +0.00 ± 0.00 | 50% | no |" in page
    assert "| fourx | Club | Greedy | 20 | +0.00 ± 0.00 | 20 (30 turns) and 20 (60 turns), 30 ± 0 fewer | yes |" in page
    assert (tmp_path / "strength.svg").read_text().count("<circle") == 1


def test_the_committed_page_is_the_one_that_the_kept_results_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed = (strength.DOCS / "strength.md").read_text()
    monkeypatch.setattr(strength, "DOCS", tmp_path)
    strength.write()
    assert (tmp_path / "strength.md").read_text() == committed


def test_the_lobby_says_where_luck_hides_a_step_between_levels() -> None:
    results = strength.kept()
    found = [(one, results.get(strength.name_of(one), [])) for one in strength.LADDER]
    rows = {one: ladder.row(one, games) for one, games in found if len(games) >= strength.ENOUGH}
    assert {one for one, _ in found} == set(rows), "every level was measured against the one below, at every table"
    unfelt = [one for one, row in rows.items() if not row.endswith("| yes |")]
    rivals = [(strength.TABLES.get(table, (table, {}))[0], level, below) for table, level, below in unfelt]
    rivals = [one for one in rivals if GAMES[one[0]].seats(GAMES[one[0]].options()) > 1]
    told = {slug: game.summary.luck for slug, game in GAMES.items() if game.summary and game.summary.luck}
    assert set(told) == {game for game, *_ in rivals}
    called = {bot.kind.__name__: bot.name for bot in BOTS}
    for game, level, below in rivals:
        assert f"{called[level.split(',')[0]]} is hardly stronger than {called[below]}," in told[game]


def test_deals_of_the_ladder_are_those_that_no_setting_was_chosen_by() -> None:
    results = strength.kept()
    deals = [game[0] for one in strength.LADDER for game in results[strength.name_of(one)]]
    assert deals and min(deals) >= ladder.FIRST


def test_both_levels_of_4x_solitaire_have_the_king_of_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[cw.Game] = []
    new = cw.new

    def kept(*given: Any, **options: Any) -> cw.Game:
        made.append(new(*given, **options))
        return made[-1]

    monkeypatch.setattr(cw, "new", kept)
    for deal in (100, 101):
        strength.play(("fourx", "Greedy", "Beginner"), deal)
    assert [game.log()[0]["move"] for game in made] == ["king c"] * 2 + ["king d"] * 2
