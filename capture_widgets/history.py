"""The rounds of a game as they were played: states, moves, and the arithmetic of matches (GE-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from capture_widgets.cards import Card
from capture_widgets.state import GameType, Move, Seat, State


class Round:
    """One round: its deal and every state it went through.

    Attributes:
        first: who dealt or started; None where nobody does.
        cards: the deal; None for a round that was set up from a dump.
        base: moves made before the first state kept here (0 but for a round set up from a dump).
        states: the states after each move, the first one before any; always one more than moves.
        moves: the moves made.
    """

    __slots__ = ("base", "cards", "first", "moves", "states")

    def __init__(self, first: Seat | None, cards: Sequence[Card] | None, state: State, base: int = 0) -> None:
        self.first = first
        self.cards = None if cards is None else tuple(cards)
        self.base = base
        self.states = [state]
        self.moves: list[Move] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """Moves made in this round, those before its first state included."""
        return self.base + len(self.moves)

    def play(self, move: Move) -> None:
        """Append a legal move and its state."""
        self.states.append(self.states[-1].apply(move))
        self.moves.append(move)

    def back(self) -> Move:
        """Take the last move out and return it."""
        self.states.pop()
        return self.moves.pop()

    def until(self, ply: int) -> Round:
        """A copy of its own that ends after so many moves; shares the states."""
        part = Round(self.first, self.cards, self.states[0], self.base)
        part.states = self.states[: ply - self.base + 1]
        part.moves = self.moves[: ply - self.base]
        return part


def opener(game: GameType, options: Any, round_number: int) -> Seat | None:
    """Who deals or starts a round: the option's seat in the first, then one seat on each time (GE-8)."""
    if game.opener is None:
        return None
    first: int = getattr(options, game.opener)
    return (first + round_number) % game.seats(options)


def totals_after(totals: Sequence[int], state: State) -> list[int]:
    """Running points once the points of a round are added."""
    return [total + points for total, points in zip(totals, state.points, strict=True)]


def match_returns(game: GameType, options: Any, totals: Sequence[int]) -> list[int]:
    """+1 for the seats with most points and their partners, -1 for the others (GE-8)."""
    most = max(totals)
    leaders = {seat for seat, total in enumerate(totals) if total == most}
    leaders |= {partner for seat in leaders if (partner := game.partners(options, seat)) is not None}
    return [1 if seat in leaders else -1 for seat in range(len(totals))]
