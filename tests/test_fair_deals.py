"""Deals against the weakest level that a person can win, and all others, which stay as they fall."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import fair_deals
from capture_widgets.bots.fair_deals import fair_seed
from capture_widgets.bots.levels import make_bot
from capture_widgets.games import game_type
from capture_widgets.widgets.table import choices
from capture_widgets.widgets.table.choices import chosen_game, seed_of_next
from tests.wire import ask

FOR_TWO = ["columns", "commander", "kommando", "universal"]
SEED = 4711


def choice(slug: str, opponent: str = "beginner", deal: str = "", **options: Any) -> Any:
    return {"game": slug, "opponent": opponent, "match": False, "options": options, "deal": deal}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games for which a fair deal is sought; `SEED` is always the one found."""
    slugs: list[str] = []

    def found(game: Any, options: Any, seat: int, *, match: bool = False) -> int:
        assert seat == 0
        slugs.append(game.slug)
        return SEED

    monkeypatch.setattr(choices, "fair_seed", found)
    return slugs


def share(slug: str, seeds: list[int], games: int) -> list[float]:
    """How often Greedy wins each deal against Beginner."""
    shares = []
    for seed in seeds:
        won = 0
        for number in range(games):
            game = cw.new(slug, seed=seed, seats=[make_bot("greedy"), make_bot("beginner")])
            game.seed_bots(f"fair {number}")
            game.run()
            won += game.returns is not None and game.returns[0] > 0
        shares.append(won / games)
    return shares


def test_ko_1_fair_hands_are_seldom_lost_from_the_start() -> None:
    game, draw = game_type("kommando"), Random(11)
    seeds = [fair_seed(game, game.options(), 0, rng=draw) for _ in range(12)]
    chosen = share("kommando", [seed for seed in seeds if seed is not None], 12)
    any_deals = share("kommando", [Random(seed).getrandbits(32) for seed in range(12)], 12)
    assert min(chosen) > 0.2, f"of any deals {min(any_deals)}"
    assert sum(one < 0.45 for one in chosen) <= 3
    assert sum(chosen) / len(chosen) < 0.95, "nor are they won by themselves"


@pytest.mark.parametrize("slug", FOR_TWO)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_fair_deal_is_one_where_playouts_of_that_seat_win_often_enough(
    slug: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_deals, "MOST_SECONDS", 60)
    shares: list[float | None] = []
    judge = fair_deals._share

    def told(*given: Any) -> float | None:
        assert given[2] == seat
        shares.append(judge(*given))
        return shares[-1]

    monkeypatch.setattr(fair_deals, "_share", told)
    game = game_type(slug)
    seed = fair_seed(game, game.options(), seat, rng=Random(slug))
    low, high = fair_deals.FAIR
    *former, last = shares
    assert last is not None and low <= last <= high
    assert all(one is not None and not low <= one <= high for one in former)
    assert fair_seed(game, game.options(), seat, rng=Random(slug)) == seed, "it depends on the seeds alone"


def test_the_search_ends_on_a_slow_machine_and_after_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_type("universal")
    tried: list[float] = []

    def lost(*_: Any) -> float:
        tried.append(0)
        return 0

    monkeypatch.setattr(fair_deals, "_share", lost)
    assert fair_seed(game, game.options(), 0) is not None
    assert len(tried) == fair_deals.MOST_DEALS
    monkeypatch.undo()
    monkeypatch.setattr(fair_deals, "MOST_SECONDS", 0)
    draw = Random(3)
    assert fair_seed(game, game.options(), 0, rng=draw) == Random(3).getrandbits(32)


def test_only_games_between_two_have_fair_deals() -> None:
    fourx, commander = game_type("fourx"), game_type("commander")
    assert fair_seed(fourx, fourx.options(), 0) is None
    assert fair_seed(commander, commander.options.of({"players": 3}), 0) is None


@pytest.mark.parametrize("slug", FOR_TWO)
def test_who_sits_down_against_beginner_gets_a_fair_deal(slug: str, asked: list[str]) -> None:
    game = chosen_game(choice(slug))
    assert asked == [slug]
    assert game == cw.new(slug, seed=SEED), "the record keeps the seed, as of any deal"


@pytest.mark.parametrize("opponent", ["random", "greedy", "club", "strong", "person"])
def test_against_others_deals_stay_as_they_fall(opponent: str, asked: list[str]) -> None:
    chosen_game(choice("kommando", opponent))
    assert asked == []


@pytest.mark.parametrize("deal", ["7", "daily 2026-11-22", cw.new("kommando", seed=3).deal_code])
def test_a_deal_that_was_asked_for_stays(deal: str, asked: list[str]) -> None:
    assert chosen_game(choice("kommando", deal=deal)).record()["seed"] != SEED
    assert asked == []


def test_a_script_gets_any_deal(asked: list[str]) -> None:
    cw.new("kommando", seats=["you", make_bot("beginner")])
    cw.daily("kommando", seats=["you", make_bot("beginner")])
    assert asked == []


def test_a_rematch_with_a_new_deal_is_fair_too_and_one_with_the_same_deal_keeps_it(asked: list[str]) -> None:
    game = cw.new("kommando", seed=5, seats=["you", make_bot("beginner")])
    table = game.table()
    assert ask(table, kind="new", same=True)["kind"] == "done"
    assert (game.record()["seed"], asked) == (5, [])
    assert ask(table, kind="new", same=False)["kind"] == "done"
    assert (game.record()["seed"], asked) == (SEED, ["kommando"])


def test_other_tables_have_no_fair_deals(asked: list[str]) -> None:
    beginner, club = make_bot("beginner"), make_bot("club")
    lineups: list[list[str | cw.Bot]] = [["you", "guest"], ["you", club], [beginner, make_bot("beginner")]]
    for seats in lineups:
        assert seed_of_next(cw.new("kommando", seats=seats)) is None
    assert seed_of_next(cw.new("commander", players=3, seats=["you", beginner, club])) is None
    assert asked == []
