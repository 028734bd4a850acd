"""Reads the positions of lessons: a position of a record, a dump, or a deal with moves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from capture_widgets.core.errors import IllegalDeal, IllegalMove, RecordError, UnknownGame, UnknownOption, shown
from capture_widgets.engine.table_readers import read_list
from capture_widgets.games import game_type
from capture_widgets.model.history import History
from capture_widgets.model.record_format import is_name, place, position_of
from capture_widgets.play.game import Game
from capture_widgets.play.loading import from_dump
from capture_widgets.play.new_game import new
from capture_widgets.records.sources import Source, source_of_text

MOST_GAME_TEXT: Final = 20_000
"""The largest number of characters in a game that is given as text."""

MOST_MOVES: Final = 5_000
"""The largest number of moves before a position."""

MOST_IN_ALL: Final = 20_000
"""The largest number of moves that all positions of a lesson need; a game that several steps share counts once."""

FORMS: Final = '{"record": ..., "at": "0/12"}, {"dump": ...} or {"game": ..., "deal": ..., "moves": [...]}'


def position_data(position: object) -> object:
    """A position as plain data; a game means the position at which it stands."""
    if not isinstance(position, Game):
        return position
    record: dict[str, Any] = dict(position.history.at(position.ply).record())
    bare = {key: value for key, value in record.items() if key not in ("variations", "comments", "glyphs")}
    return {"record": bare, "at": place(position.round, position.ply)}


class Positions:
    """Reads the positions of one lesson, each game once, and limits the moves that all of them need.

    A few kilobytes can hold a code of five thousand moves, and a lesson hundreds of such codes. Without a limit for the
    whole lesson, opening it would take half a minute.
    """

    def __init__(self) -> None:
        self.moves = 0
        """The number of moves made so far."""
        self._games: dict[str, History] = {}
        """The games that were read from records, by their text."""
        self._deals: dict[str, tuple[list[Any], History | None]] = {}
        """The last moves that were made from each deal, and the game after them."""

    def read(self, data: object, where: str) -> History:
        """Read a position, and return the game up to it.

        Raises:
            RecordError: it is no position, or the lesson's positions need too many moves in all.
        """
        self._check(where)
        if isinstance(data, dict):
            for kind, reader in _READERS.items():
                if kind in data:
                    history = reader(self, data, where)
                    if _length(history) > MOST_MOVES:
                        raise RecordError(where, f"a position has at most {MOST_MOVES:,} moves before it")
                    self._check(where)
                    return history
        raise RecordError(where, f"expected a position: {FORMS}")

    def play_on(self, history: History, moves: list[Any], where: str) -> History:
        """Make the moves that a lesson lists; raises RecordError at the first that cannot be made."""
        for number, text in enumerate(moves):
            try:
                history = history.play(text)
            except IllegalMove as error:
                raise RecordError(f"{where}[{number}]", str(error)) from None
            finally:
                self.moves += 1
            self._check(where)
        return history

    def _check(self, where: str) -> None:
        if self.moves > MOST_IN_ALL:
            raise RecordError(
                where,
                f"the positions of all steps together need more than {MOST_IN_ALL:,} moves; give a position as a dump, "
                "which needs none",
            )

    def _from_record(self, data: dict[str, Any], where: str) -> History:
        check_keys(data, where, {"record", "at"})
        key = _text_of(data["record"])
        history = self._games.get(key)
        if history is None:
            try:
                history = self._games[key] = _read_record(data["record"], f"{where}.record")
            except RecordError:
                self.moves += min(MOST_MOVES, len(key))  # at most so many moves were made before the fault
                raise
            self.moves += _length(history)
        return _at(history, data.get("at"), f"{where}.at")

    def _from_dump(self, data: dict[str, Any], where: str) -> History:
        check_keys(data, where, {"dump"})
        try:
            return from_dump(data["dump"]).history
        except RecordError as error:
            raise RecordError(f"{where}.dump.{error.where}".rstrip("."), error.reason) from None

    def _from_deal(self, data: dict[str, Any], where: str) -> History:
        check_keys(data, where, {"game", "options", "seed", "deal", "moves", "seats"})
        moves = read_list(data.get("moves", []), f"{where}.moves", most=MOST_MOVES)
        key = _text_of({name: value for name, value in data.items() if name != "moves"})
        made, history = self._deals.get(key, ([], None))
        if history is None or moves[: len(made)] != made:
            made, history = [], _deal(data, where)
        history = self.play_on(history, moves[len(made) :], f"{where}.moves")
        self._deals[key] = moves, history
        return history


def _text_of(data: object) -> str:
    return data if isinstance(data, str) else json.dumps(data, sort_keys=True)


def _length(history: History) -> int:
    """The number of moves in all rounds and variations of a game."""
    return sum(entry.length for entry in history.rounds) + sum(len(line["moves"]) for line in history.lines)


def check_keys(data: dict[str, Any], where: str, known: set[str]) -> None:
    """Check that an object has only known keys; raises RecordError."""
    for key in data:
        if key not in known:
            raise RecordError(where, f"there is no key {shown(key)} here; there are {', '.join(sorted(known))}")


def _read_record(given: object, inside: str) -> History:
    """Read the game of a record, a code or a notation; too many moves of a record are refused before any is made."""
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
        return reading.history()
    except RecordError as error:
        raise RecordError(f"{inside}.{error.where}".rstrip("."), error.reason) from None


def _check_length(record: dict[str, Any], where: str) -> None:
    """Check the number of moves of a record; raises RecordError."""
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


def _deal(data: dict[str, Any], where: str) -> History:
    """The game at the beginning of a deal."""
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RecordError(f"{where}.options", "expected an object of options by name")
    if ("seed" in data) == ("deal" in data):
        raise RecordError(where, "expected a seed or a deal, one of the two")
    if "deal" in data and not isinstance(data["deal"], str | list):
        raise RecordError(f"{where}.deal", "expected a deal's code or the list of its cards")
    if "seed" in data and data["seed"] is None:
        raise RecordError(f"{where}.seed", "expected a whole number")
    history = new_at(data, data.get("seed"), where).history
    names = data.get("seats")
    if names is None:
        return history
    count = len(history.seats)
    if not isinstance(names, list) or len(names) != count or not all(map(is_name, names)):
        raise RecordError(f"{where}.seats", f"expected the names of {count} players")
    return history.with_names(names)


def new_at(data: Mapping[str, Any], seed: Any, where: str) -> Game:
    """A new game from the names ``game``, ``deal`` and ``options`` of a position.

    Raises:
        RecordError: the position names no game that can be dealt; the error says which of its names is wrong.
    """
    options = data.get("options", {})
    try:
        # checked here, since `new` would take other keywords, too
        game_type(data.get("game", "")).options.of(options)
        return new(data["game"], seed=seed, deal=data.get("deal"), **options)
    except UnknownGame as error:
        raise RecordError(f"{where}.game", str(error)) from None
    except UnknownOption as error:
        raise RecordError(f"{where}.{'seed' if 'seed=' in str(error) else 'options'}", str(error)) from None
    except IllegalDeal as error:
        raise RecordError(f"{where}.deal", str(error)) from None


_READERS: Final = {"record": Positions._from_record, "dump": Positions._from_dump, "game": Positions._from_deal}
