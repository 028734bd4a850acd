"""Par analysis: after a game that has a solver, the best result that was possible, and the moves of the best line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game

SECONDS: Final = 4.0
"""The time limit of a par analysis."""


@dataclass(frozen=True)
class ParAnalysis:
    """The best result that a finished game could have had.

    Attributes:
        words: the fewest turns of a win, compared with how the game ended.
        line: the moves of the best line, empty if there is none. It begins with the player's own first choice if that
            choice could win.
    """

    words: str
    line: tuple[str, ...]
    _start: Dump = field(repr=False, compare=False)

    def game(self) -> Game:
        """A new game with the same deal, in which the line has been played."""
        from capture_widgets.play.loading import from_dump

        game = from_dump(self._start)
        for move in self.line:
            game.play(move)
        return game


def par_analysis(history: History, stop: Stop, seconds: float = SECONDS) -> ParAnalysis | None:
    """Find the best result that the last round of a game could have had; see `par_steps`."""
    return run_to_end(par_steps(history, stop, seconds))


def par_steps(history: History, stop: Stop, seconds: float = SECONDS) -> Steps[ParAnalysis | None]:
    """Find the best result that the last round of a game could have had, in steps; None if stopped.

    Args:
        history: a finished game that has a solver.
        stop: the search calls it often and ends when it returns True.
        seconds: the time limit.
    """
    solver = history.type.solving()
    number = history.round
    first_ply, *later_plies = history.plies(number)
    entry = history.round_at(number)
    after_own_choice = None
    if later_plies and entry.state_at(first_ply + 1).to_play is not None:
        state = entry.state_at(first_ply + 1)
        after_own_choice = yield from solver.solving(state, seconds / 2, None, stop, _no_progress)
    seconds_left = max(seconds / 2, seconds - (0.0 if after_own_choice is None else after_own_choice.seconds))
    best = yield from solver.solving(entry.state_at(first_ply), seconds_left, None, stop, _no_progress)
    if stop():
        return None
    start = history.dump_at(first_ply, round=number)
    line = best.line
    if after_own_choice is not None and after_own_choice.line:
        line = (str(entry.move_to(first_ply + 1)), *after_own_choice.line)
    return ParAnalysis(solver.compared(history.round_at(number).state, best, after_own_choice), line, start)


def _no_progress(*_progress: object) -> None:
    """Ignore progress."""
