"""Reads what a replay is made from: the record, its analysis, and the position to begin at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.core.errors import RecordError, shown
from capture_widgets.core.plain_data import is_a
from capture_widgets.engine.state import Viewer
from capture_widgets.library.record_files import StoredRecord
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.play.loading import load
from capture_widgets.records.journal_lines import is_journal
from capture_widgets.records.sources import Source, is_text_of_game, source_of_file, source_of_text

POSITION: Final = ("round", "ply", "line")
"""The traits that name the position to begin at."""


def check_beginning(traits: Mapping[str, Any]) -> None:
    """Check the traits with which a replay is to begin.

    Raises:
        ValueError: a value is of the wrong type.
    """
    for name in POSITION:
        if name in traits and type(traits[name]) is not int:
            raise ValueError(f"{name}={shown(traits[name])}: a whole number")
    if type(traits.get("playing", False)) is not bool:
        raise ValueError(f"playing={shown(traits['playing'])}: True or False")
    if not is_a(traits.get("who", ""), str):
        raise ValueError(f"who={shown(traits['who'])}: a name")


def open_record(record: Any) -> tuple[Game, list[tuple[str, str]]]:
    """The game of a record as far as it can be read, and its faults as (path, reason)."""
    if is_a(record, StoredRecord):
        if record.record is None:
            raise RecordError(*(record.fault or ("", "nothing can be read")))
        record = record.record
    if is_a(record, Game):
        record = record.history
    if is_a(record, History):
        return Game(record.settled()), []
    if is_text_of_game(record):
        source = source_of_text(record)
    elif is_a(record, str) or is_a(record, Path):
        if is_journal(record):
            return load(record), []
        source = source_of_file(record)
    else:
        source = Source(record)
    reading = source.read()
    return Game(reading.history()), reading.faults


def open_analysis(game: Game, analysis: Any) -> Analysis | None:
    """The analysis of a game, from an `Analysis`, its data or its file.

    Raises:
        ValueError: it is the analysis of another game.
    """
    if analysis is None:
        return None
    opened: Analysis = analysis if is_a(analysis, Analysis) else Analysis.load(analysis)
    if not opened.fits(game.history):
        raise ValueError("this is an analysis of another game, or of moves that were not played in this one")
    return opened


def check_lenses(game: Game, lenses: object, seat: Viewer, *, narrow: bool) -> list[Viewer]:
    """The viewers that may be chosen in a replay, with its own viewer among them.

    Args:
        game: the game.
        lenses: the viewers that were asked for; None for the default.
        seat: the replay's own viewer.
        narrow: whether the default is the own viewer alone; else it is everybody.

    Raises:
        ValueError: this is no list of viewers of the game.
    """
    if lenses is not None and (isinstance(lenses, str) or not isinstance(lenses, Iterable)):
        raise ValueError(f"lenses={shown(lenses)}: a list of viewers")
    everybody: list[Viewer] = [*range(len(game.seats)), "public", None]
    allowed = list(lenses) if lenses is not None else [seat] if narrow else everybody
    if seat not in allowed:
        allowed.insert(0, seat)
    for one in allowed:
        game.dump(one)  # raises ValueError if there is no such viewer
    return allowed
