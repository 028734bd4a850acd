"""A bot's view of a game, and the base class of bots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from threading import Event
from typing import Any

from capture_widgets.core.background import Steps
from capture_widgets.core.outcomes import MOST_RUNS, outcomes
from capture_widgets.core.whole_numbers import whole_number
from capture_widgets.engine.state import GameType, Seat, State
from capture_widgets.model.dump import Dump
from capture_widgets.model.log_entry import LogEntry


class View:
    """A position as a bot may see it: the dump of its seat, its legal moves, and random worlds that fit both.

    A view holds no reference to the true state, but a sampled world in its place. Two positions that the seat cannot
    tell apart give views that are equal in every part (docs/secrecy.md). A view can be pickled and copied; the copy has
    its own ``cancelled``.

    Attributes:
        seat: the seat that has to choose a move.
        game: the facts and rules of the game.
        options: the options of the game.
        dump: the position as the seat knows it (docs/contract.md, dump).
        rng: the random generator for this choice, seeded from the bot's seed and the ply, so that the same view leads
            to the same choice.
        cancelled: set when nobody waits for the move any more; a long search has to check it often.
        log: the moves of this round in words, as the seat knows them; empty for bots that do not read it (`Bot`).
    """

    __slots__ = ("__weakref__", "_world", "cancelled", "dump", "game", "log", "options", "rng", "seat")

    def __init__(
        self,
        game: GameType,
        options: object,
        seat: Seat,
        dump: Dump,
        state: State,
        rng: Random,
        cancelled: Event | None = None,
        log: Sequence[LogEntry] = (),
    ) -> None:
        self.game = game
        self.options, self._world = _sealed(options, state, seat)
        self.seat = seat
        self.dump = dump
        self.rng = rng
        self.cancelled = cancelled or Event()
        self.log = tuple(log)

    def __repr__(self) -> str:
        count = len(self.legal_moves())
        moves = "1 legal move" if count == 1 else f"{count} legal moves"
        at = f"round {self.dump['round']}, ply {self.dump['ply']}"
        return f"<View of {self.game.slug} for seat {self.seat}, {at}, {moves}>"

    def legal_moves(self) -> list[str]:
        """The moves to choose from: notation texts, sorted."""
        return self.dump["legal_moves"]

    def sample(self, rng: Random | None = None) -> State:
        """A random world that fits everything the seat knows, drawn with ``rng`` or the view's own generator."""
        return self._world.determinize(self.seat, rng or self.rng)

    def world(self) -> State:
        """One world that fits, always the same one for the same knowledge."""
        return self._world

    def to_text(self, *, moves: bool = True, rules: bool = True) -> str:
        """All that the seat knows as a text: rules, position, moves so far, and how to answer with ``[move]``.

        Args:
            moves: whether to list the legal moves; without them the text says how moves are written.
            rules: whether to begin with the rules of the game.
        """
        from capture_widgets.model.view_text import view_text

        return view_text(self, moves=moves, rules=rules)

    def worlds(self, at_most: int = 1000) -> list[State] | None:
        """Every world that fits what the seat knows, each once; all are equally likely.

        Args:
            at_most: how many worlds you want at most.

        Returns:
            The worlds; None if there are more, or if finding them would take more than some seconds. Late in a round
            there are often few enough.

        Raises:
            ValueError: the number is not valid.
        """
        most = whole_number(at_most, "at_most", 1, MOST_RUNS)
        return outcomes(lambda rng: self._world.determinize(self.seat, rng), most)

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
    """The options, and a sampled world that a seat cannot tell from the true state, without references to that state.

    `State.determinize` depends only on what the seat knows. So the same knowledge always gives the same world, and
    later samples from this world are the same as samples from the true state. Pickling removes all references to
    objects that the world shares with the true state.
    """
    import pickle

    world = state.determinize(seat, Random(0))
    copy: tuple[object, State] = pickle.loads(pickle.dumps((options, world), -1))  # noqa: S301 - our own bytes
    return copy


class Bot(ABC):
    """A player that chooses its moves from a `View` alone.

    Attributes:
        name: the name that a table shows.
        seed: makes its random choices repeatable; with None every game gets another seed.
        reads_log: whether its views have the moves so far (`View.log`), which takes time in long games.
    """

    name: str = "bot"
    seed: int | None = None
    reads_log: bool = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.seed is None else f'seed={self.seed}'})"

    @abstractmethod
    def choose(self, view: View) -> str:
        """Choose one of ``view.legal_moves()``."""

    def choosing(self, view: View) -> Steps[str]:
        """`choose` in steps of a few milliseconds, for hosts without threads; yields 0 after each step.

        A class that overrides `choose` should override this too. Without it, a page is blocked while the bot chooses.
        """
        yield 0
        return self.choose(view)
