"""The deal of a day: pinned for a year, the same in every time zone, and shared without spoilers."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.games import GAMES
from capture_widgets.play import daily as of_day

YEAR = {
    "commander": "37b41b72cc65a56c",
    "columns": "6c780e2285356b2b",
    "kommando": "02e3a539978b2eb7",
    "fourx": "c63571777b3a3e4f",
    "universal": "2bc4550d04e397f6",
}
"""The first digits of SHA-256 over the codes of the deals of 2027, a line each."""


@pytest.mark.parametrize("slug", GAMES)
def test_the_deals_of_a_year_are_pinned(slug: str) -> None:
    digest = sha256()
    for number in range(365):
        game = cw.daily(slug, date(2027, 1, 1) + timedelta(number))
        digest.update(f"{game.deal_code}\n".encode())
    assert digest.hexdigest()[:16] == YEAR[slug]


def test_in_the_4x_deal_of_a_day_every_king_can_win_since_he_is_chosen_before_a_card_is_seen() -> None:
    for number in range(60):
        game = cw.daily("fourx", date(2026, 12, 2) + timedelta(number))
        kings = [move for move in game.legal_moves() if move.startswith("king")]
        assert len(kings) == 4
        assert all(game.at(0).play(king).still_winnable(20) for king in kings)
        assert of_day.day_of_game(game.history) == date(2026, 12, 2) + timedelta(number)


def test_the_4x_deals_of_earlier_days_are_those_that_were_played() -> None:
    assert cw.daily("fourx", "2026-12-01").seed == 20261201_33269519


def test_two_time_zones_play_the_same_deal_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime(2026, 11, 22, 23, 30, tzinfo=UTC).astimezone(tz)

    monkeypatch.setattr(of_day, "datetime", Clock)
    seeds = []
    for zone in ("Pacific/Kiritimati", "Pacific/Midway"):
        monkeypatch.setenv("TZ", zone)
        if hasattr(time, "tzset"):
            time.tzset()
        seeds.append(cw.daily("kommando").seed)
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()
    assert seeds == [cw.daily("kommando", "2026-11-22").seed] * 2


def test_a_days_deal_is_known_again_and_no_other_is() -> None:
    game = cw.daily("columns", "2026-11-22")
    day = date(2026, 11, 22)
    assert of_day.day_of_game(game.history) == day
    assert of_day.day_of_game(cw.load(game.record()).history) == day
    assert game.seed is not None
    for other in (
        cw.new("columns", seed=7),
        cw.new("columns", seed=game.seed + 1),
        cw.new("kommando", seed=game.seed),
        cw.new("kommando", seed=cw.daily("kommando", day).seed, no_choice="chosen end"),
        cw.new("kommando", seed=cw.daily("kommando", day).seed, match=True),
    ):
        assert of_day.day_of_game(other.history) is None


@pytest.mark.parametrize("given", ["yesterday", "2026-02-30", "20261122", 7])
def test_what_is_no_date_is_refused(given: Any) -> None:
    with pytest.raises(cw.UnknownOption, match="date"):
        cw.daily("kommando", given)


def finish(game: cw.Game) -> None:
    while not game.is_over:
        game.play(game.legal_moves()[0])


def test_a_table_names_the_day_to_the_one_person_at_it_and_to_nobody_whom_it_would_tell_cards() -> None:
    bots = [cw.bots.Greedy()]
    assert cw.daily("kommando", "2026-11-22", seats=["Ann", *bots]).table(0).scene["day"] == "2026-11-22"
    assert cw.daily("fourx", "2026-11-22").table().scene["day"] == "2026-11-22"
    assert cw.daily("kommando", "2026-11-22", seats=["Ann", *bots]).table("public").scene["day"] is None
    for seat in (0, 1):
        assert cw.daily("kommando", "2026-11-22", seats=["Ann", "Ben"]).table(seat).scene["day"] is None
    assert cw.new("kommando", seed=7, seats=["Ann", *bots]).table(0).scene["day"] is None


def test_the_line_to_share_names_no_card_and_no_move() -> None:
    game = cw.daily("kommando", "2026-11-22", seats=["Ann", cw.bots.Greedy()])
    table = game.table(0, pace=0)
    assert not table.scene["share"]
    finish(game)
    line = table.scene["share"]
    first, second = game.points
    came = "won" if first > second else "lost" if first < second else "drawn"
    start, signs, end = line.split("  ")
    assert (start, end) == ("Kommando, 2026-11-22", f"{came} {first} : {second} against Greedy")
    row = game.dump("public")["table"]["row"]
    assert (signs.count("●"), signs.count("○")) == tuple(sum(one["winner"] == seat for one in row) for seat in (0, 1))
    assert game.table("public").scene["share"] is None
    other = cw.new("kommando", seed=7, seats=["Ann", cw.bots.Greedy()])
    finish(other)
    assert other.table(0).scene["share"] is None
