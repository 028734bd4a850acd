"""The interface of a solver, for games that can be solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

from capture_widgets.core.background import Steps
from capture_widgets.core.errors import shown
from capture_widgets.engine.solver_notes import add_solver_note, winnable_words

Status = Literal["solved", "won", "unwinnable", "unknown"]


class Solved(NamedTuple):
    """The result of solving a position; turns are counted from that position."""

    status: Status
    """"solved": the shortest win is proved; "won": a win is known; "unwinnable": there is no win; "unknown"."""
    turns: int | None
    """Turns of the best line."""
    bound: int | None
    """A lower bound: no win takes fewer turns."""
    line: tuple[str, ...]
    """The moves of the best line, in notation."""
    suit: str | None
    """The own suit of the best line."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    why: str
    """The proof, or the reason why no more is known, in a sentence."""


Stop = Callable[[], bool]
"""Called often during a search; returns True to cancel it."""
Tell = Callable[[int, int | None, int], object]
"""Called with the progress of a search: the bound, the turns of the best line so far, the positions searched."""


class Solver(Protocol):
    """A module with these functions, which a game that can be solved provides."""

    def solve(self, state: Any, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Solved:
        """Find the shortest win from a position with all cards known; raises ValueError if the suit is impossible."""

    def solving(self, state: Any, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Steps[Solved]:
        """`solve` in steps of some hundredths of a second; the time between the steps does not count."""

    def winnable(self, state: Any, seconds: float, stop: Stop) -> bool | None:
        """Whether a position with all cards known can still be won; None if the time was too short."""

    def deciding(self, state: Any, seconds: float, stop: Stop) -> Steps[bool | None]:
        """`winnable` in steps."""

    def decided(self, state: Any, answer: bool | None) -> str:
        """Say in a sentence what `deciding` found out about a position."""

    def compared(self, end: Any, best: Solved, own: Solved | None) -> str:
        """Compare a finished game with the best possible play, in sentences.

        Args:
            end: the last state of the game.
            best: the solution of the deal.
            own: the solution after the player's own first choice, in deals that begin with a choice.
        """


def still_winnable(game: Any, seconds: float) -> bool | None:
    """Whether a game can still be won; at a table, a comment records that the solver was asked."""
    check_seconds(seconds)
    answer: bool | None = game.type.solving().winnable(game.state, seconds, lambda: False)
    if game.at_table and game.history.under_way:
        add_solver_note(game, winnable_words(answer))
    return answer


MOST_SECONDS = 1_000_000_000
"""The largest number of seconds given as an int; some larger ints are too large for a float."""


def check_seconds(seconds: object) -> None:
    """Raise ValueError unless this is a positive number of seconds."""
    # infinity is allowed: the search runs until it is cancelled
    if not (type(seconds) is float and seconds > 0) and not (type(seconds) is int and 0 < seconds <= MOST_SECONDS):
        raise ValueError(f"seconds={shown(seconds)}: a number, more than 0")
