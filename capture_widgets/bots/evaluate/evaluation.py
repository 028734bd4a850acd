"""What a player knows of a game beyond its rules: which moves look good, what an end is worth, how to play on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import tanh
from random import Random
from typing import Any, ClassVar

from capture_widgets.engine.state import Move, Seat, State


class Evaluation:
    """Judges one game for `Greedy`, `ISMCTS` and hints; as it stands it fits any game and knows nothing of it.

    All methods are given worlds, drawn to fit what the player knows, never the real state. Rewards are numbers from 0
    (the worst) to 1, by seat.

    Args:
        match: whether points are carried on, so that they count for more than who wins this round.
    """

    worlds: ClassVar[int] = 24
    """How many worlds `Greedy` looks at for a choice."""
    deep: ClassVar[bool] = False
    """Whether a search tree goes on below the first decision, which is worth it where play comes back to the same
    positions. Asks for moves that exist once each, since the tree tells them apart by identity."""
    evenly: ClassVar[bool] = False
    """Whether a search without a tree takes as long for each round of halving the moves, however long it is."""
    first_worlds: ClassVar[int] = 16
    """Worlds in which a search without a tree tries every move before it drops the worse half; twice as many before the
    next half, and so on."""
    enough: ClassVar[int | None] = None
    """Worlds after which a search without a tree ends, however much time is left."""
    reuse: ClassVar[int] = 1
    """Simulations that a long search makes, at most, in each world that it draws."""
    horizon: ClassVar[int] = 200
    """Moves after which a playout stops and is judged by `value`."""
    scale: ClassVar[float] = 20.0
    """Points of a margin that is worth about three quarters of the largest."""
    exploration: ClassVar[float] = 0.5
    """Weight of the search's interest in moves tried little."""

    sharper: ClassVar[float] = 1.0
    """What the logarithm of the odds of a chance is multiplied by, so that chances come true as often as they say
    (measured by `tests/benchmarks/calibration.py`).
    """
    lean: ClassVar[float] = 0.0
    """What is added to that logarithm, for the same reason: less than 0 where seats think too well of themselves."""
    in_turns: ClassVar[bool] = False
    """Whether a game is judged by the turns that it takes (`turns`) rather than by chances."""
    bias: ClassVar[float] = 0.1
    """How much what `rate` says counts at the start of a search, on the scale of rewards."""

    def __init__(self, *, match: bool = False) -> None:
        self.match = match
        self.share = 0.6 if match else 0.12
        """How much of a reward is the margin of points; the rest is winning."""

    def simpler(self) -> Evaluation:
        """What a player knows who plays less well; as it stands the same."""
        return self

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """How good each move looks to the seat to play, on any scale."""
        seat = state.to_play
        assert seat is not None
        return [self.playout(state.apply(move), rng)[seat] for move in moves]

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that a search looks at; at least one of those given."""
        return moves

    def fixed(self, state: State, seat: Seat) -> bool:
        """Whether a seat that searches knows which moves are legal in a position that it thinks of, so that they are
        the same in every world that comes there.
        """
        return False

    def in_tree(self, options: object) -> bool:
        """Whether `ISMCTS` searches a game with these options in a tree, or compares first moves only."""
        return self.deep

    def learned(self, before: State, after: State) -> Hashable:
        """What everybody learns from a move beside the move itself, as coarse as it matters."""
        return None

    def rewards(self, state: State) -> Sequence[float]:
        """What a finished round is worth to each seat: to win first, the margin of points after that."""
        returns = state.returns
        assert returns is not None
        points = state.points
        return [
            self.reward(returns[seat], points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0))
            for seat in range(len(returns))
        ]

    def reward(self, sign: float, margin: float) -> float:
        """One seat's reward for winning (+1) or losing (-1) by so many points."""
        return 0.5 + 0.5 * ((1 - self.share) * sign + self.share * tanh(margin / self.scale))

    def value(self, state: State) -> Sequence[float]:
        """What an unfinished position is worth to each seat."""
        points = state.points
        return [
            self.reward(0, points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0))
            for seat in range(len(points))
        ]

    def pick(self, state: State, moves: Sequence[Move], rng: Random) -> Move:
        """The move that a playout makes: cheap to find, and knowing no more than the seat to play."""
        return moves[int(rng.random() * len(moves))]

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Rewards of playing on from a world to the end, or as far as the horizon."""
        for _ in range(self.horizon):
            moves = state.legal_moves()
            if not moves:
                return self.rewards(state)
            state = state.apply(self.pick(state, moves, rng))
        return self.rewards(state) if state.to_play is None else self.value(state)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """What each move brings the seat to play in one world, for a search without a tree."""
        seat = state.to_play
        assert seat is not None
        rewards = []
        for move in moves:
            after = state.apply(move)
            rewards.append((self.rewards(after) if after.to_play is None else self.playout(after, rng))[seat])
        return rewards

    def turns(self, state: State, moves: Sequence[Move]) -> list[float | None]:
        """How many turns a round takes in all after each move in one world, about; None where it is lost then, and an
        empty list where nothing can be said yet.
        """
        raise NotImplementedError

    def purpose(self, state: Any, move: Any) -> str:
        """What a move is for, in words that go on from "plays ... "; nothing that the mover cannot know."""
        return "it looks best over the worlds that fit what you know"

    def prospect(self, worth: float) -> str:
        """What a reward of the seat to play promises, in a sentence."""
        return f"Your chances from here are about {round(100 * worth)} in 100."
