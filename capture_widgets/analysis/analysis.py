"""Games analysed ply by ply: who stood how well, by what each seat could know, and what each move lost."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from math import isfinite
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from capture_widgets.analysis.duels import Submits, workers_of
from capture_widgets.bots.outlook import Effort, Estimate, Outlook, Sight, outlook
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.background import Steps, through
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.phrases import number_of
from capture_widgets.core.plain_data import plain
from capture_widgets.core.progress import progress_bar
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.engine.state import SEAT_NAMES, Seat, State, Viewer
from capture_widgets.engine.table_readers import read_flag, read_list, read_object, read_pair, read_seat, read_whole
from capture_widgets.export.data_frames import frame
from capture_widgets.model.history import History
from capture_widgets.model.record_format import Record, place
from capture_widgets.model.view import View
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.records.record import parse_json, read_text

if TYPE_CHECKING:
    from pandas import DataFrame

FORMAT: Final = "capture-widgets/analysis"
_MOST_ROWS: Final = 15_000
"""Standings and moves that a file may have."""
_LONGEST: Final = 200
"""Characters of a text in a file."""
_COLUMNS = (
    "round",
    "ply",
    "seat",
    "to_play",
    "played",
    "best",
    "chance",
    "low",
    "high",
    "loss",
    "loss_low",
    "loss_high",
    "mistake",
)
_POINTS = ("points", "points_low", "points_high")

Unit = Literal["chances", "turns"]
Tell = Callable[[int, int], object]
"""Hears of progress: plies done, and all of them."""


@dataclass(frozen=True)
class Standing:
    """One position as one seat could judge it, or with all cards open.

    Attributes:
        round, ply: the position.
        seat: whose knowledge; None for all cards open, where the chances are those of seat A (number 0).
        to_play: the seat to move, None at the end of a round.
        played: the move made from here, as the seat knew it then; None at the end, and while it was hidden.
        best: the best move found; only where the seat was to play, or all cards are open.
        chance, low, high: the chance to win the round, a draw counting for a half, with its 95% interval.
        points, points_low, points_high: by how many points the seat will be ahead of the best other at the end of the
            round; in 4X Solitaire the turns that the round takes in all.
        loss, loss_low, loss_high: how much the move played is worse than the best found, in chances (to the seat to
            play) or turns.
        mistake: whether that interval says that the move was one.
        simulations: how many simulations or solved maps this rests on; 0 where it is known for certain.
    """

    round: int
    ply: int
    seat: Seat | None
    to_play: Seat | None
    played: str | None
    best: str | None
    chance: float | None
    low: float | None
    high: float | None
    points: float | None
    points_low: float | None
    points_high: float | None
    loss: float | None
    loss_low: float | None
    loss_high: float | None
    mistake: bool
    simulations: int

    @property
    def at(self) -> str:
        """The position as records write it: ``"0/12"``."""
        return place(self.round, self.ply)


@dataclass(frozen=True)
class Analysis:
    """The result of `analyse`; it shows itself in a notebook.

    Attributes:
        game: slug.
        unit: "chances", or "turns" in 4X Solitaire.
        seconds, simulations: what was spent on a ply, at most.
        seed: makes an analysis with ``simulations`` repeatable.
        moves: the moves of each round analysed, by the round's number.
        standings: one for every ply and seat, in order.
        complete: whether all that was asked for was done, or it was stopped.
    """

    game: str
    unit: Unit
    seconds: float | None
    simulations: int | None
    seed: int
    start: str
    """Fingerprint of how the first round began."""
    moves: Mapping[int, tuple[str, ...]]
    standings: tuple[Standing, ...]
    complete: bool

    def frame(self, *, points: bool = False) -> DataFrame:
        """One row for every ply and seat: round, ply, seat, to_play, played, best, chance, low, high, loss, loss_low,
        loss_high, mistake (see `Standing`).

        Args:
            points: whether three columns more say points, points_low and points_high (in 4X Solitaire turns).
        """
        columns = [*_COLUMNS, *(_POINTS if points else ())]
        made = frame([{name: getattr(row, name) for name in columns} for row in self.standings], columns)
        from pandas import Series

        numbers = [name for name in columns if name not in _COLUMNS[:6] and name != "mistake"]
        made = made.astype(dict.fromkeys(numbers, "float64") | {"mistake": "bool"})
        for name in ("seat", "to_play", "played", "best"):  # where pandas would make 0.0 and nan
            made[name] = Series([getattr(row, name) for row in self.standings], dtype=object)
        return made

    def mistakes(self, seat: Seat | None) -> list[str]:
        """The positions at which a seat made a mistake, by what it could know (None: all seats, with all cards open).

        They are what a replay with ``predict`` takes: it asks for a better move at each.
        """
        return [row.at for row in self.standings if row.seat == seat and row.mistake]

    def of(self, seat: Seat | None) -> list[Standing]:
        """The standings of one seat; of None those with all cards open."""
        return [row for row in self.standings if row.seat == seat]

    def fits(self, history: History) -> bool:
        """Whether this is an analysis of a game, which may have gone on since."""
        numbers = history.round_numbers()
        return (
            history.type.slug == self.game
            and _start(history) == self.start
            and all(
                number in numbers and tuple(history.moves(number)[: len(moves)]) == moves
                for number, moves in self.moves.items()
            )
        )

    def with_lines(self, game: Game) -> Game:
        """A copy of a game with the better move at each mistake as a variation, which a replay of everything can step.

        Raises:
            ValueError: this is no analysis of the game.
        """
        if not self.fits(game.history):
            raise ValueError("this is an analysis of another game, or of moves that were not played in this one")
        record: Any = game.record()
        lines = record.setdefault("variations", [])
        for row in self.standings:
            known = any((line["at"], line["moves"][0]) == (row.at, row.best) for line in lines)
            if row.mistake and not known:
                lines.append({"at": row.at, "moves": [row.best]})
        return load(record)

    # -- kept

    def data(self) -> dict[str, Any]:
        """Everything as JSON-ready data, "capture-widgets/analysis" version 1."""
        return {
            "format": FORMAT,
            "version": 1,
            "game": self.game,
            "unit": self.unit,
            "seconds": self.seconds,
            "simulations": self.simulations,
            "seed": self.seed,
            "start": self.start,
            "complete": self.complete,
            "moves": [[number, list(moves)] for number, moves in self.moves.items()],
            "fields": list(_FIELDS),
            "standings": [[getattr(row, name) for name in _FIELDS] for row in self.standings],
        }

    def save(self, path: str | Path) -> Path:
        """Write it to a file as JSON and return its path; if that fails, the old file stays."""
        rows = self.data()
        lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows.pop("standings"))
        head = json.dumps(rows, ensure_ascii=False)[:-1]
        return replace_file(path, f'{head},\n "standings": [\n  {lines}\n ]}}\n')

    @classmethod
    def load(cls, source: str | Path | Mapping[str, Any]) -> Analysis:
        """An analysis again from its file, or from its data.

        Raises:
            RecordError: it is none; says where and why.
        """
        return _read(source if isinstance(source, Mapping) else parse_json(read_text(source)))

    # -- shown

    def __str__(self) -> str:
        plies = len({(row.round, row.ply) for row in self.standings})
        said = f"{self.game}: {number_of(plies, 'position')} judged"
        if not self.complete:
            said += ", stopped before the end"
        return f"{said}; {'; '.join(self._blame()) or 'no move is called a mistake'}"

    def _blame(self) -> list[str]:
        said = []
        for seat in sorted({row.seat for row in self.standings if row.seat is not None}):
            count = len(self.mistakes(seat))
            if count:
                said.append(f"{number_of(count, 'mistake')} of {SEAT_NAMES[seat]}")
        return said

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [row for row in self.standings if row.mistake and row.seat is not None]
        body = "".join(
            f"<tr><td>{row.at}</td><td>{SEAT_NAMES[row.seat or 0]}</td><td>{escape(row.played or '')}</td>"
            f"<td>{escape(row.best or '')}</td><td>{escape(self.cost(row))}</td></tr>"
            for row in rows
        )
        head = "<tr><th>at</th><th>seat</th><th>played</th><th>better</th><th>loss (95%)</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{body}</tbody></table>" if rows else ""
        return f"<p>{escape(str(self))}</p>{table}"

    def cost(self, row: Standing) -> str:
        """What a move lost, in words of its unit: "12% (8% to 16%)", "1.5 turns (1.0 to 2.0)", "the deal"; empty for a
        blank.
        """
        if row.loss is None or row.loss_low is None or row.loss_high is None:
            return ""
        if self.unit == "turns" and row.loss >= _LOST_TURNS:
            return "the deal"
        if self.unit == "turns":
            said = number_of(int(row.loss), "turn") if row.loss == int(row.loss) else f"{row.loss:.1f} turns"
            return said if row.loss_low == row.loss_high else f"{said} ({row.loss_low:.1f} to {row.loss_high:.1f})"
        return f"{row.loss:.0%} ({row.loss_low:.0%} to {row.loss_high:.0%})"


_FIELDS: Final = tuple(Standing.__dataclass_fields__)


# -- the work


@dataclass(frozen=True)
class _Task:
    """One position to judge, as a worker gets it: views only, unless all cards are asked for."""

    round: int
    ply: int
    to_play: Seat
    views: tuple[tuple[View, str | None], ...]
    """Of each seat, with the move that was made as the seat knew it."""
    open: tuple[View, State, str] | None
    """A view for its facts, the true state and the move, where all cards are open."""
    effort: Effort
    seed: int


def _judge(task: _Task, stop: Callable[[], bool] = lambda: False) -> list[Standing]:
    """All standings of one position."""
    # who is to play has moves to compare, so gets the time of two
    weights = [2 if view.seat == task.to_play else 1 for view, _ in task.views]
    shares = sum(weights) + (0 if task.open is None else 2)
    found = []
    for (view, played), weight in zip(task.views, weights, strict=True):
        sight = Sight.of_view(view, task.to_play, stop)
        mine = view.seat == task.to_play
        seen = outlook(sight, played if mine else None, task.effort.part(weight / shares))
        found.append(_standing(task, view.seat, played, seen))
    if task.open is not None:
        found.append(_judge_open(task, *task.open, task.effort.part(2 / shares), stop))
    return found


def _judge_open(
    task: _Task, view: View, state: State, played: str, effort: Effort, stop: Callable[[], bool]
) -> Standing:
    """The standing with all cards open: one world, the true one."""
    if view.game.solver is not None:
        return _standing(task, None, played, _solved(view, state, played, effort, stop))
    rng = Random(f"analysis/{task.seed}/{task.round}/{task.ply}/open")
    points = view.game.counts_points(view.options)
    match = view.dump["match"] is not None
    moves = len(state.legal_moves())
    sight = Sight(view.game, match, task.to_play, task.to_play, moves, lambda _rng: state, points, rng, stop)
    if task.to_play == 0:
        return _standing(task, None, played, outlook(sight, played, effort))
    mover = outlook(sight, played, effort.part(0.6))
    first = outlook(
        Sight(view.game, match, 0, task.to_play, 0, lambda _rng: state, points, rng, stop), None, effort.part(0.4)
    )
    whole = Outlook(
        first.chance, first.points, mover.best, mover.loss, mover.mistake, mover.simulations + first.simulations
    )
    return _standing(task, None, played, whole)


_LOST_TURNS = 30.0
"""Turns that a move counts for which loses the deal."""


def _solved(view: View, state: State, played: str, effort: Effort, stop: Callable[[], bool]) -> Outlook:
    """The same where the game can be solved: turns of the best line before and after the move."""
    solver = view.game.solving()
    seconds = (effort.seconds or 1.0) / 2
    before = solver.solve(state, seconds, None, stop, _silent)
    made = state.points[0]
    if before.turns is None or before.bound is None:
        return Outlook()
    points = Estimate(float(made + before.turns), float(made + before.bound), float(made + before.turns))
    best = before.line[0] if before.line else None
    after_state = state.apply(state.parse(played))
    if after_state.to_play is None and (after_state.returns or (0,))[0] < 0:
        return Outlook(points=points, best=best, loss=Estimate(_LOST_TURNS, _LOST_TURNS, _LOST_TURNS), mistake=True)
    if played == best:
        return Outlook(points=points, best=best, loss=Estimate(0.0, 0.0, 0.0))
    after = solver.solve(after_state, seconds, None, stop, _silent)
    if after.status == "unwinnable":
        loss = Estimate(_LOST_TURNS, _LOST_TURNS, _LOST_TURNS)
        return Outlook(points=points, best=best, loss=loss, mistake=True, simulations=after.nodes)
    if after.turns is None or after.bound is None:
        return Outlook(points=points, best=best)
    spent = after_state.points[0] - made
    low = max(0.0, float(spent + after.bound - before.turns))
    high = max(0.0, float(spent + after.turns - before.bound))
    loss = Estimate(max(0.0, float(spent + after.turns - before.turns)), low, high)
    return Outlook(points=points, best=played if high == 0 else best, loss=loss, mistake=low > 0)


def _silent(*_known: object) -> None:
    """Hears of nothing."""


def second_look(
    history: History, row: Standing, move: str, seconds: float, stop: Callable[[], bool] = lambda: False
) -> Standing:
    """What another move than the one played would lose, by what the seat of a standing could know.

    Args:
        history: the game that was analysed.
        row: the position, and whose knowledge counts.
        move: what might have been played.
        seconds: how long to search.
        stop: asked often; ends the search with what is known by then.
    """
    state = history.round_at(row.round).state_at(row.ply)
    assert row.to_play is not None
    seat = row.to_play if row.seat is None else row.seat
    rng = Random(f"second look/{row.at}/{move}")
    dump = history.dump_at(row.ply, round=row.round, seat=seat)
    view = View(history.type, history.settings, seat, dump, state, rng)
    effort = Effort(seconds, None)
    task = _Task(row.round, row.ply, row.to_play, (), None, effort, 0)
    if row.seat is None:
        return _judge_open(task, view, state, move, effort, stop)
    return _standing(task, seat, move, outlook(Sight.of_view(view, row.to_play, stop), move, effort))


def _standing(task: _Task, seat: Seat | None, played: str | None, seen: Outlook) -> Standing:
    return Standing(
        task.round,
        task.ply,
        seat,
        task.to_play,
        played,
        seen.best,
        *_rounded(seen.chance),
        *_rounded(seen.points),
        *_rounded(seen.loss),
        seen.mistake,
        seen.simulations,
    )


def _rounded(numbers: Estimate) -> tuple[float | None, float | None, float | None]:
    value, low, high = (None if number is None else round(number, 5) for number in numbers)
    return value, low, high


def _work(packed: bytes) -> list[Standing]:
    """What an executor's worker does: judge one position."""
    task: _Task = pickle.loads(packed)  # noqa: S301 # made by `analyse` itself
    return _judge(task)


def analyse(
    game_or_record: Game | Record | Mapping[str, Any] | str | Path,
    seconds: float | None = None,
    seat: Seat | Literal["each"] | None = "each",
    executor: Submits | None = None,
    *,
    simulations: int | None = None,
    seed: int = 0,
    progress: bool | Tell = True,
    stop: Event | Callable[[], bool] | None = None,
) -> Analysis:
    """Judge every position of a game: the chances of each seat by what it could know then, and what each move lost.

    A seat's numbers come from worlds drawn from what it could know, so they are the same in games that it could not
    tell apart. They are for after the game, or for a game that does not count: who is to play is told a best move.

    Args:
        game_or_record: a game as it stands, or a record or its file.
        seconds: how long to search for each ply, all seats together; 0.2 where ``simulations`` is not given either.
        seat: "each" for all seats; one seat; or None for all seats and, beside them, with all cards open.
        executor: anything with a ``submit`` that returns a ``concurrent.futures.Future``; None works here.
        simulations: how many simulations to make for each ply, so that the same analysis comes again for a seed.
        seed: makes it repeatable, together with ``simulations``.
        progress: show a bar, where tqdm is installed; or what is called with the plies done and all of them.
        stop: set it, or let it return True, to end with what is done by then; so does an interrupt.

    Raises:
        RecordError: the record cannot be read.
        ValueError: there is no such seat, or a time or number that cannot be.
    """
    work = _Work(game_or_record, seconds, seat, simulations, seed, stop)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError("executor: None, or anything with a submit that returns a Future, such as a process pool")
    with suppress(KeyboardInterrupt):
        through(work.steps(executor, progress))
    return work.result()


def analysing(game: Game, seconds: float, seat: Seat, progress: Tell, stop: Event) -> Steps[Analysis]:
    """The same for one seat, in steps of a position each, beside other work."""
    work = _Work(game, seconds, seat, None, 0, stop)
    yield from work.steps(None, progress)
    return work.result()


class _Work:
    """An analysis under way."""

    def __init__(
        self,
        game_or_record: Game | Record | Mapping[str, Any] | str | Path,
        seconds: float | None,
        seat: Seat | Literal["each"] | None,
        simulations: int | None,
        seed: int,
        stop: Event | Callable[[], bool] | None,
    ) -> None:
        """Check what is asked for; see `analyse`."""
        game = game_or_record if isinstance(game_or_record, Game) else load(game_or_record)
        history = game.history.settled()
        seats = _seats(history, seat)
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
        self._history, self._effort, self._seed = history, Effort(seconds, simulations), seed
        self._places = [(number, ply) for number in history.round_numbers() for ply in history.plies(number)]
        self._todo = [at for at in self._places if history.round_at(at[0]).state_at(at[1]).to_play is not None]
        ended = set(self._places) - set(self._todo)
        self._done = {at: _ended(history, *at, seats, everything=everything) for at in ended}

    def _task(self, at: tuple[int, int]) -> _Task:
        return _task(self._history, *at, self._seats, self._everything, self._effort, self._seed)

    def steps(self, executor: Submits | None, progress: bool | Tell) -> Steps[None]:
        """Judge one position after the other."""
        todo, stop = self._todo, self._stop
        with _telling(progress, len(todo)) as tell:
            found = _here(todo, self._task, stop) if executor is None else _elsewhere(todo, self._task, stop, executor)
            for count, (at, standings) in enumerate(found, 1):
                self._done[at] = standings
                tell(count, len(todo))
                yield 0

    def result(self) -> Analysis:
        """What is known by now."""
        history, done, effort = self._history, self._done, self._effort
        rows = tuple(row for at in self._places if at in done for row in done[at])
        moves = {number: tuple(history.moves(number)) for number in history.round_numbers()}
        unit: Unit = "chances" if history.type.solver is None else "turns"
        complete = len(done) == len(self._places)
        begun = _start(history)
        return Analysis(
            history.type.slug, unit, effort.seconds, effort.simulations, self._seed, begun, moves, rows, complete
        )


def _seats(history: History, seat: object) -> list[Seat]:
    """The seats whose knowledge is asked for."""
    every = list(range(len(history.seats)))
    if seat is None or seat == "each":
        return every
    if type(seat) is int and seat in every:
        return [seat]
    raise ValueError(f'there is no seat {shown(seat)} to analyse for; choose "each", None or 0 to {len(every) - 1}')


def _task(
    history: History, number: int, ply: int, seats: list[Seat], everything: bool, effort: Effort, seed: int
) -> _Task:
    entry = history.round_at(number)
    state = entry.state_at(ply)
    to_play = state.to_play
    assert to_play is not None
    after = ply < entry.ply
    views = []
    for seat in seats:
        rng = Random(f"analysis/{seed}/{number}/{ply}/{seat}")
        dump = history.dump_at(ply, round=number, seat=seat)
        known = history.log(seat, ply=ply + 1, round=number, after=ply)[0]["move"] if after else None
        views.append((View(history.type, history.settings, seat, dump, state, rng), known))
    played = str(entry.move_to(ply + 1)) if after else None
    opened = (views[0][0], state, played) if everything and played is not None else None
    return _Task(number, ply, to_play, tuple(views), opened, effort, seed)


def _ended(history: History, number: int, ply: int, seats: list[Seat], *, everything: bool) -> list[Standing]:
    """The end of a round, where there is nothing to estimate."""
    state = history.round_at(number).state_at(ply)
    returns, points = state.returns, state.points
    assert returns is not None
    rows = []
    turns = history.type.solver is not None
    for seat in [*seats, *([None] if everything else [])]:
        who = seat or 0
        chance = None if turns else 0.5 + 0.5 * returns[who]
        others = [count for other, count in enumerate(points) if other != who]
        counted = history.type.counts_points(history.settings) and (not turns or returns[who] > 0)
        ahead = float(points[who] - max(others, default=0)) if counted else None
        rows.append(
            Standing(
                number,
                ply,
                seat,
                None,
                None,
                None,
                chance,
                chance,
                chance,
                ahead,
                ahead,
                ahead,
                None,
                None,
                None,
                mistake=False,
                simulations=0,
            )
        )
    return rows


_Found = tuple[tuple[int, int], list[Standing]]


def _here(
    todo: list[tuple[int, int]], task: Callable[[tuple[int, int]], _Task], stop: Callable[[], bool]
) -> Iterator[_Found]:
    for at in todo:
        standings = [] if stop() else _judge(task(at), stop)
        if stop():  # this one may have been cut short
            return
        yield at, standings


def _elsewhere(
    todo: list[tuple[int, int]], task: Callable[[tuple[int, int]], _Task], stop: Callable[[], bool], executor: Submits
) -> Iterator[_Found]:
    """Hand out positions, two ahead for each worker, and yield results as they arrive."""
    ahead = 2 * workers_of(executor)
    waiting: dict[Future[Any], tuple[int, int]] = {}
    left = list(reversed(todo))
    try:
        while (left or waiting) and not stop():
            while left and len(waiting) < ahead:
                at = left.pop()
                waiting[executor.submit(_work, pickle.dumps(task(at)))] = at
            # wakes up now and then to ask whether to stop
            ready, _ = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in ready:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def _telling(progress: bool | Tell, plies: int) -> Iterator[Tell]:
    """What hears of progress: the caller's function, or a bar."""
    if callable(progress):
        yield progress
        return
    with progress_bar(progress, total=plies, unit="ply") as bar:
        yield (lambda done, _all: bar.update(done - bar.n)) if bar is not None else _silent


def _start(history: History) -> str:
    """Fingerprint of a game's options and of how its first round began."""
    record: Any = history.record()
    first = {name: value for name, value in record["rounds"][0].items() if name not in ("moves", "result")}
    kept = {name: record[name] for name in ("game", "options", "match") if name in record}
    return sha256(json.dumps([kept, first], sort_keys=True).encode()).hexdigest()[:16]


# -- reading


def _read(source: object) -> Analysis:
    """An analysis from data, read strictly."""
    copy, faults = plain(source)
    if faults:
        raise RecordError(*faults[0])
    names = (
        "format",
        "version",
        "game",
        "unit",
        "seconds",
        "simulations",
        "seed",
        "start",
        "complete",
        "moves",
        "fields",
        "standings",
    )
    data = read_object(copy, "", names)
    if data["format"] != FORMAT or type(data["version"]) is not int or data["version"] != 1:
        raise RecordError("format", f'expected "{FORMAT}" in version 1')
    if data["unit"] not in ("chances", "turns"):
        raise RecordError("unit", 'expected "chances" or "turns"')
    if data["fields"] != list(_FIELDS):
        raise RecordError("fields", f"expected {', '.join(_FIELDS)}")
    moves = {}
    for at, entry in enumerate(read_list(data["moves"], "moves", most=_MOST_ROWS)):
        number, made = read_pair(entry, f"moves[{at}]", "[round, moves]")
        texts = read_list(made, f"moves[{at}][1]", most=_MOST_ROWS)
        moves[_whole(number, f"moves[{at}][0]")] = tuple(
            _text(text, f"moves[{at}][1][{i}]") for i, text in enumerate(texts)
        )
    rows = read_list(data["standings"], "standings", most=_MOST_ROWS)
    return Analysis(
        _text(data["game"], "game"),
        data["unit"],
        _optional(_number, data["seconds"], "seconds"),
        _optional(_whole, data["simulations"], "simulations"),
        _whole(data["seed"], "seed", least=-(2**63)),
        _text(data["start"], "start"),
        moves,
        tuple(_read_standing(row, f"standings[{at}]") for at, row in enumerate(rows)),
        read_flag(data["complete"], "complete"),
    )


def _read_standing(row: object, where: str) -> Standing:
    values = read_list(row, where, len(_FIELDS))
    read: dict[str, Any] = {}
    for name, value in zip(_FIELDS, values, strict=True):
        here = f"{where}.{name}"
        if name in ("round", "ply", "simulations"):
            read[name] = _whole(value, here)
        elif name in ("seat", "to_play"):
            read[name] = None if value is None else read_seat(value, here, len(SEAT_NAMES))
        elif name in ("played", "best"):
            read[name] = _optional(_text, value, here)
        elif name == "mistake":
            read[name] = read_flag(value, here)
        else:
            read[name] = _optional(_number, value, here)
    for middle, low, high in (("chance", "low", "high"), _POINTS, ("loss", "loss_low", "loss_high")):
        three = [read[name] for name in (middle, low, high)]
        if None in three and three != [None] * 3:
            raise RecordError(f"{where}.{middle}", "expected a number with both ends of its interval, or three blanks")
        if None not in three and not three[1] <= three[0] <= three[2]:
            raise RecordError(f"{where}.{middle}", "expected a number within its interval")
    return Standing(**read)


_Read = TypeVar("_Read")


def _optional(read: Callable[[object, str], _Read], value: object, where: str) -> _Read | None:
    return None if value is None else read(value, where)


def _whole(value: object, where: str, least: int = 0) -> int:
    return read_whole(value, where, least, 2**63)


def _number(value: object, where: str) -> float:
    if not (type(value) is int or type(value) is float) or not isfinite(value) or abs(value) > 1e9:
        raise RecordError(where, "expected a number")
    return float(value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise RecordError(where, f"expected a text of at most {_LONGEST} characters")
    return value


def for_viewer(analysis: Analysis, seat: Viewer) -> list[Standing]:
    """What a viewer may be told: a seat what it could know itself, a spectator nothing, all where all is open."""
    if seat is None:
        return list(analysis.standings)
    return [row for row in analysis.standings if row.seat == seat and row.seat is not None]
