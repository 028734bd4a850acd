"""One round as it was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from capture_widgets.engine.cards import Card
from capture_widgets.engine.state import Move, Seat, State


class Round:
    """One round: its deal, its moves and the state after each; a value that never changes.

    Rounds that continue one another share one list of steps, so playing on costs the same at any ply.

    Attributes:
        first: who dealt or started; None where nobody does.
        cards: the deal; None for a round that was set up from a dump.
        base: moves made before the first state kept here (0 but for a round set up from a dump).
        state: the state after the last move.
        length: how many moves are kept here.
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
        """Moves made in this round, those before its first state included."""
        return self.base + self.length

    @property
    def moves(self) -> list[Move]:
        """The moves made; a new list on every call."""
        return [move for move, _ in self._steps[: self.length]]

    @property
    def states(self) -> list[State]:
        """The states before the first and after each move, one more than moves; a new list on every call."""
        return [self._start, *(state for _, state in self._steps[: self.length])]

    def move_to(self, ply: int) -> Move:
        """The move that led to a ply, from ``base + 1`` to ``ply``."""
        return self._steps[ply - self.base - 1][0]

    def state_at(self, ply: int) -> State:
        """The state after so many moves, from ``base`` to ``ply``."""
        return self._steps[ply - self.base - 1][1] if ply > self.base else self._start

    def shared(self, other: Round) -> int:
        """How many of its first moves are the same steps as another round's; 0 where they start differently.

        Costs the same at any ply unless one of them went on from the middle of the other.
        """
        most = min(self.length, other.length)
        if self._start is not other._start:
            return 0
        if self._steps is other._steps:
            return most
        return next((i for i in range(most) if self._steps[i] is not other._steps[i]), most)

    def play(self, move: Move) -> Round:
        """The round with a legal move more."""
        made, steps = self.length, self._steps
        step = (move, self.state.apply(move))
        if len(steps) == made:
            steps.append(step)
        # another history has gone on from here, perhaps just now on another thread: the list belongs to it
        if steps[made] is not step:
            steps = [*steps[:made], step]
        return self._part(steps, made + 1, step[1])

    def until(self, ply: int) -> Round:
        """The round as it stood after so many moves; costs the same for any ply."""
        return self._part(self._steps, ply - self.base, self.state_at(ply))

    def __reduce__(self) -> tuple[Callable[..., Round], tuple[Any, ...]]:
        # moves as text: the states between them are made again, and no other history's moves come along
        moves = [str(move) for move in self.moves]
        return _played, (self.first, self.cards, self.base, self._start, moves)

    def __copy__(self) -> Round:
        return self

    def __deepcopy__(self, memo: object) -> Round:
        return self

    def same_as(self, other: Round) -> bool:
        """Whether the same moves were played from the same deal, or from the same position where there is none."""
        mine, theirs = (self.first, self.cards, self.base), (other.first, other.cards, other.base)
        return mine == theirs and self._start == other._start and self.moves == other.moves

    def _part(self, steps: list[tuple[Move, State]], length: int, state: State) -> Round:
        part = object.__new__(Round)
        part.first, part.cards, part.base, part._start = self.first, self.cards, self.base, self._start
        part._steps, part.length, part.state = steps, length, state
        return part


def _played(first: Seat | None, cards: Sequence[Card] | None, base: int, start: State, moves: Sequence[str]) -> Round:
    """A round again from what a pickle keeps of it."""
    played = Round(first, cards, start, base)
    for text in moves:
        played = played.play(played.state.parse(text))
    return played
