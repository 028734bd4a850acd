"""The lines of a journal: their format, writing, and strict reading.

Each line is one JSON object, a `Line`: first the `Header`, then a `Start`, which begins a game, or one step of it. This
release writes version 2, in which each line has its number, and a checksum of itself and all lines before it back to
the start of the game. So the reader notices lines that were changed, removed, duplicated or copied from another file.
Version 1, without numbers and checksums, can still be read.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from capture_widgets.core.callers import callers_level
from capture_widgets.core.errors import RecordError
from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.core.shared_files import opener
from capture_widgets.model.record_format import Record
from capture_widgets.records.record import parse_json

FORMAT: Final = "capture-widgets/journal"
VERSION: Final = 2

MOST_BYTES: Final = 64 * 2**20
"""The longest journal, which bounds the time to read one."""


class NumberedLine(TypedDict):
    """The keys of every line in version 2."""

    n: NotRequired[int]
    """Number of the line, from 1; only in version 2."""
    sum: NotRequired[str]
    """Checksum of the line and of the lines before it from `Start` on; the last key, only in version 2."""


class Header(NumberedLine):
    """The first line."""

    format: Literal["capture-widgets/journal"]
    version: Literal[1, 2]
    id: NotRequired[str]
    """A random name of the file; only in version 2."""
    undo: NotRequired[Literal[False]]
    """Present if moves may not be taken back."""


class Start(NumberedLine):
    """The start of a game; the last one in the file is that of the current game, the others are earlier games."""

    game: Record
    id: NotRequired[str]
    """The ``id`` of the header, which ties this line to its journal; only in version 2."""


class Play(NumberedLine):
    """A move."""

    play: str
    """Its notation."""
    deal: NotRequired[list[str]]
    """In a match, the deal of the next round if the move ended a round."""


class Undo(NumberedLine):
    """The last move was taken back."""

    undo: Literal[True]


class Redo(NumberedLine):
    """The last undone move was played again."""

    redo: Literal[True]


class Comment(NumberedLine):
    """A comment was set, or removed (an empty text)."""

    comment: Annotated[list[str], Fixed(str, str)]
    """Position and text."""
    stopped: NotRequired[list[int]]
    """The seats that cannot move at their tables from now on, if a teacher has stopped or released tables."""


class Glyph(NumberedLine):
    """A sign was set, or removed (an empty text)."""

    glyph: Annotated[list[str], Fixed(str, str)]
    """Position and sign."""


class SeatChange(NumberedLine):
    """Another player took a seat."""

    sit: Annotated[list[int | str], Fixed(int, str)]
    """Seat and name."""


Line = Header | Start | Play | Undo | Redo | Comment | Glyph | SeatChange
"""One line of a journal."""


# -- lines

END: Final = re.compile(rb',"sum":"([0-9a-f]{16})"\}')
END_LENGTH: Final = 26
ALONE: Final = re.compile(rb'\{"n":\d+,"(?:format|game)":')
"""The beginning of a line whose checksum covers this line only: a header or a start."""


def checksum(before: str, body: bytes) -> str:
    """The checksum of a line, over the checksum of the previous line and this line up to ``,"sum":``.

    For a header or a start it covers this line only, so a start can be trusted even if the lines before it are damaged.
    """
    chained = b"" if ALONE.match(body) else before.encode()
    return blake2b(chained + body, digest_size=8).hexdigest()


class Checkpoint(NamedTuple):
    """The end of the valid part of a journal: its length in bytes, the number of lines, and the last checksum."""

    length: int
    number: int
    sum: str


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_lines(steps: Sequence[dict[str, Any]], end: Checkpoint, name: str) -> tuple[bytes, Checkpoint]:
    """The lines of some steps after a checkpoint, and the checkpoint after them."""
    length, number, total = end
    lines = []
    for step in steps:
        number += 1
        own = {"id": name} if "game" in step or "format" in step else {}
        text = _COMPACT.encode({"n": number, **step, **own})
        body = text[:-1].encode()
        total = checksum(total, body)
        lines.append(body + f',"sum":"{total}"}}\n'.encode())
        length += len(lines[-1])
    return b"".join(lines), Checkpoint(length, number, total)


NOTHING: Final = Checkpoint(0, 0, "")


def check_length(end: Checkpoint, path: Path) -> None:
    """Raise OSError if a journal would become too long."""
    if end.length > MOST_BYTES:
        raise OSError(
            f"{path}: a journal has at most {MOST_BYTES // 2**20} MiB; keep the game with autosave under a new name",
        )


# -- reading


def is_journal(path: str | Path) -> bool:
    """Whether a file begins like a journal; raises OSError if there is no such file."""
    try:
        with open(path, "rb", opener=opener) as file:
            return f'"{FORMAT}"'.encode() in file.readline(200)
    except ValueError:  # no operating system accepts this as a file name
        return False


def read_journal(path: str | Path) -> tuple[bool, list[tuple[int, dict[str, Any]]]]:
    """Read the current game: whether moves may be taken back, and its start and steps, each with its line number.

    Raises:
        RecordError: as `read_games` does.
    """
    can_undo, games = read_games(path)
    return can_undo, games[-1]


def read_games(path: str | Path) -> tuple[bool, list[list[tuple[int, dict[str, Any]]]]]:
    """Read all games: whether moves may be taken back, and for each game its start and steps with their line numbers.

    An incomplete last line, which a crash may leave behind, is dropped with a warning.

    Raises:
        RecordError: anything else is wrong; ``where`` is the line.
    """
    return parse_games(read_bytes(path), path)


def parse_games(data: bytes, path: str | Path) -> tuple[bool, list[list[tuple[int, dict[str, Any]]]]]:
    """The games of a journal's bytes, as `read_games` reads them from a file."""
    *lines, torn = data.split(b"\n")
    reader = LineReader()
    values = [reader.read(line, f"line {number}") for number, line in enumerate(lines, 1)]
    if torn:
        reader.check_torn(torn)
        warnings.warn(f"{path}: the last line {describe_torn_line(torn)}", stacklevel=callers_level())
    if not values:
        raise RecordError("line 1", NO_HEADER)
    starts = [i for i, value in enumerate(values) if set(value) == {"game"}]
    if not starts or starts[0] != 1:
        raise RecordError("line 2", NO_START)
    ends = [*starts[1:], len(values)]
    games = [[(i + 1, values[i]) for i in range(start, end)] for start, end in zip(starts, ends, strict=True)]
    return may_undo(values[0]), games


NEEDS_NEWER_RELEASE: Final = "a newer one may read it"
NO_HEADER: Final = f'expected {{"format": "{FORMAT}", "version": {VERSION}}}'
NO_START: Final = 'expected {"game": record}'


def may_undo(header: dict[str, Any]) -> bool:
    """Whether a header allows moves to be taken back."""
    return header.get("undo") is not False


def describe_torn_line(torn: bytes) -> str:
    """The words for a last line without a line end."""
    text = torn.rstrip(b"\0")
    zeros = len(torn) - len(text)
    if not text:
        return f"is {zeros:,} zero bytes, as a power cut leaves them, and was left out"
    ends = f", with {zeros:,} zero bytes at its end," if zeros else ""
    return f"is torn{ends} and was left out: {text[:40].decode('utf-8', 'replace')}"


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a journal; raises RecordError if it is too long."""
    with open(path, "rb", opener=opener) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(str(path), f"longer than {MOST_BYTES // 2**20} MiB, which no journal is")
    return data


class LineReader:
    """Reads the lines of a journal of either version in order, and checks each against the lines before it.

    Attributes:
        version: the version of the journal, 0 before its header.
        number: the number of lines read so far.
        sum: the checksum of the last line.
        name: the ``id`` of the journal, which its starts must have too; None if it is not known.
    """

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.number = 0
        self.sum = ""
        self.name: object = None

    def read(self, line: bytes, where: str) -> dict[str, Any]:
        """Read the next line, without number and checksum; raises RecordError if it is damaged or not the next line."""
        if not self.version:
            return self._header(line, where)
        if self.version == 1:
            self.number += 1
            return _object(line, where)
        return self._checked(line, where)

    def read_start(self, line: bytes, where: str) -> dict[str, Any]:
        """Read a start even after damaged lines, and continue there; raises RecordError if this line is no start."""
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
                self._checked(line, where)  # damage may have changed the version
            raise RecordError(where, f"this release reads journals of versions 1 and {VERSION}; {NEEDS_NEWER_RELEASE}")
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
        """Raise RecordError if a last line without a line end is not incomplete, but complete with more after it."""
        end = None if self.version == 1 else END.search(torn)
        if end is not None and end.end() < len(torn.rstrip(b"\0")):
            raise RecordError(f"line {self.number + 1}", "goes on after its checksum: the end of the line was changed")


def _number(line: bytes) -> int | None:
    """The number in a line, or None if it cannot be read."""
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
