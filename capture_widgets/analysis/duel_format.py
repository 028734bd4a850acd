"""The file format "capture-widgets/duel", version 1: a line with the head, then a line for each deal and line-up.

Lines are only ever added, so a duel that is killed keeps every deal that it has finished. The reader leaves out a torn
last line, and refuses anything else that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.analysis.game_lines import HEAD, VERSION, json_line, read_game_head, read_lines
from capture_widgets.core.errors import RecordError
from capture_widgets.core.file_names import path_of
from capture_widgets.core.shared_files import opener
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.engine.table_readers import read_list, read_whole

FORMAT: Final = "capture-widgets/duel"

_MOST_BOTS: Final = 1_000
_MOST_MOVES: Final = 100_000
_LONGEST: Final = 300
"""The largest number of characters of a name, a fault or a move."""

Row = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int, str, tuple[str, ...]]
"""The fields of a `Played`, in order."""


class Head(NamedTuple):
    """What a file says of all its games."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int | None
    lineups: int
    """How many groups of bots play each deal."""
    games: int
    """The number of deals that were asked for."""


def head_line(head: Head) -> str:
    """The first line of a file."""
    return json_line({"format": FORMAT, "version": VERSION, **head._asdict()})


def unit_line(unit: int, rows: Iterable[Row]) -> str:
    """The line for the games of one line-up on one deal."""
    return json_line([unit, [list(row) for row in rows]])


def lines_of(head: Head, units: Mapping[int, Iterable[Row]]) -> Iterator[str]:
    """All lines of a file."""
    yield head_line(head)
    for unit, rows in units.items():
        yield unit_line(unit, rows)


def read_duel(path: str | Path) -> tuple[Head, dict[int, tuple[Row, ...]]]:
    """Read a file: its head, and the games by unit (deal times line-ups, plus the number of the line-up).

    If a unit is there twice, the first counts.

    Raises:
        RecordError: the file is not a duel; the error says where and why.
        OSError: there is no such file, or it is no regular file.
    """
    with open(path_of(path), "rb", opener=opener) as file:
        lines = read_lines(file)
        head = _read_head(next(lines)[1])
        units: dict[int, tuple[Row, ...]] = {}
        for where, data, _ in lines:
            unit, rows = _read_unit(data, where, head)
            units.setdefault(unit, rows)
    return head, units


def _read_head(data: object) -> Head:
    head, where = read_game_head(data, FORMAT, Head._fields, seedless=True), HEAD
    bots = tuple(_text(name, f"{where}: bots[{i}]") for i, name in enumerate(_list(head["bots"], where, _MOST_BOTS)))
    lineups = read_whole(head["lineups"], f"{where}: lineups", 1, 10**9)
    return Head(
        head["game"],
        head["options"],
        bots,
        head["seed"],
        lineups,
        read_whole(head["games"], f"{where}: games", 0, 10**9),
    )


def _read_unit(data: object, where: str, head: Head) -> tuple[int, tuple[Row, ...]]:
    if not isinstance(data, list) or len(data) != 2:
        raise RecordError(where, "expected [unit, games]")
    unit = read_whole(data[0], f"{where}[0]", 0, 10**12)
    return unit, tuple(
        _read_row(row, f"{where}[1][{i}]", len(head.bots)) for i, row in enumerate(_list(data[1], where, _MOST_BOTS))
    )


def _read_row(row: object, where: str, bots: int) -> Row:
    if not isinstance(row, list) or len(row) != 8:
        raise RecordError(where, "expected deal, seed, seating, returns, points, plies, fault, moves")
    deal, seed, seating, returns, points, plies, fault, moves = row
    who = tuple(read_whole(one, f"{where}[2]", 0, bots - 1) for one in _list(seating, f"{where}[2]", len(SEAT_NAMES)))
    signs = tuple(read_whole(one, f"{where}[3]", -1, 1) for one in _list(returns, f"{where}[3]", len(SEAT_NAMES)))
    counts = tuple(read_whole(one, f"{where}[4]", -(10**9), 10**9) for one in _list(points, where, len(SEAT_NAMES)))
    if not who or not len(who) == len(signs) == len(counts):
        raise RecordError(where, "expected as many returns and points as seats")
    return (
        read_whole(deal, f"{where}[0]", 0, 10**9),
        read_whole(seed, f"{where}[1]", 0, 1 << 48),
        who,
        signs,
        counts,
        read_whole(plies, f"{where}[5]", 0, _MOST_MOVES),
        _text(fault, f"{where}[6]"),
        tuple(_text(move, f"{where}[7]") for move in _list(moves, f"{where}[7]", _MOST_MOVES)),
    )


def _list(value: object, where: str, most: int) -> list[Any]:
    return read_list(value, where, most=most)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise RecordError(where, f"expected a text of at most {_LONGEST} characters")
    return value
