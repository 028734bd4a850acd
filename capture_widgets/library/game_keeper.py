"""GameKeeper: saves a game on this machine while it is played, and tries again after errors of the disk.

If the disk refuses a move, the game goes on and the file stays as it is; the whole game is written again as soon as
that works. Until then, tables and the lobby say that the game is not saved, and why.
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
from capture_widgets.library.analysis_files import remove_analyses
from capture_widgets.library.keepers import KEEPERS
from capture_widgets.library.kept_rows import deal_key, times_of
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.play.shared_history import notify_journal_changed
from capture_widgets.records.journal import Journal, journal_at

_LOG = logging.getLogger(__name__)

SYNCS_AFTER: Final = 1.0
"""Seconds between a move and the sync of its file. A click does not wait for the disk: the operating system already has
the move, and writes it even if the kernel dies.
"""

SYNCS_FOR: Final = 30.0
"""Seconds for which a background thread syncs; starting it costs more time than all the rest of saving a move."""

TRIES_AFTER: Final = 2.0
"""Seconds after which saving is tried again."""

_APPENDING: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | NEVER_WAIT


def reason(error: Exception) -> str:
    """Why a game cannot be saved, in plain words."""
    if not isinstance(error, OSError):
        return "this user has no folder for it"  # Python raises a RuntimeError if the user has no home folder
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "its folder cannot be written"
    return error.strerror or str(error)


def until(round_number: int, ply: int, *, match: bool) -> str:
    """The last position that is saved, in words."""
    where = f"move {ply}" if ply else "the deal"
    return f"{where} of round {round_number + 1}" if match else where


def troubles(folder: Path) -> list[str]:
    """The reasons why games of this process cannot be saved in a folder at the moment."""
    return [one.why for one in list(KEEPERS.values()) if one.why is not None and one.folder == folder]


class GameKeeper:
    """Saves a game: records the times of its changes, syncs its file, and tries again after an error.

    Attributes:
        folder: the folder of the journal.
        why: the reason why the game is not saved at the moment; None if it is saved.
        trouble: the same as sentences for a table.
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
        self._retry: object | None = None
        """Identifies the background work that tries to save again; None if there is none."""
        self.why: str | None = None
        self.trouble: str | None = None
        KEEPERS[weakref.ref(game, KEEPERS.pop)] = self

    @property
    def path(self) -> Path:
        """The file of the journal."""
        return self._path

    # -- starting

    def begin(self) -> bool:
        """Save the game from now on, or as soon as that works; return whether it is saved now.

        Raises:
            JournalHeld: the game is being played in another kernel.
        """
        game = self._game()
        if game is None:
            return False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the player did not choose this file, so a warning would not help
                self._start_journal(game)
        except JournalHeld:
            KEEPERS.pop(weakref.ref(game), None)
            raise
        except OSError as error:
            self._report_failure(error, None)
        return self.why is None

    def _start_journal(self, game: Game) -> None:
        with game.held():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            game.autosave(self._path)
            journal = journal_at(self._path)
            if journal is None:
                raise FileNotFoundError(errno.ENOENT, "its journal is not where it was written", str(self._path))
            journal.follower = self
            self._journal = weakref.ref(journal)
            self._deal = deal_key(game.history.record())
            self._record_time()
            self.why = self.trouble = None

    # -- calls from the journal

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """Record the time of a change, and have the file synced soon."""
        for step in steps:
            if "game" in step:
                self._deal = deal_key(step["game"])
        self._record_time()
        self._is_synced = False
        now = time.monotonic()
        if now >= self._syncs_until:  # a time, not a flag, which an interrupt could leave set for ever
            self._syncs_until = now + SYNCS_FOR
            run_in_background(self._sync_steps(self._syncs_until), "sync of a kept game")

    def failed(self, error: OSError) -> None:
        """The disk refused a step; the game goes on and is saved again later."""
        game = self._game()
        # the game's history does not contain the refused step yet
        self._report_failure(error, None if game is None else game.history)

    def replaced(self) -> None:
        """The game uses another journal now; remove this one, unless it is the same file, written again."""
        journal = journal_at(self._path)
        if journal is None or journal.owner is not self._game():
            self.why = self.trouble = None
            remove_unplayed(self._path)

    # -- syncing

    def _sync_steps(self, end: float) -> Steps[None]:
        """Sync the file now and then until a time; all steps written before that time are synced."""
        while time.monotonic() < end:
            yield SYNCS_AFTER
            journal = None if self._journal is None else self._journal()
            if journal is None:
                return
            if not self._is_synced:
                self._is_synced = True
                self._sync(journal)
            del journal  # otherwise the journal and its game could not be collected

    def _sync(self, journal: Journal) -> None:
        try:
            journal.sync()
        except OSError as error:
            journal.behind = True
            self._report_failure(error, None)
            game = self._game()
            if game is not None:
                notify_journal_changed(game)

    def _record_time(self) -> None:
        try:
            # a click waits for this, and Python's open() takes twice as long
            file = os.open(self._times, _APPENDING, 0o666)
            try:
                os.write(file, f"{time.time():.1f} {self._deal}\n".encode())
            finally:
                os.close(file)
        except OSError as error:  # the times are not part of the game
            _LOG.info("the time of a kept game was not written down: %s", error)

    # -- trying again

    def _report_failure(self, error: Exception, kept: History | None) -> None:
        _LOG.warning(
            "a game is not kept on this machine just now: %s", str(error)
        )  # as text: the traceback would keep objects alive
        why = reason(error)
        if kept is None:
            words = f"This game is not kept on this machine: {why}. It is kept as soon as that works."
        else:
            at = until(kept.round, kept.ply, match=kept.match)
            words = f"This game is kept only up to {at}: {why}. The rest is kept as soon as that works."
        self.why, self.trouble = why, words
        if self._retry is None:
            self._retry = token = object()
            run_in_background(self._retry_steps(token), "retry of saving a game")

    def _retry_steps(self, token: object) -> Steps[None]:
        while self.why is not None and token is self._retry:
            yield TRIES_AFTER
            game = self._game()
            if game is None or self._is_released(game):
                self.why = self.trouble = None
                break
            try:
                with game.held():
                    if not self._is_released(game):
                        self._start_journal(game)
            except OSError as error:
                self.why = reason(error)
            else:
                notify_journal_changed(game)
            del game
        self._retry = None

    def _is_released(self, game: Game) -> bool:
        """Whether code has closed the game's journal or chosen another one, which this keeper must not override."""
        journal = None if self._journal is None else self._journal()
        return game.kept_in is not None or (self._journal is not None and (journal is None or journal.closed))


def remove_unplayed(path: Path) -> bool:
    """Remove a saved game, unless it is being played now; return whether it is gone."""
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
    remove_analyses(path)
    return not path.exists()
