"""Summaries of the saved games: one row for each game of a journal, cached on disk.

The cache is made again if it is missing, cannot be read, or was written by another release. A cached row is used only
as long as the journal and its file of times have not changed.
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
from capture_widgets.export.outcome import place_of
from capture_widgets.games import GAMES
from capture_widgets.library.analysis_files import digest
from capture_widgets.model.deal import level_of
from capture_widgets.model.history import History
from capture_widgets.play.daily import day_of_game, line_to_share, score_of
from capture_widgets.play.loading import replaced_and_current

_LOG = logging.getLogger(__name__)

LIST: Final = "games.json"
"""The name of the cache file."""

MOST_BYTES: Final = 2**26
"""The largest size of the cache and of a file of times."""

FORM: Final = 8
"""The version of the rows; increase it with every change of `KeptRow`."""

LONGEST: Final = 120.0
"""A longer pause between two changes, in seconds, is not counted as playing time: the person was away."""

LAST_TIME: Final = 253_402_300_000.0
"""The end of the year 9999, the last that a date can have."""


class KeptRow(TypedDict):
    """The summary of a saved game, or the fault of a journal that cannot be read."""

    game: str
    title: str
    options: dict[str, Any]
    """The options that differ from the defaults."""
    hardness: str
    """The level of its deal, as "easy"; empty for any other deal."""
    match: bool
    seats: list[str]
    own: int | None
    """The seat of the only person; None for several persons."""
    level: str | None
    """The levels of the bots, separated by commas."""
    result: Literal["won", "lost", "drawn"] | None
    place: str
    """The person's place among several, as "2nd of 4"; empty where there are no places."""
    winners: list[str]
    """The names of those who won; empty in an unfinished or drawn game."""
    points: int | None
    rival: int | None
    """The most points of another seat, in games that count points."""
    score: str
    """The result in words; empty for an unfinished game, and for a game of several persons."""
    share: str | None
    """The line to share, if it is a finished daily deal."""
    plies: int
    round: int
    """The number of the last round."""
    ply: int
    """The number of moves made in the last round."""
    turns: int | None
    over: bool
    last: bool
    """Whether it is the current game of the journal; the others were replaced."""
    day: str | None
    """The date of the daily deal, if it is one."""
    when: float
    """The time of the first move, in seconds since 1970."""
    changed: float
    """The time of the last change of the journal."""
    seconds: float | None
    fault: str | None
    key: str
    """A digest of the game, by which a request to delete it is checked; empty for a journal that cannot be read."""


class KeptRows:
    """The rows of the journals of a folder, with their cache."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / LIST
        self._cache: dict[str, Any] = _read_cache(self._file)
        self._is_changed = False

    def of(self, path: Path) -> list[KeptRow]:
        """The rows of a journal: the replaced games in order, then the current game."""
        try:
            key = [list(_state(path)), list(_state(times_of(path)))]
        except OSError:
            return []  # the file has just been removed
        cached = self._cache.get(path.name)
        if not isinstance(cached, dict) or cached.get("key") != key:
            cached = self._cache[path.name] = {"key": key, "rows": _rows(path, key[0][0] / 1e9)}
            self._is_changed = True
        rows: list[KeptRow] = cached["rows"]
        return rows

    def add_solver_note(self, names: Sequence[str]) -> None:
        """Write the cache for these journals, if anything has changed."""
        gone = self._cache.keys() - set(names)
        if not self._is_changed and not gone:
            return
        for name in gone:
            del self._cache[name]
        try:
            replace_file(self._file, json.dumps({"form": _form(), "files": self._cache}, ensure_ascii=False))
            self._is_changed = False
        except (OSError, ValueError) as error:  # ValueError: a file name that is not valid text
            _LOG.info("the list of kept games was not written: %s", error)


def times_of(path: Path) -> Path:
    """The file of times beside a journal."""
    return path.with_suffix(".times")


def deal_key(record: Mapping[str, Any]) -> str:
    """The key of a game in its file of times: a hash of the first deal."""
    first = record["rounds"][0]
    return blake2b(repr((first.get("deal"), record.get("setup"))).encode(), digest_size=4).hexdigest()


def level_named(name: str) -> Level | None:
    """The level of the bot of this name; None for a person."""
    return next((level for level in BOTS if level.make().name == name), None)


def _form() -> str:
    return f"{FORM} of {import_module('capture_widgets').__version__}"


def _read_cache(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_file(file, MOST_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("form") != _form() or not isinstance(data.get("files"), dict):
        return {}
    files: dict[str, Any] = data["files"]
    return {name: one for name, one in files.items() if _is_list_of_rows(one)}


def _is_list_of_rows(one: object) -> bool:
    """Whether a value from the cache is a valid list of rows; the file may have been edited."""
    rows = one.get("rows") if isinstance(one, dict) else None
    return isinstance(rows, list) and all(_is_row(row) for row in rows)


def _is_row(row: object) -> bool:
    return (
        isinstance(row, dict)
        and row.keys() == _FIELD_CHECKS.keys()
        and all(fits(row[key]) for key, fits in _FIELD_CHECKS.items())
    )


def _or_none(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or fits(value)


def _text(value: object) -> bool:
    return isinstance(value, str) and value == value.encode("utf-8", "replace").decode()  # no lone surrogates


def _count(value: object) -> bool:
    return type(value) is int and abs(value) < _MOST


def _truth(value: object) -> bool:
    return type(value) is bool


def _time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < LAST_TIME  # type: ignore[operator] # the first condition ensures a number


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _game(value: object) -> bool:
    """Whether a value is a known slug, or empty as in the row of a journal that cannot be read."""
    return isinstance(value, str) and (not value or value in GAMES)


def _result(value: object) -> bool:
    return isinstance(value, str) and value in ("won", "lost", "drawn")


def _day(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None


_MOST: Final = 10**9
"""Larger than any count and any number of points."""

_FIELD_CHECKS: Final[dict[str, Callable[[object], bool]]] = {
    "game": _game, "title": _text, "options": lambda value: isinstance(value, dict), "hardness": _text, "match": _truth,
    "seats": _texts,
    "own": _or_none(lambda value: type(value) is int and value in range(len(SEAT_NAMES))), "level": _or_none(_text),
    "result": _or_none(_result), "place": _text, "winners": _texts,
    "points": _or_none(_count), "rival": _or_none(_count), "score": _text, "share": _or_none(_text),
    "plies": _count, "round": _count, "ply": _count,
    "turns": _or_none(_count),
    "over": _truth, "last": _truth, "day": _or_none(_day), "when": _time, "changed": _time, "seconds": _or_none(_time),
    "fault": _or_none(_text), "key": _text,
}  # fmt: skip
"""The check for the value of each key of a row."""


def _state(path: Path) -> tuple[int, int]:
    """The time of the last change and the size of a file; zeros for a missing file of times."""
    try:
        status = path.stat()
    except FileNotFoundError:
        if path.suffix == ".times":
            return 0, 0
        raise
    return status.st_mtime_ns, status.st_size


def _rows(path: Path, changed: float) -> list[KeptRow]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a torn last line, as a killed kernel leaves it, needs no warning here
            replaced, current = replaced_and_current(path)
    except (OSError, RecordError) as error:
        return [_row_of_fault(str(error), changed)]
    games = [*((one, False) for one in replaced), *([(current, True)] if current.begun else [])]
    times = _read_times(times_of(path))
    keys = [deal_key(game.record()) for game, _ in games]
    rows: list[KeptRow] = []
    for (game, last), key in zip(games, keys, strict=True):
        ticks = times.get(key, [])
        # the times of several games from one deal cannot be told apart
        seconds = playing_time(ticks) if len(ticks) > 1 and keys.count(key) == 1 else None
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
    # partners have the same points
    side = {own} if own is None else {own, game.type.partners(game.settings, own)}
    others = [points for seat, points in enumerate(game.points) if seat not in side]
    counted = own is not None and game.type.counts_points(game.settings)
    return {
        "game": game.type.slug,
        "title": game.type.title,
        "options": {name: value for name, value in game.options.items() if default.get(name) != value},
        "hardness": level_of(game.type, game.seed, game.settings) or "",
        "match": game.match,
        "seats": list(game.seats),
        "own": own,
        "level": ", ".join(dict.fromkeys(level.id for level in levels if level is not None)) or None,
        "result": None if sign is None else "won" if sign > 0 else "lost" if sign < 0 else "drawn",
        "place": "" if own is None else place_of(game, own),
        "winners": _winners(game),
        "points": game.points[own] if own is not None and counted else None,
        "rival": max(others, default=None) if counted else None,
        "score": score_of(game, own) if own is not None and game.is_over else "",
        "share": None if own is None else line_to_share(game, own),
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
        "key": digest(game),
    }


def _winners(game: History) -> list[str]:
    returns = game.returns if game.is_over else None
    return [name for name, sign in zip(game.seats, returns or (), strict=False) if sign > 0]


def _row_of_fault(fault: str, changed: float) -> KeptRow:
    return {
        "game": "", "title": "", "options": {}, "hardness": "", "match": False,
        "seats": [], "own": None, "level": None, "result": None,
        "place": "", "winners": [],
        "points": None, "rival": None, "score": "", "share": None, "plies": 0, "round": 0, "ply": 0, "turns": None,
        "over": True, "last": True, "day": None,
        "when": changed, "changed": changed, "seconds": None, "fault": fault, "key": "",
    }  # fmt: skip


def _read_times(path: Path) -> dict[str, list[float]]:
    """The times of the changes of each game, by its key; invalid lines are skipped."""
    times: dict[str, list[float]] = {}
    try:
        lines = read_file(path, MOST_BYTES).decode("ascii", "replace").splitlines()
    except OSError:
        return times
    for line in lines:
        at, _, key = line.partition(" ")
        try:
            second = float(at)
        except ValueError:
            continue
        if 0 <= second < LAST_TIME:
            times.setdefault(key, []).append(second)
    return times


def playing_time(ticks: Sequence[float]) -> float:
    """The seconds of playing time between changes, without long pauses."""
    gaps = (later - earlier for earlier, later in pairwise(ticks))
    return round(sum(gap for gap in gaps if 0 < gap <= LONGEST), 1)
