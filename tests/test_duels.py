"""Duels: mirrored deals, honest intervals, and the same numbers whatever runs them."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

import capture_widgets as cw
from capture_widgets.bots import ISMCTS, Bot, Greedy, View
from capture_widgets.bots import Random as RandomBot
from capture_widgets.core.intervals import interval, result_interval

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
    here = cw.duel("kommando", bots, deals=6, seed=3, progress=False)
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
        assert len(pickle.dumps(args)) < 6000
        self.pieces.append(len(args[1]))
        self.open += 1
        self.most = max(self.most, self.open)
        future = super().submit(function, *args)
        future.add_done_callback(self._closed)
        return future

    def _closed(self, _: Future[Any]) -> None:
        self.open -= 1


def test_work_is_handed_out_in_growing_pieces_and_few_at_a_time() -> None:
    with Counting() as pool:
        result = cw.duel("kommando", [RandomBot(), RandomBot()], deals=60, executor=pool, progress=False)
    assert sum(pool.pieces) == 60
    assert pool.pieces[0] == 1
    assert max(pool.pieces) > 3
    assert pool.most <= 3
    assert result == cw.duel("kommando", [RandomBot(), RandomBot()], deals=60, progress=False)


def test_every_deal_is_played_from_every_seat() -> None:
    result = cw.duel("columns", BOTS, deals=3, seed=5, progress=False)
    assert [game.seating for game in result.played] == [(0, 1), (1, 0)] * 3
    assert [game.deal for game in result.played] == [0, 0, 1, 1, 2, 2]
    first, second = result.played[:2]
    assert first.seed == second.seed
    again = cw.new("columns", seed=first.seed)
    assert again.deal_code == cw.new("columns", seed=second.seed).deal_code
    assert len({game.seed for game in result.played}) == 3


def test_more_seats_than_bots_and_more_bots_than_seats() -> None:
    teams = cw.duel("commander", [RandomBot(), RandomBot()], deals=1, progress=False, teams=True)
    assert [game.seating for game in teams.played] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    three = cw.duel("kommando", [RandomBot(), RandomBot(), RandomBot()], deals=1, progress=False)
    assert [game.seating for game in three.played] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert three.bots == ("Random (1)", "Random (2)", "Random (3)")


def test_alone_bots_play_the_same_deals() -> None:
    result = cw.duel("fourx", [Greedy(), ISMCTS(simulations=20)], deals=2, seed=2, progress=False)
    assert [(game.deal, game.seating) for game in result.played] == [(0, (0,)), (0, (1,)), (1, (0,)), (1, (1,))]
    mean, _ = result.ahead(1, 0)
    assert -1 <= mean <= 1
    assert mean == -result.ahead(0, 1)[0]


def test_the_result_says_how_sure_it_is() -> None:
    result = cw.duel("kommando", BOTS, deals=20, seed=1, progress=False)
    greedy, random = result.table
    assert greedy.wins + greedy.draws + greedy.losses == greedy.games == 40
    assert greedy.mean == pytest.approx((greedy.wins - greedy.losses) / 40)
    assert greedy.mean == pytest.approx(-random.mean)
    assert greedy.mean - greedy.within > 0
    ahead, within = result.ahead()
    assert (ahead, within) == pytest.approx((greedy.mean, greedy.within)), "one scale"
    frame = result.frame()
    assert len(frame) == 40
    assert frame["returns_0"].where(frame["bot_0"] == "Greedy", frame["returns_1"]).mean() == pytest.approx(greedy.mean)
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


def test_few_equal_results_do_not_look_certain() -> None:
    """95% of the intervals hold the truth, for few and many deals; of plain t intervals often fewer than half do."""
    assert result_interval([]) == (0.0, 1.0)
    assert result_interval([0.0]) == (0.0, 1.0)
    mean, within = result_interval([0.0, 0.0, 0.0])
    assert mean == 0
    assert within == pytest.approx(0.878, abs=0.005), "as of 0, 0, 0, 1 and -1"
    rng = Random(1)
    for shares in (
        (0.02, 0.03, 0.9, 0.03, 0.02),
        (0.01, 0, 0.08, 0, 0.91),
        (0, 0, 0.9, 0, 0.1),
        (0.25, 0, 0.5, 0, 0.25),
    ):
        values = (-1.0, -0.5, 0.0, 0.5, 1.0)
        truth = sum(value * share for value, share in zip(values, shares, strict=True))
        for count in (2, 5, 20, 60):
            holds = 0
            for _ in range(300):
                mean, within = result_interval(rng.choices(values, shares, k=count))
                holds += abs(mean - truth) <= within
            assert holds >= 0.91 * 300, (shares, count)


class Wrong(Bot):
    """Breaks down in its third move."""

    name = "<b>Wrong"

    def choose(self, view: View) -> str:
        if view.dump["ply"] > 3:
            raise RuntimeError("lost the thread")
        return view.legal_moves()[0]


def test_a_bot_that_fails_loses_the_game_and_is_named() -> None:
    result = cw.duel("kommando", [Wrong(), RandomBot()], deals=2, progress=False)
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
    result = cw.duel("kommando", [Speechless(), RandomBot()], deals=1, progress=False)
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
    result = cw.duel("kommando", [Interrupting(), RandomBot()], deals=10, progress=False)
    assert not result.complete
    assert 0 < len(result.played) < 10
    assert len(result.played) % 2 == 0
    assert "interrupted" in str(result)
    full = cw.duel("kommando", [RandomBot(), RandomBot()], deals=10, progress=False)
    assert full.played[: len(result.played)] == result.played


def test_bots_of_a_cell_need_cloudpickle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match=r"cloudpickle.*capture-widgets\[duels\]"):
        cw.duel("kommando", [bot_of_a_cell(), RandomBot()], deals=2, executor=executor, progress=False)


def test_progress_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    cw.duel("kommando", [RandomBot(), RandomBot()], deals=2)
    assert "0/2" in capsys.readouterr().err


def test_the_old_name_of_deals_still_works_and_says_the_new_one() -> None:
    bots = [RandomBot(), RandomBot()]
    with pytest.warns(DeprecationWarning, match=r"write deals=") as caught:
        old = cw.duel("kommando", bots, games=3, seed=2, progress=False)
    assert caught[0].filename == __file__, "it names the line of the caller"
    assert old == cw.duel("kommando", bots, deals=3, seed=2, progress=False)
    assert old == cw.duel("kommando", bots, 3, seed=2, progress=False)
    assert len(old.played) == 6
    with pytest.raises(ValueError, match="old name of deals"):
        cw.duel("kommando", bots, deals=3, games=3, progress=False)


@pytest.mark.parametrize(("bots", "settings"), [([], {}), (["you"], {}), (BOTS, {"deals": 0}), (BOTS, {"seed": "x"})])
def test_what_makes_no_sense_is_refused(bots: Any, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="duel|deals|seed"):  # noqa: RUF043 # one of the three
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
    few = cw.duel("kommando", BOTS, deals=2, seed=9, progress=False).played
    more = cw.duel("kommando", BOTS, deals=4, seed=9, progress=False).played
    assert more[:4] == few
    assert all(isinstance(game, cw.Played) for game in few)
    assert fmean(game.plies for game in few) == 20


@pytest.mark.parametrize(
    ("slug", "options"),
    [("kommando", {}), ("kommando", {"match": True, "target": 30}), ("commander", {"teams": True}), ("fourx", {})],
)
def test_every_game_of_a_duel_can_be_watched(slug: str, options: dict[str, Any]) -> None:
    """Bots without a seed of their own, and a match: the game of the duel is the game that was played."""
    result = cw.duel(slug, [RandomBot(), RandomBot()], deals=2, seed=4, progress=False, **options)
    for number, played in enumerate(result.played):
        game = result.game(number)
        assert tuple(move for number in game.round_numbers() for move in game.moves(number)) == played.moves
        assert (game.returns, game.points, game.ply) == ([*played.returns], [*played.points], played.plies)
        assert [name.removesuffix(" 1").removesuffix(" 2") for name in game.names] == [
            result.bots[bot] for bot in played.seating
        ]
    assert [cw.load(record).points for record in result.records()] == [[*one.points] for one in result.played]
    with pytest.raises(ValueError, match="number=99"):
        result.game(99)


def test_a_game_lost_by_a_fault_says_so_where_it_stopped() -> None:
    result = cw.duel("kommando", [Wrong(), RandomBot()], deals=1, progress=False)
    game = result.game(0)
    assert not game.is_over
    assert "lost the thread" in game.comments[f"0/{game.ply}"]


def test_a_duel_is_saved_loaded_and_added(tmp_path: Path) -> None:
    whole = cw.duel("kommando", [Greedy(), RandomBot(), RandomBot()], deals=4, seed=2, progress=False)
    assert cw.Duel.load(whole.save(tmp_path / "a.jsonl")) == whole
    few = cw.duel("kommando", [Greedy(), RandomBot(), RandomBot()], deals=2, seed=2, progress=False)
    assert few + whole == whole
    assert sorted((whole + few).played, key=lambda one: (one.deal, one.seating)) == sorted(
        whole.played, key=lambda one: (one.deal, one.seating)
    )
    other = cw.duel("kommando", [Greedy(), RandomBot(), RandomBot()], deals=3, seed=3, progress=False)
    both = whole + other
    assert both.seed is None
    assert len({game.deal for game in both.played}) == 7
    assert both.table[0].games == whole.table[0].games + other.table[0].games
    assert cw.Duel.load(both.save(tmp_path / "b.jsonl")).table == both.table
    with pytest.raises(ValueError, match="different bots"):
        whole + cw.duel("kommando", BOTS, deals=1, progress=False)


def test_a_duel_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    full = cw.duel("kommando", [RandomBot(), RandomBot()], deals=6, seed=1, progress=False)
    first = cw.duel("kommando", [Interrupting(), RandomBot()], deals=6, seed=1, progress=False, keep=path)
    assert 0 < len(first.played) < 12
    with path.open("ab") as file:
        file.write(b"[3,[[3,")  # killed in the middle of a line
    assert cw.Duel.load(path) == first
    seen = Interrupting()
    seen.seen = -100
    rest = cw.duel("kommando", [seen, RandomBot()], deals=6, seed=1, progress=False, keep=path)
    assert seen.seen == -100 + 6 - len(first.played) // 2, "finished deals are not played again"
    assert (rest.played, rest.complete) == (full.played, True)
    with ThreadPoolExecutor(1) as pool:
        more = cw.duel("kommando", [RandomBot(), RandomBot()], 8, 1, pool, progress=False, keep=path)
    assert more.played[:12] == full.played
    assert len(more.played) == 16
    with pytest.raises(ValueError, match="another duel"):
        cw.duel("kommando", [RandomBot(), RandomBot()], deals=6, seed=2, progress=False, keep=path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nothing", "line 1: this is not JSON"),
        ("{}", "line 1: expected the head"),
        ('[0,[[0,0,[0,9],[1,-1],[0,0],5,"",[]]]]', r"line 2\[1\]\[0\]\[2\]"),
        ('[0,[[0,0,[0,1],[1],[0,0],5,"",[]]]]', "as many returns"),
        ("[0]", "line 2: expected"),
    ],
)
def test_a_file_that_is_no_duel_is_refused(tmp_path: Path, line: str, words: str) -> None:
    path = cw.duel("kommando", BOTS, deals=1, progress=False).save(tmp_path / "d.jsonl")
    head = path.read_text().partition("\n")[0]
    path.write_text(f"{line}\n" if "line 1" in words else f"{head}\n{line}\n")
    with pytest.raises(cw.RecordError, match=words):
        cw.Duel.load(path)
    with pytest.raises(cw.RecordError, match=words):
        cw.duel("kommando", BOTS, deals=1, progress=False, keep=path)


def test_numbers_of_numpy_are_numbers_in_a_duel() -> None:
    numpy = pytest.importorskip("numpy")
    result = cw.duel("kommando", BOTS, deals=numpy.int32(2), seed=numpy.int64(5), progress=False)
    assert result == cw.duel("kommando", BOTS, deals=2, seed=5, progress=False)
