"""Going back: moves taken back, and games begun again, which are kept and can be brought back."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Sequence
from typing import Self

from capture_widgets.deal import check_seed
from capture_widgets.errors import IllegalMove, shown
from capture_widgets.game_history import History
from capture_widgets.shared_history import Ended, SharedHistory, Snapshot, Step
from capture_widgets.view import Bot

MOST_ENDED = 20
"""More games than this are not kept beside the one being played."""


class GoesBack(SharedHistory):
    """A history whose moves can be taken back, and which can be put aside for another one."""

    def __init__(
        self,
        history: History,
        players: tuple[str | Bot, ...],
        *,
        can_undo: bool | None = None,
        ended: Sequence[Ended] = (),
    ) -> None:
        """Share a history; see `Game`."""
        super().__init__(history, players)
        self._now = self._now._replace(ended=tuple(ended))
        self._may_undo = can_undo is not False
        self._undo = can_undo

    def undo(self) -> Self:
        """Take the last move back; the record keeps it as a variation.

        Raises:
            IllegalMove: there is nothing to take back, or this game was made without undo.
        """
        self._check_undo("undo")
        self._change(lambda now: (now.then(now.history.undo()), {"undo": True}))
        return self

    def redo(self) -> Self:
        """Make the move that was taken back last once more.

        Raises:
            IllegalMove: nothing was taken back, or this game was made without undo.
        """
        self._check_undo("redo")
        self._change(lambda now: (now.then(now.history.redo()), {"redo": True}))
        return self

    def _check_undo(self, what: str) -> None:
        if not self._may_undo:
            raise IllegalMove("GE-5", what, "this game is played without taking moves back")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take a move back."""
        return self._may_undo and self._now.history.can_undo

    @property
    def undoes_seen(self) -> bool:
        """Whether tables take moves back that showed cards: in a match only where ``undo=True`` was asked for."""
        return self._may_undo and (self._undo is True or not self.is_match)

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would make a move again."""
        return self._may_undo and bool(self._now.history.undone)

    def restart(self, *, same: bool = False, seed: int | None = None) -> Self:
        """Begin again with the same options and seats: from a new deal, or the same one.

        A deal asked for by difficulty (``deal="easy"``) is followed by another one as hard, unless a seed is given. A
        game in which a move was made is kept: `bring_back` goes on with it.

        Args:
            same: the same deal once more; not for a game set up from a dump without one.
            seed: the seed of the new deal; drawn when None.

        Raises:
            UnknownOption: the seed is no whole number; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        check_seed(seed)
        drawn = secrets.randbits(32) if seed is None else seed

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = now.history.restarted(same=same, seed=drawn, alike=seed is None)
            after = now.then(history)._replace(ended=with_ended(now.ended, Ended(now.history, now.players)))
            return after, {"game": history.record()}

        self._change(work)
        return self

    def begin(self, other: GoesBack) -> Self:
        """Play another game in the place of this one, of any kind, with its own options and players.

        A game in which a move was made is kept: `bring_back` goes on with it. Tables, observers and the journal stay.

        Args:
            other: the game to play; it stays as it is.

        Raises:
            ValueError: it is no game; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        if not isinstance(other, GoesBack):
            raise ValueError(f"begin({shown(other)}): a game is needed, as cw.new makes one")
        coming = other._now

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = coming.history.settled().with_seed()
            ended = with_ended(now.ended, Ended(now.history, now.players))
            return now.then(history, coming.players)._replace(ended=ended), {"game": history.record()}

        self._change(work)
        return self

    @property
    def under_way(self) -> bool:
        """Whether a move was made, and the game, or the whole match, goes on."""
        history = self._now.history
        return history.begun and not history.is_over

    @property
    def has_ended(self) -> bool:
        """Whether `bring_back` would find a game."""
        return bool(self._now.ended)

    @property
    def ended(self) -> list[Self]:
        """The games that `restart` and `bring_back` put aside, the last one last: each a game of its own."""
        return [self._beside(*one) for one in self._now.ended]

    def bring_back(self, which: int = -1) -> Self:
        """Go on with a game that was put aside, by default the last; the one being played is put aside for it.

        Args:
            which: its index in `ended`.

        Raises:
            ValueError: there is no such game; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            if type(which) is not int or not -len(now.ended) <= which < len(now.ended):
                raise ValueError(f"there is no game {shown(which)} to bring back; {len(now.ended)} were put aside")
            at = which % len(now.ended)
            history, players = now.ended[at]
            history = history.with_seed()  # a journal has no other place for it
            others = now.ended[:at] + now.ended[at + 1 :]
            after = now.then(history, players)._replace(ended=with_ended(others, Ended(now.history, now.players)))
            return after, {"game": history.record()}

        self._change(work)
        return self

    @abstractmethod
    def _beside(self, history: History, players: Sequence[str | Bot]) -> Self:
        """A game of its own."""


def with_ended(ended: tuple[Ended, ...], game: Ended, most: int = MOST_ENDED) -> tuple[Ended, ...]:
    """The games put aside with one more, unless nobody has made a move in it; no more than ``most``."""
    if not game.history.begun:
        return ended
    # a journal has the moves taken back as a variation, too
    return (*ended, game._replace(history=game.history.settled()))[-most:]
