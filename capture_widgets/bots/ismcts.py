"""The bot that searches."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import shown
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.engine.state import State
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View

if TYPE_CHECKING:  # a table lists this bot among others, and shall not wait for a search that may never begin
    from capture_widgets.bots.search import Comparison, Search, SearchResult

MOST_SIMULATIONS = 1_000_000_000
"""The largest number of simulations that a bot accepts."""


class ISMCTS(Bot):
    """Information-set Monte Carlo tree search (see `capture_widgets.bots.search`), for every game and option.

    Some games have no tree, because simulations hardly ever reach the same position twice: five columns, 4X Solitaire,
    and Capture the Commander with more than two players. There the bot tries all moves in the same sampled worlds and
    takes the one with the best mean result. In five columns it plays each world out. In Capture the Commander it plays
    a few attacks and judges the formations that are left. In 4X Solitaire it solves a few hundred sampled maps at most,
    and makes a move at once if that move is certainly best.

    Args:
        seconds: the time limit for a move; 1 second if neither this nor ``simulations`` is given.
        simulations: the limit of simulations for a move; without ``seconds`` the bot makes exactly as many, unless
            further ones would change nothing, so that its choices can be repeated.
        seed: together with ``simulations``, makes the choices repeatable.
    """

    name = "ISMCTS"

    def __init__(self, seconds: float | None = None, simulations: int | None = None, seed: int | None = None) -> None:
        if seconds is None and simulations is None:
            seconds = 1.0
        if seconds is not None:
            check_seconds(seconds)
        simulations, seed = whole(simulations), whole(seed)
        if simulations is not None and (type(simulations) is not int or not 1 <= simulations <= MOST_SIMULATIONS):
            raise ValueError(f"simulations={shown(simulations)}: a whole number, 1 to {MOST_SIMULATIONS:,}")
        self.seconds = seconds
        self.simulations = simulations
        check_seed(seed)
        self.seed = seed
        budget = f"{seconds:g} s" if seconds is not None else f"{simulations}"
        self.name = f"ISMCTS {budget}"

    def __repr__(self) -> str:
        if type(self) is not ISMCTS:
            return super().__repr__()
        given = {"seconds": self.seconds, "simulations": self.simulations, "seed": self.seed}
        return f"ISMCTS({', '.join(f'{name}={value}' for name, value in given.items() if value is not None)})"

    def clock(self) -> float:
        """The clock that measures ``seconds``: seconds since some fixed moment."""
        return perf_counter()

    def knowledge(self, view: View) -> Evaluation:
        """The evaluation by which the bot judges the game."""
        return evaluation_for(view)

    def worlds(self, view: View, evaluation: Evaluation) -> Callable[[], State]:
        """Draws the worlds of a search."""
        return view.sample

    def limits(self, evaluation: Evaluation, options: object) -> tuple[float | None, int | None]:
        """The most seconds and the most simulations for a move."""
        return self.seconds, self.simulations

    def tree_search(
        self, evaluation: Evaluation, view: View, sample: Callable[[], State], spent: Callable[[], float]
    ) -> Search:
        """A new search of a game with a tree.

        Args:
            evaluation: judges the game.
            view: the view of the seat to play.
            sample: draws a world.
            spent: returns the share of the time or simulations used so far.
        """
        from capture_widgets.bots.search import Search

        return Search(evaluation, sample, view.rng)

    def choose(self, view: View) -> str:
        """The best move of a search; without a search if there is only one legal move."""
        return run_to_end(self.choosing(view))

    def choosing(self, view: View) -> Steps[str]:
        """`choose` in steps of one simulation."""
        if len(view.legal_moves()) == 1:
            return view.legal_moves()[0]
        result = yield from self.searching(view)
        return str(result.moves[0].move)

    def search(self, view: View) -> SearchResult:
        """Search and return every move with its visits and worth; cancelling the view ends the search early."""
        return run_to_end(self.searching(view))

    def searching(self, view: View) -> Steps[SearchResult]:
        """`search` in steps of one simulation."""
        from capture_widgets.bots.search import Comparison

        clock = self.clock
        evaluation = self.knowledge(view)
        seconds, most = self.limits(evaluation, view.options)
        end = None if seconds is None else clock() + seconds
        cancelled = view.cancelled.is_set
        sample = self.worlds(view, evaluation)
        search: Search | Comparison

        def spent() -> float:
            time_share = 0.0 if end is None or seconds is None else 1 - (end - clock()) / seconds
            return time_share if most is None else max(time_share, search.simulations / most)

        if evaluation.in_tree(view.options):
            search = self.tree_search(evaluation, view, sample, spent)
        else:
            search = Comparison(evaluation, sample, view.rng, most, spent if evaluation.evenly else None)
        search.step()
        while not (
            search.settled
            or cancelled()
            or (most is not None and search.simulations >= most)
            or (end is not None and clock() >= end)
        ):
            yield 0
            search.step()
        return search.result()
