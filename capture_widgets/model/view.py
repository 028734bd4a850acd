"""A bot's view of a game, and the base class of everything that chooses moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from threading import Event
from typing import Any

from capture_widgets.core.background import Steps
from capture_widgets.engine.state import GameType, Seat, State
from capture_widgets.model.dump import Dump


class View:
    """What a bot gets: its seat's dump, its legal moves, and a way to draw worlds that fit all the seat has seen.

    Nothing here leads to the game's own state: what is kept in its place is a world drawn anew, and two positions that
    the seat cannot tell apart make views that are the same in every part (docs/secrecy.md). A view can be pickled and
    copied; the copy has a ``cancelled`` of its own.

    Attributes:
        seat: who is to choose.
        game: the facts and rules of the game.
        options: the options it is played with.
        dump: the position as the seat knows it (docs/contract.md, dump).
        rng: the source of chance for this choice; seeded from the player's seed and the ply, so that the same choice
            comes again for the same view.
        cancelled: set when the answer is no longer wanted; a long search looks at it often.
    """

    __slots__ = ("__weakref__", "_world", "cancelled", "dump", "game", "options", "rng", "seat")

    def __init__(
        self,
        game: GameType,
        options: object,
        seat: Seat,
        dump: Dump,
        state: State,
        rng: Random,
        cancelled: Event | None = None,
    ) -> None:
        self.game = game
        self.options, self._world = _sealed(options, state, seat)
        self.seat = seat
        self.dump = dump
        self.rng = rng
        self.cancelled = cancelled or Event()

    def __repr__(self) -> str:
        count = len(self.legal_moves())
        moves = "1 legal move" if count == 1 else f"{count} legal moves"
        at = f"round {self.dump['round']}, ply {self.dump['ply']}"
        return f"<View of {self.game.slug} for seat {self.seat}, {at}, {moves}>"

    def legal_moves(self) -> list[str]:
        """The moves to choose from: notation texts, sorted."""
        return self.dump["legal_moves"]

    def sample(self, rng: Random | None = None) -> State:
        """A world drawn at random among those that fit what the seat knows; ``rng`` in place of the view's own
        chance.
        """
        return self._world.determinize(self.seat, rng or self.rng)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in View.__slots__ if name != "__weakref__"}
        return {**kept, "cancelled": self.cancelled.is_set()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.cancelled = Event()
        if kept["cancelled"]:
            self.cancelled.set()


def _sealed(options: object, state: State, seat: Seat) -> tuple[object, State]:
    """The options and one world that fits what a seat knows, which share no container with the state.

    `State.determinize` depends on nothing that the seat does not know, so the world is always the same one for the same
    knowledge, and worlds drawn from it later are those that the state itself would give. The detour through bytes
    parts it from the containers that both would have in common.
    """
    import pickle

    world = state.determinize(seat, Random(0))
    parted: tuple[object, State] = pickle.loads(pickle.dumps((options, world), -1))  # noqa: S301 - our own bytes
    return parted


class Bot(ABC):
    """Something that plays a seat from its View alone.

    Attributes:
        name: shown on the table.
        seed: makes its chance repeatable; None draws a new one for every game.
    """

    name: str = "bot"
    seed: int | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.seed is None else f'seed={self.seed}'})"

    @abstractmethod
    def choose(self, view: View) -> str:
        """One of ``view.legal_moves()``."""

    def choosing(self, view: View) -> Steps[str]:
        """`choose` in steps of a few milliseconds, for hosts without threads; written in the same class as `choose`.

        Yields 0 after each. A bot that does not write it chooses in one step, and a page waits that long.
        """
        yield 0
        return self.choose(view)
