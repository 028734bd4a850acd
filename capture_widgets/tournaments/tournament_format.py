"""The file format "capture-widgets/tournament", version 1: a line with the head, then a line for each entrant and game.

Lines are only ever added, each reaches the disk before the next game is counted, and a torn last line is left out. So a
tournament that is killed keeps every game that was finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.analysis.game_lines import VERSION, json_line, read_game_head, read_lines
from capture_widgets.core.disk import write_all
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.escapes import visible
from capture_widgets.core.file_names import path_of
from capture_widgets.core.locked_files import lock
from capture_widgets.core.shared_files import opener
from capture_widgets.engine.table_readers import read_list, read_object, read_whole
from capture_widgets.tournaments.entrants import MOST_NAME
from capture_widgets.tournaments.referee import Fault, PlayedGame

FORMAT: Final = "capture-widgets/tournament"
_MOST_MOVES: Final = 100_000
_MOST_SEATS: Final = 8


class Head(NamedTuple):
    """What a file says of all its games."""

    game: str
    options: dict[str, Any]
    seed: int


class KeptTournament(NamedTuple):
    """The content of a file."""

    head: Head
    entrants: dict[str, str]
    """The names, each with the digest of its code."""
    games: list[PlayedGame]
    length: int
    """The length of the whole lines, in bytes."""


def head_line(head: Head) -> str:
    """The first line of a file."""
    return json_line({"format": FORMAT, "version": VERSION, **head._asdict()})


def entrant_line(name: str, digest: str) -> str:
    """The line of an entrant."""
    return json_line({"entrant": name, "digest": digest})


def game_line(game: PlayedGame) -> str:
    """The line of a game."""
    fault = None if game.fault is None else [game.fault.seat, game.fault.kind, game.fault.words]
    return json_line({
        "deal": game.deal, "seed": game.seed, "seating": game.seating, "returns": game.returns, "points": game.points,
        "moves": game.moves, "fault": fault, "tried": game.tried, "thought": game.thought, "slowest": game.slowest,
        "machine": game.machine, "layers": game.layers,
    })  # fmt: skip


def read_tournament(path: str | Path) -> KeptTournament:
    """Read a file.

    Raises:
        RecordError: the file is not of this format; the error says where and why.
        OSError: there is no such file, or it is no regular file.
    """
    entrants: dict[str, str] = {}
    games: list[PlayedGame] = []
    with open(path_of(path), "rb", opener=opener) as file:
        lines = read_lines(file)
        where, data, length = next(lines)
        head = _read_head(data)
        for where, data, size in lines:
            if isinstance(data, dict) and "entrant" in data:
                one = read_object(data, where, ("entrant", "digest"))
                entrants.setdefault(_name(one["entrant"], where), _text(one["digest"], where, 200))
            else:
                games.append(_read_game(data, where))
            length += size
    return KeptTournament(head, entrants, games, length)


def _read_head(data: object) -> Head:
    head = read_game_head(data, FORMAT, Head._fields)
    return Head(head["game"], head["options"], head["seed"])


def _read_game(data: object, where: str) -> PlayedGame:
    keys = ("deal", "seed", "seating", "returns", "points", "moves", "fault", "tried", "thought", "slowest", "machine",
            "layers")  # fmt: skip
    game = read_object(data, where, keys)
    seating = tuple(_name(one, where) for one in _list(game["seating"], f"{where}: seating", _MOST_SEATS))
    returns = tuple(read_whole(one, f"{where}: returns", -1, 1) for one in _list(game["returns"], where, _MOST_SEATS))
    points = tuple(
        read_whole(one, f"{where}: points", -(10**9), 10**9) for one in _list(game["points"], where, _MOST_SEATS)
    )
    if not seating or not len(seating) == len(returns) == len(points):
        raise RecordError(where, "expected as many returns and points as seats")
    fault = game["fault"]
    if fault is not None:
        seat, kind, words = _of_length(fault, 3, where)
        fault = Fault(read_whole(seat, where, 0, len(seating) - 1), _words(kind, where, 40), _words(words, where, 8000))
    tried = [_of_length(one, 2, where) for one in _list(game["tried"], f"{where}: tried", 1000)]
    layers = _list(game["layers"], f"{where}: layers", _MOST_SEATS)
    if not all(isinstance(one, dict) and all(isinstance(word, str) for word in one.values()) for one in layers):
        raise RecordError(f"{where}: layers", "expected an object for each seat, with texts")
    return PlayedGame(
        read_whole(game["deal"], f"{where}: deal", 0, 10**9), read_whole(game["seed"], f"{where}: seed", 0, 1 << 48),
        seating, returns, points,
        tuple(_text(one, where, 300) for one in _list(game["moves"], f"{where}: moves", _MOST_MOVES)),
        fault,
        tuple((read_whole(seat, where, 0, len(seating) - 1), _words(words, where, 400)) for seat, words in tried),
        _seconds(game["thought"], where), _seconds(game["slowest"], where),
        _words(game["machine"], where, 300),
        tuple({name: visible(words) for name, words in one.items()} for one in layers),
    )  # fmt: skip


def _seconds(value: object, where: str) -> tuple[float, ...]:
    listed = _list(value, where, _MOST_SEATS)
    if not all(type(one) in (int, float) and 0 <= one < 1e9 for one in listed):
        raise RecordError(where, "expected seconds for each seat")
    return tuple(float(one) for one in listed)


def _of_length(value: object, length: int, where: str) -> list[Any]:
    listed = _list(value, where, length)
    if len(listed) != length:
        raise RecordError(where, f"expected a list of {length}")
    return listed


def _list(value: object, where: str, most: int) -> list[Any]:
    return read_list(value, where, most=most)


def _name(value: object, where: str) -> str:
    """The name of an entrant, which goes into tables that are printed."""
    name = _text(value, where, MOST_NAME)
    if not name.strip() or not name.isprintable():
        raise RecordError(where, f"{shown(name)} is no name for an entrant")
    return name


def _words(value: object, where: str, most: int) -> str:
    """Words for reports; whoever wrote the file chose them."""
    return visible(_text(value, where, most), keep="\n")


def _text(value: object, where: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise RecordError(where, f"expected a text of at most {most} characters")
    return value


@contextmanager
def kept_games(path: Path | None, head: Head, known: KeptTournament | None) -> Iterator[Callable[[str], None]]:
    """A function that adds lines to a file; without a path it does nothing.

    Args:
        path: the file; None for none.
        head: what a new file says of all its games.
        known: what the file has already; None for a new file.
    """
    if path is None:
        yield lambda line: None
        return
    with open(path, "ab", buffering=0, opener=opener) as file:
        if not lock(file):
            raise ValueError(f"{path} is in use by another tournament that goes on in it")
        if known is None:
            write_all(file, head_line(head).encode())
        else:
            file.truncate(known.length)  # a torn last line goes
        yield lambda line: write_all(file, line.encode("utf-8", "replace"))
