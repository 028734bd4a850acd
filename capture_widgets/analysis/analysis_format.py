"""The file format "capture-widgets/analysis", version 1, and its strict reader."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, Final, Literal, NamedTuple, TypeVar

from capture_widgets.analysis.standing import FIELDS, INTERVALS, Standing
from capture_widgets.core.errors import RecordError
from capture_widgets.core.plain_data import plain
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.engine.table_readers import read_flag, read_list, read_object, read_pair, read_seat, read_whole

FORMAT: Final = "capture-widgets/analysis"

Unit = Literal["chances", "turns"]
"""The unit of losses: "chances", or "turns" in 4X Solitaire."""

_MOST_ROWS: Final = 15_000
"""The largest number of standings and moves that a file may hold."""
_LONGEST: Final = 200
"""The largest number of characters of a text in a file."""
_KEYS: Final = (
    "format",
    "version",
    "game",
    "unit",
    "seconds",
    "simulations",
    "seed",
    "start",
    "complete",
    "moves",
    "fields",
    "standings",
)


class AnalysisData(NamedTuple):
    """The contents of a file, checked; the fields are those of `Analysis`."""

    game: str
    unit: Unit
    seconds: float | None
    simulations: int | None
    seed: int
    start: str
    moves: dict[int, tuple[str, ...]]
    standings: tuple[Standing, ...]
    complete: bool


def read_analysis(source: object) -> AnalysisData:
    """Check the data of an analysis.

    Raises:
        RecordError: the data is not a valid analysis; the error says where and why.
    """
    copy, faults = plain(source)
    if faults:
        raise RecordError(*faults[0])
    data = read_object(copy, "", _KEYS)
    if data["format"] != FORMAT or type(data["version"]) is not int or data["version"] != 1:
        raise RecordError("format", f'expected "{FORMAT}" in version 1')
    if data["unit"] not in ("chances", "turns"):
        raise RecordError("unit", 'expected "chances" or "turns"')
    if data["fields"] != list(FIELDS):
        raise RecordError("fields", f"expected {', '.join(FIELDS)}")
    moves = {}
    for at, entry in enumerate(read_list(data["moves"], "moves", most=_MOST_ROWS)):
        number, round_moves = read_pair(entry, f"moves[{at}]", "[round, moves]")
        texts = read_list(round_moves, f"moves[{at}][1]", most=_MOST_ROWS)
        moves[_whole(number, f"moves[{at}][0]")] = tuple(
            _text(text, f"moves[{at}][1][{i}]") for i, text in enumerate(texts)
        )
    rows = read_list(data["standings"], "standings", most=_MOST_ROWS)
    return AnalysisData(
        _text(data["game"], "game"),
        data["unit"],
        _optional(_number, data["seconds"], "seconds"),
        _optional(_whole, data["simulations"], "simulations"),
        _whole(data["seed"], "seed", least=-(2**63)),
        _text(data["start"], "start"),
        moves,
        tuple(_read_standing(row, f"standings[{at}]") for at, row in enumerate(rows)),
        read_flag(data["complete"], "complete"),
    )


def _read_standing(row: object, where: str) -> Standing:
    values = read_list(row, where, len(FIELDS))
    read: dict[str, Any] = {}
    for name, value in zip(FIELDS, values, strict=True):
        here = f"{where}.{name}"
        if name in ("round", "ply", "simulations"):
            read[name] = _whole(value, here)
        elif name in ("seat", "to_play"):
            read[name] = None if value is None else read_seat(value, here, len(SEAT_NAMES))
        elif name in ("played", "best"):
            read[name] = _optional(_text, value, here)
        elif name == "mistake":
            read[name] = read_flag(value, here)
        else:
            read[name] = _optional(_number, value, here)
    for names in INTERVALS:
        value, low, high = (read[name] for name in names)
        blanks = (value, low, high).count(None)
        if blanks not in (0, 3):
            raise RecordError(
                f"{where}.{names[0]}", "expected a number with both ends of its interval, or three blanks"
            )
        if not blanks and not low <= value <= high:
            raise RecordError(f"{where}.{names[0]}", "expected a number within its interval")
    return Standing(**read)


_Read = TypeVar("_Read")


def _optional(read: Callable[[object, str], _Read], value: object, where: str) -> _Read | None:
    return None if value is None else read(value, where)


def _whole(value: object, where: str, least: int = 0) -> int:
    return read_whole(value, where, least, 2**63)


def _number(value: object, where: str) -> float:
    if not (type(value) is int or type(value) is float) or not isfinite(value) or abs(value) > 1e9:
        raise RecordError(where, "expected a number")
    return float(value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise RecordError(where, f"expected a text of at most {_LONGEST} characters")
    return value
