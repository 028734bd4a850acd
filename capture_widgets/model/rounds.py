"""One round with its moves and states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move, Seat, State


class Round:
    """One round: its deal, its moves and the state after each; a value that never changes.

    A round and its continuations share one list of steps, so a move takes the same time at any ply.

    Attributes:
        first: the seat that dealt or started; None in games where none does.
        cards: the deal; None for a round that was set up from a dump.
        base: the ply of the first state here; 0 unless the round was set up from a dump.
        state: the state after the last move.
        length: the number of moves here.
    """

    __slots__ = ("_start", "_steps", "base", "cards", "first", "length", "state")

    def __init__(self, first: Seat | None, cards: Sequence[Card] | None, state: State, base: int = 0) -> None:
        self.first = first
        self.cards = None if cards is None else tuple(cards)
        self.base = base
        self.state = self._start = state
        self.length = 0
        self._steps: list[tuple[Move, State]] = []

    @property
    def ply(self) -> int:
        """The number of moves made in this round, those before its first state included."""
        return self.base + self.length

    @property
    def moves(self) -> list[Move]:
        """The moves made; a new list on every call."""
        return [move for move, _ in self._steps[: self.length]]

    @property
    def states(self) -> list[State]:
        """The first state and the state after each move; a new list on every call."""
        return [self._start, *(state for _, state in self._steps[: self.length])]

    def move_to(self, ply: int) -> Move:
        """The move that led to a ply, from ``base + 1`` to ``ply``."""
        return self._steps[ply - self.base - 1][0]

    def state_at(self, ply: int) -> State:
        """The state at a ply, from ``base`` to ``ply``."""
        return self._steps[ply - self.base - 1][1] if ply > self.base else self._start

    def shared(self, other: Round) -> int:
        """The number of first moves that two rounds have in common; 0 if they start from different states.

        Fast at any ply, unless one round branched off from the middle of the other.
        """
        most = min(self.length, other.length)
        if self._start is not other._start:
            return 0
        if self._steps is other._steps:
            return most
        return next((i for i in range(most) if self._steps[i] is not other._steps[i]), most)

    def play(self, move: Move) -> Round:
        """The round after one more legal move."""
        made, steps = self.length, self._steps
        step = (move, self.state.apply(move))
        if len(steps) == made:
            steps.append(step)
        # another history has appended its own move here, perhaps just now on another thread: leave it the list
        if steps[made] is not step:
            steps = [*steps[:made], step]
        return self._part(steps, made + 1, step[1])

    def until(self, ply: int) -> Round:
        """The round as it was at a ply; takes the same time for any ply."""
        return self._part(self._steps, ply - self.base, self.state_at(ply))

    def __reduce__(self) -> tuple[Callable[..., Round], tuple[Any, ...]]:
        # as texts: unpickling computes the states again, and the moves of other histories are left out
        moves = [str(move) for move in self.moves]
        return _played, (self.first, self.cards, self.base, self._start, moves)

    def __copy__(self) -> Round:
        return self

    def __deepcopy__(self, memo: object) -> Round:
        return self

    def same_as(self, other: Round) -> bool:
        """Whether the same moves were played from the same deal or setup."""
        mine, theirs = (self.first, self.cards, self.base), (other.first, other.cards, other.base)
        return mine == theirs and self._start == other._start and self.moves == other.moves

    def _part(self, steps: list[tuple[Move, State]], length: int, state: State) -> Round:
        part = object.__new__(Round)
        part.first, part.cards, part.base, part._start = self.first, self.cards, self.base, self._start
        part._steps, part.length, part.state = steps, length, state
        return part


def _played(first: Seat | None, cards: Sequence[Card] | None, base: int, start: State, moves: Sequence[str]) -> Round:
    """Rebuild a round from its pickle."""
    played = Round(first, cards, start, base)
    for text in moves:
        played = played.play(played.state.parse(text))
    return played
