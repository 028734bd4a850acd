"""Begins the journal of a game at a path, where the journal of another game may already be."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import threading
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from time import sleep
from typing import Any, Literal

from capture_widgets.core import locked_files
from capture_widgets.core.errors import JournalHeld
from capture_widgets.core.locked_files import Stamp
from capture_widgets.core.shared_files import Folder, others_can_write, trusted
from capture_widgets.records.journal import Journal, Keeper, Occupant, PathTaken, has_moves, is_at, journal_at
from capture_widgets.records.journal_lines import FORMAT, NOTHING, VERSION, check_length, encode_lines


class GameIsThere(FileExistsError):
    """There is a game at the path already, and the new one was to be the first."""


_beginners: dict[str, int] = {}
"""The thread that is beginning a journal at each path."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_beginners.clear)


def _take_turn(path: str) -> bool:
    """Wait until no other thread begins a journal at a path; False where that takes more than two seconds.

    This is no lock: an interrupt at the wrong moment would leave a lock locked for ever.
    """
    me = threading.get_ident()
    for _ in range(200):
        if _beginners.setdefault(path, me) == me:
            return True
        sleep(0.01)
    return False


def begin_journal(
    path: str | Path,
    record: Any,
    *,
    can_undo: bool = True,
    undone: int = 0,
    ended: Sequence[Any] = (),
    more: Sequence[dict[str, Any]] = (),
    own: Journal | Stamp | None = None,
    keeper: Keeper | None = None,
    first: bool = False,
) -> Journal:
    """Begin the journal of a game at a path; if this raises before the keeper has the journal, nothing has changed.

    If another game's journal with moves is at the path, that file is renamed to ``game-1.jsonl`` with a warning; a
    game of this process that keeps it continues there. A journal without a move is replaced; if a game of this
    process keeps it, that game gets another file when its first move is made. A symbolic link is followed, and the
    new file gets the permissions of the one it replaces.

    Args:
        path: where the journal goes.
        record: the start of the game.
        can_undo: whether moves may be taken back.
        undone: how many moves are taken back again after the record.
        ended: records of games that were put aside for this one, the last one last; they come first in the file.
        more: steps that follow.
        own: the journal that this game already keeps: if it is the one at the path, it is continued, or written anew
            after a failed write; or the stamp of the file that the game was read from: that file is written anew
            unless it has grown since.
        keeper: takes the journal over as soon as the file is complete and has its name.
        first: whether to refuse if there is a game at the path.

    Raises:
        JournalHeld: another process keeps the file, or another game of this process that was read from the same file.
        GameIsThere: there is a game, and this one was to be the first.
        FileExistsError: the file is no journal, or belongs to another user in a folder that others can write to; it
            stays as it is.
        OSError: another user has made a symbolic link on the way, or the file cannot be written.
    """
    given = Path(path)
    # links on the way are followed only where no other user can have made them
    folder, last = Folder.of(given)
    with folder:
        real, shared = folder.full(last), others_can_write(folder.own_status())
    header = {"format": FORMAT, "version": VERSION, **({} if can_undo else {"undo": False})}
    steps: list[dict[str, Any]] = [{"game": record}, *({"undo": True} for _ in range(undone)), *more]
    name = secrets.token_hex(8)
    data, end = encode_lines([header, *({"game": one} for one in ended), *steps], NOTHING, name)
    check_length(end, given)
    if not _take_turn(real):
        raise JournalHeld(given, os.getpid())
    try:
        if isinstance(own, Journal):
            if own is journal_at(real) and own.sound:
                if not own.behind:
                    own.write(*steps)
                    if keeper is not None:
                        keeper.take(own)
                    return own
            else:
                own = None
        for _ in range(100):
            opened: list[FileIO] = []
            try:
                occupant = _occupant(given, real, own, opened, shared=shared)
                if occupant == "gone":
                    continue
                if first and occupant is not None and occupant.stamp.length:
                    raise GameIsThere(errno.EEXIST, os.strerror(errno.EEXIST), str(given))
                # the game that keeps the file cannot write a move while `put` looks whether the file has one
                with threading.RLock() if occupant is None or occupant.journal is None else occupant.journal.lock:
                    return Journal.put(given, real, data, end, name, occupant, keeper)
            except PathTaken:
                continue
            finally:
                for file in opened:
                    locked_files.unlock(file)
        raise JournalHeld(given, None)
    finally:
        _beginners.pop(real, None)


def _occupant(
    given: Path, real: str, own: Journal | Stamp | None, opened: list[FileIO], *, shared: bool
) -> Occupant | Literal["gone"] | None:
    """The file at a path, locked so that no other process can replace it; "gone" if it vanished meanwhile.

    Adds each file that it opens to ``opened``, for the caller to unlock.

    Raises:
        FileExistsError: the file is no journal.
        JournalHeld: another process or game keeps it.
    """
    if not os.path.lexists(real):
        return None
    try:
        status = os.lstat(real)
    except FileNotFoundError:
        return "gone"
    refusal = f"{given} is there already and is no journal of a game: choose another name"
    if not stat.S_ISREG(status.st_mode):
        raise FileExistsError(refusal)
    if shared and not trusted(status.st_uid):
        raise FileExistsError(
            f"{given} is there already and belongs to another user, in a folder that others can write: "
            "choose another name"
        )
    journal = journal_at(real)
    if journal is not None and journal is own:
        return Occupant(None, journal, locked_files.stamp(status), status.st_mode, has_moves=False)
    if journal is not None:
        if isinstance(own, Stamp) and own.same_file(locked_files.stamp(status)):
            raise JournalHeld(given, os.getpid())
        return Occupant(None, journal, locked_files.stamp(status), status.st_mode, has_moves=True)
    try:
        file = locked_files.reopen(real)
    except FileNotFoundError:
        return "gone"
    opened.append(file)
    if not locked_files.lock(file):
        raise JournalHeld(given, locked_files.holder(locked_files.stamp(status)))
    if not is_at(real, file):
        return "gone"
    status = os.fstat(file.fileno())
    moves = False
    if status.st_size:
        if f'"{FORMAT}"'.encode() not in locked_files.read_from(file, 0, 200):
            raise FileExistsError(refusal)
        moves = own != locked_files.stamp(status) and has_moves(locked_files.read_from(file, 0, status.st_size))
    return Occupant(file, None, locked_files.stamp(status), status.st_mode, moves)


def identity(path: str | Path) -> Stamp | None:
    """The stamp of a file, None if there is no such file; a later file of that name, or the file once it has grown,
    has another stamp.
    """
    return locked_files.stamp_of(str(path))
