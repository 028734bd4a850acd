"""Where a record comes from: a text that holds it (JSON, a notation, a code), or the file that a text names."""

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
"""Longer texts name no file."""


class Source:
    """A record still to be checked, and where its parts stand.

    Attributes:
        record: the record as data.
    """

    def __init__(self, record: Any, lines: dict[str, int] | None = None) -> None:
        self.record = record
        self._lines = lines

    def read(self) -> Reading:
        """What can be read of it; faults name the line of the text where it has lines.

        Raises:
            RecordError: so little makes sense that there is no game to show.
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
    """Whether this is a game as text, rather than the name of a file that holds one."""
    if not is_a(source, str):
        return False
    bare = source.lstrip("\ufeff \t\r\n")
    if bare.startswith("{") or looks_like_notation(bare) or "\n" in bare.rstrip() or len(bare) > _LONGEST_PATH:
        return True
    return looks_like_code(bare) and not is_file(source)


def source_of_text(text: str) -> Source:
    """The record that a text holds.

    Raises:
        RecordError: it holds none.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    if looks_like_notation(bare):
        return Source(*read_notation(text.lstrip("\ufeff")))
    if looks_like_code(bare):
        return Source(read_code(bare).record())
    return Source(parse_json(text))


def source_of_file(path: str | Path) -> Source:
    """The record that a file holds; raises RecordError where it holds none, OSError where there is no such file."""
    return source_of_text(read_text(path))


def history_of_dump(dump: Mapping[str, Any]) -> History:
    """The history that begins at a position; raises RecordError where the rules allow none such."""
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
