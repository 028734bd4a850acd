"""The journal: a file that has every move before `play` returns, and gives the game back after a crash.

Each line is one JSON value, a `Line`: the `Header` first, then `Start`, which begins a game (again), or one step.
"""

from __future__ import annotations

import json
import os
import warnings
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from capture_widgets.errors import RecordError
from capture_widgets.record import Record, parse_json
from capture_widgets.shape import Fixed

FORMAT: Final = "capture-widgets/journal"
VERSION: Final = 1


class Header(TypedDict):
    """The first line."""

    format: Literal["capture-widgets/journal"]
    version: Literal[1]
    undo: NotRequired[Literal[False]]
    """Stands where moves may not be taken back."""


class Start(TypedDict):
    """Where the steps after it set out; the last one in the file counts."""

    game: Record


class Play(TypedDict):
    """A move."""

    play: str
    """Its notation."""
    deal: NotRequired[list[str]]
    """The deal of the round that the move began, in a match."""


class Undo(TypedDict):
    """The last move taken back."""

    undo: Literal[True]


class Redo(TypedDict):
    """The move that was taken back last, made again."""

    redo: Literal[True]


class Comment(TypedDict):
    """A comment set, or taken away by an empty text."""

    comment: Annotated[list[str], Fixed(str, str)]
    """Position and text."""


class Glyph(TypedDict):
    """A sign set, or taken away by an empty text."""

    glyph: Annotated[list[str], Fixed(str, str)]
    """Position and sign."""


class Sit(TypedDict):
    """Somebody else at a seat."""

    sit: Annotated[list[int | str], Fixed(int, str)]
    """Seat and name."""


Line = Header | Start | Play | Undo | Redo | Comment | Glyph | Sit
"""One line of a journal."""


class Journal:
    """An open journal; every line is on disk when `write` returns.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, path: str | Path, record: Any, *, can_undo: bool = True) -> None:
        self.path = Path(path)
        # a new file takes the old one's place once it is whole: a crash in between loses neither
        beside = self.path.with_name(self.path.name + ".new")
        with beside.open("wb", buffering=0) as file:
            header = {"format": FORMAT, "version": VERSION, **({} if can_undo else {"undo": False})}
            _write(file, [header, {"game": record}])
        beside.replace(self.path)
        # open as long as the game, so that it goes on in the same file when that moves aside; nothing is held back
        self._file: FileIO = self.path.open("ab", buffering=0)

    def write(self, step: dict[str, Any]) -> None:
        """Append one step and wait until the disk has it.

        Raises:
            OSError: it cannot be written; the file is as it was.
        """
        status = os.fstat(self._file.fileno())
        if status.st_nlink == 0:
            raise FileNotFoundError(
                f"{self.path} was removed, or another game took its place: keep this one with autosave under a new name"
            )
        try:
            _write(self._file, [step])
        except OSError:
            # half a line would be damage in the middle once the next one follows
            self._file.truncate(status.st_size)
            raise

    def close(self) -> None:
        """Close the file; the journal stays readable."""
        self._file.close()

    def __del__(self) -> None:
        file: FileIO | None = getattr(self, "_file", None)  # none where opening failed
        if file is not None:
            file.close()


def _write(file: FileIO, values: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)
    left = memoryview(lines.encode())
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def make_way(path: str | Path) -> None:
    """Before a new game is kept at a path: an earlier game there moves to the next free name, and a warning says so.

    A journal without a move is nothing to keep.

    Raises:
        FileExistsError: the file is no journal; it stays as it is.
    """
    kept = Path(path)
    if not kept.exists() or not kept.stat().st_size:
        return
    if not is_journal(kept):
        raise FileExistsError(f"{kept} is there already and is no journal of a game: choose another name")
    lines = kept.read_bytes().split(b"\n")
    begun = len(lines) > 3 or any(b'"moves":["' in start for start in lines[1:2])
    if not begun:
        return
    aside = next(
        name for number in count(1) if not (name := kept.with_name(f"{kept.stem}-{number}{kept.suffix}")).exists()
    )
    kept.rename(aside)
    warnings.warn(f"{kept} held an earlier game, which is now in {aside.name}", stacklevel=4)


def identity(path: str | Path) -> tuple[int, int] | None:
    """What tells a file from any other that later has its name, None where there is no such file."""
    try:
        status = Path(path).stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def is_journal(path: str | Path) -> bool:
    """Whether a file begins as a journal does; raises OSError where there is no such file."""
    try:
        with Path(path).open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.readline(200)
    except ValueError:  # what can be no file's name
        return False


def read_journal(path: str | Path) -> tuple[bool, list[tuple[int, dict[str, Any]]]]:
    """Whether moves may be taken back; the last `Start` of a journal and the steps after it, each with its line number.

    A torn last line, as a crash leaves it, is dropped with a warning.

    Raises:
        RecordError: anything else is wrong; ``where`` names the line.
    """
    lines = Path(path).read_bytes().split(b"\n")
    torn = lines.pop()  # may end in the middle of a letter
    if torn:
        said = torn[:40].decode("utf-8", "replace")
        warnings.warn(f"{path}: the last line is torn and was left out: {said}", stacklevel=4)
    values = [_line(text, f"line {number}") for number, text in enumerate(lines, 1)]
    if not values or values[0].get("format") != FORMAT:
        raise RecordError("line 1", f'expected {{"format": "{FORMAT}", "version": {VERSION}}}')
    if type(values[0].get("version")) is not int or values[0]["version"] != VERSION:
        raise RecordError("line 1", f"this release reads journals of version {VERSION}; a newer one may read it")
    if not set(values[0]) <= {"format", "version", "undo"} or values[0].get("undo", False) is not False:
        raise RecordError("line 1", 'expected format, version, and "undo": false where nothing may be taken back')
    starts = [i for i, value in enumerate(values) if set(value) == {"game"}]
    if not starts or starts[0] != 1:
        raise RecordError("line 2", 'expected {"game": record}')
    return values[0].get("undo") is not False, [(i + 1, values[i]) for i in range(starts[-1], len(values))]


def _line(line: bytes, where: str) -> dict[str, Any]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(where, f"not UTF-8 text at byte {error.start} of the line") from None
    value = parse_json(text, where)
    if not isinstance(value, dict):
        raise RecordError(where, "expected an object")
    return value
