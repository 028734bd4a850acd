"""A game that is being kept without being asked for: its times, its syncs, and what becomes of it where it is refused.

Where the disk refuses what was played, the game goes on, what was kept last stays as it is, and the whole game is
written anew as soon as that works. Until then tables and lobby say that it is not kept, and why.
"""

from __future__ import annotations

import errno
import logging
import os
import time
import warnings
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from capture_widgets.core import locked_files
from capture_widgets.core.atomic_files import remove_quietly
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.errors import JournalHeld
from capture_widgets.core.shared_files import NEVER_WAIT
from capture_widgets.library.kept_rows import deal_key, times_of
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.records.journal import Journal, journal_at

_LOG = logging.getLogger(__name__)

SYNCS_AFTER: Final = 1.0
"""Seconds after which the disk is asked for what was played. A click need not wait for the disk: the system has the
move by then, and keeps it when the kernel dies.
"""

SYNCS_FOR: Final = 30.0
"""Seconds for which that goes on: to begin it takes longer than all else that is done to keep a move."""

TRIES_AFTER: Final = 2.0
"""Seconds after which a game that could not be kept is tried again."""

_APPENDING: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | NEVER_WAIT

_kept: dict[weakref.ref[Game], GameKeeper] = {}
"""Each goes with its game."""


def reason(error: Exception) -> str:
    """Why a game cannot be kept, in plain words."""
    if not isinstance(error, OSError):
        return "this user has no folder for it"  # what Python says of nobody's home is no OSError
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "its folder cannot be written"
    return error.strerror or str(error)


def until(round_number: int, ply: int, *, match: bool) -> str:
    """A position up to which a game is kept, in words."""
    where = f"move {ply}" if ply else "the deal"
    return f"{where} of round {round_number + 1}" if match else where


def trouble_of(game: Game) -> str | None:
    """What a table says of a game that is to be kept and cannot be, None where all is well."""
    found = _kept.get(weakref.ref(game))
    return None if found is None or game.kept_in is not None else found.trouble


def troubles(folder: Path) -> list[str]:
    """Why games of this process are not kept in a folder just now."""
    return [one.why for one in list(_kept.values()) if one.why is not None and one.folder == folder]


class GameKeeper:
    """Keeps a game: writes down when it changed, asks the disk for it, and tries again where it was refused.

    Attributes:
        folder: where it is to be kept.
        why: the reason why it is not kept just now, None where it is.
        trouble: the same in the sentences of a table.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self._game = weakref.ref(game)
        self._path = path
        self.folder = path.parent
        self._times = times_of(path)
        self._journal: weakref.ref[Journal] | None = None
        self._deal = ""
        self._syncs_until = 0.0
        self._is_synced = True
        self._tries: object | None = None
        """A token of the work that tries again, None while there is none."""
        self.why: str | None = None
        self.trouble: str | None = None
        _kept[weakref.ref(game, _kept.pop)] = self

    # -- beginning

    def begin(self) -> bool:
        """Keep the game from now on, or as soon as that works; says whether it is kept now.

        Raises:
            JournalHeld: it is being played in another kernel.
        """
        game = self._game()
        if game is None:
            return False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # nobody asked for this file, so there is nobody to warn
                self._follow(game)
        except JournalHeld:
            _kept.pop(weakref.ref(game), None)
            raise
        except OSError as error:
            self._fails(error, None)
        return self.why is None

    def _follow(self, game: Game) -> None:
        with game.held():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            game.autosave(self._path)
            journal = journal_at(self._path)
            if journal is None:
                raise FileNotFoundError(errno.ENOENT, "its journal is not where it was written", str(self._path))
            journal.follower = self
            self._journal = weakref.ref(journal)
            self._deal = deal_key(game.history.record())
            self._tick()
            self.why = self.trouble = None

    # -- what its journal tells

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """Write down the time of a change."""
        for step in steps:
            if "game" in step:
                self._deal = deal_key(step["game"])
        self._tick()
        self._is_synced = False
        now = time.monotonic()
        if now >= self._syncs_until:  # no flag, which an interrupt could leave set for ever
            self._syncs_until = now + SYNCS_FOR
            run_in_background(self._syncing(self._syncs_until), "sync of a kept game")

    def failed(self, error: OSError) -> None:
        """The disk refused a step: the game goes on, and is written whole when that works."""
        game = self._game()
        # the game has not taken the step over yet
        self._fails(error, None if game is None else game.history)

    def replaced(self) -> None:
        """The game is kept in another journal: nobody looks for it here, unless it is this one written anew."""
        journal = journal_at(self._path)
        if journal is None or journal.owner is not self._game():
            self.why = self.trouble = None
            remove_unplayed(self._path)

    # -- syncing

    def _syncing(self, end: float) -> Steps[None]:
        """Ask the disk now and then; what is written before ``end`` is asked for at the latest when this ends."""
        while time.monotonic() < end:
            yield SYNCS_AFTER
            journal = None if self._journal is None else self._journal()
            if journal is None:
                return
            if not self._is_synced:
                self._is_synced = True
                self._sync(journal)
            del journal  # whose game may go meanwhile

    def _sync(self, journal: Journal) -> None:
        try:
            journal.sync()
        except OSError as error:
            journal.behind = True
            self._fails(error, None)
            game = self._game()
            if game is not None:
                game.tell_kept()

    def _tick(self) -> None:
        try:
            # a click waits for this: an open file of Python's own takes twice as long
            file = os.open(self._times, _APPENDING, 0o666)
            try:
                os.write(file, f"{time.time():.1f} {self._deal}\n".encode())
            finally:
                os.close(file)
        except OSError as error:  # times are no part of the game
            _LOG.info("the time of a kept game was not written down: %s", error)

    # -- trying again

    def _fails(self, error: Exception, kept: History | None) -> None:
        _LOG.warning("a game is not kept on this machine just now: %s", str(error))  # without what its traceback holds
        why = reason(error)
        if kept is None:
            words = f"This game is not kept on this machine: {why}. It is kept as soon as that works."
        else:
            at = until(kept.round, kept.ply, match=kept.match)
            words = f"This game is kept until {at} and no further: {why}. All of it is kept as soon as that works."
        self.why, self.trouble = why, words
        if self._tries is None:
            self._tries = token = object()
            run_in_background(self._trying(token), "keeping of a game that was refused")

    def _trying(self, token: object) -> Steps[None]:
        while self.why is not None and token is self._tries:
            yield TRIES_AFTER
            game = self._game()
            if game is None or self._is_let_go(game):
                self.why = self.trouble = None
                break
            try:
                with game.held():
                    if not self._is_let_go(game):
                        self._follow(game)
            except OSError as error:
                self.why = reason(error)
            else:
                game.tell_kept()
            del game
        self._tries = None

    def _is_let_go(self, game: Game) -> bool:
        """Whether somebody has let its journal go, or keeps it elsewhere: they have the last word."""
        journal = None if self._journal is None else self._journal()
        return game.kept_in is not None or (self._journal is not None and (journal is None or journal.closed))


def remove_unplayed(path: Path) -> bool:
    """Remove a kept game, unless somebody plays it just now."""
    try:
        file = locked_files.reopen(str(path))
    except OSError:
        return False
    if journal_at(path) is not None or not locked_files.lock(file):
        file.close()
        return False
    locked_files.unlock(file)
    remove_quietly(path)
    remove_quietly(times_of(path))
    return not path.exists()
