"""Sources of records: a text (JSON, a notation or a code), or a file with such a text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from capture_widgets.core.errors import RecordError
from capture_widgets.core.file_names import is_file
from capture_widgets.core.plain_data import is_a
from capture_widgets.model.dump import read_dump
from capture_widgets.model.history import History
from capture_widgets.model.rounds import Round
from capture_widgets.records.code_text import looks_like_code, read_code
from capture_widgets.records.notation_reader import line_of, looks_like_notation, read_notation
from capture_widgets.records.record import Reading, parse_json, read_record, read_text

_LONGEST_PATH = 4096
"""A longer text is no file name."""


class Source:
    """An unchecked record, and the lines of the text that its parts are in.

    Attributes:
        record: the record as data.
    """

    def __init__(self, record: Any, lines: dict[str, int] | None = None) -> None:
        self.record = record
        self._lines = lines

    def read(self) -> Reading:
        """Read as much of the record as possible; for a notation, faults name the line of the text.

        Raises:
            RecordError: there is no game to show.
        """
        try:
            reading = read_record(self.record)
        except RecordError as error:
            (where, reason), *_ = self._placed([(error.where, error.reason)])
            raise RecordError(where, reason) from None
        reading.faults = self._placed(reading.faults)
        return reading

    def _placed(self, faults: list[tuple[str, str]]) -> list[tuple[str, str]]:
        lines = self._lines
        return faults if lines is None else [(line_of(where, lines), reason) for where, reason in faults]


def is_text_of_game(source: object) -> bool:
    """Whether this is the text of a game, and not the name of a file."""
    if not is_a(source, str):
        return False
    bare = source.lstrip("\ufeff \t\r\n")
    if bare.startswith("{") or looks_like_notation(bare) or "\n" in bare.rstrip() or len(bare) > _LONGEST_PATH:
        return True
    return looks_like_code(bare) and not is_file(source)


def source_of_text(text: str) -> Source:
    """The record in a text.

    Raises:
        RecordError: the text contains no record.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    if looks_like_notation(bare):
        return Source(*read_notation(text.lstrip("\ufeff")))
    if looks_like_code(bare):
        return Source(read_code(bare).record())
    return Source(parse_json(text))


def source_of_file(path: str | Path) -> Source:
    """The record in a file; raises RecordError if the file contains none, and OSError if there is no such file."""
    return source_of_text(read_text(path))


def history_of_dump(dump: Mapping[str, Any]) -> History:
    """The history that starts from a position; raises RecordError if the rules do not allow the position."""
    position = read_dump(dump)
    start = Round(position["first"], None, position["state"], position["ply"])
    reading = Reading(
        position["game"],
        position["options"],
        match=position["totals"] is not None,
        seed=position["seed"],
        rounds=[start],
        round_base=position["round"],
        totals=list(position["totals"] or ()),
        setup=position["dump"],
    )
    return reading.history()
