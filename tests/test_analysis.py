"""Analyses of games: what each seat could know, confidence intervals, and the cost of each move."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean
from threading import Event
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.analysis import Analysis, for_viewer
from capture_widgets.analysis.analysis_run import analysis_steps
from capture_widgets.analysis.standing import Standing
from capture_widgets.core.background import run_to_end
from capture_widgets.games import GAMES
from capture_widgets.model.dump import whole_dump
from tests.random_games import play_at_random

COLUMNS = ["round", "ply", "seat", "to_play", "played", "best", "chance", "low", "high", "loss", "loss_low",
           "loss_high", "loss_known", "mistake"]  # fmt: skip


@cache
def played(slug: str, plies: int = 500, seed: int = 3) -> cw.Game:
    """A game of random moves."""
    return play_at_random(cw.new(slug, seed=seed), Random(seed), plies)


def short(**changes: Any) -> Analysis:
    """A quick analysis of a Kommando hand."""
    return cw.analyse(played("kommando"), **{"simulations": 600, "seed": 1, "progress": False, **changes})


@cache
def kept() -> Analysis:
    """The same, once."""
    return short(seat=None)


@cache
def blunders() -> Analysis:
    """One that has time enough to find mistakes."""
    return short(simulations=2000, seed=1)


def dump_of(game: cw.Game, state: cw.State) -> Any:
    """The dump of everything of a game, were this its state."""
    history = game.history
    first = history.round_at().first
    return whole_dump(
        game.type, history.settings, state, None, totals=None, round_number=0, ply=game.ply, first=first, seed=None
    )


def rows(found: Analysis, seat: int) -> str:
    """The numbers of a seat, as bytes would be compared."""
    return json.dumps([vars(row) for row in found.of(seat)])


# -- what a seat could know


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize("plies", [2, 5])
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_numbers(slug: str, plies: int) -> None:
    game = played(slug, plies)
    compared = 0
    for seat in range(len(game.seats)):
        numbers = set()
        tables = set()
        for world in range(3):
            state = game.state if world == 0 else game.state.determinize(seat, Random(world))
            other = cw.from_dump(dump_of(game, state))
            assert other.dump(seat) == game.dump(seat)
            tables.add(json.dumps(other.dump()["table"]))
            if game.to_play == seat:
                other.play(game.legal_moves()[-1])
            found = cw.analyse(other, simulations={"fourx": 30}.get(slug, 150), seed=4, seat=seat, progress=False)
            numbers.add(json.dumps(vars(found.standings[0])))
        compared += len(tables) > 1
        assert len(numbers) == 1
    assert compared, "the worlds differed in what was hidden"


def test_all_cards_open_are_told_apart_from_what_a_seat_knew() -> None:
    opened = kept().of(None)
    assert [row.ply for row in opened] == list(played("kommando").plies())
    assert [row.chance for row in opened] != [row.chance for row in kept().of(0)]
    assert len(kept().of(0)) == len(kept().of(1)) == len(opened), "beside them, not in their place"


def test_only_the_seat_to_play_is_told_a_best_move() -> None:
    for row in kept().standings:
        if row.seat not in (row.to_play, None) or row.to_play is None:
            assert (row.best, row.loss, row.mistake) == (None, None, False)


def test_a_choice_that_was_hidden_is_hidden_from_the_others_row() -> None:
    game = played("columns", 2)
    found = cw.analyse(game, simulations=50, progress=False)
    first = {row.seat: row.played for row in found.standings if row.ply == 0}
    assert first == {0: game.moves()[0], 1: None}


@pytest.mark.parametrize(("viewer", "seats"), [(0, {0}), (1, {1}), ("public", set()), (None, {0, 1, None})])
def test_a_viewer_is_told_its_own_numbers_only(viewer: Any, seats: set[int | None]) -> None:
    assert {row.seat for row in for_viewer(kept(), viewer)} == seats


# -- numbers and their intervals


def test_every_ply_and_seat_has_a_row() -> None:
    frame = short(simulations=200).frame()
    assert list(frame.columns) == COLUMNS
    plies = played("kommando").plies()
    assert list(zip(frame.ply, frame.seat, strict=True)) == [(ply, seat) for ply in plies for seat in (0, 1)]
    assert list(frame.to_play.dropna().unique()) == [0, 1]
    assert frame.mistake.dtype == bool
    assert list(kept().frame(points=True).columns) == [*COLUMNS, "points", "points_low", "points_high"]


def test_numbers_lie_in_their_intervals_and_the_end_is_certain() -> None:
    for row in kept().standings:
        if row.chance is not None and row.low is not None and row.high is not None:
            assert 0 <= row.low <= row.chance <= row.high <= 1
    game = played("kommando")
    assert game.returns is not None
    ends = {row.seat: row for row in kept().standings if row.to_play is None}
    for seat in (0, 1):
        sure = 0.5 + 0.5 * game.returns[seat]
        assert (ends[seat].chance, ends[seat].low, ends[seat].high) == (sure, sure, sure)
        assert ends[seat].points == game.points[seat] - game.points[1 - seat]


@pytest.mark.parametrize(("plies", "seed"), [(6, 3), (4, 5)])
def test_intervals_hold_what_many_runs_agree_on(plies: int, seed: int) -> None:
    here = cw.from_dump(played("kommando", plies, seed).dump())
    runs = [cw.analyse(here, simulations=480, seed=run, seat=0, progress=False).standings[0] for run in range(30)]
    known = [(run.low, run.chance, run.high) for run in runs if None not in (run.low, run.chance, run.high)]
    assert len(known) == 30
    truth = fmean(chance for _, chance, _ in known if chance is not None)
    inside = [low <= truth <= high for low, _, high in known if low is not None and high is not None]
    assert sum(inside) >= 25, "95% of them, less what chance may do"
    assert fmean(high - low for low, _, high in known if low is not None and high is not None) < 0.3


def test_thin_data_leaves_a_blank() -> None:
    found = short(simulations=20)
    for row in found.standings:
        if row.to_play is not None:
            assert (row.chance, row.low, row.high, row.points) == (None, None, None, None)
            assert row.mistake is False


def test_a_mistake_is_called_one_where_the_interval_says_so() -> None:
    found = blunders()
    blamed = [row for row in found.standings if row.mistake]
    assert blamed, "random moves are not all good"
    for row in blamed:
        assert row.loss_low is not None and row.loss is not None
        assert 0 < row.loss_low <= row.loss
        assert row.best not in (None, row.played)
    assert found.mistakes(0) == [row.at for row in blamed if row.seat == 0]
    assert all(row.played == row.best for row in found.standings if row.loss == 0 and row.seat == row.to_play)


def test_the_same_seed_gives_the_same_analysis_and_another_one_another() -> None:
    first, again, other = (short(seat=0, simulations=200, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert rows(first, 0) != rows(other, 0)


def test_an_executor_gives_the_same_numbers() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert short(executor=executor, simulations=200) == short(simulations=200)


# -- turns instead of chances


def test_4x_solitaire_is_judged_by_turns_to_the_best_end() -> None:
    deals = (cw.solve(cw.new("fourx", seed=seed), seconds=20, progress=False) for seed in range(20))
    solution = next(found for found in deals if found.status == "solved")
    end = cw.from_dump(solution.game().at(len(solution.line) - 5).dump())
    straight = end.copy()
    for move in solution.line[-5:]:
        straight.play(move)
    found = cw.analyse(straight, seconds=0.5, seat=None, progress=False)
    assert found.unit == "turns"
    opened = found.of(None)
    assert [row.points for row in opened] == [solution.turns] * 6
    assert [row.mistake for row in opened] == [False] * 6
    wasted = end.copy()
    wasted.play(next(move for move in wasted.legal_moves() if move.startswith("travel")))
    worse = cw.analyse(wasted, seconds=0.5, seat=None, progress=False).of(None)[0]
    assert worse.mistake
    assert worse.loss is not None and worse.loss_low is not None and worse.loss >= worse.loss_low >= 1
    assert all(row.chance is None for row in found.standings)


# -- stopping, progress, refusals


def test_what_is_done_when_it_is_stopped_is_kept() -> None:
    stop = Event()

    def tell(done: int, whole: int) -> None:
        assert whole == 20
        if done == 3:
            stop.set()

    found = short(progress=tell, stop=stop)
    assert not found.complete
    assert {row.ply for row in found.standings} == {0, 1, 2, 20}
    assert "stopped" in str(found)


def test_an_analysis_takes_the_time_that_it_is_given() -> None:
    """At 0.2 s a ply a hand of Kommando, 20 plies, takes 4 s and a little: under 20 s on any machine."""
    begun = time.process_time()
    found = cw.analyse(played("kommando"), seconds=0.04, progress=False)
    assert found.complete
    assert len({row.ply for row in found.standings}) == 21
    assert time.process_time() - begun < 5 * 20 * 0.04


def test_an_interrupt_keeps_what_is_done() -> None:
    def tell(done: int, _whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        for where in (None, executor):
            found = short(progress=tell, executor=where, simulations=200)
            assert not found.complete
            assert {row.ply for row in found.standings} == {0, 1, 20}


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"seat": 2}, "no seat"), ({"seat": "public"}, "no seat"), ({"seconds": 0}, "more than 0"),
     ({"simulations": 0}, "1 or more"), ({"seed": "x"}, "whole number"), ({"executor": 3}, "submit"),
     ({"stop": 3}, "Event")],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        short(**changes)


def test_a_record_is_analysed_like_its_game(tmp_path: Path) -> None:
    game = played("kommando")
    path = game.save(tmp_path / "game.json")
    assert cw.analyse(path, simulations=60, progress=False) == cw.analyse(game, simulations=60, progress=False)


# -- kept in files


def test_a_saved_analysis_comes_back(tmp_path: Path) -> None:
    path = kept().save(tmp_path / "analysis.json")
    assert Analysis.load(path) == kept()
    assert Analysis.load(json.loads(path.read_text("utf-8"))) == kept()
    assert kept().fits(played("kommando").history)
    assert not kept().fits(played("kommando", seed=4).history)
    assert not kept().fits(played("columns").history)


def first(data: dict[str, Any]) -> list[Any]:
    row: list[Any] = data["standings"][0]
    return row


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda data: data.update(version=2), "format"),
        (lambda data: data.update(extra=1), ""),
        (lambda data: data.update(unit="luck"), "unit"),
        (lambda data: data["fields"].reverse(), "fields"),
        (lambda data: first(data).append(1), "standings[0]"),
        (lambda data: first(data).__setitem__(0, -1), "standings[0].round"),
        (lambda data: first(data).__setitem__(2, 9), "standings[0].seat"),
        (lambda data: first(data).__setitem__(6, float("inf")), "standings[0].chance"),
        (lambda data: first(data).__setitem__(6, 7.5), "standings[0].chance"),
        (lambda data: first(data).__setitem__(7, None), "standings[0].chance"),
        (lambda data: first(data).__setitem__(15, 1), "standings[0].mistake"),
        (lambda data: data["moves"][0].__setitem__(1, "L:7b"), "moves[0][1]"),
    ],
)
def test_a_file_that_is_no_analysis_is_refused(spoil: Callable[[dict[str, Any]], Any], where: str) -> None:
    data = json.loads(json.dumps(kept().data()))
    spoil(data)
    with pytest.raises(cw.RecordError) as refused:
        Analysis.load(data)
    assert refused.value.where == where


def test_an_analysis_shows_itself() -> None:
    found = blunders()
    assert "mistake" in str(found)
    html = found._repr_html_()
    assert html.count("<tr>") == 1 + sum(row.mistake for row in found.standings if row.seat is not None)
    assert isinstance(found.standings[0], Standing)


def test_several_games_of_any_kind_are_analysed_at_once(tmp_path: Path) -> None:
    """A list, an iterator, a file, a record and a stored record; a stop ends the list with what was finished."""
    game = cw.new("kommando", seed=1)
    game.play(game.legal_moves()[0]).save(tmp_path / "a.json")
    stored = next(cw.read_records(tmp_path))
    one = cw.analyse(game, simulations=40, progress=False)
    assert cw.analyse(stored, simulations=40, progress=False).standings == one.standings
    several: list[Any] = [game, game.record(), tmp_path / "a.json", stored]
    assert [each.standings for each in cw.analyse(several, simulations=40, progress=False)] == [one.standings] * 4
    many = cw.analyse(cw.read_records(tmp_path), simulations=40, progress=False)
    assert [each.standings for each in many] == [one.standings]
    stopped = cw.analyse([game, game], simulations=40, progress=False, stop=lambda: True)
    assert [each.complete for each in stopped] == [False]
    with pytest.raises(cw.RecordError):
        cw.analyse([game, 7], simulations=40, progress=False)  # type: ignore[list-item]


def test_a_search_for_the_mistakes_of_a_seat_judges_its_moves_alone_and_goes_on_from_there() -> None:
    game = cw.new("kommando", seed=3, seats=[cw.bots.Random(1), cw.bots.Random(2)]).run()
    counts: list[tuple[int, int]] = []

    def report(*count: int) -> None:
        counts.append((count[0], count[1]))

    steps = analysis_steps(game, None, 1, report, lambda: False, simulations=5, moves_of=1)
    own = run_to_end(steps)
    moves = [ply for ply in range(game.ply) if game.at(ply).to_play == 1]
    assert [row.ply for row in own.of(1) if row.to_play is not None] == moves
    assert counts == [(number, len(moves)) for number in range(1, len(moves) + 1)], "in half the time"
    assert own.judges_moves_of(1, game.history)
    assert not own.judges_moves_of(0, game.history)
    assert not own.complete
    counts.clear()
    whole = run_to_end(analysis_steps(game, None, 1, report, lambda: False, simulations=5, known=own))
    assert whole.complete
    assert counts[0] == (len(moves) + 1, game.ply), "what is known is not judged again"
    assert set(own.standings) <= set(whole.standings)
