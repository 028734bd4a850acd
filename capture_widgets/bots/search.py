"""Searches over sampled worlds: through a tree, for a seat that is to play or one that looks on, and move against move.

`Search` is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012; single observer).

Each simulation draws a world that fits what the seat knows and walks down one tree that all worlds share. A node is
what the searching seat sees of the moves made; at each visit only the moves that the world at hand allows compete, and
the logarithm of the upper confidence bound counts how often a move was *available* rather than how often its parent
was visited. Players maximize their own reward each (max^n), partners share theirs.

Simultaneous choices (GE-4): after a move that stays hidden the tree goes on in one node, whatever was chosen, so the
second mover cannot answer what it must not see; what follows tells both choices apart again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import ClassVar, cast

from capture_widgets.bots.evaluate import Evaluation
from capture_widgets.engine.state import Move, Seat, State

_KNOWN = 1 << 13
_ROOTS = [0.0, *(sqrt(log(n)) for n in range(1, _KNOWN))]
"""Roots of the logarithms of small whole numbers, computed once."""
_FRESH = 200
"""Simulations after which worlds begin to be used again, and again after as many more."""
_LOOKED_AT = 8
"""Worlds in which the moves are rated before a search begins (progressive bias: Chaslot and others 2008)."""
_FADES = 40
"""Visits after which half of that bias is gone."""
_FEWEST_WORLDS = 4
"""Worlds that it tries them in at least, where its rounds are equally long."""


class _Edge:
    """A move at a node: its visits, how often it was available, its mean reward, and the nodes below it."""

    __slots__ = ("available", "bias", "following", "mean", "move", "spread", "total", "visits")

    def __init__(self, move: Move, bias: float = 0.0, available: int = 1) -> None:
        self.move = move
        self.bias = bias
        """How good the move looked before any simulation, on the scale of rewards; fades with visits."""
        self.visits = 0
        self.available = available
        self.total = 0.0
        self.mean = 0.0
        """Its mean reward plus what is left of its bias."""
        self.spread = 0.0
        """How uncertain the mean is: exploration divided by the root of the visits."""
        self.following: dict[Hashable, _Node] = {}


class _Node:
    __slots__ = ("arms", "fresh", "shared", "visits")

    def __init__(self) -> None:
        self.arms: dict[int, _Edge] = {}
        self.shared: _Node | None = None
        self.fresh: list[Move] | None = None
        """Moves without an arm yet, where every world has the same."""
        self.visits = 0
        """How often it was come to, where every world has the same moves."""


@dataclass(frozen=True)
class SearchedMove:
    """One move with the result of a search for it."""

    move: Move
    visits: int
    worth: float
    """Mean reward of the searching seat, 0 to 1."""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: moves by visits, most first, and the number of simulations."""

    moves: tuple[SearchedMove, ...]
    simulations: int


class Search:
    """One search from one decision, through a tree.

    Args:
        evaluation: judges the game.
        sample: draws a world.
        rng: all chance of the search.
    """

    settled: ClassVar[bool] = False
    """Whether there is nothing to search."""

    def __init__(self, evaluation: Evaluation, sample: Callable[[], State], rng: Random) -> None:
        self._evaluation = evaluation
        self._sample = sample
        self._rng = rng
        world = sample()
        seat = world.to_play
        assert seat is not None
        self.seat: Seat = seat
        self.simulations = 0
        self._kept: State | None = None
        self._next_world = 0
        self._root = _Node()
        legal = world.legal_moves()
        self._legal = legal
        self._moves = list(evaluation.candidates(world, legal))
        rng.shuffle(self._moves)
        self._biases = self._looks()
        self._arms: list[_Edge] = []
        """The root's arms so far, in the order in which they were tried first."""

    def only(self, move: str) -> None:
        """Search this first move alone, to learn its worth; call it before the first step."""
        self._moves = [entry for entry in self._legal if str(entry) == move]
        self._biases = [0.0]

    def _looks(self) -> list[float]:
        """A first rating of each move from a few worlds, at most `Evaluation.bias` above or below 0."""
        totals = [0.0] * len(self._moves)
        for _ in range(_LOOKED_AT):
            rated = self._evaluation.rate(self._sample(), self._moves, self._rng)
            totals = [total + new for total, new in zip(totals, rated, strict=True)]
        low, high = min(totals), max(totals)
        scale = 2 * self._evaluation.bias / (high - low) if high > low else 0.0
        return [(total - low) * scale - (self._evaluation.bias if scale else 0.0) for total in totals]

    def step(self) -> None:
        """One simulation: a world, a way down the tree, a playout, and its rewards carried back."""
        state = self._world()
        arm = self._root_arm()
        path: list[tuple[Seat, _Edge]] = [(self.seat, arm)]
        before, state = state, state.apply(arm.move)
        if arm.visits:
            state = self._descend(before, state, arm, path)
        self._learn(state, path)
        if arm.bias:
            arm.mean += arm.bias * _FADES / (arm.visits + _FADES)

    def _learn(self, state: State, path: list[tuple[Seat, _Edge]]) -> Sequence[float]:
        """Play on from where a way through the tree ends, and carry the rewards back."""
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
        """A world to simulate in; used several times where drawing one costs more than a playout."""
        if self._kept is None or self.simulations >= self._next_world:
            self._kept = self._sample()
            # at first each world counts; later there are many, and playouts matter more
            self._next_world = self.simulations + min(self._evaluation.reuse, 1 + self.simulations // _FRESH)
        return self._kept

    def _root_arm(self) -> _Edge:
        arms = self._arms
        if len(arms) < len(self._moves):
            arm = _Edge(self._moves[len(arms)], self._biases[len(arms)], len(self._moves))
            arms.append(arm)
            return arm
        return _best_of_all(arms, len(arms) + self.simulations)

    def _descend(self, before: State, state: State, arm: _Edge, path: list[tuple[Seat, _Edge]]) -> State:
        """Follow the tree below the root to its edge and make one move beyond it."""
        evaluation = self._evaluation
        candidates, learned, fixed = evaluation.candidates, evaluation.learned, evaluation.fixed
        random, searching = self._rng.random, self.seat
        node, at = self._root, arm
        hidden: _Edge | None = None
        while True:
            seat = state.to_play
            if seat is None:
                return state
            if before.hides_move:
                # one node for the second mover, whatever the first has chosen
                if node.shared is None:
                    node.shared = _Node()
                node, hidden = node.shared, at
            else:
                key = (None if hidden is None else id(hidden.move), learned(before, state))
                following = at.following.get(key)
                if following is None:
                    following = at.following[key] = _Node()
                node, hidden = following, None
            arms = node.arms
            if fixed(state, searching):
                # the moves need not be listed again, and each was available whenever the node was come to
                node.visits = visits = node.visits + 1
                if node.fresh is None and arms:
                    moves = candidates(state, state.legal_moves())
                    node.fresh = [move for move in moves if id(move) not in arms]
                if node.fresh:
                    at = self._first_visit(node.fresh, arms)
                elif arms:
                    at = _best_of_all(arms.values(), visits)
                    path.append((seat, at))
                    before, state = state, state.apply(at.move)
                    continue
                else:
                    moves = candidates(state, state.legal_moves())
                    move = moves[int(random() * len(moves))]
                    at = arms[id(move)] = _Edge(move)
                path.append((seat, at))
                return state.apply(at.move)
            moves = candidates(state, state.legal_moves())
            if not arms:  # most ways end in a new node, where the list of moves need not be gone through
                move = moves[int(random() * len(moves))]
                at = arms[id(move)] = _Edge(move)
                path.append((seat, at))
                return state.apply(move)
            known = [*map(arms.get, map(id, moves))]
            before = state
            if None in known:
                fresh = [move for move, arm_there in zip(moves, known, strict=True) if arm_there is None]
                for arm_there in known:
                    if arm_there is not None:
                        arm_there.available += 1
                move = fresh[int(random() * len(fresh))]
                at = arms[id(move)] = _Edge(move)
                path.append((seat, at))
                return state.apply(move)
            at = _best(cast("list[_Edge]", known))
            path.append((seat, at))
            state = state.apply(at.move)

    def _first_visit(self, fresh: list[Move], arms: dict[int, _Edge]) -> _Edge:
        """One of the moves without an arm, which gets its own."""
        at = int(self._rng.random() * len(fresh))
        move = fresh[at]
        fresh[at] = fresh[-1]
        fresh.pop()
        made = arms[id(move)] = _Edge(move)
        return made

    def result(self) -> SearchResult:
        """The moves searched, most visited first; among equals the one with more reward."""
        rated = [SearchedMove(arm.move, arm.visits, arm.total / max(1, arm.visits)) for arm in self._arms]
        rated.sort(key=lambda entry: (-entry.visits, -entry.worth))
        return SearchResult(tuple(rated), self.simulations)


class ObserverSearch(Search):
    """A search for a seat that is not to play: who moves first chooses among what each world allows, as further down.

    Args:
        evaluation: judges the game.
        sample: draws a world that fits what the seat knows.
        rng: all chance of the search.
        seat: who looks on.
    """

    def __init__(self, evaluation: Evaluation, sample: Callable[[], State], rng: Random, seat: Seat) -> None:
        self._evaluation = evaluation
        self._sample = sample
        self._rng = rng
        self.seat = seat
        self.simulations = 0
        self.total = 0.0
        """Rewards of the seat, all together."""
        self._kept = None
        self._next_world = 0
        self._root = _Node()
        self._arms = []
        self._way_in = _Edge(None)
        """Stands for whatever led here, which all worlds share."""

    def step(self) -> None:
        """One simulation: a world, a way down the tree, a playout, and its rewards carried back."""
        state = self._world()
        path: list[tuple[Seat, _Edge]] = []
        self.total += self._learn(self._descend(state, state, self._way_in, path), path)[self.seat]


class Comparison:
    """One search from one decision without a tree, for games where play never comes back to the same position.

    All moves are tried in the same worlds, so that luck which they share does not blur what tells them apart; after
    some worlds the worse half is dropped (sequential halving: Karnin, Koren and Somekh 2013). It ends by itself after
    as many worlds as the game's evaluation calls enough.

    Args:
        evaluation: judges the game.
        sample: draws a world.
        rng: all chance of the search.
        most: how many simulations there will be, where that is known.
        spent: the share of the search that is over; rounds of halving then last equally long. Without it each round
            has twice the worlds of the one before.
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
        if most is not None and len(moves) > max(4, most // 8):
            rated = evaluation.rate(world, moves, rng)
            best = sorted(range(len(moves)), key=lambda i: -rated[i])[: max(4, most // 8)]
            moves = [moves[i] for i in best]
        self.simulations = 0
        self._arms = [_Edge(move) for move in moves]
        self._competing = list(self._arms)
        self._worlds = 0
        self._halving = evaluation.first_worlds
        self._left = evaluation.enough
        self._spent = spent
        self._rounds = max(1, (len(moves) - 1).bit_length())
        self._round = 1

    @property
    def settled(self) -> bool:
        """Whether there is nothing to compare, or no more to learn from it."""
        return len(self._arms) == 1 or self._left == 0

    def only(self, move: str) -> None:
        """Search this first move alone, to learn its worth; call it before the first step."""
        self._arms = self._competing = [_Edge(self._parse(move))]

    def step(self) -> None:
        """One world, and every competing move in it."""
        world = self._sample()
        rewards = self._evaluation.compare(world, [arm.move for arm in self._competing], self._rng)
        for arm, reward in zip(self._competing, rewards, strict=True):
            arm.visits += 1
            arm.total += reward
        self.simulations += len(rewards)
        self._worlds += 1
        if self._left:
            self._left -= 1
        if len(self._competing) > 2 and self._is_halved():
            self._competing.sort(key=lambda arm: -arm.total)
            del self._competing[(len(self._competing) + 1) // 2 :]
            self._worlds = 0
            self._halving *= 2
            self._round += 1

    def _is_halved(self) -> bool:
        """Whether a round is over."""
        if self._spent is None:
            return self._worlds == self._halving
        return self._worlds >= _FEWEST_WORLDS and self._spent() * self._rounds >= self._round

    def result(self) -> SearchResult:
        """The moves, those that competed longest first; among equals the one with more reward."""
        rated = [SearchedMove(arm.move, arm.visits, arm.total / max(1, arm.visits)) for arm in self._arms]
        rated.sort(key=lambda entry: (-entry.visits, -entry.worth))
        return SearchResult(tuple(rated), self.simulations)


def _best(arms: Sequence[_Edge]) -> _Edge:
    """The arm of the highest upper confidence bound, all of them being available once more."""
    best = arms[0]
    most = -1.0
    roots = _ROOTS
    for arm in arms:
        arm.available = available = arm.available + 1
        bound = arm.mean + arm.spread * (roots[available] if available < _KNOWN else sqrt(log(available)))
        if bound > most:
            best, most = arm, bound
    return best


def _best_of_all(arms: Iterable[_Edge], visits: int) -> _Edge:
    """The same where each was available at every visit."""
    best: _Edge | None = None
    most = -1.0
    root = _ROOTS[visits] if visits < _KNOWN else sqrt(log(visits))
    for arm in arms:
        bound = arm.mean + arm.spread * root
        if bound > most:
            best, most = arm, bound
    assert best is not None
    return best
