"""The judgement of one position of a game: the standing of each seat, and the loss of the move played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from capture_widgets.analysis.standing import LOST_DEAL_TURNS, Standing
from capture_widgets.bots.estimates import Estimate
from capture_widgets.bots.outlook import Outlook, outlook
from capture_widgets.bots.search_budget import SearchBudget, SearchPosition
from capture_widgets.engine.state import Seat, State
from capture_widgets.model.history import History
from capture_widgets.model.view import View


@dataclass(frozen=True)
class PositionTask:
    """One position to judge, in a form that can be sent to a worker.

    It holds the true state only if the position is to be judged with all cards open.
    """

    round: int
    ply: int
    to_play: Seat
    views: tuple[tuple[View, str | None], ...]
    """For each seat its view, and the move played as far as the seat knew it."""
    open: tuple[View, State, str] | None
    """With all cards open: a view (for the rules and options), the true state and the move played."""
    budget: SearchBudget
    seed: int


def judge_position(task: PositionTask, stop: Callable[[], bool] = lambda: False) -> list[Standing]:
    """Judge one position for every seat, and with all cards open if the task says so."""
    # The seat to play has moves to compare, so it gets twice the time of another seat.
    weights = [2 if view.seat == task.to_play else 1 for view, _ in task.views]
    shares = sum(weights) + (0 if task.open is None else 2)
    standings = []
    for (view, played), weight in zip(task.views, weights, strict=True):
        position = SearchPosition.of_view(view, task.to_play, stop)
        own_move = played if view.seat == task.to_play else None
        result = outlook(position, own_move, task.budget.part(weight / shares))
        standings.append(_standing(task, view.seat, played, result))
    if task.open is not None:
        standings.append(_judge_open(task, *task.open, task.budget.part(2 / shares), stop))
    return standings


def _judge_open(
    task: PositionTask, view: View, state: State, played: str, budget: SearchBudget, stop: Callable[[], bool]
) -> Standing:
    """Judge a position with all cards open: the search knows the true state."""
    if view.game.solver is not None:
        return _standing(task, None, played, _solved_outlook(view, state, played, budget, stop))
    rng = Random(f"analysis/{task.seed}/{task.round}/{task.ply}/open")
    points = view.game.counts_points(view.options)
    match = view.dump["match"] is not None
    moves = len(state.legal_moves())
    mover = SearchPosition(view.game, match, task.to_play, task.to_play, moves, lambda _rng: state, points, rng, stop)
    if task.to_play == 0:
        return _standing(task, None, played, outlook(mover, played, budget))
    of_mover = outlook(mover, played, budget.part(0.6))
    seat_a = SearchPosition(view.game, match, 0, task.to_play, 0, lambda _rng: state, points, rng, stop)
    of_seat_a = outlook(seat_a, None, budget.part(0.4))
    simulations = of_mover.simulations + of_seat_a.simulations
    combined = Outlook(of_seat_a.chance, of_seat_a.points, of_mover.best, of_mover.loss, of_mover.mistake, simulations)
    return _standing(task, None, played, combined)


def _solved_outlook(view: View, state: State, played: str, budget: SearchBudget, stop: Callable[[], bool]) -> Outlook:
    """Judge a position of a game that has a solver: by the turns of the shortest win before and after the move."""
    solver = view.game.solving()
    seconds = (budget.seconds or 1.0) / 2
    before = solver.solve(state, seconds, None, stop, _no_progress)
    made = state.points[0]
    if before.turns is None or before.bound is None:
        return Outlook()
    points = Estimate(float(made + before.turns), float(made + before.bound), float(made + before.turns))
    best = before.line[0] if before.line else None
    after_state = state.apply(state.parse(played))
    lost_deal = Estimate(LOST_DEAL_TURNS, LOST_DEAL_TURNS, LOST_DEAL_TURNS)
    if after_state.to_play is None and (after_state.returns or (0,))[0] < 0:
        return Outlook(points=points, best=best, loss=lost_deal, mistake=True)
    if played == best:
        return Outlook(points=points, best=best, loss=Estimate(0.0, 0.0, 0.0))
    after = solver.solve(after_state, seconds, None, stop, _no_progress)
    if after.status == "unwinnable":
        return Outlook(points=points, best=best, loss=lost_deal, mistake=True, simulations=after.nodes)
    if after.turns is None or after.bound is None:
        return Outlook(points=points, best=best)
    spent = after_state.points[0] - made
    low = max(0.0, float(spent + after.bound - before.turns))
    high = max(0.0, float(spent + after.turns - before.bound))
    loss = Estimate(max(0.0, float(spent + after.turns - before.turns)), low, high)
    return Outlook(points=points, best=played if high == 0 else best, loss=loss, mistake=low > 0)


def _no_progress(*_progress: object) -> None:
    """Ignore progress."""


def judge_other_move(
    history: History, row: Standing, move: str, seconds: float, stop: Callable[[], bool] = lambda: False
) -> Standing:
    """Judge a move that was not played, by what the seat of a standing could know.

    Args:
        history: the game that was analysed.
        row: the position, and the seat whose knowledge counts.
        move: the move to judge.
        seconds: how long to search.
        stop: the search calls it often, and ends with what it knows when it returns True.
    """
    state = history.round_at(row.round).state_at(row.ply)
    assert row.to_play is not None
    seat = row.to_play if row.seat is None else row.seat
    rng = Random(f"second look/{row.at}/{move}")
    dump = history.dump_at(row.ply, round=row.round, seat=seat)
    view = View(history.type, history.settings, seat, dump, state, rng)
    budget = SearchBudget(seconds, None)
    task = PositionTask(row.round, row.ply, row.to_play, (), None, budget, 0)
    if row.seat is None:
        return _judge_open(task, view, state, move, budget, stop)
    return _standing(task, seat, move, outlook(SearchPosition.of_view(view, row.to_play, stop), move, budget))


def _standing(task: PositionTask, seat: Seat | None, played: str | None, result: Outlook) -> Standing:
    return Standing(
        task.round,
        task.ply,
        seat,
        task.to_play,
        played,
        result.best,
        *_rounded(result.chance),
        *_rounded(result.points),
        *_rounded(result.loss),
        result.mistake,
        result.simulations,
    )


def _rounded(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    value, low, high = (None if number is None else round(number, 5) for number in estimate)
    return value, low, high


def position_task(
    history: History, number: int, ply: int, seats: list[Seat], everything: bool, budget: SearchBudget, seed: int
) -> PositionTask:
    """The task of judging a position of a round.

    Args:
        history: the game.
        number: the round.
        ply: the position in that round.
        seats: the seats to judge it for.
        everything: whether to judge it with all cards open, too.
        budget: how long to search, for all seats together.
        seed: the same seed gives the same random numbers.
    """
    entry = history.round_at(number)
    state = entry.state_at(ply)
    to_play = state.to_play
    assert to_play is not None
    has_move = ply < entry.ply
    views = []
    for seat in seats:
        rng = Random(f"analysis/{seed}/{number}/{ply}/{seat}")
        dump = history.dump_at(ply, round=number, seat=seat)
        known = history.log(seat, ply=ply + 1, round=number, after=ply)[0]["move"] if has_move else None
        views.append((View(history.type, history.settings, seat, dump, state, rng), known))
    played = str(entry.move_to(ply + 1)) if has_move else None
    opened = (views[0][0], state, played) if everything and played is not None else None
    return PositionTask(number, ply, to_play, tuple(views), opened, budget, seed)


def final_standings(history: History, number: int, ply: int, seats: list[Seat], *, everything: bool) -> list[Standing]:
    """The standings at the end of a round, which are certain."""
    state = history.round_at(number).state_at(ply)
    returns, points = state.returns, state.points
    assert returns is not None
    rows = []
    in_turns = history.type.solver is not None
    for seat in [*seats, *([None] if everything else [])]:
        who = seat or 0
        chance = None if in_turns else 0.5 + 0.5 * returns[who]
        others = [count for other, count in enumerate(points) if other != who]
        counted = history.type.counts_points(history.settings) and (not in_turns or returns[who] > 0)
        lead = float(points[who] - max(others, default=0)) if counted else None
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
                lead,
                lead,
                lead,
                None,
                None,
                None,
                mistake=False,
                simulations=0,
            )
        )
    return rows
