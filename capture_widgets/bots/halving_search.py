"""HalvingSearch: a tree search that visits all root moves equally often and drops the worst ones from time to time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil, sqrt
from random import Random
from typing import Final

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.bots.search import Edge, Search, SearchedMove, SearchResult
from capture_widgets.engine.state import Seat, State

_LAST_ROUND: Final = 3
"""The last round, in which the finalists are left, takes this many times as long as each other round."""
_KEPT: Final = 5 / 8
"""The share of the moves that stay after a round."""
_FEWEST_RECENT: Final = 128
"""The least number of visits of which the recent mean is the mean; the mean of fewer is too uncertain."""
_PRIOR_VISITS: Final = 8
"""After this many visits, the rating of a move before the search has half of its influence left."""
_MARK_EVERY: Final = 8
"""The recent mean of a move begins at a multiple of this many visits."""


class HalvingSearch(Search):
    """A tree search with sequential halving at the root (Karnin, Koren and Somekh 2013), for advice.

    The upper confidence bound of `Search` may stop visiting a move whose first simulations went badly, because the tree
    below it has not learned the good replies yet. Here all remaining moves get equally many visits, in the same worlds.
    At the end of each round the worst of them are dropped, until two or three are left. Moves are compared by the mean
    reward of the later half of their visits, since the earlier half comes from a smaller tree. Of moves that differ
    only in the names of their cards, one is searched.

    Args:
        evaluation: judges the game.
        sample: draws a world.
        rng: the source of all random numbers of the search.
        spent: returns the share of the time or simulations used so far.
        finalists: the number of moves that are left in the last round.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        sample: Callable[[], State],
        rng: Random,
        spent: Callable[[], float],
        finalists: int = 2,
    ) -> None:
        super().__init__(evaluation, sample, rng)
        self._finalists = finalists
        if len(self._moves) < 2:  # a single candidate is no proof that the others are worse
            self._moves = [*self._legal]
            self._biases = [0.0] * len(self._moves)
        different = {evaluation.alike(self._example, move): at for at, move in enumerate(self._moves)}.values()
        self._moves = [self._moves[at] for at in different]
        self._biases = [self._biases[at] for at in different]
        self._spent = spent
        self._start_rounds()

    def only(self, move: str) -> None:
        """Search only this first move, to estimate its worth; call this before the first step."""
        super().only(move)
        self._start_rounds()

    def _start_rounds(self) -> None:
        self._edges: list[Edge] = [Edge(move) for move in self._moves]
        self._competing: list[int] = [*range(len(self._edges))]
        """Indexes of the edges that are left, in the order of their visits."""
        self._turn = 0
        self._sizes = _round_sizes(len(self._edges), self._finalists)
        lengths = [1] * (len(self._sizes) - 1) + [_LAST_ROUND]
        self._ends = [end / sum(lengths) for end in accumulate(lengths)]
        self._round = 0
        self._totals: list[list[float]] = [[0.0] for _ in self._edges]
        """By edge, its total reward after each `_MARK_EVERY` visits."""
        self._last_rounds = [0] * len(self._edges)
        """By edge, the last round in which it competed."""

    def step(self) -> None:
        """Make one simulation, and drop the worst moves if a round is over."""
        at = self._competing[self._turn]
        super().step()
        edge = self._edges[at]
        if not edge.visits % _MARK_EVERY:
            self._totals[at].append(edge.total)
        self._turn += 1
        if self._turn == len(self._competing):
            self._turn = 0
            if self._round + 1 < len(self._sizes) and self._spent() >= self._ends[self._round]:
                self._end_round()

    def _back_up(self, state: State, path: list[tuple[Seat, Edge]]) -> Sequence[float]:
        """As in `Search`, but the means of moves are weighted by `Evaluation.recency`."""
        evaluation = self._evaluation
        rewards = evaluation.rewards(state) if state.to_play is None else evaluation.playout(state, self._rng)
        exploration, recency = evaluation.exploration, evaluation.recency
        step = 1 + recency
        for seat, passed in path:
            passed.visits = visits = passed.visits + 1
            reward = rewards[seat]
            passed.total += reward
            passed.mean += (reward - passed.mean) * step / (visits + recency)
            passed.spread = exploration / sqrt(visits)
        self.simulations += 1
        return rewards

    def _end_round(self) -> None:
        self._round += 1
        best = sorted(self._competing, key=self._score, reverse=True)[: self._sizes[self._round]]
        self._competing = [at for at in self._competing if at in best]
        for at in best:
            self._last_rounds[at] = self._round

    def _world(self) -> State:
        """The world of the next simulation; all competing moves are tried in the same worlds."""
        if self._turn and self._current_world is not None:
            return self._current_world
        return super()._world()

    def _root_edge(self) -> Edge:
        return self._edges[self._competing[self._turn]]

    def _recent_mean(self, at: int) -> float:
        """The mean reward of the later half of the visits of an edge, or of `_FEWEST_RECENT` visits if that is more."""
        edge = self._edges[at]
        mark = max(0, min(edge.visits // 2, edge.visits - _FEWEST_RECENT)) // _MARK_EVERY
        return (edge.total - self._totals[at][mark]) / max(1, edge.visits - mark * _MARK_EVERY)

    def _score(self, at: int) -> float:
        """The number by which moves are compared: the recent mean, and at first the rating before the search."""
        visits = self._edges[at].visits
        return self._recent_mean(at) + self._biases[at] * _PRIOR_VISITS / (visits + _PRIOR_VISITS)

    def result(self) -> SearchResult:
        """The moves, those that competed longest first; of equals the one with the higher recent mean first."""
        visited = [at for at, edge in enumerate(self._edges) if edge.visits]
        visited.sort(key=lambda at: (-self._last_rounds[at], -self._score(at)))
        moves = [SearchedMove(self._edges[at].move, self._edges[at].visits, self._recent_mean(at)) for at in visited]
        return SearchResult(tuple(moves), self.simulations)


def _round_sizes(count: int, finalists: int) -> list[int]:
    """The number of moves that compete in each round."""
    sizes = [count]
    while sizes[-1] > finalists:
        sizes.append(max(finalists, min(sizes[-1] - 1, ceil(sizes[-1] * _KEPT))))
    return sizes
