"""The deals of the day in the lobby: one opponent for all, a streak that outlives damage, yesterday's par."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots.levels import make_bot
from capture_widgets.library import kept_days, kept_games
from capture_widgets.library.kept_days import DAYS, days_in_a_row, note_days, read_days
from capture_widgets.library.kept_games import SWITCH, keep
from capture_widgets.play.daily import bot_of_day, featured, signs_of, today
from capture_widgets.widgets import daily_deals
from tests.waiting import soon
from tests.wire import ask

DAY = date(2024, 11, 23)
"""A day long ago: par of a day is kept for the process, and other tests open lobbies today."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kept games, with keeping switched on."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path)
    return tmp_path


def deals(lobby: Any) -> dict[str, Any]:
    found: dict[str, Any] = lobby.scene["today"]
    return found


def state(lobby: Any, slug: str) -> str:
    return next(str(one["state"]) for one in deals(lobby)["deals"] if one["game"] == slug)


def finish(game: cw.Game) -> None:
    while not game.is_over:
        game.play(game.legal_moves()[0])


def test_one_click_begins_the_deal_against_one_opponent_for_all_and_another_continues_it() -> None:
    lobby = cw.lobby()
    assert {one["state"] for one in deals(lobby)["deals"]} == {"new"}
    assert ask(lobby, kind="daily", game="kommando")["kind"] == "done"
    game = lobby.game
    assert game is not None
    assert (game.seed, game.names) == (cw.daily("kommando").seed, ["you", "Greedy"])
    opponent = game.seats[1]
    assert isinstance(opponent, cw.bots.Greedy)
    assert opponent.seed is not None, "it plays alike on every machine"
    assert keep(game)
    game.play(game.legal_moves()[0])
    ask(lobby, kind="back")
    assert state(lobby, "kommando") == "open"
    ask(lobby, kind="daily", game="kommando")
    assert lobby.game is game
    game.close()
    other = cw.lobby()
    ask(other, kind="daily", game="kommando")
    assert other.game is not None
    assert other.game.ply == 1
    again = other.game.seats[1]
    assert isinstance(again, cw.bots.Greedy)
    assert again.seed == opponent.seed
    finish(other.game)
    ask(other, kind="back")
    assert state(other, "kommando") in ("won", "lost", "drawn")
    assert (deals(other)["streak"], deals(other)["played"]) == (1, ["kommando"])
    assert deals(other)["share"].startswith(f"Kommando, {today().isoformat()}  ")
    assert "cw." not in deals(other)["share"]
    ask(other, kind="daily", game="kommando")
    assert other.scene["shows"] == "replay"
    assert ask(other, kind="daily", game="chess")["kind"] == "refused"


def test_every_game_has_its_turn_to_be_first() -> None:
    assert {featured(DAY + timedelta(number)) for number in range(5)} == set(cw.games())


@pytest.mark.parametrize("slug", cw.games())
def test_the_bots_of_a_day_play_alike_and_the_signs_tell_who_won(slug: str) -> None:
    game = bot_of_day(slug, DAY)
    assert game.moves() == bot_of_day(slug, DAY).moves()
    signs = signs_of(game.history, 0)
    assert set(signs) <= set("●○◐")
    if len(game.seats) > 1:
        swapped = {"●": "○", "○": "●", "◐": "◐"}
        assert signs_of(game.history, 1) == "".join(swapped[sign] for sign in signs)


def test_days_in_a_row_are_counted_up_to_today_or_yesterday() -> None:
    days = [DAY - timedelta(back) for back in (0, 1, 2, 5, 6, 7, 8, -3)]
    assert days_in_a_row(days, DAY) == (3, 4)
    assert days_in_a_row(days, DAY + timedelta(1)) == (3, 4), "today is not over yet"
    assert days_in_a_row(days, DAY + timedelta(2)) == (0, 4)
    assert days_in_a_row([], DAY) == (0, 0)


def test_a_streak_outlives_removed_games_and_damaged_lines_and_nothing_is_lost(folder: Path) -> None:
    note_days(folder, [(DAY - timedelta(back), "kommando") for back in range(3)], write=True)
    file = folder / DAYS
    whole = file.read_bytes()
    for damage in (b"\xff\xfe\0", b"2026-02-30 kommando\n", b"2026-11-22 chess\n", b"x" * 5000, b"20261122 kommando"):
        file.write_bytes(whole + damage)
        days = note_days(folder, [(DAY, "columns")], write=True)
        assert days_in_a_row(days.games, DAY) == (3, 3)
        assert days.damaged == 1
        assert file.read_bytes().startswith(whole + damage), "no line is removed"
        assert "columns" in read_days(folder).games[DAY], "a torn line does not swallow the next one"


def test_a_file_of_days_that_cannot_be_read_is_named_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / DAYS).write_text("2026-11-23 kommando\nnonsense\n")
    assert cw.lobby().scene["notice"] == "1 line in the file of your days cannot be read; all other days count."
    monkeypatch.setattr(kept_days, "MOST_BYTES", 10)
    assert "cannot be read" in cw.lobby().scene["notice"]
    assert "nonsense" in (folder / DAYS).read_text()


def test_the_levels_to_beat_lead_from_beginner_to_strong(folder: Path) -> None:
    def offered(lobby: Any) -> tuple[list[str], str]:
        game = next(one for one in lobby.scene["games"] if one["slug"] == "kommando")
        return game["beaten"], game["rival"]

    assert offered(cw.lobby()) == ([], "beginner")
    seed, game = 0, cw.new("kommando", seed=0)
    while game.returns != [1, -1]:
        seed += 1
        finish(game := cw.new("kommando", seed=seed))
    played = cw.new("kommando", seed=seed, seats=["you", make_bot("beginner")])
    assert keep(played)
    for move in game.moves():
        played.play(move)
    played.close()
    assert offered(cw.lobby()) == (["beginner"], "greedy")
    (figures,) = ask(cw.lobby(), kind="games")["figures"]
    assert (figures["next"], figures["record"]) == ("Greedy", f"{game.points[0]} to {game.points[1]} points")


def finish_deal_of(day: date) -> None:
    """Play the first deal of a day to its end, as a person."""
    game = daily_deals.game_of_day(featured(day), day)
    assert keep(game)
    finish(game)
    game.close()


def test_yesterdays_par_comes_when_a_page_shows_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_deals, "PAR_AFTER", 0.0)
    days = {featured(DAY + timedelta(number)): DAY + timedelta(number + 1) for number in range(5)}
    for day in (days["fourx"], days["kommando"]):
        finish_deal_of(day - timedelta(1))
        monkeypatch.setattr("capture_widgets.widgets.lobby.today", lambda day=day: day)
        lobby = cw.lobby()
        assert deals(lobby)["yesterday"] == ""
        ask(lobby, kind="hello", view="page")
        assert soon(lambda lobby=lobby: deals(lobby)["yesterday"])  # type: ignore[misc]
        assert cw.games()[featured(day - timedelta(1))] in deals(lobby)["yesterday"]
        lobby.close()


def test_how_a_bot_played_yesterday_is_told_only_to_who_finished_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    before = today() - timedelta(1)
    monkeypatch.setattr(daily_deals, "_par", {before: "Greedy with your cards won"})
    assert deals(cw.lobby())["yesterday"] == ""
    game = cw.new("columns", seed=1, seats=["you", make_bot("greedy")])
    assert keep(game)
    finish(game)
    game.close()
    assert deals(cw.lobby())["yesterday"] == "", "another game"
    begun = daily_deals.game_of_day(featured(before), before)
    assert keep(begun)
    begun.close()
    assert deals(cw.lobby())["yesterday"] == "", "a game that only began"
    finish_deal_of(before)
    told = deals(cw.lobby())["yesterday"]
    assert told.startswith(f"{cw.games()[featured(before)]} yesterday: you ")
    assert told.endswith("; Greedy with your cards won.")


def test_the_largest_win_of_a_team_is_counted_against_the_other_team(folder: Path) -> None:
    made = cw.new("commander", seed=1, players=4, teams=True)
    finish(made)
    own, other = made.points[0], made.points[1]
    assert made.points == [own, other, own, other]
    assert own > other
    bots = [make_bot("beginner") for _ in range(3)]
    game = cw.new("commander", seed=1, players=4, teams=True, seats=["you", *bots])
    assert keep(game)
    for move in made.moves():
        game.play(move)
    game.close()
    told = ask(cw.lobby(), kind="games")
    (figures,), (row,) = told["figures"], told["played"]
    assert figures["record"] == f"{own} to {other} points"
    assert (row["points"], row["rival"]) == (None, None), "the list tells no points that decided nothing"
