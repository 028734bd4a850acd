"""What a player is given: a seat's view of a game, and the base of everything that chooses moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from threading import Event

from capture_widgets.dump import Dump
from capture_widgets.state import GameType, Seat, State


class View:
    """A seat's knowledge at its turn: its dump, its legal moves, and worlds that fit all it has seen.

    Nothing here leads to the game's own state. Attributes:
        seat: who is to choose.
        game: the facts and rules of the game.
        options: the options it is played with.
        dump: the position as the seat knows it (CONTRACT, dump).
        legal_moves: notation texts, sorted.
        rng: the source of chance for this choice; seeded from the player's seed and the ply, so that the same choice
            comes again for the same view.
        cancelled: set when the answer is no longer wanted; a long search looks at it often.
    """

    __slots__ = ("_sample", "cancelled", "dump", "game", "options", "rng", "seat")

    def __init__(
        self,
        game: GameType,
        options: object,
        seat: Seat,
        dump: Dump,
        sample: Callable[[Random], State],
        rng: Random,
        cancelled: Event | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.seat = seat
        self.dump = dump
        self.rng = rng
        self.cancelled = cancelled or Event()
        self._sample = sample

    @property
    def legal_moves(self) -> list[str]:
        """The moves to choose from."""
        return self.dump["legal_moves"]

    def sample(self, rng: Random | None = None) -> State:
        """A world drawn at random among those that fit what the seat knows; ``rng`` in place of the view's own
        chance.
        """
        return self._sample(rng or self.rng)


class Bot(ABC):
    """Something that plays a seat from its View alone.

    Attributes:
        name: shown on the table.
        seed: makes its chance repeatable; None draws a new one for every game.
    """

    name: str = "bot"
    seed: int | None = None

    @abstractmethod
    def choose(self, view: View) -> str:
        """One of ``view.legal_moves``."""
