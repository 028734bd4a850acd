"""Deals of 4X Solitaire by difficulty: each is as hard as the list says, and chosen by the seed."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

import capture_widgets as cw
from capture_widgets.games.fourx.graded import LIST, graded_deals
from capture_widgets.library import kept_games
from capture_widgets.model.deal import LEVELS
from tests.benchmarks import graded

WRITTEN_DOWN = [3913, 985, 1375]
"""Seeds of the deals that seed 7 draws; they must never change."""


def test_the_list_has_a_thousand_deals_and_is_a_few_kilobytes() -> None:
    deals = graded_deals()
    assert tuple(deals) == LEVELS
    seeds = [deal.seed for listed in deals.values() for deal in listed]
    assert len(seeds) >= 1000
    assert len(set(seeds)) == len(seeds)
    assert min(map(len, deals.values())) >= 300
    assert LIST.stat().st_size < 16_000


def test_harder_deals_take_more_turns_and_forgive_less() -> None:
    def mean(level: str, what: str) -> float:
        return fmean(getattr(deal, what) for deal in graded_deals()[level])

    easy, medium, hard = ({what: mean(level, what) for what in ("par", "forgiving")} for level in LEVELS)
    assert easy["par"] < medium["par"] < hard["par"]
    assert easy["forgiving"] > medium["forgiving"] > hard["forgiving"]


def test_the_choice_of_a_king_and_the_legend_say_how_many_turns_the_shortest_win_of_a_deal_takes() -> None:
    pars = [deal.par for listed in graded_deals().values() for deal in listed]
    for name in ("texts.ts", "legend.json"):
        words = (LIST.parents[3] / "js/src/views/fourx" / name).read_text("utf-8")
        assert f"the shortest win of a deal takes {min(pars)}–{max(pars)}" in words.lower(), name


@pytest.mark.parametrize("level", LEVELS)
def test_a_sample_of_the_list_is_verified_again(level: str) -> None:
    listed = graded_deals()[level]
    for deal in listed[100 :: len(listed) // 2]:
        game = cw.new("fourx", seed=deal.seed)
        solution = cw.solve(game, 60, progress=False)
        assert (solution.status, solution.turns) == ("solved", deal.par), deal
        assert solution.game().points == [deal.par]
        assert round(100 * graded.forgiving(game)) == deal.forgiving, deal


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_no_choice_of_a_king_loses_an_easy_or_medium_deal(level: str) -> None:
    for deal in graded_deals()[level]:
        assert graded.kings_that_win(cw.new("fourx", seed=deal.seed)) == 4, deal


def test_the_pages_say_how_the_levels_differ() -> None:
    page = (Path(__file__).parent.parent / "docs/howtos.md").read_text("utf-8")
    shares = [round(fmean(deal.forgiving for deal in graded_deals()[level])) for level in LEVELS]
    pars = [round(fmean(deal.par for deal in graded_deals()[level]), 1) for level in LEVELS]
    assert "({}% in easy deals, {}% in medium and {}% in hard ones)".format(*shares) in page
    assert "({}, {} and {} in the mean)".format(*pars) in page
    assert (round(shares[1] / 100, 1), shares[0] > 90) == (0.7, True), "the words of the lobby"


def test_a_deal_is_drawn_from_the_list_by_the_seed() -> None:
    for level in LEVELS:
        seeds = {deal.seed for deal in graded_deals()[level]}
        drawn = [cw.new("fourx", deal=level, seed=seed).record()["seed"] for seed in range(40)]
        assert {*drawn} <= seeds
        assert len({*drawn}) > 30
        assert cw.new("fourx", deal=level).record()["seed"] in seeds
    assert [cw.new("fourx", deal=level, seed=7).record()["seed"] for level in LEVELS] == WRITTEN_DOWN


def test_such_a_deal_is_a_deal_like_any_other(tmp_path: Path) -> None:
    game = cw.new("fourx", deal="easy", seed=7, explorers="any")
    assert game == cw.new("fourx", seed=WRITTEN_DOWN[0], explorers="any")
    assert cw.load(game.save(tmp_path / "game.json")) == game


def test_the_next_deal_is_another_one_as_hard_and_a_seed_of_ones_own_is_taken_as_it_is() -> None:
    for level in LEVELS:
        seeds = {deal.seed for deal in graded_deals()[level]}
        game = cw.new("fourx", deal=level, seed=7)
        drawn = [game.seed, *(game.restart().seed for _ in range(20))]
        assert {*drawn} <= seeds
        assert all(one != other for one, other in pairwise(drawn))
        assert game.restart(same=True).restart().seed in seeds
        assert game.restart(seed=123_456).seed == 123_456
        assert game.restart().seed not in seeds
    listed = cw.new("fourx", seed=WRITTEN_DOWN[0])
    assert listed.restart().seed not in {deal.seed for deals in graded_deals().values() for deal in deals}


def test_the_next_deal_is_as_hard_after_the_kernel_was_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_games, "games_folder", lambda: tmp_path)
    monkeypatch.delenv(kept_games.SWITCH, raising=False)
    game = cw.new("fourx", deal="hard")
    assert kept_games.keep(game)
    game.play(game.legal_moves()[0]).close()
    again = kept_games.go_on(kept_games.unfinished()[0].path)
    assert again.restart().seed in {deal.seed for deal in graded_deals()["hard"]}


def test_a_journal_by_any_path_remembers_how_hard_its_deal_was(tmp_path: Path) -> None:
    for level in LEVELS:
        path = tmp_path / f"{level}.jsonl"
        game = cw.new("fourx", deal=level, seed=7, autosave=path)
        game.play(game.legal_moves()[0]).close()
        seeds = {deal.seed for deal in graded_deals()[level]}
        paths = [cw.load(path), cw.salvage(path), cw.resume(path)]
        next_deals = [again.restart().seed for again in paths]
        assert {*next_deals} <= seeds
        assert game.seed not in next_deals
        assert paths[-1].restart(seed=123_456).seed == 123_456
        paths[-1].close()
        assert cw.load(path).restart().seed not in seeds, "the last deal was one of its own"


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_other_games_say_that_they_have_no_such_list(slug: str) -> None:
    with pytest.raises(cw.IllegalDeal, match="no deals by difficulty; 4X Solitaire has"):
        cw.new(slug, deal="hard")


def test_what_the_list_does_not_hold_for_is_refused() -> None:
    with pytest.raises(cw.IllegalDeal, match="without a technology"):
        cw.new("fourx", deal="hard", tech=True)
    with pytest.raises(cw.IllegalDeal, match="“simple” has not"):
        cw.new("fourx", deal="simple")
    with pytest.raises(cw.UnknownOption, match="no matches"):
        cw.new("fourx", deal="easy", match=True)


def test_the_list_is_read_only_when_it_is_asked_for() -> None:
    code = (
        "import sys, capture_widgets as cw; g = cw.new('fourx', seed=1)\n"
        "assert 'capture_widgets.games.fourx.graded' not in sys.modules; cw.new('fourx', deal='easy')\n"
        "assert 'capture_widgets.games.fourx.graded' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
