"""What a solver of a game can find out about a position, and how it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

from capture_widgets.core.background import Steps
from capture_widgets.core.errors import shown
from capture_widgets.engine.solver_notes import remember, winnable_words

Status = Literal["solved", "won", "unwinnable", "unknown"]


class Solved(NamedTuple):
    """What was found out; turns are counted from the position on."""

    status: Status
    """"solved": the shortest win is proved; "won": a win is known; "unwinnable": proved; "unknown"."""
    turns: int | None
    """Turns of the best line."""
    bound: int | None
    """No win takes fewer turns."""
    line: tuple[str, ...]
    """The moves of the best line, in notation."""
    suit: str | None
    """The own suit of the best line."""
    nodes: int
    """How many positions were looked at."""
    seconds: float
    why: str
    """What was proved, or why no more is known, in a sentence."""


Stop = Callable[[], bool]
"""Asked often whether the answer is no longer wanted."""
Tell = Callable[[int, int | None, int], object]
"""Hears of progress: the bound, the turns of the best line so far, and the positions looked at."""


class Solver(Protocol):
    """What a game that can be solved gives: a module with these functions."""

    def solve(self, state: Any, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Solved:
        """Find the shortest win from a position, all cards known; raises ValueError where the suit cannot be."""

    def solving(self, state: Any, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Steps[Solved]:
        """The same in steps of some hundredths of a second; what others do between them does not count."""

    def winnable(self, state: Any, seconds: float, stop: Stop) -> bool | None:
        """Whether a position can still be won, all cards known; None where the time is not enough to say."""

    def deciding(self, state: Any, seconds: float, stop: Stop) -> Steps[bool | None]:
        """The same in steps."""

    def compared(self, end: Any, best: Solved, own: Solved | None) -> str:
        """What was possible in a game that is over, in sentences.

        Args:
            end: how it ended.
            best: what is known of the deal.
            own: what is known of it with the first choice that was made, where there was one.
        """


def still_winnable(game: Any, seconds: float) -> bool | None:
    """Whether a game can still be won; remembered where it is played at a table."""
    check_seconds(seconds)
    answer: bool | None = game.type.solving().winnable(game.state, seconds, lambda: False)
    if game.at_table and game.history.under_way:
        remember(game, winnable_words(answer))
    return answer


MOST_SECONDS = 1_000_000_000
"""The longest time in whole seconds; a float has no room for some whole numbers."""


def check_seconds(seconds: object) -> None:
    """Raise ValueError unless this is a time."""
    # a float may be infinite: until it is stopped
    if not (type(seconds) is float and seconds > 0) and not (type(seconds) is int and 0 < seconds <= MOST_SECONDS):
        raise ValueError(f"seconds={shown(seconds)}: a number, more than 0")
