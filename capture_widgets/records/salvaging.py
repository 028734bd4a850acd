"""Reads damaged files: the part that can be trusted, and a list of faults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.errors import RecordError
from capture_widgets.records import journal_lines
from capture_widgets.records.record import parse_json, read_record

MOST_FAULTS: Final = 100
"""The most faults that are listed."""

Fault = tuple[str, str]
Steps = list[tuple[int, dict[str, Any]]]


def salvage_journal(path: str | Path) -> tuple[bool, Steps, list[Fault]]:
    """Read the trusted part of a damaged journal: the result of `read_journal` for that part, and all faults.

    Lines before the first damage are trusted. After damage, moves are not trusted, but an undamaged `Start` line is: it
    begins a new game, and as in an intact journal the last game counts.

    Raises:
        RecordError: no line can be trusted, or a newer release wrote the file.
        OSError: there is no such file.
    """
    *lines, torn = journal_lines.read_bytes(path).split(b"\n")
    reading = _Salvaging(lines)
    reading.run()
    if torn:
        reading.fault(len(lines) + 1, journal_lines.describe_torn_line(torn))
    if not reading.steps:
        where, reason = reading.faults[0] if reading.faults else ("line 1", journal_lines.NO_HEADER)
        raise RecordError(where, reason, tuple(reading.faults))
    return reading.can_undo, reading.steps, reading.faults


class _Salvaging:
    """Reads the lines of a journal in order, and keeps those that can be trusted."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.can_undo = True
        self.steps: Steps = []
        self.faults: list[Fault] = []
        # damage to the version in the header must not change how the other lines are read
        checked = any(journal_lines.END.search(line) for line in lines[:3])
        self.reader = journal_lines.LineReader()
        self.version = journal_lines.VERSION if checked else 1

    def fault(self, first: int, reason: str, last: int | None = None) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append((f"line {first}" if last in (None, first) else f"lines {first} to {last}", reason))

    def run(self) -> None:
        lost: int | None = None
        """The first line of the run of lines that cannot be trusted, because they follow damage."""
        for number, line in enumerate(self.lines, 1):
            value = self._following(number, line) if lost is None else None
            if value is None:
                value = self._start(number, line)
                if value is None:
                    lost = lost or number + 1
                    continue
            if lost is not None:
                self._tell_lost(lost, number - 1)
                lost = None
            if set(value) == {"game"}:
                self.steps = []
            if number > 1 or "format" not in value:
                self.steps.append((number, value))
        if lost is not None:
            self._tell_lost(lost, len(self.lines))

    def _tell_lost(self, first: int, last: int) -> None:
        if first <= last:
            self.fault(
                first,
                "left out: what comes before it is damaged"
                if first == last
                else "left out: what comes before them is damaged",
                last,
            )

    def _following(self, number: int, line: bytes) -> dict[str, Any] | None:
        """Read a line that continues the lines before it; None, and a fault, if it does not."""
        header = not self.reader.version
        try:
            value = self.reader.read(line, f"line {number}")
            self._check_start(value)
        except RecordError as error:
            self.fault(number, error.reason)
            if header:
                if journal_lines.NEEDS_NEWER_RELEASE in error.reason:
                    raise
                self.can_undo = b'"undo":false' not in line
                self.reader = journal_lines.LineReader(self.version)
            return None
        if header:
            self.can_undo = journal_lines.may_undo(value)
        elif number == 2 and set(value) != {"game"}:
            self.fault(number, journal_lines.NO_START)
            return None
        return value

    def _start(self, number: int, line: bytes) -> dict[str, Any] | None:
        """Read a line that starts a game, independent of the lines before it; None if it does not."""
        try:
            value = self.reader.read_start(line, f"line {number}")
            self._check_start(value)
        except RecordError:
            return None
        return value

    def _check_start(self, value: dict[str, Any]) -> None:
        if self.reader.version == 1 and set(value) == {"game"}:
            read_record(value["game"])  # version 1 has no checksums, so the record itself must be valid


def salvage_record(path: str | Path) -> tuple[dict[str, Any], list[Fault]]:
    """The longest beginning of a record file that can be read as JSON, and the faults of the file.

    `read_record` finds the faults of the record itself.

    Raises:
        RecordError: not even the beginning can be read.
        OSError: there is no such file.
    """
    data = journal_lines.read_bytes(path)
    faults: list[Fault] = []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        faults.append((f"byte {error.start}", "not UTF-8 text; what comes after it was left out"))
        text = data[: error.start].decode("utf-8-sig")
    try:
        value = parse_json(text)
    except RecordError as error:
        faults.append(("", error.reason))
        value = parse_json(_closed(text))
    if not isinstance(value, dict):
        raise RecordError("", "a record is an object, as g.record() gives it", tuple(faults))
    return value, faults


STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
PAIRS: Final = {"{": "}", "[": "]"}


def _closed(text: str) -> str:
    """The longest beginning of a JSON text that ends after a complete entry, with closing brackets added.

    Raises:
        RecordError: there is no such beginning.
    """
    try:
        json.loads(text)
        fault = len(text)
    except json.JSONDecodeError as error:
        fault = error.pos
    except (RecursionError, ValueError):
        fault = 0
    open_now: list[str] = []
    kept = place = 0
    while place < fault:
        letter = text[place]
        if letter == '"':
            string = STRING.match(text, place)
            if string is None:
                break
            place = string.end()
            continue
        if letter in PAIRS:
            open_now.append(PAIRS[letter])
            kept = place + 1
        elif open_now and letter == open_now[-1]:
            open_now.pop()
            kept = place + 1
        elif letter == ",":
            kept = place
        place += 1
    if not kept:
        raise RecordError("", "not JSON from its first letter on")
    return text[:kept] + "".join(reversed(open_now))  # the brackets that were open at ``kept`` are still open
