"""What was possible in a game that is over, where a game can be solved: in words, and the best line to step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from capture_widgets.core.background import Steps, through
from capture_widgets.engine.solver_interface import Stop
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.play.loading import from_dump

SECONDS: Final = 4.0
"""For what was possible, at most."""


@dataclass(frozen=True)
class Possible:
    """What was possible.

    Attributes:
        words: how few turns a win could have taken, beside how it ended.
        line: the moves of the best line, with the first choice that was made where that could win; empty for none.
    """

    words: str
    line: tuple[str, ...]
    _start: Dump = field(repr=False, compare=False)

    def game(self) -> Game:
        """A new game with the deal, in which the line was played."""
        game = from_dump(self._start)
        for move in self.line:
            game.play(move)
        return game


def possible(history: History, stop: Stop, seconds: float = SECONDS) -> Possible | None:
    """What was possible in the last round of a game, at once; see `looking_back`."""
    return through(looking_back(history, stop, seconds))


def looking_back(history: History, stop: Stop, seconds: float = SECONDS) -> Steps[Possible | None]:
    """What was possible in the last round of a game; None where it was stopped before anything was known.

    Args:
        history: of a game that is over and can be solved.
        stop: asked often; ends the search.
        seconds: how long to search, at most.
    """
    solver = history.type.solving()
    number = history.round
    first, *later = history.plies(number)
    entry = history.round_at(number)
    own = None
    if later and entry.state_at(first + 1).to_play is not None:
        own = yield from solver.solving(entry.state_at(first + 1), seconds / 2, None, stop, _silent)
    left = max(seconds / 2, seconds - (0.0 if own is None else own.seconds))
    best = yield from solver.solving(entry.state_at(first), left, None, stop, _silent)
    if stop():
        return None
    start = history.dump_at(first, round=number)
    line = best.line
    if own is not None and own.line:
        line = (str(entry.move_to(first + 1)), *own.line)
    return Possible(solver.compared(history.last_state(number), best, own), line, start)


def _silent(*_known: object) -> None:
    """Hears of nothing."""
