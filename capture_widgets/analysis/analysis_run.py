"""`analyse`: a search at every position of a game, in this process or on an executor's workers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any, Literal, Protocol, overload

from capture_widgets.analysis.analysis import Analysis, fingerprint
from capture_widgets.analysis.analysis_format import Unit
from capture_widgets.analysis.executors import Executor, check_executor, worker_count
from capture_widgets.analysis.position_judge import PositionTask, final_standings, judge_position, position_task
from capture_widgets.analysis.standing import Standing
from capture_widgets.bots.search_budget import SearchBudget
from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import shown
from capture_widgets.core.progress import progress_bar
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.engine.state import Seat
from capture_widgets.model.history import History
from capture_widgets.model.record_format import Record
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load

ProgressCallback = Callable[[int, int], object]
"""Called with the number of plies that are done and the number of all plies."""
_PlyKey = tuple[int, int]
"""The number of a round and a ply in it."""
_Judged = tuple[_PlyKey, list[Standing]]


class Stored(Protocol):
    """A stored record, such as `read_records` gives."""

    def load(self) -> Game:
        """The game of the record."""


Source = Game | Record | Mapping[str, Any] | Stored | str | Path
"""Anything that holds one game."""


@overload
def analyse(  # type: ignore[overload-overlap] # a text and a mapping can be iterated, too; the first one counts
    game_or_record: Source,
    seconds: float | None = None,
    seat: Seat | Literal["each"] | None = "each",
    executor: Executor | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    progress: bool | ProgressCallback = True,
    stop: Event | Callable[[], bool] | None = None,
) -> Analysis: ...


@overload
def analyse(
    game_or_record: Iterable[Source],
    seconds: float | None = None,
    seat: Seat | Literal["each"] | None = "each",
    executor: Executor | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    progress: bool | ProgressCallback = True,
    stop: Event | Callable[[], bool] | None = None,
) -> list[Analysis]: ...


def analyse(
    game_or_record: Source | Iterable[Source],
    seconds: float | None = None,
    seat: Seat | Literal["each"] | None = "each",
    executor: Executor | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    progress: bool | ProgressCallback = True,
    stop: Event | Callable[[], bool] | None = None,
) -> Analysis | list[Analysis]:
    """Judge every position of a game: the chances of each seat by what it could know then, and what each move lost.

    The numbers of a seat come from worlds drawn from what it could know, so two games that the seat could not tell
    apart get the same numbers. An analysis names a best move at every position: use it after the game, or in a game
    that does not count.

    Args:
        game_or_record: a game, a record or its file, or a stored record (`read_records`); or several of these, in a
            list or an iterator: then the result is a list, which ends with the one that was stopped.
        seconds: about how long to search at each ply, for all seats together; 0.2 if ``simulations`` is not given
            either. In Capture the Commander and the game for the Universal deck, where there are more moves to choose
            from, a ply takes nearly twice as long. In games with a tree, a move that may be a mistake takes up to
            twenty-one times as long, since it is called one only if a second comparison in longer searches agrees.
        seat: "each" for all seats; one seat; or None for all seats and, in addition, with all cards open.
        executor: anything with a ``submit`` that returns a ``concurrent.futures.Future``; None works in this process.
        simulations: how many simulations to make at each ply, so that a seed gives the same analysis again.
        seed: together with ``simulations``, makes the analysis repeatable.
        progress: True shows a bar if tqdm is installed; a function is called with the plies done and all plies.
        stop: set the event, or let the function return True, to end with the positions judged by then; an interrupt
            does the same.

    Raises:
        RecordError: the record cannot be read.
        ValueError: there is no such seat, or a time or number is not valid.
    """
    if not isinstance(game_or_record, Game | Mapping | str | Path) and isinstance(game_or_record, Iterable):
        several: list[Analysis] = []
        for one in game_or_record:
            game = game_of(one)  # refuses lists in the list
            several.append(
                analyse(game, seconds, seat, executor, simulations=simulations, seed=seed, progress=progress, stop=stop)
            )
            if not several[-1].complete:
                break
        return several
    run = _AnalysisRun(game_or_record, seconds, seat, simulations, seed, stop)
    check_executor(executor)
    with suppress(KeyboardInterrupt):
        run_to_end(run.steps(executor, progress))
    return run.result()


def analysis_steps(
    game: Game,
    seconds: float | None,
    seat: Seat | Literal["each"],
    progress: ProgressCallback,
    stop: Event | Callable[[], bool],
    simulations: int | None = None,
    known: Analysis | None = None,
    moves_of: Seat | None = None,
    note: Callable[[Analysis, Standing], object] | None = None,
) -> Steps[Analysis]:
    """Analyse a game in the background, one position per step; see `analyse`.

    ``known`` is an analysis of this game for the same seat that was stopped; its positions are not searched again. With
    ``moves_of``, only the positions where this seat moves are judged: no mistake of the seat depends on the others.
    ``note`` is called with each mistake as soon as it is found, and the analysis so far.
    """
    run = _AnalysisRun(game, seconds, seat, simulations, 0, stop)
    if moves_of is not None:
        run.keep_moves_of(moves_of)
    if known is not None:
        run.take(known)
    yield from run.steps(None, progress, note)
    return run.result()


class _AnalysisRun:
    """The settings of one call of `analyse`, and the positions judged so far."""

    def __init__(
        self,
        game_or_record: Any,
        seconds: float | None,
        seat: Seat | Literal["each"] | None,
        simulations: int | None,
        seed: int,
        stop: Event | Callable[[], bool] | None,
    ) -> None:
        """Check the arguments; see `analyse`."""
        game = game_of(game_or_record)
        history = game.history.settled()
        seat, simulations, seed = whole(seat), whole(simulations), whole(seed)
        seats = _seats_to_judge(history, seat)
        if seconds is None and simulations is None:
            seconds = 0.2
        if seconds is not None:
            check_seconds(seconds)
        if simulations is not None and (type(simulations) is not int or simulations < 1):
            raise ValueError(f"simulations={shown(simulations)}: a whole number, 1 or more")
        if type(seed) is not int:
            raise ValueError(f"seed={shown(seed)}: a whole number")
        self._stop = stop.is_set if isinstance(stop, Event) else stop or (lambda: False)
        if not callable(self._stop):
            raise ValueError(f"stop={shown(stop)}: an Event, or a function that says when to stop")
        everything = seat is None
        self._seats, self._everything = seats, everything
        self._history, self._budget, self._seed = history, SearchBudget(seconds, simulations), seed
        self._plies = [(number, ply) for number in history.round_numbers() for ply in history.plies(number)]
        self._pending = [at for at in self._plies if history.round_at(at[0]).state_at(at[1]).to_play is not None]
        ends = set(self._plies) - set(self._pending)
        self._standings = {at: final_standings(history, *at, seats, everything=everything) for at in ends}
        self._total = len(self._pending)

    def keep_moves_of(self, seat: Seat) -> None:
        """Leave the positions out where another seat moves."""
        history = self._history
        self._pending = [at for at in self._pending if history.round_at(at[0]).state_at(at[1]).to_play == seat]
        self._total = len(self._pending)

    def take(self, known: Analysis) -> None:
        """Take the positions that an earlier analysis has judged."""
        rows: dict[_PlyKey, list[Standing]] = {}
        for row in known.standings:
            rows.setdefault((row.round, row.ply), []).append(row)
        self._standings.update({at: rows[at] for at in self._pending if at in rows})
        self._pending = [at for at in self._pending if at not in rows]

    def _task(self, at: _PlyKey) -> PositionTask:
        return position_task(self._history, *at, self._seats, self._everything, self._budget, self._seed)

    def steps(
        self,
        executor: Executor | None,
        progress: bool | ProgressCallback,
        note: Callable[[Analysis, Standing], object] | None = None,
    ) -> Steps[None]:
        """Judge one position after another."""
        pending, stop, total = self._pending, self._stop, self._total
        with _progress_callback(progress, total) as report:
            if executor is None:
                judged = _judge_here(pending, self._task, stop)
            else:
                judged = _judge_on_workers(pending, self._task, stop, executor)
            for count, (at, standings) in enumerate(judged, 1 + total - len(pending)):
                self._standings[at] = standings
                for row in standings:
                    if note is not None and row.mistake:
                        note(self.result(), row)
                report(count, total)
                yield 0

    def result(self) -> Analysis:
        """The analysis of the positions judged so far."""
        history, standings, budget = self._history, self._standings, self._budget
        rows = tuple(row for at in self._plies if at in standings for row in standings[at])
        moves = {number: tuple(history.moves(number)) for number in history.round_numbers()}
        unit: Unit = "chances" if history.type.solver is None else "turns"
        complete = len(standings) == len(self._plies)
        start = fingerprint(history)
        return Analysis(
            history.type.slug,
            unit,
            budget.seconds,
            budget.simulations,
            self._seed,
            start,
            moves,
            rows,
            complete,
            history,
        )


def game_of(source: Any) -> Game:
    """The game of anything that holds one (`Source`).

    Raises:
        RecordError: the record cannot be read.
        ValueError: this holds no game.
    """
    if isinstance(source, Game):
        return source
    if isinstance(source, Mapping | str | Path) or not callable(getattr(source, "load", None)):
        return load(source)
    game = source.load()
    if not isinstance(game, Game):
        raise ValueError(f"{shown(source)} is no game and no record")
    return game


def _seats_to_judge(history: History, seat: object) -> list[Seat]:
    """The seats that the argument ``seat`` of `analyse` stands for."""
    every = list(range(len(history.seats)))
    if seat is None or seat == "each":
        return every
    if type(seat) is int and seat in every:
        return [seat]
    raise ValueError(f'there is no seat {shown(seat)} to analyse for; choose "each", None or 0 to {len(every) - 1}')


def _judge_here(
    pending: list[_PlyKey], task: Callable[[_PlyKey], PositionTask], stop: Callable[[], bool]
) -> Iterator[_Judged]:
    for at in pending:
        standings = [] if stop() else judge_position(task(at), stop)
        if stop():  # the search of this position may have been cut short
            return
        yield at, standings


def _judge_on_workers(
    pending: list[_PlyKey], task: Callable[[_PlyKey], PositionTask], stop: Callable[[], bool], executor: Executor
) -> Iterator[_Judged]:
    """Keep two positions per worker in the executor's queue, and yield results as they arrive."""
    queue_length = 2 * worker_count(executor)
    submitted: dict[Future[Any], _PlyKey] = {}
    remaining = list(reversed(pending))
    try:
        while (remaining or submitted) and not stop():
            while remaining and len(submitted) < queue_length:
                at = remaining.pop()
                submitted[executor.submit(_judge_pickled, pickle.dumps(task(at)))] = at
            # the timeout lets the loop call stop() now and then
            ready, _ = wait(submitted, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in ready:
                yield submitted.pop(future), future.result()
    finally:
        for future in submitted:
            future.cancel()


def _judge_pickled(pickled: bytes) -> list[Standing]:
    """Judge one position; a worker of the executor calls this."""
    task: PositionTask = pickle.loads(pickled)  # noqa: S301 # pickled by `analyse` itself
    return judge_position(task)


@contextmanager
def _progress_callback(progress: bool | ProgressCallback, plies: int) -> Iterator[ProgressCallback]:
    """The caller's own function, or one that moves a bar."""
    if callable(progress):
        yield progress
        return
    with progress_bar(progress, total=plies, unit="ply") as bar:
        yield (lambda done, _all: bar.update(done - bar.n)) if bar is not None else _no_progress


def _no_progress(_done: int, _all: int) -> None:
    """Ignore progress."""
