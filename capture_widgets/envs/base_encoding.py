"""Positions as rows of bits: the interface that the encoding of every game implements, and the layout of the bits.

An encoding computes with whole numbers of Python, in which bit ``n`` is entry ``n`` of an array; `to_array` makes the
array. This is several times faster than to set single entries of an array.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capture_widgets.core.lazy_tables import LazyDict
from capture_widgets.engine.state import GameType, Move, Seat, State
from capture_widgets.model.action_space import Actions
from capture_widgets.model.deal import deal_for

Bits = NDArray[np.int8]
"""An array whose entries are 0 or 1."""

SCORE_STEPS: Final = 20
"""The number of bits for the score of a seat in a match; each is a twentieth of the target."""


def to_array(bits: int, size: int) -> Bits:
    """The array of the first ``size`` bits of a number, the lowest first."""
    packed = np.frombuffer(bits.to_bytes((size + 7) >> 3, "little"), np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.int8)


def from_start(count: int) -> int:
    """The number whose first ``count`` bits are set: a count as bits."""
    return (1 << count) - 1


class Part(NamedTuple):
    """A part of an observation."""

    name: str
    start: int
    """The index of its first entry."""
    shape: tuple[int, ...]
    words: str
    """The meaning of each entry in words."""

    @property
    def size(self) -> int:
        """The number of its entries."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Layout:
    """The parts of an observation, in order.

    Attributes:
        parts: the parts.
        size: the number of entries of the whole observation.
    """

    def __init__(self, parts: Iterable[tuple[str, tuple[int, ...], str]]) -> None:
        self.parts: tuple[Part, ...] = ()
        self.size = 0
        for name, shape, words in parts:
            part = Part(name, self.size, shape, words)
            self.parts += (part,)
            self.size += part.size

    def __repr__(self) -> str:
        return f"<Layout of {self.size:,} entries: {', '.join(part.name for part in self.parts)}>"

    def starts(self) -> dict[str, int]:
        """The index of the first entry of each part, by name."""
        return {part.name: part.start for part in self.parts}

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The parts of an observation by name, each in its shape."""
        return {part.name: observation[part.start : part.start + part.size].reshape(part.shape) for part in self.parts}


class Encoding(ABC):
    """Numbers legal actions and encodes what a seat knows, for one game with certain options.

    Attributes:
        game: the facts and rules of the game.
        options: its options.
        seats: the number of seats.
        match: whether whole matches are played.
        actions: the numbered actions.
        layout: the parts of an observation.
    """

    version: ClassVar[int] = 1
    """It changes when the same seed and the same actions lead to other observations, masks or rewards than before."""
    most_steps: ClassVar[int | None] = None
    """Where rounds have no end by the rules, the steps after which Gymnasium ends an episode."""

    @classmethod
    def title(cls) -> str:
        """The name of the game in Gymnasium and TextArena, such as ``"Kommando"``."""
        return cls.__name__.removesuffix("Encoding")

    def __init__(self, game: GameType, options: Any, *, match: bool) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.match = match
        self.actions = Actions(game, options)
        parts = [*self.parts()]
        if match:
            words = "points in the match, in twentieths of the target; the seat itself first, then clockwise"
            parts.append(("score", (self.seats, SCORE_STEPS), words))
        self.layout = Layout(parts)
        self.moves: LazyDict[int, Move] = LazyDict(self._move)
        """The moves by number, in games in which a move is one action."""
        self._state: State | None = None

    @abstractmethod
    def parts(self) -> Iterable[tuple[str, tuple[int, ...], str]]:
        """Name, shape and words of each part of an observation."""

    @abstractmethod
    def legal(self, state: Any, begun: Sequence[int]) -> int:
        """The bits of the actions that the seat to play may choose, given its actions so far in this move."""

    @abstractmethod
    def known(self, state: Any, seat: Seat, begun: Sequence[int]) -> int:
        """The bits of what a seat knows.

        Args:
            state: the position.
            seat: the seat.
            begun: the actions of a move that this seat has begun; empty for any other seat.
        """

    def finished(self, state: Any, begun: Sequence[int]) -> Move | None:
        """The move that some actions make up, or None while actions are missing."""
        return self.moves[begun[0]]

    def most_actions(self) -> int | None:
        """The number of actions that a round cannot exceed, or None where the rules set no end."""
        return None

    def possible_cards(self, dealt: Sequence[int]) -> list[int]:
        """The cards of which any may be dealt next, all equally likely.

        Args:
            dealt: the cards dealt so far.
        """
        there = set(dealt)
        return [card for card in range(self.game.deck.size) if card not in there]

    def drawn(self, moves: Sequence[Move], cards: Sequence[int]) -> dict[int, int]:
        """The card that a move showed to its player alone, by the index of the move.

        Args:
            moves: the moves of a round.
            cards: its deal.
        """
        return {}

    def seen_before(self, state: Any) -> list[Any]:
        """The cards that lay face up before and are no longer on the table."""
        return []

    def hidden_move(self, state: Any) -> Move:
        """The move that was made last and that the other seats do not know yet (GE-4)."""
        raise NotImplementedError

    def check(self, state: Any, begun: Sequence[int], action: int) -> None:
        """Raise IllegalMove with the rule that forbids an action, as far as a rule does."""
        state.check(self.moves[action])

    def scored(self, seat: Seat, points: Sequence[int]) -> int:
        """The bits of the part ``score``, for the points in a match."""
        score, target = 0, self.options.target
        for turn in range(self.seats):
            steps = min(SCORE_STEPS, points[(seat + turn) % self.seats] * SCORE_STEPS // target)
            score |= from_start(steps) << SCORE_STEPS * turn
        return score

    def _move(self, number: int) -> Move:
        # a move's text means the same in every state, so any state of the game can read it
        return self.any_state.parse(self.actions.texts[number])

    @property
    def any_state(self) -> State:
        """Some state of the game."""
        if self._state is None:
            first = None if self.game.opener is None else 0
            cards = deal_for(self.game, 0, self.options, 0, first)
            self._state = self.game.state.deal(cards, self.options, first)
        return self._state
