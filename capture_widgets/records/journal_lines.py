"""The lines of a journal: how they are written, chained by checksums, and read strictly.

Each line is one JSON value, a `Line`: the `Header` first, then `Start`, which begins a game (again), or one step. In
version 2, which is written, each line has its number and a checksum of itself and of all lines before it back to the
start of the game, so that lines changed, dropped, doubled or brought from elsewhere are noticed. Version 1 had neither
and is still read.
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from capture_widgets.core.errors import RecordError
from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.core.shared_files import opener
from capture_widgets.model.record_format import Record
from capture_widgets.records.record import parse_json

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


class Checkpoint(NamedTuple):
    """How far a journal can be trusted."""

    length: int
    number: int
    sum: str


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_lines(steps: Sequence[dict[str, Any]], mark: Checkpoint, name: str) -> tuple[bytes, Checkpoint]:
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
    return b"".join(lines), Checkpoint(length, number, total)


NOTHING: Final = Checkpoint(0, 0, "")


def check_length(mark: Checkpoint, path: Path) -> None:
    """Raise OSError where a journal would be too long."""
    if mark.length > MOST_BYTES:
        raise OSError(
            f"{path}: a journal has at most {MOST_BYTES // 2**20} MiB; keep the game with autosave under a new name",
        )


# -- reading


def callers_level() -> int:
    """The ``stacklevel`` at which a warning points at the code that called this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__ + "."):
        level, frame = level + 1, frame.f_back
    return level


def is_journal(path: str | Path) -> bool:
    """Whether a file begins as a journal does; raises OSError where there is no such file."""
    try:
        with open(path, "rb", opener=opener) as file:
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
    """Whether moves may be taken back, as a header says."""
    return header.get("undo") is not False


def describe_torn_line(torn: bytes) -> str:
    """What is said of a last line without an end."""
    text = torn.rstrip(b"\0")
    zeros = len(torn) - len(text)
    if not text:
        return f"is {zeros:,} zero bytes, as a power cut leaves them, and was left out"
    ends = f", with {zeros:,} zero bytes at its end," if zeros else ""
    return f"is torn{ends} and was left out: {text[:40].decode('utf-8', 'replace')}"


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a journal; raises RecordError if it is longer than any journal."""
    with open(path, "rb", opener=opener) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(str(path), f"longer than {MOST_BYTES // 2**20} MiB, which no journal is")
    return data


class LineReader:
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

    def read_start(self, line: bytes, where: str) -> dict[str, Any]:
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
        """Raise RecordError where a last line without an end is no beginning of one, but a whole line with more."""
        end = None if self.version == 1 else END.search(torn)
        if end is not None and end.end() < len(torn.rstrip(b"\0")):
            raise RecordError(f"line {self.number + 1}", "goes on after its checksum: the end of the line was changed")


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
