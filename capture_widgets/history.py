"""The rounds of a game as they were played: states, moves, and the arithmetic of matches (GE-8)."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.cards import Card
from capture_widgets.scores import match_returns, opener, totals_after
from capture_widgets.state import Move, Seat, State

__all__ = ["Round", "match_returns", "opener", "totals_after"]


class Round:
    """One round: its deal and every state it went through.

    Attributes:
        first: who dealt or started; None where nobody does.
        cards: the deal; None for a round that was set up from a dump.
        base: moves made before the first state kept here (0 but for a round set up from a dump).
    """

    __slots__ = ("_lent", "_moves", "_states", "base", "cards", "first")

    def __init__(self, first: Seat | None, cards: Sequence[Card] | None, state: State, base: int = 0) -> None:
        self.first = first
        self.cards = None if cards is None else tuple(cards)
        self.base = base
        self._states = [state]
        self._moves: list[Move] = []
        # how many moves of another round's lists are this one's, None once it has lists of its own
        self._lent: int | None = None

    @property
    def states(self) -> list[State]:
        """The states after each move, the first one before any; always one more than moves."""
        self._own()
        return self._states

    @property
    def moves(self) -> list[Move]:
        """The moves made."""
        self._own()
        return self._moves

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1 if self._lent is None else self._lent]

    @property
    def ply(self) -> int:
        """Moves made in this round, those before its first state included."""
        return self.base + (len(self._moves) if self._lent is None else self._lent)

    def state_at(self, ply: int) -> State:
        """The state after so many moves, from ``base`` to ``ply``."""
        return self._states[ply - self.base]

    def play(self, move: Move) -> None:
        """Append a legal move and its state."""
        self._own()
        self._states.append(self._states[-1].apply(move))
        self._moves.append(move)

    def back(self) -> Move:
        """Take the last move out and return it; costs a copy of the lists, which others may have been lent."""
        *self._moves, move = self.moves
        self._states = self._states[:-1]
        return move

    def until(self, ply: int) -> Round:
        """A round of its own that ends after so many moves; costs the same for any ply.

        It is lent the lists of this one, whose beginnings never change, until somebody asks for all of them or plays.
        """
        part = Round(self.first, self.cards, self._states[0], self.base)
        part._states, part._moves, part._lent = self._states, self._moves, ply - self.base
        return part

    def _own(self) -> None:
        if self._lent is not None:
            self._states, self._moves = self._states[: self._lent + 1], self._moves[: self._lent]
            self._lent = None
