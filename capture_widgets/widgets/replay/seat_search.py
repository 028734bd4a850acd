"""The search for the mistakes of one seat in a finished game, which can be stopped and go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.standing import Standing
from capture_widgets.core.background import Steps
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.state import Seat
from capture_widgets.library import kept_analyses
from capture_widgets.library.kept_analyses import AnalysisStore
from capture_widgets.model.history import History
from capture_widgets.play.game import Game

_FOLLOWS: Final = 0.1
"""Seconds after which who follows a search looks again."""


class SeatSearch:
    """Searches a finished game for the mistakes of one seat, judged by what the seat could know; one search at a time.

    Attributes:
        own: the seat.
        part: what a search found that was stopped; the next one goes on from there.
        found: what the last search found; None before its end.
        first: the analysis so far and the first mistake in it that is told for sure, as soon as it is found.
        progress: how many positions are judged, and of how many.
    """

    def __init__(self, own: Seat) -> None:
        """Prepare the search for a seat's mistakes."""
        self.own = own
        self._stop: Flag | None = None
        """Ends the search; None while none runs."""
        self.part: Analysis | None = None
        self.found: Analysis | None = None
        self.first: tuple[Analysis, Standing] | None = None
        self.progress = (0, 0)

    @property
    def is_running(self) -> bool:
        """Whether a search goes on."""
        return self._stop is not None

    def stop(self) -> None:
        """End the search; what it has found stays."""
        if self._stop is not None:
            self._stop.set()

    def begin(self) -> None:
        """Count as running, before the steps are made."""
        self._stop = Flag()
        if self.part is None:
            self.first, self.progress = None, (0, 0)

    def follow(
        self, report: Callable[[int, int], object], ends: Callable[[], bool] = lambda: False
    ) -> Steps[Analysis | None]:
        """Wait for the end of the search that runs, which somebody else began, and return what it found.

        Args:
            report: is called with the progress whenever it has changed.
            ends: returns True when nobody waits any more.
        """
        told = None
        while self.is_running and not ends():
            if told != self.progress:
                told = self.progress
                report(*told)
            yield _FOLLOWS
        return self.found

    def steps(
        self,
        history: History,
        store: AnalysisStore | None,
        report: Callable[[int, int], object],
        ends: Callable[[], bool] = lambda: False,
    ) -> Steps[Analysis]:
        """Judge the seat's moves in the background, after `begin`; the store may hold the result already.

        Args:
            history: the finished game.
            store: where the analysis of the game is kept; None if the game is not saved.
            report: is called with the number of the seat's moves that are judged and the number of all; then the
                mistakes, which are looked at once more, count too.
            ends: returns True when nobody waits for the result any more.
        """
        from capture_widgets.analysis.analysis_run import analysis_steps  # most games are never searched
        from capture_widgets.analysis.reasons import reason_steps

        stop = self._stop or Flag()

        def stops() -> bool:
            return stop.is_set() or ends()

        moves = 0

        def tell(done: int, of: int) -> None:
            self.progress = (done, of)
            report(done, of)

        def note(analysis: Analysis, row: Standing) -> None:
            if self.first is None and analysis.tells_at_once(row):
                self.first = (analysis, row)

        def report_moves(done: int, of: int) -> None:
            nonlocal moves
            moves = of
            tell(done, of)

        try:
            yield 0
            analysis = (None if store is None else store.read(history).analysis) or self._known(history)
            if analysis is None:
                known = self.part if self.part is not None and self.part.fits(history) else None
                seconds = kept_analyses.SECONDS
                analysis = yield from analysis_steps(
                    Game(history), seconds, self.own, report_moves, stops, known=known, moves_of=self.own, note=note
                )
                if store is not None:
                    store.write(analysis, history)  # complete already where nobody else moves
            yield from reason_steps(analysis, history, self.own, stops, lambda done, of: tell(moves + done, moves + of))
            # before the search counts as ended: who follows it reads them then
            self.part = None if analysis.judges_moves_of(self.own, history) else analysis
            self.found = analysis
        finally:
            self._stop = None
        return analysis

    def _known(self, history: History) -> Analysis | None:
        """What an earlier search found in this game, if it judged all moves."""
        found = self.found
        judges = found is not None and found.fits(history) and found.judges_moves_of(self.own, history)
        return found if judges else None

    def other_positions(
        self, found: Analysis, history: History, store: AnalysisStore | None, ends: Callable[[], bool]
    ) -> Steps[Analysis]:
        """Judge the positions between the seat's moves, for the curve, and keep the whole in the store.

        Args:
            found: what `steps` returned.
            history: the finished game.
            store: where the analysis of the game is kept; None if the game is not saved.
            ends: returns True when nobody looks at it any more.
        """
        from capture_widgets.analysis.analysis_run import analysis_steps

        if found.complete or self.part is not None:
            return found
        seconds = kept_analyses.SECONDS
        whole = yield from analysis_steps(Game(history), seconds, self.own, lambda *_: None, ends, known=found)
        whole.contrasts.update(found.contrasts)
        whole.unexplained.update(found.unexplained)
        self.found = whole if self.found is found else self.found
        if store is not None:
            store.write(whole, history)
        return whole
