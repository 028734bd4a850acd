"""The journal: a file that has every move before `play` returns, and gives the game back after a crash.

Each line is one JSON value, a `Line`: the `Header` first, then `Start`, which begins a game (again), or one step. In
version 2, which is written, each line has its number and a checksum of itself and of all lines before it back to the
start of the game, so that lines changed, dropped, doubled or brought from elsewhere are noticed. Version 1 had neither
and is still read.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
import sys
import threading
import warnings
import weakref
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from io import FileIO
from pathlib import Path
from time import sleep
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, Protocol, TypedDict

from capture_widgets import held_files
from capture_widgets.errors import JournalHeld, RecordError
from capture_widgets.files import sync_folder, to_disk
from capture_widgets.fixed_lists import Fixed
from capture_widgets.held_files import Stamp
from capture_widgets.record import parse_json
from capture_widgets.record_format import Record

FORMAT: Final = "capture-widgets/journal"
VERSION: Final = 2

MOST_BYTES: Final = 64 * 2**20
"""How long a journal may be; a bound on what reading one can cost."""


class Checked(TypedDict):
    """The keys in every line of version 2."""

    n: NotRequired[int]
    """Number of the line, from 1; in version 2."""
    sum: NotRequired[str]
    """Checksum of the line and of those before it, from `Start` on; in version 2, where it comes last."""


class Header(Checked):
    """The first line."""

    format: Literal["capture-widgets/journal"]
    version: Literal[1, 2]
    id: NotRequired[str]
    """Drawn for each file; in version 2."""
    undo: NotRequired[Literal[False]]
    """Stands where moves may not be taken back."""


class Start(Checked):
    """The start of the steps after it; the last one in the file counts, those before it are the games it put aside."""

    game: Record
    id: NotRequired[str]
    """The same as in the header, to show which journal this start belongs to; in version 2."""


class Play(Checked):
    """A move."""

    play: str
    """Its notation."""
    deal: NotRequired[list[str]]
    """The deal of the round that the move began, in a match."""


class Undo(Checked):
    """The last move taken back."""

    undo: Literal[True]


class Redo(Checked):
    """The move that was taken back last, made again."""

    redo: Literal[True]


class Comment(Checked):
    """A comment set, or taken away by an empty text."""

    comment: Annotated[list[str], Fixed(str, str)]
    """Position and text."""
    stopped: NotRequired[list[int]]
    """The seats that cannot move at their tables from here on, where a teacher has stopped or released some."""


class Glyph(Checked):
    """A sign set, or taken away by an empty text."""

    glyph: Annotated[list[str], Fixed(str, str)]
    """Position and sign."""


class Sit(Checked):
    """Somebody else at a seat."""

    sit: Annotated[list[int | str], Fixed(int, str)]
    """Seat and name."""


Line = Header | Start | Play | Undo | Redo | Comment | Glyph | Sit
"""One line of a journal."""


# -- lines

END: Final = re.compile(rb',"sum":"([0-9a-f]{16})"\}')
END_LENGTH: Final = 26
ALONE: Final = re.compile(rb'\{"n":\d+,"(?:format|game)":')
"""How lines begin whose checksum is of themselves alone."""


def checksum(before: str, body: bytes) -> str:
    """The checksum of a line: of the sum of the line before, and of this line up to ``,"sum":``.

    Nothing that counts stands before a header or a start, so theirs are of themselves alone; thus a start can be
    trusted whatever has become of the lines before it.
    """
    chained = b"" if ALONE.match(body) else before.encode()
    return blake2b(chained + body, digest_size=8).hexdigest()


class _Mark(NamedTuple):
    """How far a journal can be trusted."""

    length: int
    number: int
    sum: str


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _written(steps: Sequence[dict[str, Any]], mark: _Mark, name: str) -> tuple[bytes, _Mark]:
    """The lines of some steps that follow a mark, and the mark after them."""
    length, number, total = mark
    lines = []
    for step in steps:
        number += 1
        own = {"id": name} if "game" in step or "format" in step else {}
        text = _COMPACT.encode({"n": number, **step, **own})
        body = text[:-1].encode()
        total = checksum(total, body)
        lines.append(body + f',"sum":"{total}"}}\n'.encode())
        length += len(lines[-1])
    return b"".join(lines), _Mark(length, number, total)


NOTHING: Final = _Mark(0, 0, "")


# -- the journals of this process

_open: weakref.WeakValueDictionary[tuple[int, int], Journal] = weakref.WeakValueDictionary()
_beginners: dict[str, int] = {}
"""The threads that begin a journal now, by its path."""


def _after_fork() -> None:
    """In a forked process, let go of the journals of its parent."""
    _beginners.clear()
    for journal in list(_open.values()):
        journal._leave()
    _open.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def journal_at(path: str | Path) -> Journal | None:
    """The journal that a game of this process keeps at a path, None where none does."""
    there = held_files.stamp_of(str(path))
    journal = None if there is None else _open.get(there[:2])
    if journal is not None and journal.forsaken:
        journal.close()
    return None if journal is None or journal.closed else journal


class Keeper(Protocol):
    """Who keeps a journal: a game."""

    def take(self, journal: Journal) -> None:
        """Keep it from now on."""

    def has(self, journal: Journal) -> bool:
        """Whether it is kept."""


class Follower(Protocol):
    """Who looks after a journal that nobody has asked for, so that it stands in nobody's way."""

    def wrote(self, steps: Sequence[dict[str, Any]]) -> None:
        """These steps are written, and on disk once somebody has called `Journal.sync`."""

    def failed(self, error: OSError) -> None:
        """The disk refused them: the journal is let go, and the game goes on without it."""

    def replaced(self) -> None:
        """The game is kept in another journal, which somebody has asked for."""


def _take_turn(path: str) -> bool:
    """Wait until no other thread begins a journal at a path; False where that does not end.

    No lock, which would stay locked for ever when an interrupt came at just the wrong moment.
    """
    me = threading.get_ident()
    for _ in range(200):
        if _beginners.setdefault(path, me) == me:
            return True
        sleep(0.01)
    return False


class Journal:
    """An open journal, held by one game: every line is in the file when `write` returns, and nobody else may write it.

    Not thread-safe in itself: one thread at a time, as the game's lock sees to.

    Attributes:
        path: where it is, as it was given; another one once it has moved aside for a later game.
        follower: who looks after it, where it is kept without being asked for: `write` raises nothing then.
    """

    follower: Follower | None = None

    def __init__(self, path: Path, real: str, file: FileIO, name: str, mark: _Mark) -> None:
        self.path = path
        self._real = real
        # open as long as the game, and the only way to the file: names may come to mean something else
        self._file = file
        self._name = name
        self._process = os.getpid()
        self._owner: weakref.ref[Any] | None = None
        # How long the valid file is, and how long it was before the last lines: always replaced in one assignment,
        # so that an interrupt comes before or after it. Whatever follows the mark is cut off before the next line.
        self._marks: tuple[_Mark, _Mark | None] = (mark, None)
        self._tried = b""
        status = os.fstat(file.fileno())
        self._changed = status.st_mtime_ns
        _open[status.st_dev, status.st_ino] = self

    @classmethod
    def begin(
        cls,
        path: str | Path,
        record: Any,
        *,
        can_undo: bool = True,
        undone: int = 0,
        ended: Sequence[Any] = (),
        more: Sequence[dict[str, Any]] = (),
        own: Journal | Stamp | None = None,
        keeper: Keeper | None = None,
    ) -> Journal:
        """A journal of a game at a path; when it raises, everything is as it was, unless the keeper has it already.

        Where another game's journal with moves is there, that one moves aside, to ``game-1.jsonl``, with a warning; a
        game of this process goes on in it there. A link is followed, permissions of an earlier file are kept.

        Args:
            path: its place.
            record: the start of the game.
            can_undo: whether moves may be taken back.
            undone: how many moves are taken back again after the record.
            ended: records of games that were put aside for this one, the last one last; they come first in the file.
            more: steps that follow.
            own: the journal that this game holds, which goes on if it is the one at the path, or the stamp of the file
                that the game was read from, which is written anew unless it has grown since.
            keeper: takes the journal over as soon as it is whole and has its name.

        Raises:
            JournalHeld: another process keeps the file, or another game of this one that is the same game.
            FileExistsError: the file is there and is no journal; it stays as it is.
            OSError: the file cannot be written.
        """
        path_given = Path(path)
        real = os.path.realpath(path_given)
        header = {"format": FORMAT, "version": VERSION, **({} if can_undo else {"undo": False})}
        steps: list[dict[str, Any]] = [{"game": record}, *({"undo": True} for _ in range(undone)), *more]
        name = secrets.token_hex(8)
        data, mark = _written([header, *({"game": one} for one in ended), *steps], NOTHING, name)
        _check_length(mark, path_given)
        if not _take_turn(real):
            raise JournalHeld(path_given, os.getpid())
        try:
            if isinstance(own, Journal):
                if own is journal_at(real) and own.sound:
                    own.write(*steps)
                    if keeper is not None:
                        keeper.take(own)
                    return own
                own = None
            for _ in range(100):
                opened: list[FileIO] = []
                try:
                    earlier = _earlier(path_given, real, own, opened)
                    if earlier != "gone":
                        return cls._put(path_given, real, data, mark, name, earlier, keeper)
                except _Overtaken:
                    continue
                finally:
                    for file in opened:
                        held_files.unlock(file)
            raise JournalHeld(path_given, None)
        finally:
            _beginners.pop(real, None)

    @classmethod
    def _put(
        cls, given: Path, real: str, data: bytes, mark: _Mark, name: str, earlier: _Earlier | None,
        keeper: Keeper | None,
    ) -> Journal:
        new = held_files.Unfinished(real)
        journal: Journal | None = None
        aside: list[str] = []
        try:
            file = new.open()
            if earlier is not None:
                held_files.keep_permissions(file, earlier.mode)
            held_files.lock(file)  # before anybody can find it
            held_files.write_at(file, 0, data)
            if earlier is not None and earlier.begun:
                held_files.give_second_name(real, aside)
                if earlier.kept is not None:
                    earlier.kept._moved(aside[-1])
            replacing = earlier is not None and os.path.lexists(real)
            if replacing and sys.platform == "win32" and earlier is not None:
                # no open file is replaced there, neither one that was opened here nor one that a game keeps
                if earlier.file is not None:
                    held_files.unlock(earlier.file)
                elif earlier.kept is not None and not earlier.begun:
                    earlier.kept.close()
            if not (new.replace() if replacing else new.take_name()):
                raise _Overtaken
            new.tidy()
            sync_folder(Path(real))
            if aside:
                words = f"{given} held an earlier game, which is now in {os.path.basename(aside[-1])}"
                warnings.warn(words, stacklevel=callers_level())
            journal = cls(given, real, file, name, mark)
            if keeper is not None:
                keeper.take(journal)
            return journal
        except BaseException:
            if journal is not None and keeper is not None and keeper.has(journal):
                raise  # only the way back was interrupted
            if earlier is not None and aside and earlier.stamp.same_file(held_files.stamp_of(aside[-1])):
                held_files.back_to_first_name(aside[-1], real)
                if earlier.kept is not None:
                    earlier.kept._moved(real)
            elif earlier is None and new.file is not None and _is(real, new.file):
                os.unlink(real)
            if new.file is not None:
                held_files.unlock(new.file)
            new.tidy()
            raise

    @property
    def mark(self) -> int:
        """How many bytes of the file are this game."""
        return self._marks[0].length

    @property
    def stamp(self) -> Stamp:
        """Identifies this file, as long as it does not grow."""
        return held_files.stamp(os.fstat(self._file.fileno()))._replace(length=self.mark)

    @property
    def closed(self) -> bool:
        """Whether it is no longer held."""
        return self._file.closed

    @property
    def owner(self) -> Any:
        """The game that keeps it; None if there was never one or it is gone."""
        return None if self._owner is None else self._owner()

    @owner.setter
    def owner(self, owner: Any) -> None:
        self._owner = weakref.ref(owner)

    @property
    def forsaken(self) -> bool:
        """Whether the game that kept it is gone."""
        return self._owner is not None and self._owner() is None

    @property
    def sound(self) -> bool:
        """Whether the file is still what this journal has written."""
        try:
            self._check()
        except OSError:
            return False
        return True

    def write(self, *steps: dict[str, Any]) -> None:
        """Append steps, all or none, and wait until the disk has them; whatever is raised, the file is as it was.

        With a follower they have been given to the system, which outlives this process, and the follower calls `sync`.

        Raises:
            OSError: they cannot be written, or the file is no longer what this journal has written.
        """
        if self.follower is None:
            self._write(steps)
        elif not self.closed:
            try:
                self._write(steps, waits=False)
                self.follower.wrote(steps)
            except OSError as error:
                self.close()
                self.follower.failed(error)

    def sync(self) -> None:
        """Wait until the disk has what was written so far; any thread may.

        Raises:
            OSError: the disk fails.
        """
        with suppress(ValueError):  # closed in the meantime
            to_disk(self._file.fileno())

    def _write(self, steps: Sequence[dict[str, Any]], *, waits: bool = True) -> None:
        self._check()
        before = self._marks
        data, mark = _written(steps, before[0], self._name)
        _check_length(mark, self.path)
        try:
            self._tried = data
            held_files.write_at(self._file, before[0].length, data, waits=waits)
            self._marks = (mark, before[0])
            self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except BaseException:
            self._marks = before
            self._cut()
            raise

    def rollback(self, mark: int) -> None:
        """Remove the lines written last, because the game did not take them over.

        What the disk refuses to cut off now is cut off before the next line is written.

        Raises:
            ValueError: this is neither the mark nor the one before the last `write`.
        """
        if self.closed:
            return
        self._go_back(mark)
        self._cut()

    def close(self) -> None:
        """Let the file go; it stays readable."""
        if os.getpid() != self._process:
            self._leave()
            return
        held_files.unlock(self._file)

    def give_way(self) -> None:
        """Let the file go: the game is kept in another one from now on."""
        self.close()
        if self.follower is not None:
            self.follower.replaced()

    def __del__(self) -> None:
        if hasattr(self, "_process") and not sys.is_finalizing():  # it has come to be, and the system does not end it
            self.close()

    def _leave(self) -> None:
        """Close the file but leave the lock, which belongs to another process."""
        self._file.close()

    def _moved(self, real: str) -> None:
        self.path = self.path.with_name(os.path.basename(real))
        self._real = real

    def _go_back(self, length: int) -> None:
        now, before = self._marks
        if before is not None and before.length == length:
            self._marks = (before, None)
        elif now.length != length:
            raise ValueError(f"this journal has no mark at {length}; there is one at {now.length}")

    def _cut(self) -> None:
        """Cut off this journal's own unfinished lines after the mark, if the disk allows it."""
        try:
            if self._behind():
                os.ftruncate(self._file.fileno(), self.mark)
                to_disk(self._file.fileno())
            self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        except OSError:
            pass  # `_check` tries again

    def _behind(self) -> bool:
        """Whether anything follows the mark.

        Raises:
            OSError: it is not what this journal tried to write.
        """
        size = os.fstat(self._file.fileno()).st_size
        if size <= self.mark:
            return False
        after_mark = held_files.read_from(self._file, self.mark, len(self._tried) + 1)
        if not self._tried.startswith(after_mark):
            raise OSError(
                f"{self.path}: another program has written to this journal; "
                "keep the game with autosave under a new name",
            )
        return True

    def _check(self) -> None:
        """Raise OSError unless the file is what this journal has written; cut off what a failed write left."""
        if os.getpid() != self._process:
            raise OSError(
                f"{self.path} is kept by process {self._process}, from which this one was forked: "
                "keep this game with autosave under a new name",
            )
        if self.closed:
            raise OSError(f"{self.path} is closed: keep the game on with autosave")
        new_name = "keep this game with autosave under a new name"
        status = os.fstat(self._file.fileno())
        if not held_files.stamp(status).same_file(held_files.stamp_of(self._real)):
            raise FileNotFoundError(
                f"{self.path} was moved or removed, or another game took its place: {new_name}"
            )
        if status.st_size > self.mark and self._behind():
            os.ftruncate(self._file.fileno(), self.mark)
            to_disk(self._file.fileno())
            status = os.fstat(self._file.fileno())
            self._changed = status.st_mtime_ns
        if status.st_size < self.mark:
            raise OSError(f"{self.path} was cut short by another program: {new_name}")
        if status.st_mtime_ns != self._changed:
            # somebody wrote to it, or only touched it
            if not self._as_written():
                raise OSError(f"{self.path} was changed by another program: {new_name}")
            self._changed = status.st_mtime_ns

    def _as_written(self) -> bool:
        data = held_files.read_from(self._file, 0, self.mark)
        chain = Chain()
        try:
            for line in data.split(b"\n")[:-1]:
                chain.read(line, "")
        except RecordError:
            return False
        return _Mark(len(data), chain.number, chain.sum) == self._marks[0]


class _Overtaken(Exception):
    """Somebody else has taken the name in the meantime."""


class _Earlier(NamedTuple):
    """A file at the path where a journal is to be written."""

    file: FileIO | None
    """Open and locked; None where a game of this process keeps it."""
    kept: Journal | None
    """The journal of this process that keeps it."""
    stamp: Stamp
    mode: int
    begun: bool
    """Whether it holds moves that are not in the journal to be."""


def _earlier(
    given: Path, real: str, own: Stamp | None, opened: list[FileIO]
) -> _Earlier | Literal["gone"] | None:
    """The file at a path, held so that nobody else can put another one there, "gone" where that was too late.

    What is opened for that is put into ``opened``, for the caller to let go.

    Raises:
        FileExistsError: it is no journal.
        JournalHeld: somebody else holds it.
    """
    if not os.path.lexists(real):
        return None
    status = os.stat(real)
    refusal = f"{given} is there already and is no journal of a game: choose another name"
    if not stat.S_ISREG(status.st_mode):
        raise FileExistsError(refusal)
    kept = journal_at(real)
    if kept is not None:
        if own is not None and own.same_file(held_files.stamp(status)):
            raise JournalHeld(given, os.getpid())
        begun = _begun(held_files.read_from(kept._file, 0, status.st_size))
        return _Earlier(None, kept, held_files.stamp(status), status.st_mode, begun)
    try:
        file = held_files.reopen(real)
    except FileNotFoundError:
        return "gone"
    opened.append(file)
    if not held_files.lock(file):
        raise JournalHeld(given, held_files.holder(held_files.stamp(status)))
    if not _is(real, file):
        return "gone"
    status = os.fstat(file.fileno())
    begun = False
    if status.st_size:
        if f'"{FORMAT}"'.encode() not in held_files.read_from(file, 0, 200):
            raise FileExistsError(refusal)
        begun = own != held_files.stamp(status) and _begun(held_files.read_from(file, 0, status.st_size))
    return _Earlier(file, None, held_files.stamp(status), status.st_mode, begun)


def _begun(data: bytes) -> bool:
    """Whether a journal holds more than the deal of a game that nobody has played."""
    lines = data.split(b"\n", 2)
    return any(lines[2:]) or any(b'"moves":["' in start for start in lines[1:2])


def _is(path: str, file: FileIO) -> bool:
    """Whether a name is that of an open file."""
    return held_files.stamp(os.fstat(file.fileno())).same_file(held_files.stamp_of(path))


def callers_level() -> int:
    """The ``stacklevel`` at which a warning points at the code that called this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__ + "."):
        level, frame = level + 1, frame.f_back
    return level


def _check_length(mark: _Mark, path: Path) -> None:
    if mark.length > MOST_BYTES:
        raise OSError(
            f"{path}: a journal has at most {MOST_BYTES // 2**20} MiB; keep the game with autosave under a new name",
        )


def identity(path: str | Path) -> Stamp | None:
    """The stamp of a file, which differs from that of later files of its name, and once it has grown; None if there
    is no such file.
    """
    return held_files.stamp_of(str(path))


# -- reading


def is_journal(path: str | Path) -> bool:
    """Whether a file begins as a journal does; raises OSError where there is no such file."""
    try:
        with Path(path).open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.readline(200)
    except ValueError:  # what cannot be the name of a file
        return False


def read_journal(path: str | Path) -> tuple[bool, list[tuple[int, dict[str, Any]]]]:
    """Whether moves may be taken back; the last `Start` of a journal and the steps after it, each with its line number.

    Raises:
        RecordError: as `read_games` does.
    """
    can_undo, games = read_games(path)
    return can_undo, games[-1]


def read_games(path: str | Path) -> tuple[bool, list[list[tuple[int, dict[str, Any]]]]]:
    """Whether moves may be taken back; each `Start` of a journal with the steps after it, each with its line number.

    A torn last line, as a crash leaves it, is dropped with a warning.

    Raises:
        RecordError: anything else is wrong; ``where`` names the line.
    """
    *lines, torn = read_bytes(path).split(b"\n")
    chain = Chain()
    values = [chain.read(line, f"line {number}") for number, line in enumerate(lines, 1)]
    if torn:
        chain.check_torn(torn)
        warnings.warn(f"{path}: the last line {torn_words(torn)}", stacklevel=callers_level())
    if not values:
        raise RecordError("line 1", NO_HEADER)
    starts = [i for i, value in enumerate(values) if set(value) == {"game"}]
    if not starts or starts[0] != 1:
        raise RecordError("line 2", NO_START)
    ends = [*starts[1:], len(values)]
    games = [[(i + 1, values[i]) for i in range(start, end)] for start, end in zip(starts, ends, strict=True)]
    return may_undo(values[0]), games


A_NEWER_ONE: Final = "a newer one may read it"
NO_HEADER: Final = f'expected {{"format": "{FORMAT}", "version": {VERSION}}}'
NO_START: Final = 'expected {"game": record}'


def may_undo(header: dict[str, Any]) -> bool:
    """Whether moves may be taken back, as a header says."""
    return header.get("undo") is not False


def torn_words(torn: bytes) -> str:
    """What is said of a last line without an end."""
    return f"is torn and was left out: {torn[:40].decode('utf-8', 'replace')}"


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a journal; raises RecordError if it is longer than any journal."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(str(path), f"longer than {MOST_BYTES // 2**20} MiB, which no journal is")
    return data


class Chain:
    """Reads the lines of a journal of either version in order, and checks each against the lines before it.

    Attributes:
        version: of the journal, 0 before its header.
        number: how many lines were read.
        sum: checksum of the last one.
        name: what the starts of this journal hold as well, None where that is not known.
    """

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.number = 0
        self.sum = ""
        self.name: object = None

    def read(self, line: bytes, where: str) -> dict[str, Any]:
        """The next line, without number and checksum; raises RecordError where it is not whole or not the next."""
        if not self.version:
            return self._header(line, where)
        if self.version == 1:
            self.number += 1
            return _object(line, where)
        return self._checked(line, where)

    def set_out(self, line: bytes, where: str) -> dict[str, Any]:
        """A start, whatever came before it; reading continues after it. Raises RecordError if it is no start."""
        number = self.number
        stated = _number(line)
        if self.version != 1 and stated is not None:
            self.number = stated - 1
        try:
            value = self.read(line, where)
        except RecordError:
            self.number = number
            raise
        if set(value) != {"game"}:
            self.number = number
            raise RecordError(where, NO_START)
        return value

    def _header(self, line: bytes, where: str) -> dict[str, Any]:
        value = _object(line, where)
        if value.get("format") != FORMAT:
            raise RecordError(where, NO_HEADER)
        version = value.get("version")
        if type(version) is not int or version not in (1, VERSION):
            if END.search(line):
                self._checked(line, where)  # it may be a changed letter that says so
            raise RecordError(where, f"this release reads journals of versions 1 and {VERSION}; {A_NEWER_ONE}")
        if version == VERSION:
            value = self._checked(line, where)
        if not set(value) <= {"format", "version", "undo"} or value.get("undo", False) is not False:
            raise RecordError(where, 'expected format, version, and "undo": false where nothing may be taken back')
        self.version, self.number = version, 1
        return value

    def _checked(self, line: bytes, where: str) -> dict[str, Any]:
        body, end = line[:-END_LENGTH], END.fullmatch(line[-END_LENGTH:])
        if end is None:
            raise RecordError(where, "does not end with a checksum: it was changed or cut short")
        stated, number = _number(body), self.number + 1
        if stated is not None and stated != number:
            raise RecordError(
                where, f"says it is line {stated}, expected {number}: lines are missing, doubled or in another order"
            )
        total = checksum(self.sum, body)
        if end[1].decode() != total:
            raise RecordError(where, "does not fit its checksum: it was changed, or does not belong to the line before")
        value = _object(body + b"}", where)
        value.pop("n", None)
        if "game" in value or "format" in value:
            name = value.pop("id", None)
            if not isinstance(name, str) or self.name not in (None, name):
                raise RecordError(where, "belongs to another journal")
            self.name = name
        self.number, self.sum = number, total
        return value

    def check_torn(self, torn: bytes) -> None:
        """Raise RecordError where a last line without an end is no beginning of one, but a whole line with more."""
        end = None if self.version == 1 else END.search(torn)
        if end is not None and end.end() < len(torn.rstrip(b"\0")):
            raise RecordError(
                f"line {self.number + 1}", "goes on after its checksum: the end of the line was changed"
            )


def _number(line: bytes) -> int | None:
    """The number written in a line, if it can be read."""
    match = re.match(rb'\{"n":(\d{1,9}),', line)
    return None if match is None else int(match[1])


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(where, f"not UTF-8 text at byte {error.start} of the line") from None
    value = parse_json(text, where)
    if not isinstance(value, dict):
        raise RecordError(where, "expected an object")
    return value
