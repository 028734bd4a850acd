"""Kept analyses: what a search for mistakes found in a saved game stays beside its journal.

The folder may be one that others can write to, so a file is believed only if it is an analysis of exactly this game,
from this release and of the usual effort, for this seat alone, and names only moves that are legal there. The journal
itself stays as it is.
"""

from __future__ import annotations

import json
import logging
import weakref
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.standing import Standing
from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import RecordError
from capture_widgets.core.shared_files import read_file
from capture_widgets.engine.state import Seat
from capture_widgets.engine.table_readers import read_object
from capture_widgets.library.analysis_files import analysis_file, digest
from capture_widgets.library.keepers import KEEPERS
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.records.record import parse_json

_LOG = logging.getLogger(__name__)

SECONDS: Final = 0.1
"""How long a search for mistakes takes for each position: a few seconds for a whole hand. An analysis of another effort
is ignored.
"""

FORMAT: Final = "capture-widgets/kept-analysis"
MOST_BYTES: Final = 2**22
"""The largest size of a kept analysis; one of 300 positions has 60 kB."""
_KEYS: Final = ("format", "version", "release", "record", "seat", "analysis")


class KeptAnalysis(NamedTuple):
    """What was found beside a journal."""

    analysis: Analysis | None
    """The analysis; None if there is none, or none that may be believed."""
    fault: str | None
    """Why a file was ignored, for programmers; None if none was."""


class AnalysisStore(NamedTuple):
    """The place of the analysis of one saved game for one seat.

    Attributes:
        journal: the file of the game.
        seat: the only person's seat, whose moves are judged.
    """

    journal: Path
    seat: Seat

    def read(self, history: History) -> KeptAnalysis:
        """The analysis of a game, if one is kept that fits it."""
        key = digest(history)
        try:
            text = read_file(analysis_file(self.journal, key), MOST_BYTES).decode()
        except FileNotFoundError:
            return KeptAnalysis(None, None)
        except (OSError, ValueError) as error:  # ValueError: no UTF-8
            return KeptAnalysis(None, str(error))
        try:
            return KeptAnalysis(self._checked(parse_json(text), history, key), None)
        except RecordError as error:
            return KeptAnalysis(None, str(error))

    def write(self, analysis: Analysis, history: History) -> None:
        """Keep a finished analysis; a disk that refuses it only leaves the next search to do."""
        if not analysis.complete or not self.journal.exists():
            return
        key = digest(history)
        content = {**self._bound(key), "analysis": analysis.data()}
        try:
            replace_file(analysis_file(self.journal, key), json.dumps(content, ensure_ascii=False))
        except OSError as error:
            _LOG.info("the mistakes of a kept game were not written down: %s", error)

    def _bound(self, key: str) -> dict[str, Any]:
        """What a file says of the game, by its digest, and of the search: all but the analysis."""
        return {"format": FORMAT, "version": 1, "release": _release(), "record": key, "seat": self.seat}

    def _checked(self, source: Any, history: History, key: str) -> Analysis:
        """The analysis of a file.

        Raises:
            RecordError: it is none of this game for this seat, by this release and with this effort.
        """
        data = read_object(source, "", _KEYS)
        for name, expected in self._bound(key).items():
            if type(data[name]) is not type(expected) or data[name] != expected:
                raise RecordError(name, f"expected {expected}")
        analysis = Analysis.load(data["analysis"])
        if analysis.seconds != SECONDS or not analysis.complete or not analysis.fits(history):
            raise RecordError("analysis", "expected a finished analysis of this game with the usual effort")
        plies = [(number, ply) for number in history.round_numbers() for ply in history.plies(number)]
        if [(row.round, row.ply) for row in analysis.standings] != plies:
            raise RecordError("analysis.standings", "expected one for each position of the game")
        for at, row in enumerate(analysis.standings):
            if fault := _fault_of(row, history, self.seat):
                raise RecordError(f"analysis.standings[{at}]", fault)
        return analysis


def _fault_of(row: Standing, history: History, seat: Seat) -> str | None:
    """What a standing says that cannot be true of its position; None if nothing."""
    state = history.round_at(row.round).state_at(row.ply)
    log = history.log(seat, ply=row.ply + 1, round=row.round, after=row.ply) if state.to_play is not None else []
    if row.seat != seat or row.to_play != state.to_play or row.played != (log[0]["move"] if log else None):
        return "expected the seat, the player to move and the move as they are in the game"
    own = row.to_play == seat
    if row.best is not None and not (own and row.best in map(str, state.legal_moves())):
        return "expected a better move that this seat could have made"
    if row.mistake and (not own or row.best is None or row.loss is None):
        return "expected a mistake with its loss and a better move"
    chances = (row.chance, row.low, row.high)
    if any(value is not None and not 0 <= value <= 1 for value in chances):
        return "expected a chance from 0 to 1"
    if row.mistake and (row.loss_low or 0) < 0:  # of other moves a search may be unsure whether they lost anything
        return "expected a mistake that gains nothing"
    return None


def store_of(game: Game, seat: Seat) -> AnalysisStore | None:
    """Where the analysis of a game at a table is kept; None if the game is not saved, or has several persons."""
    keeper = KEEPERS.get(weakref.ref(game))
    persons = [one for one, player in enumerate(game.seats) if isinstance(player, str)]
    if keeper is None or persons != [seat]:
        return None
    return AnalysisStore(keeper.path, seat)


def _release() -> str:
    return str(import_module("capture_widgets").__version__)
