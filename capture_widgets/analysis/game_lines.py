"""Reads files of many games with a head and a JSON value on each line after it, as duels and tournaments keep them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from capture_widgets.core.errors import RecordError, UnknownGame, UnknownOption, shown
from capture_widgets.core.plain_data import MOST_TEXT, plain
from capture_widgets.engine.table_readers import read_object
from capture_widgets.games import game_type

VERSION: Final = 1
"""The version of both formats."""
HEAD: Final = "line 1"
"""Where errors in the head are."""
_MOST_SEED: Final = 1 << 1024


def json_line(value: object) -> str:
    """A line of a file."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_lines(file: BinaryIO) -> Iterator[tuple[str, Any, int]]:
    """Read a file line by line: where each line is (for errors), its value, and its length in bytes.

    The writer may have been killed while it wrote the last line, so a last line without an end is left out; the first
    line is read in any case.

    Raises:
        RecordError: a line is no JSON, or its value is too large.
    """
    number = 0
    while line := file.readline(MOST_TEXT + 1):
        number += 1
        if number > 1 and not line.endswith(b"\n"):
            return
        yield f"line {number}", _value(line, f"line {number}"), len(line)
    if not number:
        raise RecordError(HEAD, "this is not JSON")


def _value(line: bytes, where: str) -> Any:
    try:
        copy, faults = plain(json.loads(line))
    except (ValueError, RecursionError):
        raise RecordError(where, "this is not JSON") from None
    if faults:
        raise RecordError(f"{where}: {faults[0][0]}", faults[0][1])
    return copy


def read_game_head(data: object, kind: str, fields: tuple[str, ...], *, seedless: bool = False) -> dict[str, Any]:
    """Read a head, which has a format, a version, a game, its options and a seed, and check these.

    Args:
        data: the value of the first line.
        kind: the name of the format; its version is `VERSION`.
        fields: the other keys of the head, all of which it must have.
        seedless: whether the seed may be null.

    Raises:
        RecordError: this is no such head.
    """
    if not isinstance(data, dict) or data.get("format") != kind or type(data.get("version")) is not int:
        raise RecordError(HEAD, f'expected the head of a "{kind}" file')
    if data["version"] != VERSION:
        words = f"this release reads version {VERSION}, the file says {shown(data['version'])}"
        raise RecordError(f"{HEAD}: version", f"{words}; a newer release of capture_widgets may read it")
    head: dict[str, Any] = read_object(data, HEAD, ("format", "version", *fields))
    if not isinstance(head["options"], dict):
        raise RecordError(f"{HEAD}: options", "expected an object")
    try:
        options = game_type(head["game"]).options
        options.of({name: value for name, value in head["options"].items() if name != "match"})
    except (UnknownGame, UnknownOption, TypeError) as error:
        raise RecordError(HEAD, str(error)) from None
    seed = head["seed"]
    if not (seedless and seed is None) and (type(seed) is not int or abs(seed) >= _MOST_SEED):
        raise RecordError(f"{HEAD}: seed", f"expected a whole number{' or null' if seedless else ''}")
    return head
