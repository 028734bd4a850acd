"""Monte Carlo searches over sampled worlds, with a tree (`Search`, `ObserverSearch`) and without (`Comparison`).

`Search` is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012; single observer).

Each simulation draws a world that fits what the seat knows, and walks down one tree that all worlds share. A node
stands for the moves as far as the searching seat can see them. At each visit only the legal moves of the current world
compete. The logarithm in the upper confidence bound counts how often a move was *available*, not how often its parent
was visited. Each player maximizes its own reward (max^n); partners share one.

Simultaneous choices (GE-4): after a hidden move the tree has a single node for the second mover, whatever the first
one chose, so the second mover cannot respond to a choice that it must not see. The nodes below tell the choices apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import ClassVar, cast

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.engine.state import Move, Seat, State

_TABLE_SIZE = 1 << 13
_ROOT_LOG = [0.0, *(sqrt(log(n)) for n in range(1, _TABLE_SIZE))]
"""The square roots of the logarithms of small whole numbers, computed once."""
_REUSE_STEP = 200
"""After this many simulations each world serves for two of them, after twice as many for three, and so on."""
_BIAS_WORLDS = 8
"""The number of worlds in which moves are rated before a search (progressive bias: Chaslot and others 2008)."""
_BIAS_HALF_LIFE = 40
"""The number of visits after which a move has half of its bias left."""
_FEWEST_WORLDS = 4
"""The least number of worlds in a round of `Comparison`, if its rounds are equally long."""


class Edge:
    """A move at a node: its visits, how often it was available, its mean reward, and its child nodes."""

    __slots__ = ("available", "bias", "children", "mean", "move", "spread", "total", "visits")

    def __init__(self, move: Move, bias: float = 0.0, available: int = 1) -> None:
        self.move = move
        self.bias = bias
        """How good the move looked before the search, on the scale of rewards; visits reduce its influence."""
        self.visits = 0
        self.available = available
        self.total = 0.0
        self.mean = 0.0
        """The mean reward, plus the rest of the bias."""
        self.spread = 0.0
        """The uncertainty of the mean: exploration divided by the square root of the visits."""
        self.children: dict[Hashable, _Node] = {}


class _Node:
    __slots__ = ("edges", "shared", "untried", "visits")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.shared: _Node | None = None
        """The node below a hidden move, the same for every choice."""
        self.untried: list[Move] | None = None
        """The moves without an edge; used only if every world has the same legal moves here."""
        self.visits = 0
        """The number of visits; counted only if every world has the same legal moves here."""


@dataclass(frozen=True)
class SearchedMove:
    """The result of a search for one move."""

    move: Move
    visits: int
    worth: float
    """The mean reward of the searching seat, 0 to 1."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the moves, the most visited first, and the number of simulations."""

    moves: tuple[SearchedMove, ...]
    simulations: int


class Search:
    """A tree search for the seat to play.

    Args:
        evaluation: judges the game.
        sample: draws a world.
        rng: the source of all random numbers of the search.
    """

    settled: ClassVar[bool] = False
    """Whether further steps would change nothing."""

    def __init__(self, evaluation: Evaluation, sample: Callable[[], State], rng: Random) -> None:
        self._evaluation = evaluation
        self._sample = sample
        self._rng = rng
        world = sample()
        seat = world.to_play
        assert seat is not None
        self.seat: Seat = seat
        self._example = world
        """A world that was drawn, for what is the same in all of them."""
        self.simulations = 0
        self._current_world: State | None = None
        self._next_world = 0
        self._root = _Node()
        legal = world.legal_moves()
        self._legal = legal
        self._moves = list(evaluation.candidates(world, legal))
        rng.shuffle(self._moves)
        self._biases = self._first_ratings()
        self._edges: list[Edge] = []
        """The root's edges, in the order of their first visits."""

    def only(self, move: str) -> None:
        """Search only this first move, to estimate its worth; call this before the first step."""
        self._moves = [entry for entry in self._legal if str(entry) == move]
        self._biases = [0.0]

    def _first_ratings(self) -> list[float]:
        """Rate each move in a few worlds, on a scale from minus to plus `Evaluation.bias`."""
        totals = [0.0] * len(self._moves)
        for _ in range(_BIAS_WORLDS):
            rated = self._evaluation.rate(self._sample(), self._moves, self._rng)
            totals = [total + new for total, new in zip(totals, rated, strict=True)]
        low, high = min(totals), max(totals)
        scale = 2 * self._evaluation.bias / (high - low) if high > low else 0.0
        return [(total - low) * scale - (self._evaluation.bias if scale else 0.0) for total in totals]

    def step(self) -> None:
        """Make one simulation: draw a world, walk down the tree, play out, and back up the rewards."""
        state = self._world()
        edge = self._root_edge()
        path: list[tuple[Seat, Edge]] = [(self.seat, edge)]
        before, state = state, state.apply(edge.move)
        if edge.visits:
            state = self._descend(before, state, edge, path)
        self._back_up(state, path)
        if edge.bias:
            edge.mean += edge.bias * _BIAS_HALF_LIFE / (edge.visits + _BIAS_HALF_LIFE)

    def _back_up(self, state: State, path: list[tuple[Seat, Edge]]) -> Sequence[float]:
        """Play out from the end of a path through the tree, and add the rewards to its moves."""
        evaluation = self._evaluation
        rewards: Sequence[float]
        if state.to_play is None:
            rewards = evaluation.rewards(state)
        else:
            rewards = evaluation.playout(state, self._rng)
        exploration = evaluation.exploration
        for seat, passed in path:
            passed.visits = visits = passed.visits + 1
            passed.total = total = passed.total + rewards[seat]
            passed.mean = total / visits
            passed.spread = exploration / sqrt(visits)
        self.simulations += 1
        return rewards

    def _world(self) -> State:
        """The world of the next simulation; a long search uses each world several times, since drawing one is slow."""
        if self._current_world is None or self.simulations >= self._next_world:
            self._current_world = self._sample()
            self._next_world = self.simulations + min(self._evaluation.reuse, 1 + self.simulations // _REUSE_STEP)
        return self._current_world

    def _root_edge(self) -> Edge:
        edges = self._edges
        if len(edges) < len(self._moves):
            edge = Edge(self._moves[len(edges)], self._biases[len(edges)], len(self._moves))
            edges.append(edge)
            return edge
        return _best_always_available(edges, len(edges) + self.simulations)

    def _descend(self, before: State, state: State, edge: Edge, path: list[tuple[Seat, Edge]]) -> State:
        """Follow the tree below the root to a leaf, and make one move more."""
        evaluation = self._evaluation
        candidates, learned, fixed = evaluation.candidates, evaluation.learned, evaluation.fixed
        random, searching = self._rng.random, self.seat
        node, at = self._root, edge
        hidden: Edge | None = None
        while True:
            seat = state.to_play
            if seat is None:
                return state
            if before.hides_move:
                # one node for the second mover, whatever the first one chose
                if node.shared is None:
                    node.shared = _Node()
                node, hidden = node.shared, at
            else:
                key = (None if hidden is None else id(hidden.move), learned(before, state))
                child = at.children.get(key)
                if child is None:
                    child = at.children[key] = _Node()
                node, hidden = child, None
            edges = node.edges
            if fixed(state, searching):
                # every world has the same moves here: no need to list them again, and each was available at every visit
                node.visits = visits = node.visits + 1
                if node.untried is None and edges:
                    moves = candidates(state, state.legal_moves())
                    node.untried = [move for move in moves if id(move) not in edges]
                if node.untried:
                    at = self._first_visit(node.untried, edges)
                elif edges:
                    at = _best_always_available(edges.values(), visits)
                    path.append((seat, at))
                    before, state = state, state.apply(at.move)
                    continue
                else:
                    moves = candidates(state, state.legal_moves())
                    move = moves[int(random() * len(moves))]
                    at = edges[id(move)] = Edge(move)
                path.append((seat, at))
                return state.apply(at.move)
            moves = candidates(state, state.legal_moves())
            if not edges:  # most paths end in a new node, which needs no search for untried moves
                move = moves[int(random() * len(moves))]
                at = edges[id(move)] = Edge(move)
                path.append((seat, at))
                return state.apply(move)
            known = [*map(edges.get, map(id, moves))]
            before = state
            if None in known:
                untried = [move for move, there in zip(moves, known, strict=True) if there is None]
                for there in known:
                    if there is not None:
                        there.available += 1
                move = untried[int(random() * len(untried))]
                at = edges[id(move)] = Edge(move)
                path.append((seat, at))
                return state.apply(move)
            at = _best(cast("list[Edge]", known))
            path.append((seat, at))
            state = state.apply(at.move)

    def _first_visit(self, untried: list[Move], edges: dict[int, Edge]) -> Edge:
        """Make an edge for one of the untried moves."""
        at = int(self._rng.random() * len(untried))
        move = untried[at]
        untried[at] = untried[-1]
        untried.pop()
        edge = edges[id(move)] = Edge(move)
        return edge

    def result(self) -> SearchResult:
        """The moves, the most visited first; of equally visited moves the one with the higher mean reward first."""
        moves = [SearchedMove(edge.move, edge.visits, edge.total / max(1, edge.visits)) for edge in self._edges]
        moves.sort(key=lambda entry: (-entry.visits, -entry.worth))
        return SearchResult(tuple(moves), self.simulations)


class ObserverSearch(Search):
    """A tree search for a seat that is not to play.

    The searching seat does not know which moves the seat to play has, so the root is an ordinary node of the tree.

    Args:
        evaluation: judges the game.
        sample: draws a world that fits what the seat knows.
        rng: the source of all random numbers of the search.
        seat: the searching seat.
    """

    def __init__(self, evaluation: Evaluation, sample: Callable[[], State], rng: Random, seat: Seat) -> None:
        self._evaluation = evaluation
        self._sample = sample
        self._rng = rng
        self.seat = seat
        self.simulations = 0
        self.total = 0.0
        """The sum of the rewards of the seat."""
        self._current_world = None
        self._next_world = 0
        self._root = _Node()
        self._edges = []
        self._root_entry = Edge(None)
        """Stands for the move that led to the position."""

    def step(self) -> None:
        """Make one simulation: draw a world, walk down the tree, play out, and back up the rewards."""
        state = self._world()
        path: list[tuple[Seat, Edge]] = []
        self.total += self._back_up(self._descend(state, state, self._root_entry, path), path)[self.seat]


class Comparison:
    """A search without a tree, for games in which simulations hardly ever reach the same position twice.

    All moves are tried in the same worlds, so that the luck of a world affects them alike. After some worlds the worse
    half of the moves is dropped (sequential halving: Karnin, Koren and Somekh 2013). The search ends after
    `Evaluation.enough` worlds.

    Args:
        evaluation: judges the game.
        sample: draws a world.
        rng: the source of all random numbers of the search.
        most: the number of simulations that will be made, if it is known.
        spent: returns the share of the time or simulations used so far; all rounds then take equally long. Without it
            each round takes twice as many worlds as the one before.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        sample: Callable[[], State],
        rng: Random,
        most: int | None,
        spent: Callable[[], float] | None = None,
    ) -> None:
        self._evaluation = evaluation
        self._sample = sample
        self._rng = rng
        world = sample()
        self._parse = world.parse
        moves = list(evaluation.candidates(world, world.legal_moves()))
        rng.shuffle(moves)
        moves = moves[: evaluation.considered]
        if most is not None and len(moves) > max(4, most // 8):
            rated = evaluation.rate(world, moves, rng)
            best = sorted(range(len(moves)), key=lambda i: -rated[i])[: max(4, most // 8)]
            moves = [moves[i] for i in best]
        self.simulations = 0
        self._edges = [Edge(move) for move in moves]
        self._competing = list(self._edges)
        self._worlds = 0
        self._round_worlds = evaluation.first_worlds
        self._worlds_left = evaluation.enough
        self._spent = spent
        self._rounds = max(1, (len(moves) - 1).bit_length())
        self._round = 1

    @property
    def settled(self) -> bool:
        """Whether further steps would change nothing: there is only one move, or there were enough worlds."""
        return len(self._edges) == 1 or self._worlds_left == 0

    def only(self, move: str) -> None:
        """Search only this first move, to estimate its worth; call this before the first step."""
        self._edges = self._competing = [Edge(self._parse(move))]

    def step(self) -> None:
        """Try every competing move in one world."""
        world = self._sample()
        rewards = self._evaluation.compare(world, [edge.move for edge in self._competing], self._rng)
        for edge, reward in zip(self._competing, rewards, strict=True):
            edge.visits += 1
            edge.total += reward
        self.simulations += len(rewards)
        self._worlds += 1
        if self._worlds_left:
            self._worlds_left -= 1
        if len(self._competing) > 2 and self._is_round_over():
            self._competing.sort(key=lambda edge: -edge.total)
            del self._competing[(len(self._competing) + 1) // 2 :]
            self._worlds = 0
            self._round_worlds *= 2
            self._round += 1

    def _is_round_over(self) -> bool:
        """Whether it is time to drop the worse half of the moves."""
        if self._spent is None:
            return self._worlds == self._round_worlds
        return self._worlds >= _FEWEST_WORLDS and self._spent() * self._rounds >= self._round

    def result(self) -> SearchResult:
        """The moves, those that competed longest first; of equals the one with the higher mean reward first."""
        moves = [SearchedMove(edge.move, edge.visits, edge.total / max(1, edge.visits)) for edge in self._edges]
        moves.sort(key=lambda entry: (-entry.visits, -entry.worth))
        return SearchResult(tuple(moves), self.simulations)


def _best(edges: Sequence[Edge]) -> Edge:
    """The edge with the highest upper confidence bound; also counts that all of them were available."""
    best = edges[0]
    most = -1.0
    roots = _ROOT_LOG
    for edge in edges:
        edge.available = available = edge.available + 1
        bound = edge.mean + edge.spread * (roots[available] if available < _TABLE_SIZE else sqrt(log(available)))
        if bound > most:
            best, most = edge, bound
    return best


def _best_always_available(edges: Iterable[Edge], visits: int) -> Edge:
    """The edge with the highest upper confidence bound, of edges that were available at every visit."""
    best: Edge | None = None
    most = -1.0
    root = _ROOT_LOG[visits] if visits < _TABLE_SIZE else sqrt(log(visits))
    for edge in edges:
        bound = edge.mean + edge.spread * root
        if bound > most:
            best, most = edge, bound
    assert best is not None
    return best
