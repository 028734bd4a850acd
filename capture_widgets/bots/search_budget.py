"""What a search for advice is given: a position, and a budget of CPU seconds or simulations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.effort import Effort
from capture_widgets.engine.state import GameType, Seat, State
from capture_widgets.model.view import View

LEAST: Final = 8
"""A batch with fewer simulations than this gives no estimate."""


@dataclass(frozen=True)
class SearchBudget:
    """How long to search: a number of CPU seconds (see `Effort`), of simulations, or both."""

    seconds: float | None
    simulations: int | None

    def part(self, share: float) -> SearchBudget:
        """A share of the budget."""
        seconds, simulations = self.seconds, self.simulations
        return SearchBudget(
            None if seconds is None else seconds * share,
            None if simulations is None else max(1, round(simulations * share)),
        )

    def allows(self, least: SearchBudget) -> bool:
        """Whether neither the seconds nor the simulations are limited to less than those of ``least``."""
        enough = self.seconds is None or least.seconds is None or self.seconds >= least.seconds
        return enough and (
            self.simulations is None or least.simulations is None or self.simulations >= least.simulations
        )

    def spend(self, step: Callable[[], object], made: Callable[[], int], stop: Callable[[], bool]) -> None:
        """Call ``step`` until the budget is used up, at least `LEAST` times even if the machine is busy."""
        run_to_end(self.spending(step, made, stop))

    def spending(self, step: Callable[[], object], made: Callable[[], int], stop: Callable[[], bool]) -> Steps[None]:
        """`spend` in steps."""
        effort, seconds, most = Effort(), self.seconds, self.simulations
        while True:
            step()
            if stop() or (most is not None and made() >= most):
                return
            if seconds is not None and made() >= LEAST and effort.seconds() >= seconds:
                return
            yield 0


@dataclass(frozen=True)
class SearchPosition:
    """A position to search for a seat.

    Attributes:
        game: the type of the game.
        match: whether the game is a match.
        seat: the seat to estimate for.
        to_play: the seat to move.
        moves: the number of legal moves of the seat; 0 if it is not to play.
        sample: draws a world.
        points: whether the game counts points.
        rng: the source of all random numbers.
        stop: returns True when the search should end.
    """

    game: GameType
    match: bool
    seat: Seat
    to_play: Seat
    moves: int
    sample: Callable[[Random], State]
    points: bool
    rng: Random
    stop: Callable[[], bool] = lambda: False

    def knowing(self, state: State) -> SearchPosition:
        """The same position with all cards open."""
        return replace(self, sample=lambda _rng: state)

    @classmethod
    def of_view(cls, view: View, to_play: Seat, stop: Callable[[], bool] = lambda: False) -> SearchPosition:
        """The position of a view."""
        points = view.game.counts_points(view.options)
        match = view.dump["match"] is not None
        return cls(view.game, match, view.seat, to_play, len(view.legal_moves()), view.sample, points, view.rng, stop)

    @property
    def mine(self) -> bool:
        """Whether the seat is to play."""
        return self.seat == self.to_play
