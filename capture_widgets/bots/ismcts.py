"""The player that searches."""

from __future__ import annotations

from time import perf_counter

from capture_widgets.bots.evaluate import Evaluation, evaluation_for
from capture_widgets.bots.search import Comparison, Search, SearchResult
from capture_widgets.core.background import Steps, through
from capture_widgets.core.errors import shown
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.model.deal import check_seed
from capture_widgets.model.view import Bot, View

MOST_SIMULATIONS = 1_000_000_000
"""Simulations that anybody may ask for."""


class ISMCTS(Bot):
    """Information-set Monte Carlo tree search (see `capture_widgets.bots.search`), for every game and option.

    In five columns and 4X Solitaire, where play never comes back to the same position, and in Capture the Commander
    with more than two players there is no tree: moves are compared over sampled worlds, all in the same ones, and the
    one with the best expected result is taken. In five columns they are played out; in Capture the Commander a few
    attacks are played on and what is left of the formations is judged; in 4X Solitaire a few hundred
    sampled maps at most are solved, and a move that is best without a doubt is made at once.

    Args:
        seconds: how long it thinks about a move, at most.
        simulations: how many simulations it makes, at most; without ``seconds`` exactly as many where they are of
            use, so that its choices can be repeated. 1 second where neither is given.
        seed: makes its choices repeatable, together with ``simulations``.
    """

    name = "ISMCTS"

    def __init__(self, seconds: float | None = None, simulations: int | None = None, seed: int | None = None) -> None:
        if seconds is None and simulations is None:
            seconds = 1.0
        if seconds is not None:
            check_seconds(seconds)
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

    @staticmethod
    def clock() -> float:
        """What ``seconds`` are counted by: seconds since any moment."""
        return perf_counter()

    def knowledge(self, view: View) -> Evaluation:
        """What it knows of the game that it plays."""
        return evaluation_for(view)

    def choose(self, view: View) -> str:
        """The move tried most; the first legal one at once where there is only one."""
        return through(self.choosing(view))

    def choosing(self, view: View) -> Steps[str]:
        """`choose` with a step for each simulation."""
        if len(view.legal_moves()) == 1:
            return view.legal_moves()[0]
        found = yield from self.searching(view)
        return str(found.moves[0].move)

    def search(self, view: View) -> SearchResult:
        """The moves of a view with their visits and worth; ends early when the view is cancelled."""
        return through(self.searching(view))

    def searching(self, view: View) -> Steps[SearchResult]:
        """`search` with a step for each simulation."""
        clock = self.clock
        end = None if self.seconds is None else clock() + self.seconds
        most = self.simulations
        cancelled = view.cancelled.is_set
        evaluation = self.knowledge(view)
        search: Search | Comparison
        if evaluation.in_tree(view.options):
            search = Search(evaluation, view.sample, view.rng)
        else:

            def spent() -> float:
                over = 0.0 if end is None or self.seconds is None else 1 - (end - clock()) / self.seconds
                return over if most is None else max(over, search.simulations / most)

            search = Comparison(evaluation, view.sample, view.rng, most, spent if evaluation.evenly else None)
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
