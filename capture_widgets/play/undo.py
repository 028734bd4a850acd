"""Undo and redo of moves, and replacing a game by another one, which can be reversed as well."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Sequence
from typing import Self

from capture_widgets.core.errors import ActionRefused, UnknownOption, shown
from capture_widgets.model.deal import check_seed
from capture_widgets.model.history import History
from capture_widgets.model.restart import restarted
from capture_widgets.model.view import Bot
from capture_widgets.play.shared_history import SharedHistory
from capture_widgets.play.snapshot import EarlierGame, Snapshot, Step


class ReversibleHistory(SharedHistory):
    """A shared history with undo and redo, which can be replaced by another history and brought back."""

    def __init__(
        self,
        history: History,
        players: tuple[str | Bot, ...],
        *,
        can_undo: bool | None = None,
        earlier: Sequence[EarlierGame] = (),
    ) -> None:
        """Share a history; see `Game`."""
        super().__init__(history, players)
        self._now = self._now._replace(earlier=tuple(earlier))
        self._may_undo = can_undo is not False
        self._undo = can_undo

    def undo(self) -> Self:
        """Take the last move back; the record keeps it as a variation.

        Raises:
            ActionRefused: there is nothing to take back, or this game was made without undo.
        """
        self._check_undo("undo")
        self._change(lambda now: (now.then(now.history.undo()), {"undo": True}))
        return self

    def redo(self) -> Self:
        """Make the move that was taken back last once more.

        Raises:
            ActionRefused: nothing was taken back, or this game was made without undo.
        """
        self._check_undo("redo")
        self._change(lambda now: (now.then(now.history.redo()), {"redo": True}))
        return self

    def _check_undo(self, what: str) -> None:
        if not self._may_undo:
            raise ActionRefused(what, "this game is played without taking moves back; it was begun with undo=False")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take a move back."""
        return self._may_undo and self._now.history.can_undo

    @property
    def undoes_seen(self) -> bool:
        """Whether tables may take back a move that showed cards; in a match only with ``undo=True``."""
        return self._may_undo and (self._undo is True or not self.is_match)

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would make a move again."""
        return self._may_undo and bool(self._now.history.undone)

    def restart(self, *, same: bool = False, seed: int | None = None) -> Self:
        """Begin again with the same options and players, from a new deal or from the same one.

        After a deal of a chosen difficulty (``deal="easy"``) the new deal has the same difficulty, unless a seed is
        given. If a move was made in the game, the game is kept: `bring_back` continues it.

        Args:
            same: whether to use the same deal again; a game that was set up from a dump may have none.
            seed: the seed of the new deal; None for a random one.

        Raises:
            UnknownOption: an argument is not valid; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        check_seed(seed)
        if type(same) is not bool:
            raise UnknownOption(f"same={shown(same)}: True or False")
        drawn = secrets.randbits(32) if seed is None else seed

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = restarted(now.history, same=same, seed=drawn, alike=seed is None)
            return now.replaced_by(history), {"game": history.record()}

        self._change(work)
        return self

    def begin(self, other: ReversibleHistory) -> Self:
        """Replace this game by another one of any type, with its own options and players.

        If a move was made in this game, the game is kept: `bring_back` continues it. Tables, observers and the journal
        stay.

        Args:
            other: the game to play; the call does not change it.

        Raises:
            ValueError: the argument is not a game; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """
        if not isinstance(other, ReversibleHistory):
            raise ValueError(f"begin({shown(other)}): expected a game, such as cw.new returns")
        coming = other._now

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = coming.history.settled().with_seed()
            return now.replaced_by(history, coming.players), {"game": history.record()}

        self._change(work)
        return self

    @property
    def can_bring_back(self) -> bool:
        """Whether there is a game for `bring_back`."""
        return bool(self._now.earlier)

    @property
    def ended(self) -> list[Self]:
        """Copies of the games that `restart`, `begin` and `bring_back` replaced, the latest one last."""
        return [self._independent_game(*one) for one in self._now.earlier]

    def bring_back(self, which: int = -1) -> Self:
        """Continue a game that was replaced, by default the latest one; it replaces the current game.

        Args:
            which: the index of the game in `ended`.

        Raises:
            ValueError: there is no such game; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            if type(which) is not int or not -len(now.earlier) <= which < len(now.earlier):
                raise ValueError(f"there is no game {shown(which)} to bring back; {len(now.earlier)} were put aside")
            at = which % len(now.earlier)
            history, players = now.earlier[at]
            history = history.with_seed()  # a journal stores the seed only in the record
            others = now._replace(earlier=now.earlier[:at] + now.earlier[at + 1 :])
            return others.replaced_by(history, players), {"game": history.record()}

        self._change(work)
        return self

    @abstractmethod
    def _independent_game(self, history: History, players: Sequence[str | Bot]) -> Self:
        """Make an independent game from a history."""
