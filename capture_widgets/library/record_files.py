"""Reads, filters and lists the records of a folder or a file, one at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_a
from capture_widgets.export.data_frames import frame
from capture_widgets.games import game_type
from capture_widgets.model.record_format import FORMAT
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.records.journal_lines import is_journal
from capture_widgets.records.record import Reading, parse_json, read_record, read_text

if TYPE_CHECKING:
    from pandas import DataFrame

SUFFIXES = (".json", ".jsonl", ".ndjson")


@dataclass
class StoredRecord:
    """One record among many.

    Attributes:
        path: the file that contains the record.
        item: the number of the record in that file, from 1.
        record: the record as data; None if not even the data can be read.
        fault: the fault of the record as (path into the record, reason), or None.
    """

    path: Path
    item: int
    record: dict[str, Any] | None
    fault: tuple[str, str] | None = None

    def load(self) -> Game:
        """The game at the end of the record; raises RecordError if the record is not valid."""
        if self.record is None:
            assert self.fault is not None
            raise RecordError(*self.fault)
        return load(self.record)


def read_records(
    source: str | Path,
    *,
    game: str | None = None,
    match: bool | None = None,
    player: str | None = None,
    over: bool | None = None,
    where: Callable[[dict[str, Any]], bool] | None = None,
    faulty: bool = False,
) -> Iterator[StoredRecord]:
    """Read the records of a folder (with its subfolders) or a file, one at a time, in the order of the file names.

    A file contains a record or a list of records (``.json``), one record per line (``.jsonl``), or is a journal. Files
    without a record are skipped.

    Args:
        source: a folder or a file.
        game: only records of this game.
        match: True for matches only, False for single rounds only.
        player: only records with a player of this name.
        over: True for records whose last round is over only, False for the others only, judged by the results.
        where: a function that gets the record as data and returns whether to include it.
        faulty: whether to include invalid records, with ``fault`` set.

    Raises:
        OSError: there is no such folder or file; raised when the first record is read.
        UnknownGame: there is no such game.
        ValueError: ``match`` or ``over`` is not True, False or None, ``player`` is no name, or ``source`` no path.
    """
    items = _with_readings(source, game=game, match=match, player=player, over=over, where=where, faulty=faulty)
    return (item for item, _ in items)


def _with_readings(
    source: str | Path,
    *,
    game: str | None = None,
    match: bool | None = None,
    player: str | None = None,
    over: bool | None = None,
    where: Callable[[dict[str, Any]], bool] | None = None,
    faulty: bool = False,
) -> Iterator[tuple[StoredRecord, Reading | None]]:
    """The records of `read_records`, each with its `Reading`, which saves reading it again; None for an invalid one."""
    if game is not None:
        game_type(game)
    for name, value in (("match", match), ("over", over)):
        if value is not None and type(value) is not bool:
            raise ValueError(f"{name}={shown(value)}: True, False or None")
    if player is not None and not is_a(player, str):
        raise ValueError(f"player={shown(player)}: a name")
    return _filtered(path_of(source), game, match, player, over, where, faulty)


def _filtered(
    root: Path,
    game: str | None,
    match: bool | None,
    player: str | None,
    over: bool | None,
    where: Callable[[dict[str, Any]], bool] | None,
    faulty: bool,
) -> Iterator[tuple[StoredRecord, Reading | None]]:
    """The generator behind `_with_readings`; it reads nothing before the first item is requested."""
    if root.is_dir():
        paths = sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    else:
        paths = [root]
    for path in paths:
        for item in _read_file(path):
            if item.record is None:
                if faulty:
                    yield item, None
                continue
            record = item.record
            if game is not None and record.get("game") != game:
                continue
            seats = record.get("seats")
            if player is not None and not (isinstance(seats, list) and player in seats):
                continue
            reading, item.fault = _read(record)
            if item.fault is not None:
                if faulty:
                    yield item, None
                continue
            rounds = record["rounds"]
            if match is not None and bool(record.get("match", len(rounds) > 1)) is not match:
                continue
            if over is not None and (rounds[-1].get("result") is not None) is not over:
                continue
            if where is None or where(record):
                yield item, reading


def _read_file(path: Path) -> Iterator[StoredRecord]:
    try:
        if is_journal(path):
            yield StoredRecord(path, 1, dict(load(path).record()))
            return
        text = read_text(path)
        if path.suffix in (".jsonl", ".ndjson"):
            for number, line in enumerate(text.split("\n"), 1):
                if line.strip():
                    yield _item(path, number, line)
            return
        data = parse_json(text)
    except RecordError as error:
        yield StoredRecord(path, 1, None, (error.where, error.reason))
        return
    for number, one in enumerate(data if isinstance(data, list) else [data], 1):
        if isinstance(one, dict) and (one.get("format") == FORMAT or {"game", "rounds"} <= one.keys()):
            yield StoredRecord(path, number, one)


def _item(path: Path, number: int, line: str) -> StoredRecord:
    try:
        value = parse_json(line, f"line {number}")
    except RecordError as error:
        return StoredRecord(path, number, None, (error.where, error.reason))
    if not isinstance(value, dict):
        return StoredRecord(path, number, None, (f"line {number}", "a record is an object"))
    return StoredRecord(path, number, value)


def _read(record: dict[str, Any]) -> tuple[Reading | None, tuple[str, str] | None]:
    """Read a record; return the reading and the first fault."""
    try:
        reading = read_record(record)
    except RecordError as error:
        return None, (error.where, error.reason)
    return reading, reading.faults[0] if reading.faults else None


def index_records(source: str | Path, **filters: Any) -> DataFrame:
    """A data frame with one row for each record (see `read_records` for the filters).

    The columns are path, item, game, match, seats, rounds, plies, over, winners (a list of seats; None if the
    game is not over), points, options (as JSON) and fault.
    """
    columns = [
        "path",
        "item",
        "game",
        "match",
        "seats",
        "rounds",
        "plies",
        "over",
        "winners",
        "points",
        "options",
        "fault",
    ]
    return frame([_row(item, reading) for item, reading in _with_readings(source, **filters)], columns)


def _row(item: StoredRecord, reading: Reading | None) -> dict[str, Any]:
    row: dict[str, Any] = {"path": str(item.path), "item": item.item}
    if item.fault is not None:
        return {**row, "fault": ": ".join(item.fault)}
    assert reading is not None
    history = reading.history()
    returns = history.returns
    return {
        **row,
        "game": history.type.slug,
        "match": history.match,
        "seats": ", ".join(history.seats),
        "rounds": len(history.rounds),
        "plies": sum(entry.length for entry in history.rounds),
        "over": history.is_over,
        "winners": None if returns is None else [seat for seat, sign in enumerate(returns) if sign > 0],
        "points": history.points,
        "options": json.dumps(history.options),
        "fault": None,
    }
