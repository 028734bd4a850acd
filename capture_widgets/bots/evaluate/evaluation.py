"""Evaluation, the base class: which moves look good, what a finished round is worth, and how playouts move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import tanh
from random import Random
from typing import Any, ClassVar, NamedTuple

from capture_widgets.core.phrases import about
from capture_widgets.engine.names import Names
from capture_widgets.engine.state import Move, Seat, State


class Contrast(NamedTuple):
    """What two moves bring in likely continuations: the better one and the one that was played."""

    best: float
    played: float
    error: float
    """The standard error of the difference."""

    @property
    def lead(self) -> float:
        """By how much the better move brings more; below 0 if it brings less."""
        return self.best - self.played

    def is_clear(self, least: float) -> bool:
        """Whether the better move clearly brings more, by at least so much; below 0, whether it brings so much less."""
        lead = self.lead if least > 0 else -self.lead
        return lead >= abs(least) and lead >= 3 * self.error

    @property
    def in_hundred(self) -> str:
        """Both numbers as shares of a hundred continuations."""
        best, played = round(100 * self.best), round(100 * self.played)
        return f"in {about(best)} of 100 games from here; with your move in {played or 'none'}"

    def averages(self, does: str, counted: str) -> str:
        """Both numbers as averages of the continuations: who does how much of what is counted.

        The numbers stand in one sentence: whoever read them after a colon did not see which move each belongs to.
        """
        best, played = (
            f"{one:.1f}" if abs(one) >= 0.05 else none for one, none in ((self.best, "no"), (self.played, "none"))
        )
        return f"on average {does} {best} {counted}; with your move {played}"


class Evaluation:
    """Judges positions and moves for `Greedy`, `ISMCTS` and hints; this base class works for any game.

    All methods get worlds that fit what the player knows, never the true state. Rewards are numbers from 0 (worst) to
    1 (best), by seat.

    Args:
        match: whether this is a match, in which points count for more than the win of a single round.
    """

    worlds: ClassVar[int] = 24
    """The number of worlds in which `Greedy` rates moves."""
    deep: ClassVar[bool] = False
    """Whether searches build a tree below the first decision. That pays where simulations often reach the same
    positions. The tree tells moves apart by identity, so the game must not make two objects for the same move."""
    evenly: ClassVar[bool] = False
    """Whether all rounds of a search without a tree take equally long (see `Comparison`)."""
    first_worlds: ClassVar[int] = 16
    """The number of worlds in the first round of a search without a tree, after which it drops the worse half of the
    moves; each further round takes twice as many."""
    enough: ClassVar[int | None] = None
    """The number of worlds after which a search without a tree ends, even if time is left."""
    reuse: ClassVar[int] = 1
    """The largest number of simulations that a long search makes in one world."""
    horizon: ClassVar[int] = 200
    """The number of moves after which a playout stops and `value` judges the position."""
    scale: ClassVar[float] = 20.0
    """A margin of this many points gets about three quarters of the reward of the largest margin."""
    exploration: float = 0.5
    """The exploration constant of the upper confidence bound."""
    recency: float = 0.0
    """In an analysis, the mean of a move in a tree counts the n-th visit with n to this power. Above 0, the mean
    follows sooner when the tree below finds a better reply."""

    sharper: ClassVar[float] = 1.0
    """A factor for the log odds of a chance, so that predicted wins occur as often as predicted
    (`tests/benchmarks/calibration.py` fits it).
    """
    lean: ClassVar[float] = 0.0
    """A constant that is added to those log odds for the same reason; below 0 if the search is too optimistic."""
    sureness: ClassVar[tuple[float, float, float, float]] = (0.75, 0.5, 0.2, 0.0)
    """The weights of `features` (`finalists.py`) in the confidence of a hint, in games with a tree and in those whose
    hints are not checked (`tests/benchmarks/hints.py`). A lower first one makes hints less sure, in games whose short
    searches err more.
    """
    default_sureness: ClassVar[tuple[float, float, float, float, float] | None] = None
    """The weights of `closer_features` for hints by default, in games where these search longer than `sureness` was
    fitted to."""
    hint_seconds: ClassVar[tuple[float, float, float]] = (0.9, 0.45, 0.15)
    """In games with a tree, the CPU seconds of the parts of a hint by default: of its first search, of the comparison
    of its best moves if they are close (else it ends sooner), and of the chance to win.
    """
    choosing: ClassVar[float] = 0.8
    """In an analysis of a game with a tree, the budget of the search for the best moves, as a share of the budget for
    the position. With less, the best move is more often not among those that are compared with the one played; games
    with many moves, or few simulations in the time, need more."""
    proven: ClassVar[float] = 1.75
    """In an analysis of a game with a tree, a move is a mistake if by a second comparison its loss is so many standard
    errors above that of the smallest mistake. A higher number blames fewer moves wrongly, and misses more mistakes."""
    purpose_is_reason: ClassVar[bool] = False
    """Whether `purpose` never concedes that a move looks bad, so that it may also say why the move is better."""
    in_turns: ClassVar[bool] = False
    """Whether the game counts turns (`turns`) instead of chances."""
    bias: ClassVar[float] = 0.1
    """The weight of `rate` at the start of a search, on the scale of rewards."""
    club_simulations: ClassVar[int] = 1_000
    """The number of simulations that the Club player makes for a move (see `club_effort`)."""
    strong_simulations: ClassVar[int] = 10_000
    """The number of simulations that the Strong player makes for a move."""
    remembers: ClassVar[bool] = False
    """Whether players see cards that are turned down again, so that memory matters (`recalled`)."""
    slips: ClassVar[float] = 0.9
    """How often the `Beginner` considers only two moves."""
    beginner_worlds: ClassVar[int | None] = None
    """The number of worlds in which the `Beginner` rates moves, so that it misjudges some; None for `worlds`."""
    considered: int | None = None
    """The number of moves, drawn at random, that a search without a tree considers; None for all."""

    def __init__(self, *, match: bool = False) -> None:
        self.match = match
        self.share = 0.6 if match else 0.12
        """The share of a reward that the margin of points makes up; the win makes up the rest."""

    def recalled(self, state: State, memory: float) -> State:
        """A world as a player remembers it who forgets some of what everybody has seen; here nothing is forgotten.

        Args:
            state: a world that fits all that the player has seen.
            memory: the share that the player remembers, 0 to 1.
        """
        return state

    def tempting(self, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """The moves among which a beginner looks at two only: all, or those that are no blunder at first sight."""
        return moves

    def glances(self, moves: int) -> int:
        """The number of moves, drawn at random, that `Greedy` considers of so many; here all."""
        return moves

    def club_effort(self, options: object) -> int:
        """The number of simulations that the Club player makes for a move with these options of the game."""
        return self.club_simulations

    def simpler(self) -> Evaluation:
        """The evaluation of a weaker player; here the same one."""
        return self

    def for_advice(self) -> Evaluation:
        """The evaluation with the settings of the search for a hint, which visits all root moves equally often."""
        return self

    def for_analysis(self) -> Evaluation:
        """The evaluation with the settings of the searches that judge a move; by default those for advice."""
        return self.for_advice()

    def rate(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """Rate each move for the seat to play; any scale will do."""
        seat = state.to_play
        assert seat is not None
        return [self.playout(state.apply(move), rng)[seat] for move in moves]

    def candidates(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that a search considers, at least one."""
        return moves

    def wastes(self, state: State, move: Move) -> bool:
        """Whether a move throws something away for nothing, as far as everybody has seen; by default none does."""
        return False

    def alike(self, state: State, move: Move) -> Hashable:
        """A key that is equal for moves that differ only in the names of their cards."""
        return str(move)

    def fixed(self, state: State, seat: Seat) -> bool:
        """Whether the legal moves of this position are the same in every world that the searching seat samples."""
        return False

    def in_tree(self, options: object) -> bool:
        """Whether `ISMCTS` builds a tree for a game with these options, or only compares first moves."""
        return self.deep

    def learned(self, before: State, after: State) -> Hashable:
        """What a move reveals to everybody, beyond the move itself; coarse, so that tree nodes are shared."""
        return None

    def rewards(self, state: State) -> Sequence[float]:
        """The reward of each seat at the end of a round; the win counts most, then the margin of points."""
        returns = state.returns
        assert returns is not None
        points = state.points
        return [
            self.reward(returns[seat], points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0))
            for seat in range(len(returns))
        ]

    def reward(self, sign: float, margin: float) -> float:
        """The reward for a win (+1), draw (0) or loss (-1) by a margin of points."""
        return 0.5 + 0.5 * ((1 - self.share) * sign + self.share * tanh(margin / self.scale))

    def value(self, state: State) -> Sequence[float]:
        """The reward of each seat at an unfinished position."""
        points = state.points
        return [
            self.reward(0, points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0))
            for seat in range(len(points))
        ]

    def pick(self, state: State, moves: Sequence[Move], rng: Random) -> Move:
        """Choose a move for a playout, quickly and by what the seat to play may know."""
        return moves[int(rng.random() * len(moves))]

    def playout(self, state: State, rng: Random) -> Sequence[float]:
        """Play on from a world to the end or to the horizon, and return the rewards."""
        for _ in range(self.horizon):
            moves = state.legal_moves()
            if not moves:
                return self.rewards(state)
            state = state.apply(self.pick(state, moves, rng))
        return self.rewards(state) if state.to_play is None else self.value(state)

    def compare(self, state: State, moves: Sequence[Move], rng: Random) -> list[float]:
        """The reward of the seat to play after each move in one world, for a search without a tree."""
        seat = state.to_play
        assert seat is not None
        rewards = []
        for move in moves:
            after = state.apply(move)
            rewards.append((self.rewards(after) if after.to_play is None else self.playout(after, rng))[seat])
        return rewards

    def again(self) -> Evaluation:
        """A new evaluation for other worlds of the same position: it takes over what proved too long to compute."""
        return type(self)(match=self.match)

    def turns(self, state: State, moves: Sequence[Move]) -> list[float | None]:
        """Estimate how many turns the whole round takes after each move in one world.

        An entry is None for a loss; the list is empty if no estimate is possible yet.
        """
        raise NotImplementedError

    def purpose(self, state: Any, move: Any) -> str:
        """The purpose of a move in words, such as "a high card to win 8 points"; uses only what the mover may know."""
        return "it does best against all the hidden cards that are possible"

    def reply(self, state: State, rng: Random) -> Move:
        """A sensible reply in a continuation of a game without a tree: the move that is rated best."""
        moves = state.legal_moves()
        rated = self.rate(state, moves, rng)
        return moves[max(range(len(moves)), key=rated.__getitem__)]

    def effects(self, before: Any, after: Any) -> Mapping[str, float] | None:
        """What the moves from one position to another brought the seat to play before, by the name of the effect.

        None as long as that is not decided; by default no effect has a name.
        """
        return None

    def later(self, before: Any, decided: Any, after: Any, rng: Random) -> Mapping[str, float]:
        """Tell what the player who moves in ``before`` gained in the rest of the round, in one continuation, by name.

        A name that is missing counts as 0; by default none has a name.

        Args:
            before: the position of the move.
            decided: the position for which `effects` told what the move brought.
            after: the end of the continuation, from which this plays on.
            rng: the source of random numbers.
        """
        return {}

    def because(self, state: Any, best: Any, played: Any, told: Mapping[str, Contrast], names: Names) -> str | None:
        """Why a move is better than the one that was played, as the part of a sentence that follows a colon.

        None if no effect of theirs differs clearly. It names nothing that the seat to play could not know.

        Args:
            state: the position.
            best: the better move.
            played: the move that was played.
            told: the effects of both.
            names: the names of the players.
        """
        return None

    def prospect(self, worth: float) -> str:
        """A sentence on the prospects of the seat to play, from a mean reward, which is no chance to win."""
        return "You stand well." if worth > 0.6 else "It is an open game." if worth > 0.4 else "You stand badly."
