"""Positions of lessons: a place in a record, a dump, or a deal and moves, each made into a history."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.errors import IllegalDeal, IllegalMove, RecordError, UnknownGame, UnknownOption
from capture_widgets.game import Game
from capture_widgets.game_history import History
from capture_widgets.games import game_type
from capture_widgets.loading import from_dump
from capture_widgets.reading import read_list
from capture_widgets.record_format import place, position_of
from capture_widgets.sources import Source, source_of_text
from capture_widgets.start import new

MOST_GAME_TEXT: Final = 20_000
"""Characters of a game that is given as text."""

MOST_MOVES: Final = 5_000
"""Moves of one position."""

FORMS: Final = '{"record": ..., "at": "0/12"}, {"dump": ...} or {"game": ..., "deal": ..., "moves": [...]}'


def position_data(position: object) -> object:
    """A position as plain data: a game stands for the place where it stands."""
    if not isinstance(position, Game):
        return position
    record: dict[str, Any] = dict(position.history.at(position.ply).record())
    bare = {key: value for key, value in record.items() if key not in ("variations", "comments", "glyphs")}
    return {"record": bare, "at": place(position.round, position.ply)}


def read_position(data: object, where: str) -> History:
    """What was played up to a position, from plain data.

    Raises:
        RecordError: it is none; says where and why.
    """
    if isinstance(data, dict):
        for kind, reader in _READERS.items():
            if kind in data:
                history = reader(data, where)
                _check_moves(history, where)
                return history
    raise RecordError(where, f"expected a position: {FORMS}")


def _check_moves(history: History, where: str) -> None:
    if sum(entry.length for entry in history.rounds) > MOST_MOVES:
        raise RecordError(where, f"a position has at most {MOST_MOVES:,} moves before it")


def check_keys(data: dict[str, Any], where: str, known: set[str]) -> None:
    """Refuse an object with other keys than these."""
    for key in data:
        if key not in known:
            raise RecordError(where, f"there is no key {key[:40]!r} here; there are {', '.join(sorted(known))}")


def _from_record(data: dict[str, Any], where: str) -> History:
    check_keys(data, where, {"record", "at"})
    given = data["record"]
    inside = f"{where}.record"
    if isinstance(given, str):
        if len(given) > MOST_GAME_TEXT:
            raise RecordError(inside, f"a game as text has at most {MOST_GAME_TEXT:,} characters here")
    elif isinstance(given, dict):
        _check_length(given, inside)
    else:
        raise RecordError(inside, "expected a record, or the code or notation of a game")
    try:
        reading = (source_of_text(given) if isinstance(given, str) else Source(given)).read()
        faults = reading.faults
        if faults:
            raise RecordError(*faults[0])
        history = reading.history()
    except RecordError as error:
        raise RecordError(f"{inside}.{error.where}".rstrip("."), error.reason) from None
    return _at(history, data.get("at"), f"{where}.at")


def _check_length(record: dict[str, Any], where: str) -> None:
    """Refuse a record of many moves before any of them is made."""
    parts = [record.get("rounds"), record.get("variations")]
    lists = [one.get("moves") for part in parts if isinstance(part, list) for one in part if isinstance(one, dict)]
    if sum(len(moves) for moves in lists if isinstance(moves, list)) > MOST_MOVES:
        raise RecordError(where, f"a record has at most {MOST_MOVES:,} moves here")


def _at(history: History, at: object, where: str) -> History:
    if at is None:
        return history.at(history.ply)
    try:
        if not isinstance(at, str):
            raise ValueError('write "round/ply", such as "0/12"')
        number, ply = position_of(at)
        return history.at(ply, round=number)
    except ValueError as error:
        raise RecordError(where, str(error)) from None


def _from_dump(data: dict[str, Any], where: str) -> History:
    check_keys(data, where, {"dump"})
    try:
        return from_dump(data["dump"]).history
    except RecordError as error:
        raise RecordError(f"{where}.dump.{error.where}".rstrip("."), error.reason) from None


def _from_deal(data: dict[str, Any], where: str) -> History:
    check_keys(data, where, {"game", "options", "seed", "deal", "moves"})
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RecordError(f"{where}.options", "expected an object of options by name")
    if ("seed" in data) == ("deal" in data):
        raise RecordError(where, "expected a seed or a deal, one of the two")
    if "deal" in data and not isinstance(data["deal"], str | list):
        raise RecordError(f"{where}.deal", "expected a deal's code or the list of its cards")
    if "seed" in data and data["seed"] is None:
        raise RecordError(f"{where}.seed", "expected a whole number")
    try:
        game_type(data["game"]).options.of(options)  # before `new`, which takes more than a game's options by name
        history = new(data["game"], seed=data.get("seed"), deal=data.get("deal"), **options).history
    except UnknownGame as error:
        raise RecordError(f"{where}.game", str(error)) from None
    except UnknownOption as error:
        raise RecordError(f"{where}.{'seed' if 'seed=' in str(error) else 'options'}", str(error)) from None
    except IllegalDeal as error:
        raise RecordError(f"{where}.deal", str(error)) from None
    return play_on(history, read_list(data.get("moves", []), f"{where}.moves", most=MOST_MOVES), f"{where}.moves")


def play_on(history: History, moves: list[Any], where: str) -> History:
    """After moves that a lesson has written down; raises RecordError at the first that cannot be made."""
    for number, text in enumerate(moves):
        try:
            history = history.play(text)
        except IllegalMove as error:
            raise RecordError(f"{where}[{number}]", str(error)) from None
    return history


_READERS: Final = {"record": _from_record, "dump": _from_dump, "game": _from_deal}
