"""What the journals of kept games come to: a row a game, read once for each state of a file and remembered on disk.

The list of remembered rows is a convenience: it is made again where it is missing, cannot be read or was written by
another release, and a row counts only as long as neither journal nor times have changed since.
"""

from __future__ import annotations

import json
import logging
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from capture_widgets.bots.levels import BOTS, Level
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import RecordError
from capture_widgets.core.shared_files import read_file
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.games import GAMES
from capture_widgets.model.history import History
from capture_widgets.play.daily import day_of_game
from capture_widgets.play.loading import aside_and_own

_LOG = logging.getLogger(__name__)

LIST: Final = "games.json"
"""The name of the file with the rows."""

MOST_BYTES: Final = 2**26
"""So long the list and a file of times may be."""

FORM: Final = 2
"""Grows with every change of what is in a row."""

LONGEST: Final = 300.0
"""Seconds between two changes that count as played at most: whoever is away for longer is not playing."""

LAST_TIME: Final = 253_402_300_000.0
"""The end of the year 9999, after which no date can be written."""


class KeptRow(TypedDict):
    """A kept game, or a journal that cannot be read."""

    game: str
    title: str
    options: dict[str, Any]
    """Those that are not as usual."""
    match: bool
    seats: list[str]
    own: int | None
    """The seat of the only person."""
    level: str | None
    """The levels of the bots."""
    result: Literal["won", "lost", "drawn"] | None
    points: int | None
    plies: int
    round: int
    """The number of its last round."""
    ply: int
    """The moves made in that."""
    turns: int | None
    over: bool
    last: bool
    """Whether it is the journal's own game; others were put aside for it."""
    day: str | None
    """The date whose deal it is."""
    when: float
    """When it was begun, in seconds since 1970."""
    changed: float
    """When its journal was written last."""
    seconds: float | None
    fault: str | None


class KeptRows:
    """The rows of the journals of a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / LIST
        self._known: dict[str, Any] = _remembered(self._file)
        self._new = False

    def of(self, path: Path) -> list[KeptRow]:
        """The rows of a journal: those put aside in order, then its own game."""
        try:
            key = [list(_state(path)), list(_state(times_of(path)))]
        except OSError:
            return []  # removed in the meantime
        found = self._known.get(path.name)
        if not isinstance(found, dict) or found.get("key") != key:
            found = self._known[path.name] = {"key": key, "rows": _rows(path, key[0][0] / 1e9)}
            self._new = True
        rows: list[KeptRow] = found["rows"]
        return rows

    def remember(self, names: Sequence[str]) -> None:
        """Write the rows of these journals down for the next time, if there is anything new."""
        gone = self._known.keys() - set(names)
        if not self._new and not gone:
            return
        for name in gone:
            del self._known[name]
        try:
            replace_file(self._file, json.dumps({"form": _form(), "files": self._known}, ensure_ascii=False))
            self._new = False
        except (OSError, ValueError) as error:  # ValueError: a file's name that is no text
            _LOG.info("the list of kept games was not written: %s", error)


def times_of(path: Path) -> Path:
    """The file of times beside a journal."""
    return path.with_suffix(".times")


def deal_key(record: Mapping[str, Any]) -> str:
    """What stands for a game in its file of times."""
    first = record["rounds"][0]
    return blake2b(repr((first.get("deal"), record.get("setup"))).encode(), digest_size=4).hexdigest()


def level_named(name: str) -> Level | None:
    """The kind of bot that has this name, None where it is a person's."""
    return next((level for level in BOTS if level.make().name == name), None)


def _form() -> str:
    return f"{FORM} of {import_module('capture_widgets').__version__}"


def _remembered(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_file(file, MOST_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("form") != _form() or not isinstance(data.get("files"), dict):
        return {}
    files: dict[str, Any] = data["files"]
    return {name: one for name, one in files.items() if _is_list_of_rows(one)}


def _is_list_of_rows(one: object) -> bool:
    """Whether these may be the rows of a journal: somebody may have written into the file."""
    rows = one.get("rows") if isinstance(one, dict) else None
    return isinstance(rows, list) and all(_is_row(row) for row in rows)


def _is_row(row: object) -> bool:
    return isinstance(row, dict) and row.keys() == _SORTS.keys() and all(fits(row[key]) for key, fits in _SORTS.items())


def _or_none(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or fits(value)


def _text(value: object) -> bool:
    return isinstance(value, str) and value == value.encode("utf-8", "replace").decode()  # no half of a pair


def _count(value: object) -> bool:
    return type(value) is int and abs(value) < _MOST


def _truth(value: object) -> bool:
    return type(value) is bool


def _time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < LAST_TIME  # type: ignore[operator] # which no other sort is


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _game(value: object) -> bool:
    """A game that there is, or none in the row of a journal that cannot be read."""
    return isinstance(value, str) and (not value or value in GAMES)


def _result(value: object) -> bool:
    return isinstance(value, str) and value in ("won", "lost", "drawn")


def _day(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None


_MOST: Final = 10**9
"""More than any count or points of a game."""

_SORTS: Final[dict[str, Callable[[object], bool]]] = {
    "game": _game, "title": _text, "options": lambda value: isinstance(value, dict), "match": _truth, "seats": _texts,
    "own": _or_none(lambda value: type(value) is int and value in range(len(SEAT_NAMES))), "level": _or_none(_text),
    "result": _or_none(_result), "points": _or_none(_count), "plies": _count, "round": _count, "ply": _count,
    "turns": _or_none(_count),
    "over": _truth, "last": _truth, "day": _or_none(_day), "when": _time, "changed": _time, "seconds": _or_none(_time),
    "fault": _or_none(_text),
}  # fmt: skip
"""What may stand under each key of a row."""


def _state(path: Path) -> tuple[int, int]:
    """When a file was changed and how long it is; nothing of one that is not there but for a journal."""
    try:
        found = path.stat()
    except FileNotFoundError:
        if path.suffix == ".times":
            return 0, 0
        raise
    return found.st_mtime_ns, found.st_size


def _rows(path: Path, changed: float) -> list[KeptRow]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a torn last line, as a kernel's death leaves it, is nothing to talk about
            aside, own = aside_and_own(path)
    except (OSError, RecordError) as error:
        return [_row_of_fault(str(error), changed)]
    games = [*((one, False) for one in aside), *([(own, True)] if own.begun else [])]
    times = _read_times(times_of(path))
    keys = [deal_key(game.record()) for game, _ in games]
    rows: list[KeptRow] = []
    for (game, last), key in zip(games, keys, strict=True):
        ticks = times.get(key, [])
        # games from the same deal in one file cannot be told apart by their times
        seconds = played(ticks) if ticks and keys.count(key) == 1 else None
        row = _row(game, last, changed, seconds)
        row["when"] = ticks[0] if ticks else changed
        rows.append(row)
    return rows


def _row(game: History, last: bool, changed: float, seconds: float | None) -> KeptRow:
    levels = [level_named(name) for name in game.seats]
    persons = [seat for seat, level in enumerate(levels) if level is None]
    own = persons[0] if len(persons) == 1 else None
    sign = game.returns[own] if game.is_over and game.returns is not None and own is not None else None
    default = type(game.settings)().as_dict()
    table: Mapping[str, Any] = game.dump("public")["table"]
    day = day_of_game(game)
    return {
        "game": game.type.slug,
        "title": game.type.title,
        "options": {name: value for name, value in game.options.items() if default.get(name) != value},
        "match": game.match,
        "seats": list(game.seats),
        "own": own,
        "level": ", ".join(dict.fromkeys(level.id for level in levels if level is not None)) or None,
        "result": None if sign is None else "won" if sign > 0 else "lost" if sign < 0 else "drawn",
        "points": game.points[own] if own is not None and game.type.counts_points(game.settings) else None,
        "plies": sum(entry.length for entry in game.rounds),
        "round": game.round,
        "ply": game.ply,
        "turns": table.get("turns"),
        "over": game.is_over,
        "last": last,
        "day": None if day is None else day.isoformat(),
        "when": changed,
        "changed": changed,
        "seconds": seconds,
        "fault": None,
    }


def _row_of_fault(fault: str, changed: float) -> KeptRow:
    return {
        "game": "", "title": "", "options": {}, "match": False, "seats": [], "own": None, "level": None, "result": None,
        "points": None, "plies": 0, "round": 0, "ply": 0, "turns": None, "over": True, "last": True, "day": None,
        "when": changed, "changed": changed, "seconds": None, "fault": fault,
    }  # fmt: skip


def _read_times(path: Path) -> dict[str, list[float]]:
    """The times of the changes of each game, by its first deal; lines that are none are left out."""
    found: dict[str, list[float]] = {}
    try:
        lines = read_file(path, MOST_BYTES).decode("ascii", "replace").splitlines()
    except OSError:
        return found
    for line in lines:
        at, _, key = line.partition(" ")
        try:
            second = float(at)
        except ValueError:
            continue
        if 0 <= second < LAST_TIME:
            found.setdefault(key, []).append(second)
    return found


def played(ticks: Sequence[float]) -> float:
    """Seconds that were played."""
    gaps = (later - earlier for earlier, later in pairwise(ticks))
    return round(sum(min(max(gap, 0.0), LONGEST) for gap in gaps), 1)
