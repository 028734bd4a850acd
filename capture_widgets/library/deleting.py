"""Deletes one saved game: its journal is written anew with all others, or stays byte for byte as it is.

A journal holds all games that were played one after the other at a table. Only a journal that nobody plays in is
changed, and only if everything else that could be read in it can be read in the new one.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

from capture_widgets.core import locked_files
from capture_widgets.core.atomic_files import remove_quietly, replace_file
from capture_widgets.core.errors import RecordError
from capture_widgets.core.shared_files import read_file, sentence
from capture_widgets.library.analysis_files import analysis_file, digest, remove_analyses
from capture_widgets.library.kept_rows import MOST_BYTES as MOST_TIMES
from capture_widgets.library.kept_rows import deal_key, times_of
from capture_widgets.model.history import History
from capture_widgets.play.loading import JournalGame, games_of_journal
from capture_widgets.records.journal import is_at, journal_at
from capture_widgets.records.journal_lines import (
    FORMAT,
    MOST_BYTES,
    NOTHING,
    VERSION,
    encode_lines,
    parse_games,
)

_LOG = logging.getLogger(__name__)

PLAYED: Final = (
    "this game cannot be deleted now, because its table is being played: shut down the notebook that has the table "
    "open, and delete the game then"
)
GONE: Final = "this game has changed since it was listed, so it was not deleted: look at it once more"


def delete_game(path: Path, number: int, key: str | None) -> None:
    """Delete one game of a journal, or a journal that cannot be read.

    Args:
        path: the journal.
        number: the place of the game among those of the journal in which a move was made.
        key: the digest that the game must have; None for a journal that cannot be read.

    Raises:
        ValueError: the game is being played, is no longer as it was listed, or cannot be deleted without another one;
            or the file cannot be written. Nothing has changed then.
    """
    with _locked(path) as (file, status):
        data = locked_files.read_from(file, 0, MOST_BYTES + 1)
        try:
            can_undo, parts = _parts(data, path)
            games = _begun(parts)
        except RecordError:
            if key is not None:
                raise ValueError(GONE) from None
            _remove(path, file)
            return
        if key is None or number >= len(games) or digest(games[number].history) != key:
            raise ValueError(GONE)
        gone = games.pop(number)
        rest = [part for place, part in enumerate(parts) if place not in gone.parts]
        if not games and not _has_unread(rest):
            _remove(path, file)
            return
        header = {"format": FORMAT, "version": VERSION, **({} if can_undo else {"undo": False})}
        steps = [step for part in rest for _, step in part]
        new, _ = encode_lines([header, *steps], NOTHING, os.urandom(8).hex())
        if not _tells(new, path, [one.history for one in games]):
            raise ValueError(
                "this game cannot be deleted alone: an earlier game of its table is damaged, and would be lost with it"
            )
        _put(path, file, status, new)
    _clean_up(path, gone.history, [one.history for one in games])


@contextmanager
def _locked(path: Path) -> Iterator[tuple[FileIO, os.stat_result]]:
    """The journal, open and locked, so that no table and no other process writes to it meanwhile."""
    try:
        file = locked_files.reopen(str(path))
    except OSError as error:
        raise ValueError(f"this game cannot be deleted: {sentence(error)}") from error
    try:
        if journal_at(path) is not None or not locked_files.lock(file):
            raise ValueError(PLAYED)
        if not is_at(str(path), file):
            raise ValueError(GONE)
        yield file, os.fstat(file.fileno())
    except OSError as error:
        raise ValueError(f"this game cannot be deleted: {sentence(error)}") from error
    finally:
        locked_files.unlock(file)


def _parts(data: bytes, path: Path) -> tuple[bool, list[list[tuple[int, dict[str, Any]]]]]:
    if len(data) > MOST_BYTES:
        raise RecordError(str(path), "too long")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a torn last line was never part of the game
        return parse_games(data, path)


def _begun(parts: Sequence[list[tuple[int, dict[str, Any]]]]) -> list[JournalGame]:
    """The games as they are listed: those in which a move was made."""
    replaced, current = games_of_journal(parts)
    return [*replaced, *([current] if current.history.begun else [])]


def _has_unread(parts: Sequence[list[tuple[int, dict[str, Any]]]]) -> bool:
    """Whether one of these parts cannot be read, and so is listed nowhere."""
    for part in parts:
        try:
            games_of_journal([part])
        except RecordError:
            return True
    return False


def _tells(data: bytes, path: Path, games: Sequence[History]) -> bool:
    """Whether the bytes of a journal tell exactly these games; what cannot be read counts as none."""
    try:
        found = _begun(_parts(data, path)[1])
    except RecordError:
        return not games
    return [one.history.record() for one in found] == [one.record() for one in games]


def _put(path: Path, file: FileIO, status: os.stat_result, data: bytes) -> None:
    if sys.platform == "win32":
        locked_files.unlock(file)  # Windows replaces no open file
    replace_file(path, data)
    with suppress(OSError):  # the list is sorted by it, and says when a game was played last
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _remove(path: Path, file: FileIO) -> None:
    if sys.platform == "win32":
        locked_files.unlock(file)
    path.unlink()
    remove_quietly(times_of(path))
    remove_analyses(path)


def _clean_up(path: Path, gone: History, others: Collection[History]) -> None:
    """Remove what else was kept of a deleted game: its mistakes and the times of its moves."""
    for history in (gone, gone.settled()):
        remove_quietly(analysis_file(path, digest(history)))
    key, file = deal_key(gone.record()), times_of(path)
    # times of several games from one deal cannot be told apart: the first one stays, which says when they were begun
    keeps = 1 if any(deal_key(one.record()) == key for one in others) else 0
    kept: list[bytes] = []
    try:
        for line in read_file(file, MOST_TIMES).splitlines(keepends=True):
            own = line.split()[1:] == [key.encode()]
            if not own or keeps > 0:
                kept.append(line)
            keeps -= own
        replace_file(file, b"".join(kept))
    except OSError as error:  # the times are not part of the game
        _LOG.info("the times of a deleted game stay: %s", error)
