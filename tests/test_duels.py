"""Duels: mirrored deals, honest intervals, and the same numbers whatever runs them."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.analysis.duels import Played
from capture_widgets.bots import ISMCTS, Bot, Greedy, View
from capture_widgets.bots import Random as RandomBot
from capture_widgets.core.intervals import interval

BOTS = [Greedy(), RandomBot()]

CELL = """
from capture_widgets.bots import Bot

class Last(Bot):
    name = "Last"
    def choose(self, view):
        return view.legal_moves()[-1]
"""
"""A bot as a notebook cell defines it: its class lives in no module that a worker could import."""


def bot_of_a_cell() -> Bot:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(CELL, namespace)  # noqa: S102 # as a notebook does
    made: Bot = namespace["Last"]()
    return made


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@contextmanager
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 1, "threads_per_worker": 2, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("executor", [processes, pytest.param(dask, marks=pytest.mark.thorough)])
def test_the_same_numbers_whatever_the_executor(executor: Callable[[], Any]) -> None:
    bots = [bot_of_a_cell(), RandomBot(), Greedy(seed=4)]
    here = cw.duel("kommando", bots, games=6, seed=3, progress=False)
    with executor() as there:
        elsewhere = cw.duel("kommando", bots, 6, 3, there, progress=False)
    assert elsewhere == here
    assert len(here.played) == 6 * 3 * 2


class Counting(ThreadPoolExecutor):
    """Counts what it is given and how much of it waits."""

    def __init__(self) -> None:
        super().__init__(1)
        self.pieces: list[int] = []
        self.open = self.most = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        assert not more
        assert len(pickle.dumps(args)) < 5000
        self.pieces.append(args[2] - args[1])
        self.open += 1
        self.most = max(self.most, self.open)
        future = super().submit(function, *args)
        future.add_done_callback(self._closed)
        return future

    def _closed(self, _: Future[Any]) -> None:
        self.open -= 1


def test_work_is_handed_out_in_growing_pieces_and_few_at_a_time() -> None:
    with Counting() as pool:
        result = cw.duel("kommando", [RandomBot(), RandomBot()], games=60, executor=pool, progress=False)
    assert sum(pool.pieces) == 60
    assert pool.pieces[0] == 1
    assert max(pool.pieces) > 3
    assert pool.most <= 3
    assert result == cw.duel("kommando", [RandomBot(), RandomBot()], games=60, progress=False)


def test_every_deal_is_played_from_every_seat() -> None:
    result = cw.duel("columns", BOTS, games=3, seed=5, progress=False)
    assert [game.seating for game in result.played] == [(0, 1), (1, 0)] * 3
    assert [game.deal for game in result.played] == [0, 0, 1, 1, 2, 2]
    first, second = result.played[:2]
    assert first.seed == second.seed
    again = cw.new("columns", seed=first.seed)
    assert again.deal_code == cw.new("columns", seed=second.seed).deal_code
    assert len({game.seed for game in result.played}) == 3


def test_more_seats_than_bots_and_more_bots_than_seats() -> None:
    teams = cw.duel("commander", [RandomBot(), RandomBot()], games=1, progress=False, teams=True)
    assert [game.seating for game in teams.played] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    three = cw.duel("kommando", [RandomBot(), RandomBot(), RandomBot()], games=1, progress=False)
    assert [game.seating for game in three.played] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert three.bots == ("Random (1)", "Random (2)", "Random (3)")


def test_alone_bots_play_the_same_deals() -> None:
    result = cw.duel("fourx", [Greedy(), ISMCTS(simulations=20)], games=2, seed=2, progress=False)
    assert [(game.deal, game.seating) for game in result.played] == [(0, (0,)), (0, (1,)), (1, (0,)), (1, (1,))]
    mean, _ = result.ahead(1, 0)
    assert -1 <= mean <= 1
    assert mean == -result.ahead(0, 1)[0]


def test_the_result_says_how_sure_it_is() -> None:
    result = cw.duel("kommando", BOTS, games=20, seed=1, progress=False)
    greedy, random = result.table
    assert greedy.wins + greedy.draws + greedy.losses == greedy.games == 40
    assert greedy.mean == pytest.approx((greedy.wins - greedy.losses) / 40)
    assert greedy.mean == pytest.approx(-random.mean)
    assert greedy.mean - greedy.within > 0
    ahead, within = result.ahead()
    assert ahead == pytest.approx(2 * greedy.mean)
    assert within == pytest.approx(2 * greedy.within)
    frame = result.frame()
    assert len(frame) == 40
    assert frame["returns_A"].where(frame["bot_A"] == "Greedy", frame["returns_B"]).mean() == pytest.approx(greedy.mean)
    html = result._repr_html_()
    assert html.startswith("<table>")
    assert "20 deals, 40 games" in html
    assert "Greedy" in str(result)


def test_intervals_are_students() -> None:
    """Against tables of the t distribution."""
    mean, within = interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert within == pytest.approx(3.182 * (5 / 3) ** 0.5 / 2, rel=0.01)
    _, within = interval([0.0, 1.0] * 50)
    assert within == pytest.approx(1.9842 * 0.50252 / 10, rel=0.001)
    assert interval([0.0, 1.0, 2.0])[1] == pytest.approx(4.303 / 3**0.5)
    assert interval([1.0])[1] == float("inf")


class Wrong(Bot):
    """Breaks down in its third move."""

    name = "<b>Wrong"

    def choose(self, view: View) -> str:
        if view.dump["ply"] > 3:
            raise RuntimeError("lost the thread")
        return view.legal_moves()[0]


def test_a_bot_that_fails_loses_the_game_and_is_named() -> None:
    result = cw.duel("kommando", [Wrong(), RandomBot()], games=2, progress=False)
    wrong, random = result.table
    assert (wrong.losses, wrong.faults, random.wins, random.faults) == (4, 4, 4, 0)
    assert "lost the thread" in result.faults[0]
    assert "<b>" not in result._repr_html_()


class Speechless(RandomBot):
    """Fails without a word."""

    def choose(self, view: View) -> str:
        class Mute(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Mute if view.dump["ply"] else SystemExit


def test_a_bot_that_cannot_even_say_what_failed_loses_too() -> None:
    result = cw.duel("kommando", [Speechless(), RandomBot()], games=1, progress=False)
    assert [row.losses for row in result.table] == [2, 0]
    assert all(fault.split(": ")[1].strip() in ("Mute", "SystemExit") for fault in result.faults)


class Interrupting(RandomBot):
    """Whose person loses patience in the third deal."""

    seen = 0

    def choose(self, view: View) -> str:
        self.seen += view.dump["ply"] == 0
        if self.seen > 2:
            raise KeyboardInterrupt
        return super().choose(view)


def test_an_interrupt_leaves_what_was_played() -> None:
    result = cw.duel("kommando", [Interrupting(), RandomBot()], games=10, progress=False)
    assert not result.complete
    assert 0 < len(result.played) < 10
    assert len(result.played) % 2 == 0
    assert "interrupted" in str(result)
    full = cw.duel("kommando", [RandomBot(), RandomBot()], games=10, progress=False)
    assert full.played[: len(result.played)] == result.played


def test_bots_of_a_cell_need_cloudpickle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match=r"cloudpickle.*capture-widgets\[duels\]"):
        cw.duel("kommando", [bot_of_a_cell(), RandomBot()], games=2, executor=executor, progress=False)


def test_progress_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    cw.duel("kommando", [RandomBot(), RandomBot()], games=2)
    assert "0/2" in capsys.readouterr().err


@pytest.mark.parametrize(("bots", "settings"), [([], {}), (["you"], {}), (BOTS, {"games": 0}), (BOTS, {"seed": "x"})])
def test_what_makes_no_sense_is_refused(bots: Any, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="duel|games|seed"):  # noqa: RUF043 # one of the three
        cw.duel("kommando", bots, **settings)
    with pytest.raises(cw.UnknownOption):
        cw.duel("kommando", BOTS, dealer=7)


def test_a_duel_takes_a_list_an_executor_and_options_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a list of bots"):
        cw.duel("kommando", BOTS[0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="executor"):
        cw.duel("kommando", BOTS, executor=5)  # type: ignore[arg-type]
    with pytest.raises(cw.UnknownOption, match="autosave"):
        cw.duel("kommando", BOTS, autosave=tmp_path / "d.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_deals_do_not_depend_on_how_many_there_are() -> None:
    few = cw.duel("kommando", BOTS, games=2, seed=9, progress=False).played
    more = cw.duel("kommando", BOTS, games=4, seed=9, progress=False).played
    assert more[:4] == few
    assert all(isinstance(game, Played) for game in few)
    assert fmean(game.plies for game in few) == 20
